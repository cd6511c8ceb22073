/* types.h - what a cell is, and what type that makes a column.
 *
 * A column's type follows from all of its values, never from a sample and never from one cell, and is exact: what is
 * read can be written back with the same value. Blanks around a value do not count, except in text. Each value is read
 * with either decimal separator and in either date order (amounts.h, moments.h); the reading that fits most values of
 * the column is taken.
 *
 *   integer    whole numbers within 64 bits
 *   decimal    numbers with places, or whole ones beyond 64 bits; up to 38 digits in all, as many places as the value
 *              with the most. Sums of them that could need more than 38 digits are rounded (column_sum_is_rounded()),
 *              and it is said. Percentages: 12.5% is 0.125, as in a workbook, and the unit says "%"
 *   float      numbers with an exponent, or needing over 38 digits; doubles of a workbook that need over 15
 *   boolean    true/false, yes/no, y/n, t/f or on/off, in any case: both words of one pair and nothing else
 *   date       see moments.h; 20240131 where every value is such a day and the column's name speaks of a date
 *              Months without their day (Jan-24) are their first day, where all values are such
 *   timestamp  dates with a time; without a zone, or all with one: those of one offset keep the time on the wall, those
 *              of several are put to UTC. Dates among those without a zone mean midnight
 *   text       all else; times of day alone, weeks and quarters are text too
 *
 * Decimal separator: "1,234" and "1.234" fit either one; "12,5", "1.234,56" and "1,234.56" fit only one. The separator
 * that fits more values wins. Where both fit all values, the first of these rules that applies: another column of the
 * table has a decided separator: that one; the file's fields are separated by semicolons, as they are where the comma
 * is the decimal separator: the comma; else the point, so that commas separate thousands. An assumption says which.
 *
 * Date order: the same. Where all values fit day first and month first, with different dates, the first of these rules:
 * points between the numbers: day first, as all who write points do; one of the numbers is always 1 and the other is
 * not: it is the day, of a series by months; times with AM or PM: month first; another column of the table has its
 * order decided: that one; an amount of the table is in US dollars: month first; else day first, as most of the world
 * writes. An assumption says which.
 *
 * Currencies: one a column, told as its unit; an amount without one has the same. With several the column is text.
 *
 * Identifiers stay text: one number with a leading zero (007), one with a plus sign and seven or more digits, or one of
 * over 38 digits makes its column text; so do numbers cut by blanks that all have the same nine or more digits
 * (telephone numbers), whole numbers all different with misfits among them that hold digits (A123), and 1E5 where no
 * value has a point, nor an exponent with a sign.
 *
 * No value: an empty cell; and in a column that is not text also NA, N/A, #N/A, null, None, nil, NaN, n.a., (blank),
 * \N,
 * -, --, ., ?, in any case; these are counted and told. In text they are text.
 *
 * Misfits: where all values but COLUMN_MISFIT_PERCENT percent, or but COLUMN_MISFIT_FEW words, can be read as numbers
 * or dates, the column is that, and the others are misfits: no value to the engine, but kept as they stand, counted and
 * told. A workbook's errors (#DIV/0!) are kept so in any column and do not count as values.
 */
#pragma once
#include "base/attrs.h"
#include "grid/table.h"
#include "grid/types/amounts.h"
#include "grid/types/moments.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct notes;

/* What one cell is. */
enum cell_kind {
    CELL_EMPTY,
    CELL_NULL_WORD,
    CELL_INTEGER,
    CELL_DECIMAL,
    CELL_FLOAT,
    CELL_BOOLEAN,
    CELL_DATE,
    CELL_TIME,       /* a date with a time */
    CELL_TIME_UTC,   /* the same with a zone */
    CELL_IDENTIFIER, /* digits that are no number */
    CELL_TEXT,
};

/* A cell, read. */
struct parsed_cell {
    enum cell_kind kind;
    uint8_t truth; /* of a boolean: twice the number of its pair, and 1 for the true one */
    bool is_month; /* of text: a month without its day, which the moment has */
    bool is_loose; /* of text: a date, if the column says so; the moment has it */
    union {
        struct amount amount; /* of numbers */
        struct moment moment; /* of dates, months and loose dates */
    };
};

/* Reads the n bytes. */
void cell_read(const char *p, size_t n, struct parsed_cell *ret);

/* The digits of a number that count: those before the point without leading zeros, and those behind it. */
struct number_size {
    uint32_t whole, places;
    bool beyond_int64, is_float;
};

/* The size of a number, read with that decimal separator. */
void amount_size(const struct amount *a, enum decimal_separator separator, struct number_size *ret);

/* What the n bytes are; *size is set for integers and decimals only. */
enum cell_kind cell_kind(const char *p, size_t n, struct number_size *size);

/* How a column's values can be read: with which decimal separator, in which date order. */
enum reading {
    READING_POINT,
    READING_COMMA,
    READING_PERCENT_POINT,
    READING_PERCENT_COMMA,
    READING_DAY,
    READING_MONTH,
    READING_ZONED_DAY,
    READING_ZONED_MONTH,
    READING_PERIOD, /* months without a day */
    READING_TRUTH,
    READINGS,
    READING_TEXT = READINGS
};
#define READING_NUMBERS (READING_PERCENT_COMMA + 1) /* the first of them are numbers */

/* What is known of a column's values so far; all zero to begin with. The order of adding and merging does not matter.
 */
struct type_guess {
    uint64_t values; /* cells that hold something, null words and errors apart */
    uint64_t null_words, identifiers, texts;
    uint64_t fits[READINGS];                  /* values that can be read so */
    struct number_size most[READING_NUMBERS]; /* the largest of each */
    uint64_t numbers, dates;                  /* values that fit any reading as one */
    uint64_t currencies;                      /* a bit each */
    uint64_t blank_numbers;                   /* numbers cut by blanks */
    uint8_t blank_least, blank_most;          /* their digits; least is 255 less that number */
    uint32_t truths;                          /* a bit for each word */
    uint32_t firsts, seconds;                 /* a bit for each number in dates whose order is open */
    uint64_t loose;                           /* dates such as 5.1.24 */
    uint64_t dashes;                          /* zeros shown as a dash */
    uint16_t offset_most,
        offset_least;              /* of zones, and OFFSET_ZERO more; least is that much less the offset; 0: none */
    uint8_t year_most, year_least; /* years of two digits of months, and 1; least is 101 less that */
    bool has_dates, has_times, has_short_years, has_offsets, has_twelve_hours, has_long_digits;
    bool has_written;                  /* numbers as text, not as doubles */
    bool has_truths;                   /* truths as such, not as words */
    bool not_compact;                  /* a number is no YYYYMMDD */
    bool has_codes;                    /* numbers such as 1E5 */
    bool has_science;                  /* other numbers with an exponent */
    bool either_commas, either_points; /* numbers whose one comma or point separates decimals or thousands */
    bool open_points, open_others;     /* dates of undecided order with points, and with other separators */
    bool has_decided;                  /* a loose date that can be read with the day or the month first, not both */
    bool comma_habit; /* the file separates fields by semicolons, as where the comma is the decimal separator */
};
#define OFFSET_ZERO (MOMENT_OFFSET + 1)

void type_guess_add(struct type_guess *g, const char *p, size_t n);

/* The same for a cell that is read already, and for one that comes several times. */
void type_guess_add_reading(struct type_guess *g, const struct parsed_cell *r);
void type_guess_add_times(struct type_guess *g, const char *p, size_t n, uint64_t times);

/* The currency that a number already counted is in. */
static inline void type_guess_add_currency(struct type_guess *g, uint8_t currency)
{
    g->currencies |= 1ULL << (currency - 1);
    g->not_compact = true;
}

/* Values of sources that know what they are. */
void type_guess_add_integer(struct type_guess *g, int64_t v);
void type_guess_add_number(struct type_guess *g, double v);
void type_guess_add_truth(struct type_guess *g);
void type_guess_add_date(struct type_guess *g, bool has_time);

/* The quick half of type_guess_add(), for many at once: plain numbers, [-]digits[.digits] without leading zeros, and
 * ISO dates. Whole ones of eight digits are not plain as long as all numbers may be dates. */
struct plain_numbers {
    uint64_t whole, pointed, either; /* how many: without places, with a point that is none of thousands, all others */
    uint32_t whole_digits;           /* the most of those without; zero has none */
    uint32_t pointed_digits, pointed_places;
    uint32_t either_digits; /* before the point; three stand behind it */
};
void type_guess_add_plain(struct type_guess *g, const struct plain_numbers *plain);
void type_guess_add_iso(struct type_guess *g, uint64_t n, bool has_time, bool has_zone);

/* Counts one; zero: it is below 1, and its one digit before the point does not count. */
static inline void plain_add(struct plain_numbers *plain, uint32_t whole, uint32_t places, bool zero)
{
    uint32_t digits = zero ? 0 : whole;

    if (places == 0) {
        plain->whole++;
        if (digits > plain->whole_digits)
            plain->whole_digits = digits;
    } else if (places == 3 && whole <= 3 && !zero) {
        plain->either++;
        if (digits > plain->either_digits)
            plain->either_digits = digits;
    } else {
        plain->pointed++;
        if (digits > plain->pointed_digits)
            plain->pointed_digits = digits;
        if (places > plain->pointed_places)
            plain->pointed_places = places;
    }
}

static inline bool type_guess_is_plain(const struct type_guess *g, uint32_t whole, uint32_t places)
{
    return g->not_compact || places != 0 || whole != 8;
}

void type_guess_merge(struct type_guess *g, const struct type_guess *other);

/* So few among so many cells that the column's type may be another. */
static inline bool misfits_are_few(uint64_t misfits, uint64_t cells)
{
    return misfits <= COLUMN_MISFIT_FEW && cells >= COLUMN_MISFIT_LEAST && misfits * COLUMN_MISFIT_SHARE <= cells;
}

/* True when the column is text, whatever else there is among so many rows. */
static inline bool type_guess_is_text(const struct type_guess *g, uint64_t rows)
{
    return g->texts * 100 > rows * COLUMN_MISFIT_PERCENT && !misfits_are_few(g->texts, rows);
}

/* How a column is read. */
struct type_plan {
    enum column_type type;
    int precision, scale; /* of a decimal */
    enum reading reading; /* READING_TEXT for text */
    uint8_t currency;
    int16_t offset;  /* of zoned times, in minutes: they keep the time on the wall; 0: they are in UTC */
    bool is_compact; /* numbers are dates: 20240131 */
    bool may_be_ids; /* whole numbers with misfits: text if they are all different and a misfit has digits */
    uint8_t why;     /* for types_say() */
};

/* Settles all columns of a table at once, as one can say something of another; names are those of the columns. */
void types_decide(const struct type_guess *guesses, const char *const *names, size_t n, struct type_plan *ret);

/* Says what had to be assumed of a column, whose description is finished. */
void types_say(const struct type_guess *g, const struct type_plan *plan, const struct column *c, struct notes *notes);
