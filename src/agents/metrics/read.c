/* read.c - what came of an investigation, as its routes give it. */
#include "agents/metrics/probe.h"
#include "agents/metrics/sessions.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include <string.h>

static bool has_status(const struct workspace *d, const char *status)
{
    return strcmp(json_get_text(d->session, "status"), status) == 0;
}

/* Why there is no report. */
static int no_report(struct workspace *d, struct err *err)
{
    struct json *reason;
    struct err ignored;

    if (has_status(d, "running"))
        return err_say(err, ERR_INVESTIGATION_NOT_COMPLETE, "The investigation is still running.");
    if (!has_status(d, "failed")) {
        err_say(err, ERR_INVESTIGATION_NOT_COMPLETE, "Nothing has been investigated yet.");
        return err_action(err, "Start an investigation first.");
    }
    if (workspace_read(d, "failure.json", &reason, &ignored) < 0 || !json_get_text(reason, "message"))
        err_say(err, ERR_INVESTIGATION_NOT_COMPLETE, "The investigation failed.");
    else
        err_say(err, ERR_INVESTIGATION_NOT_COMPLETE, "The investigation failed. %s", json_get_text(reason, "message"));
    return err_action(err, "Mend what it says, and start it again.");
}

/* The time in the report's last line. */
static struct json *made_at(struct arena *a, const char *content)
{
    const char *footer = NULL, *at = content;
    size_t n;

    while ((at = strstr(at, REPORT_FOOTER)))
        footer = at, at += strlen(REPORT_FOOTER);
    if (!footer)
        return json_null(a);
    footer = str_trim(footer + strlen(REPORT_FOOTER), strlen(footer + strlen(REPORT_FOOTER)), &n);
    return json_strn(a, footer, n);
}

static int read_report(struct workspace *d, struct json **ret, struct err *err)
{
    const char *content;
    struct json *explanations;

    if (workspace_read_text(d, "report.md", &content, err) < 0 ||
        workspace_read(d, "results/explanations.json", &explanations, err) < 0)
        return -1;
    *ret = json_set(d->a, json_object(d->a), "content", json_str(d->a, content));
    json_set(d->a, *ret, "generated_at", made_at(d->a, content));
    json_set(d->a, *ret, "status", json_str(d->a, json_len(explanations) > 0 ? "completed" : "no_findings"));
    return 0;
}

int sessions_report(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;

    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0)
        return -1;
    if (has_status(&d, "completed"))
        return read_report(&d, ret, err);
    if (!has_status(&d, "running"))
        return no_report(&d, err);
    *ret = json_set(d.a, json_object(d.a), "status", json_str(d.a, "running"));
    json_set(d.a, *ret, "message", json_str(d.a, "The investigation is still running."));
    return 0;
}

int sessions_download(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    const char *content;

    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0)
        return -1;
    if (!has_status(&d, "completed"))
        return no_report(&d, err);
    if (workspace_read_text(&d, "report.md", &content, err) < 0)
        return -1;
    *ret = json_set(d.a, json_object(d.a), "content_type", json_str(d.a, "text/markdown; charset=utf-8"));
    json_set(d.a, *ret, "filename", json_str(d.a, arena_printf(d.a, "report-%.8s.md", d.id)));
    json_set(d.a, *ret, "content", json_str(d.a, content));
    return 0;
}

int sessions_explanations(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    struct json *explanations;

    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0)
        return -1;
    if (!has_status(&d, "completed"))
        return no_report(&d, err);
    if (workspace_read(&d, "results/change.json", ret, err) < 0 ||
        workspace_read(&d, "results/explanations.json", &explanations, err) < 0)
        return -1;
    json_set(d.a, *ret, "explanations", explanations);
    return 0;
}
