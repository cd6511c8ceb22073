/* deliver.c - files made of the run, in an order of their own: the report comes last and names the others. */
#include "agents/analyst/deliver.h"
#include "agents/analyst/aim.h"
#include "agents/analyst/artifacts_ops.h"
#include "agents/analyst/ground.h"
#include "agents/analyst/report.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "grid/csv_quote.h"
#include "store/records/artifacts.h"

struct json *deliver_names(struct arena *a, const struct json *columns)
{
    struct json *names = json_array(a);

    for (size_t i = 0; i < json_len(columns); i++)
        json_push(a, names, json_copy(a, json_get(json_at(columns, i), "name")));
    return names;
}

static void make(struct run *r, const struct artifact_place *place, const char *type, const char *name,
                 const struct buf *b, struct json *metadata)
{
    struct artifact_file file = {
        .request_id = r->outer->request_id, .type = type, .name = name, .bytes = b->p, .n = b->n, .metadata = metadata
    };
    struct json *artifact;
    struct err err;

    if (buf_check(b, &err) < 0 || artifact_make(r->outer, place, &file, &artifact, &err) < 0)
        run_fail(r, &err);
    else
        json_push(run_arena(r), r->artifacts, artifact);
}

static void make_table(struct run *r, const struct artifact_place *place, const struct aim *aim)
{
    struct arena *a = run_arena(r);
    const struct json *table = ground_table(r, aim), *rows = json_get(table, "rows");
    struct json *names = deliver_names(a, json_get(table, "columns")), *metadata = json_object(a);
    struct buf b CLEANUP(buf_done) = BUF(ARTIFACT_BYTES);
    size_t formulas;

    if (!table)
        return;
    formulas = csv_add_table(&b, names, rows, CSV_SAFE);
    if (formulas > 0)
        run_say(r, r->warnings, csv_say_quoted(a, formulas));
    json_set(a, metadata, "row_count", json_int(a, (int64_t)json_len(rows)));
    json_set(a, metadata, "column_names", names);
    json_set(a, metadata, "is_truncated", json_bool(a, json_get_truth(table, "truncated")));
    json_set(a, metadata, "title", json_str(a, aim_title(r, aim)));
    make(r, place, "table", "result", &b, metadata);
}

/* Charts were written when they were drawn. */
static void take_charts(struct run *r)
{
    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].role == STEP_DRAW && json_get(r->steps[i].result, "artifact"))
            json_push(run_arena(r), r->artifacts, json_get(r->steps[i].result, "artifact"));
}

static void make_text(struct run *r, const struct artifact_place *place, const char *type, report_writer *write)
{
    struct arena *a = run_arena(r);
    struct json *metadata = json_object(a);
    struct buf b CLEANUP(buf_done) = BUF(ANALYST_REPORT_BYTES);
    size_t sections = write(r, &b);

    json_set(a, metadata, "format", json_str(a, "markdown"));
    json_set(a, metadata, "section_count", json_int(a, (int64_t)sections));
    make(r, place, type, type, &b, metadata);
}

void deliver(struct run *r, const struct artifact_place *place)
{
    for (size_t i = 0; run_wants(r, "tables") && i < r->n_aims; i++)
        make_table(r, place, &r->aims[i]);
    take_charts(r);
    if (json_len(r->findings) == 0)
        return;
    if (run_wants(r, "summary"))
        make_text(r, place, "summary", report_summary);
    if (run_wants(r, "reports"))
        make_text(r, place, "report", report_write);
}
