/* recurrence_rules.c - the ways to say how often something recurs, and on which days, as rules. */
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"
#include <pthread.h>
#include <string.h>

#define WORKDAYS 0x3e /* Monday to Friday, bit 0 is Sunday */
#define WEEKEND 0x41

static bool set_every(struct repeat *r, int n, enum due_unit unit)
{
    static const struct {
        enum repeat_unit unit;
        int times;
    } as[] = {
        [DUE_DAY] = { REPEAT_DAYS, 1 },     [DUE_WEEK] = { REPEAT_WEEKS, 1 },     [DUE_FORTNIGHT] = { REPEAT_WEEKS, 2 },
        [DUE_MONTH] = { REPEAT_MONTHS, 1 }, [DUE_QUARTER] = { REPEAT_MONTHS, 3 }, [DUE_YEAR] = { REPEAT_YEARS, 1 },
    };

    if (unit < DUE_DAY || n * as[unit].times > 999)
        return false;
    r->unit = as[unit].unit;
    r->interval = n * as[unit].times;
    return true;
}

/* arg: the unit. */
static bool every(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)s;
    return set_every(&d->r, 1, (enum due_unit)arg);
}

/* arg: so many. */
static bool every_unit(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    return set_every(&d->r, arg, (enum due_unit)s->v[0]);
}

/* arg: so many. */
static bool every_months(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)s;
    return set_every(&d->r, arg, DUE_MONTH);
}

static bool every_units(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)arg;
    return set_every(&d->r, s->v[0], (enum due_unit)s->v[1]);
}

/* arg: the weekdays. */
static bool on_days(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)s;
    d->r.unit = REPEAT_WEEKS;
    d->r.weekdays = (unsigned)arg;
    return true;
}

static bool on_days_between(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)arg;
    d->r.unit = REPEAT_WEEKS;
    d->r.weekdays = (unsigned)due_weekdays_from(s->v[0], s->v[1]);
    return true;
}

/* arg: every so many weeks. */
static bool on_weekday(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    d->r.unit = REPEAT_WEEKS;
    d->r.interval = arg;
    d->r.weekdays = 1u << s->v[0];
    return true;
}

/* "Monday mornings" */
static bool on_weekday_part(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)arg;
    d->time.has_part = true;
    d->time.part = (enum due_part)s->v[1];
    return on_weekday(s, 1, d);
}

/* arg: the weekdays. */
static bool on_part_of_days(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    d->time.has_part = true;
    d->time.part = (enum due_part)s->v[0];
    return on_days(s, arg, d);
}

static bool every_part(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    d->r.unit = REPEAT_DAYS;
    d->time.has_part = true;
    d->time.part = s->has[0] ? (enum due_part)s->v[0] : (enum due_part)arg;
    return true;
}

static bool place_in_month(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)arg;
    d->r.unit = REPEAT_MONTHS;
    d->r.nth = s->v[0];
    d->r.weekdays = 1u << s->v[1];
    return s->v[0] <= 4 && s->v[0] != 0;
}

static bool day_of_month(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    d->r.unit = REPEAT_MONTHS;
    d->r.month_day = s->has[0] ? s->v[0] : arg;
    return d->r.month_day != 0;
}

bool due_recurrence_date(struct due_recurrence *d, int month, int day)
{
    d->r.unit = REPEAT_YEARS;
    d->r.month = month;
    d->r.month_day = day;
    return day == -1 || (day >= 1 && day <= civil_month_days(2000, month)); /* a leap year */
}

static bool day_month(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)arg;
    return due_recurrence_date(d, s->v[1], s->v[0]);
}

/* Of a month alone its first day. */
static bool month_day(const struct due_slots *s, int arg, struct due_recurrence *d)
{
    (void)arg;
    return due_recurrence_date(d, s->v[0], s->has[1] ? s->v[1] : 1);
}

struct rule {
    const char *pattern;
    bool (*act)(const struct due_slots *s, int arg, struct due_recurrence *d);
    int arg;
    bool is_adverb; /* and an adjective */
};

static const struct rule bases[] = {
    { "[once] daily|everyday", every, DUE_DAY, true },
    { "twice daily", every, DUE_DAY, false }, /* the rule has no hours of its own */
    { "twice a|per|every|each day", every, DUE_DAY, false },
    { "NUM times a|per|every|each day", every, DUE_DAY, false },
    { "NUM times daily", every, DUE_DAY, false },
    { "[once] weekly", every, DUE_WEEK, true },
    { "biweekly|bi-weekly|fortnightly", every, DUE_FORTNIGHT, true },
    { "half-yearly|six-monthly|semi-annually|semiannually|biannually", every_months, 6, true },
    { "twice a|per|every|each year", every_months, 6, false },
    { "every|each half year", every_months, 6, false },
    { "every|each half-year", every_months, 6, false },
    { "four times a|per|every|each year", every_months, 3, false },
    { "[once] monthly", every, DUE_MONTH, true },
    { "[once] quarterly", every, DUE_QUARTER, true },
    { "[once] yearly|annually", every, DUE_YEAR, true },
    { "nightly", every_part, DUE_NIGHT, true },
    { "weekdays|workdays", on_days, WORKDAYS, true },
    { "weekends", on_days, WEEKEND, true },
    { "on weekdays|workdays", on_days, WORKDAYS, false },
    { "on|at weekends", on_days, WEEKEND, false },
    { "every|each [single] UNIT", every_unit, 1, false },
    { "every|each other|second|2nd|alternate UNIT", every_unit, 2, false },
    { "[on] alternate UNIT", every_unit, 2, false },
    { "every|each third|3rd UNIT", every_unit, 3, false },
    { "[once] every NUM UNIT", every_units, 0, false },
    { "every couple of UNIT", every_unit, 2, false },
    { "once a|an|per|every|each UNIT", every_unit, 1, false },
    { "every|each weekday|workday", on_days, WORKDAYS, false },
    { "every|each business|working|work|week day", on_days, WORKDAYS, false },
    { "every|each weekend", on_days, 1 << 6, false },
    { "every|each PART", every_part, 0, false },
    { "every|each PART and|& [every|each] PART", every_part, 0, false },
    { "every|each [day] [from] WEEKDAY to|through|thru WEEKDAY", on_days_between, 0, false },
    { "every|each other|second|2nd|alternate WEEKDAY", on_weekday, 2, false },
    { "[on] WEEKDAY PARTS", on_weekday_part, 0, false },
    { "[on] weekday PARTS", on_part_of_days, WORKDAYS, false },
    { "[on] weekend PARTS", on_part_of_days, WEEKEND, false },
    { "every|each ORD WEEKDAY", place_in_month, 0, false },
    { "every|each ORD WEEKDAY of|in the|each|every month", place_in_month, 0, false },
    { "[on] [the] ORD WEEKDAY of|in each|every month", place_in_month, 0, false },
    { "every|each month [on] [the] ORD WEEKDAY", place_in_month, 0, false },
    { "every|each NTH", day_of_month, 0, false },
    { "every|each ORD of the|each|every month", day_of_month, 0, false },
    { "every|each MONTH", month_day, 0, false },
    { "[on] [the] NTH [day] of|in each|every month", day_of_month, 0, false },
    { "[on] [the] ORD [day] of each|every month", day_of_month, 0, false },
    { "[on] [the] last day of|in each|every month", day_of_month, -1, false },
    { "every|each last day of the month", day_of_month, -1, false },
    { "[at] [the] end of each|every month", day_of_month, -1, false },
    { "every|each month end", day_of_month, -1, false },
    { "every|each DAY [of] MONTH", day_month, 0, false },
    { "every|each MONTH [the] DAY", month_day, 0, false },
    { "[on] [the] DAY [of] MONTH each|every year", day_month, 0, false },
    { "[on] MONTH [the] DAY each|every year", month_day, 0, false },
};

/* Behind a month: which day of it. */
static const struct rule days_of_month[] = {
    { "[on] the NTH [day]", day_of_month, 0, false },
    { "on NTH", day_of_month, 0, false },
    { "on day DAY", day_of_month, 0, false },
    { "[on] the last day [of] [the] [month]", day_of_month, -1, false },
    { "at the end [of] [the] [month]", day_of_month, -1, false },
    { "[on] the ORD WEEKDAY [of] [the] [month]", place_in_month, 0, false },
};

/* "Mon, Wed and Fri"; the place behind them, 0 for none. With `many` the first is a plural. */
size_t due_recurrence_days(const struct due_line *l, size_t at, bool many, unsigned *ret)
{
    unsigned days = 0;
    int v;
    size_t end = 0;

    if (many && !due_value(l, at, "MANY", &v))
        return 0;
    while (due_value(l, at, "DAYS", &v)) {
        days |= (unsigned)v;
        end = ++at;
        if (l->stops[end - 1])
            break;
        if (due_word_is(l, at, "and|&|or"))
            at++;
    }
    if (end > 0)
        *ret = days;
    return end;
}

/* A stretch of the week with a time of the day: "Mon-Fri at 8". */
static bool is_stretch(const struct due_line *l, size_t from, size_t end)
{
    struct due_slots s;

    return (end - from == 3 || strchr(l->text[from], '-')) &&
           (due_fits(l, end, "[at|@] CLOCK", &s) > 0 || due_fits(l, end, "at|@ HOUR", &s) > 0);
}

/* Three days or more of the week in a row are what somebody does on them: "run tue thu sat". One of several is not, nor
 * are days that follow one another: "the fair Friday, Saturday and Sunday". */
static bool are_habit(const struct due_line *l, size_t from, size_t end, unsigned days)
{
    for (unsigned i = 0, turned = days; i < 7; i++, turned = (turned << 1 | turned >> 6) & 0x7f)
        if ((turned & (turned + (turned & -turned))) == 0)
            return false;
    days &= days - 1;
    for (size_t i = from; i < end; i++)
        if (due_word_is(l, i, "or|-|to|till|through"))
            return false;
    return (days & (days - 1)) != 0 && end - from > 2;
}

/* "on Monday and Thursday every week": the days stand first, and what follows says that they come back. */
static size_t take_days_first(const struct due_line *l, size_t at, struct due_recurrence *d)
{
    struct due_slots s;
    unsigned days;
    size_t from = due_word_is(l, at, "on|from") ? at + 1 : at;
    size_t end = due_fits(l, from, "WEEKDAY to|till|through|- WEEKDAY", &s), week;

    if (end > 0)
        days = (unsigned)due_weekdays_from(s.v[0], s.v[1]);
    else
        end = due_recurrence_days(l, from, false, &days);
    if (end == 0 || (days & (days - 1)) == 0)
        return 0;
    week = l->stops[end - 1] ? 0 : due_fits(l, end, "every|each week", &s);
    if (week == 0 && !l->stops[end - 1])
        week = due_fits(l, end, "weekly", &s);
    if (week == 0 && (l->stops[end - 1] || !is_stretch(l, from, end)) && !are_habit(l, from, end, days))
        return 0;
    d->r.unit = REPEAT_WEEKS;
    d->r.interval = 1;
    d->r.weekdays = days;
    return week > 0 ? week : end;
}

/* "every Monday and Thursday", "on Mondays", "every other Mon and Wed", "alternate Fridays" */
static size_t take_weekdays(const struct due_line *l, size_t at, struct due_recurrence *d)
{
    struct due_slots s;
    size_t from = due_fits(l, at, "every|each other|second|2nd|alternate", &s);
    bool other = from > 0, many = false;
    size_t end;

    if (!other)
        from = due_fits(l, at, "every|each|weekly", &s);
    if (from == 0) {
        from = due_fits(l, at, "[on] alternate", &s);
        other = from > 0;
        many = true;
    }
    if (from == 0)
        from = due_word_is(l, at, "on") ? at + 1 : at;
    end = due_recurrence_days(l, from, many, &d->r.weekdays);
    if (end == 0)
        return take_days_first(l, at, d);
    d->r.unit = REPEAT_WEEKS;
    d->r.interval = other ? 2 : 1;
    return end;
}

static struct due_starts starts;

static void find_starts(void)
{
    for (size_t i = 0; i < COUNT_OF(bases); i++)
        due_starts_add(&starts, bases[i].pattern);
    due_starts_add(&starts, "[on|from] DAYS"); /* as take_weekdays() has it */
}

/* The longest base at that place. */
size_t due_recurrence_base(const struct due_line *l, size_t at, struct due_recurrence *d, bool *ret_is_adverb)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct due_recurrence more = *d;
    struct due_slots slots;
    const struct rule *best = NULL;
    size_t end;

    if (pthread_once(&once, find_starts) != 0 || !due_starts_with(&starts, l, at))
        return 0;
    end = take_weekdays(l, at, &more);

    for (size_t i = 0; i < COUNT_OF(bases); i++) {
        struct due_slots s;
        size_t stop = due_fits(l, at, bases[i].pattern, &s);
        if (stop > end) {
            best = &bases[i];
            slots = s;
            end = stop;
        }
    }
    if (best) {
        more = *d;
        if (!best->act(&slots, best->arg, &more))
            return 0;
    }
    *d = more;
    *ret_is_adverb = best && best->is_adverb;
    return end;
}

size_t due_recurrence_day_of_month(const struct due_line *l, size_t at, struct due_recurrence *d)
{
    struct due_recurrence more = *d;
    size_t best = 0;

    for (size_t i = 0; i < COUNT_OF(days_of_month); i++) {
        struct due_slots s;
        struct due_recurrence one = *d;
        size_t end = due_fits(l, at, days_of_month[i].pattern, &s);
        if (end > best && days_of_month[i].act(&s, days_of_month[i].arg, &one)) {
            more = one;
            best = end;
        }
    }
    if (best > 0)
        *d = more;
    return best;
}
