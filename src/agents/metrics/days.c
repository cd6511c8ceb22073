/* days.c - rows of gauge_days_sql() put on a calendar. */
#include "agents/metrics/days.h"
#include "agents/metrics/probe.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include <string.h>

#define DAILY                                                                                                          \
    4 /* data with rows on fewer than one day in so many is weekly or monthly: empty days mean nothing there */

/* ---- asking ---- */

/* The day that a row is of, from the period's first; false when it is of none. */
static bool day_of(const struct json *result, size_t row, const char *period, const struct calendar *c, size_t *ret)
{
    const char *of = json_text(result_cell(result, row, "period"), NULL);
    const char *text = json_text(result_cell(result, row, "day"), NULL);
    int64_t day;

    if (!of || strcmp(of, period) != 0 || !text || !date_read(text, strlen(text), &day) || day < c->first)
        return false;
    *ret = (size_t)(day - c->first);
    return *ret < c->length;
}

static struct calendar lay_out(struct probe *p, const struct span *s)
{
    struct calendar c = { .length = 0 };
    int64_t last = 0;

    date_read(s->from, strlen(s->from), &c.first);
    date_read(s->to, strlen(s->to), &last);
    c.length = (size_t)(last - c.first + 1);
    if (c.length > METRICS_DAYS)
        return c;
    c.level = arena_array(p->a, c.length, sizeof *c.level);
    c.pull = arena_array(p->a, c.length, sizeof *c.pull);
    c.has = arena_array(p->a, c.length, sizeof *c.has);
    return c;
}

static void fill(struct probe *p, const struct json *result, const char *period, struct calendar *c)
{
    double level = json_real(result_cell(p->overall, 0, "baseline"));
    size_t day;

    for (size_t i = 0; i < json_len(json_get(result, "rows")); i++) {
        double weight = p->gauge.weight ? json_real(result_cell(result, i, "weight")) : 0;
        const struct json *value = result_cell(result, i, "value");
        if (!day_of(result, i, period, c, &day))
            continue;
        c->seen += !c->has[day];
        c->has[day] = true;
        c->level[day] = json_real(value);
        c->pull[day] = p->gauge.weight ? (json_real(value) - level) * weight : c->level[day];
        c->weight += weight;
    }
}

int timeline_ask(struct probe *p, const char *also, struct timeline *ret, struct err *err)
{
    struct timeline t = { .before = lay_out(p, &p->baseline), .after = lay_out(p, &p->comparison) };

    t.sql = gauge_days_sql(p->a, &p->gauge, &p->baseline, &p->comparison, also);
    t.is_known = t.before.length + t.after.length <= METRICS_DAYS;
    if (probe_ask(p, t.sql, &t.result, err) < 0)
        return -1;
    if (t.is_known) {
        fill(p, t.result, "baseline", &t.before);
        fill(p, t.result, "comparison", &t.after);
    }
    *ret = t;
    return 0;
}

/* ---- reading ---- */

static bool is_daily(const struct timeline *t)
{
    return t->before.seen * DAILY >= t->before.length && t->after.seen * DAILY >= t->after.length;
}

/* The days that `which` has rows on, or all of them. */
static struct days select_days(const struct probe *p, const double *values, const struct calendar *which, bool all)
{
    double *picked = arena_array(p->a, which->length, sizeof *picked);
    struct days d = { .values = picked, .is_daily = all, .first = which->first };

    for (size_t i = 0; i < which->length; i++)
        if (all || which->has[i])
            picked[d.n++] = values[i];
    return d;
}

struct days timeline_levels(const struct probe *p, const struct timeline *t, bool is_after)
{
    const struct calendar *c = is_after ? &t->after : &t->before;

    return select_days(p, c->level, c, !p->gauge.weight && is_daily(t));
}

/* What the days of a segment add. Of a ratio it is weighed, so that the means of both periods differ by what the
 * segment has of the change. */
static struct days pulls(const struct probe *p, const struct calendar *c, const struct calendar *whole, bool all)
{
    double n = (double)(all ? whole->length : whole->seen);
    double *pull = arena_array(p->a, c->length, sizeof *pull);

    for (size_t i = 0; i < c->length; i++)
        pull[i] = whole->weight != 0 ? c->pull[i] * n / whole->weight : c->pull[i];
    return select_days(p, pull, whole, all);
}

bool timeline_is_noise(const struct probe *p, const struct timeline *t, size_t among)
{
    const struct timeline *whole = &p->days;
    bool all = is_daily(whole);
    struct days before, after;

    if (!t->is_known)
        return false;
    before = pulls(p, &t->before, &whole->before, all);
    after = pulls(p, &t->after, &whole->after, all);
    return verdict_is_noise(&before, &after, among);
}
