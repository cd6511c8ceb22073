/* csv_scan.c - splitting records. Nothing is copied: cells point into the text.
 *
 * A search for a closing quote looks at most DATA_CELL_BYTES ahead, and the lenient readings far less, so that a file
 * full of stray quotes costs no more than a few passes over it. A cell is followed no further than that either: one
 * that is longer is refused, and its record ends with its line, which is found without a look at each byte.
 */
#include "csv/csv_scan.h"
#include "base/arena.h"
#include "base/str.h"
#include <string.h>

#define LINE_STEP_BYTES 4096 /* in which both line ends are looked for: the further one may be far behind the line */

/* Where a cell lies, while it is being found. */
struct scan {
    const struct csv_dialect *d;
    const char *end;
    enum csv_reading reading;
    bool quoteless; /* a quote of this record had no end: that of none behind it is looked for, which would take too
                       long */
};

static bool is_newline(const struct csv_dialect *d, const char *p, const char *end)
{
    if (*p == d->newline || (*p == '\r' && d->any_newline))
        return true;
    return *p == '\r' && d->newline == '\n' && (p + 1 == end || p[1] == '\n');
}

static bool is_separator(const struct csv_dialect *d, const char *p, const char *end)
{
    if (d->n_separator == 1)
        return *p == d->separator[0];
    return d->n_separator > 1 && (size_t)(end - p) >= d->n_separator && memcmp(p, d->separator, d->n_separator) == 0;
}

/* A separator, a line end, or the end of the text. */
static bool is_stop(const struct scan *s, const char *p)
{
    return p == s->end || is_separator(s->d, p, s->end) || is_newline(s->d, p, s->end);
}

static bool is_gap(const struct csv_dialect *d, char c)
{
    return (c == ' ' || c == '\t') && (d->n_separator == 0 || c != d->separator[0]);
}

/* As far as a cell that begins at p is followed: one byte more than it may have. */
static const char *last_of_cell(const struct scan *s, const char *p)
{
    return (size_t)(s->end - p) > DATA_CELL_BYTES + 1 ? p + DATA_CELL_BYTES + 1 : s->end;
}

/* The stop at p, or behind blanks that begin there; NULL when something else comes first. */
static const char *stop_behind(const struct scan *s, const char *p)
{
    const char *last = last_of_cell(s, p);

    for (; !is_stop(s, p); p++)
        if (p == last || !is_gap(s->d, *p))
            return NULL;
    return p;
}

/* The first stop from p on, or `last`. */
static const char *find_stop(const struct scan *s, const char *p, const char *last)
{
    while (p < last && !is_stop(s, p))
        p++;
    return p;
}

const char *csv_line_end(const struct csv_dialect *d, const char *p, const char *end)
{
    if (!d->any_newline) {
        const char *line = memchr(p, d->newline, (size_t)(end - p));
        if (!line)
            return end;
        return line > p && d->newline == '\n' && line[-1] == '\r' ? line - 1 : line;
    }
    while (p < end) {
        size_t n = (size_t)(end - p) < LINE_STEP_BYTES ? (size_t)(end - p) : LINE_STEP_BYTES;
        const char *line = memchr(p, d->newline, n), *cr = memchr(p, '\r', line ? (size_t)(line - p) : n);

        if (cr || line)
            return cr ? cr : line;
        p += n;
    }
    return end;
}

const char *csv_skip_newline(const struct csv_dialect *d, const char *p, const char *end)
{
    if (p == end || !is_newline(d, p, end))
        return p;
    return p + (*p == '\r' && d->newline == '\n' && p + 1 < end && p[1] == '\n' ? 2 : 1);
}

/* ---- quoted cells ---- */

/* A quoted cell: its text begins at p, behind the quote. Sets the cell and returns its stop; NULL when it has none. */
static const char *quoted(const struct scan *s, const char *p, struct csv_cell *cell, bool *ret_odd)
{
    const struct csv_dialect *d = s->d;
    const char *from = p, *stop;
    bool adjoined = s->reading == CSV_ADJOINED, lenient = s->reading == CSV_LOOSE || s->reading == CSV_SINGLE;
    size_t most = lenient ? CSV_LENIENT_BYTES : DATA_CELL_BYTES + 1;
    const char *last = (size_t)(s->end - p) > most ? p + most : s->end;
    bool doubling = d->escape == d->quote && s->reading != CSV_SINGLE;

    *cell = (struct csv_cell){ .p = from, .quoted = true };
    for (; p < last; p++) {
        if (*p == d->escape && d->escape != d->quote && p + 1 < last && s->reading != CSV_SINGLE) {
            cell->escaped |= p[1] == d->quote || p[1] == d->escape;
            p += p[1] == d->quote || p[1] == d->escape;
            continue;
        }
        if (*p != d->quote)
            continue;
        if (doubling && p + 1 < s->end && p[1] == d->quote) {
            cell->escaped = true;
            p++;
            continue;
        }
        stop = stop_behind(s, p + 1);
        if (!stop && lenient)
            continue;
        cell->n = (uint32_t)(p - from);
        if (!stop && adjoined)
            return p + 1;
        if (!stop)
            *ret_odd = true;
        return stop ? stop : p + 1;
    }
    return NULL;
}

/* The cell at p where no quote counts. */
static const char *unquoted(const struct scan *s, const char *p, struct csv_cell *cell)
{
    const char *stop = p, *last = last_of_cell(s, p);

    while (stop < last && !is_stop(s, stop) &&
           !(s->reading == CSV_ADJOINED && !s->quoteless && stop > p && *stop == s->d->quote))
        stop++;
    *cell = (struct csv_cell){ .p = p, .n = (uint32_t)(stop - p) };
    if (s->reading == CSV_ADJOINED) {
        size_t n;
        cell->p = str_trim(p, cell->n, &n);
        cell->n = (uint32_t)n;
    }
    return stop;
}

/* One cell; returns where it stopped. */
static const char *one_cell(struct scan *s, const char *p, struct csv_cell *cell, struct csv_record *r)
{
    const char *quote = p, *last = last_of_cell(s, p), *stop;
    bool odd = false;

    while (quote < last && is_gap(s->d, *quote))
        quote++;
    if (s->d->quote != '\0' && !s->quoteless && quote < s->end && *quote == s->d->quote) {
        stop = quoted(s, quote + 1, cell, &odd);
        if (stop && !odd) {
            r->long_cell |= cell->n > DATA_CELL_BYTES;
            return stop;
        }
        r->odd = true;
        s->quoteless = !stop && s->reading == CSV_ADJOINED;
        if (stop && s->reading == CSV_STRICT) {
            stop = find_stop(s, stop, last);
            *cell = (struct csv_cell){ .p = p, .n = (uint32_t)(stop - p) };
            r->long_cell |= (size_t)(stop - p) > DATA_CELL_BYTES;
            return stop;
        }
    }
    stop = unquoted(s, p, cell);
    r->long_cell |= (size_t)(stop - p) > DATA_CELL_BYTES;
    return stop;
}

/* ---- records ---- */

static void add_cell(struct csv_record *r, const struct csv_dialect *d, const struct csv_cell *cell)
{
    if (r->n < r->room)
        r->cells[r->n] = *cell;
    r->n++;
    r->blank &= !csv_has_content(cell->p, cell->n);
    if (cell->quoted && !r->lines)
        r->lines = memchr(cell->p, d->newline, cell->n) || (d->any_newline && memchr(cell->p, '\r', cell->n));
}

/* Behind the separator at p, and behind the rest of its run. */
static const char *skip_separator(const struct scan *s, const char *p)
{
    p += s->d->n_separator;
    while (s->d->runs && p < s->end && *p == s->d->separator[0])
        p++;
    return p;
}

void csv_split(const struct csv_dialect *d, enum csv_reading reading, const char *p, const char *end,
               struct csv_record *r)
{
    struct scan s = { .d = d, .end = end, .reading = reading };
    struct csv_cell cell;

    *r = (struct csv_record){ .cells = r->cells, .room = r->room, .blank = true };
    while (d->runs && p < end && *p == d->separator[0])
        p++;
    for (;;) {
        p = one_cell(&s, p, &cell, r);
        add_cell(r, d, &cell);
        if (r->long_cell) {
            p = csv_line_end(d, p, end);
            break;
        }
        if (p == end || is_newline(d, p, end))
            break;
        if (is_separator(d, p, end))
            p = skip_separator(&s, p);
        /* Blanks at the end of a line of runs separate nothing. */
        if (d->runs && (p == end || is_newline(d, p, end)))
            break;
    }
    r->next = csv_skip_newline(d, p, end);
}

const char *csv_cell_text(const struct csv_dialect *d, const struct csv_cell *c, struct arena *a, size_t *ret_n)
{
    char *text, *out;

    *ret_n = c->n;
    if (!c->escaped)
        return c->p;
    text = out = arena_dup(a, c->p, c->n);
    for (size_t i = 0; i < c->n; i++) {
        bool escape = c->p[i] == d->escape && i + 1 < c->n && (c->p[i + 1] == d->quote || c->p[i + 1] == d->escape);
        i += escape;
        *out++ = c->p[i];
    }
    *ret_n = (size_t)(out - text);
    return text;
}

bool csv_has_content(const char *p, size_t n)
{
    if (n > 0 && (unsigned char)*p > ' ')
        return true;
    if (n > 0)
        str_trim(p, n, &n);
    return n > 0;
}
