/* csv_scan.h - a dialect, and one record split by it. Internal to csv.
 *
 * Records are split by one of several readings, because files hold quotes that nobody escaped. The strict one is RFC
 * 4180's. The others differ in which quotes count:
 *
 *   strict   a quoted cell ends at the first quote that is neither doubled nor escaped; what follows up to the next
 *            separator belongs to the cell, which is then kept as written, quotes and all
 *   loose    it ends at the first such quote that a separator or a line end follows; other quotes in it are text
 *   single   the same, and two quotes are two quotes
 *   literal  a quote opens a cell only if the cell would end properly by the strict reading; else it is text
 *   adjoined the strict one, but a quoted cell needs no separator before it nor behind it
 *
 * Blanks between a separator and an opening quote, and between a closing one and the separator, are dropped.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct csv_dialect {
    char separator[CSV_SEPARATOR_BYTES + 1]; /* "" where the table has one column */
    uint8_t n_separator;
    bool runs;        /* the separator is a blank, and several of them count as one */
    char quote;       /* NUL: none */
    char escape;      /* before a quote makes it text: the quote itself, a backslash; NUL: nothing does */
    char newline;     /* '\n', also for CRLF; '\r'; or '\x1e' */
    bool any_newline; /* a CR alone ends a line as well */
};

enum csv_reading {
    CSV_STRICT,
    CSV_LOOSE,
    CSV_SINGLE,
    CSV_LITERAL,
    CSV_ADJOINED,
    CSV_READINGS /* how many */
};

struct csv_cell {
    const char *p;
    uint32_t n;   /* may be over DATA_CELL_BYTES: such a cell is refused by whoever gives it out */
    bool quoted;  /* stood in quotes, which p and n leave out */
    bool escaped; /* holds escapes: its text is csv_cell_text()'s */
};

struct csv_record {
    struct csv_cell *cells; /* room for `room` */
    size_t room;
    size_t n;         /* cells of the record; those past the room were only counted */
    const char *next; /* behind the line end */
    bool odd;         /* a quote is not where it should be: text follows it, or it is never closed */
    bool long_cell;   /* one cell is over DATA_CELL_BYTES */
    bool lines;       /* a cell holds a line end */
    bool blank;       /* no cell holds more than blanks */
};

/* Splits the record at p. p < end. */
void csv_split(const struct csv_dialect *d, enum csv_reading reading, const char *p, const char *end,
               struct csv_record *r);

/* The end of the physical line at p: its line end, or end. */
const char *csv_line_end(const struct csv_dialect *d, const char *p, const char *end);

/* Behind a line end at p; p itself when there is none. */
const char *csv_skip_newline(const struct csv_dialect *d, const char *p, const char *end);

/* The cell's text: its own bytes, or a copy without the escapes in the arena. */
const char *csv_cell_text(const struct csv_dialect *d, const struct csv_cell *c, struct arena *a, size_t *ret_n);

/* True when there is more in the n bytes than blanks. */
bool csv_has_content(const char *p, size_t n);
