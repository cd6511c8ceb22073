/* recovery.c - ErrorRecoveryAgent: what a failure is, what a person may see of it, and whether to try again.
 *
 * What the index or the store could not do is an outage: it may be over the next time, so that it is told as one that a
 * retry can mend, whatever SQLite said. The whole error goes to the diary with the reference that the person gets.
 */
#include "agents/docs/agents.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/gate.h"
#include "model/docs.h"

/* The failure as it is told. */
static struct err as_told(const struct err *failure)
{
    struct err told = *failure;

    switch (err_kind(failure->code)) {
    case ERR_KIND_INTERNAL:
    case ERR_KIND_UNAVAILABLE:
    case ERR_KIND_CONFLICT:
        err_set(&told, ERR_IO, "The documents cannot be read right now. Please try again later.", "%s",
                failure->detail);
        err_action(&told, "Try again in a moment.");
        break;
    case ERR_KIND_TIMEOUT:
        err_set(&told, ERR_QUERY_TIMEOUT, "That took too long. Please try again.", "%s", failure->detail);
        break;
    case ERR_KIND_INVALID:
    case ERR_KIND_USAGE:
    case ERR_KIND_NOT_FOUND:
    case ERR_KIND_TOO_LARGE:
    case ERR_KIND_DENIED:
    case ERR_KIND_ASK:
    case ERR_KIND_CANCELLED:
        break;
    }
    return told;
}

/* As the sheet's test plan maps them. */
static int status_of(enum err_code code)
{
    switch (err_kind(code)) {
    case ERR_KIND_UNAVAILABLE:
    case ERR_KIND_CANCELLED:
        return 503;
    case ERR_KIND_TIMEOUT:
        return 504;
    case ERR_KIND_INTERNAL:
    case ERR_KIND_CONFLICT:
        return 500;
    case ERR_KIND_INVALID:
    case ERR_KIND_USAGE:
    case ERR_KIND_NOT_FOUND:
    case ERR_KIND_TOO_LARGE:
    case ERR_KIND_DENIED:
    case ERR_KIND_ASK:
        break;
    }
    return 400;
}

struct json *recovery_context(struct turn *t, const struct err *failure)
{
    struct arena *a = t->call->arena;
    struct err told = as_told(failure);
    struct json *v = json_set(a, json_object(a), "error_type", json_str(a, docs_error_type(told.code)));
    struct json *details = json_object(a);
    char now[TIME_TEXT_BYTES];

    time_text(world_now(t->call->world), now);
    json_set(a, details, "timestamp", json_str(a, now));
    json_set(a, details, "request_id", json_str(a, t->call->request_id));
    json_set(a, v, "original_error", json_str(a, failure->detail));
    json_set(a, v, "user_safe_message", json_str(a, told.message));
    json_set(a, v, "retry_able", json_bool(a, err_can_retry(told.code)));
    return json_set(a, v, "log_details", details);
}

int recovery_run(struct turn *t, struct err *failure)
{
    struct arena *a = t->call->arena;
    int64_t began = world_mono_us();
    struct err told = as_told(failure), wrong;
    struct json *context = recovery_context(t, failure), *v = json_object(a);

    log_event(t->call->gate->log, "Error", t->call->correlation_id, context);
    json_set(a, v, "error_type", json_copy(a, json_get(context, "error_type")));
    json_set(a, v, "status_code", json_int(a, status_of(told.code)));
    json_set(a, v, "user_message", json_str(a, told.message));
    json_set(a, v, "should_retry", json_bool(a, err_can_retry(told.code)));
    *failure = turn_respond(t, "ErrorRecoveryAgent", began, v, NULL, &wrong) < 0 ? wrong : told;
    return -1;
}
