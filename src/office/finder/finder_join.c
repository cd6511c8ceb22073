/* finder_join.c - blocks that are parts of one table put together again.
 *
 * A blank row may part a header from its data, a table in two, or a total from what it sums up; a blank column may part
 * columns that are read together. Blocks are joined only where the kinds of their cells say so; two tables below each
 * other, each with its header, stay two.
 */
#include "base/arena.h"
#include "office/finder/finder_node.h"
#include <stdlib.h>
#include <string.h>

#define MERGE_WORK 20000000 /* comparisons of blocks and merged cells: some 50 ms; a sheet with more is no table */
#define GAP_ROWS 3          /* blank rows a table can have inside */
#define TOTAL_ROWS 8        /* rows of totals, and notes on them, behind a blank row */

static int by_place(const void *x, const void *y)
{
    const struct block *a = *(const struct block *const *)x, *b = *(const struct block *const *)y;

    if (a->first_row != b->first_row)
        return a->first_row < b->first_row ? -1 : 1;
    return (a->first_column > b->first_column) - (a->first_column < b->first_column);
}

static void drop_gone(struct finder *f)
{
    uint32_t to = 0;

    for (uint32_t i = 0; i < f->n_blocks; i++)
        if (!f->blocks[i]->is_gone)
            f->blocks[to++] = f->blocks[i];
    f->n_blocks = to;
    if (to > 0)
        qsort(f->blocks, to, sizeof(struct block *), by_place);
}

void join_all(struct finder *f)
{
    for (uint32_t i = 1; i < f->n_blocks; i++)
        block_absorb(f, f->blocks[0], f->blocks[i]);
    drop_gone(f);
}

static uint32_t overlap(const struct block *a, const struct block *b)
{
    uint32_t first = a->first_column > b->first_column ? a->first_column : b->first_column;
    uint32_t last = a->last_column < b->last_column ? a->last_column : b->last_column;

    return last >= first ? last - first + 1 : 0;
}

static bool has_numbers(const struct block *b)
{
    for (uint32_t c = 0; c < b->n_columns; c++)
        if (b->body[c] != SPOT_NONE && b->body[c] != SPOT_TEXT)
            return true;
    return false;
}

/* A few rows of words above rows that have no header of their own. */
static bool is_header_of(const struct block *above, const struct block *below)
{
    uint32_t lines = above->n_lines - above->titles;

    return above->rows == above->n_lines && lines <= 3 && above->n_columns > 1 && !has_numbers(above) &&
           below->headers == 0 && below->titles == 0 && !below->is_pairs && has_numbers(below) &&
           overlap(above, below) * 2 >= below->last_column - below->first_column + 1 && below->n_columns > 1;
}

static bool is_inside(const struct block *outer, const struct block *inner)
{
    return inner->first_column >= outer->first_column && inner->last_column <= outer->last_column;
}

static bool is_total_of(const struct block *above, const struct block *below)
{
    const struct line *last = above->lines[above->n_lines - 1];

    if (below->rows > TOTAL_ROWS || !is_inside(above, below) || above->n_columns < 2 ||
        !line_is_total(above, below->lines[0], last))
        return false;
    for (uint32_t i = 1; i < below->n_lines; i++)
        if (!line_is_total(above, below->lines[i], last) && !line_is_note(above, below->lines[i]))
            return false;
    return true;
}

/* More rows of the same kinds, and none of them a header. */
static bool is_rest_of(const struct block *above, const struct block *below)
{
    if (!is_inside(above, below) || (above->n_columns < 2 && above->texts > 0) || block_data_lines(above) == 0 ||
        below->titles > 0 || (below->headers > 0 && !below->is_guess) || above->is_pairs != below->is_pairs)
        return false;
    for (uint32_t i = 0; i < below->n_lines && i < 3; i++) {
        const struct line *l = below->lines[i];
        if (l->n > 0 && (!block_continues(above, l) || l->n * 2 < above->typical))
            return false; /* of a line whose cells were not kept nothing else is known */
    }
    return true;
}

/* Joins what belongs to the block and lies below it. More rows of the same do not change what it is, so that many of
 * them are joined before it is looked at again. */
static void join_below(struct finder *f, struct block *b, uint32_t from)
{
    bool is_stale = false;

    for (uint32_t j = from; j < f->n_blocks; j++) {
        struct block *below = f->blocks[j];
        bool is_rest;
        if (below->first_row > b->last_row + 1 + GAP_ROWS)
            break;
        if (below->is_gone || below->first_row <= b->last_row || overlap(b, below) == 0)
            continue;
        is_rest = is_rest_of(b, below);
        if (!is_rest && !is_header_of(b, below) && !is_total_of(b, below))
            break; /* something else: what comes behind it is no part of this one any more */
        b->gaps += below->first_row - b->last_row - 1;
        block_absorb(f, b, below);
        if (is_rest)
            block_lines(f, b);
        else
            block_shape(f, b);
        is_stale = is_rest;
    }
    if (is_stale)
        block_shape(f, b);
}

static void join_down(struct finder *f)
{
    for (uint32_t i = 0; i < f->n_blocks; i++)
        if (!f->blocks[i]->is_gone)
            join_below(f, f->blocks[i], i + 1);
}

/* ---- side by side ---- */

static bool same_name(const struct block *a, const struct block *b)
{
    const struct line *x = a->lines[a->titles + a->headers - 1], *y = b->lines[b->titles + b->headers - 1];

    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t j = 0; j < y->n; j++)
            if (x->spots[i].kind == SPOT_TEXT && y->spots[j].kind == SPOT_TEXT && x->spots[i].n == y->spots[j].n &&
                memcmp(x->spots[i].text, y->spots[j].text, x->spots[i].n) == 0)
                return true;
    return false;
}

/* A value of the column comes twice in the rows of data that are kept. */
static bool has_repeats(const struct block *b, uint32_t column)
{
    for (uint32_t i = b->titles + b->headers; i <= b->last_line; i++) {
        const struct spot *s = line_find(b->lines[i], column);
        for (uint32_t j = i + 1; s && j <= b->last_line; j++) {
            const struct spot *t = line_find(b->lines[j], column);
            if (t && t->kind == s->kind && t->n == s->n &&
                (s->n > 0 ? memcmp(t->text, s->text, s->n) == 0 : t->number == s->number))
                return true;
        }
    }
    return false;
}

/* It begins with names or days and has figures behind them: what its rows are about, it says itself. */
static bool speaks_for_itself(const struct block *b)
{
    unsigned first = b->body[0] & ~(unsigned)READABLE;

    if (first != SPOT_TEXT && first != SPOT_DATE)
        return false;
    for (uint32_t c = 1; c < b->n_columns; c++)
        if ((b->body[c] & ~READABLE) == SPOT_NUMBER)
            return true;
    return false;
}

/* Two tables that happen to be of one height: each has names and figures of its own. Names on the right that come again
 * beside ones on the left that do not are no list of their own, but one more thing that is told of each on the left. */
static bool are_two(const struct block *a, const struct block *b)
{
    return speaks_for_itself(a) && speaks_for_itself(b) &&
           (has_repeats(a, a->columns[0]) || !has_repeats(b, b->columns[0]));
}

/* One blank column between them, and otherwise the same rows for the same purposes. */
static bool is_beside(const struct block *a, const struct block *b)
{
    if (b->first_column != a->last_column + 2 || a->headers != b->headers || b->titles > 0 ||
        block_data_lines(a) == 0 || block_data_lines(b) == 0 || a->lines[a->titles]->row != b->lines[0]->row ||
        a->lines[a->last_line]->row != b->lines[b->last_line]->row)
        return false;
    return a->headers > 0 ? !same_name(a, b) && !are_two(a, b) : a->rows > 2;
}

/* ---- merged cells ---- */

/* Merged cells reach from the one block to the other: between them is nothing but the rest of those cells. */
static bool is_bridged(const struct finder *f, const struct block *a, const struct block *b)
{
    for (uint32_t i = 0; i < f->n_merges; i++) {
        const struct merge *m = &f->merges[i];
        if (m->c1 >= a->first_column && m->c1 <= a->last_column && m->c2 + 1 == b->first_column &&
            m->r1 >= a->first_row && m->r1 <= a->last_row && m->r1 >= b->first_row && m->r1 <= b->last_row)
            return true;
    }
    return false;
}

static void join_merged(struct finder *f)
{
    bool again = f->n_merges > 0 && (uint64_t)f->n_blocks * f->n_blocks * f->n_merges < MERGE_WORK;

    while (again) {
        again = false;
        for (uint32_t i = 0; i < f->n_blocks; i++) {
            for (uint32_t j = 0; j < f->n_blocks; j++) {
                struct block *a = f->blocks[i], *b = f->blocks[j];
                if (a->is_gone || b->is_gone || b->first_column <= a->last_column || !is_bridged(f, a, b))
                    continue;
                block_absorb(f, a, b);
                again = true;
            }
        }
    }
    drop_gone(f);
}

static void join_across(struct finder *f)
{
    for (uint32_t i = 0; i < f->n_blocks; i++) {
        struct block *a = f->blocks[i];
        for (uint32_t j = 0; j < f->n_blocks && !a->is_gone; j++) {
            struct block *b = f->blocks[j];
            if (i == j || b->is_gone || b->first_row < a->first_row || b->first_row > a->last_row || !is_beside(a, b))
                continue;
            a->joined_columns++;
            block_absorb(f, a, b);
            block_shape(f, a);
            j = (uint32_t)-1; /* the next neighbour may stand earlier in the list */
        }
    }
}

void finder_join(struct finder *f)
{
    f->is_scattered = f->n_blocks == FINDER_BLOCKS;
    drop_gone(f);
    if (f->is_scattered)
        join_all(f);
    join_merged(f);
    for (uint32_t i = 0; i < f->n_blocks; i++)
        block_shape(f, f->blocks[i]);
    join_down(f);
    drop_gone(f);
    join_across(f);
    drop_gone(f);
}
