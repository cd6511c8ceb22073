/* observe.c - the queries behind the hypotheses, one function for each kind, and the sentence each one ends in.
 *
 * Sentences hold figures of the rows, and shares made of two of them. Values of the data stand in quotes.
 */
#include "agents/metrics/observe.h"
#include "agents/metrics/probe.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include <math.h>
#include <string.h>

#define HALF 0.5         /* of the change: what gives more is behind it */
#define DAYS_MISSING 0.1 /* of a period's days, more than in the other */

static int ask(struct probe *p, const char *sql, struct observation *ret, struct err *err)
{
    ret->sql = sql;
    return probe_ask(p, sql, &ret->result, err);
}

static double whole(const struct probe *p, const char *column)
{
    return json_real(result_cell(p->overall, 0, column));
}

/* ---- parts ---- */

static const char *condition(struct arena *a, const char *column, const struct json *v)
{
    const char *name = sql_name(a, column);

    if (json_is(v, JSON_STRING))
        return arena_printf(a, "%s = %s", name, sql_text(a, json_text(v, NULL)));
    if (json_is(v, JSON_NUMBER))
        return arena_printf(a, "%s = %s", name, json_digits(v));
    if (json_is(v, JSON_BOOL))
        return arena_printf(a, "%s = %s", name, json_truth(v) ? "true" : "false");
    return arena_printf(a, "%s IS NULL", name);
}

/* "region = East", of the row's parts. */
static const char *segment_of(struct probe *p, const char *one, const char *other, const struct json *result,
                              size_t row)
{
    const char *first = say_value(p->a, result_cell(result, row, "part"));

    if (!other)
        return arena_printf(p->a, "%s = %s", one, first);
    return arena_printf(p->a, "%s = %s, %s = %s", one, first, other,
                        say_value(p->a, result_cell(result, row, "part_2")));
}

static const char *tell_part(struct probe *p, const char *by, const char *segment, const struct json *result,
                             const struct concentration *c)
{
    const char *figures = arena_printf(p->a, "'%s' went from %s to %s", segment,
                                       say_figure(p->a, result_cell(result, c->row, "baseline"), p->decimals),
                                       say_figure(p->a, result_cell(result, c->row, "comparison"), p->decimals));
    const char *share = arena_printf(p->a, "%s of the change with %s of the baseline", say_percent(p->a, c->share),
                                     say_percent(p->a, c->expected));

    if (c->is_noise)
        return arena_printf(p->a, "Split by %s: %s, which is %s. Its days differ as much anyway.", by, figures, share);
    switch (c->verdict) {
    case VERDICT_YES:
        return arena_printf(p->a, "Split by %s: %s, which is %s. The change sits there.", by, figures, share);
    case VERDICT_OPEN:
        return arena_printf(p->a, "Split by %s: %s, which is %s. That is too little to settle it.", by, figures, share);
    case VERDICT_NO:
        break;
    }
    return arena_printf(p->a, "Split by %s, no part stands out: %s, which is %s. The parts moved alike.", by, figures,
                        share);
}

/* A part is picked among all segments there are: what one split does not show, another would. */
static size_t among(const struct probe *p)
{
    return (size_t)json_get_int(p->causes, "searched", METRICS_PARTS);
}

/* What the shares seem to say holds only where the part's days moved further than they stray; `where`: its rows. The
 * second query is kept with the first. */
static int rule_out_noise(struct probe *p, const char *where, struct concentration *c, struct observation *l,
                          struct err *err)
{
    struct timeline days;

    if (c->verdict == VERDICT_NO)
        return 0;
    if (timeline_ask(p, where, &days, err) < 0)
        return -1;
    l->sql = arena_printf(p->a, "%s;\n%s", l->sql, days.sql);
    c->is_noise = timeline_is_noise(p, &days, among(p));
    if (c->is_noise)
        c->verdict = VERDICT_NO;
    return 0;
}

/* One split, its rows' verdict, and what the hypothesis has of it. */
static int observe_split(struct probe *p, struct hypothesis *h, const struct split *split, const char *const names[2],
                         struct observation *ret, struct err *err)
{
    const char *by = names[1] ? arena_printf(p->a, "%s and %s", names[0], names[1]) : names[0], *where;
    struct concentration c;
    const struct json *part;

    if (ask(p, gauge_sql(p->a, &p->gauge, &p->baseline, &p->comparison, split), ret, err) < 0)
        return -1;
    c = verdict_parts(ret->result, p->overall, p->gauge.weight != NULL);
    ret->summary = arena_printf(p->a, "Split by %s, there is nothing to compare.", by);
    ret->verdict = c.verdict;
    if (!c.any)
        return 0;
    part = result_cell(ret->result, c.row, "part");
    where = h->by[0] ? condition(p->a, names[0], part)
                     : arena_printf(p->a, "%s = %s", split->by[0], sql_text(p->a, say_value(p->a, part)));
    if (names[1])
        where = arena_printf(p->a, "%s AND %s", where,
                             condition(p->a, names[1], result_cell(ret->result, c.row, "part_2")));
    if (rule_out_noise(p, where, &c, ret, err) < 0)
        return -1;
    ret->verdict = c.verdict;
    ret->summary = tell_part(p, by, segment_of(p, names[0], names[1], ret->result, c.row), ret->result, &c);
    if (c.verdict != VERDICT_YES)
        return 0;
    h->segment = segment_of(p, names[0], names[1], ret->result, c.row);
    h->where = h->by[0] && !names[1] ? where : NULL;
    h->found = ret->result;
    h->row = c.row;
    return 0;
}

static int observe_parts(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err)
{
    const char *const names[2] = { h->by[0]->name, h->by[1] ? h->by[1]->name : NULL };
    struct split split = { .by = { sql_name(p->a, names[0]), names[1] ? sql_name(p->a, names[1]) : NULL } };

    return observe_split(p, h, &split, names, ret, err);
}

static int observe_weekdays(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err)
{
    struct split split = { .by = { arena_printf(p->a, "dayname(%s)", sql_name(p->a, p->gauge.date)) } };
    const char *const names[2] = { "day of the week", NULL };

    return observe_split(p, h, &split, names, ret, err);
}

/* ---- one segment ---- */

static int observe_cause(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err)
{
    const struct json *attributes = json_get(h->cause, "attributes");
    const struct json *contribution = json_get(h->cause, "contribution");
    double change = whole(p, "change");
    const char *where = "", *share = "", *name;
    struct timeline days;

    for (size_t i = 0; i < json_len(attributes); i++)
        where = arena_printf(p->a, "%s%s%s", where, i ? " AND " : "",
                             condition(p->a, json_key_at(attributes, i, NULL), json_at(attributes, i)));
    if (timeline_ask(p, where, &days, err) < 0)
        return -1;
    ret->sql = days.sql;
    ret->result = days.result;
    ret->verdict = timeline_is_noise(p, &days, among(p)) ? VERDICT_NO : VERDICT_YES;
    if (change != 0)
        share = arena_printf(p->a, ", %s of the change", say_percent(p->a, json_real(contribution) / change));
    h->segment = ret->verdict == VERDICT_YES ? say_segment(p->a, attributes) : NULL;
    name = say_begun(p->a, say_part(p->a, say_segment(p->a, attributes), json_get_truth(h->cause, "is_rest")));
    ret->summary = arena_printf(p->a, "%s went from %s to %s and has %s%s. %s", name,
                                say_figure(p->a, json_get(h->cause, "baseline"), p->decimals),
                                say_figure(p->a, json_get(h->cause, "actual"), p->decimals),
                                say_signed(p->a, contribution, p->decimals), share,
                                h->segment ? "The change sits there." : "Its days differ as much anyway.");
    return 0;
}

/* ---- days ---- */

/* The rows of all days are not there: nothing can be said of single ones. */
static bool is_too_long(const struct timeline *days, struct observation *ret)
{
    ret->sql = days->sql;
    ret->result = days->result;
    ret->verdict = VERDICT_OPEN;
    ret->summary = "The periods are too long to be looked at day by day.";
    return !days->is_known;
}

static int observe_timing(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err)
{
    const struct timeline *t = &p->days;
    struct days before, after;
    struct onset o;
    char day[TIME_TEXT_BYTES];

    (void)h;
    (void)err;
    if (is_too_long(t, ret))
        return 0;
    before = timeline_levels(p, t, false);
    after = timeline_levels(p, t, true);
    o = verdict_onset(&before, &after);
    ret->verdict = o.verdict;
    date_text(t->after.first + (int64_t)o.day, day);
    if (o.verdict == VERDICT_YES && after.n == t->after.length && !probe_is_still(p)) {
        p->began = arena_str(p->a, day);
        ret->summary = arena_printf(p->a,
                                    "Day by day, the level stepped on %s: %s a day before it in the comparison period, "
                                    "%s from then on. Something happened about that day.",
                                    day, say_real(p->a, o.before, p->decimals), say_real(p->a, o.after, p->decimals));
        return 0;
    }
    if (o.verdict == VERDICT_YES)
        ret->verdict = VERDICT_OPEN;
    if (probe_is_still(p))
        ret->verdict = VERDICT_NO;
    ret->summary =
        arena_printf(p->a, "Day by day (%zu and %zu days with rows), no single day begins the change.%s",
                     t->before.seen, t->after.seen, p->within_noise ? " It is no larger than days differ anyway." : "");
    return 0;
}

static int observe_coverage(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err)
{
    const struct calendar *before = &p->days.before, *after = &p->days.after;
    double missing[2];
    bool uneven, is_full = before->seen == before->length && after->seen == after->length;

    (void)h;
    (void)err;
    if (is_too_long(&p->days, ret))
        return 0;
    missing[0] = 1 - (double)before->seen / (double)before->length;
    missing[1] = 1 - (double)after->seen / (double)after->length;
    uneven = fabs(missing[1] - missing[0]) >= DAYS_MISSING;
    ret->verdict = uneven ? VERDICT_YES : VERDICT_NO;
    ret->summary =
        arena_printf(p->a, "Rows stand on %zu of %zu days of the baseline and on %zu of %zu of the comparison. %s",
                     before->seen, before->length, after->seen, after->length,
                     uneven    ? "Part of the data may be missing."
                     : is_full ? "No day is missing."
                               : "Neither period lacks clearly more days than the other.");
    return 0;
}

/* ---- how many, and how much each ---- */

/* change = (rows after - rows before) * value of each before + rows after * (value of each after - before) */
static int observe_rows(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err)
{
    double n = whole(p, "baseline_rows"), m = whole(p, "comparison_rows"), change = whole(p, "change");
    double each = whole(p, "baseline") / n, volume = (m - n) * each, part;
    bool counts = h->theory == THEORY_VOLUME;

    if (observe_whole(p, ret, err) < 0)
        return -1;
    part = counts ? volume : change - volume;
    ret->verdict = !p->within_noise && change != 0 && part / change >= HALF ? VERDICT_YES : VERDICT_NO;
    ret->summary = arena_printf(
        p->a, "%s records became %s, worth %s and then %s each. The %s gives %s of the change (%s).%s",
        probe_say_count(p->a, result_cell(p->overall, 0, "baseline_rows")),
        probe_say_count(p->a, result_cell(p->overall, 0, "comparison_rows")), say_real(p->a, each, p->decimals),
        say_real(p->a, whole(p, "comparison") / m, p->decimals), counts ? "number of records" : "value of each",
        change != 0 ? say_percent(p->a, part / change) : "nothing", say_real(p->a, part, p->decimals),
        ret->verdict == VERDICT_YES ? " That is behind it."
        : p->within_noise           ? " The whole is no larger than days differ anyway."
                                    : " That is not behind it.");
    return 0;
}

int observe_whole(struct probe *p, struct observation *ret, struct err *err)
{
    struct split all = { .by = { NULL } };

    if (ask(p, gauge_sql(p->a, &p->gauge, &p->baseline, &p->comparison, &all), ret, err) < 0)
        return -1;
    ret->verdict = VERDICT_OPEN;
    ret->summary = arena_printf(p->a, "In all the metric went from %s to %s, a change of %s.",
                                say_figure(p->a, result_cell(p->overall, 0, "baseline"), p->decimals),
                                say_figure(p->a, result_cell(p->overall, 0, "comparison"), p->decimals),
                                say_signed(p->a, result_cell(p->overall, 0, "change"), p->decimals));
    return 0;
}

/* ---- which ---- */

int observe_hypothesis(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err)
{
    switch (h->theory) {
    case THEORY_CAUSE:
        return observe_cause(p, h, ret, err);
    case THEORY_SEGMENT:
    case THEORY_PAIR:
        return observe_parts(p, h, ret, err);
    case THEORY_TIMING:
        return observe_timing(p, h, ret, err);
    case THEORY_VOLUME:
    case THEORY_VALUE:
        return observe_rows(p, h, ret, err);
    case THEORY_COVERAGE:
        return observe_coverage(p, h, ret, err);
    case THEORY_WEEKDAY:
        break;
    }
    return observe_weekdays(p, h, ret, err);
}

/* The next column that is not the hypothesis's own. */
int observe_deeper(struct probe *p, struct hypothesis *h, struct observation *ret, struct err *err)
{
    const struct dimension *other = &p->gauge.dimensions[h->drilled];
    struct split split = { .also = h->where };
    struct concentration c;
    const char *inside;

    if (strcmp(other->name, h->by[0]->name) == 0)
        other = &p->gauge.dimensions[++h->drilled];
    h->drilled++;
    split.by[0] = sql_name(p->a, other->name);
    if (ask(p, gauge_sql(p->a, &p->gauge, &p->baseline, &p->comparison, &split), ret, err) < 0)
        return -1;
    c = verdict_parts(ret->result, NULL, p->gauge.weight != NULL);
    if (c.any && rule_out_noise(p,
                                arena_printf(p->a, "%s AND %s", h->where,
                                             condition(p->a, other->name, result_cell(ret->result, c.row, "part"))),
                                &c, ret, err) < 0)
        return -1;
    ret->verdict = c.verdict;
    inside = c.any ? segment_of(p, other->name, NULL, ret->result, c.row) : NULL;
    ret->summary =
        !inside
            ? arena_printf(p->a, "Within '%s', %s has nothing to compare.", h->segment, other->name)
            : arena_printf(p->a,
                           "Within '%s', split by %s: '%s' went from %s to %s, %s of what the segment changed by. %s",
                           h->segment, other->name, inside,
                           say_figure(p->a, result_cell(ret->result, c.row, "baseline"), p->decimals),
                           say_figure(p->a, result_cell(ret->result, c.row, "comparison"), p->decimals),
                           say_percent(p->a, c.share),
                           c.verdict == VERDICT_YES ? "The change sits there, not in all of the segment."
                                                    : "The segment moved as one.");
    return 0;
}
