/* due.c - a day and a time, in whatever order they are said, put together and settled against the clock.
 *
 * What is said is a sequence of elements: a day, a clock time, a part of the day, each at most once, with words before
 * them that lead to a date. At each place the rule that takes the most words decides (days.c, clock.c); when
 * that one has no meaning ("30 February") nothing is read, rather than a shorter part of it.
 */
#include "agents/tasks/dates/due.h"
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- words that lead to a date ---- */

#define LEADS_ALL (DUE_NEEDS_LEAD | DUE_NEEDS_HOUR | DUE_NEEDS_HOLIDAY)

static const struct {
    const char *pattern;
    unsigned allowed;
} leads[] = {
    { "by|before|until|till|til|while", LEADS_ALL },
    { "on or before|by", LEADS_ALL },
    { "not before|until|till", LEADS_ALL },
    { "no|not later than", LEADS_ALL },
    { "at|@", DUE_NEEDS_LEAD | DUE_NEEDS_HOUR | DUE_AT },
    { "around|about", DUE_NEEDS_LEAD | DUE_NEEDS_HOUR },
    { "on|due|sometime", DUE_NEEDS_LEAD | DUE_NEEDS_HOLIDAY },
    { "anytime", 0 },
    { "[at] any|some|one time|day|point", 0 },
    { "for", 0 }, /* "shop for the weekend", "a table for 5": what is in doubt stays in doubt */
};

/* "trained on the new till, 21 Nov" */
static bool is_set_off(const struct phrase_word *w)
{
    return memchr(due_marks(w), ',', (size_t)(w->to - due_marks(w)));
}

size_t due_leads(const struct due_line *l, size_t at, unsigned *ret_allowed)
{
    struct due_slots s;
    size_t i = 0;

    *ret_allowed = 0;
    while (i < COUNT_OF(leads) && at < l->n) {
        size_t end = due_fits(l, at, leads[i].pattern, &s);
        if (end > 0 && !l->stops[end - 1] && !is_set_off(&l->words[end - 1])) {
            *ret_allowed |= leads[i].allowed;
            at = end;
            i = 0;
        } else {
            i++;
        }
    }
    return at;
}

/* ---- elements ---- */

#define NOUNS                                                                                                          \
    "floor|street|st|avenue|ave|road|edition|grade|chapter|anniversary|birthday|time|times|attempt|draft|version|"     \
    "century|place|item|items|task|tasks|one|ones|page|pages|people|persons|percent|%|degrees|points|euros|dollars|"   \
    "pounds|miles|km|kg|guests|copies|hole|row|column|line|level|round|amendment|symphony"
#define FOLLOWERS                                                                                                      \
    "to|and|or|then|on|in|at|with|for|so|because|please|pls|today|tomorrow|tonight|this|next|sharp|latest|if|but|"     \
    "when|"                                                                                                            \
    "every|each|daily|weekly|monthly|i|before|by"

/* A number that is an hour or a day and not how many of something there are. Where a word behind it says nothing, only
 * what led there (`firm`) can tell. */
static bool counts_nothing(const struct due_line *l, size_t end, bool firm)
{
    const struct phrase_word *last = &l->words[end - 1];
    int v;

    if (end == l->n || l->stops[end - 1] || is_set_off(last))
        return true;
    if (due_word_is(l, end, NOUNS))
        return false;
    if (due_word_is(l, end, FOLLOWERS) || due_value(l, end, "WEEKDAY", &v) || due_value(l, end, "MONTH", &v))
        return true;
    return firm && !due_value(l, end, "UNIT", &v) && !(*l->words[end].p >= 'A' && *l->words[end].p <= 'Z');
}

static bool may_use(const struct due_rule *r, const struct due_line *l, unsigned allowed, const struct due_draft *d)
{
    unsigned given = allowed & (LEADS_ALL | DUE_AT);

    if (d->is_elapsed || ((r->needs & DUE_NEEDS_NO_AT) && (allowed & DUE_AT)) ||
        ((r->needs & DUE_NEEDS_BARE) && (allowed & DUE_LED)))
        return false;
    if ((r->kind == DUE_KIND_DAY && d->has_day) || (r->kind == DUE_KIND_CLOCK && d->has_clock) ||
        (r->kind == DUE_KIND_PART && d->has_part))
        return false;
    if (l->is_whole)
        given |= DUE_NEEDS_LEAD | DUE_NEEDS_HOLIDAY;
    if (d->has_day || d->has_clock)
        given |= DUE_NEEDS_DAY;
    return (r->needs & ~given & (LEADS_ALL | DUE_AT | DUE_NEEDS_DAY)) == 0;
}

/* A day is said behind it. */
static bool day_follows(const struct due_line *l, size_t end)
{
    unsigned allowed;
    int v;
    size_t at = end < l->n && !l->stops[end - 1] ? due_leads(l, end, &allowed) : l->n;

    at += due_word_is(l, at, "this|next|the|coming");
    return due_word_is(l, at, "today|tomorrow|tonight|week") || due_value(l, at, "WEEKDAY", &v) ||
           due_value(l, at, "MONTH", &v) || due_value(l, at, "NTH", &v) || due_value(l, at, "DATE", &v) ||
           (due_value(l, at, "DAY", &v) && due_value(l, at + 1, "MONTH", &v));
}

/* What follows does not speak against the rule, nor that something is the day's: "next month's rent". */
static bool may_end(const struct due_rule *r, const struct due_line *l, size_t end, unsigned allowed,
                    const struct due_draft *d)
{
    bool firm = allowed & (r->kind == DUE_KIND_CLOCK ? DUE_AT : DUE_NEEDS_LEAD);
    int month;

    if (str_ends(l->text[end - 1], "'s") && !(r->needs & DUE_NEEDS_HOLIDAY))
        return false;
    if ((r->needs & DUE_NEEDS_DATE) && !d->has_day && !day_follows(l, end))
        return false;
    if ((r->needs & DUE_NEEDS_NO_NOUN) && !counts_nothing(l, end, firm))
        return false;
    if ((r->needs & DUE_NEEDS_BARE) && end < l->n && due_value(l, end, "MONTH", &month))
        return false;
    return !(r->needs & DUE_NEEDS_NOW) || l->stops[end - 1] || !due_word_is(l, end, "before|after|earlier|prior|of");
}

/* The rule that takes the most words, if it takes more than there are up to *end. */
static void look_through(const struct due_rule *rules, size_t n, const struct due_line *l, size_t at, unsigned allowed,
                         const struct due_draft *d, const struct due_rule **best, struct due_slots *slots, size_t *end)
{
    for (size_t i = 0; i < n; i++) {
        struct due_slots s;
        size_t stop = may_use(&rules[i], l, allowed, d) ? due_fits(l, at, rules[i].pattern, &s) : 0;
        if (stop <= *end || !may_end(&rules[i], l, stop, allowed, d))
            continue;
        *best = &rules[i];
        *slots = s;
        *end = stop;
    }
}

static struct due_starts starts;

static void find_starts(void)
{
    for (size_t i = 0; i < due_day_rules_n; i++)
        due_starts_add(&starts, due_day_rules[i].pattern);
    for (size_t i = 0; i < due_holiday_rules_n; i++)
        due_starts_add(&starts, due_holiday_rules[i].pattern);
    for (size_t i = 0; i < due_clock_rules_n; i++)
        due_starts_add(&starts, due_clock_rules[i].pattern);
}

size_t due_element(const struct due_line *l, size_t at, unsigned allowed, const struct due_now *now,
                   struct due_draft *d)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const struct due_rule *best = NULL;
    struct due_draft more = *d;
    struct due_slots slots;
    size_t end = at;

    if (pthread_once(&once, find_starts) != 0 || !due_starts_with(&starts, l, at))
        return 0;
    look_through(due_day_rules, due_day_rules_n, l, at, allowed, d, &best, &slots, &end);
    look_through(due_holiday_rules, due_holiday_rules_n, l, at, allowed, d, &best, &slots, &end);
    look_through(due_clock_rules, due_clock_rules_n, l, at, allowed, d, &best, &slots, &end);
    if (!best || !best->act(now, &slots, best->arg, &more))
        return 0;
    *d = more;
    return end;
}

/* ---- the time ---- */

#define FIRST_HOUR (7 * 60)
#define FIRST_MINUTES (6 * 60) /* of a time in figures: who writes "6:30" has looked at a timetable */
#define LAST_HOUR (19 * 60)
#define HALF_DAY (12 * 60)
#define LAST_MINUTE (24 * 60 - 1)

static const struct {
    int at, end; /* minutes of the day */
} parts[] = {
    [DUE_MORNING] = { 9 * 60, 12 * 60 },    [DUE_AFTERNOON] = { 15 * 60, 18 * 60 },
    [DUE_EVENING] = { 18 * 60, 22 * 60 },   [DUE_NIGHT] = { 20 * 60, LAST_MINUTE },
    [DUE_CLOSE] = { 17 * 60, LAST_MINUTE },
};

/* Which half of the day a clock of twelve is in when the part is said: the small hours are the night's. */
static int clock_in_part(int clock, enum due_part part)
{
    int early = (clock & ~DUE_OPEN_HOUR) % HALF_DAY;

    if (part == DUE_NIGHT && (clock & ~DUE_OPEN_HOUR) / 60 == 12)
        return early == 0 ? LAST_MINUTE : early;
    return part == DUE_MORNING || (part == DUE_NIGHT && early < 5 * 60) ? early : early + HALF_DAY;
}

/* The first time behind the minute `after` of a day that what was said can mean, or -1. */
static int time_behind(const struct due_draft *d, int after)
{
    int early = (d->clock & ~DUE_OPEN_HOUR) % HALF_DAY, late = early + HALF_DAY;

    if (!d->has_clock) {
        if (parts[d->part].at > after)
            return parts[d->part].at;
        return ((d->has_day && !d->is_weekday) || d->part == DUE_CLOSE) && parts[d->part].end > after
                   ? parts[d->part].end
                   : -1;
    }
    if (!(d->clock & DUE_OPEN_HOUR))
        return d->clock > after ? d->clock : -1;
    if (early >= (early % 60 && !d->is_spoken ? FIRST_MINUTES : FIRST_HOUR) && early > after)
        return early;
    return late <= LAST_HOUR && late > after ? late : -1;
}

/* Of today, when none of it is to come: what was said, the later one where there are two. */
static int time_over(const struct due_draft *d, int now)
{
    int late = (d->clock & ~DUE_OPEN_HOUR) % HALF_DAY + HALF_DAY;

    if (!d->has_clock)
        return parts[d->part].at;
    if (!(d->clock & DUE_OPEN_HOUR))
        return d->clock;
    return late > now || late <= LAST_HOUR ? late : late - HALF_DAY;
}

static struct due from_now(const struct due_draft *d, const struct due_now *now)
{
    int64_t at = now->today * 1440 + now->minutes + d->minutes;

    return (struct due){ .day = at / 1440,
                         .has_time = true,
                         .hour = (int)(at % 1440 / 60),
                         .minute = (int)(at % 60),
                         .is_elapsed = true,
                         .minutes = d->minutes };
}

struct due due_settle(const struct due_draft *draft, const struct due_now *now)
{
    struct due_draft d = *draft;
    struct due due = { .day = d.has_day ? d.day : now->today, .has_time = d.has_clock || d.has_part };
    int time = -1;

    if (d.is_elapsed)
        return from_now(&d, now);
    if (d.has_clock && (d.clock & DUE_OPEN_HOUR) && d.has_part)
        d.clock = clock_in_part(d.clock, d.part);
    if (due.has_time && due.day == now->today)
        time = time_behind(&d, now->minutes);
    if (due.day == now->today && time < 0) {
        if (d.has_day && !d.is_weekday)
            time = due.has_time ? time_over(&d, now->minutes) : 0;
        else
            due.day += d.has_day ? 7 : 1;
    }
    if (due.has_time) {
        if (time < 0)
            time = time_behind(&d, -1);
        due.hour = time / 60;
        due.minute = time % 60;
    }
    due.is_clock = due.has_time && !d.has_day;
    due.is_part = d.has_part && !d.has_clock;
    due.is_open = d.has_clock && (d.clock & DUE_OPEN_HOUR);
    return due;
}

/* ---- all of it ---- */

#define LONG_AGO                                                                                                       \
    366 /* days: a date before that is what something is about ("photos of 5 May 1998"), not when, unless              \
           a time is said with it: "on 2020-01-01 at 10:00" */

/* Short names of days and months that are words of their own in lower case: "sat", "march 5 miles". */
static bool is_weak(const struct due_line *l, size_t from, size_t to)
{
    bool is_last = to == l->n || l->stops[to - 1];

    for (size_t i = from; i < to; i++)
        if (due_word_is(l, i, "sun|sat|wed|mar|march|may")) {
            bool is_small = *l->words[i].p >= 'a';
            if (to - from == 1)
                return is_small || !is_last;
            return to - from == 2 && is_small && !is_last && !due_word_is(l, from, "this|next|coming|in");
        }
    return false;
}

static size_t take_next(const struct due_line *l, size_t at, const struct due_now *now, struct due_draft *d,
                        unsigned *allowed)
{
    size_t end = due_element(l, at, 0, now, d), led;

    if (end > 0)
        return end;
    led = due_leads(l, at, allowed);
    return led > at ? due_element(l, led, *allowed | DUE_LED, now, d) : 0;
}

/* Words behind a date that add nothing to it. */
static size_t behind_tail(const struct due_line *l, size_t at, size_t end)
{
    static const char *const tails[] = { "sharp|latest",
                                         "at the [very|absolute] latest",
                                         "if possible|poss",
                                         "or so",
                                         "or earlier|sooner",
                                         "uhr",
                                         "this year",
                                         "is fine|okay|ok|good|enough|perfect",
                                         "would be fine|okay|ok|good|great|perfect",
                                         "will|would do" };
    struct due_slots s;

    if (at > 0 && due_word_is(l, at - 1, "if|whether|that")) /* "ask Tom if Friday is good" */
        return end;
    for (size_t i = 0; i < COUNT_OF(tails) && end < l->n && !l->stops[end - 1]; i++) {
        size_t tail = due_fits(l, end, tails[i], &s);
        if (tail > 0)
            return tail;
    }
    return end;
}

size_t due_at_line(const struct due_line *l, size_t at, const struct civil *civil, struct due *ret)
{
    struct due_now now = due_now_from(civil);
    struct due_draft d = { 0 };
    unsigned allowed = 0, first = 0;
    size_t end = take_next(l, at, &now, &d, &first), next = end;
    bool is_day = d.has_day && !d.has_clock && !d.has_part;
    struct due_slots same;
    struct due due;

    while (next > 0) {
        end = next;
        next = end < l->n && !l->stops[end - 1] ? take_next(l, end, &now, &d, &allowed) : 0;
    }
    if (end == 0 || (is_day && !l->is_whole && !first && !d.has_clock && !d.has_part && is_weak(l, at, end)))
        return 0;
    due = due_settle(&d, &now);
    if (!l->is_whole && due.day < now.today - LONG_AGO && !(first && d.has_clock))
        return 0;
    next = behind_tail(l, at, end);
    end = due_fits(l, next, "[at] [the] same time|hour", &same);
    due.keeps_time = end > 0 && !l->stops[next - 1] && !due.has_time && !due_word_is(l, end, "as");
    *ret = due;
    return due.keeps_time ? end : next;
}

size_t due_at(const struct phrase_word *w, size_t n, const struct civil *now, struct due *ret)
{
    struct due_line l;

    due_line_from(w, n, false, &l);
    return due_at_line(&l, 0, now, ret);
}

bool due_read(const char *text, const struct civil *now, struct due *ret)
{
    struct phrase p;
    struct due_line l;

    phrase_split(text, text + strlen(text), &p);
    due_line_from(p.words, p.n, true, &l);
    return p.n > 0 && p.n <= DUE_WINDOW && due_at_line(&l, 0, now, ret) == p.n;
}

/* ---- writing ---- */

void due_text(const struct due *d, char out[static TIME_TEXT_BYTES])
{
    size_t n;

    date_text(d->day, out);
    n = strlen(out);
    if (d->has_time)
        (void)snprintf(out + n, TIME_TEXT_BYTES - n, "T%02d:%02d", d->hour, d->minute);
}

void due_words(const struct due *d, const struct civil *now, char out[static DUE_WORDS_BYTES])
{
    static const char *const near[] = { "yesterday", "today", "tomorrow" };
    int64_t away = d->day - civil_days(now->year, now->month, now->day);
    struct civil c = civil_from_us(d->day * DAY_US);
    size_t n;

    if (away >= -1 && away <= 1)
        (void)snprintf(out, DUE_WORDS_BYTES, "%s", near[away + 1]);
    else if (c.year == now->year)
        (void)snprintf(out, DUE_WORDS_BYTES, "%.3s %d %.3s", day_names[civil_weekday(d->day)], c.day,
                       month_names[c.month - 1]);
    else
        (void)snprintf(out, DUE_WORDS_BYTES, "%d %.3s %d", c.day, month_names[c.month - 1], c.year);
    n = strlen(out);
    if (d->has_time)
        (void)snprintf(out + n, DUE_WORDS_BYTES - n, " at %02d:%02d", d->hour, d->minute);
}
