/* explore.c - how much the metric changed, in all and day by day, and which segments metrics.localize finds behind it:
 * each becomes a hypothesis, for the loop to confirm or rule out. */
#include "agents/metrics/probe.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "gate/gate.h"
#include <string.h>

static int64_t days_of(const struct span *s)
{
    int64_t from = 0, to = 0;

    date_read(s->from, strlen(s->from), &from);
    date_read(s->to, strlen(s->to), &to);
    return to - from + 1;
}

static int nothing_in(const char *which, struct err *err)
{
    err_say(err, ERR_INVALID_DATE_RANGE, "The %s period has no rows.", which);
    return err_action(err, "Choose days that are in the files.");
}

static int measure_whole(struct probe *p, struct err *err)
{
    struct split all = { .by = { NULL } };
    const char *sql = gauge_sql(p->a, &p->gauge, &p->baseline, &p->comparison, &all);
    struct json *result;

    if (probe_ask(p, sql, &result, err) < 0)
        return -1;
    p->overall = result;
    if (json_real(result_cell(result, 0, "baseline_rows")) < 1)
        return nothing_in("baseline", err);
    if (json_real(result_cell(result, 0, "comparison_rows")) < 1)
        return nothing_in("comparison", err);
    if (!json_is(result_cell(result, 0, "baseline"), JSON_NUMBER) ||
        !json_is(result_cell(result, 0, "change"), JSON_NUMBER)) {
        err_say(err, ERR_TYPE_MISMATCH, "The metric gives no number.");
        return err_action(err, "Use a column of numbers.");
    }
    return 0;
}

static struct json *range_json(struct arena *a, const struct span *s)
{
    struct json *v = json_set(a, json_object(a), "start", json_str(a, s->from));

    return json_set(a, v, "end", json_str(a, s->to));
}

static int localize(struct probe *p, struct err *err)
{
    struct json *args = json_set(p->a, json_object(p->a), "data", json_copy(p->a, p->data));

    json_set(p->a, args, "metric_sql", json_str(p->a, p->gauge.text));
    json_set(p->a, args, "baseline", range_json(p->a, &p->baseline));
    json_set(p->a, args, "compare", range_json(p->a, &p->comparison));
    json_set(p->a, args, "time", json_str(p->a, p->gauge.date));
    json_set(p->a, args, "max_causes", json_int(p->a, METRICS_CAUSES));
    return gate_nested(p->call, "metrics.localize", args, &p->causes, err);
}

/* Of what did not change there are no causes. */
static int find_causes(struct probe *p, struct err *err)
{
    if (p->gauge.n_dimensions > 0 && !probe_is_still(p))
        return localize(p, err);
    p->causes = json_set(p->a, json_object(p->a), "causes", json_array(p->a));
    json_set(p->a, p->causes, "residual", json_copy(p->a, result_cell(p->overall, 0, "change")));
    return 0;
}

/* As many decimals as the whole and the causes need. */
static void find_decimals(struct probe *p)
{
    static const char *const names[][2] = { { "baseline_total", "baseline" },
                                            { "comparison_total", "comparison" },
                                            { "total_change", "change" } };
    struct json *of = json_set(p->a, json_object(p->a), "is_ratio", json_bool(p->a, p->gauge.weight != NULL));

    for (size_t i = 0; i < COUNT_OF(names); i++)
        json_set(p->a, of, names[i][0], json_copy(p->a, result_cell(p->overall, 0, names[i][1])));
    json_set(p->a, of, "parts", json_copy(p->a, json_get(p->causes, "causes")));
    p->decimals = say_decimals(of);
}

int probe_explore(struct probe *p, struct err *err)
{
    int64_t before = days_of(&p->baseline), after = days_of(&p->comparison);

    if (measure_whole(p, err) < 0 || timeline_ask(p, NULL, &p->days, err) < 0)
        return -1;
    p->within_noise = timeline_is_noise(p, &p->days, 1);
    if (before != after)
        json_push(p->a, p->notes,
                  json_str(p->a, arena_printf(p->a,
                                              "The periods differ in length (%lld and %lld days); totals are compared "
                                              "as they are.",
                                              (long long)before, (long long)after)));
    if (find_causes(p, err) < 0)
        return -1;
    find_decimals(p);
    return 0;
}
