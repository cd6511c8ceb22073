/* csv_block.c - records in batches: cut into cells first, then converted column by column.
 *
 * A batch is small enough to stay in the processor's cache between the two, and large enough that a column's loop runs
 * undisturbed.
 */
#include "csv/csv_block.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "grid/datum.h"
#include "grid/growing.h"

#define BATCH_CELLS 16384u /* 256 KB of them */
#define BATCH_ROWS 1024u

struct batch {
    const struct csv_shape *shape;
    struct split *split; /* NULL: every record goes through csv_read() */
    struct csv_reader *reader;
    struct datum *values;   /* of one record, from csv_read() */
    struct csv_span *cells; /* `room` a column, one column behind the other */
    size_t room, rows;
    const uint64_t *out; /* rows that are passed over, and the number of the next row */
    size_t n_out;
    uint64_t row;
};

static void batch_open(struct batch *b, const struct csv_table *t, struct csv_reader *reader)
{
    const struct csv_shape *shape = csv_table_shape(t);
    size_t fast = shape->text.n > CSV_FOOTER_BYTES ? shape->text.n - CSV_FOOTER_BYTES : 0;

    *b = (struct batch){ .shape = shape, .reader = reader };
    b->room = BATCH_CELLS / shape->n_columns;
    b->room = b->room < 1 ? 1 : b->room > BATCH_ROWS ? BATCH_ROWS : b->room;
    b->cells = room_new(b->room * shape->n_columns, sizeof *b->cells);
    b->values = room_new(shape->n_columns, sizeof *b->values);
    if (shape->regular)
        b->split =
            split_new(shape->text.p, shape->text.n, fast, shape->dialect.separator[0], shape->dialect.quote == '"');
}

static void batch_done(struct batch *b)
{
    split_free(b->split);
    free(b->cells);
    free(b->values);
}

/* The record of b->values as the batch's next row. */
static void take_values(struct batch *b)
{
    for (size_t i = 0; i < b->shape->n_columns; i++) {
        const struct datum *d = &b->values[i];
        struct csv_span *cell = &b->cells[i * b->room + b->rows];
        *cell = (struct csv_span){ .p = "" };
        if (d->kind != DATUM_NONE)
            *cell = (struct csv_span){ .p = d->p, .n = d->n };
    }
    b->rows++;
}

/* Reads one record, or what is none, at *at, which moves on. */
static int read_odd(struct batch *b, size_t *at, bool *ret_last, struct err *err)
{
    enum csv_step step;
    size_t next;

    if (csv_read(b->reader, *at, b->values, &next, &step, err))
        return -1;
    if (step == CSV_RECORD)
        take_values(b);
    *ret_last = step == CSV_END || step == CSV_OTHER || next <= *at;
    *at = next > *at ? next : *at;
    return 0;
}

/* Whether the row that was read last is passed over. */
static bool is_out(struct batch *b)
{
    if (b->n_out == 0 || *b->out != b->row++)
        return false;
    b->out++;
    b->n_out--;
    return true;
}

/* Fills a batch with records that begin before `to`. */
static int batch_fill(struct batch *b, size_t *at, size_t to, bool *ret_last, struct err *err)
{
    b->rows = 0;
    while (b->rows < b->room && *at < to && !*ret_last) {
        size_t before = b->rows;

        if (b->split && split_record(b->split, *at, b->shape->n_columns, b->cells + b->rows, b->room, at))
            b->rows++;
        else if (read_odd(b, at, ret_last, err))
            return -1;
        if (b->rows > before && is_out(b))
            b->rows = before;
    }
    return 0;
}

static int read_all(struct block *block, struct batch *b, const bool *skip, const struct cancel *cancel)
{
    struct buf scratch CLEANUP(buf_done) = BUF(DATA_CELL_BYTES);

    block->end = block->from;
    while (block->end < block->to && !block->is_last) {
        if (cancel_check(cancel, &block->err) || batch_fill(b, &block->end, block->to, &block->is_last, &block->err))
            return -1;
        for (size_t i = 0; i < b->shape->n_columns; i++)
            if (!skip || !skip[i])
                lane_take(&block->lanes[i], b->cells + i * b->room, b->rows, &scratch);
        block->rows += b->rows;
        csv_reader_forget(b->reader);
    }
    return 0;
}

void block_read(struct block *block, const struct csv_table *t, const bool *skip, const struct cancel *cancel)
{
    struct batch b;

    csv_reader_free(block->reader);
    block->reader = csv_reader_new(t);
    block->rows = 0;
    block->is_last = false;
    batch_open(&b, t, block->reader);
    b.out = block->without.rows;
    b.n_out = block->without.n;
    b.row = block->first;
    block->rc = read_all(block, &b, skip, cancel);
    batch_done(&b);
}

void block_done(struct block *b, size_t n_columns)
{
    for (size_t i = 0; b->lanes && i < n_columns; i++)
        lane_done(&b->lanes[i]);
    csv_reader_free(b->reader);
    b->reader = NULL;
}
