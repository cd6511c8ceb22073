/* start.c - an investigation in a session: begun by one call, which checks all that can be checked at once, and run by
 * another in the background.
 *
 * What is checked is checked twice: before the files are looked into, and again under the lock in which the session
 * becomes running. Of two that start it at once, one does.
 */
#include "agents/metrics/metrics.h"
#include "agents/metrics/probe.h"
#include "agents/metrics/sessions.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "gate/gate.h"
#include "model/metrics.h"
#include "store/records/sessions.h"
#include "sys/file.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The session's files, as the data of an operation. */
static struct json *data_of(const struct workspace *d, const struct json *files)
{
    struct json *data = json_array(d->a);

    for (size_t i = 0; i < json_len(files); i++) {
        const struct json *f = json_at(files, i);
        json_push(
            d->a, data,
            json_str(d->a, session_ref(d->a, d->id, json_get_text(f, "file_id"), json_get_text(f, "original_name"))));
    }
    return data;
}

/* ---- the metric ---- */

static bool says(struct arena *a, const char *text, const char *word)
{
    return strstr(str_fold(a, text), word) != NULL;
}

/* target_metric names a column, and metric_definition says in words what is made of it; without a word a sum. */
static const char *metric_of(struct arena *a, const struct json *args)
{
    const char *sql = json_get_text(args, "metric_sql"), *column, *words;

    if (sql && *sql)
        return sql;
    column = sql_name(a, json_get_text(args, "target_metric"));
    words = json_get_text(args, "metric_definition");
    if (says(a, words, "average") || says(a, words, "mean") || says(a, words, "avg"))
        return arena_printf(a, "avg(%s)", column);
    if (says(a, words, "number of") || says(a, words, "count"))
        return arena_printf(a, "count(%s)", column);
    return arena_printf(a, "sum(%s)", column);
}

static int check_metric(struct call *c, const char *sql, const struct json *data, struct err *err)
{
    struct json *args = json_set(c->arena, json_object(c->arena), "data", json_copy(c->arena, data)), *described;

    if (gate_nested(c, "data.describe", args, &described, err) < 0)
        return -1;
    return gauge_check(c->arena, sql, described, err);
}

/* ---- beginning ---- */

static int keep_context(struct workspace *d, const struct json *args, const char *sql, struct err *err)
{
    static const char *const names[] = { "business_context", "baseline_period", "comparison_period",
                                         "investigation_prompt" };
    struct json *context = json_set(d->a, json_object(d->a), "session_id", json_str(d->a, d->id));

    json_set(d->a, context, "metric_sql", json_str(d->a, sql));
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (json_get(args, names[i]))
            json_set(d->a, context, names[i], json_copy(d->a, json_get(args, names[i])));
    json_set(d->a, context, "submitted_at", workspace_now(d));
    return workspace_write(d, "context.json", "metrics.InvestigationContext", context, err);
}

/* Not the folders above it: a session that was removed meanwhile must stay so. */
static int make_folder(struct workspace *d, const char *name, struct err *err)
{
    const char *path = workspace_path(d, name);

    return mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : err_errno(err, errno, "keep the findings", path);
}

/* What an earlier investigation left goes: a report must not stand beside another's findings. */
static int clear(struct workspace *d, struct err *err)
{
    static const char *const folders[] = { "analysis", "results", "chat" };
    static const char *const files[] = { "report.md", "failure.json" };
    static const char *const made[] = {
        "analysis", "analysis/hypotheses", "analysis/iterations", "analysis/full_outputs", "results", "chat"
    };

    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (file_remove(workspace_path(d, files[i]), NULL, err) < 0)
            return -1;
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (file_remove_tree(workspace_path(d, folders[i]), err) < 0)
            return -1;
    for (size_t i = 0; i < COUNT_OF(made); i++)
        if (make_folder(d, made[i], err) < 0)
            return -1;
    return 0;
}

static int begin(struct workspace *d, const struct json *args, const char *sql, struct err *err)
{
    const char *lock = workspace_path(d, ".runner");

    if (workspace_again(d, err) < 0 || metrics_may_investigate(d->session, err) < 0 ||
        runner_promise(&d->metrics->runners, lock, err) < 0)
        return -1;
    if (keep_context(d, args, sql, err) == 0 && workspace_become(d, "running", err) == 0)
        return 0;
    runner_drop(&d->metrics->runners, lock);
    return -1;
}

static struct json *response(struct arena *a, const char *status, const char *message)
{
    struct json *v = json_set(a, json_object(a), "status", json_str(a, status));

    return json_set(a, v, "message", json_str(a, message));
}

int sessions_investigate(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    const char *sql = metric_of(c->arena, args);
    struct json *files;

    if (sessions_keep(c, err) < 0 || workspace_open(&d, c, json_get_text(args, "id"), err) < 0 ||
        metrics_may_investigate(d.session, err) < 0 || workspace_files(&d, &files, err) < 0)
        return -1;
    workspace_close(&d);
    if (check_metric(c, sql, data_of(&d, files), err) < 0 || begin(&d, args, sql, err) < 0)
        return -1;
    *ret = response(c->arena, "running", "The investigation has begun.");
    return 0;
}

/* ---- running ---- */

static int probe_session(struct workspace *d, struct err *err)
{
    struct json *context, *files;
    struct probe p = { .call = d->call, .a = d->a, .workspace = d };

    if (clear(d, err) < 0 || workspace_read(d, "context.json", &context, err) < 0 ||
        workspace_files(d, &files, err) < 0)
        return -1;
    p.context = context;
    p.files = files;
    p.data = data_of(d, files);
    p.baseline = (struct span){ json_get_text(json_get(context, "baseline_period"), "start"),
                                json_get_text(json_get(context, "baseline_period"), "end") };
    p.comparison = (struct span){ json_get_text(json_get(context, "comparison_period"), "start"),
                                  json_get_text(json_get(context, "comparison_period"), "end") };
    return probe_run(&p, err);
}

/* However it went, the session says so; one that was removed meanwhile has nothing to say. */
static int settle(struct workspace *d, int status, struct err *err)
{
    struct err why, untold;

    if (status == 0)
        return workspace_again(d, err) < 0 ? -1 : workspace_become(d, "completed", err);
    why = *err;
    if (err_kind(why.code) == ERR_KIND_CANCELLED)
        err_say(&why, ERR_CANCELLED, "The program was stopped while the investigation ran.");
    if (workspace_again(d, &untold) == 0 && workspace_fail(d, &why, &untold) < 0)
        *err = untold;
    return -1;
}

int sessions_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    int runner, status;

    if (sessions_keep(c, err) < 0 || workspace_open(&d, c, json_get_text(args, "id"), err) < 0)
        return -1;
    if (strcmp(json_get_text(d.session, "status"), "running") != 0)
        return err_say(err, ERR_CONFLICT, "The investigation has to be started first.");
    if (runner_begin(&d.metrics->runners, workspace_path(&d, ".runner"), &runner, err) < 0)
        return -1;
    workspace_close(&d);
    status = settle(&d, probe_session(&d, err), err);
    close(runner);
    if (status == 0)
        *ret = response(c->arena, "completed", "The report is ready.");
    return status;
}
