/* cells.c - reading one cell: its first byte decides which grammar is tried.
 *
 * This runs over every cell of every source, so plain numbers are not even looked at here (type_guess_add() has them),
 * and a word is compared with others only when its length and first letters leave a chance.
 */
#include "base/str.h"
#include "grid/types/types.h"
#include "grid/types/values.h"
#include <math.h>
#include <string.h>

#define WORD_BYTES 8 /* the longest null word or truth */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static const char *const null_words[] = { "na",  "n/a",     "#n/a", "null", "none", "nan", "n.a.", "nil",
                                          "\\n", "(blank)", "-",    "--",   ".",    "?",   "n.a" };

/* The false word of each pair, then the true one. */
static const char *const truth_words[] = { "false", "true", "no", "yes", "n", "y", "f", "t", "off", "on" };

static bool find_word(const char *p, size_t n, const char *const *words, size_t count, size_t *ret)
{
    char word[WORD_BYTES] = { 0 };

    for (size_t i = 0; i < n; i++)
        word[i] = lower(p[i]);
    for (size_t i = 0; i < count; i++)
        if (words[i][0] == word[0] && strlen(words[i]) == n && memcmp(words[i], word, n) == 0) {
            *ret = i;
            return true;
        }
    return false;
}

static bool read_word(const char *p, size_t n, struct parsed_cell *r)
{
    size_t i;

    if (n >= WORD_BYTES)
        return false;
    if (find_word(p, n, truth_words, COUNT_OF(truth_words), &i)) {
        r->kind = CELL_BOOLEAN;
        r->truth = (uint8_t)i;
        return true;
    }
    if (!find_word(p, n, null_words, COUNT_OF(null_words), &i))
        return false;
    r->kind = CELL_NULL_WORD;
    return true;
}

static enum cell_kind number_kind(const struct amount *a)
{
    enum decimal_separator separator = a->whole[DECIMAL_POINT] >= 0 ? DECIMAL_POINT : DECIMAL_COMMA;
    size_t places = a->n - (size_t)a->whole[separator];

    if (a->has_exponent)
        return isfinite(value_amount_float(a, separator)) ? CELL_FLOAT : CELL_TEXT;
    if (a->whole[separator] > DATA_DECIMAL_DIGITS)
        return CELL_TEXT;
    return places > 0 || a->percent ? CELL_DECIMAL : CELL_INTEGER;
}

static bool read_number(const char *p, size_t n, struct parsed_cell *r)
{
    switch (amount_read(p, n, &r->amount)) {
    case AMOUNT_NUMBER:
        r->kind = number_kind(&r->amount);
        return true;
    case AMOUNT_IDENTIFIER:
        r->kind = CELL_IDENTIFIER;
        return true;
    case AMOUNT_NONE:
        break;
    }
    return false;
}

/* A month, and a date that is as well a version, are text by themselves. */
static bool read_moment(const char *p, size_t n, struct parsed_cell *r)
{
    if (!moment_read(p, n, &r->moment)) {
        r->is_month = moment_month(p, n, &r->moment);
        return r->is_month;
    }
    r->is_loose = r->moment.is_loose;
    if (r->is_loose)
        return true;
    r->kind = !r->moment.has_time ? CELL_DATE : r->moment.has_zone ? CELL_TIME_UTC : CELL_TIME;
    return true;
}

/* Could it begin with the name of a month or a day? */
static bool is_calendar_word(const char *p, size_t n)
{
    static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdecmontuewedthufrisatsun";

    if (n < 6)
        return false;
    for (const char *name = names; *name; name += 3)
        if (name[0] == lower(p[0]) && name[1] == lower(p[1]) && name[2] == lower(p[2]))
            return true;
    return false;
}

/* An amount that begins with its currency ends in a digit, or in what may stand behind one. */
static bool ends_like_amount(const char *p, size_t n)
{
    return str_is_digit(p[n - 1]) || p[n - 1] == '-' || p[n - 1] == '.' || p[n - 1] == '%' || p[n - 1] == ')';
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

void cell_read(const char *p, size_t n, struct parsed_cell *ret)
{
    p = str_trim(p, n, &n);
    ret->kind = n == 0 ? CELL_EMPTY : CELL_TEXT;
    ret->is_month = ret->is_loose = false;
    if (n == 0 || n > DATA_NUMBER_BYTES)
        return;
    if (str_is_digit(*p)) {
        if (!read_number(p, n, ret))
            read_moment(p, n, ret);
    } else if (is_letter(*p)) {
        if (!read_word(p, n, ret) && !(is_calendar_word(p, n) && read_moment(p, n, ret)) && ends_like_amount(p, n))
            read_number(p, n, ret);
    } else if (!read_word(p, n, ret)) {
        read_number(p, n, ret);
    }
}

/* The digits, without leading zeros, are more than an int64 of that sign holds. */
static bool is_beyond_int64(const char *digits, size_t n, bool negative)
{
    if (n != 19)
        return n > 19;
    return memcmp(digits, negative ? "9223372036854775808" : "9223372036854775807", 19) > 0;
}

void amount_size(const struct amount *a, enum decimal_separator separator, struct number_size *ret)
{
    uint32_t whole = (uint32_t)a->whole[separator], places = (uint32_t)(a->n - whole);

    if (whole == 1 && a->digits[0] == '0')
        whole = 0;
    *ret = (struct number_size){ .is_float = a->has_exponent };
    if (a->has_exponent)
        return;
    ret->whole = a->percent ? (whole > 2 ? whole - 2 : 0) : whole;
    ret->places = a->percent ? places + 2 : places;
    ret->beyond_int64 = is_beyond_int64(a->digits, whole, a->negative);
}

enum cell_kind cell_kind(const char *p, size_t n, struct number_size *size)
{
    struct parsed_cell r;

    cell_read(p, n, &r);
    if (r.kind == CELL_INTEGER || r.kind == CELL_DECIMAL)
        amount_size(&r.amount, r.amount.whole[DECIMAL_POINT] >= 0 ? DECIMAL_POINT : DECIMAL_COMMA, size);
    return r.kind;
}
