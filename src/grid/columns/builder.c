/* builder.c - rows are kept as they came, column by column, until all of them are there; builder_end.c makes columns.
 *
 * A value takes nine bytes: its kind, and the number or where its text lies. Rows are cut into the parts that the
 * columns will have, so that they can be made of them one by one, and by several threads.
 */
#include "grid/columns/builder.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/columns/builder_node.h"
#include "grid/growing.h"
#include "grid/source.h"
#include <string.h>

#define FIRST_ROWS 64

struct builder *builder_new(size_t n_columns)
{
    struct builder *b = room_new(1, sizeof *b);

    b->n_columns = n_columns;
    b->most = DATA_TABLE_BYTES;
    return b;
}

void raw_done(struct raw *r)
{
    free(r->kinds);
    free(r->values);
    free(r->bytes);
    free(r->currencies);
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
        if (!r->currencies)
            continue;
        cap = b->room;
        r->currencies = room_for(r->currencies, room, 1, &cap);
        memset(r->currencies + b->room, 0, room - b->room);
        b->memory += room - b->room;
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

/* Few columns have one, so that room for them is made with the first. */
static void put_currency(struct builder *b, struct raw *r, size_t at, uint32_t currency)
{
    if (!r->currencies) {
        r->currencies = room_new(b->room, 1);
        b->memory += b->room;
    }
    r->currencies[at] = (uint8_t)currency;
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
        else if (kind == DATUM_NUMBER && d->n > 0)
            put_currency(b, r, at + row, d->n);
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
        if (b->memory > b->most) {
            err_set(err, ERR_TOO_LARGE, "The table is too large to be read here.", "%zu bytes in memory", b->memory);
            return err_action(err, "Take out the rows or columns you do not need.");
        }
    }
    return 0;
}

/* ---- taking out ---- */

/* Moves the rows of a part together over those that are taken out; the list's rows count from `first`. */
static void drop_column(struct raw *r, uint64_t rows, const uint64_t *out, size_t n, uint64_t first)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t from = out[i] - first + 1, to = i + 1 < n ? out[i + 1] - first : rows;
        uint64_t at = from - i - 1;

        memmove(r->kinds + at, r->kinds + from, (size_t)(to - from) * sizeof *r->kinds);
        memmove(r->values + at, r->values + from, (size_t)(to - from) * sizeof *r->values);
        if (r->currencies)
            memmove(r->currencies + at, r->currencies + from, (size_t)(to - from));
    }
}

/* Forgets parts that have no rows left. */
static void drop_empty(struct builder *b)
{
    size_t kept = 0;

    for (size_t k = 0; k < b->n_parts; k++) {
        if (b->part_rows[k] == 0) {
            for (size_t i = 0; i < b->n_columns; i++)
                raw_done(builder_raw(b, k, i));
            continue;
        }
        memmove(builder_raw(b, kept, 0), builder_raw(b, k, 0), b->n_columns * sizeof *b->raws);
        b->part_rows[kept++] = b->part_rows[k];
    }
    b->n_parts = kept;
}

void builder_drop(struct builder *b, const struct row_list *rows)
{
    uint64_t first = 0;
    size_t at = 0, end = 0;

    if (!rows || rows->n == 0)
        return;
    for (size_t k = 0; k < b->n_parts; k++, at = end) {
        uint64_t n = b->part_rows[k];

        while (end < rows->n && rows->rows[end] < first + n)
            end++;
        for (size_t i = 0; i < b->n_columns; i++)
            drop_column(builder_raw(b, k, i), n, rows->rows + at, end - at, first);
        b->part_rows[k] -= end - at;
        b->rows -= end - at;
        first += n;
    }
    drop_empty(b);
}
