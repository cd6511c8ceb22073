/* numfmt.h - a workbook's number formats: a value as a spreadsheet shows it.
 *
 * A format code ("#,##0.00;[Red]-#,##0.00", "d mmm yyyy", "[h]:mm", "# ?/?", "[>=100]0;0.0") is compiled once and used
 * for every cell that has it. Compiling never fails: a code that means nothing is General, as spreadsheets treat it.
 * What is shown is what the spreadsheet shows in a column that is wide enough, in the en-US locale; a currency that the
 * code names is shown, a locale's names of months and days are not. Fill characters take no room.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct numfmt;

enum numfmt_kind {
    NUMFMT_GENERAL,
    NUMFMT_NUMBER,  /* digits: plain, thousands, currency, scientific, fractions */
    NUMFMT_PERCENT, /* digits with a percent sign */
    NUMFMT_DATE,    /* has a day, month or year and no time of day */
    NUMFMT_TIME,    /* a time of day alone, or elapsed time */
    NUMFMT_DATETIME,
    NUMFMT_TEXT, /* "@" */
};

/* Compiles a code; it lives in the arena. */
const struct numfmt *numfmt_new(struct arena *a, const char *code, size_t n);

/* The code of a built-in format (0 to 163), or NULL where the standard has none. */
const char *numfmt_builtin(unsigned id);

enum numfmt_kind numfmt_kind(const struct numfmt *f);

/* The currency that numbers are shown in, for amount_currency(); 0: none that is known. */
uint8_t numfmt_currency(const struct numfmt *f);

/* Appends a number as shown. date1904: the workbook counts days from 1904. A date that cannot be shown (negative) is
 * "#######", as in spreadsheets. */
void numfmt_number(const struct numfmt *f, double value, bool date1904, struct buf *b);

/* Appends a text as shown: its own, or what the format's text section makes of it. */
void numfmt_text(const struct numfmt *f, const char *p, size_t n, struct buf *b);

/* A serial date in microseconds since 1970-01-01, to the nearest of Excel's units (a microsecond rounds to the
 * millisecond); false for what is no date (negative, past 9999-12-31, or the 29 February 1900 that never was). */
bool numfmt_date(double serial, bool date1904, int64_t *ret_us);
