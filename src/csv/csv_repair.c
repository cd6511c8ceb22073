/* csv_repair.c - other readings, then the best alignment of cells with columns.
 *
 * The alignment is found by dynamic programming over (cells used, columns filled), in the band that the difference of
 * the two numbers allows. Its cost is bounded (ALIGN_STEPS); records past that get the plain fallback.
 * Points are quarters, so that the cost of an operation can be less than one point of fit.
 */
#include "csv/csv_repair.h"
#include "base/arena.h"
#include "base/str.h"
#include <assert.h>
#include <string.h>

#define ALIGN_STEPS 1000   /* fits looked at for one record ... */
#define ALIGN_BYTE_STEPS 8 /* ... and more for each of its bytes, so that a file's cost grows with its size only */
#define ALIGN_MORE 64      /* cells over the number of columns that are aligned; more are joined at the end */
#define SPLIT_BYTES 160    /* longest cell whose every place is tried for a missing separator */
#define UNIT 4             /* quarters of a point of fit */
#define COST_DROP 2
#define COST_JOIN 2    /* and one more for each cell that is joined */
#define COST_QUOTED 12 /* for a quoted one among them */
#define COST_MISSING 3
#define COST_SPLIT 3
#define COST_OVER 12 /* for each cell that is set apart: half of what a cell in its place is worth */

enum move { MOVE_NONE, MOVE_TAKE, MOVE_JOIN, MOVE_DROP, MOVE_MISSING, MOVE_SPLIT, MOVE_OVER };

struct step {
    int points;
    uint16_t move, arg; /* JOIN: how many cells; SPLIT: at which byte of the cell */
};

struct align {
    const struct csv_repair *w;
    const struct csv_dialect *d;
    const struct csv_cell *cells;
    size_t n;
    size_t low, band; /* column = cell + offset - low, offset < band */
    struct step *steps;
};

static int fit(const struct csv_repair *w, size_t column, const char *p, size_t n, bool quoted)
{
    if (w->columns)
        return UNIT * csv_column_fit(&w->columns[column], p, n, quoted);
    return csv_has_content(p, n) ? UNIT * (csv_kind(p, n) == CSV_VALUE ? 2 : 3) : 0;
}

/* ---- joining and parting cells ---- */

/* Cells i to i + k as one, as they are written. */
static struct csv_cell join(const struct csv_cell *cells, size_t i, size_t k)
{
    const struct csv_cell *first = &cells[i], *last = &cells[i + k];
    const char *from = first->p - first->quoted, *to = last->p + last->n + last->quoted;

    return (struct csv_cell){ .p = from, .n = (uint32_t)(to - from) };
}

/* The two parts of a cell, the second beginning at byte `at`: behind two quotes in a quoted cell, anywhere in another.
 */
static void part(const struct csv_dialect *d, const struct csv_cell *cell, size_t at, struct csv_cell out[2])
{
    size_t gap = cell->quoted ? 2 : 0;

    out[0] = (struct csv_cell){ .p = cell->p, .n = (uint32_t)(at - gap), .quoted = cell->quoted };
    out[1] = (struct csv_cell){ .p = cell->p + at, .n = (uint32_t)(cell->n - at), .quoted = cell->quoted };
    for (int i = 0; i < 2; i++)
        out[i].escaped = cell->escaped && out[i].n > 0 && memchr(out[i].p, d->escape, out[i].n);
}

/* Whether a cell may be parted before its byte `at`. */
static bool can_part(const struct csv_dialect *d, const struct csv_cell *cell, size_t at)
{
    const char *p = cell->p;

    if (!cell->quoted)
        return ((unsigned char)p[at] & 0xc0) != 0x80;
    /* The last two of an even run of quotes. */
    return at >= 2 && p[at - 1] == d->quote && p[at - 2] == d->quote && p[at] != d->quote && d->escape == d->quote;
}

static char class_of(char c)
{
    return c >= '0' && c <= '9' ? '9' : ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (unsigned char)c >= 0x80 ? 'a' : c;
}

/* The best place to part a cell between two columns; 0: none. */
static int best_part(const struct align *a, const struct csv_cell *cell, size_t column, size_t *ret_at)
{
    int best = 0;

    *ret_at = 0;
    if (cell->n < 2 || (!cell->quoted && (cell->n > SPLIT_BYTES || !a->w->columns)))
        return 0;
    for (size_t at = 1; at < cell->n; at++) {
        struct csv_cell parts[2];
        int left, right, points;

        if (!can_part(a->d, cell, at))
            continue;
        part(a->d, cell, at, parts);
        left = fit(a->w, column, parts[0].p, parts[0].n, cell->quoted);
        right = left > 0 ? fit(a->w, column + 1, parts[1].p, parts[1].n, cell->quoted) : 0;
        points = left + right + (class_of(cell->p[at - 1]) != class_of(cell->p[at]));
        if (left > 0 && right > 0 && points >= best) {
            best = points;
            *ret_at = at;
        }
    }
    return best;
}

/* ---- the alignment ---- */

static struct step *at(const struct align *a, size_t cell, size_t column)
{
    return &a->steps[cell * a->band + (column + a->low - cell)];
}

static bool in_band(const struct align *a, size_t cell, size_t column)
{
    return cell <= a->n && column <= a->w->n_columns && column + a->low >= cell && column + a->low - cell < a->band;
}

/* Comes to (cell, column) with so many points. Of equal ways the one stays that drops or misses something last. */
static void reach(struct align *a, size_t cell, size_t column, int points, enum move move, size_t arg)
{
    bool late = move == MOVE_DROP || move == MOVE_MISSING;
    struct step *s;

    if (!in_band(a, cell, column))
        return;
    s = at(a, cell, column);
    if (s->move == MOVE_NONE || points > s->points || (points == s->points && late))
        *s = (struct step){ .points = points, .move = (uint16_t)move, .arg = (uint16_t)arg };
}

/* The last column takes no more text than a value. One of words takes whatever a comma cut off. */
static bool is_closed(const struct csv_repair *w)
{
    return w->columns && csv_column_is_typed(&w->columns[w->n_columns - 1]);
}

static void moves_from(struct align *a, size_t i, size_t column)
{
    const struct csv_repair *w = a->w;
    const struct csv_cell *c = &a->cells[i];
    int here = at(a, i, column)->points;
    bool quoted = i < a->n && c->quoted;
    size_t place;

    if (i < a->n && column < w->n_columns) {
        reach(a, i + 1, column + 1, here + fit(w, column, c->p, c->n, c->quoted), MOVE_TAKE, 0);
        for (size_t k = 1; i + k < a->n && in_band(a, i + k + 1, column + 1); k++) {
            struct csv_cell joined = join(a->cells, i, k);
            int cost = COST_JOIN + (int)k;

            quoted |= a->cells[i + k].quoted;
            if (quoted)
                cost += COST_QUOTED;
            reach(a, i + k + 1, column + 1, here + fit(w, column, joined.p, joined.n, false) - cost, MOVE_JOIN, k);
        }
        if (in_band(a, i + 1, column + 2)) {
            int points = best_part(a, c, column, &place);
            if (place > 0 && place <= UINT16_MAX)
                reach(a, i + 1, column + 2, here + points - COST_SPLIT, MOVE_SPLIT, place);
        }
    }
    if (i < a->n && c->n == 0)
        reach(a, i + 1, column, here - COST_DROP, MOVE_DROP, 0);
    else if (i < a->n && column == w->n_columns && is_closed(w))
        reach(a, i + 1, column, here - COST_OVER, MOVE_OVER, 0);
    if (column < w->n_columns)
        reach(a, i, column + 1, here + fit(w, column, "", 0, false) - COST_MISSING, MOVE_MISSING, 0);
}

/* A record that was fitted to the columns. */
struct attempt {
    struct csv_cell *cells; /* n_columns of them */
    struct csv_cell over;   /* what was set apart */
    struct csv_dialect dialect;
    int points;
};

/* Writes the cells of the best way, from its end. */
static void follow(const struct align *a, struct attempt *ret)
{
    size_t i = a->n, column = a->w->n_columns;
    struct csv_cell *out = ret->cells;

    ret->over = (struct csv_cell){ .p = "" };

    while (i > 0 || column > 0) {
        const struct step *s = at(a, i, column);

        switch ((enum move)s->move) {
        case MOVE_TAKE:
            out[--column] = a->cells[--i];
            break;
        case MOVE_JOIN:
            i -= (size_t)s->arg + 1;
            out[--column] = join(a->cells, i, s->arg);
            break;
        case MOVE_DROP:
            i--;
            break;
        case MOVE_OVER:
            i--;
            ret->over = join(a->cells, i, a->n - i - 1);
            break;
        case MOVE_MISSING:
            out[--column] = (struct csv_cell){ .p = "" };
            break;
        case MOVE_SPLIT:
            column -= 2;
            part(a->d, &a->cells[--i], s->arg, out + column);
            break;
        case MOVE_NONE: /* never: the end was reached */
            assert(s->move != MOVE_NONE);
            return;
        }
    }
}

static size_t bytes_of(const struct align *a)
{
    return (size_t)(a->cells[a->n - 1].p - a->cells[0].p) + a->cells[a->n - 1].n;
}

/* The fits that have to be looked at. */
static size_t steps_for(const struct align *a, size_t more, size_t less)
{
    return (a->n + 1) * a->band * (more + 2) + (less > 0 ? a->band * bytes_of(a) : 0);
}

/* Lays the cells along the columns; false when that would take too long. */
static bool align(const struct csv_repair *w, const struct csv_cell *cells, size_t n, struct attempt *ret)
{
    size_t more = n > w->n_columns ? n - w->n_columns : 0, less = w->n_columns > n ? w->n_columns - n : 0;
    struct align a = { .w = w, .d = &ret->dialect, .cells = cells, .n = n, .low = more + 1, .band = more + less + 3 };

    if (more > ALIGN_MORE || n == 0 || steps_for(&a, more, less) > ALIGN_STEPS + ALIGN_BYTE_STEPS * bytes_of(&a))
        return false;
    a.steps = arena_array(w->scratch, (n + 1) * a.band, sizeof *a.steps);
    at(&a, 0, 0)->move = MOVE_TAKE;
    for (size_t i = 0; i <= n; i++)
        for (size_t column = i > a.low ? i - a.low : 0; column <= w->n_columns && in_band(&a, i, column); column++)
            if (at(&a, i, column)->move != MOVE_NONE)
                moves_from(&a, i, column);
    if (at(&a, n, w->n_columns)->move == MOVE_NONE)
        return false;
    follow(&a, ret);
    ret->points = at(&a, n, w->n_columns)->points;
    return true;
}

/* What is missing is missing at the end, what is too much joined to the last cell, or dropped where it is empty. */
static void plain(const struct csv_repair *w, const struct csv_cell *cells, size_t n, struct csv_cell *out)
{
    while (n > w->n_columns && cells[n - 1].n == 0)
        n--;
    for (size_t i = 0; i < w->n_columns; i++)
        out[i] = i < n ? cells[i] : (struct csv_cell){ .p = "" };
    if (n > w->n_columns)
        out[w->n_columns - 1] = join(cells, w->n_columns - 1, n - w->n_columns);
}

/* Every cell stands where cells like it belong, and what is over is empty. */
static bool fits_as_it_is(const struct csv_repair *w, const struct csv_cell *cells, size_t n)
{
    if (!w->columns && n < w->n_columns)
        return false;
    for (size_t i = 0; i < n && i < w->n_columns; i++)
        if (fit(w, i, cells[i].p, cells[i].n, cells[i].quoted) <= UNIT)
            return false;
    for (size_t i = w->n_columns; i < n; i++)
        if (cells[i].n > 0)
            return false;
    return true;
}

/* ---- other readings ---- */

static bool reads(struct csv_repair *w, enum csv_reading reading, const char *p, const char *end)
{
    struct csv_record r = { .cells = w->cells, .room = w->n_columns };

    csv_split(w->dialect, reading, p, end, &r);
    if (r.n != w->n_columns || r.long_cell)
        return false;
    w->next = r.next;
    return true;
}

/* The line is a record by itself, and has no quote that could be another line's. */
static bool is_record(const struct csv_repair *w, struct csv_cell *room, const char *p, const char *line)
{
    struct csv_record r = { .cells = room, .room = w->n_columns };

    csv_split(w->dialect, CSV_STRICT, p, line, &r);
    if (r.n != w->n_columns || r.odd)
        return false;
    for (size_t i = 0; i < r.n; i++)
        if (!room[i].quoted && room[i].n > 0 && memchr(room[i].p, w->dialect->quote, room[i].n))
            return false;
    return true;
}

/* The same over several lines; but never over one that is a record by itself. */
static bool reads_lines(struct csv_repair *w, enum csv_reading reading, const char *p, const char *end)
{
    struct csv_cell *room = arena_array(w->scratch, w->n_columns, sizeof *room);

    if (!reads(w, reading, p, end))
        return false;
    for (p = csv_line_end(w->dialect, p, end); p < w->next;) {
        const char *line, *from = csv_skip_newline(w->dialect, p, end);

        if (from >= w->next)
            break;
        line = csv_line_end(w->dialect, from, end);
        if (is_record(w, room, from, line))
            return false;
        p = line;
    }
    return true;
}

/* The quotes read in another way, the one line first. */
static bool reread(struct csv_repair *w, const struct csv_record *r, const char *p, const char *end)
{
    static const enum csv_reading order[] = { CSV_LOOSE, CSV_SINGLE, CSV_LITERAL, CSV_ADJOINED };
    const char *line = csv_line_end(w->dialect, p, end);

    if (w->dialect->quote == '\0' || !memchr(p, w->dialect->quote, (size_t)(line - p)))
        return false;
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        if (reads(w, order[i], p, line)) {
            w->next = csv_skip_newline(w->dialect, line, end);
            return true;
        }
    }
    if (!r->odd)
        return false;
    return reads_lines(w, CSV_LOOSE, p, end) || reads_lines(w, CSV_SINGLE, p, end) ||
           reads_lines(w, CSV_STRICT, p, end);
}

/* ---- all of it ---- */

/* The line by another separator, if that fits better. */
static void try_separator(struct csv_repair *w, char separator, const char *p, const char *line, struct attempt *best)
{
    struct csv_record r = { .room = w->n_columns + ALIGN_MORE };
    struct attempt one = { .dialect = *w->dialect };
    struct csv_dialect *d = &one.dialect;

    memset(d->separator, 0, sizeof d->separator);
    d->separator[0] = separator;
    d->n_separator = 1;
    d->runs = false;
    r.cells = arena_array(w->scratch, r.room, sizeof *r.cells);
    csv_split(d, CSV_STRICT, p, line, &r);
    if (r.odd || r.n < 2 || r.n > r.room || r.long_cell)
        return;
    one.cells = arena_array(w->scratch, w->n_columns, sizeof *one.cells);
    if (align(w, r.cells, r.n, &one) && one.points > best->points)
        *best = one;
}

static void try_separators(struct csv_repair *w, const char *p, const char *line, struct attempt *best)
{
    static const char others[] = ",;\t| ";

    for (const char *s = others; *s; s++)
        if (*s != w->dialect->separator[0] && memchr(p, *s, (size_t)(line - p)))
            try_separator(w, *s, p, line, best);
}

/* How well cells fit where they stand. */
static int points_of(const struct csv_repair *w, const struct csv_cell *cells)
{
    int points = 0;

    for (size_t i = 0; i < w->n_columns; i++)
        points += fit(w, i, cells[i].p, cells[i].n, cells[i].quoted);
    return points;
}

bool csv_is_misread(struct csv_repair *w, const struct csv_record *r, const char *p, const char *end)
{
    const char *line = csv_line_end(w->dialect, p, end);
    struct attempt best = { .cells = NULL };

    if ((size_t)(line - p) > CSV_LENIENT_BYTES || r->n != w->n_columns)
        return false;
    best.points = points_of(w, r->cells);
    w->used = *w->dialect;
    w->quotes = true;
    w->over = (struct csv_cell){ .p = "" };
    w->next = r->next;
    if (!r->lines && reads(w, CSV_ADJOINED, p, line) && points_of(w, w->cells) > best.points) {
        w->next = csv_skip_newline(w->dialect, line, end);
        return true;
    }
    if (r->lines || fits_as_it_is(w, r->cells, r->n))
        return false;
    try_separators(w, p, line, &best);
    if (!best.cells)
        return false;
    memcpy(w->cells, best.cells, w->n_columns * sizeof *w->cells);
    w->quotes = false;
    w->used = best.dialect;
    w->over = best.over;
    w->next = r->next;
    return true;
}

void csv_repair(struct csv_repair *w, const struct csv_record *r, const char *p, const char *end)
{
    const char *line = csv_line_end(w->dialect, p, end);
    struct csv_record again = *r;
    struct attempt best;

    w->used = *w->dialect;
    w->quotes = true;
    w->over = (struct csv_cell){ .p = "" };
    if ((r->odd || r->lines || r->n != w->n_columns) && reread(w, r, p, end))
        return;
    w->quotes = false;
    w->next = r->next;
    /* A stray quote must not reach beyond its line. */
    if (r->odd || r->n > r->room) {
        again.room = r->n > r->room ? r->n : r->room;
        again.cells = arena_array(w->scratch, again.room, sizeof *again.cells);
        csv_split(w->dialect, r->odd ? CSV_LITERAL : CSV_STRICT, p, r->odd ? line : end, &again);
        if (r->odd)
            w->next = csv_skip_newline(w->dialect, line, end);
        if (again.n > again.room)
            again.n = again.room;
    }
    best = (struct attempt){ .cells = w->cells, .dialect = *w->dialect };
    if (fits_as_it_is(w, again.cells, again.n) || !align(w, again.cells, again.n, &best)) {
        plain(w, again.cells, again.n, w->cells);
        return;
    }
    if (best.points < (int)w->n_columns * UNIT * CSV_FIT * 3 / 4 && (size_t)(line - p) <= CSV_LENIENT_BYTES)
        try_separators(w, p, line, &best);
    if (best.cells != w->cells)
        memcpy(w->cells, best.cells, w->n_columns * sizeof *w->cells);
    w->used = best.dialect;
    w->over = best.over;
}
