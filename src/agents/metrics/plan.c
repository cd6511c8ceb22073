/* plan.c - what is to be asked, in which order, and why.
 *
 * Columns come in the order of how much speaks for them: metrics.localize found them, the person's prompt or the
 * business context names them or one of their values, they have few values, they are the metric's own. Each hypothesis
 * is a sentence that a query can confirm or rule out; ids and priorities follow that order.
 */
#include "agents/metrics/probe.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include <stdlib.h>
#include <string.h>

/* ---- which columns first ---- */

struct ranked {
    const struct dimension *dimension;
    int score;
    size_t place;
};

enum { FOUND = 1000, PROMPTED = 100, IN_CONTEXT = 40, FEW_VALUES = 10, OWN = 5, FEW = 20, WORD = 3 };

static const char *spaced(struct arena *a, const char *text)
{
    char *copy = arena_str(a, str_fold(a, text));

    for (char *c = copy; *c; c++)
        if (*c == '_' || *c == '-')
            *c = ' ';
    return copy;
}

static const struct json *profile_of(const struct probe *p, const struct dimension *d)
{
    const struct json *tables = json_get(p->profile, "tables");

    for (size_t t = 0; t < json_len(tables); t++) {
        const struct json *columns = json_get(json_at(tables, t), "columns");
        if (strcmp(json_get_text(json_at(tables, t), "name"), d->table) != 0)
            continue;
        for (size_t i = 0; i < json_len(columns); i++)
            if (strcmp(json_get_text(json_at(columns, i), "name"), d->column) == 0)
                return json_at(columns, i);
    }
    return NULL;
}

/* The text names the column, or one of its frequent values. */
static bool mentions(struct probe *p, const char *text, const struct dimension *d)
{
    const struct json *top = json_get(profile_of(p, d), "top");
    const char *words;

    if (!text || !*text)
        return false;
    words = spaced(p->a, text);
    if (strstr(words, spaced(p->a, d->column)))
        return true;
    for (size_t i = 0; i < json_len(top); i++) {
        const char *value = json_text(json_get(json_at(top, i), "value"), NULL);
        if (value && strlen(value) >= WORD && strstr(words, spaced(p->a, value)))
            return true;
    }
    return false;
}

static int score_of(struct probe *p, const struct dimension *d)
{
    const struct json *causes = json_get(p->causes, "causes");
    int score = (d->distinct <= FEW ? FEW_VALUES : 0) + (d->is_own ? OWN : 0);

    for (size_t i = 0; i < json_len(causes); i++)
        if (json_get(json_get(json_at(causes, i), "attributes"), d->name)) {
            score += FOUND - (int)i;
            break;
        }
    score += mentions(p, json_get_text(p->context, "investigation_prompt"), d) ? PROMPTED : 0;
    return score + (mentions(p, json_get_text(p->context, "business_context"), d) ? IN_CONTEXT : 0);
}

static int by_score(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    return x->score != y->score ? y->score - x->score : (x->place > y->place) - (x->place < y->place);
}

/* Puts the measure's dimensions into that order. */
static void rank_dimensions(struct probe *p)
{
    size_t n = p->gauge.n_dimensions;
    struct ranked *list = arena_array(p->a, n, sizeof *list);
    struct dimension *sorted = arena_array(p->a, n, sizeof *sorted);

    for (size_t i = 0; i < n; i++)
        list[i] = (struct ranked){ &p->gauge.dimensions[i], score_of(p, &p->gauge.dimensions[i]), i };
    qsort(list, n, sizeof *list, by_score);
    for (size_t i = 0; i < n; i++)
        sorted[i] = *list[i].dimension;
    p->gauge.dimensions = sorted;
}

/* ---- hypotheses ---- */

struct hypothesis_text {
    const char *title, *story, *pattern; /* of columns: one %s each, or two */
};

static const struct hypothesis_text hypothesis_texts[] = {
    [THEORY_CAUSE] = { "The change sits in %s", "%s moved on its own, by what happened there alone.",
                       "The days of %s lie further from the baseline's than they differ among themselves." },
    [THEORY_SEGMENT] = { "The change sits in one part of %s",
                         "One value of %s moved, and the others stayed near their level.",
                         "One value of %s has at least a quarter of the change, and clearly more than its size." },
    [THEORY_PAIR] = { "The change sits where one %s meets one %s",
                      "One combination of %s and %s moved, and the others stayed near their level.",
                      "One combination of %s and %s has at least a quarter of the change, and clearly more than its "
                      "size." },
    [THEORY_TIMING] = { "The change began on a certain day",
                        "Something happened on one day, and the level has been another since.",
                        "Days before it lie near the baseline's level, days after it do not." },
    [THEORY_VOLUME] = { "There were more or fewer records",
                        "The number of records changed, and each is worth what it was.",
                        "The number of records, at the old value of each, gives at least half of the change." },
    [THEORY_VALUE] = { "Each record is worth more or less", "As many records as before, each of another value.",
                       "The value of each record, at the new number of them, gives at least half of the change." },
    [THEORY_COVERAGE] = { "Days are missing from the data", "Part of a period was never recorded or not yet loaded.",
                          "One period has rows on clearly fewer of its days than the other." },
    [THEORY_WEEKDAY] = { "The change sits on one day of the week",
                         "A weekly routine changed: opening hours, a delivery, a campaign.",
                         "One day of the week has at least a quarter of the change, and clearly more than its size." },
};

/* The text with the columns' names in it. */
static const char *worded(struct arena *a, const char *text, const char *one, const char *other)
{
    const char *first = strstr(text, "%s"), *second = first ? strstr(first + 2, "%s") : NULL;

    if (!first)
        return text;
    if (!second)
        return arena_printf(a, "%.*s%s%s", (int)(first - text), text, one, first + 2);
    return arena_printf(a, "%.*s%s%.*s%s%s", (int)(first - text), text, one, (int)(second - first - 2), first + 2,
                        other, second + 2);
}

/* One more, of these columns (or this segment) by name. */
static struct hypothesis *suppose(struct probe *p, enum theory theory, const char *const names[2],
                                  struct json *dimensions, int priority)
{
    const struct hypothesis_text *w = &hypothesis_texts[theory];
    struct json *v = json_object(p->a);
    struct hypothesis *h;

    if (p->n_hypotheses == METRICS_HYPOTHESES_ALL)
        return NULL;
    h = &p->hypotheses[p->n_hypotheses++];
    *h = (struct hypothesis){ .json = v, .theory = theory };
    json_set(p->a, v, "hypothesis_id", json_str(p->a, arena_printf(p->a, "hyp_%03zu", p->n_hypotheses)));
    json_set(p->a, v, "session_id", json_str(p->a, p->workspace->id));
    json_set(p->a, v, "title",
             json_str(p->a, say_clipped(p->a, worded(p->a, w->title, names[0], names[1]), METRICS_TITLE_CHARS)));
    json_set(p->a, v, "causal_story",
             json_str(p->a, say_clipped(p->a, worded(p->a, w->story, names[0], names[1]), METRICS_STORY_CHARS)));
    json_set(p->a, v, "dimensions", dimensions);
    json_set(p->a, v, "expected_pattern", json_str(p->a, worded(p->a, w->pattern, names[0], names[1])));
    json_set(p->a, v, "priority", json_int(p->a, priority < METRICS_PRIORITY ? priority : METRICS_PRIORITY));
    json_set(p->a, v, "status", json_str(p->a, "PENDING"));
    json_set(p->a, v, "created_at", workspace_now(p->workspace));
    return h;
}

/* The same of one or two columns, which may be NULL. */
static struct hypothesis *suppose_by(struct probe *p, enum theory theory, const struct dimension *one,
                                     const struct dimension *other, int priority)
{
    const char *const names[2] = { one ? one->name : "", other ? other->name : "" };
    struct json *dimensions = json_array(p->a);
    struct hypothesis *h;

    if (one)
        json_push(p->a, dimensions, json_str(p->a, one->name));
    if (other)
        json_push(p->a, dimensions, json_str(p->a, other->name));
    h = suppose(p, theory, names, dimensions, priority);
    if (h) {
        h->by[0] = one;
        h->by[1] = other;
    }
    return h;
}

static void suppose_cause(struct probe *p, const struct json *cause, int priority)
{
    const struct json *attributes = json_get(cause, "attributes");
    const char *const names[2] = { say_segment(p->a, attributes), "" };
    struct json *dimensions = json_array(p->a);
    struct hypothesis *h;

    for (size_t i = 0; i < json_len(attributes); i++)
        json_push(p->a, dimensions, json_str(p->a, json_key_at(attributes, i, NULL)));
    h = suppose(p, THEORY_CAUSE, names, dimensions, priority);
    if (h)
        h->cause = cause;
}

/* What localize found first, then columns, as many as leave room for what is not about columns. Days that are missing
 * from the data are always looked for: without that, no other finding means anything. */
static void suppose_all(struct probe *p)
{
    const struct json *causes = json_get(p->causes, "causes");
    const struct dimension *d = p->gauge.dimensions;
    size_t n = p->gauge.n_dimensions, singles = n < 3 ? n : 3;
    bool adds = !p->gauge.weight && !p->gauge.counts;
    int priority = 1;

    for (size_t i = 0; i < json_len(causes); i++)
        suppose_cause(p, json_at(causes, i), priority++);
    for (p->planned = 0; p->planned < singles && p->n_hypotheses < METRICS_HYPOTHESES - 2; p->planned++)
        suppose_by(p, THEORY_SEGMENT, &d[p->planned], NULL, priority++);
    if (n >= 2 && (json_len(causes) > 0 || !adds) && p->n_hypotheses < METRICS_HYPOTHESES - 2)
        suppose_by(p, THEORY_PAIR, &d[0], &d[1], priority++);
    if (p->n_hypotheses < METRICS_HYPOTHESES - 1)
        suppose_by(p, THEORY_TIMING, NULL, NULL, priority++);
    if (adds && p->n_hypotheses < METRICS_HYPOTHESES - 1)
        suppose_by(p, THEORY_VOLUME, NULL, NULL, priority++);
    if (adds && p->n_hypotheses < METRICS_HYPOTHESES - 1)
        suppose_by(p, THEORY_VALUE, NULL, NULL, priority++);
    suppose_by(p, THEORY_COVERAGE, NULL, NULL, priority++);
    if (p->n_hypotheses < METRICS_HYPOTHESES - 1)
        suppose_by(p, THEORY_WEEKDAY, NULL, NULL, priority);
}

int probe_keep(struct probe *p, const struct hypothesis *h, struct err *err)
{
    return workspace_write(p->workspace,
                           arena_printf(p->a, "analysis/hypotheses/%s.json", json_get_text(h->json, "hypothesis_id")),
                           "metrics.Hypothesis", h->json, err);
}

/* The next two of the first three columns. */
static void suppose_pair(struct probe *p)
{
    static const size_t pairs[][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 } };
    const struct dimension *d = p->gauge.dimensions;
    size_t pair = 0;

    for (size_t i = 0; i < p->n_hypotheses; i++)
        pair += p->hypotheses[i].theory == THEORY_PAIR;
    if (pair < COUNT_OF(pairs) && pairs[pair][1] < p->gauge.n_dimensions)
        suppose_by(p, THEORY_PAIR, &d[pairs[pair][0]], &d[pairs[pair][1]], (int)p->n_hypotheses + 1);
}

static void suppose_more(struct probe *p)
{
    const struct dimension *d = p->gauge.dimensions;
    size_t n = p->gauge.n_dimensions, before = p->n_hypotheses;

    for (size_t end = p->planned + 2; p->planned < n && p->planned < end; p->planned++)
        suppose_by(p, THEORY_SEGMENT, &d[p->planned], NULL, (int)p->n_hypotheses + 1);
    if (p->n_hypotheses == before && n >= 2)
        suppose_pair(p);
}

/* ---- the plan ---- */

static void add_step(struct probe *p, struct json *steps, const char *phase, const char *description,
                     struct json *dimensions)
{
    struct json *step = json_object(p->a), *tables = json_array(p->a);

    json_push(p->a, tables, json_str(p->a, p->gauge.table));
    for (size_t i = 0; i < p->gauge.n_joined; i++)
        json_push(p->a, tables, json_str(p->a, p->gauge.joined[i]));
    json_set(p->a, step, "step_number", json_int(p->a, (int64_t)json_len(steps) + 1));
    json_set(p->a, step, "phase", json_str(p->a, phase));
    json_set(p->a, step, "description", json_str(p->a, description));
    json_set(p->a, step, "tables_involved", tables);
    json_set(p->a, step, "dimensions_to_check", dimensions);
    json_push(p->a, steps, step);
}

static int keep_plan(struct probe *p, struct err *err)
{
    struct json *steps = json_array(p->a), *all = json_copy(p->a, json_get(p->model, "recommended_dimensions"));
    struct json *objectives = json_array(p->a);

    add_step(p, steps, "exploration",
             arena_printf(p->a, "Measure %s from %s to %s and from %s to %s, and find the segments that moved.",
                          p->gauge.text, p->baseline.from, p->baseline.to, p->comparison.from, p->comparison.to),
             all);
    add_step(p, steps, "hypothesis_generation", "Suppose what may explain it, the most plausible first.",
             json_copy(p->a, all));
    for (size_t i = 0; i < p->n_hypotheses; i++)
        add_step(p, steps, "validation",
                 arena_printf(p->a, "Ask the data: %s?", json_get_text(p->hypotheses[i].json, "title")),
                 json_copy(p->a, json_get(p->hypotheses[i].json, "dimensions")));
    json_push(p->a, objectives, json_str(p->a, "Find which parts of the data the change comes from."));
    json_push(p->a, objectives, json_str(p->a, "Rule out what the data speaks against."));
    p->plan = json_set(p->a, json_object(p->a), "session_id", json_str(p->a, p->workspace->id));
    json_set(p->a, p->plan, "steps", steps);
    json_set(p->a, p->plan, "objectives", objectives);
    json_set(p->a, p->plan, "created_at", workspace_now(p->workspace));
    return workspace_write(p->workspace, "analysis/plan.json", "metrics.AnalysisPlan", p->plan, err);
}

static int keep_from(struct probe *p, size_t first, struct err *err)
{
    for (size_t i = first; i < p->n_hypotheses; i++)
        if (probe_keep(p, &p->hypotheses[i], err) < 0)
            return -1;
    return keep_plan(p, err);
}

int probe_replan(struct probe *p, bool *ret_more, struct err *err)
{
    size_t before = p->n_hypotheses;

    if (p->replans < METRICS_REPLANS)
        suppose_more(p);
    *ret_more = p->n_hypotheses > before;
    p->replans += *ret_more;
    return *ret_more ? keep_from(p, before, err) : 0;
}

int probe_plan(struct probe *p, struct err *err)
{
    rank_dimensions(p);
    suppose_all(p);
    return keep_from(p, 0, err);
}
