/* datum.h - one value as a source holds it, before its column has a type.
 *
 * A text format (CSV) knows only text; a workbook knows numbers, truths and, by their number format, dates; a database
 * knows all of them. Whoever reads a source gives out values of these kinds, and builder.h makes typed columns of them.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

enum datum_kind {
    DATUM_NONE,    /* an empty cell, a NULL */
    DATUM_TEXT,    /* p, n: UTF-8 without NUL; what it is (a date, an amount) is for types.h to say */
    DATUM_SHARED,  /* integer: an index into the texts given with builder_share() */
    DATUM_NUMBER,  /* real: a double, as workbooks hold numbers; n: its currency (amounts.h), 0: none */
    DATUM_INTEGER, /* integer: 64 bits */
    DATUM_DECIMAL, /* p, n: an exact number as text, "-12.50", no exponent */
    DATUM_TRUTH,   /* integer: 0 or 1 */
    DATUM_DATE,    /* integer: days since 1970-01-01 */
    DATUM_TIME,    /* integer: microseconds since 1970-01-01, UTC or no zone */
    DATUM_ERROR,   /* p, n: a workbook's error, "#DIV/0!"; it counts as no value and is counted */
};

struct datum {
    uint32_t kind; /* enum datum_kind */
    uint32_t n;    /* bytes at p; at most DATA_CELL_BYTES */
    union {
        const char *p; /* borrowed: valid until the function it is given to returns */
        double real;
        int64_t integer;
    };
};

/* A text; no value where it is empty. */
static inline struct datum datum_text(const char *p, size_t n)
{
    return (struct datum){ .kind = n > 0 ? DATUM_TEXT : DATUM_NONE, .n = (uint32_t)n, .p = p };
}
