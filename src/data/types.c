/* types.c - classifying cells and settling on a column's type.
 *
 * This runs over every cell of every source, so a cell's first byte decides which grammar is tried, and a column that
 * has turned out to be text is not looked at again. Numbers are measured in digits and never computed here: a value too
 * large for a machine word is no special case.
 */
#include "data/types.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "data/notes.h"
#include "data/values.h"
#include <math.h>

#define BIT(kind) (1u << (kind))
#define DECIMAL_DIGITS 38u /* the engine's widest decimal */
#define DOUBLE_DIGITS 15u  /* decimal digits that every double keeps */
#define PHONE_DIGITS 7u    /* the shortest telephone number written with a plus sign */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t count_digits(const char *p, size_t n)
{
    size_t i = 0;

    while (i < n && is_digit(p[i]))
        i++;
    return i;
}

static bool is_word(const char *p, size_t n, const char *word)
{
    size_t i = 0;

    for (; i < n && word[i]; i++) {
        char c = p[i] >= 'A' && p[i] <= 'Z' ? (char)(p[i] + ('a' - 'A')) : p[i];
        if (c != word[i])
            return false;
    }
    return i == n && word[i] == '\0';
}

/* ---- numbers ---- */

/* The digits, without leading zeros, are more than an int64 of that sign holds. */
static bool is_beyond_int64(const char *digits, size_t n, bool negative)
{
    if (n != 19)
        return n > 19;
    return memcmp(digits, negative ? "9223372036854775808" : "9223372036854775807", 19) > 0;
}

/* The value has to be a number a double can hold: 1e999 is not, and stays text. */
static enum cell_kind float_or_text(const char *p, size_t n)
{
    return n <= DATA_NUMBER_BYTES && isfinite(value_float(p, n)) ? CELL_FLOAT : CELL_TEXT;
}

/* The n bytes are an exponent and nothing else. */
static bool is_exponent(const char *p, size_t n)
{
    size_t sign;

    if (n < 2 || (*p != 'e' && *p != 'E'))
        return false;
    sign = p[1] == '+' || p[1] == '-';
    return n > 1 + sign && count_digits(p + 1 + sign, n - 1 - sign) == n - 1 - sign;
}

static enum cell_kind number_kind(const char *p, size_t n, struct number_size *size)
{
    bool negative = *p == '-', plus = *p == '+', point;
    const char *digits = p + (negative || plus);
    size_t left = n - (size_t)(digits - p), whole = count_digits(digits, left), places = 0;
    const char *rest = digits + whole;

    left -= whole;
    point = left > 0 && *rest == '.';
    if (point) {
        places = count_digits(rest + 1, left - 1);
        rest += 1 + places;
        left -= 1 + places;
    }
    if (whole + places == 0 || n > DATA_NUMBER_BYTES)
        return CELL_TEXT;
    if ((whole > 1 && *digits == '0') || (plus && !point && whole >= PHONE_DIGITS && left == 0))
        return CELL_TEXT;
    if (left > 0)
        return is_exponent(rest, left) ? float_or_text(p, n) : CELL_TEXT;
    if (whole == 1 && *digits == '0')
        whole = 0;
    *size = (struct number_size){ .whole = (uint32_t)whole,
                                  .places = (uint32_t)places,
                                  .beyond_int64 = is_beyond_int64(digits, whole, negative) };
    return point ? CELL_DECIMAL : CELL_INTEGER;
}

/* ---- dates, times and words ---- */

static enum cell_kind time_kind(const char *p, size_t n)
{
    int64_t us;

    if (n == 10)
        return date_read(p, n, &us) ? CELL_DATE : CELL_TEXT;
    if (!value_read_time(p, n, &us))
        return CELL_TEXT;
    return p[n - 1] == 'Z' ? CELL_TIME_UTC : CELL_TIME;
}

static enum cell_kind word_kind(const char *p, size_t n)
{
    static const char *const nulls[] = { "na", "n/a", "#n/a", "null", "none", "nan" };

    if (is_word(p, n, "true") || is_word(p, n, "false"))
        return CELL_BOOLEAN;
    for (size_t i = 0; i < COUNT_OF(nulls); i++)
        if (is_word(p, n, nulls[i]))
            return CELL_NULL_WORD;
    return CELL_TEXT;
}

enum cell_kind cell_kind(const char *p, size_t n, struct number_size *size)
{
    p = str_trim(p, n, &n);
    if (n == 0)
        return CELL_EMPTY;
    if (is_digit(*p))
        return n >= 10 && p[4] == '-' ? time_kind(p, n) : number_kind(p, n, size);
    switch (*p) {
    case '+':
    case '-':
    case '.':
        return number_kind(p, n, size);
    case '#':
    case 'n':
    case 'N':
    case 't':
    case 'T':
    case 'f':
    case 'F':
        return word_kind(p, n);
    default:
        return CELL_TEXT;
    }
}

/* ---- columns ---- */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

void type_guess_add(struct type_guess *g, const char *p, size_t n)
{
    struct number_size size = { 0 };
    enum cell_kind kind;

    if (n == 0 || (g->kinds & BIT(CELL_TEXT)))
        return;
    kind = cell_kind(p, n, &size);
    g->kinds |= BIT(kind);
    g->null_words += kind == CELL_NULL_WORD;
    g->most.whole = larger(g->most.whole, size.whole);
    g->most.places = larger(g->most.places, size.places);
    g->most.beyond_int64 |= size.beyond_int64;
}

static void settle_number(const struct type_guess *g, uint32_t kinds, struct column *c, struct notes *notes)
{
    uint32_t digits = g->most.whole + g->most.places;

    if (kinds == BIT(CELL_INTEGER) && !g->most.beyond_int64) {
        c->type = COLUMN_INTEGER;
    } else if (!(kinds & BIT(CELL_FLOAT)) && digits <= DECIMAL_DIGITS) {
        c->type = COLUMN_DECIMAL;
        c->precision = digits > 0 ? (int)digits : 1;
        c->scale = (int)g->most.places;
    } else {
        c->type = COLUMN_FLOAT;
        if (digits > DOUBLE_DIGITS)
            notes_add(notes, "numbers in '%s' are rounded to about 16 digits, as some %s", c->name,
                      kinds & BIT(CELL_FLOAT) ? "have exponents" : "need more than 38");
    }
}

void type_guess_end(const struct type_guess *g, struct column *c, struct notes *notes)
{
    const uint32_t numbers = BIT(CELL_INTEGER) | BIT(CELL_DECIMAL) | BIT(CELL_FLOAT);
    uint32_t kinds = g->kinds & ~(BIT(CELL_EMPTY) | BIT(CELL_NULL_WORD));

    c->type = COLUMN_TEXT;
    c->precision = c->scale = 0;
    if (kinds != 0 && (kinds & ~numbers) == 0)
        settle_number(g, kinds, c, notes);
    else if (kinds == BIT(CELL_BOOLEAN))
        c->type = COLUMN_BOOLEAN;
    else if (kinds == BIT(CELL_DATE))
        c->type = COLUMN_DATE;
    else if (kinds == BIT(CELL_TIME) || kinds == BIT(CELL_TIME_UTC) || kinds == (BIT(CELL_TIME) | BIT(CELL_DATE)))
        c->type = COLUMN_TIMESTAMP;
    if (c->type == COLUMN_TIMESTAMP && (kinds & BIT(CELL_DATE)))
        notes_add(notes, "dates without a time in '%s' are taken as midnight", c->name);
    if (c->type != COLUMN_TEXT && g->null_words > 0)
        notes_add(notes, "in '%s', %s taken as no value", c->name,
                  notes_count(notes, g->null_words, "null word", "(NA or the like) is", "(NA or the like) are"));
}
