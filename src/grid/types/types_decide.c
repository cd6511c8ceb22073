/* types_decide.c - decides each column's type, decimal separator and date order from what its values allow. */
#include "base/str.h"
#include "grid/types/types.h"
#include "grid/types/types_why.h"
#include <string.h>

#define PHONE_DIGITS 9 /* numbers cut by blanks, all of so many digits or more, are telephone numbers */
#define DAYS_SPREAD 15 /* years of two digits, all below 32, over so many years: Jan-24 may be the 24th of January */

/* All of them, or all but the few that a column may have. In a small column these are words: a number written in
 * another form is no slip there, but a sign that the column has no one form. */
static bool is_most(const struct type_guess *g, uint64_t n)
{
    const uint64_t misfits = g->values - n;

    return n > 0 && (misfits * 100 <= g->values * COLUMN_MISFIT_PERCENT ||
                     (misfits == g->texts && n >= 2 * misfits && misfits_are_few(misfits, g->values + g->null_words)));
}

static bool are_phones(const struct type_guess *g)
{
    return g->blank_numbers > 0 && g->blank_numbers == g->numbers && g->currencies == 0 &&
           g->blank_most == 255 - g->blank_least && g->blank_most >= PHONE_DIGITS;
}

/* A name that speaks of a date: one of its words is, or ends in, such a word. */
static bool is_date_name(const char *name)
{
    static const char *const words[] = { "date", "datum", "fecha", "day", "dt", "ymd", "yyyymmdd" };

    for (const char *p = name; *p; p++)
        for (size_t i = 0; i < COUNT_OF(words); i++) {
            size_t n = strlen(words[i]);
            bool is_short = n < 4;
            if (strncasecmp(p, words[i], n) != 0)
                continue;
            if (!is_short || ((p == name || p[-1] == '_' || p[-1] == ' ') && (!p[n] || p[n] == '_' || p[n] == ' ')))
                return true;
        }
    return false;
}

static bool is_number(enum reading reading)
{
    return reading < READING_NUMBERS;
}

/* Dates with a day, whose order may be open. */
static bool is_date(enum reading reading)
{
    return reading >= READING_DAY && reading <= READING_ZONED_MONTH;
}

static bool is_zoned(enum reading reading)
{
    return reading == READING_ZONED_DAY || reading == READING_ZONED_MONTH;
}

/* 1E5 is a code, unless something in the column shows that it holds measures. */
static bool are_codes(const struct type_guess *g)
{
    return g->has_codes && !g->has_science && g->most[READING_POINT].places == 0 && g->most[READING_COMMA].places == 0;
}

/* All of them are months, and those with two digits behind them are not days. */
static bool are_months(const struct type_guess *g)
{
    int least = 101 - g->year_least;

    return g->fits[READING_PERIOD] == g->values &&
           (g->year_most == 0 || g->year_most > 32 || least == 1 || g->year_most - least < DAYS_SPREAD);
}

/* 5.1.24 is a date where the column's name says so, where other values are dates for sure, or where one of them can be
 * read in one order only, as few versions can. */
static bool are_loose_dates(const struct type_guess *g, const char *name)
{
    return g->loose < g->dates || g->has_decided || is_date_name(name);
}

/* The words of one pair, both of them, and no other. */
static bool are_truths(const struct type_guess *g)
{
    if (g->values == 0 || g->fits[READING_TRUTH] != g->values)
        return false;
    if (g->has_truths)
        return g->truths <= 3; /* among true ones, the words true and false are too */
    for (uint32_t pair = 3; pair <= g->truths; pair <<= 2)
        if (g->truths == pair)
            return true;
    return false;
}

static void decide_number(const struct type_guess *g, struct type_plan *plan)
{
    const struct number_size *most = &g->most[plan->reading];
    uint32_t digits = most->whole + most->places;

    if (!most->is_float && most->places == 0 && !most->beyond_int64) {
        plan->type = COLUMN_INTEGER;
    } else if (!most->is_float && digits <= DATA_DECIMAL_DIGITS) {
        plan->type = COLUMN_DECIMAL;
        plan->precision = digits > 0 ? (int)digits : 1;
        plan->scale = (int)most->places;
    } else {
        plan->type = COLUMN_FLOAT;
    }
    if (g->currencies)
        plan->currency = (uint8_t)(__builtin_ctzll(g->currencies) + 1);
    plan->may_be_ids = g->fits[plan->reading] < g->values && most->places == 0 && !most->is_float && !g->currencies &&
                       plan->reading == READING_POINT;
}

/* The reading that fits most values; of two that fit as many the first, so the point and the day come first. */
static enum reading best_reading(const struct type_guess *g, bool numbers)
{
    enum reading best = READING_TEXT;
    uint64_t most = 0;

    for (enum reading reading = numbers ? READING_POINT : READING_DAY; reading < READING_TRUTH; reading++)
        if (g->fits[reading] > most) {
            most = g->fits[reading];
            best = reading;
        }
    return best;
}

/* Why a column that is mostly numbers or dates is text all the same. */
static enum why_text why_text(const struct type_guess *g)
{
    if (__builtin_popcountll(g->currencies) > 1 && is_most(g, g->numbers))
        return WHY_CURRENCIES;
    if (g->has_long_digits && is_most(g, g->numbers + g->identifiers))
        return WHY_LONG_DIGITS;
    if (are_codes(g))
        return is_most(g, g->numbers) ? WHY_CODES : WHY_NOTHING;
    if (g->identifiers == 0 && is_most(g, g->numbers) && !are_phones(g))
        return WHY_SEPARATORS;
    return g->loose < g->dates && is_most(g, g->dates) ? WHY_ORDERS : WHY_NOTHING;
}

/* How the column is read; READING_TEXT where no reading suits. */
static enum reading reading_of(const struct type_guess *g, const char *name)
{
    bool numbers = g->identifiers == 0 && __builtin_popcountll(g->currencies) <= 1 && !are_phones(g) && !are_codes(g);
    enum reading reading = best_reading(g, numbers);

    if (reading == READING_TEXT || !is_most(g, g->fits[reading]) || (reading == READING_PERIOD && !are_months(g)) ||
        (!is_number(reading) && g->loose > 0 && !are_loose_dates(g, name)))
        return READING_TEXT;
    return reading;
}

static void decide_one(const struct type_guess *g, const char *name, enum reading reading, struct type_plan *plan)
{
    *plan = (struct type_plan){ .type = COLUMN_TEXT, .reading = READING_TEXT };
    if (are_truths(g)) {
        plan->type = COLUMN_BOOLEAN;
        plan->reading = READING_TRUTH;
    } else if (reading == READING_TEXT) {
        plan->why = (uint8_t)why_text(g);
    } else if (is_number(reading)) {
        plan->reading = reading;
        decide_number(g, plan);
        if (plan->type == COLUMN_INTEGER && !g->not_compact && g->fits[reading] == g->values && is_date_name(name)) {
            plan->type = COLUMN_DATE;
            plan->is_compact = true;
        }
    } else {
        plan->reading = reading;
        plan->type = g->has_times && reading != READING_PERIOD ? COLUMN_TIMESTAMP : COLUMN_DATE;
        if (is_zoned(reading) && g->offset_most + g->offset_least == 2 * OFFSET_ZERO)
            plan->offset = (int16_t)(g->offset_most - OFFSET_ZERO);
    }
}

/* ---- the decimal separator ---- */

static bool is_comma(enum reading reading)
{
    return reading == READING_COMMA || reading == READING_PERCENT_COMMA;
}

/* The two readings of the column's numbers. */
static enum reading point_reading(enum reading reading)
{
    return is_comma(reading) ? reading - 1 : reading;
}

/* The column's values do not show its decimal separator, and it matters. */
static bool is_separator_open(const struct type_guess *g, const struct type_plan *plan)
{
    return is_number(plan->reading) &&
           g->fits[point_reading(plan->reading)] == g->fits[point_reading(plan->reading) + 1] &&
           (g->either_commas || g->either_points);
}

/* The decimal separator that the other columns, or the file, suggest. */
static enum why_separator ask_for_separator(const struct type_guess *guesses, const struct type_plan *plans, size_t n,
                                            enum decimal_separator *ret)
{
    bool seen[DECIMAL_SEPARATORS] = { false }, habit = false;

    for (size_t i = 0; i < n; i++) {
        const enum reading reading = plans[i].reading;
        habit |= guesses[i].comma_habit;
        if (is_number(reading) &&
            guesses[i].fits[point_reading(reading)] != guesses[i].fits[point_reading(reading) + 1])
            seen[is_comma(reading) ? DECIMAL_COMMA : DECIMAL_POINT] = true;
    }
    if (seen[DECIMAL_POINT] != seen[DECIMAL_COMMA]) {
        *ret = seen[DECIMAL_COMMA] ? DECIMAL_COMMA : DECIMAL_POINT;
        return WHY_SEPARATOR_OTHERS;
    }
    *ret = habit ? DECIMAL_COMMA : DECIMAL_POINT;
    return habit ? WHY_SEPARATOR_SEMICOLON : WHY_SEPARATOR_HABIT;
}

static void decide_separators(const struct type_guess *guesses, const char *const *names, size_t n,
                              struct type_plan *ret)
{
    enum decimal_separator separator;
    enum why_separator why = ask_for_separator(guesses, ret, n, &separator);

    for (size_t i = 0; i < n; i++) {
        if (!is_separator_open(&guesses[i], &ret[i]))
            continue;
        if (separator == DECIMAL_COMMA)
            decide_one(&guesses[i], names[i], point_reading(ret[i].reading) + 1, &ret[i]);
        ret[i].why = (uint8_t)why;
    }
}

/* ---- the order of day and month ---- */

/* The column's order cannot be told from its values. */
static bool is_open(const struct type_guess *g, const struct type_plan *plan)
{
    enum reading day = is_zoned(plan->reading) ? READING_ZONED_DAY : READING_DAY;

    if (!is_date(plan->reading) || g->fits[day] != g->fits[day + 1] || g->firsts == 0)
        return false;
    return g->firsts != g->seconds || __builtin_popcount(g->firsts) > 1;
}

/* Some values can be read in one order only: these give the column's date order. */
static bool is_decided(const struct type_guess *g, const struct type_plan *plan, enum order *ret)
{
    enum reading day = is_zoned(plan->reading) ? READING_ZONED_DAY : READING_DAY;

    if (!is_date(plan->reading) || g->fits[day] == g->fits[day + 1])
        return false;
    *ret = plan->reading == day ? ORDER_DAY : ORDER_MONTH;
    return true;
}

/* What the other columns of the table say. */
static enum why_order ask_others(const struct type_guess *guesses, const struct type_plan *plans, size_t n)
{
    bool seen[ORDERS] = { false }, dollars = false;
    enum order order;

    for (size_t i = 0; i < n; i++) {
        if (is_decided(&guesses[i], &plans[i], &order))
            seen[order] = true;
        dollars |= plans[i].currency && amount_is_dollar(plans[i].currency);
    }
    if (seen[ORDER_DAY] != seen[ORDER_MONTH])
        return seen[ORDER_DAY] ? WHY_DAY_OTHERS : WHY_MONTH_OTHERS;
    return dollars ? WHY_MONTH_DOLLARS : WHY_DAY_HABIT;
}

static enum why_order own_order(const struct type_guess *g)
{
    const uint32_t one = 1u << 1;

    if (g->open_points && !g->open_others)
        return WHY_DAY_POINTS;
    if (g->firsts == one && g->seconds != one)
        return WHY_DAY_SERIES;
    if (g->seconds == one && g->firsts != one)
        return WHY_MONTH_SERIES;
    return g->has_twelve_hours ? WHY_MONTH_HOURS : WHY_ORDER_OPEN;
}

void types_decide(const struct type_guess *guesses, const char *const *names, size_t n, struct type_plan *ret)
{
    enum why_order others;

    for (size_t i = 0; i < n; i++)
        decide_one(&guesses[i], names[i], reading_of(&guesses[i], names[i]), &ret[i]);
    decide_separators(guesses, names, n, ret);
    others = ask_others(guesses, ret, n);
    for (size_t i = 0; i < n; i++) {
        enum why_order why;
        if (!is_open(&guesses[i], &ret[i]))
            continue;
        why = own_order(&guesses[i]);
        if (why == WHY_ORDER_OPEN)
            why = others;
        ret[i].why = (uint8_t)why;
        if (why >= WHY_FIRST_MONTH)
            ret[i].reading++; /* the reading with the month first follows the one with the day first */
    }
}
