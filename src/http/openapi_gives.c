/* openapi_gives.c - the part of the OpenAPI document that tells what a route gives: its success and its failures. */
#include "base/arena.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/openapi_parts.h"
#include "model/answer.h"
#include "model/model.h"

/* Whether what comes may be the one answer. */
static bool may_answer(const struct described_route *s)
{
    return s->entry ? s->entry->op->shape == OP_ANSWER : openapi_is_any(s->route);
}

static struct json *content(struct drawing *d, const char *type, struct json *schema)
{
    return openapi_in(d, type, openapi_in(d, "schema", schema));
}

static const struct {
    int status;
    const char *what;
} failures[] = {
    { 400, "The request is wrong; the message says how." },
    { 401, "A token is needed." },
    { 403, "Refused: by a policy, or because of a foreign Host or Origin." },
    { 404, "There is no such thing." },
    { 409, "Not in this state; or it has to be confirmed first." },
    { 413, "Too large." },
    { 414, "The address is too long; the body is no JSON, as it comes before there is a request." },
    { 415, "Not a content type that is taken here." },
    { 417, "An expectation that is not known." },
    { 429, "Too many requests." },
    { 431, "The head is too large; when it is far too large, as with 414." },
    { 500, "A fault of the program; the log has the details under the error's reference." },
    { 503, "Something that is needed is not there now; or it was cancelled." },
    { 504, "It took too long." },
};

static bool can_fail(const struct described_route *s, int status)
{
    const struct route *r = s->route;

    switch (status) {
    case 401:
        return !(r->flags & ROUTE_OPEN);
    case 404:
        return r->op || strchr(r->path, '{') || openapi_is_followed(r);
    case 409:
        return r->op;
    case 415:
        return r->takes >= TAKES_JSON;
    default:
        return true;
    }
}

/* The result that tells of a failure in a field `error` of its own, as the door lets it; NULL: the operation has none.
 */
static const struct model_entity *failed_result(const struct described_route *s)
{
    const struct model_entity *e = s->entry && s->route->handle == handle_call ? s->entry->op->output : NULL;

    for (const struct model_field *f = e && s->entry->op->shape != OP_ANSWER ? e->fields : NULL; f && f->name; f++)
        if (strcmp(f->name, "error") == 0)
            return e;
    return NULL;
}

/* What a failure is told with: an error; with 409 perhaps a confirmation; from an operation that answers, an answer;
 * on a seed's own route what that seed has. */
static struct json *failure_schema(struct drawing *d, const struct described_route *s, int status, bool answers)
{
    struct json *either = json_array(d->a);

    if (failed_result(s))
        json_push(d->a, either, openapi_entity(d, failed_result(s)));

    if (s->route->dialect != DIALECT_ASSAY)
        json_push(d->a, either, openapi_entity(d, dialect_entity(s->route->dialect)));
    else if (answers)
        json_push(d->a, either, openapi_entity(d, &answer_entity));
    json_push(d->a, either, openapi_ref(d, "schemas", status == 409 ? "Held" : "Failure"));
    return json_len(either) > 1 ? openapi_in(d, "anyOf", either) : json_at(either, 0);
}

static struct json *failure(struct drawing *d, const struct described_route *s, size_t i, bool answers)
{
    static const char *const kinds[] = {
        [DIALECT_ASSAY] = "Error", [DIALECT_TASKS] = "Tasks", [DIALECT_METRICS] = "Metrics", [DIALECT_DOCS] = "Docs"
    };
    const char *kind = s->route->dialect == DIALECT_ASSAY && answers ? "Answer" : kinds[s->route->dialect];
    const char *name =
        arena_printf(d->a, "%s%s%d", failed_result(s) ? s->entry->op->name : "", kind, failures[i].status);
    struct json *response = json_object(d->a);

    if (!json_get(d->responses, name)) {
        openapi_text(d, response, "description", failures[i].what);
        if (failures[i].status != 414 && failures[i].status != 431)
            json_set(d->a, response, "content",
                     content(d, "application/json", failure_schema(d, s, failures[i].status, answers)));
        json_set(d->a, d->responses, name, response);
    }
    return openapi_ref(d, "responses", name);
}

/* Some readers take the schema for that of the bytes, others for that of each event: it says nothing but words. */
static const char stream_words[] = "Events, each with an id; x-events has what their data is.";

static struct json *event_stream(struct drawing *d, const struct described_route *s)
{
    struct json *stream = openapi_in(d, "schema", openapi_in(d, "description", json_str(d->a, stream_words)));
    struct json *events = json_object(d->a);

    if (s->route->handle == handle_events) {
        json_set(d->a, events, "op", openapi_entity(d, &http_done));
    } else {
        json_set(d->a, events, "step", openapi_entity(d, &http_step));
        json_set(d->a, events, "delta", openapi_entity(d, &http_delta));
        json_set(d->a, events, "answer",
                 s->entry ? openapi_entity(d, s->entry->op->output) : openapi_typed(d, "object"));
        json_set(d->a, events, "error", failure_schema(d, s, 409, may_answer(s)));
    }
    return json_set(d->a, stream, "x-events", events);
}

static bool is_json(const char *type, size_t n)
{
    static const char json[] = "application/json";

    return n == sizeof json - 1 && memcmp(type, json, n) == 0;
}

/* A file that is JSON is whatever JSON it is. */
static void add_types(struct drawing *d, struct json *media, const struct route *r, struct json *schema)
{
    const char *types = r->type ? r->type : "application/json";

    for (size_t n; *types; types += n + strspn(types + n, ", ")) {
        n = strcspn(types, ",");
        json_setn(d->a, media, types, n,
                  openapi_in(d, "schema",
                             r->flags & ROUTE_FILE && is_json(types, n)
                                 ? openapi_in(d, "description", json_str(d->a, "The file."))
                                 : schema));
    }
}

static struct json *success_content(struct drawing *d, const struct described_route *s)
{
    const struct route *r = s->route;
    struct json *media = json_object(d->a), *schema;

    if (r->gives)
        schema = openapi_entity(d, r->gives);
    else if (s->entry && !r->type)
        schema = openapi_entity(d, s->entry->op->output);
    else
        schema = openapi_typed(d, r->type && strcmp(r->type, "application/json") != 0 ? "string" : "object");
    if (!r->type || strcmp(r->type, "text/event-stream") != 0)
        add_types(d, media, r, schema);
    if ((r->flags & (ROUTE_STREAMS | ROUTE_RESUMES)) || openapi_is_followed(r))
        json_set(d->a, media, "text/event-stream", event_stream(d, s));
    return media;
}

static void add_success(struct drawing *d, const struct described_route *s, struct json *all, int status,
                        const char *what)
{
    struct json *success = json_object(d->a);

    openapi_text(d, success, "description", what);
    json_set(d->a, success, "headers", openapi_in(d, "X-Request-Id", openapi_ref(d, "headers", "RequestId")));
    if (status != 204)
        json_set(d->a, success, "content", success_content(d, s));
    json_set(d->a, all, arena_printf(d->a, "%d", status), success);
}

struct json *openapi_responses(struct drawing *d, const struct described_route *s)
{
    struct json *all = json_object(d->a);
    bool answers = may_answer(s) && s->route->handle == handle_call;

    add_success(d, s, all, s->route->status, s->route->status == 204 ? "Done." : "What was asked for.");
    if (s->route->flags & ROUTE_PENDING)
        add_success(d, s, all, 202, "It is still being made; ask again.");
    for (size_t i = 0; i < COUNT_OF(failures); i++)
        if (can_fail(s, failures[i].status))
            json_set(d->a, all, arena_printf(d->a, "%d", failures[i].status), failure(d, s, i, answers));
    return all;
}
