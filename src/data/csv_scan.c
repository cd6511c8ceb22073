/* csv_scan.c - quoted cells, and the separator.
 *
 * The separator is the one whose cell counts agree with the first record's in most records; with equal agreement, the
 * one that gives more columns. A separator that leaves the first record in one piece is none: text with commas in it
 * under a header without is one column of text.
 */
#include "data/csv_scan.h"

static bool is_gap(struct csv_dialect d, char c)
{
    return c == ' ' || (c == '\t' && d.separator != '\t');
}

static bool is_stop(struct csv_dialect d, const char *p, const char *end)
{
    return p == end || *p == d.separator || *p == d.newline;
}

/* The closing quote of a cell whose text begins at p, or NULL. */
static const char *closing_quote(const char *p, const char *end, bool *ret_doubled)
{
    *ret_doubled = false;
    while (p < end && (p = memchr(p, '"', (size_t)(end - p)))) {
        if (p + 1 == end || p[1] != '"')
            return p;
        *ret_doubled = true;
        p += 2;
    }
    return NULL;
}

/* Where a cell stops whose closing quote is at p, or NULL when there is more than blanks before that. */
static const char *stop_after_quote(struct csv_dialect d, const char *p, const char *end)
{
    p++;
    while (p < end && is_gap(d, *p))
        p++;
    if (p < end && *p == '\r' && d.newline == '\n' && (p + 1 == end || p[1] == '\n'))
        p++;
    return is_stop(d, p, end) ? p : NULL;
}

const char *csv_cell_quoted(struct csv_dialect d, const char *p, const char *end, struct cell *ret,
                            enum csv_flaw *ret_flaw)
{
    const char *quote = p, *close = NULL, *stop;
    bool doubled = false;
    size_t n;

    while (quote < end && is_gap(d, *quote))
        quote++;
    *ret_flaw = CSV_FINE;
    if (quote < end && *quote == '"') {
        close = closing_quote(quote + 1, end, &doubled);
        if (!close) {
            *ret_flaw = CSV_UNCLOSED;
            return NULL;
        }
        stop = stop_after_quote(d, close, end);
        n = (size_t)(close - quote - 1);
        if (stop && n <= DATA_CELL_BYTES) {
            *ret = (struct cell){ .p = quote + 1, .n = (uint32_t)n, .doubled = doubled };
            return stop;
        }
        *ret_flaw = CSV_ODD_QUOTE;
    }
    stop = csv_find(close ? close + 1 : p, end, d.separator, d.newline);
    n = csv_unquoted_bytes(d, p, stop, end);
    if (n > DATA_CELL_BYTES) {
        *ret_flaw = CSV_TOO_LONG;
        return NULL;
    }
    *ret = (struct cell){ .p = p, .n = (uint32_t)n };
    return stop;
}

/* ---- the separator ---- */

struct tally {
    size_t columns; /* of the first record */
    size_t records, agree;
};

/* Cells of the record at *p, which moves behind it; 0 when it is empty, or torn by the end of the sample. */
static size_t count_cells(struct csv_dialect d, const char **p, const char *end)
{
    size_t cells = 0;
    bool content = false;
    enum csv_flaw flaw;
    struct cell cell;

    for (const char *at = *p;;) {
        at = csv_cell(d, at, end, &cell, &flaw);
        if (!at) {
            *p = end;
            return 0;
        }
        cells++;
        content |= csv_has_content(&cell);
        if (at == end || *at == d.newline) {
            *p = at == end ? end : at + 1;
            return content ? cells : 0;
        }
        at++;
    }
}

static struct tally tally(struct csv_dialect d, const char *p, const char *end)
{
    struct tally t = { 0 };

    while (p < end && t.records < CSV_SNIFF_RECORDS) {
        size_t cells = count_cells(d, &p, end);
        if (cells == 0)
            continue;
        if (t.records++ == 0)
            t.columns = cells;
        t.agree += cells == t.columns;
    }
    return t;
}

/* More of its records agree, or as many and it has more columns; shares are compared without dividing. */
static bool is_better(const struct tally *a, const struct tally *b)
{
    size_t x = a->agree * b->records, y = b->agree * a->records;

    return x != y ? x > y : a->columns > b->columns;
}

struct csv_dialect csv_sniff(const char *p, size_t n)
{
    static const char separators[] = { ',', ';', '\t', '|' };
    struct csv_dialect d = { .newline = memchr(p, '\n', n) ? '\n' : '\r' };
    struct tally best = { 0 };
    char separator = '\0';
    const char *end = p + n;

    /* A sample ends with a whole line, where it can. */
    if (n > CSV_SNIFF_BYTES) {
        const char *line = memrchr(p, d.newline, CSV_SNIFF_BYTES);
        end = line ? line : p + CSV_SNIFF_BYTES;
    }
    for (size_t i = 0; i < COUNT_OF(separators); i++) {
        d.separator = separators[i];
        struct tally t = tally(d, p, end);
        if (t.records == 0) /* nothing but this separator, or a quote that is never closed */
            return d;
        if (t.columns > 1 && (separator == '\0' || is_better(&t, &best))) {
            best = t;
            separator = d.separator;
        }
    }
    d.separator = separator;
    return d;
}
