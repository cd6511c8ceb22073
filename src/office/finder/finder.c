/* finder.c - cells come in; blocks of cells that touch each other are kept, and little more.
 *
 * A block reaches from its first to its last column; the cells of the next row that lie in it or touch it belong to it,
 * so that a table with holes stays one. A row in which a block has no cell ends it. The blocks that can still grow
 * never touch each other and are kept in the order of their columns, so that a row is dealt out in one pass.
 */
#include "office/finder/finder.h"
#include "base/arena.h"
#include "base/str.h"
#include "grid/datum.h"
#include "grid/types/values.h"
#include "office/finder/finder_node.h"
#include "office/package/grow.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct finder *finder_new(void)
{
    struct arena *a = arena_new();
    struct finder *f = arena_alloc(a, sizeof *f);

    f->arena = a;
    return f;
}

void finder_free(struct finder *f)
{
    if (f)
        arena_free(f->arena);
}

void finder_share(struct finder *f, const char *bytes, const uint64_t *at, size_t n)
{
    f->shared = bytes;
    f->shared_at = at;
    f->n_shared = n;
}

void finder_merge(struct finder *f, uint32_t r1, uint32_t c1, uint32_t r2, uint32_t c2)
{
    if (f->n_merges == FINDER_MERGES || r2 < r1 || c2 < c1 || (r1 == r2 && c1 == c2))
        return;
    f->merges = list_grown(f->arena, f->merges, f->n_merges, &f->merges_cap, sizeof *f->merges);
    f->merges[f->n_merges++] = (struct merge){ r1, c1, r2, c2 };
}

/* ---- what a block keeps ---- */

/* Makes sure that the block counts the columns from `from` to `to`. */
static void reach(struct finder *f, struct block *b, uint32_t from, uint32_t to)
{
    uint32_t first = b->rows > 0 && b->first_column < from ? b->first_column : from;
    uint32_t last = b->rows > 0 && b->last_column > to ? b->last_column : to;
    uint32_t end = b->filled_from + b->filled_cap;

    if (b->filled_cap == 0 || first < b->filled_from || last >= end) {
        uint32_t width = last - first + 1, start = first > width ? first - width : 0; /* room on both sides */
        uint32_t *filled = arena_array(f->arena, 3 * (size_t)width, sizeof *filled);
        if (b->filled_cap > 0)
            memcpy(filled + (b->first_column - start), b->filled + (b->first_column - b->filled_from),
                   (b->last_column - b->first_column + 1) * sizeof *filled);
        b->filled = filled;
        b->filled_from = start;
        b->filled_cap = 3 * width;
    }
    b->first_column = first;
    b->last_column = last;
}

/* Where the next row's cells go. */
static struct line *next_line(struct block *b)
{
    if (b->n_top < FINDER_TOP)
        return &b->top[b->n_top++];
    return &b->bottom[b->n_bottom++ % FINDER_BOTTOM];
}

static struct line *current_line(struct block *b)
{
    return b->n_bottom > 0 ? &b->bottom[(b->n_bottom - 1) % FINDER_BOTTOM] : &b->top[b->n_top - 1];
}

static void line_add(struct finder *f, struct line *l, const struct spot *spots, uint32_t n)
{
    if (l->cap - l->n < n) {
        uint32_t cap = l->n + n;
        struct spot *larger;
        if (f->kept + cap > FINDER_CELLS)
            return;
        f->kept += cap;
        larger = arena_array(f->arena, cap, sizeof *larger);
        if (l->n > 0)
            memcpy(larger, l->spots, l->n * sizeof *larger);
        l->spots = larger;
        l->cap = cap;
    }
    memcpy(l->spots + l->n, spots, n * sizeof *spots);
    l->n += n;
}

static void block_add(struct finder *f, struct block *b, const struct spot *spots, uint32_t n)
{
    if (b->rows == 0 || spots[0].column < b->first_column || spots[n - 1].column > b->last_column)
        reach(f, b, spots[0].column, spots[n - 1].column);
    if (b->rows == 0 || b->last_row != f->row) {
        struct line *l = next_line(b);
        l->row = f->row;
        l->n = 0;
        if (b->rows++ == 0)
            b->first_row = f->row;
        b->last_row = f->row;
    }
    for (uint32_t i = 0; i < n; i++)
        b->filled[spots[i].column - b->filled_from]++;
    line_add(f, current_line(b), spots, n);
}

static bool is_borrowed(const struct finder *f, const struct spot *s)
{
    return s->kind == SPOT_TEXT && s->n > 0 && s->text >= f->text && s->text < f->text + f->text_n;
}

/* Texts that came with the row are gone with the next one: the line keeps copies. */
static void keep_texts(struct finder *f, struct line *l)
{
    size_t bytes = 0, at = 0;

    if (f->text_n == 0)
        return;
    for (uint32_t i = 0; i < l->n; i++)
        bytes += is_borrowed(f, &l->spots[i]) ? l->spots[i].n : 0;
    if (bytes > l->text_cap) {
        l->text_cap = 2 * bytes;
        l->text = arena_array(f->arena, l->text_cap, 1);
    }
    for (uint32_t i = 0; i < l->n; i++) {
        struct spot *s = &l->spots[i];
        if (is_borrowed(f, s)) {
            s->text = memcpy(l->text + at, s->text, s->n);
            at += s->n;
        }
    }
}

/* ---- two blocks become one ---- */

static int by_row(const void *a, const void *b)
{
    const struct line *x = a, *y = b;

    return (x->row > y->row) - (x->row < y->row);
}

static int by_column(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;

    return (x->column > y->column) - (x->column < y->column);
}

/* All lines of both, by row; rows that both have become one line. */
static uint32_t gather(struct finder *f, struct block *b, struct line *lines, uint32_t n)
{
    uint64_t bottom = b->n_bottom < FINDER_BOTTOM ? b->n_bottom : FINDER_BOTTOM;
    uint32_t to = 0;

    memcpy(lines + n, b->top, b->n_top * sizeof *lines);
    n += b->n_top;
    memcpy(lines + n, b->bottom, bottom * sizeof *lines);
    n += (uint32_t)bottom;
    qsort(lines, n, sizeof *lines, by_row);
    for (uint32_t i = 0; i < n; i++) {
        if (to > 0 && lines[to - 1].row == lines[i].row) {
            line_add(f, &lines[to - 1], lines[i].spots, lines[i].n);
            qsort(lines[to - 1].spots, lines[to - 1].n, sizeof(struct spot), by_column);
        } else {
            lines[to++] = lines[i];
        }
    }
    return to;
}

/* The first lines to the top, the last ones to the bottom. */
static void deal_lines(struct block *b, struct line *lines, uint32_t n)
{
    uint32_t top = n < FINDER_TOP ? n : FINDER_TOP, rest = n - top;
    uint32_t bottom = rest < FINDER_BOTTOM ? rest : FINDER_BOTTOM;

    memcpy(b->top, lines, top * sizeof *lines);
    memset(b->top + top, 0, (FINDER_TOP - top) * sizeof *lines);
    b->n_top = top;
    memset(b->bottom, 0, sizeof b->bottom);
    memcpy(b->bottom, lines + n - bottom, bottom * sizeof *lines);
    b->n_bottom = bottom;
}

void block_absorb(struct finder *f, struct block *b, struct block *other)
{
    struct line lines[2 * (FINDER_TOP + FINDER_BOTTOM)];
    uint32_t n = gather(f, b, lines, 0);
    bool side_by_side = b->first_row <= other->last_row && other->first_row <= b->last_row;

    n = gather(f, other, lines, n);
    deal_lines(b, lines, n);
    reach(f, b, other->first_column, other->last_column);
    for (uint32_t c = other->first_column; c <= other->last_column; c++)
        b->filled[c - b->filled_from] += other->filled[c - other->filled_from];
    b->rows = side_by_side ? (b->rows > other->rows ? b->rows : other->rows) : b->rows + other->rows;
    b->first_row = b->first_row < other->first_row ? b->first_row : other->first_row;
    b->last_row = b->last_row > other->last_row ? b->last_row : other->last_row;
    b->gaps += other->gaps;
    b->joined_columns += other->joined_columns;
    other->is_gone = true;
}

/* ---- dealing a row out ---- */

static struct block *block_new(struct finder *f)
{
    struct block *b;

    if (f->n_blocks == FINDER_BLOCKS)
        return NULL;
    f->blocks = list_grown(f->arena, f->blocks, f->n_blocks, &f->blocks_cap, sizeof *f->blocks);
    b = arena_alloc(f->arena, sizeof *b);
    f->blocks[f->n_blocks++] = b;
    return b;
}

struct deal {
    uint32_t n_out;    /* blocks that the next row can touch, in f->spare */
    uint32_t next;     /* of the active ones, the first not looked at */
    struct block *now; /* the block that the last run went to */
};

static bool is_alive(const struct finder *f, const struct block *b)
{
    return b->last_row + 1 >= f->row;
}

static void list(struct finder *f, struct deal *d, struct block *b)
{
    if (b->listed_row == f->row)
        return;
    b->listed_row = f->row;
    f->spare[d->n_out++] = b;
}

/* A block of its own for a run; once there are too many, its neighbour. */
static struct block *begin_block(struct finder *f, const struct deal *d)
{
    struct block *b = block_new(f);

    return b ? b : d->now ? d->now : f->blocks[f->n_blocks - 1];
}

/* Finds or makes the block of a run of cells that does not touch `now`. */
static void find_block(struct finder *f, struct deal *d, uint32_t first, uint32_t last)
{
    for (; d->next < f->n_active; d->next++) {
        struct block *b = f->active[d->next];
        if (!is_alive(f, b))
            continue;
        if (b->last_column + 1 >= first)
            break;
        list(f, d, b);
    }
    if (d->next < f->n_active && f->active[d->next]->first_column <= last + 1)
        d->now = f->active[d->next++];
    else
        d->now = begin_block(f, d);
    list(f, d, d->now);
}

static void deal_run(struct finder *f, struct deal *d, const struct spot *spots, uint32_t n)
{
    uint32_t first = spots[0].column, last = spots[n - 1].column;

    if (!d->now || d->now->last_column + 1 < first)
        find_block(f, d, first, last);
    block_add(f, d->now, spots, n);
    for (; d->next < f->n_active && f->active[d->next]->first_column <= last + 1; d->next++)
        if (is_alive(f, f->active[d->next]) && f->active[d->next]->listed_row != f->row)
            block_absorb(f, d->now, f->active[d->next]);
}

/* The general case: several runs, several blocks. */
static void deal_row(struct finder *f)
{
    struct deal d = { 0 };
    struct block **swap = f->active;
    uint32_t from = 0, swap_cap = f->active_cap;

    if (f->spare_cap < f->n_active + f->n_cells) {
        f->spare_cap = 2 * (f->n_active + f->n_cells);
        f->spare = arena_array(f->arena, f->spare_cap, sizeof(struct block *));
    }
    for (uint32_t i = 1; i <= f->n_cells; i++) {
        if (i < f->n_cells && f->cells[i].column == f->cells[i - 1].column + 1)
            continue;
        deal_run(f, &d, f->cells + from, i - from);
        from = i;
    }
    for (; d.next < f->n_active; d.next++)
        if (is_alive(f, f->active[d.next]))
            list(f, &d, f->active[d.next]);
    f->active = f->spare;
    f->active_cap = f->spare_cap;
    f->n_active = d.n_out;
    f->spare = swap;
    f->spare_cap = swap_cap;
    for (uint32_t i = 0; i < f->n_active; i++)
        if (f->active[i]->last_row == f->row)
            keep_texts(f, current_line(f->active[i]));
}

static void end_row(struct finder *f)
{
    struct block *only = f->n_active == 1 ? f->active[0] : NULL;

    if (f->n_cells == 0)
        return;
    for (uint32_t i = 0; i < f->n_cells; i++)
        if (f->cells[i].kind == SPOT_TEXT && !f->cells[i].text) /* its text stands in the row's own */
            f->cells[i].text = f->cells[i].n > 0 ? f->text + f->cells[i].text_at : "";
    if (only && is_alive(f, only) && f->cells[0].column >= only->first_column &&
        f->cells[f->n_cells - 1].column <= only->last_column) {
        block_add(f, only, f->cells, f->n_cells);
        keep_texts(f, current_line(only));
    } else {
        deal_row(f);
    }
    f->n_cells = 0;
    f->text_n = 0;
}

/* ---- cells ---- */

static uint32_t kept_bytes(const char *p, size_t n)
{
    return (uint32_t)(n > FINDER_TEXT_BYTES ? str_fit_bytes(p, n, FINDER_TEXT_BYTES) : n);
}

static void take_text(struct finder *f, struct spot *s, const char *p, uint32_t n)
{
    s->kind = SPOT_TEXT;
    s->n = kept_bytes(p, n);
    s->text_at = f->text_n;
    if (f->text_cap - f->text_n < s->n) {
        char *larger;
        f->text_cap = 2 * f->text_cap + FINDER_TEXT_BYTES;
        larger = arena_array(f->arena, f->text_cap, 1);
        if (f->text_n > 0)
            memcpy(larger, f->text, f->text_n);
        f->text = larger;
    }
    if (s->n > 0)
        memcpy(f->text + f->text_n, p, s->n);
    f->text_n += s->n;
}

static void take_shared(struct finder *f, struct spot *s, int64_t index)
{
    s->kind = SPOT_TEXT;
    s->text = "";
    if (index < 0 || (uint64_t)index >= f->n_shared)
        return;
    s->text = f->shared + f->shared_at[index];
    s->n = kept_bytes(s->text, f->shared_at[index + 1] - f->shared_at[index]);
}

void finder_add(struct finder *f, uint32_t row, uint32_t column, const struct datum *value, bool is_bold)
{
    struct spot *s;

    if (row < f->row || (row == f->row && f->n_cells > 0 && column <= f->cells[f->n_cells - 1].column))
        return;
    if (row > f->row)
        end_row(f);
    f->row = row;
    f->cells = list_grown(f->arena, f->cells, f->n_cells, &f->cells_cap, sizeof *f->cells);
    s = &f->cells[f->n_cells]; /* made in its place: this runs for every cell */
    *s = (struct spot){ .column = column, .kind = SPOT_OTHER, .flags = is_bold ? FLAG_BOLD : 0 };
    switch ((enum datum_kind)value->kind) {
    case DATUM_NONE:
        return;
    case DATUM_TEXT:
        take_text(f, s, value->p, value->n);
        break;
    case DATUM_SHARED:
        take_shared(f, s, value->integer);
        break;
    case DATUM_NUMBER:
        s->kind = SPOT_NUMBER;
        s->number = value->real;
        break;
    case DATUM_INTEGER:
        s->kind = SPOT_NUMBER;
        s->number = (double)value->integer;
        break;
    case DATUM_DECIMAL:
        s->kind = SPOT_NUMBER;
        break;
    case DATUM_TRUTH:
        s->kind = SPOT_TRUTH;
        break;
    case DATUM_DATE:
        s->kind = SPOT_DATE;
        s->number = (double)value->integer;
        break;
    case DATUM_TIME:
        s->kind = SPOT_DATE;
        s->number = floor((double)value->integer / (double)DAY_US);
        break;
    case DATUM_ERROR:
        break;
    }
    f->n_cells++;
}

size_t finder_end(struct finder *f, struct arena *a, struct notes *notes, const struct found_table **ret)
{
    end_row(f);
    finder_join(f);
    return finder_tables(f, a, notes, ret);
}

bool finder_has_more(const struct finder *f)
{
    return f->has_more;
}
