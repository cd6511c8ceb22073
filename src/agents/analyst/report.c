/* report.c - one function for each section; a section that would be empty is left out. */
#include "agents/analyst/report.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/deliver.h"
#include "agents/analyst/ground.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "grid/table.h"
#include "report/markdown.h"
#include <string.h>

static void head(struct buf *b, size_t *sections, const char *title)
{
    md_heading(b, 2, title);
    (*sections)++;
}

static void add_list(struct buf *b, size_t *sections, const char *title, const struct json *sentences)
{
    if (json_len(sentences) == 0)
        return;
    head(b, sections, title);
    for (size_t i = 0; i < json_len(sentences); i++)
        md_item(b, NULL, json_text(json_at(sentences, i), NULL));
    md_list_end(b);
}

static void add_data(struct run *r, struct buf *b, size_t *sections)
{
    struct arena *a = run_arena(r);
    static const char *const titles[] = { "table", "source", "rows", "columns", "SHA-256" };
    struct json *columns = json_array(a), *rows = json_array(a);

    for (size_t i = 0; i < COUNT_OF(titles); i++)
        json_push(a, columns, json_str(a, titles[i]));
    for (size_t i = 0; i < r->n_tables; i++) {
        const struct table *t = &r->tables[i];
        struct json *row = json_array(a);
        json_push(a, row, json_str(a, t->name));
        json_push(a, row, json_str(a, t->source));
        json_push(a, row, json_int(a, (int64_t)t->rows));
        json_push(a, row, json_int(a, (int64_t)t->n_columns));
        json_push(a, row, json_str(a, t->sha256));
        json_push(a, rows, row);
    }
    head(b, sections, "Data");
    md_table(b, columns, rows, ANALYST_SHOWN_ROWS);
}

static void add_method(struct run *r, struct buf *b, size_t *sections)
{
    head(b, sections, "Method");
    md_paragraph(b, json_get_text(r->plan, "reasoning"));
    for (size_t i = 0; i < r->n_steps; i++)
        md_item(b, r->steps[i].id, r->steps[i].description);
    md_list_end(b);
    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].role == STEP_COMPUTE && r->steps[i].result)
            md_code(b, "sql", json_get_text(r->steps[i].args, "query"));
}

/* The picture lies beside the report: artifacts/charts/ID/NAME from artifacts/reports/ID. */
static void add_chart(struct run *r, const struct aim *aim, struct buf *b)
{
    const struct plan_step *drawn = ground_step(r, aim, STEP_DRAW);
    const struct json *artifact = drawn ? json_get(drawn->result, "artifact") : NULL;
    const char *ref = json_get_text(artifact, "content_ref"), *below = ref ? strchr(ref, '/') : NULL;

    if (!drawn || !below)
        return;
    buf_adds(b, "![");
    md_text(b, json_get_text(drawn->result, "alt"));
    buf_addf(b, "](../..%s)\n\n", below);
}

static void add_results(struct run *r, struct buf *b, size_t *sections)
{
    struct arena *a = run_arena(r);

    for (size_t i = 0; i < r->n_aims; i++) {
        const struct aim *aim = &r->aims[i];
        const struct json *table = ground_table(r, aim);
        if (!table)
            continue;
        head(b, sections, aim_title(r, aim));
        md_table(b, deliver_names(a, json_get(table, "columns")), json_get(table, "rows"), ANALYST_SHOWN_ROWS);
        add_chart(r, aim, b);
    }
}

static void add_proof(struct run *r, struct buf *b, size_t *sections)
{
    head(b, sections, "Proof");
    md_item(b, "Request", r->outer->request_id);
    md_item(b, "Plan", json_get_text(r->plan, "plan_id"));
    md_item(b, "Submitted", json_get_text(r->request, "timestamp"));
    for (size_t i = 0; i < json_len(r->artifacts); i++) {
        const struct json *v = json_at(r->artifacts, i);
        md_item(b, json_get_text(v, "artifact_type"), json_get_text(v, "content_hash"));
    }
    md_list_end(b);
    md_paragraph(b, "The audit log has every call under the request's id; \"assay audit verify\" checks it.");
}

size_t report_write(struct run *r, struct buf *b)
{
    size_t sections = 0;

    md_heading(b, 1, "Analysis");
    head(b, &sections, "Intent");
    md_paragraph(b, json_get_text(r->request, "intent"));
    add_list(b, &sections, "Findings", r->findings);
    add_results(r, b, &sections);
    add_list(b, &sections, "Insights", r->insights);
    add_list(b, &sections, "Warnings", r->warnings);
    add_data(r, b, &sections);
    add_method(r, b, &sections);
    add_proof(r, b, &sections);
    return sections;
}

size_t report_summary(struct run *r, struct buf *b)
{
    size_t sections = 0;

    md_heading(b, 1, "Summary");
    md_paragraph(b, json_get_text(r->request, "intent"));
    add_list(b, &sections, "Findings", r->findings);
    add_list(b, &sections, "Insights", r->insights);
    add_list(b, &sections, "Warnings", r->warnings);
    return sections;
}
