/* memory.c - a session's artifacts, read back. */
#include "agents/metrics/recall.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"

/* Numbered files, as far as they go. */
static struct json *read_numbered(struct workspace *d, const char *folder, const char *prefix, int most)
{
    struct json *list = json_array(d->a), *v;
    struct err end;

    for (int i = 1; i <= most; i++) {
        if (workspace_read(d, arena_printf(d->a, "analysis/%s/%s_%03d.json", folder, prefix, i), &v, &end) < 0)
            break;
        json_push(d->a, list, v);
    }
    return list;
}

int memory_read(struct workspace *d, struct memory *ret, struct err *err)
{
    struct memory m = { .a = d->a };

    if (workspace_read(d, "context.json", &m.context, err) < 0 ||
        workspace_read(d, "analysis/schema.json", &m.model, err) < 0 ||
        workspace_read(d, "analysis/findings_ledger.json", &m.ledger, err) < 0 ||
        workspace_read(d, "results/explanations.json", &m.explanations, err) < 0 ||
        workspace_read(d, "results/change.json", &m.change, err) < 0 ||
        workspace_read_text(d, "report.md", &m.report, err) < 0)
        return -1;
    m.hypotheses = read_numbered(d, "hypotheses", "hyp", METRICS_HYPOTHESES_ALL);
    m.iterations = read_numbered(d, "iterations", "iter", METRICS_ITERATIONS);
    *ret = m;
    return 0;
}
