/* types.c - what is known of a column, value by value.
 *
 * Plain numbers and ISO dates are counted without reading them in full: digits alone can be read in both ways, digits
 * with one point only with a decimal point unless three digits follow it. Numbers are measured in digits and never
 * computed here: a value too large for a machine word is no special case.
 */
#include "grid/types/types.h"
#include "base/str.h"
#include "grid/types/quick.h"
#include "grid/types/values.h"
#include <string.h>

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void widen(struct number_size *most, const struct number_size *size)
{
    most->whole = larger(most->whole, size->whole);
    most->places = larger(most->places, size->places);
    most->beyond_int64 |= size->beyond_int64;
    most->is_float |= size->is_float;
}

/* n numbers that can be read both ways, with places or without. */
static void add_both(struct type_guess *g, uint64_t n, const struct number_size *size)
{
    g->values += n;
    g->numbers += n;
    g->fits[READING_POINT] += n;
    g->fits[READING_COMMA] += n;
    widen(&g->most[READING_POINT], size);
    widen(&g->most[READING_COMMA], size);
}

void type_guess_add_plain(struct type_guess *g, const struct plain_numbers *plain)
{
    const struct number_size whole = { .whole = plain->whole_digits };
    const struct number_size pointed = { .whole = plain->pointed_digits, .places = plain->pointed_places };
    const struct number_size either = { .whole = plain->either_digits, .places = 3 };
    const struct number_size thousands = { .whole = plain->either_digits + 3 };
    uint64_t points = plain->pointed + plain->either;

    if (plain->whole + points == 0)
        return;
    g->has_written = g->not_compact = true;
    add_both(g, plain->whole, &whole);
    g->values += points;
    g->numbers += points;
    g->fits[READING_POINT] += points;
    widen(&g->most[READING_POINT], &pointed);
    if (plain->either > 0) {
        g->either_points = true;
        g->fits[READING_COMMA] += plain->either;
        widen(&g->most[READING_POINT], &either);
        widen(&g->most[READING_COMMA], &thousands);
    }
}

static void add_offset(struct type_guess *g, int offset)
{
    g->offset_most = (uint16_t)larger(g->offset_most, (uint32_t)(OFFSET_ZERO + offset));
    g->offset_least = (uint16_t)larger(g->offset_least, (uint32_t)(OFFSET_ZERO - offset));
}

void type_guess_add_iso(struct type_guess *g, uint64_t n, bool has_time, bool has_zone)
{
    const size_t first = has_zone ? READING_ZONED_DAY : READING_DAY;

    if (n == 0)
        return;
    g->values += n;
    g->dates += n;
    g->fits[first] += n;
    g->fits[first + 1] += n;
    g->has_times |= has_time;
    g->has_dates |= !has_time;
    if (has_zone)
        add_offset(g, 0);
}

static uint32_t count_digits(uint64_t v)
{
    uint32_t n = 0;

    for (; v > 0; v /= 10)
        n++;
    return n;
}

void type_guess_add_integer(struct type_guess *g, int64_t v)
{
    const uint32_t point = g->most[READING_POINT].whole, comma = g->most[READING_COMMA].whole;
    const uint32_t least = point < comma ? point : comma;
    const uint64_t size_of = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    struct number_size size = { 0 };
    int32_t days;

    /* Counting digits takes divisions; most values have no more than those before. */
    if (least > QUICK_DIGITS || size_of >= (uint64_t)quick_power[least])
        size.whole = count_digits(size_of);
    add_both(g, 1, &size);
    if (!g->not_compact)
        g->not_compact = !moment_compact(v, &days);
}

void type_guess_add_number(struct type_guess *g, double v)
{
    struct number_size size = { 0 };
    int64_t digits;
    int places;

    if (value_is_whole(v)) {
        type_guess_add_integer(g, (int64_t)v);
        return;
    }
    g->not_compact = true;
    if (value_places(v, (int)g->most[READING_POINT].places, &places, &digits)) {
        uint32_t n = count_digits(digits < 0 ? 0 - (uint64_t)digits : (uint64_t)digits);
        size.places = (uint32_t)places;
        size.whole = n > size.places ? n - size.places : 0;
    } else {
        size.is_float = true;
    }
    add_both(g, 1, &size);
}

void type_guess_add_truth(struct type_guess *g)
{
    g->values++;
    g->fits[READING_TRUTH]++;
    g->has_truths = true;
}

void type_guess_add_date(struct type_guess *g, bool has_time)
{
    g->values++;
    g->dates++;
    g->fits[READING_DAY]++;
    g->fits[READING_MONTH]++;
    g->has_times |= has_time;
    g->has_dates |= !has_time;
}

/* ---- text ---- */

static void add_amount(struct type_guess *g, const struct amount *a)
{
    const size_t first = a->percent ? READING_PERCENT_POINT : READING_POINT;
    struct number_size size;
    int32_t days;

    g->numbers++;
    g->has_written = true;
    for (enum decimal_separator separator = DECIMAL_POINT; separator < DECIMAL_SEPARATORS; separator++)
        if (a->whole[separator] >= 0) {
            amount_size(a, separator, &size);
            g->fits[first + separator]++;
            widen(&g->most[first + separator], &size);
        }
    if (a->whole[DECIMAL_POINT] >= 0 && a->whole[DECIMAL_COMMA] >= 0 &&
        a->whole[DECIMAL_POINT] != a->whole[DECIMAL_COMMA]) {
        g->either_commas |= a->whole[DECIMAL_POINT] > a->whole[DECIMAL_COMMA];
        g->either_points |= a->whole[DECIMAL_POINT] < a->whole[DECIMAL_COMMA];
    }
    g->has_codes |= a->is_code;
    g->has_science |= a->has_exponent && !a->is_code;
    g->dashes += a->is_dash;
    if (a->currency)
        g->currencies |= 1ULL << (a->currency - 1);
    if (a->blanks) {
        g->blank_numbers++;
        g->blank_most = (uint8_t)larger(g->blank_most, a->blanks);
        g->blank_least = (uint8_t)larger(g->blank_least, 255u - a->blanks);
    }
    if (!g->not_compact)
        g->not_compact = a->n != 8 || a->whole[DECIMAL_POINT] != 8 || a->currency || a->percent || a->negative ||
                         !moment_compact(value_amount_integer(a), &days);
}

static void add_moment(struct type_guess *g, const struct moment *m)
{
    const size_t first = m->has_zone ? READING_ZONED_DAY : READING_DAY;

    g->dates++;
    for (enum order order = ORDER_DAY; order < ORDERS; order++)
        g->fits[first + order] += m->fits[order];
    if (m->first && m->fits[ORDER_DAY] && m->fits[ORDER_MONTH]) {
        g->open_points |= m->has_points;
        g->open_others |= !m->has_points;
        g->firsts |= 1u << m->first;
        g->seconds |= 1u << m->second;
    }
    g->has_times |= m->has_time;
    g->has_dates |= !m->has_time;
    g->has_short_years |= m->is_short_year;
    g->has_offsets |= m->has_zone && !m->is_utc;
    if (m->has_zone)
        add_offset(g, m->offset);
    g->has_twelve_hours |= m->is_twelve_hours;
    g->loose += m->is_loose;
    g->has_decided |= m->is_loose && m->fits[ORDER_DAY] != m->fits[ORDER_MONTH];
}

static void add_month(struct type_guess *g, const struct moment *m)
{
    g->fits[READING_PERIOD]++;
    if (m->short_year == 0)
        return;
    g->year_most = (uint8_t)larger(g->year_most, m->short_year);
    g->year_least = (uint8_t)larger(g->year_least, 101u - m->short_year);
}

void type_guess_add_reading(struct type_guess *g, const struct parsed_cell *r)
{
    g->values += r->kind != CELL_EMPTY && r->kind != CELL_NULL_WORD;
    switch (r->kind) {
    case CELL_EMPTY:
        break;
    case CELL_NULL_WORD:
        g->null_words++;
        break;
    case CELL_INTEGER:
    case CELL_DECIMAL:
    case CELL_FLOAT:
        add_amount(g, &r->amount);
        break;
    case CELL_BOOLEAN:
        g->fits[READING_TRUTH]++;
        g->truths |= 1u << r->truth;
        break;
    case CELL_DATE:
    case CELL_TIME:
    case CELL_TIME_UTC:
        add_moment(g, &r->moment);
        break;
    case CELL_IDENTIFIER:
        g->identifiers++;
        g->has_long_digits |= r->amount.long_digits;
        break;
    case CELL_TEXT:
        if (r->is_month)
            add_month(g, &r->moment);
        else if (r->is_loose)
            add_moment(g, &r->moment);
        else
            g->texts++;
        break;
    }
}

/* Counts a plain number where nothing more is to be said of it; false: it was not counted. */
static bool add_quick(struct type_guess *g, const char *p, size_t n)
{
    struct plain_numbers plain = { 0 };
    struct quick_number q;

    if (!quick_number(p, n, &q) || !type_guess_is_plain(g, q.whole, q.places))
        return false;
    plain_add(&plain, q.whole, q.places, q.zero);
    type_guess_add_plain(g, &plain);
    return true;
}

void type_guess_add(struct type_guess *g, const char *p, size_t n)
{
    struct parsed_cell r;

    if (n == 0 || add_quick(g, p, n))
        return;
    cell_read(p, n, &r);
    type_guess_add_reading(g, &r);
}

void type_guess_add_times(struct type_guess *g, const char *p, size_t n, uint64_t times)
{
    struct type_guess one = { .not_compact = g->not_compact };

    type_guess_add(&one, p, n);
    one.values *= times;
    one.null_words *= times;
    one.identifiers *= times;
    one.texts *= times;
    one.numbers *= times;
    one.dates *= times;
    one.blank_numbers *= times;
    one.loose *= times;
    one.dashes *= times;
    for (size_t i = 0; i < READINGS; i++)
        one.fits[i] *= times;
    type_guess_merge(g, &one);
}

void type_guess_merge(struct type_guess *g, const struct type_guess *other)
{
    g->values += other->values;
    g->null_words += other->null_words;
    g->identifiers += other->identifiers;
    g->texts += other->texts;
    for (size_t i = 0; i < READINGS; i++)
        g->fits[i] += other->fits[i];
    for (size_t i = 0; i < READING_NUMBERS; i++)
        widen(&g->most[i], &other->most[i]);
    g->numbers += other->numbers;
    g->dates += other->dates;
    g->currencies |= other->currencies;
    g->blank_numbers += other->blank_numbers;
    g->blank_least = (uint8_t)larger(g->blank_least, other->blank_least);
    g->blank_most = (uint8_t)larger(g->blank_most, other->blank_most);
    g->truths |= other->truths;
    g->firsts |= other->firsts;
    g->seconds |= other->seconds;
    g->has_dates |= other->has_dates;
    g->has_times |= other->has_times;
    g->has_short_years |= other->has_short_years;
    g->has_offsets |= other->has_offsets;
    g->has_twelve_hours |= other->has_twelve_hours;
    g->has_long_digits |= other->has_long_digits;
    g->has_written |= other->has_written;
    g->has_truths |= other->has_truths;
    g->not_compact |= other->not_compact;
    g->loose += other->loose;
    g->dashes += other->dashes;
    g->offset_most = (uint16_t)larger(g->offset_most, other->offset_most);
    g->offset_least = (uint16_t)larger(g->offset_least, other->offset_least);
    g->year_most = (uint8_t)larger(g->year_most, other->year_most);
    g->year_least = (uint8_t)larger(g->year_least, other->year_least);
    g->has_codes |= other->has_codes;
    g->has_science |= other->has_science;
    g->either_commas |= other->either_commas;
    g->either_points |= other->either_points;
    g->open_points |= other->open_points;
    g->open_others |= other->open_others;
    g->has_decided |= other->has_decided;
    g->comma_habit |= other->comma_habit;
}
