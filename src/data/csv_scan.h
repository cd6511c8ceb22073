/* csv_scan.h - finding where one cell ends; shared by the reader and the search for the separator. Internal to csv. */
#pragma once
#include "base/str.h"
#include "data/records.h"
#include <assert.h>
#include <string.h>

struct csv_dialect {
    char separator; /* NUL where the table has one column: it matches nothing, as NUL bytes are refused */
    char newline;   /* '\n', also for CRLF, or '\r' */
};

enum csv_flaw {
    CSV_FINE,
    CSV_ODD_QUOTE, /* text after the closing quote; the cell is as written */
    CSV_UNCLOSED,  /* the quote is never closed; there is no cell */
    CSV_TOO_LONG,  /* over DATA_CELL_BYTES; there is no cell */
};

/* The separator and line end that the first records agree on. */
struct csv_dialect csv_sniff(const char *p, size_t n);

/* The first a or b from p on, or end. Eight bytes at a time: a byte equal to the wanted one becomes zero, and the
 * lowest zero byte of a word can be told without looking at each. NUL bytes do not occur in the text. */
static inline const char *csv_find(const char *p, const char *end, char a, char b)
{
    const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    const uint64_t as = ones * (unsigned char)a, bs = ones * (unsigned char)b;

    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lowest byte of a word must be the first");
    for (; end - p >= 8; p += 8) {
        uint64_t word, x, y, hit;

        memcpy(&word, p, sizeof word);
        x = word ^ as;
        y = word ^ bs;
        hit = (((x - ones) & ~x) | ((y - ones) & ~y)) & tops;
        if (hit)
            return p + __builtin_ctzll(hit) / 8;
    }
    while (p < end && *p != a && *p != b)
        p++;
    return p;
}

/* Reads the cell at p, which may begin with blanks and a quote. Returns where it stopped: at a separator, a line end or
 * end; NULL with CSV_UNCLOSED and CSV_TOO_LONG. */
const char *csv_cell_quoted(struct csv_dialect d, const char *p, const char *end, struct cell *ret,
                            enum csv_flaw *ret_flaw);

/* True when there is more in the cell than blanks. */
static inline bool csv_has_content(const struct cell *c)
{
    size_t n = c->n;

    if (n > 0 && (unsigned char)*c->p > ' ')
        return true;
    if (n > 0)
        str_trim(c->p, n, &n);
    return n > 0;
}

/* Takes off the CR of a CRLF; stop is where the unquoted cell at p ended. */
static inline size_t csv_unquoted_bytes(struct csv_dialect d, const char *p, const char *stop, const char *end)
{
    size_t n = (size_t)(stop - p);

    if (n > 0 && stop[-1] == '\r' && d.newline == '\n' && (stop == end || *stop == '\n'))
        n--;
    return n;
}

/* The same for any cell: most are not quoted and are found right here. */
static inline const char *csv_cell(struct csv_dialect d, const char *p, const char *end, struct cell *ret,
                                   enum csv_flaw *ret_flaw)
{
    const char *stop;
    size_t n;

    if (p < end && (*p == '"' || *p == ' '))
        return csv_cell_quoted(d, p, end, ret, ret_flaw);
    stop = csv_find(p, end, d.separator, d.newline);
    n = csv_unquoted_bytes(d, p, stop, end);
    if (n > DATA_CELL_BYTES) {
        *ret_flaw = CSV_TOO_LONG;
        return NULL;
    }
    *ret = (struct cell){ .p = p, .n = (uint32_t)n };
    *ret_flaw = CSV_FINE;
    return stop;
}
