/* builder.c - rows are kept as they came, column by column, until all of them are there; builder_end.c makes columns.
 *
 * A value takes nine bytes: its kind, and the number or where its text lies. Rows are cut into the parts that the
 * columns will have, so that they can be made of them one by one, and by several threads.
 */
#include "grid/builder.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/builder_node.h"
#include "grid/room.h"
#include <string.h>

#define FIRST_ROWS 64

struct builder *builder_new(size_t n_columns)
{
    struct builder *b = room_new(1, sizeof *b);

    b->n_columns = n_columns;
    return b;
}

void raw_done(struct raw *r)
{
    free(r->kinds);
    free(r->values);
    free(r->bytes);
    *r = (struct raw){ 0 };
}

void builder_free(struct builder *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < b->n_parts * b->n_columns; i++)
        raw_done(&b->raws[i]);
    free(b->raws);
    free(b->part_rows);
    free(b);
}

void builder_share(struct builder *b, const char *bytes, const uint64_t *at, size_t n)
{
    b->shared_bytes = bytes;
    b->shared_at = at;
    b->n_shared = n;
}

uint64_t builder_rows(const struct builder *b)
{
    return b->rows;
}

static void open_part(struct builder *b)
{
    b->raws = room_for(b->raws, (b->n_parts + 1) * b->n_columns, sizeof *b->raws, &b->raws_cap);
    memset(b->raws + b->n_parts * b->n_columns, 0, b->n_columns * sizeof *b->raws);
    b->part_rows = room_for(b->part_rows, b->n_parts + 1, sizeof *b->part_rows, &b->part_rows_cap);
    b->part_rows[b->n_parts++] = 0;
    b->room = 0;
    b->is_full = false;
}

/* Room for so many rows in all columns of the last part. */
static void grow_rows(struct builder *b, size_t rows)
{
    size_t room = b->room ? b->room : FIRST_ROWS, cap;

    if (rows <= b->room)
        return;
    while (room < rows)
        room *= 2;
    if (room > COLUMNS_PART_ROWS)
        room = COLUMNS_PART_ROWS;
    for (size_t i = 0; i < b->n_columns; i++) {
        struct raw *r = builder_raw(b, b->n_parts - 1, i);
        cap = b->room;
        r->kinds = room_for(r->kinds, room, sizeof *r->kinds, &cap);
        cap = b->room;
        r->values = room_for(r->values, room, sizeof *r->values, &cap);
    }
    b->memory += (room - b->room) * b->n_columns * (sizeof(uint8_t) + sizeof(int64_t));
    b->room = room;
}

/* The text into the part's bytes; the value says where it is. */
static int64_t put_text(struct builder *b, struct raw *r, const char *p, uint32_t n)
{
    size_t from = r->n_bytes, had = r->bytes_cap;

    r->bytes = room_for(r->bytes, from + n + 1, 1, &r->bytes_cap);
    b->memory += r->bytes_cap - had;
    if (n > 0)
        memcpy(r->bytes + from, p, n);
    r->n_bytes += n;
    b->is_full |= r->n_bytes > COLUMNS_PART_BYTES;
    return raw_text_value(from, n);
}

static void put_column(struct builder *b, struct raw *r, size_t at, const struct datum *values, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        const struct datum *d = &values[row * b->n_columns];
        uint8_t kind = (uint8_t)d->kind;
        int64_t v = d->integer;

        if (kind == DATUM_TEXT || kind == DATUM_DECIMAL || kind == DATUM_ERROR)
            v = put_text(b, r, d->p, d->n);
        else if (kind == DATUM_NONE)
            v = 0;
        r->kinds[at + row] = kind;
        r->values[at + row] = v;
    }
}

int builder_add(struct builder *b, const struct datum *values, size_t rows, struct err *err)
{
    while (rows > 0) {
        size_t have, take;

        if (b->n_parts == 0 || b->part_rows[b->n_parts - 1] == COLUMNS_PART_ROWS || b->is_full)
            open_part(b);
        have = (size_t)b->part_rows[b->n_parts - 1];
        take = COLUMNS_PART_ROWS - have;
        /* A batch of the longest texts must not overrun the offsets of a part. */
        if (take > DATA_BATCH_ROWS)
            take = DATA_BATCH_ROWS;
        if (take > rows)
            take = rows;
        grow_rows(b, have + take);
        for (size_t i = 0; i < b->n_columns; i++)
            put_column(b, builder_raw(b, b->n_parts - 1, i), have, values + i, take);
        b->part_rows[b->n_parts - 1] += take;
        b->rows += take;
        values += take * b->n_columns;
        rows -= take;
        if (b->memory > DATA_TABLE_BYTES) {
            err_set(err, ERR_TOO_LARGE, "The table is too large to be read here.", "%zu bytes in memory", b->memory);
            return err_action(err, "Take out the rows or columns you do not need.");
        }
    }
    return 0;
}
