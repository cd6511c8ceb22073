/* explain.c - what was found, ranked: the segments of metrics.localize, each with the figures and findings behind it.
 *
 * Only what a hypothesis confirmed is told. Segments are disjoint, so that their contributions and what is left over
 * (the residual) add up to the change. Where no segment stands out and the change is larger than days differ anyway, a
 * sum is taken apart by how many records there were and what each was worth, which adds up too. Where not even that
 * holds there is nothing to explain, and the report says so.
 *
 * Rank: by how much of the change an explanation has, a fifth less where no hypothesis confirmed it.
 */
#include "agents/metrics/probe.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "cause/exact.h"
#include "chart/chart.h"
#include "model/metrics.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNCONFIRMED 0.8
#define EVIDENCE_FINDINGS 3 /* told with an explanation; the report has them all */
#define LEAST_SHARE 0.05    /* of the change: what has less explains nothing */

/* One part of the change, on its way to an explanation. */
struct part {
    const char *segment; /* "region = East"; of no segment: what it is */
    struct json *contribution;
    const struct json *baseline, *comparison, *rows; /* may be NULL */
    double share;
    bool is_rest;     /* an earlier cause has part of the segment */
    bool is_supposed; /* no hypothesis confirmed it */
    size_t place;
    struct json *sources; /* hypotheses */
};

static double whole(const struct probe *p, const char *column)
{
    return json_real(result_cell(p->overall, 0, column));
}

/* ---- parts ---- */

static bool is_confirmed(const struct hypothesis *h)
{
    return strcmp(json_get_text(h->json, "status"), "CONFIRMED") == 0;
}

/* The confirmed hypotheses that found this very segment. */
static void find_sources(struct probe *p, struct part *part)
{
    part->sources = json_array(p->a);
    for (size_t i = 0; i < p->n_hypotheses; i++) {
        const struct hypothesis *h = &p->hypotheses[i];
        if (is_confirmed(h) && h->segment && part->segment && strcmp(h->segment, part->segment) == 0)
            json_push(p->a, part->sources, json_copy(p->a, json_get(h->json, "hypothesis_id")));
    }
}

static void add_part(struct probe *p, struct part *part, const struct json *contribution, size_t place)
{
    double change = whole(p, "change");

    part->contribution = json_copy(p->a, contribution);
    part->share = change != 0 ? json_real(contribution) / change : 0;
    part->place = place;
    find_sources(p, part);
}

/* The segments of localize that the loop confirmed. */
static size_t parts_of_causes(struct probe *p, struct part *parts)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_hypotheses && n < METRICS_CAUSES; i++) {
        const struct hypothesis *h = &p->hypotheses[i];
        if (!h->cause || !is_confirmed(h))
            continue;
        parts[n] = (struct part){ .segment = h->segment,
                                  .baseline = json_get(h->cause, "baseline"),
                                  .comparison = json_get(h->cause, "actual"),
                                  .rows = json_get(h->cause, "rows"),
                                  .is_rest = json_get_truth(h->cause, "is_rest") };
        add_part(p, &parts[n], json_get(h->cause, "contribution"), n);
        n++;
    }
    return n;
}

/* Without such: the confirmed part with most of the change. Parts of different splits overlap, so it is one. */
static size_t parts_of_splits(struct probe *p, struct part *parts)
{
    const struct hypothesis *best = NULL;
    double most = 0;

    for (size_t i = 0; i < p->n_hypotheses; i++) {
        const struct hypothesis *h = &p->hypotheses[i];
        double much = h->found ? fabs(json_real(result_cell(h->found, h->row, "change"))) : 0;
        if (!is_confirmed(h) || much <= most)
            continue;
        best = h;
        most = much;
    }
    if (!best)
        return 0;
    parts[0] = (struct part){ .segment = best->segment,
                              .baseline = result_cell(best->found, best->row, "baseline"),
                              .comparison = result_cell(best->found, best->row, "comparison"),
                              .rows = result_cell(best->found, best->row, "comparison_rows") };
    add_part(p, &parts[0], result_cell(best->found, best->row, "change"), 0);
    return 1;
}

static void sources_of(struct probe *p, struct part *part, enum theory theory)
{
    part->sources = json_array(p->a);
    for (size_t i = 0; i < p->n_hypotheses; i++)
        if (p->hypotheses[i].theory == theory) {
            json_push(p->a, part->sources, json_copy(p->a, json_get(p->hypotheses[i].json, "hypothesis_id")));
            part->is_supposed = !is_confirmed(&p->hypotheses[i]);
        }
}

/* Of a sum without segments: how many there were, and what each was worth. */
static size_t parts_of_rows(struct probe *p, struct part *parts)
{
    double n = whole(p, "baseline_rows"), change = whole(p, "change");
    double volume = round((whole(p, "comparison_rows") - n) * (whole(p, "baseline") / n) * 100) / 100;
    struct part both[2] = { { .segment = "the number of records" }, { .segment = "the value of each record" } };

    if (p->gauge.weight || p->gauge.counts) {
        parts[0] = (struct part){ .segment = "all parts together",
                                  .contribution = json_copy(p->a, result_cell(p->overall, 0, "change")),
                                  .share = 1,
                                  .sources = json_array(p->a) };
        return 1;
    }
    both[0].contribution = json_double(p->a, volume);
    both[1].contribution = json_double(p->a, round((change - volume) * 100) / 100);
    both[0].share = volume / change;
    both[1].share = 1 - both[0].share;
    sources_of(p, &both[0], THEORY_VOLUME);
    sources_of(p, &both[1], THEORY_VALUE);
    both[1].place = 1;
    memcpy(parts, both, sizeof both);
    if (fabs(both[1].share) >= LEAST_SHARE && fabs(both[0].share) >= LEAST_SHARE)
        return 2;
    if (fabs(both[0].share) < LEAST_SHARE)
        parts[0] = both[1];
    return 1;
}

static double strength(const struct part *part)
{
    return fabs(part->share) * (part->is_supposed ? UNCONFIRMED : 1);
}

static int by_strength(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    double s = strength(x), t = strength(y);

    return s != t ? (s < t) - (s > t) : (x->place > y->place) - (x->place < y->place);
}

/* ---- evidence ---- */

static struct json *evidence(struct probe *p, const char *description)
{
    return json_set(p->a, json_object(p->a), "description", json_str(p->a, description));
}

static void set_number(struct probe *p, struct json *v, const char *name, const struct json *number)
{
    if (json_is(number, JSON_NUMBER))
        json_set(p->a, v, name, json_copy(p->a, number));
}

static struct json *main_evidence(struct probe *p, const struct part *part)
{
    const char *from_to =
        part->baseline ? arena_printf(p->a, " went from %s to %s and", say_figure(p->a, part->baseline, p->decimals),
                                      say_figure(p->a, part->comparison, p->decimals))
                       : "";
    const char *name = say_begun(p->a, say_part(p->a, part->segment, part->is_rest));
    const char *rest = part->is_rest ? " What another part has of that segment is not counted again." : "";
    struct json *v = evidence(p, arena_printf(p->a, "%s%s contributed %s: %s of the change.%s", name, from_to,
                                              say_signed(p->a, part->contribution, p->decimals),
                                              say_percent(p->a, part->share), rest));

    json_set(p->a, v, "segment", json_str(p->a, part->segment));
    json_set(p->a, v, "is_rest", json_bool(p->a, part->is_rest));
    set_number(p, v, "segment_size", part->rows);
    json_set(p->a, v, "contribution_percent", json_double(p->a, round(part->share * 1e6) / 1e4));
    set_number(p, v, "baseline_value", part->baseline);
    set_number(p, v, "comparison_value", part->comparison);
    return json_set(p->a, v, "contribution", json_copy(p->a, part->contribution));
}

/* How fast the segment moved beside all the rest; of sums only, for rates do not subtract. */
static struct json *rate_evidence(struct probe *p, const struct part *part)
{
    double before = json_real(part->baseline), after = json_real(part->comparison);
    double rest = whole(p, "baseline") - before, rest_after = whole(p, "comparison") - after;
    struct json *v;

    if (p->gauge.weight || !part->baseline || before == 0 || rest == 0)
        return NULL;
    v = evidence(p, arena_printf(p->a, "%s changed by %s, everything else by %s.",
                                 part->is_rest ? "The rest of the segment" : "The segment",
                                 say_percent(p->a, after / before - 1), say_percent(p->a, rest_after / rest - 1)));
    json_set(p->a, v, "segment", json_str(p->a, part->segment));
    json_set(p->a, v, "change_rate", json_double(p->a, round((after / before - 1) * 1e6) / 1e6));
    return json_set(p->a, v, "rest_change_rate", json_double(p->a, round((rest_after / rest - 1) * 1e6) / 1e6));
}

static bool is_source(const struct json *sources, const char *id)
{
    for (size_t i = 0; id && i < json_len(sources); i++)
        if (strcmp(json_text(json_at(sources, i), NULL), id) == 0)
            return true;
    return false;
}

/* A finding within all of a segment, which says nothing of the rest of it. */
static bool is_deeper(const struct probe *p, size_t finding)
{
    return strcmp(json_get_text(json_at(p->iterations, finding), "decision"), "DRILL_DOWN") == 0;
}

static struct json *all_evidence(struct probe *p, const struct part *part)
{
    struct json *list = json_push(p->a, json_array(p->a), main_evidence(p, part)), *rate = rate_evidence(p, part);
    size_t told = 0;

    if (rate)
        json_push(p->a, list, rate);
    for (size_t i = 0; i < json_len(p->findings) && told < EVIDENCE_FINDINGS; i++) {
        const struct json *finding = json_at(p->findings, i);
        if (!is_source(part->sources, json_get_text(finding, "hypothesis_affected")) ||
            (part->is_rest && is_deeper(p, i)))
            continue;
        told++;
        rate = evidence(p, json_get_text(finding, "summary"));
        json_push(p->a, list, json_set(p->a, rate, "finding", json_copy(p->a, json_get(finding, "finding_id"))));
    }
    return list;
}

/* ---- the explanation ---- */

static const char *reasoning(struct probe *p, const struct part *part)
{
    const char *strength_text = arena_printf(p->a, "It has %s of the change.", say_percent(p->a, part->share));
    const char *tested = part->is_supposed             ? " The hypothesis about it was not confirmed on its own."
                         : json_len(part->sources) > 0 ? " The data confirmed a hypothesis about it."
                                                       : " No hypothesis was about it.";
    const char *timing =
        p->began
            ? arena_printf(p->a,
                           " The whole metric's level stepped on %s, so what happened about that day is worth a look.",
                           p->began)
            : "";
    const char *against = part->share < 0 ? " It moved against the whole: without it the change would be larger." : "";

    return say_clipped(p->a,
                       arena_printf(p->a, "%s%s%s%s The data shows where the change is, not what caused it.",
                                    strength_text, tested, timing, against),
                       METRICS_REASONING_CHARS);
}

/* Parts of a sum subtract; without a part of a ratio the ratio would be another, so what the others gave is told. */
static const char *story(struct probe *p, const struct part *part)
{
    double without = whole(p, "change") - json_real(part->contribution);
    const char *name = say_part(p->a, part->segment, part->is_rest);

    if (p->gauge.weight && !part->baseline && !part->comparison)
        return "The parts moved together: no single one has clearly more of the change than its size gives it.";
    if (p->gauge.weight)
        return say_clipped(p->a,
                           arena_printf(p->a, "%s contributed %s to the change of %s; all others contributed %s.",
                                        say_begun(p->a, name), say_signed(p->a, part->contribution, p->decimals),
                                        say_signed(p->a, result_cell(p->overall, 0, "change"), p->decimals),
                                        say_signed_real(p->a, without, p->decimals)),
                           METRICS_STORY_CHARS);
    return say_clipped(p->a,
                       arena_printf(p->a, "Without %s the metric would have changed by %s instead of %s.", name,
                                    say_signed_real(p->a, without, p->decimals),
                                    say_signed(p->a, result_cell(p->overall, 0, "change"), p->decimals)),
                       METRICS_STORY_CHARS);
}

static int explain(struct probe *p, const struct part *part, struct err *err)
{
    int64_t rank = (int64_t)json_len(p->explanations) + 1;
    struct json *v = json_set(p->a, json_object(p->a), "session_id", json_str(p->a, p->workspace->id));
    const char *title = arena_printf(p->a, "%s%s: %s", part->is_rest ? "the rest of " : "", part->segment,
                                     say_signed(p->a, part->contribution, p->decimals));

    json_set(p->a, v, "rank", json_int(p->a, rank));
    json_set(p->a, v, "title", json_str(p->a, say_clipped(p->a, title, METRICS_TITLE_CHARS)));
    json_set(p->a, v, "likelihood", json_str(p->a, metrics_likelihood(rank)));
    json_set(p->a, v, "evidence", all_evidence(p, part));
    json_set(p->a, v, "reasoning", json_str(p->a, reasoning(p, part)));
    json_set(p->a, v, "causal_story", json_str(p->a, story(p, part)));
    json_set(p->a, v, "source_hypotheses", part->sources);
    json_push(p->a, p->explanations, v);
    return workspace_check("metrics.Explanation", v, err);
}

/* ---- the parts beside each other ---- */

/* What a chart adds up in binary is rounded to the decimals of the report. */
static void round_all(struct probe *p, struct json *v)
{
    for (size_t i = 0; i < json_len(v); i++) {
        struct json *one = json_at(v, i);
        const char *text = json_is(one, JSON_NUMBER) ? arena_printf(p->a, "%.*f", p->decimals, json_real(one)) : NULL;

        if (!text)
            round_all(p, one);
        else if (json_is(v, JSON_OBJECT))
            json_set(p->a, v, json_key_at(v, i, NULL), json_number(p->a, text, strlen(text)));
    }
}

static int draw(struct probe *p, const struct part *parts, size_t n, double residual, struct err *err)
{
    size_t points = n + 3;
    const char **names = arena_array(p->a, points, sizeof *names);
    double *values = arena_array(p->a, points, sizeof *values);
    bool *totals = arena_array(p->a, points, sizeof *totals);
    struct chart_series series = { .name = p->gauge.text, .values = values };
    struct chart chart = { .type = CHART_WATERFALL,
                           .title = "What the change is made of",
                           .y_label = p->gauge.text,
                           .axis = CHART_NAMES,
                           .points = points,
                           .names = names,
                           .series = &series,
                           .n_series = 1,
                           .totals = totals };
    struct json *vega;

    names[0] = "baseline";
    names[points - 1] = "comparison";
    names[points - 2] = "everything else";
    totals[0] = totals[points - 1] = true;
    values[0] = whole(p, "baseline");
    values[points - 1] = whole(p, "comparison");
    values[points - 2] = residual;
    for (size_t i = 0; i < n; i++) {
        names[i + 1] = say_label(p->a, json_at(json_get(p->change, "parts"), i));
        values[i + 1] = json_real(parts[i].contribution);
    }
    if (chart_vega(p->a, &chart, &vega, err) < 0)
        return -1;
    round_all(p, json_get(vega, "data"));
    json_set(p->a, p->change, "chart", vega);
    return 0;
}

static int keep_change(struct probe *p, const struct part *parts, size_t n, struct json *residual, struct err *err)
{
    struct json *list = json_array(p->a);

    for (size_t i = 0; i < n; i++) {
        struct json *v = json_set(p->a, json_object(p->a), "segment", json_str(p->a, parts[i].segment));
        json_set(p->a, v, "is_rest", json_bool(p->a, parts[i].is_rest));
        json_set(p->a, v, "contribution", json_copy(p->a, parts[i].contribution));
        json_push(p->a, list, json_set(p->a, v, "share", json_double(p->a, round(parts[i].share * 1e6) / 1e6)));
    }
    p->change =
        json_set(p->a, json_object(p->a), "baseline_total", json_copy(p->a, result_cell(p->overall, 0, "baseline")));
    json_set(p->a, p->change, "comparison_total", json_copy(p->a, result_cell(p->overall, 0, "comparison")));
    json_set(p->a, p->change, "total_change", json_copy(p->a, result_cell(p->overall, 0, "change")));
    json_set(p->a, p->change, "parts", list);
    json_set(p->a, p->change, "residual", residual);
    json_set(p->a, p->change, "is_ratio", json_bool(p->a, p->gauge.weight != NULL));
    if (draw(p, parts, n, json_real(residual), err) < 0)
        return -1;
    return workspace_write(p->workspace, "results/change.json", NULL, p->change, err);
}

/* Exactly, in as many decimals as the figures have; of sums too large for that, as near as can be. */
static struct json *rest_of(struct probe *p, const struct json *change, const struct part *parts, size_t n)
{
    char text[EXACT_TEXT_BYTES];
    bool rounded, fits;
    unsigned scale = exact_scale(json_digits(change), &rounded);
    double rest = json_real(change);
    exact sum, part;

    for (size_t i = 0; i < n; i++) {
        unsigned its = exact_scale(json_digits(parts[i].contribution), &rounded);
        scale = its > scale ? its : scale;
        rest -= json_real(parts[i].contribution);
    }
    fits = exact_read(json_digits(change), scale, &sum);
    for (size_t i = 0; fits && i < n; i++)
        fits = exact_read(json_digits(parts[i].contribution), scale, &part) && exact_add(&sum, -part);
    if (!fits)
        return json_double(p->a, rest);
    exact_text(sum, scale, text);
    return json_number(p->a, text, strlen(text));
}

int probe_explain(struct probe *p, struct err *err)
{
    struct part parts[METRICS_CAUSES + 2];
    bool is_still = probe_is_still(p);
    size_t n = is_still ? 0 : parts_of_causes(p, parts);
    const struct json *change = json_get(p->causes, n > 0 ? "total_change" : "");
    struct json *residual;

    p->explanations = json_array(p->a);
    if (n == 0 && !is_still)
        n = parts_of_splits(p, parts);
    if (n == 0 && !p->within_noise && !is_still)
        n = parts_of_rows(p, parts);
    residual = rest_of(p, change ? change : result_cell(p->overall, 0, "change"), parts, n);
    qsort(parts, n, sizeof *parts, by_strength);
    for (size_t i = 0; i < n; i++)
        if (explain(p, &parts[i], err) < 0)
            return -1;
    p->status = n > 0 ? "completed" : "no_findings";
    if (metrics_check_ranks(p->explanations, err) < 0 || keep_change(p, parts, n, residual, err) < 0)
        return -1;
    return workspace_write(p->workspace, "results/explanations.json", NULL, p->explanations, err);
}
