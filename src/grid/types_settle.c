/* types_settle.c - from what is known of the columns to their types. */
#include "base/str.h"
#include "grid/types.h"
#include "grid/types_why.h"
#include <string.h>

#define DECIMAL_DIGITS 38u /* the engine's widest decimal */
#define PHONE_DIGITS 9     /* numbers cut by blanks, all of so many digits or more, are telephone numbers */

/* All of them, or all but the few that a column may have. */
static bool is_most(const struct type_guess *g, uint64_t n)
{
    return n > 0 && (n == g->values ||
                     (g->values >= COLUMN_MISFIT_ROWS && (g->values - n) * 100 <= g->values * COLUMN_MISFIT_PERCENT));
}

static bool are_phones(const struct type_guess *g)
{
    return g->blank_numbers > 0 && g->blank_numbers == g->numbers && g->currencies == 0 &&
           g->blank_most == 255 - g->blank_least && g->blank_most >= PHONE_DIGITS;
}

/* The words of one pair, both of them, and no other. */
static bool are_truths(const struct type_guess *g)
{
    if (g->values == 0 || g->fits[WAY_TRUTH] != g->values)
        return false;
    if (g->has_truths)
        return g->truths <= 3; /* among true ones, the words true and false are too */
    for (uint32_t pair = 3; pair <= g->truths; pair <<= 2)
        if (g->truths == pair)
            return true;
    return false;
}

static void settle_number(const struct type_guess *g, struct type_plan *plan)
{
    const struct number_size *most = &g->most[plan->way];
    uint32_t digits = most->whole + most->places;

    if (!most->is_float && most->places == 0 && !most->beyond_int64) {
        plan->type = COLUMN_INTEGER;
    } else if (!most->is_float && digits <= DECIMAL_DIGITS) {
        plan->type = COLUMN_DECIMAL;
        plan->precision = digits > 0 ? (int)digits : 1;
        plan->scale = (int)most->places;
    } else {
        plan->type = COLUMN_FLOAT;
    }
    if (g->currencies)
        plan->currency = (uint8_t)(__builtin_ctzll(g->currencies) + 1);
    plan->may_be_ids = g->fits[plan->way] < g->values && most->places == 0 && !most->is_float && !g->currencies &&
                       plan->way == WAY_POINT;
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

static bool is_number(enum way way)
{
    return way < WAY_NUMBERS;
}

static bool is_zoned(enum way way)
{
    return way == WAY_ZONED_DAY || way == WAY_ZONED_MONTH;
}

/* The way most values can be read in; of two with as many the first, so the point and the day come first. */
static enum way best_way(const struct type_guess *g, bool numbers)
{
    enum way best = WAY_TEXT;
    uint64_t most = 0;

    for (enum way way = numbers ? WAY_POINT : WAY_DAY; way < WAY_TRUTH; way++)
        if (g->fits[way] > most) {
            most = g->fits[way];
            best = way;
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
    if (g->identifiers == 0 && is_most(g, g->numbers) && !are_phones(g))
        return WHY_MARKS;
    return is_most(g, g->dates) ? WHY_ORDERS : WHY_NOTHING;
}

static void settle_one(const struct type_guess *g, const char *name, struct type_plan *plan)
{
    bool numbers = g->identifiers == 0 && __builtin_popcountll(g->currencies) <= 1 && !are_phones(g);
    enum way way = best_way(g, numbers);

    *plan = (struct type_plan){ .type = COLUMN_TEXT, .way = WAY_TEXT };
    if (are_truths(g)) {
        plan->type = COLUMN_BOOLEAN;
        plan->way = WAY_TRUTH;
    } else if (way == WAY_TEXT || !is_most(g, g->fits[way])) {
        plan->why = (uint8_t)why_text(g);
    } else if (is_number(way)) {
        plan->way = way;
        settle_number(g, plan);
        if (plan->type == COLUMN_INTEGER && !g->not_compact && g->fits[way] == g->values && is_date_name(name)) {
            plan->type = COLUMN_DATE;
            plan->is_compact = true;
        }
    } else {
        plan->way = way;
        plan->type = g->has_times ? COLUMN_TIMESTAMP : COLUMN_DATE;
    }
}

/* ---- the order of day and month ---- */

/* The column's order cannot be told from its values. */
static bool is_open(const struct type_guess *g, const struct type_plan *plan)
{
    enum way day = is_zoned(plan->way) ? WAY_ZONED_DAY : WAY_DAY;

    if (is_number(plan->way) || plan->way >= WAY_TRUTH || g->fits[day] != g->fits[day + 1] || g->firsts == 0)
        return false;
    return g->firsts != g->seconds || __builtin_popcount(g->firsts) > 1;
}

/* The order is told by values that can be read in one way only. */
static bool is_decided(const struct type_guess *g, const struct type_plan *plan, enum order *ret)
{
    enum way day = is_zoned(plan->way) ? WAY_ZONED_DAY : WAY_DAY;

    if (is_number(plan->way) || plan->way >= WAY_TRUTH || g->fits[day] == g->fits[day + 1])
        return false;
    *ret = plan->way == day ? ORDER_DAY : ORDER_MONTH;
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

    if (g->firsts == one && g->seconds != one)
        return WHY_DAY_SERIES;
    if (g->seconds == one && g->firsts != one)
        return WHY_MONTH_SERIES;
    return g->has_twelve_hours ? WHY_MONTH_HOURS : WHY_ORDER_OPEN;
}

void types_settle(const struct type_guess *guesses, const char *const *names, size_t n, struct type_plan *ret)
{
    enum why_order others;

    for (size_t i = 0; i < n; i++)
        settle_one(&guesses[i], names[i], &ret[i]);
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
            ret[i].way++; /* the month's way stands behind the day's */
    }
}
