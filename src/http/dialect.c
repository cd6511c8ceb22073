/* dialect.c - failures as the seeds' own routes spell them.
 *
 * Three seeds print the body of an error and which status goes with it; clients written for them read those. The names
 * of the errors come from the seeds' models, so that a route cannot invent one. Details hold what every error of ours
 * has: the reference under which the log has it, and what to do.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "http/door.h"
#include "model/docs.h"
#include "model/model.h"
#include "model/tasks.h"

static struct json *details(struct arena *a, const struct err *e, const char *request_id)
{
    struct json *v = json_set(a, json_object(a), "correlation_id", json_str(a, request_id));

    json_set(a, v, "can_retry", json_bool(a, err_can_retry(e->code)));
    return *e->action ? json_set(a, v, "suggested_action", json_str(a, e->action)) : v;
}

static struct json *tasks_body(struct arena *a, const struct err *e, const char *request_id)
{
    struct json *v = json_set(a, json_object(a), "error", json_str(a, e->message));

    json_set(a, v, "code", json_str(a, tasks_error_code(e->code)));
    return json_set(a, v, "details", details(a, e, request_id));
}

static struct json *metrics_body(struct arena *a, const struct err *e, const char *request_id)
{
    struct json *v = json_set(a, json_object(a), "code", json_str(a, err_name(e->code)));

    json_set(a, v, "message", json_str(a, e->message));
    json_set(a, v, "details", details(a, e, request_id));
    return json_set(a, json_object(a), "error", v);
}

static struct json *docs_body(struct arena *a, const struct err *e, const char *request_id)
{
    struct json *v = json_set(a, json_object(a), "error", json_str(a, docs_error_type(e->code)));

    json_set(a, v, "message", json_str(a, e->message));
    json_set(a, v, "retryable", json_bool(a, err_can_retry(e->code)));
    return json_set(a, v, "request_id", json_str(a, request_id));
}

/* The metrics seed answers every wrong file and every wrong field with 400, a file that is too large among them. */
static int status_of(enum route_dialect d, const struct err *e)
{
    return d == DIALECT_METRICS && err_kind(e->code) == ERR_KIND_TOO_LARGE ? 400 : web_status(e);
}

void dialect_fail(struct arena *a, enum route_dialect d, const struct err *e, const char *request_id,
                  struct outcome *ret)
{
    ret->status = status_of(d, e);
    ret->body = d == DIALECT_TASKS     ? tasks_body(a, e, request_id)
                : d == DIALECT_METRICS ? metrics_body(a, e, request_id)
                                       : docs_body(a, e, request_id);
}

const struct model_entity *dialect_entity(enum route_dialect d)
{
    static const char *const names[] = { [DIALECT_TASKS] = "tasks.ErrorResponse",
                                         [DIALECT_METRICS] = "metrics.ErrorResponse",
                                         [DIALECT_DOCS] = "docs.ErrorResponse" };

    return d == DIALECT_ASSAY ? NULL : model_entity(names[d]);
}
