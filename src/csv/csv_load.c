/* csv_load.c - a CSV in blocks of some megabytes, side by side.
 *
 * A block begins behind a line end, which may be one within a quoted cell. So a block is read from where it seems to
 * begin, and when the one before it has ended somewhere else, it is read again from there: the records are always those
 * that reading from the front gives. Blocks have a fixed size in bytes, so that nothing depends on the number of
 * threads.
 */
#include "csv/csv_load.h"
#include "base/arena.h"
#include "base/limits.h"
#include "csv/csv_block.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/parallel.h"
#include <string.h>

#define COLUMN_BLOCK_BYTES 16384 /* of a block for each column: some twenty times what a lane takes */
#define ROUNDS 3                 /* with the sample's plans, with the decided ones, and as text */

struct load {
    const struct csv_table *table;
    const struct csv_shape *shape;
    const struct cancel *cancel;
    struct arena *scratch;
    size_t n; /* columns */
    struct block *blocks;
    size_t n_blocks;
    uint64_t rows;
    struct type_guess *guesses;
    struct type_plan *plans;
    struct columns *columns;
    bool *ready; /* columns that are done, and need not be read again */
};

/* ---- blocks ---- */

/* The first byte behind the line end at or behind `at`. */
static size_t line_after(const struct csv_shape *s, size_t at)
{
    const char *line = at < s->text.n ? memchr(s->text.p + at, s->dialect.newline, s->text.n - at) : NULL;

    return line ? (size_t)(line + 1 - s->text.p) : s->text.n;
}

static void open_lanes(struct load *l, struct block *b, bool is_learning)
{
    for (size_t i = 0; i < l->n; i++) {
        if (l->ready[i])
            continue;
        lane_done(&b->lanes[i]);
        lane_open(&b->lanes[i], &l->plans[i], is_learning);
    }
}

/* What is kept for each column of a block, apart from its values, must not outgrow the file itself. */
static size_t block_bytes(const struct load *l)
{
    size_t least = l->n * COLUMN_BLOCK_BYTES;

    return least > CSV_BLOCK_BYTES ? least : CSV_BLOCK_BYTES;
}

static void cut_blocks(struct load *l)
{
    const size_t bytes = block_bytes(l);
    size_t at = l->shape->first, most = (l->shape->text.n - at) / bytes + 1;

    l->blocks = arena_array(l->scratch, most, sizeof *l->blocks);
    for (size_t k = 0; k < most && at < l->shape->text.n; k++) {
        struct block *b = &l->blocks[l->n_blocks++];
        b->from = at;
        b->to = k + 1 == most ? l->shape->text.n : line_after(l->shape, l->shape->first + (k + 1) * bytes);
        b->lanes = arena_array(l->scratch, l->n, sizeof *b->lanes);
        at = b->to;
    }
}

/* Where a semicolon separates the fields, the comma is the decimal separator. */
static void settle(struct load *l)
{
    const struct csv_dialect *d = &l->shape->dialect;

    for (size_t i = 0; i < l->n; i++)
        l->guesses[i].comma_habit = d->n_separator == 1 && d->separator[0] == ';';
    types_decide(l->guesses, l->shape->names, l->n, l->plans);
}

/* ---- the sample ---- */

static int read_sample(struct load *l, struct err *err)
{
    size_t to = line_after(l->shape, l->shape->first + CSV_TYPES_BYTES);
    struct block b = { .from = l->shape->first, .to = to };

    b.lanes = arena_array(l->scratch, l->n, sizeof *b.lanes);
    for (size_t i = 0; i < l->n; i++)
        l->plans[i] = (struct type_plan){ .type = COLUMN_TEXT, .reading = READING_TEXT };
    open_lanes(l, &b, true);
    block_read(&b, l->table, NULL, l->cancel);
    if (b.rc)
        *err = b.err;
    for (size_t i = 0; i < l->n && b.rc == 0; i++)
        text_guess(&b.lanes[i], b.rows, &l->guesses[i]);
    settle(l);
    memset(l->guesses, 0, l->n * sizeof *l->guesses);
    block_done(&b, l->n);
    return b.rc;
}

/* ---- all blocks ---- */

static void read_one(void *arg, size_t k)
{
    struct load *l = arg;

    open_lanes(l, &l->blocks[k], true);
    block_read(&l->blocks[k], l->table, NULL, l->cancel);
}

/* Where a block is not where the one before it ended, it is read again; blocks behind the last record are empty. */
static int join_blocks(struct load *l, struct err *err)
{
    size_t at = l->shape->first;
    bool is_over = false;

    for (size_t k = 0; k < l->n_blocks; k++) {
        struct block *b = &l->blocks[k];
        if (is_over || at != b->from) {
            b->from = is_over ? b->to : at;
            read_one(l, k);
        }
        if (b->rc) {
            *err = b->err;
            return -1;
        }
        at = b->end;
        is_over |= b->is_last;
        l->rows += b->rows;
    }
    return 0;
}

static int read_blocks(struct load *l, struct err *err)
{
    bool at_once = l->shape->regular;

    cut_blocks(l);
    if (at_once)
        parallel_run(l->n_blocks, 0, read_one, l);
    else
        for (size_t k = 0; k < l->n_blocks; k++)
            l->blocks[k].from = k ? l->shape->text.n + 1 : l->shape->first; /* never right: read in turn */
    if (!at_once && l->n_blocks > 0)
        read_one(l, 0);
    return join_blocks(l, err);
}

/* Reads the blocks that hold such rows again, without them: which block that is, is known only now. */
static int leave_out(struct load *l, const struct row_list *without, struct err *err)
{
    uint64_t first = 0, rows = 0;
    size_t at = 0;

    for (size_t k = 0; k < l->n_blocks; k++) {
        struct block *b = &l->blocks[k];
        uint64_t end = first + b->rows;
        struct row_list list = { .rows = without->rows + at };

        for (; at < without->n && without->rows[at] < end; at++)
            list.n++;
        b->without = list;
        b->first = first;
        if (list.n > 0)
            read_one(l, k);
        if (b->rc) {
            *err = b->err;
            return -1;
        }
        rows += b->rows;
        first = end;
    }
    l->rows = rows;
    return 0;
}

/* ---- types ---- */

static void guess_column(void *arg, size_t i)
{
    struct load *l = arg;

    for (size_t k = 0; k < l->n_blocks; k++) {
        const struct lane *lane = &l->blocks[k].lanes[i];
        if (lane->kind == LANE_TEXT)
            text_guess(lane, l->rows, &l->guesses[i]);
        else
            type_guess_merge(&l->guesses[i], &lane->guess);
    }
}

/* ---- columns ---- */

static void start_columns(struct load *l)
{
    size_t parts = 0;

    for (size_t k = 0; k < l->n_blocks; k++)
        parts += l->blocks[k].rows > 0;
    l->columns = columns_new(l->n, parts);
    l->columns->rows = l->rows;
    parts = 0;
    for (size_t k = 0; k < l->n_blocks; k++)
        if (l->blocks[k].rows > 0) {
            l->columns->starts[parts + 1] = l->columns->starts[parts] + l->blocks[k].rows;
            parts++;
        }
}

static bool suits(const struct load *l, size_t i)
{
    for (size_t k = 0; k < l->n_blocks; k++)
        if (!lane_suits(&l->blocks[k].lanes[i], &l->plans[i]))
            return false;
    return true;
}

/* Whole numbers that turn out to be identifiers: the column is text after all, and has to be read as such. */
static void make_text(struct load *l, size_t i)
{
    l->plans[i] = (struct type_plan){ .type = COLUMN_TEXT, .reading = READING_TEXT };
    misfits_done(&l->columns->misfits[i]);
    for (size_t k = 0; k < l->columns->n_parts; k++)
        part_done(columns_part(l->columns, i, k));
}

/* A column out of the lanes, where they suit its plan. */
static void fill_column(void *arg, size_t i)
{
    struct load *l = arg;
    struct misfit_list misfits = { 0 };
    size_t part = 0;

    if (l->ready[i] || !suits(l, i))
        return;
    for (size_t k = 0; k < l->n_blocks; k++) {
        struct block *b = &l->blocks[k];
        misfit_join(&misfits, &b->lanes[i].misfits.m, l->columns->starts[part]);
        if (b->rows > 0)
            lane_end(&b->lanes[i], &l->plans[i], columns_part(l->columns, i, part++));
    }
    l->columns->misfits[i] = misfits.m;
    if (l->plans[i].may_be_ids && misfits.has_digits && columns_are_ids(l->columns, i))
        make_text(l, i);
    else
        l->ready[i] = true;
}

static void read_again(void *arg, size_t k)
{
    struct load *l = arg;
    struct block *b = &l->blocks[k];

    open_lanes(l, b, false);
    block_read(b, l->table, l->ready, l->cancel);
}

static bool are_ready(const struct load *l)
{
    return l->n == 0 || memchr(l->ready, false, l->n) == NULL;
}

/* Columns whose lanes do not suit are read again with the plan that is settled now. */
static int fill_columns(struct load *l, struct err *err)
{
    start_columns(l);
    for (int round = 0; round < ROUNDS; round++) {
        parallel_run(l->n, 0, fill_column, l);
        if (are_ready(l))
            return 0;
        parallel_run(l->n_blocks, 0, read_again, l);
        for (size_t k = 0; k < l->n_blocks; k++)
            if (l->blocks[k].rc) {
                *err = l->blocks[k].err;
                return -1;
            }
    }
    return err_set(err, ERR_INTERNAL, "The file could not be read.", "a column does not suit its own plan");
}

/* ---- all of it ---- */

static void say(const struct load *l, struct notes *notes)
{
    const struct csv_reader **readers = arena_array(l->scratch, l->n_blocks, sizeof *readers);

    for (size_t k = 0; k < l->n_blocks; k++)
        readers[k] = l->blocks[k].reader;
    csv_table_say(l->table, notes);
    csv_reader_say(readers, l->n_blocks, notes);
    columns_finish(l->columns, l->shape->names, l->guesses, l->plans, notes);
}

static int load_all(struct load *l, const struct row_list *without, struct notes *notes, struct err *err)
{
    if (read_sample(l, err) || read_blocks(l, err) || (without && leave_out(l, without, err)))
        return -1;
    parallel_run(l->n, 0, guess_column, l);
    settle(l);
    if (fill_columns(l, err))
        return -1;
    say(l, notes);
    return 0;
}

int csv_load(const struct csv_table *t, const struct row_list *without, const struct cancel *cancel,
             struct notes *notes, struct columns **ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct load l = { .table = t, .shape = csv_table_shape(t), .cancel = cancel, .scratch = scratch };
    int rc;

    l.n = l.shape->n_columns;
    l.guesses = arena_array(scratch, l.n, sizeof *l.guesses);
    l.plans = arena_array(scratch, l.n, sizeof *l.plans);
    l.ready = arena_array(scratch, l.n, sizeof *l.ready);
    rc = load_all(&l, without, notes, err);
    for (size_t k = 0; k < l.n_blocks; k++)
        block_done(&l.blocks[k], l.n);
    if (rc)
        columns_free(l.columns);
    else
        *ret = l.columns;
    return rc;
}
