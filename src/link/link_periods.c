/* link_periods.c - days, months, quarters and years in the question, as dates or against the data's clock.
 *
 *   2024-03-05  March 5, 2024  5th of March 2024  March 2024  March  2024  Q3 2024  third quarter of 2024  1990s
 *   Mondays     last month  this year so far  past 7 days  previous quarter  3 weeks ago  today  ytd
 *
 * What is relative is counted from the latest day in the data: "last month" is the latest month of the data, or, as a
 * second mention, the one before it. Where there is no clock there are no such mentions.
 */
#include "base/arena.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "grid/types/moments.h"
#include "link/calendar.h"
#include "link/lexicon.h"
#include "link/link_node.h"
#include <string.h>

#define YEAR_LEAST 1000
#define YEAR_MOST 2100
#define DECADE 10
#define COUNT_MOST 10000 /* "past 20000 days" is no period */

/* How sure the words are. */
#define SURE 1.0F
#define LIKELY 0.85F
#define PERHAPS 0.6F

static const struct token *at(const struct linking *l, size_t i)
{
    static const struct token none = { .kind = TOKEN_SIGN, .text = "", .folded = "", .stem = "" };

    return i < l->n_tokens ? &l->tokens[i] : &none;
}

static bool says(const struct linking *l, size_t i, const char *what)
{
    return lexicon_period(at(l, i)->folded, what);
}

static bool is(const struct linking *l, size_t i, const char *word)
{
    return strcmp(at(l, i)->folded, word) == 0;
}

static struct mention *add(struct linking *l, size_t first, size_t n, struct link_period period, float fit)
{
    struct mention *m = linking_add(l, MENTION_PERIOD, first, n);

    if (!m)
        return NULL;
    m->period = period;
    m->scores[SCORE_COVER] = m->scores[SCORE_WORDS] = m->scores[SCORE_TIGHT] = m->scores[SCORE_EXACT] = 1;
    m->scores[SCORE_QUOTED] = l->tokens[first].quote > 0;
    m->scores[SCORE_MEANING] = period.relative;
    m->fit = fit;
    return m;
}

static struct link_period unit_of(enum period_unit unit, int64_t day)
{
    struct link_period p = { .unit = unit };

    calendar_unit(unit, day, &p.from, &p.until);
    return p;
}

/* The number of a token with at most four digits, and what is behind them; -1: it is none. */
static int number_of(const struct token *t, const char **ret_rest)
{
    int v = 0;
    size_t n = 0;

    while (n < 4 && str_is_digit(t->folded[n]))
        v = v * 10 + (t->folded[n++] - '0');
    *ret_rest = t->folded + n;
    return n > 0 && !str_is_digit(t->folded[n]) ? v : -1;
}

static int year_at(const struct linking *l, size_t i)
{
    const char *rest;
    int year = number_of(at(l, i), &rest);

    return *rest == 0 && year >= YEAR_LEAST && year <= YEAR_MOST && strlen(at(l, i)->folded) == 4 ? year : 0;
}

/* A day of a month: "5", "5th". */
static int day_at(const struct linking *l, size_t i)
{
    const char *rest;
    int day = number_of(at(l, i), &rest);
    double place;

    if (day < 1 || day > 31)
        return 0;
    return *rest == 0 || lexicon_number(rest, strlen(rest), "place", &place) ? day : 0;
}

/* ---- as dates ---- */

/* A token that is a whole date or a month in digits; one whose order is open is both. */
static void add_written(struct linking *l, size_t i)
{
    const struct token *t = at(l, i);
    struct moment m;
    size_t n = strlen(t->text);

    if (strcspn(t->text, "-/.") == n)
        return;
    if (moment_read(t->text, n, &m)) {
        for (size_t k = 0; k < ORDERS; k++)
            if (m.fits[k] && (k == 0 || !m.fits[0] || m.days[k] != m.days[0]))
                add(l, i, 1, unit_of(PERIOD_DAY, m.days[k]),
                    m.fits[ORDER_DAY] && m.fits[ORDER_MONTH] && m.days[0] != m.days[1] ? LIKELY : SURE);
    } else if (moment_month(t->text, n, &m)) {
        add(l, i, 1, unit_of(PERIOD_MONTH, m.days[0]), SURE);
    }
}

static void add_year(struct linking *l, size_t i)
{
    int year = year_at(l, i);
    const char *rest;
    int decade = number_of(at(l, i), &rest);
    struct link_period p = { .unit = PERIOD_YEAR };

    if (year > 0)
        add(l, i, 1, unit_of(PERIOD_YEAR, civil_days(year, 1, 1)), LIKELY);
    if (strcmp(rest, "s") != 0 || decade % DECADE != 0 || decade > YEAR_MOST)
        return;
    decade += decade < 100 ? 1900 : 0;
    p.from = civil_days(decade, 1, 1);
    p.until = civil_days(decade + DECADE, 1, 1);
    add(l, i, 1, p, SURE);
}

static size_t skip(const struct linking *l, size_t i, const char *word)
{
    return is(l, i, word) ? i + 1 : i;
}

/* A month with what stands around it: [day [of]] month [day][,] [year]. */
static void add_month(struct linking *l, size_t i)
{
    int month = calendar_month(at(l, i)->folded), day = 0, year;
    bool common = strcmp(at(l, i)->folded, "may") == 0 || strlen(at(l, i)->folded) == 3;
    size_t first = i, end = i + 1, next;
    struct link_period p = { .unit = PERIOD_MONTH, .recurs = true, .part = month };

    if (month == 0 || at(l, i)->quote > 0)
        return;
    if (i > 0 && day_at(l, i - 1))
        day = day_at(l, first = i - 1);
    else if (i > 1 && is(l, i - 1, "of") && day_at(l, i - 2))
        day = day_at(l, first = i - 2);
    else if (day_at(l, end) && !year_at(l, end))
        day = day_at(l, end++);
    next = skip(l, skip(l, end, ","), "of");
    year = year_at(l, next);
    if (year > 0) {
        end = next + 1;
        if (day > civil_month_days(year, month))
            return;
        p = unit_of(day > 0 ? PERIOD_DAY : PERIOD_MONTH, civil_days(year, month, day > 0 ? day : 1));
        add(l, first, end - first, p, SURE);
    } else {
        add(l, i, 1, p, common && !at(l, i)->capital ? PERHAPS : LIKELY);
    }
}

static void add_weekday(struct linking *l, size_t i)
{
    int day = calendar_weekday(at(l, i)->folded);
    bool is_short = strlen(at(l, i)->folded) <= 4;

    if (day > 0 && at(l, i)->quote == 0)
        add(l, i, 1, (struct link_period){ .unit = PERIOD_DAY, .recurs = true, .part = day },
            is_short && !at(l, i)->capital ? PERHAPS : LIKELY);
}

/* The quarter from 1 at a token, and how many tokens say it: "Q3", "third quarter", "quarter 3", "3rd quarter". */
static int quarter_at(const struct linking *l, size_t i, size_t *ret_n)
{
    const char *word = at(l, i)->folded, *rest;
    double place = 0;
    int n;

    *ret_n = 1;
    if (word[0] == 'q' && word[1] >= '1' && word[1] <= '4' && word[2] == 0)
        return word[1] - '0';
    *ret_n = 2;
    if (says(l, i, "quarter") && (n = number_of(at(l, i + 1), &rest)) >= 1 && n <= 4 && *rest == 0)
        return n;
    if (!says(l, i + 1, "quarter"))
        return 0;
    if (lexicon_number(word, strlen(word), "ordinal", &place) && place <= 4)
        return (int)place;
    n = day_at(l, i);
    return n <= 4 && number_of(at(l, i), &rest) == n && *rest ? n : 0;
}

static void add_quarter(struct linking *l, size_t i)
{
    size_t n = 0, next;
    int quarter = quarter_at(l, i, &n), year;
    struct link_period p = { .unit = PERIOD_QUARTER, .recurs = true, .part = quarter };

    if (quarter == 0)
        return;
    next = skip(l, skip(l, i + n, ","), "of");
    year = year_at(l, next);
    if (year > 0) {
        p = unit_of(PERIOD_QUARTER, civil_days(year, quarter * 3 - 2, 1));
        add(l, i, next + 1 - i, p, SURE);
    } else if (i > 0 && year_at(l, i - 1)) {
        p = unit_of(PERIOD_QUARTER, civil_days(year_at(l, i - 1), quarter * 3 - 2, 1));
        add(l, i - 1, n + 1, p, SURE);
    } else {
        add(l, i, n, p, LIKELY);
    }
}

/* ---- by the clock ---- */

static bool unit_at(const struct linking *l, size_t i, enum period_unit *ret)
{
    static const char *const units[] = { "day", "week", "month", "quarter", "year" };

    for (size_t k = 0; k < COUNT_OF(units); k++)
        if (says(l, i, units[k])) {
            *ret = (enum period_unit)k;
            return true;
        }
    return false;
}

/* The unit so many later than the clock's. */
static struct link_period moved(const struct linking *l, enum period_unit unit, int64_t units)
{
    struct link_period p = unit_of(unit, calendar_shift(unit, l->schema->clock, units));

    p.relative = true;
    return p;
}

/* "last month", "this year so far", "next week". */
static void add_one(struct linking *l, size_t i)
{
    enum period_unit unit;
    struct link_period p;
    bool so_far;

    if (!unit_at(l, i + 1, &unit))
        return;
    so_far = is(l, i + 2, "so") && is(l, i + 3, "far");
    if (says(l, i, "this")) {
        p = moved(l, unit, 0);
        if (so_far)
            p.until = l->schema->clock + 1;
        add(l, i, so_far ? 4 : 2, p, SURE);
    }
    if (says(l, i, "last")) {
        add(l, i, 2, moved(l, unit, 0), LIKELY);
        add(l, i, 2, moved(l, unit, -1), PERHAPS);
    } else if (says(l, i, "previous")) {
        add(l, i, 2, moved(l, unit, -1), LIKELY);
    } else if (says(l, i, "next")) {
        add(l, i, 2, moved(l, unit, 1), LIKELY);
    }
}

/* The count at a token: "7", "three"; 0: none. */
static int64_t count_at(const struct linking *l, size_t i)
{
    const char *rest, *word = at(l, i)->folded;
    int n = number_of(at(l, i), &rest);
    double v;

    if (n > 0 && *rest == 0)
        return n < COUNT_MOST ? n : 0;
    if (lexicon_number(word, strlen(word), "cardinal", &v))
        return (int64_t)v;
    return is(l, i, "couple") || is(l, i, "few") ? 2 : 0;
}

/* "past 7 days", "last three months": the last of them has the clock's day. */
static void add_past(struct linking *l, size_t i)
{
    enum period_unit unit;
    int64_t n = count_at(l, i + 1);
    struct link_period p;

    if (!says(l, i, "past") || n == 0 || !unit_at(l, i + 2, &unit))
        return;
    p = moved(l, unit, 1 - n);
    p.until = calendar_shift(unit, l->schema->clock, 1);
    if (unit == PERIOD_WEEK) { /* seven days each, not from Monday on */
        p.until = l->schema->clock + 1;
        p.from = p.until - 7 * n;
    }
    add(l, i, 3, p, SURE);
}

static void add_ago(struct linking *l, size_t i)
{
    enum period_unit unit;
    int64_t n = count_at(l, i);

    if (n > 0 && unit_at(l, i + 1, &unit) && says(l, i + 2, "ago"))
        add(l, i, 3, moved(l, unit, -n), SURE);
}

static void add_named(struct linking *l, size_t i)
{
    static const struct {
        const char *says;
        enum period_unit unit;
        int days;
        bool so_far;
    } names[] = { { "today", PERIOD_DAY, 0, false },    { "yesterday", PERIOD_DAY, -1, false },
                  { "tomorrow", PERIOD_DAY, 1, false }, { "ytd", PERIOD_YEAR, 0, true },
                  { "mtd", PERIOD_MONTH, 0, true },     { "qtd", PERIOD_QUARTER, 0, true } };
    enum period_unit unit;
    struct link_period p;

    for (size_t k = 0; k < COUNT_OF(names); k++)
        if (says(l, i, names[k].says)) {
            p = moved(l, names[k].unit, names[k].days);
            if (names[k].so_far)
                p.until = l->schema->clock + 1;
            add(l, i, 1, p, SURE);
        }
    if (unit_at(l, i, &unit) && is(l, i + 1, "to") && is(l, i + 2, "date")) {
        p = moved(l, unit, 0);
        p.until = l->schema->clock + 1;
        add(l, i, 3, p, SURE);
    }
}

void link_periods(struct linking *l)
{
    for (size_t i = 0; i < l->n_tokens; i++) {
        if (l->tokens[i].kind == TOKEN_NUMBER) {
            add_written(l, i);
            add_year(l, i);
        }
        add_month(l, i);
        add_weekday(l, i);
        add_quarter(l, i);
        if (!l->schema->has_clock || l->tokens[i].quote > 0)
            continue;
        add_one(l, i);
        add_past(l, i);
        add_ago(l, i);
        add_named(l, i);
    }
}
