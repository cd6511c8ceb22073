/* recurrence.c - recurrence, in words.
 *
 * A base says how often ("every 2 weeks", "the last Friday of every month"). Days, a time, a start and an end may
 * follow it in any order, and a day or a time may precede it ("at 9 every day"). "weekly" and its like are also
 * adjectives ("the weekly report"): with nothing of a rule behind them and a word that goes on, they are left alone.
 */
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"
#include "lang/phrase.h"
#include <string.h>

#define EVERY_DAY 0x7fu /* of the week, as bits */

/* ---- what stands behind it ---- */

static bool has_days(const struct repeat *r)
{
    return r->weekdays || r->month_day || r->nth;
}

/* Only a day, behind the words that lead there. */
static size_t take_day(const struct due_line *l, size_t at, const struct due_now *now, int64_t *ret)
{
    struct due_draft d = { .has_clock = true, .has_part = true };
    unsigned allowed;
    size_t from = due_leads(l, at, &allowed), end = due_element(l, from, DUE_NEEDS_LEAD | DUE_NEEDS_HOLIDAY, now, &d);

    if (end > 0)
        *ret = d.day;
    return end;
}

static size_t take_day_of_year(const struct due_line *l, size_t at, const struct due_now *now, struct due_recurrence *d)
{
    int64_t day = now->today;
    size_t end = due_word_is(l, at, "on") ? take_day(l, at, now, &day) : 0;
    struct civil c = civil_from_us(day * DAY_US);

    return end > 0 && due_recurrence_date(d, c.month, c.day) ? end : 0;
}

/* On which day of the week, month or year, where the base does not say. */
static size_t take_which(const struct due_line *l, size_t at, const struct due_now *now, struct due_recurrence *d)
{
    size_t from = due_word_is(l, at, "on") ? at + 1 : at;

    if (has_days(&d->r))
        return 0;
    if (d->r.unit == REPEAT_WEEKS)
        return due_recurrence_days(l, due_word_is(l, from, "a|the") ? from + 1 : from, false, &d->r.weekdays);
    if (d->r.unit == REPEAT_MONTHS)
        return due_recurrence_day_of_month(l, at, d);
    return d->r.unit == REPEAT_YEARS ? take_day_of_year(l, at, now, d) : 0;
}

/* A time of the day: a day is not looked for. */
static size_t take_time(const struct due_line *l, size_t at, const struct due_now *now, struct due_recurrence *d)
{
    struct due_draft time = d->time;
    unsigned allowed = 0;
    size_t end, from;

    time.has_day = true;
    end = due_element(l, at, 0, now, &time);
    if (end == 0) {
        from = due_leads(l, at, &allowed);
        end = from > at ? due_element(l, from, allowed, now, &time) : 0;
    }
    if (end > 0) {
        time.has_day = d->time.has_day;
        d->time = time;
    }
    return end;
}

#define OCCASION_WORDS 4 /* of what it ends with, before that has its day */

/* "until the concert on 12 December": the day behind what it ends with. */
static size_t take_occasion(const struct due_line *l, size_t at, const struct due_now *now, int64_t *ret)
{
    size_t end = 0;

    if (!due_word_is(l, at, "the|my|our|his|her|their"))
        return 0;
    for (size_t i = at + 2; i < l->n && i <= at + OCCASION_WORDS && !l->stops[i - 1] && end == 0; i++)
        end = due_word_is(l, i, "on|in") ? take_day(l, i, now, ret) : 0;
    return end;
}

static size_t take_end(const struct due_line *l, size_t at, const struct due_now *now, struct due_recurrence *d)
{
    struct due_slots s;
    size_t end = due_fits(l, at, "until|till|til|through|thru", &s), day;
    int year;

    if (d->has_end)
        return 0;
    d->has_end = true;
    if (end > 0) {
        day = take_day(l, end, now, &d->r.until);
        if (day == 0 && due_value(l, end, "YEAR", &year)) {
            d->r.until = civil_days(year, 12, 31);
            day = end + 1;
        }
        if (day == 0)
            day = take_occasion(l, end, now, &d->r.until);
        if (day > 0)
            return day;
    } else if ((end = due_fits(l, at, "for [the] [next] NUM UNIT", &s)) > 0 && s.v[1] >= DUE_DAY) {
        d->span = s.v[0];
        d->span_unit = (enum due_unit)s.v[1];
        return end;
    } else if (d->r.unit == REPEAT_DAYS && (end = due_fits(l, at, "[for] [the] [rest] [of] this PERIOD", &s)) > 0) {
        d->r.until = due_last_of(now->today, (enum due_unit)s.v[0]);
        return end;
    } else if ((end = due_fits(l, at, "[for] NUM times", &s)) > 0) {
        d->r.count = s.v[0];
        return end;
    }
    d->has_end = false;
    return 0;
}

static size_t take_start(const struct due_line *l, size_t at, const struct due_now *now, struct due_recurrence *d)
{
    struct due_slots s;
    size_t end = d->has_start ? 0 : due_fits(l, at, "starting|starts|from|beginning|since", &s);

    end = end > 0 ? take_day(l, end, now, &d->time.day) : 0;
    d->has_start = d->has_start || end > 0;
    return end;
}

/* "every day except Sunday" */
static size_t take_except(const struct due_line *l, size_t at, struct due_recurrence *d)
{
    struct due_slots s;
    size_t end = due_fits(l, at, "except|but|excluding|excepting|bar [for|on]", &s);
    unsigned not = 0, all = d->r.unit == REPEAT_DAYS ? EVERY_DAY : d->r.weekdays;

    end = end > 0 && d->r.interval == 1 && d->r.unit <= REPEAT_WEEKS ? due_recurrence_days(l, end, false, &not ) : 0;
    if (end == 0 || (all & ~not ) == 0)
        return 0;
    d->r.unit = REPEAT_WEEKS;
    d->r.weekdays = all & ~not ;
    return end;
}

static size_t take_more(const struct due_line *l, size_t at, const struct due_now *now, struct due_recurrence *d)
{
    size_t end;

    if (at >= l->n || l->stops[at - 1])
        return 0;
    end = take_which(l, at, now, d);
    if (end == 0)
        end = take_except(l, at, d);
    if (end == 0)
        end = take_end(l, at, now, d);
    if (end == 0)
        end = take_start(l, at, now, d);
    return end > 0 ? end : take_time(l, at, now, d);
}

/* ---- the first time ---- */

static struct due first_time(const struct due_recurrence *d, const struct due_now *now)
{
    struct due_draft time = d->time;
    struct repeat plain = d->r;
    struct due due;
    int64_t day = d->has_start ? d->time.day : now->today;

    /* The time as on any day; today only counts when it is still to come. */
    time.has_day = true;
    time.is_weekday = false;
    time.day = now->today + 1;
    due = due_settle(&time, now);
    if (!d->has_start && due.has_time && due.hour * 60 + due.minute <= now->minutes)
        day++;
    plain.interval = 1;
    plain.count = 0;
    plain.until = 0;
    due.day = day;
    if (has_days(&plain))
        (void)repeat_next(&plain, day - 1, &due.day);
    return due;
}

/* Days and times that stand before the base. */
static size_t take_before(const struct due_line *l, size_t at, const struct due_now *now, struct due_recurrence *d)
{
    struct due_draft before = { 0 };
    size_t end = at, next;

    while (end == at || !l->stops[end - 1]) {
        unsigned allowed;
        next = due_element(l, end, 0, now, &before);
        if (next == 0) {
            size_t from = due_leads(l, end, &allowed);
            next = from > end ? due_element(l, from, allowed, now, &before) : 0;
        }
        if (next == 0)
            break;
        end = next;
    }
    if (before.is_elapsed)
        return at;
    d->time = before;
    d->has_start = before.has_day;
    return end;
}

/* An adverb alone, with a word behind it that goes on, is an adjective. */
static bool goes_on(const struct due_line *l, size_t end)
{
    const struct phrase_word *last = &l->words[end - 1];

    if (end == l->n || l->stops[end - 1] || memchr(due_marks(last), ',', (size_t)(last->to - due_marks(last))))
        return false;
    return !due_word_is(l, end, "to|and|then|please|pls|so|because|but|if|with|for|remind|add|-|--");
}

static size_t read_rule(const struct due_line *l, size_t from, bool has_before, const struct due_now *now,
                        struct repeat *ret, struct due *ret_first)
{
    struct due_recurrence d = { .r = { .interval = 1 } };
    size_t at = has_before ? take_before(l, from, now, &d) : from;
    bool is_adverb;
    size_t end = has_before && at == from ? 0 : due_recurrence_base(l, at, &d, &is_adverb), base = end, next = end;

    while (next > 0) {
        end = next;
        next = take_more(l, end, now, &d);
    }
    if (end == 0 || (is_adverb && end == base && at == from && !l->is_whole && goes_on(l, end)))
        return 0;
    *ret_first = first_time(&d, now);
    if (d.span > 0)
        d.r.until = due_later(ret_first->day, d.span, d.span_unit) - 1;
    if (d.r.until && (d.r.until < ret_first->day || d.r.until > LAST_DAY))
        return 0;
    *ret = d.r;
    return end;
}

static size_t repeat_at_line(const struct due_line *l, const struct civil *civil, struct repeat *ret,
                             struct due *ret_first)
{
    struct due_now now = due_now_from(civil);
    struct due_slots s;
    size_t from = due_fits(l, 0, "[and] repeat|repeats|repeating|recurring|recurs", &s);
    size_t end = read_rule(l, from, false, &now, ret, ret_first);

    return end > 0 ? end : read_rule(l, from, true, &now, ret, ret_first);
}

size_t due_repeat_at(const struct phrase_word *w, size_t n, const struct civil *now, struct repeat *ret,
                     struct due *ret_first)
{
    struct due_line l;

    due_line_from(w, n, false, &l);
    return l.n > 0 ? repeat_at_line(&l, now, ret, ret_first) : 0;
}

bool due_repeat_read(const char *text, const struct civil *now, struct repeat *ret, struct due *ret_first)
{
    struct phrase p;
    struct due_line l;

    phrase_split(text, text + strlen(text), &p);
    due_line_from(p.words, p.n, true, &l);
    return p.n > 0 && p.n <= DUE_WINDOW && repeat_at_line(&l, now, ret, ret_first) == p.n;
}
