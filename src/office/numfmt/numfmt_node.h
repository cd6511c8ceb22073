/* numfmt_node.h - what the files of numfmt share. Nobody else includes it.
 *
 * A code is cut into sections and each section into pieces (numfmt_lex.c); what the pieces mean together is settled
 * once (numfmt_settle.c); showing a value then only walks over them.
 */
#pragma once
#include "base/attrs.h"
#include "office/numfmt/numfmt.h"

#define NUMFMT_SECTIONS 4

/* ---- digits ---- */

#define DECIMAL_DIGITS 15 /* as many as spreadsheets keep of a double */

/* A number that is not negative: 0.d1d2d3... times 10^point, no zero at either end. Zero has no digits. */
struct decimal {
    int n, point;
    char d[DECIMAL_DIGITS + 1];
};

struct decimal decimal_of(double v);

/* Rounded to so many decimals (below 0: to tens, hundreds), half away from zero. */
void decimal_round(struct decimal *d, int places);

/* The digit that counts 10^at; '0' where the number has none. */
char decimal_digit(const struct decimal *d, int at);

/* As General shows it. */
void decimal_general(const struct decimal *d, struct buf *b);

/* ---- pieces ---- */

enum format_token_kind {
    FMT_LITERAL, /* p, n; all other kinds hold in p, n how they were written */
    FMT_DIGIT,   /* c: one of "0#?" */
    FMT_NUMERAL, /* a figure from 1 to 9 that was not quoted: text, or a fixed denominator */
    FMT_COMMA,
    FMT_POINT,
    FMT_PERCENT,
    FMT_SLASH,
    FMT_EXPONENT, /* c: '+' or '-' */
    FMT_GENERAL,
    FMT_AT,
    FMT_UNIT,     /* c: one of "ymdhsebga", or 'i' for minutes; count letters */
    FMT_ELAPSED,  /* c: one of "hms"; count letters */
    FMT_FRACTION, /* ".000" of a second; count digits */
    FMT_HALF,     /* "AM/PM" or "A/P" */
};

struct format_token {
    enum format_token_kind kind;
    char c;
    uint32_t count;
    const char *p;
    uint32_t n;
};

enum section_kind { SECTION_GENERAL, SECTION_NUMBER, SECTION_SCIENTIFIC, SECTION_FRACTION, SECTION_DATE, SECTION_TEXT };

enum test_op { TEST_NONE, TEST_EQ, TEST_NE, TEST_LT, TEST_LE, TEST_GT, TEST_GE };

struct section {
    enum section_kind kind;
    const struct format_token *pieces;
    uint32_t n;

    enum test_op op; /* its condition */
    double limit;
    bool has_tag;     /* a colour, a condition, a locale: something in brackets */
    bool drops_minus; /* only negative numbers get here: the section says itself what is shown for the sign */

    /* of numbers */
    bool thousands;
    int shift;               /* the number is first multiplied by 10^shift: percent signs and scaling commas */
    uint32_t whole, places;  /* digits before and behind the point, of the number or the mantissa */
    uint32_t exponent;       /* where the exponent's piece is */
    uint32_t exponent_width; /* and how many digits it has at least */

    /* of fractions, where in pieces: [0, whole_end) the whole number with what stands before it, [.., over) a
     * separator, [over, over_end) the digits above, [under, under_end) those below */
    uint32_t whole_end, over, over_end, under, under_end;
    uint32_t denominator; /* a fixed one, or 0 */

    /* of dates */
    bool has_date, has_time, has_half;
    uint32_t fraction; /* the most digits of a second */
};

struct numfmt {
    enum numfmt_kind kind;
    struct section sections[NUMFMT_SECTIONS];
    uint32_t n;       /* sections for numbers */
    int text_section; /* -1: none */
};

/* Cuts one section, which ends at the end of the code or before ";"; returns where it ended. */
const char *numfmt_lex(struct arena *a, const char *p, const char *end, struct section *s);

/* Decides what kind of section it is, and all fields that depend on that. */
void numfmt_settle(struct section *s, struct format_token *pieces);

/* ---- showing ---- */

/* v is not negative. */
void numfmt_show_number(const struct section *s, double v, struct buf *b);
void numfmt_show_fraction(const struct section *s, double v, struct buf *b);

/* False, and nothing shown, when it is outside of the calendar; before its first day only 1904 counts on, as -1. */
bool numfmt_show_date(const struct section *s, double v, bool date1904, struct buf *b);

/* Pieces [from, to) with the digits of a whole number put in, right-aligned: what fractions are made of. */
void numfmt_show_whole(const struct section *s, uint32_t from, uint32_t to, uint64_t value, struct buf *b);
