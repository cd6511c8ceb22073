/* report.c - the report in Markdown, with the seed's six sections in their order. Every figure in it stands in the
 * session's other files too, so that the chat and a reader find the same. */
#include "agents/metrics/probe.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "report/markdown.h"
#include <string.h>

#define COLUMNS_SHOWN 60 /* of all files, in the report; the schemas have them all */

static double whole(const struct probe *p, const char *column)
{
    return json_real(result_cell(p->overall, 0, column));
}

static struct json *row(struct arena *a, const char *const *texts, size_t n)
{
    struct json *list = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, list, json_str(a, texts[i]));
    return list;
}

#define ROW(...)                                                                                                       \
    row(p->a, (const char *const[]){ __VA_ARGS__ }, sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

/* ---- header ---- */

static void write_header(struct probe *p, struct buf *b)
{
    double before = whole(p, "baseline");
    const char *relative =
        before != 0 ? arena_printf(p->a, " (%s)", say_percent(p->a, whole(p, "change") / before)) : "";

    md_heading(b, 1, arena_printf(p->a, probe_is_still(p) ? "%s did not change" : "Why %s changed", p->gauge.text));
    md_item(b, "Metric", p->gauge.text);
    md_item(b, "Baseline period", arena_printf(p->a, "%s to %s", p->baseline.from, p->baseline.to));
    md_item(b, "Comparison period", arena_printf(p->a, "%s to %s", p->comparison.from, p->comparison.to));
    md_item(b, "Overall change",
            arena_printf(p->a, "%s%s, from %s to %s",
                         say_signed(p->a, result_cell(p->overall, 0, "change"), p->decimals), relative,
                         say_figure(p->a, result_cell(p->overall, 0, "baseline"), p->decimals),
                         say_figure(p->a, result_cell(p->overall, 0, "comparison"), p->decimals)));
    md_list_end(b);
}

/* ---- data model ---- */

static void write_tables(struct probe *p, struct buf *b)
{
    const struct json *tables = json_get(p->model, "tables");
    struct json *rows = json_array(p->a);

    for (size_t i = 0; i < json_len(tables); i++) {
        const struct json *t = json_at(tables, i);
        const char *about = p->files ? json_get_text(json_at(p->files, i), "description") : "";
        json_push(p->a, rows,
                  ROW(json_get_text(t, "name"), probe_say_count(p->a, json_get(t, "row_count")),
                      probe_say_count(p->a, json_get(t, "column_count")), about));
    }
    md_table(b, ROW("Table", "Rows", "Columns", "What it holds"), rows, METRICS_FILES);
}

static void write_columns(struct probe *p, struct buf *b)
{
    const struct json *tables = json_get(p->profile, "tables");
    struct json *rows = json_array(p->a);

    for (size_t t = 0; t < json_len(tables); t++) {
        const struct json *columns = json_get(json_at(tables, t), "columns");
        for (size_t i = 0; i < json_len(columns); i++) {
            const struct json *c = json_at(columns, i);
            json_push(p->a, rows,
                      ROW(json_get_text(json_at(tables, t), "name"), json_get_text(c, "name"), json_get_text(c, "role"),
                          json_get_text(c, "type"), probe_say_count(p->a, json_get(c, "distinct"))));
        }
    }
    md_table(b, ROW("Table", "Column", "Role", "Type", "Different values"), rows, COLUMNS_SHOWN);
}

static void write_model(struct probe *p, struct buf *b)
{
    const struct json *relations = json_get(p->model, "relationships");

    md_heading(b, 2, "Data Model");
    write_tables(p, b);
    write_columns(p, b);
    for (size_t i = 0; i < json_len(relations); i++) {
        const struct json *r = json_at(relations, i);
        md_item(b, NULL,
                arena_printf(p->a, "%s.%s refers to %s.%s (%s, confidence %.2f)", json_get_text(r, "from_table"),
                             json_get_text(r, "from_column"), json_get_text(r, "to_table"),
                             json_get_text(r, "to_column"), json_get_text(r, "relationship_type"),
                             json_real(json_get(r, "confidence"))));
    }
    if (json_len(relations) == 0)
        md_item(b, NULL, "No relationships between tables were found.");
    for (size_t i = 0; i < json_len(p->notes); i++)
        md_item(b, "Note", json_text(json_at(p->notes, i), NULL));
    md_list_end(b);
}

/* ---- what was done ---- */

static const char *exit_text(const struct probe *p)
{
    if (strcmp(p->exit_reason, "CONCLUDE") == 0)
        return "every hypothesis was settled or set aside";
    return strcmp(p->exit_reason, "STALL_DETECTED") == 0
               ? "no hypothesis was confirmed, and there was none left to make"
               : "the turns it may take were used up";
}

static void write_analysis(struct probe *p, struct buf *b)
{
    struct json *rows = json_array(p->a);

    md_heading(b, 2, "Analysis Performed");
    md_paragraph(b, arena_printf(p->a,
                                 "The change was measured, %zu hypotheses were made, and the data was asked %d times "
                                 "(%d new plans). It ended because %s (%s).",
                                 p->n_hypotheses, p->n_iterations, p->replans, exit_text(p), p->exit_reason));
    for (size_t i = 0; i < p->n_hypotheses; i++) {
        const struct json *h = p->hypotheses[i].json;
        json_push(p->a, rows,
                  ROW(json_get_text(h, "hypothesis_id"), json_get_text(h, "title"), json_get_text(h, "status")));
    }
    md_table(b, ROW("Hypothesis", "What it says", "Outcome"), rows, METRICS_HYPOTHESES_ALL);
    for (size_t i = 0; i < json_len(p->findings); i++)
        md_item(b, json_get_text(json_at(p->findings, i), "finding_id"),
                json_get_text(json_at(p->findings, i), "summary"));
    md_list_end(b);
}

/* ---- explanations ---- */

static void write_parts(struct probe *p, struct buf *b)
{
    const struct json *parts = json_get(p->change, "parts");
    double change = whole(p, "change"), residual = json_real(json_get(p->change, "residual"));
    struct json *rows = json_array(p->a);

    for (size_t i = 0; i < json_len(parts); i++)
        json_push(p->a, rows,
                  ROW(say_label(p->a, json_at(parts, i)),
                      say_signed(p->a, json_get(json_at(parts, i), "contribution"), p->decimals),
                      say_percent(p->a, json_real(json_get(json_at(parts, i), "share")))));
    json_push(p->a, rows,
              ROW("everything else", say_signed(p->a, json_get(p->change, "residual"), p->decimals),
                  change != 0 ? say_percent(p->a, residual / change) : ""));
    json_push(p->a, rows, ROW("in all", say_signed(p->a, result_cell(p->overall, 0, "change"), p->decimals), "100%"));
    md_table(b, ROW("Part", "Contribution", "Share of the change"), rows, METRICS_CAUSES + 4);
}

static void write_one(struct probe *p, struct buf *b, const struct json *e)
{
    const struct json *list = json_get(e, "evidence");

    md_heading(b, 3,
               arena_printf(p->a, "%lld. %s (%s)", (long long)json_get_int(e, "rank", 0), json_get_text(e, "title"),
                            json_get_text(e, "likelihood")));
    md_paragraph(b, json_get_text(e, "causal_story"));
    for (size_t i = 0; i < json_len(list); i++)
        md_item(b, json_get_text(json_at(list, i), "finding"), json_get_text(json_at(list, i), "description"));
    if (json_is(json_get(json_at(list, 0), "segment_size"), JSON_NUMBER))
        md_item(b, "Segment size",
                arena_printf(p->a, "%s rows", probe_say_count(p->a, json_get(json_at(list, 0), "segment_size"))));
    md_item(b, "Reasoning", json_get_text(e, "reasoning"));
    md_list_end(b);
}

static void write_nothing(struct probe *p, struct buf *b)
{
    if (probe_is_still(p)) {
        md_paragraph(b, "Nothing changed: the metric is the same in both periods, so there is nothing to explain.");
        return;
    }
    md_paragraph(b, p->within_noise ? "No pattern was found: the change is no larger than days differ anyway."
                                    : "No pattern was found that explains the change.");
    md_paragraph(b, "Possible reasons:");
    if (p->within_noise)
        md_item(b, NULL, "There is nothing to explain: the two periods differ by chance.");
    md_item(b, NULL, "What caused it is not in the uploaded files: a price, a campaign, a competitor, the weather.");
    md_item(b, NULL, "The cause touched all parts alike, so that no part stands out.");
    md_item(b, NULL, "The periods are too short, or too different, to compare.");
    if (p->gauge.n_dimensions == 0)
        md_item(b, NULL, "The files have no columns that divide the rows into groups.");
    md_list_end(b);
}

static void write_explanations(struct probe *p, struct buf *b)
{
    md_heading(b, 2, "Explanations");
    if (json_len(p->explanations) == 0) {
        write_nothing(p, b);
        return;
    }
    write_parts(p, b);
    for (size_t i = 0; i < json_len(p->explanations); i++)
        write_one(p, b, json_at(p->explanations, i));
}

/* ---- what next ---- */

static void write_next(struct probe *p, struct buf *b)
{
    const struct json *first = json_at(p->explanations, 0);
    const char *segment = first ? json_get_text(json_at(json_get(first, "evidence"), 0), "segment") : NULL;

    md_heading(b, 2, "Recommended Next Steps");
    if (segment && strstr(segment, " = "))
        md_item(b, NULL,
                arena_printf(p->a, "Ask whoever is responsible for '%s' what changed between %s and %s.", segment,
                             p->baseline.to, p->comparison.to));
    if (p->began)
        md_item(b, NULL, arena_printf(p->a, "Look at what happened about %s, when the level stepped.", p->began));
    for (size_t i = 0; i < p->n_hypotheses; i++)
        if (p->hypotheses[i].theory == THEORY_COVERAGE &&
            strcmp(json_get_text(p->hypotheses[i].json, "status"), "CONFIRMED") == 0)
            md_item(b, NULL, "Check first whether all days were loaded: one period has rows on clearly fewer days.");
    for (size_t i = 0; i < p->n_hypotheses; i++)
        if (strcmp(json_get_text(p->hypotheses[i].json, "status"), "PENDING") == 0)
            md_item(b, NULL,
                    arena_printf(p->a, "Settle with more data: %s.", json_get_text(p->hypotheses[i].json, "title")));
    md_item(b, NULL, "Compare with the same period of the year before, if there is data for it.");
    md_list_end(b);
}

/* ---- the whole ---- */

int probe_report(struct probe *p, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(METRICS_REPORT_BYTES);
    struct json *report = json_object(p->a), *now = workspace_now(p->workspace);

    write_header(p, &b);
    write_model(p, &b);
    write_analysis(p, &b);
    write_explanations(p, &b);
    write_next(p, &b);
    buf_addf(&b, "---\n\n" REPORT_FOOTER "%s\n", json_text(now, NULL));
    if (buf_check(&b, err) < 0)
        return -1;
    p->report = arena_dup(p->a, b.p, b.n);
    json_set(p->a, report, "session_id", json_str(p->a, p->workspace->id));
    json_set(p->a, report, "content", json_str(p->a, p->report));
    json_set(p->a, report, "generated_at", now);
    json_set(p->a, report, "status", json_str(p->a, p->status));
    if (workspace_check("metrics.Report", report, err) < 0)
        return -1;
    return workspace_write_text(p->workspace, "report.md", p->report, err);
}
