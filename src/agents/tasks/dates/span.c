/* span.c - a span of days that a list is kept to, and how long before the due time a reminder is. */
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"
#include "lang/phrase.h"
#include <string.h>

/* ---- spans ---- */

static bool set_span(struct due_span *ret, int64_t from, int64_t to)
{
    *ret = (struct due_span){ .from = from, .to = to };
    return from >= FIRST_DAY && to <= LAST_DAY && from <= to;
}

static bool overdue(const struct due_now *now, const struct due_slots *s, int arg, struct due_span *ret)
{
    (void)now;
    (void)s;
    (void)arg;
    *ret = (struct due_span){ .is_overdue = true };
    return true;
}

/* arg: so many of them later. */
static bool period(const struct due_now *now, const struct due_slots *s, int arg, struct due_span *ret)
{
    enum due_unit unit = (enum due_unit)s->v[0];
    int64_t first = due_later(due_first_of(now->today, unit), arg, unit);

    return set_span(ret, first, due_last_of(first, unit));
}

static bool rest_of_period(const struct due_now *now, const struct due_slots *s, int arg, struct due_span *ret)
{
    (void)arg;
    return set_span(ret, now->today, due_last_of(now->today, (enum due_unit)s->v[0]));
}

/* arg: weeks from this one. */
static bool weekend(const struct due_now *now, const struct due_slots *s, int arg, struct due_span *ret)
{
    int64_t saturday = now->monday + 5 + (int64_t)7 * arg;

    (void)s;
    return set_span(ret, saturday, saturday + 1);
}

/* Today and so many days behind it; arg: how many units, where they are not counted. */
static bool ahead(const struct due_now *now, const struct due_slots *s, int arg, struct due_span *ret)
{
    bool is_counted = arg == 0;
    enum due_unit unit = (enum due_unit)s->v[is_counted ? 1 : 0];

    if (unit < DUE_DAY)
        return set_span(ret, now->today, now->today);
    return set_span(ret, now->today, due_later(now->today, is_counted ? s->v[0] : arg, unit));
}

static bool soon(const struct due_now *now, const struct due_slots *s, int arg, struct due_span *ret)
{
    (void)s;
    return set_span(ret, now->today, now->today + arg);
}

static bool month(const struct due_now *now, const struct due_slots *s, int arg, struct due_span *ret)
{
    int year = s->has[1] ? s->v[1] : now->civil->year + (s->v[0] < now->civil->month);
    int64_t first = civil_days(year, s->v[0], 1);

    (void)arg;
    return set_span(ret, first, due_last_of(first, DUE_MONTH));
}

static const struct {
    const char *pattern;
    bool (*act)(const struct due_now *now, const struct due_slots *s, int arg, struct due_span *ret);
    int arg;
} spans[] = {
    { "overdue|late", overdue, 0 },
    { "past due", overdue, 0 },
    { "past [their|its|the] deadline|date", overdue, 0 },
    { "[in|within|during|for|over] this|the|my|our [current|own] PERIOD", period, 0 },
    { "[later|sometime] this PERIOD", period, 0 },
    { "[in|within|during|for|from] last|previous PERIOD", period, -1 },
    { "[in|within|during|for] next PERIOD", period, 1 },
    { "[the] PERIOD after next", period, 2 },
    { "[the] rest of [the|this] PERIOD", rest_of_period, 0 },
    { "[in|for|over|during] [the|my|our] PERIOD ahead", ahead, 1 },
    { "[in|within|during|for|over] this|the coming|upcoming PERIOD", ahead, 1 },
    { "[for|over|during] my|our [own] day", soon, 0 },
    { "[the|my] rest of [the|this|my] day", soon, 0 },
    { "[on|at|over|for|during] this|the|my|our [coming] weekend", weekend, 0 },
    { "weekend", weekend, 0 },
    { "[on|at|over|for|during] next weekend", weekend, 1 },
    { "[in|within|over|for|during] [the] next|coming NUM UNIT", ahead, 0 },
    { "[in|within|over|for|during] [the] next|coming few UNIT", ahead, 3 },
    { "[in|within|over|for|during] [the] next|coming couple of UNIT", ahead, 2 },
    { "within NUM UNIT", ahead, 0 },
    { "soon|upcoming", soon, 7 },
    { "coming up", soon, 7 },
    { "[in|during|for] MONTH YEAR", month, 0 },
    { "in|during|for MONTH", month, 0 },
};

/* A day, what is said of its time passed over. */
static size_t take_day(const struct due_line *l, size_t at, const struct civil *civil, int64_t *ret, bool *ret_is_part)
{
    struct due_now now = due_now_from(civil);
    struct due_draft d = { 0 };
    unsigned allowed;
    size_t from = due_leads(l, at, &allowed);
    size_t end = due_element(l, from, allowed | DUE_NEEDS_LEAD | DUE_NEEDS_HOLIDAY, &now, &d), all;
    struct due due;

    *ret_is_part = false;
    if (end == 0 || !d.has_day)
        return 0;
    due = due_settle(&d, &now);
    *ret = due.day;
    *ret_is_part = due.has_time;
    all = due_at_line(l, at, civil, &due);
    if (all <= end)
        return end;
    *ret = due.day;
    *ret_is_part = due.has_time;
    return all;
}

/* The longest wording of a span at that place; the place behind it. */
static size_t take_span(const struct due_line *l, size_t at, const struct due_now *now, struct due_span *ret)
{
    struct due_slots best, s;
    size_t end = 0, which = 0;

    for (size_t i = 0; i < COUNT_OF(spans); i++) {
        size_t got = due_fits(l, at, spans[i].pattern, &s);
        if (got > end) {
            end = got;
            which = i;
            best = s;
        }
    }
    return end > 0 && spans[which].act(now, &best, spans[which].arg, ret) ? end : 0;
}

/* Where a stretch ends or begins: a day, a month or another period, or a time of today. */
struct edge {
    int64_t first, last;
    bool is_month; /* by its name */
    bool is_time;  /* only a time was said, or a day with a time */
};

/* "noon", "5pm": today's, whether it is over or not. */
static size_t take_hour(const struct due_line *l, size_t at, const struct due_now *now)
{
    struct due_draft d = { 0 };
    unsigned allowed;
    size_t from = due_leads(l, at, &allowed), end = due_element(l, from, allowed | DUE_NEEDS_HOUR, now, &d);
    struct due_slots s;

    if (end == 0)
        end = due_fits(l, at, "[the] lunch|lunchtime|breakfast|dinner|work|bed|bedtime", &s);
    return end > 0 && !d.has_day ? end : 0;
}

static size_t take_edge(const struct due_line *l, size_t at, const struct due_now *now, struct edge *ret)
{
    struct due_span span;
    struct due_slots s;
    size_t end, longer;

    *ret = (struct edge){ 0 };
    end = take_day(l, at, now->civil, &ret->first, &ret->is_time);
    ret->last = ret->first;
    if ((longer = due_fits(l, at, "[the] [start|beginning] [of] MONTH [YEAR]", &s)) > end) {
        ret->is_month = month(now, &s, 0, &span);
        end = longer;
    } else if ((longer = take_span(l, at, now, &span)) > end && !span.is_overdue) {
        end = longer;
    } else {
        if (end == 0 && (end = take_hour(l, at, now)) > 0)
            *ret = (struct edge){ .first = now->today, .last = now->today, .is_time = true };
        return end;
    }
    ret->first = span.from;
    ret->last = span.to;
    ret->is_time = false;
    return end;
}

/* Both sides of it, as far as they were said. */
static bool set_bounds(struct due_span *ret, const struct edge *a, const struct edge *b)
{
    bool is_set = set_span(ret, a ? a->first : FIRST_DAY, b ? b->last : LAST_DAY);

    ret->is_part = (a && a->is_time) || (b && b->is_time);
    return is_set;
}

/* "by Friday", "before December", "after the 5th", "from Monday to Wednesday"; a time is the day that it is on. */
static size_t take_bounds(const struct due_line *l, const struct due_now *now, struct due_span *ret)
{
    size_t start = due_word_is(l, 0, "due") ? 1 : 0, end, more;
    bool is_before = due_word_is(l, start, "before"), is_by = due_word_is(l, start, "by|until|till");
    bool is_after = due_word_is(l, start, "after"), is_from = due_word_is(l, start, "since|from");
    struct due_slots aside;
    struct edge a, b;
    size_t up = due_fits(l, start, "up to|until|till [and] [including]", &aside);

    if (up == 0)
        up = due_fits(l, start, "by|until|till|to and including", &aside);
    is_by |= up > 0;
    if (!(is_before || is_by || is_after || is_from || due_word_is(l, start, "between")) ||
        (end = take_edge(l, up > 0 ? up : start + 1, now, &a)) == 0)
        return 0;
    if (is_before && !a.is_time)
        a.last = a.first - 1;
    else if (is_by && a.is_month)
        a.last = a.first;
    else if (is_after && !a.is_time)
        a.first = a.last + 1;
    else if (due_word_is(l, start, "since") && a.is_month && a.first > now->today)
        a.first = due_later(a.first, -1, DUE_YEAR);
    if (is_before || is_by)
        return set_bounds(ret, NULL, &a) ? end : 0;
    if (due_word_is(l, end, is_after || is_from ? "to|until|till|through|and|-" : "and|to") &&
        (more = take_edge(l, end + 1, now, &b)) > 0) {
        if (b.last < a.first && a.first == now->today + 7) /* "from Monday to Wednesday", on a Monday */
            a.first = now->today;
        else if (b.last < a.first && b.last + 7 >= a.first)
            b.last += 7;
        return set_bounds(ret, &a, &b) ? more : 0;
    }
    if (!is_after && !is_from)
        return 0;
    return set_bounds(ret, &a, a.is_time ? &a : NULL) ? end : 0;
}

size_t due_span_at(const struct phrase_word *w, size_t n, const struct civil *now, struct due_span *ret)
{
    struct due_now clock = due_now_from(now);
    struct due_span span;
    struct due_line l;
    size_t end, start, got;
    int64_t day;
    bool is_part;

    due_line_from(w, n, false, &l);
    got = take_bounds(&l, &clock, ret);
    if (got > 0)
        return got;
    start = due_word_is(&l, 0, "due") ? 1 : 0;
    end = take_span(&l, start, &clock, &span);
    got = take_day(&l, start, now, &day, &is_part);
    if (got > end) {
        if (!set_span(ret, day, day))
            return 0;
        ret->is_part = is_part;
        return got;
    }
    if (end > 0)
        *ret = span;
    return end;
}

/* ---- before it is due ---- */

static bool minutes_of(int n, enum due_unit unit, int64_t *ret)
{
    static const int minutes[] = { 1, 60, 1440, 7 * 1440, 14 * 1440 };

    if (unit > DUE_FORTNIGHT)
        return false;
    *ret = (int64_t)n * minutes[unit];
    return true;
}

#define EARLIER "before|earlier|prior|ahead|beforehand"

/* How long. */
static size_t take_length(const struct due_line *l, size_t at, struct due_before *ret)
{
    struct due_slots s;
    size_t end;

    if ((end = due_fits(l, at, "NUM UNIT " EARLIER, &s)) > 0 || (end = due_fits(l, at, "NUM UNIT in advance", &s)) > 0)
        return minutes_of(s.v[0], (enum due_unit)s.v[1], &ret->minutes) ? end : 0;
    if ((end = due_fits(l, at, "SPAN " EARLIER, &s)) > 0)
        return minutes_of(s.v[0] / 16, (enum due_unit)(s.v[0] % 16), &ret->minutes) ? end : 0;
    if ((end = due_fits(l, at, "the UNIT before|prior", &s)) > 0)
        return s.v[0] >= DUE_DAY && minutes_of(1, (enum due_unit)s.v[0], &ret->minutes) ? end : 0;
    ret->minutes = 30;
    if ((end = due_fits(l, at, "half an hour " EARLIER, &s)) > 0 ||
        (end = due_fits(l, at, "half hour " EARLIER, &s)) > 0)
        return end;
    ret->minutes = 90;
    if ((end = due_fits(l, at, "an|one hour and a half " EARLIER, &s)) > 0)
        return end;
    ret->minutes = 0;
    if ((end = due_fits(l, at, "when [it's|its|it] [is] due", &s)) > 0 ||
        (end = due_fits(l, at, "at the time", &s)) > 0)
        return end;
    return 0;
}

/* "the night before", "on the day": a day and a time of it. */
static size_t take_part(const struct due_line *l, size_t at, struct due_before *ret, struct due_draft *d)
{
    struct due_slots s;
    size_t end = due_fits(l, at, "the PART before", &s);
    bool is_before = end > 0;

    if (end == 0)
        end = due_fits(l, at, "[on] the PART of", &s);
    if (end > 0) {
        d->has_part = true;
        d->part = (enum due_part)s.v[0];
        ret->minutes = is_before ? 1440 : 0;
        return end;
    }
    ret->minutes = 0;
    return due_fits(l, at, "on the [same] day", &s);
}

/* A time behind it, for whole days. */
static size_t take_time(const struct due_line *l, size_t at, struct due_draft *d)
{
    static const struct civil any = { .year = 2000, .month = 1, .day = 1 };
    struct due_now now = due_now_from(&any);
    unsigned allowed = 0;
    size_t end = at, next = at;

    while (next > 0 && end < l->n && !l->stops[end - 1]) {
        next = due_element(l, end, 0, &now, d);
        if (next == 0) {
            size_t from = due_leads(l, end, &allowed);
            next = from > end ? due_element(l, from, allowed, &now, d) : 0;
        }
        end = next > 0 ? next : end;
    }
    return end;
}

/* "before it's due", "before the deadline"; 0 when it is before something else: "before the flight". */
static size_t take_what(const struct due_line *l, size_t end)
{
    struct due_slots s;
    size_t tail;

    if (end == l->n || l->stops[end - 1])
        return end;
    if ((tail = due_fits(l, end, "it's|its|it|that|then [is] [due|starts|begins|opens|happens]", &s)) > 0 ||
        (tail = due_fits(l, end, "the|its deadline|due|time [date|time]", &s)) > 0)
        return tail;
    return due_word_is(l, end, "the|a|an|my|our|your|his|her|their|i|we|you|he|she|they") ? 0 : end;
}

static size_t before_at_line(const struct due_line *l, struct due_before *ret)
{
    static const struct civil any = { .year = 2000, .month = 1, .day = 1 };
    struct due_now now = due_now_from(&any);
    struct due_before b = { 0 };
    struct due_draft d = { .has_day = true, .day = now.today + 1 };
    size_t end = take_length(l, 0, &b);
    bool on_a_day = end == 0;

    if (on_a_day)
        end = take_part(l, 0, &b, &d);
    if (end == 0)
        return 0;
    end = take_what(l, end);
    if (end == 0)
        return 0;
    if (on_a_day || (b.minutes > 0 && b.minutes % 1440 == 0))
        end = take_time(l, end, &d);
    b.has_time = d.has_clock || d.has_part;
    if (b.has_time) {
        struct due due = due_settle(&d, &now);
        b.hour = due.hour;
        b.minute = due.minute;
    } else if (on_a_day) {
        return 0;
    }
    *ret = b;
    return end;
}

size_t due_before_at(const struct phrase_word *w, size_t n, struct due_before *ret)
{
    struct due_line l;

    due_line_from(w, n, false, &l);
    return before_at_line(&l, ret);
}

bool due_before_read(const char *text, struct due_before *ret)
{
    struct phrase p;
    struct due_line l;

    phrase_split(text, text + strlen(text), &p);
    due_line_from(p.words, p.n, true, &l);
    return p.n > 0 && p.n <= DUE_WINDOW && before_at_line(&l, ret) == p.n;
}
