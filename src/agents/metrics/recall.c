/* recall.c - which question it is, by its words, and the artifact that answers it.
 *
 * The kinds are looked for in an order from the narrow to the wide: a segment or a hypothesis that is named, then what
 * is asked about the whole. Words are compared folded; a value of the data counts only where it stands as a word.
 */
#include "agents/metrics/recall.h"
#include "agents/metrics/probe.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include <ctype.h>
#include <string.h>

struct recalling {
    const struct memory *m;
    struct arena *a;
    const char *words; /* the question, folded, blanks for signs */
    struct json *artifacts;
    int decimals; /* of the report's figures */
};

/* ---- words ---- */

/* Folded, with one blank for whatever is no letter or digit, and one at both ends. */
static const char *plain(struct arena *a, const char *text)
{
    const char *folded = str_fold(a, text);
    char *out = arena_alloc(a, strlen(folded) + 3), *to = out;

    *to++ = ' ';
    for (; *folded; folded++) {
        bool sign = (unsigned char)*folded < 0x80 && !isalnum((unsigned char)*folded);
        if (!sign)
            *to++ = *folded;
        else if (to[-1] != ' ')
            *to++ = ' ';
    }
    if (to[-1] != ' ')
        *to++ = ' ';
    return out;
}

static bool has(const struct recalling *r, const char *text)
{
    const char *words = plain(r->a, text);

    return strlen(words) > 2 && strstr(r->words, words);
}

static bool has_any(const struct recalling *r, const char *const *texts)
{
    for (; *texts; texts++)
        if (has(r, *texts))
            return true;
    return false;
}

#define ANY(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void refer(struct recalling *r, const char *path)
{
    for (size_t i = 0; i < json_len(r->artifacts); i++)
        if (strcmp(json_text(json_at(r->artifacts, i), NULL), path) == 0)
            return;
    json_push(r->a, r->artifacts, json_str(r->a, path));
}

/* ---- pieces ---- */

static const char *period(struct recalling *r, const char *name)
{
    const struct json *p = json_get(r->m->context, name);

    return arena_printf(r->a, "%s to %s", json_get_text(p, "start"), json_get_text(p, "end"));
}

static bool is_still(const struct recalling *r)
{
    return json_len(r->m->explanations) == 0 && json_real(json_get(r->m->change, "total_change")) == 0;
}

static const char *whole_sentence(struct recalling *r)
{
    const struct json *c = r->m->change;
    double before = json_real(json_get(c, "baseline_total"));

    refer(r, "results/change.json");
    if (is_still(r))
        return arena_printf(r->a, "%s did not change: it is %s from %s and from %s.",
                            json_get_text(r->m->context, "metric_sql"),
                            say_figure(r->a, json_get(c, "baseline_total"), r->decimals), period(r, "baseline_period"),
                            period(r, "comparison_period"));
    return arena_printf(
        r->a, "%s went from %s (%s) to %s (%s), a change of %s%s.", json_get_text(r->m->context, "metric_sql"),
        say_figure(r->a, json_get(c, "baseline_total"), r->decimals), period(r, "baseline_period"),
        say_figure(r->a, json_get(c, "comparison_total"), r->decimals), period(r, "comparison_period"),
        say_signed(r->a, json_get(c, "total_change"), r->decimals),
        before != 0 ? arena_printf(r->a, " (%s)", say_percent(r->a, json_real(json_get(c, "total_change")) / before))
                    : "");
}

static const char *evidence_text(const struct json *explanation, size_t i)
{
    return json_get_text(json_at(json_get(explanation, "evidence"), i), "description");
}

static const struct json *finding_about(struct recalling *r, const char *hypothesis)
{
    const struct json *findings = json_get(r->m->ledger, "findings");

    for (size_t i = 0; i < json_len(findings); i++) {
        const char *id = json_get_text(json_at(findings, i), "hypothesis_affected");
        if (id && strcmp(id, hypothesis) == 0)
            return json_at(findings, i);
    }
    return NULL;
}

/* ---- the whole ---- */

static const char *one_sentence(struct recalling *r)
{
    const struct json *first = json_at(r->m->explanations, 0);

    refer(r, "results/explanations.json");
    if (is_still(r))
        return whole_sentence(r);
    if (!first)
        return arena_printf(r->a, "%s No pattern in the data explains it.", whole_sentence(r));
    return arena_printf(
        r->a, "%s %s is the most likely explanation, with %s of it.", whole_sentence(r),
        say_label(r->a, json_at(json_get(first, "evidence"), 0)),
        say_percent(r->a, json_real(json_get(json_at(json_get(first, "evidence"), 0), "contribution_percent")) / 100));
}

static const char *summary(struct recalling *r, bool is_long)
{
    struct buf b CLEANUP(buf_done) = BUF(METRICS_REPORT_BYTES);
    const struct json *list = r->m->explanations;

    buf_adds(&b, whole_sentence(r));
    refer(r, "results/explanations.json");
    for (size_t i = 0; i < json_len(list); i++) {
        const struct json *e = json_at(list, i);
        buf_addf(&b, "\n%zu. %s (%s). %s", i + 1, json_get_text(e, "title"), json_get_text(e, "likelihood"),
                 evidence_text(e, 0));
        if (is_long)
            buf_addf(&b, " %s %s", json_get_text(e, "causal_story"), json_get_text(e, "reasoning"));
    }
    if (is_still(r))
        return arena_str(r->a, b.p);
    buf_addf(&b, "\nEverything else: %s.", say_signed(r->a, json_get(r->m->change, "residual"), r->decimals));
    if (json_len(list) == 0)
        buf_adds(&b, " No pattern in the data explains it.");
    return arena_str(r->a, b.p);
}

static const char *method(struct recalling *r)
{
    static const char sum[] = "its value in the comparison period less its value in the baseline";
    static const char ratio[] = "how far it moved the ratio, by its size and by its own level";
    const struct json *first = json_at(r->m->iterations, 0);

    refer(r, "context.json");
    refer(r, "analysis/findings_ledger.json");
    if (first)
        refer(r, "analysis/iterations/iter_001.json");
    return arena_printf(
        r->a,
        "%s The metric was computed over each period by the same SQL; each part's contribution is %s, and the parts "
        "and "
        "everything else (%s) add up to the change. The data was asked %lld times. The first query was:\n%s",
        whole_sentence(r), json_get_truth(r->m->change, "is_ratio") ? ratio : sum,
        say_signed(r->a, json_get(r->m->change, "residual"), r->decimals),
        (long long)json_get_int(r->m->ledger, "total_iterations", 0),
        first ? json_get_text(first, "code_executed") : "");
}

static const char *outcomes(struct recalling *r, const char *status, const char *title, const char *none)
{
    struct buf b CLEANUP(buf_done) = BUF(METRICS_REPORT_BYTES);

    buf_adds(&b, title);
    refer(r, "analysis/findings_ledger.json");
    for (size_t i = 0; i < json_len(r->m->hypotheses); i++) {
        const struct json *h = json_at(r->m->hypotheses, i), *f;
        if (strcmp(json_get_text(h, "status"), status) != 0)
            continue;
        f = finding_about(r, json_get_text(h, "hypothesis_id"));
        buf_addf(&b, "\n- %s. %s", json_get_text(h, "title"), f ? json_get_text(f, "summary") : "");
        none = "";
    }
    return *none ? none : arena_str(r->a, b.p);
}

static const char *next_steps(struct recalling *r)
{
    const char *from = strstr(r->m->report, "## Recommended Next Steps"), *to;
    size_t n;

    refer(r, "report.md");
    from = from ? strchr(from, '\n') : NULL;
    to = from ? strstr(from, "\n---") : NULL;
    if (!to)
        return "The report recommends nothing.";
    from = str_trim(from, (size_t)(to - from), &n);
    return arena_printf(r->a, "The report recommends:\n%.*s", (int)n, from);
}

static const char *certainty(struct recalling *r)
{
    const struct json *first = json_at(r->m->explanations, 0);

    refer(r, "results/explanations.json");
    if (!first)
        return arena_printf(r->a, "Nothing was confirmed. %s", whole_sentence(r));
    return arena_printf(r->a, "The first explanation, %s, is rated %s. %s %s Not explained: %s.",
                        json_get_text(first, "title"), json_get_text(first, "likelihood"),
                        json_get_text(first, "reasoning"), evidence_text(first, 0),
                        say_signed(r->a, json_get(r->m->change, "residual"), r->decimals));
}

static const char *tables(struct recalling *r)
{
    struct buf b CLEANUP(buf_done) = BUF(METRICS_REPORT_BYTES);
    const struct json *list = json_get(r->m->model, "tables"), *dims = json_get(r->m->model, "recommended_dimensions");

    refer(r, "analysis/schema.json");
    for (size_t i = 0; i < json_len(list); i++)
        buf_addf(&b, "%s has %s rows and %s columns. ", json_get_text(json_at(list, i), "name"),
                 probe_say_count(r->a, json_get(json_at(list, i), "row_count")),
                 probe_say_count(r->a, json_get(json_at(list, i), "column_count")));
    buf_adds(&b, json_len(dims) ? "It was split by: " : "No column was fit to split it by.");
    for (size_t i = 0; i < json_len(dims); i++)
        buf_addf(&b, "%s%s", i ? ", " : "", json_text(json_at(dims, i), NULL));
    return arena_str(r->a, b.p);
}

/* ---- a segment that is named ---- */

struct row_found {
    size_t iteration; /* from 1 */
    const char *segment;
    const char *baseline, *comparison, *change, *rows;
    size_t length; /* of the value, so that the longest name wins */
};

static const char *field(struct arena *a, const char **at)
{
    size_t n = strcspn(*at, "\t\n");
    const char *text = arena_dup(a, *at, n);

    *at += n + ((*at)[n] == '\t');
    return text;
}

static const char *digits(struct recalling *r, const char *text, int decimals)
{
    struct json *v = json_number(r->a, text, strlen(text));

    return v ? say_figure(r->a, v, decimals) : text;
}

/* Looks through the rows of one turn: "part [part_2] baseline comparison change baseline_rows comparison_rows". */
static void search_rows(struct recalling *r, const struct json *log, const struct json *dimensions,
                        struct row_found *best)
{
    const char *line = json_get_text(log, "raw_output");
    bool paired = str_starts(line, "part\tpart_2\t");

    if (!str_starts(line, "part\t"))
        return;
    while ((line = strchr(line, '\n')) && *++line) {
        const char *at = line, *part = field(r->a, &at), *other = paired ? field(r->a, &at) : NULL;
        struct row_found f = { .iteration = (size_t)json_get_int(log, "iteration", 0), .length = strlen(part) };

        if (!has(r, part) || (other && !has(r, other)))
            continue;
        f.length += other ? strlen(other) : 0;
        if (f.length <= best->length)
            continue;
        f.segment = other ? arena_printf(r->a, "%s = %s, %s = %s", json_text(json_at(dimensions, 0), NULL), part,
                                         json_text(json_at(dimensions, 1), NULL), other)
                          : arena_printf(r->a, "%s = %s", json_text(json_at(dimensions, 0), NULL), part);
        f.baseline = digits(r, field(r->a, &at), r->decimals);
        f.comparison = digits(r, field(r->a, &at), r->decimals);
        f.change = digits(r, field(r->a, &at), r->decimals);
        f.rows = digits(r, field(r->a, &at), 0);
        f.rows = arena_printf(r->a, "%s rows, then %s", f.rows, digits(r, field(r->a, &at), 0));
        *best = f;
    }
}

static const struct json *hypothesis_of(struct recalling *r, int64_t iteration)
{
    const struct json *findings = json_get(r->m->ledger, "findings");

    for (size_t i = 0; i < json_len(findings); i++) {
        const char *id = json_get_text(json_at(findings, i), "hypothesis_affected");
        if (json_get_int(json_at(findings, i), "iteration", 0) != iteration || !id)
            continue;
        for (size_t k = 0; k < json_len(r->m->hypotheses); k++)
            if (strcmp(json_get_text(json_at(r->m->hypotheses, k), "hypothesis_id"), id) == 0)
                return json_at(r->m->hypotheses, k);
    }
    return NULL;
}

static const char *about_segment(struct recalling *r)
{
    struct row_found best = { .length = 1 }; /* one letter names nothing */

    for (size_t i = 0; i < json_len(r->m->iterations); i++) {
        const struct json *log = json_at(r->m->iterations, i);
        const struct json *h = hypothesis_of(r, json_get_int(log, "iteration", 0));
        if (h && json_len(json_get(h, "dimensions")) > 0 && strcmp(json_get_text(log, "decision"), "DRILL_DOWN") != 0)
            search_rows(r, log, json_get(h, "dimensions"), &best);
    }
    if (!best.segment)
        return NULL;
    refer(r, arena_printf(r->a, "analysis/iterations/iter_%03zu.json", best.iteration));
    refer(r, arena_printf(r->a, "analysis/full_outputs/output_%03zu.txt", best.iteration));
    return arena_printf(r->a, "%s went from %s to %s, a change of %s (%s). The whole changed by %s.", best.segment,
                        best.baseline, best.comparison, best.change, best.rows,
                        say_signed(r->a, json_get(r->m->change, "total_change"), r->decimals));
}

/* The first hypothesis about a column or an idea that the question names. */
static const struct json *hypothesis_named(struct recalling *r, bool not_confirmed)
{
    static const struct {
        const char *word, *title;
    } ideas[] = { { "weekday", "day of the week" }, { "day of the week", "day of the week" },
                  { "when", "certain day" },        { "timing", "certain day" },
                  { "missing", "missing" },         { "records", "records" },
                  { "volume", "records" } };

    for (size_t i = 0; i < json_len(r->m->hypotheses); i++) {
        const struct json *h = json_at(r->m->hypotheses, i), *dims = json_get(h, "dimensions");
        if (not_confirmed && strcmp(json_get_text(h, "status"), "CONFIRMED") == 0)
            continue;
        for (size_t k = 0; k < json_len(dims); k++)
            if (has(r, json_text(json_at(dims, k), NULL)))
                return h;
        for (size_t k = 0; k < COUNT_OF(ideas); k++)
            if (has(r, ideas[k].word) && strstr(json_get_text(h, "title"), ideas[k].title))
                return h;
    }
    return NULL;
}

/* A column that no hypothesis was about. */
static const char *about_column(struct recalling *r)
{
    const struct json *dims = json_get(r->m->model, "recommended_dimensions");

    for (size_t i = 0; i < json_len(dims); i++) {
        const char *column = json_text(json_at(dims, i), NULL);
        if (!has(r, column))
            continue;
        refer(r, "analysis/schema.json");
        return arena_printf(r->a,
                            "No hypothesis was about %s: it is one of the columns that the metric can be split by, and "
                            "no part that was found to stand out is one of its values.",
                            column);
    }
    return NULL;
}

/* Why something is not the reason is asked of what was ruled out or left open first. */
static const char *about_hypothesis(struct recalling *r, bool why_not)
{
    const struct json *found = why_not ? hypothesis_named(r, true) : NULL, *f;

    if (!found)
        found = hypothesis_named(r, false);
    if (!found)
        return about_column(r);
    f = finding_about(r, json_get_text(found, "hypothesis_id"));
    refer(r, arena_printf(r->a, "analysis/hypotheses/%s.json", json_get_text(found, "hypothesis_id")));
    if (f)
        refer(r, json_get_text(f, "full_output_ref"));
    return arena_printf(r->a, "%s: %s. %s", json_get_text(found, "title"), json_get_text(found, "status"),
                        f ? json_get_text(f, "summary") : "It was not looked into.");
}

/* ---- which question ---- */

static const char *answer(struct recalling *r)
{
    bool reasons = has_any(r, ANY("why not", "ruled out", "rule out", "discarded", "rejected"));
    const char *text = NULL;

    if (has_any(r, ANY("one sentence", "a sentence", "single sentence", "in short", "one line", "tl dr")))
        return one_sentence(r);
    if (has_any(r, ANY("in detail", "detailed summary", "long summary", "everything")))
        return summary(r, true);
    if (has_any(r, ANY("summary", "summarise", "summarize", "sum up", "share", "overview")))
        return summary(r, false);
    text = about_segment(r);
    if (!text)
        text = about_hypothesis(r, reasons);
    if (text)
        return text;
    if (has_any(r, ANY("how was", "how were", "how did", "how is", "how do", "calculated", "computed", "method",
                       "methodology", "sql", "query")))
        return method(r);
    if (reasons)
        return outcomes(r, "RULED_OUT", "Ruled out:", "No hypothesis was ruled out.");
    if (has_any(r, ANY("confirmed", "hypotheses", "hypothesis", "tested")))
        return outcomes(r, "CONFIRMED", "Confirmed:", "No hypothesis was confirmed.");
    if (has_any(r, ANY("next", "next steps", "recommend", "what should", "do now")))
        return next_steps(r);
    if (has_any(r, ANY("sure", "certain", "confident", "confidence", "likely", "wrong", "convinced", "prove")))
        return certainty(r);
    if (has_any(r, ANY("data", "files", "tables", "columns", "table", "dimensions")))
        return tables(r);
    if (has_any(r, ANY("why", "cause", "causes", "explanation", "explanations", "explain", "reason", "reasons")))
        return summary(r, false);
    if (has_any(r, ANY("how much", "change", "total", "changed", "result", "drop", "increase")))
        return whole_sentence(r);
    return NULL;
}

struct recalled recall(const struct memory *m, const char *question)
{
    struct recalling r = { .m = m,
                           .a = m->a,
                           .words = plain(m->a, question),
                           .artifacts = json_array(m->a),
                           .decimals = say_decimals(m->change) };
    const char *text = answer(&r);

    if (!text)
        text =
            "Nothing in this session answers that: I can only speak of what this investigation looked at. Ask how it "
            "was calculated, for a summary, about one of its segments, what was ruled out, how sure it is, or what to "
            "do next.";
    return (struct recalled){ say_clipped(m->a, text, METRICS_CHAT_CHARS), r.artifacts };
}
