/* localize.c - the operation: a plan, one query, a search, and the figures added up. */
#include "agents/metrics/localize.h"
#include "agents/metrics/gauge.h"
#include "agents/metrics/localize_leaves.h"
#include "agents/metrics/localize_plan.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/fields.h"
#include <math.h>
#include <string.h>

struct localizing {
    struct call *call;
    struct arena *a;
    const struct json *args;
    struct localize_plan plan;
    struct localize_leaves leaves;
    struct cause_found found;
    struct shares shares;
};

enum { STEPS = 4 };

static void note(struct localizing *l, const char *text)
{
    json_push(l->a, l->plan.notes, json_str(l->a, text));
}

/* ---- asking ---- */

static int make_plan(struct localizing *l, struct err *err)
{
    struct json *args = json_set(l->a, json_object(l->a), "data", json_copy(l->a, json_get(l->args, "data")));
    struct json *profile;

    call_step(l->call, 1, STEPS, "Looking at the data");
    if (gate_nested(l->call, "profiler.analyze", args, &profile, err) < 0)
        return -1;
    return localize_plan(l->a, l->args, profile, &l->plan, err);
}

/* Every combination of values; with fewer dimensions where there are too many. */
static int ask(struct localizing *l, struct json **ret, struct err *err)
{
    const char *sql;

    call_step(l->call, 2, STEPS, "Adding up every combination of values");
    for (;;) {
        struct json *args = json_set(l->a, json_object(l->a), "data", json_copy(l->a, json_get(l->args, "data")));
        if (localize_sql(l->a, &l->plan, &sql, err) < 0)
            return -1;
        json_set(l->a, args, "query", json_str(l->a, sql));
        json_set(l->a, args, "row_limit", json_int(l->a, CAUSE_LEAVES));
        json_set(l->a, args, "timeout", json_int(l->a, ANALYST_TIMEOUT_SECONDS));
        json_set(l->a, args, "restate", json_bool(l->a, false));
        if (gate_nested(l->call, "sql.run", args, ret, err) < 0)
            return -1;
        if (!json_get_truth(*ret, "truncated"))
            return 0;
        if (!localize_coarsen(l->a, &l->plan)) {
            err_say(err, ERR_TOO_LARGE, "The dimension has too many different values.");
            return err_action(err, "Name dimensions with fewer: at most %d combinations are searched.", CAUSE_LEAVES);
        }
    }
}

static int64_t add_rows(const int64_t *rows, const uint32_t *part, size_t n, uint32_t which)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        if (!part || part[i] == which)
            sum += rows[i];
    return sum;
}

static int check_rows(const struct localizing *l, struct err *err)
{
    size_t n = l->leaves.search.n;
    bool is_before = add_rows(l->leaves.baseline_rows, NULL, n, 0) == 0;

    if (!is_before && add_rows(l->leaves.actual_rows, NULL, n, 0) > 0)
        return 0;
    if (!l->plan.has_periods)
        return err_say(err, ERR_DATA_EMPTY, "The table has no rows.");
    err_say(err, ERR_DATA_EMPTY, "There are no rows in the %s period.", is_before ? "baseline" : "compare");
    return err_action(err, "Choose a period that the data has.");
}

/* ---- answering ---- */

static struct json *number(struct localizing *l, exact value)
{
    char text[EXACT_TEXT_BYTES];

    exact_text(value, l->shares.scale, text);
    return json_number(l->a, text, strlen(text));
}

static struct json *rounded(struct localizing *l, double value)
{
    double made = round(value * 1e6) / 1e6;

    return json_double(l->a, made == 0 ? 0 : made);
}

/* Whether an earlier cause has some of the segment's leaves, so that its figures are of the rest of it only. */
static bool is_rest(const struct localizing *l, size_t i)
{
    const struct cause *c = &l->found.causes[i];
    const struct cause_leaves *leaves = &l->leaves.search;

    for (size_t leaf = 0; leaf < leaves->n; leaf++) {
        const uint32_t *codes = leaves->codes + leaf * leaves->attributes;
        unsigned same = 0;
        while (same < c->n && codes[c->attribute[same]] == c->value[same])
            same++;
        if (same == c->n && l->found.part[leaf] != i + 1)
            return true;
    }
    return false;
}

static struct json *cause_json(struct localizing *l, size_t i)
{
    const struct cause *c = &l->found.causes[i];
    const struct share *s = &l->shares.parts[i + 1];
    struct json *attributes = json_object(l->a), *v = json_object(l->a);
    size_t n = l->leaves.search.n;

    for (unsigned k = 0; k < c->n; k++)
        json_set(l->a, attributes, l->plan.dimensions[c->attribute[k]].name,
                 json_copy(l->a, l->leaves.values[c->attribute[k]][c->value[k]]));
    json_set(l->a, v, "attributes", attributes);
    json_set(l->a, v, "is_rest", json_bool(l->a, is_rest(l, i)));
    json_set(l->a, v, "contribution", number(l, s->contribution));
    json_set(l->a, v, "share", rounded(l, s->of_change));
    json_set(l->a, v, "score", rounded(l, c->score));
    json_set(l->a, v, "baseline", s->has_baseline ? number(l, s->baseline) : json_null(l->a));
    json_set(l->a, v, "actual", s->has_actual ? number(l, s->actual) : json_null(l->a));
    json_set(l->a, v, "baseline_rows",
             json_int(l->a, add_rows(l->leaves.baseline_rows, l->found.part, n, (uint32_t)i + 1)));
    json_set(l->a, v, "rows", json_int(l->a, add_rows(l->leaves.actual_rows, l->found.part, n, (uint32_t)i + 1)));
    if (l->plan.is_ratio) {
        json_set(l->a, v, "rate_effect", json_double(l->a, s->rate));
        json_set(l->a, v, "mix_effect", json_double(l->a, s->mix));
    }
    return v;
}

static void add_notes(struct localizing *l)
{
    const struct shares *s = &l->shares;

    if (s->whole.contribution == 0)
        note(l, "The total did not change.");
    if (l->found.together)
        note(l, arena_printf(l->a, "All segments moved alike, by a factor of %.4g.", l->found.factor));
    else if (l->found.n == 0 && l->plan.n_dimensions > 0)
        note(l, "No segment moved further than the others stray anyway.");
    if (l->plan.is_ratio && fabs(s->mix) > fabs(s->rate))
        note(l, "Most of the change comes from segments that grew or shrank, not from changes within them.");
    if (l->plan.n_dimensions > l->found.depth && l->found.depth < CAUSE_DEPTH)
        note(l, arena_printf(l->a, "Segments of up to %u columns were searched; deeper ones are too many.",
                             l->found.depth));
    if (l->leaves.rounded)
        note(l, arena_printf(l->a, "Figures were rounded to %d decimals.", EXACT_SCALE));
}

static struct json *result_json(struct localizing *l)
{
    struct json *v = json_object(l->a), *causes = json_array(l->a), *dimensions = json_array(l->a);

    for (size_t i = 0; i < l->found.n; i++)
        json_push(l->a, causes, cause_json(l, i));
    for (size_t i = 0; i < l->plan.n_dimensions; i++)
        json_push(l->a, dimensions, json_str(l->a, l->plan.dimensions[i].name));
    add_notes(l);
    json_set(l->a, v, "causes", causes);
    json_set(l->a, v, "residual", number(l, l->shares.parts[0].contribution));
    json_set(l->a, v, "total_change", number(l, l->shares.whole.contribution));
    json_set(l->a, v, "baseline_total", number(l, l->shares.whole.baseline));
    json_set(l->a, v, "actual_total", number(l, l->shares.whole.actual));
    json_set(l->a, v, "searched", json_int(l->a, (int64_t)l->found.searched));
    json_set(l->a, v, "dimensions", dimensions);
    json_set(l->a, v, "method", json_str(l->a, l->plan.is_ratio ? "ratio" : "sum"));
    return json_set(l->a, v, "notes", l->plan.notes);
}

static int localize_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct localizing l = { .call = c, .a = c->arena, .args = args };
    struct json *rows;

    if (make_plan(&l, err) < 0 || ask(&l, &rows, err) < 0)
        return -1;
    call_step(c, 3, STEPS, "Searching for segments");
    if (leaves_read(l.a, json_get(rows, "rows"), l.plan.n_dimensions, l.plan.is_ratio, &l.leaves, err) < 0 ||
        check_rows(&l, err) < 0 ||
        cause_find(&l.leaves.search, (size_t)json_get_int(args, "max_causes", CAUSE_MOST), c->cancel, l.a, &l.found,
                   err) < 0)
        return -1;
    call_step(c, STEPS, STEPS, "Adding up what each has of the change");
    if (share_all(&l.leaves.figures, l.found.part, l.found.n + 1, l.a, &l.shares, err) < 0)
        return -1;
    *ret = result_json(&l);
    return 0;
}

/* ---- declaration ---- */

static const struct model_field input_fields[] = {
    FIELD("data", LIST, REQ | MODEL_PATH | MODEL_WORDS, "A file to look at: its path, or upload://ID/NAME.",
          .position = 1, .metavar = "PATH", .range = BETWEEN(1, DATA_SOURCES),
          .each = EACH(TEXT, .range = BETWEEN(1, DATA_PATH_CHARS))),
    FIELD("baseline", ANY, MODEL_WORDS,
          "What to compare with: a column, or with metric a period, 2024-01-01..2024-01-31.", .metavar = "COLUMN|A..B"),
    FIELD("actual", TEXT, OPT | MODEL_WORDS, "The column of what came.", .metavar = "COLUMN",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("metric", TEXT, OPT | MODEL_WORDS, "The metric in SQL: sum(total), avg(price), sum(a) / count(*).",
          .metavar = "SQL", .range = BETWEEN(1, METRICS_SQL_CHARS)),
    FIELD("metric_sql", TEXT, OPT | MODEL_WORDS, "The same, as the metrics seed spells it.", .metavar = "SQL",
          .range = BETWEEN(1, METRICS_SQL_CHARS)),
    FIELD("compare", ANY, MODEL_WORDS, "With metric: the period in question.", .metavar = "C..D"),
    FIELD("time", TEXT, OPT | MODEL_WORDS, "With metric: the column that says when, where there are several.",
          .metavar = "COLUMN", .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("dimensions", LIST, MODEL_WORDS,
          "Columns to split by, with commas between or repeated; all that fit unless said.", .metavar = "COLUMNS",
          .range = AT_MOST(DATA_COLUMNS), .each = EACH(TEXT, .range = BETWEEN(1, SQL_CHARS))),
    FIELD("max_causes", INT, 0, "Causes to tell at most.", .metavar = "N", .range = BETWEEN(1, CAUSE_MOST),
          .otherwise = TEXT_OF(CAUSE_MOST)),
    END,
};

static const struct model_enum methods = { "localize.Method", VALUES("sum", "ratio") };

static const struct model_field cause_fields[] = {
    FIELD("attributes", OBJECT, REQ, "The segment: a value for each of its columns."),
    FIELD("is_rest", BOOL, REQ, "An earlier cause has part of the segment: all figures are of the rest of it."),
    FIELD("contribution", NUMBER, REQ,
          "What it has of the change; what an earlier cause has too is not counted again."),
    FIELD("share", NUMBER, REQ, "The same as a share of the total change; negative where it moved against it."),
    FIELD("score", NUMBER, REQ, "How well one common factor fits all parts of the segment.", .range = BETWEEN(0, 1)),
    FIELD("baseline", NUMBER, NUL, "The segment's figure before; null where it was not there."),
    FIELD("actual", NUMBER, NUL, "And after."),
    FIELD("baseline_rows", INT, REQ, "Its rows before."),
    FIELD("rows", INT, REQ, "Its rows after."),
    FIELD("rate_effect", NUMBER, 0, "Of a ratio: what the segment's own rate did."),
    FIELD("mix_effect", NUMBER, 0, "Of a ratio: what its growing or shrinking did."),
    END,
};
static const struct model_entity cause_entity = ENTITY("Cause", "A segment that explains part of it.", cause_fields);

static const struct model_field output_fields[] = {
    FIELD("causes", LIST, REQ, "The most telling first; none where nothing moved beyond noise.",
          .each = EACH_ENTITY(cause_entity)),
    FIELD("residual", NUMBER, REQ, "What the causes leave: with it they add up to the total change exactly."),
    FIELD("total_change", NUMBER, REQ, "Actual less baseline."),
    FIELD("baseline_total", NUMBER, REQ, "The whole's figure before."),
    FIELD("actual_total", NUMBER, REQ, "And after."),
    FIELD("searched", INT, REQ, "How many segments were looked at."),
    FIELD("dimensions", LIST, REQ, "The columns that were searched.", .each = EACH(TEXT)),
    FIELD("method", ENUM, REQ, "How figures add up: a sum, or a ratio's pull on the whole.", .values = &methods),
    FIELD("notes", LIST, REQ, "What a reader must know.", .each = EACH(TEXT)),
    END,
};

static const struct model_entity input =
    ENTITY("metrics.localize", "What changed, and what to split it by.", input_fields);
static const struct model_entity output =
    ENTITY("metrics.localize result", "The segments that explain a change.", output_fields);

static const struct op ops[] = {
    { .name = "metrics.localize",
      .command = "localize",
      .summary = "Find the segments that explain a change, with what each has of it.",
      .use = "Find the segments behind a change between two columns or two periods, and the share of each.",
      .group = OP_GROUP_METRICS,
      .detail = "Compares two columns (baseline and actual), or a metric between two periods. The contributions of the "
                "causes and the residual add up to the total change to the last digit.",
      .examples = (const char *const[]){ "assay localize forecast.csv --baseline expected --actual sold",
                                         "assay localize sales.csv --metric 'sum(total)' --baseline "
                                         "2024-01-01..2024-01-31 --compare 2024-02-01..2024-02-29",
                                         NULL },
      .input = &input,
      .output = &output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = localize_run,
      .show = localize_show },
};

int localize_add(struct op_table *t, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), NULL, err);
}
