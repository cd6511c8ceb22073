/* openapi.c - the OpenAPI 3.1 document, made of the routes and the operation table.
 *
 * Its schemas are JSON Schema 2020-12, as ours are, so the tables' own are put in as they are, each once under its
 * name. A route that calls any operation stands there once in general and once for each operation, with that one's
 * schemas: a reader, or a program that makes requests of it, sees what each takes and gives.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/door.h"
#include "model/answer.h"
#include "model/model.h"

struct drawing {
    struct arena *a;
    const struct http *http;
    struct json *paths, *schemas, *responses;
};

/* What is drawn now: a route, for one operation where it calls one. */
struct sight {
    const struct route *route;
    const struct op_entry *entry; /* NULL: none, or any */
    const char *path, *id, *summary;
};

static bool is_any(const struct route *r)
{
    return r->op && strcmp(r->op, ANY_OP) == 0;
}

/* Whether what comes may be the one answer. */
static bool may_answer(const struct sight *s)
{
    return s->entry ? s->entry->op->shape == OP_ANSWER : is_any(s->route);
}

/* ---- small pieces ---- */

static void set_text(struct drawing *d, struct json *v, const char *key, const char *text)
{
    json_set(d->a, v, key, json_str(d->a, text));
}

/* {"key": v} */
static struct json *in(struct drawing *d, const char *key, struct json *v)
{
    return json_set(d->a, json_object(d->a), key, v);
}

static struct json *typed(struct drawing *d, const char *type)
{
    return in(d, "type", json_str(d->a, type));
}

static struct json *ref(struct drawing *d, const char *kind, const char *name)
{
    return in(d, "$ref", json_str(d->a, arena_printf(d->a, "#/components/%s/%s", kind, name)));
}

/* A component's name has no blanks. */
static char *component_name(struct drawing *d, const char *name)
{
    char *safe = arena_str(d->a, name);

    for (char *p = safe; *p; p++)
        if (*p == ' ')
            *p = '_';
    return safe;
}

static struct json *entity_ref(struct drawing *d, const struct model_entity *e)
{
    const char *name = component_name(d, e->name);

    if (!json_get(d->schemas, name))
        json_set(d->a, d->schemas, name, model_schema(d->a, e));
    return ref(d, "schemas", name);
}

static struct json *content(struct drawing *d, const char *type, struct json *schema)
{
    return in(d, type, in(d, "schema", schema));
}

/* ---- what is taken ---- */

/* What an operation takes, and where it must be confirmed, the token that does so. */
static struct json *arguments(struct drawing *d, const struct op_entry *e)
{
    const char *name;
    struct json *schema, *token;

    if (!e)
        return typed(d, "object");
    if (!(e->op->flags & OP_DESTRUCTIVE))
        return entity_ref(d, e->op->input);
    name = component_name(d, arena_printf(d->a, "%s call", e->op->name));
    schema = model_schema(d->a, e->op->input);
    token = typed(d, "string");
    set_text(d, token, "description", "The token of a confirmation, to say yes to it.");
    json_set(d->a, json_get(schema, "properties"), "confirmation_token", token);
    json_set(d->a, d->schemas, name, schema);
    return ref(d, "schemas", name);
}

static struct json *upload_form(struct drawing *d, const struct op_entry *e)
{
    struct json *form = typed(d, "object"), *properties = json_object(d->a), *file = typed(d, "string");
    struct json *fields = json_get(model_schema(d->a, e->op->input), "properties");

    set_text(d, file, "contentMediaType", "application/octet-stream");
    set_text(d, file, "description", "The file itself; its name goes with it.");
    json_set(d->a, properties, "file", file);
    json_set(d->a, properties, "description", json_get(fields, "description"));
    json_set(d->a, form, "properties", properties);
    json_set(d->a, form, "required", json_push(d->a, json_array(d->a), json_str(d->a, "file")));
    return form;
}

/* The route's own, or one made of the table; NULL when there is none to give. */
static struct json *example(struct drawing *d, const struct sight *s)
{
    const char *text = s->path == s->route->path ? s->route->example : NULL;
    struct json *v;
    struct err broken;

    if (text)
        return json_parse(d->a, text, strlen(text), &v, &broken) < 0 ? NULL : v;
    return s->entry && s->route->takes == TAKES_JSON ? example_of(d->a, s->entry->op->input) : NULL;
}

/* No body means no arguments, where none are needed. */
static bool needs_body(const struct sight *s)
{
    for (const struct model_field *f = s->entry ? s->entry->op->input->fields : NULL; f && f->name; f++)
        if (f->flags & MODEL_REQUIRED)
            return true;
    return false;
}

static struct json *request_body(struct drawing *d, const struct sight *s)
{
    bool upload = s->route->takes == TAKES_UPLOAD;
    const char *type = upload ? "multipart/form-data" : "application/json";
    struct json *media = content(d, type, upload ? upload_form(d, s->entry) : arguments(d, s->entry));
    struct json *body = json_object(d->a), *shown = example(d, s);

    if (shown)
        json_set(d->a, json_get(media, type), "example", shown);
    json_set(d->a, body, "required", json_bool(d->a, needs_body(s)));
    json_set(d->a, body, "content", media);
    return body;
}

static void add_parameter(struct drawing *d, struct json *list, const char *where, const char *name, bool required,
                          struct json *schema)
{
    struct json *p = json_object(d->a);
    struct json *description = json_get(schema, "description");

    set_text(d, p, "name", name);
    set_text(d, p, "in", where);
    json_set(d->a, p, "required", json_bool(d->a, required));
    if (description)
        json_set(d->a, p, "description", description);
    json_set(d->a, p, "schema", schema);
    json_push(d->a, list, p);
}

static struct json *described(struct drawing *d, struct json *schema, const char *text)
{
    return json_set(d->a, schema, "description", json_str(d->a, text));
}

static struct json *one_of(struct drawing *d, const char *first, const char *second)
{
    struct json *values = json_push(d->a, json_array(d->a), json_str(d->a, first));

    return json_set(d->a, typed(d, "string"), "enum", json_push(d->a, values, json_str(d->a, second)));
}

/* The fields of what the operation takes, or the door itself, that the path or the query gives. */
static void add_fields(struct drawing *d, const struct sight *s, struct json *list)
{
    const struct route *r = s->route;
    const struct model_entity *input = r->input ? r->input : s->entry ? s->entry->op->input : NULL;
    struct json *fields;

    if (r->takes != TAKES_QUERY || !input)
        return;
    fields = json_get(model_schema(d->a, input), "properties");
    for (const struct model_field *f = input->fields; f->name; f++) {
        bool in_path = path_has(r->path, f->name);
        add_parameter(d, list, in_path ? "path" : "query", f->name, in_path || (f->flags & MODEL_REQUIRED),
                      json_get(fields, f->name));
    }
}

static struct json *parameters(struct drawing *d, const struct sight *s)
{
    struct json *list = json_array(d->a);
    unsigned flags = s->route->flags;
    bool calls = s->route->op && s->route->handle == handle_call;

    if (path_has(s->path, "name"))
        add_parameter(d, list, "path", "name", true, described(d, typed(d, "string"), "The operation's name."));
    if (path_has(s->path, "request_id"))
        add_parameter(
            d, list, "path", "request_id", true,
            described(d, json_set(d->a, typed(d, "string"), "format", json_str(d->a, "uuid")), "Of the request."));
    add_fields(d, s, list);
    if (calls)
        add_parameter(d, list, "header", "Assay-Private", false,
                      described(d, one_of(d, "0", "1"), "1: nothing of what is asked is kept, anywhere."));
    if ((flags & (ROUTE_STREAMS | ROUTE_RESUMES)) || s->route->handle == handle_events)
        add_parameter(d, list, "header", "Last-Event-ID", flags & ROUTE_RESUMES,
                      described(d, typed(d, "string"), "The last event that was read: the stream goes on behind it."));
    return list;
}

/* ---- what is given ---- */

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

static bool can_fail(const struct sight *s, int status)
{
    const struct route *r = s->route;

    switch (status) {
    case 401:
        return !(r->flags & ROUTE_OPEN);
    case 404:
        return r->op || strchr(r->path, '{') || r->handle == handle_events;
    case 409:
        return r->op;
    case 415:
        return r->takes == TAKES_JSON || r->takes == TAKES_UPLOAD;
    default:
        return true;
    }
}

/* What a failure is told with: an error; with 409 perhaps a confirmation; from an operation that answers, an answer. */
static struct json *failure_schema(struct drawing *d, int status, bool answers)
{
    struct json *either = json_array(d->a);

    if (answers)
        json_push(d->a, either, entity_ref(d, &answer_entity));
    json_push(d->a, either, ref(d, "schemas", status == 409 ? "Held" : "Failure"));
    return json_len(either) > 1 ? in(d, "anyOf", either) : json_at(either, 0);
}

static struct json *failure(struct drawing *d, size_t i, bool answers)
{
    const char *name = arena_printf(d->a, "%s%d", answers ? "Answer" : "Error", failures[i].status);
    struct json *response = json_object(d->a);

    if (!json_get(d->responses, name)) {
        set_text(d, response, "description", failures[i].what);
        if (failures[i].status != 414 && failures[i].status != 431)
            json_set(d->a, response, "content",
                     content(d, "application/json", failure_schema(d, failures[i].status, answers)));
        json_set(d->a, d->responses, name, response);
    }
    return ref(d, "responses", name);
}

static struct json *event_stream(struct drawing *d, const struct sight *s)
{
    struct json *stream = in(d, "schema", typed(d, "string"));
    struct json *events = json_object(d->a);

    if (s->route->handle == handle_events) {
        json_set(d->a, events, "op", entity_ref(d, &http_done));
    } else {
        json_set(d->a, events, "step", entity_ref(d, &http_step));
        json_set(d->a, events, "delta", entity_ref(d, &http_delta));
        json_set(d->a, events, "answer", s->entry ? entity_ref(d, s->entry->op->output) : typed(d, "object"));
        json_set(d->a, events, "error", failure_schema(d, 409, may_answer(s)));
    }
    return json_set(d->a, stream, "x-events", events);
}

static struct json *success_content(struct drawing *d, const struct sight *s)
{
    const struct route *r = s->route;
    struct json *media = json_object(d->a), *schema;

    if (r->gives)
        schema = entity_ref(d, r->gives);
    else if (s->entry && !r->type)
        schema = entity_ref(d, s->entry->op->output);
    else
        schema = typed(d, r->type && strcmp(r->type, "application/json") != 0 ? "string" : "object");
    if (!r->type || strcmp(r->type, "text/event-stream") != 0)
        json_set(d->a, media, r->type ? r->type : "application/json", in(d, "schema", schema));
    if ((r->flags & (ROUTE_STREAMS | ROUTE_RESUMES)) || r->handle == handle_events)
        json_set(d->a, media, "text/event-stream", event_stream(d, s));
    return media;
}

static struct json *responses(struct drawing *d, const struct sight *s)
{
    struct json *all = json_object(d->a), *success = json_object(d->a);
    bool answers = may_answer(s) && s->route->handle == handle_call;

    set_text(d, success, "description", s->route->status == 204 ? "Done." : "What was asked for.");
    json_set(d->a, success, "headers", in(d, "X-Request-Id", ref(d, "headers", "RequestId")));
    if (s->route->status != 204)
        json_set(d->a, success, "content", success_content(d, s));
    json_set(d->a, all, arena_printf(d->a, "%d", s->route->status), success);
    for (size_t i = 0; i < COUNT_OF(failures); i++)
        if (can_fail(s, failures[i].status))
            json_set(d->a, all, arena_printf(d->a, "%d", failures[i].status), failure(d, i, answers));
    return all;
}

/* ---- the document ---- */

static char *lower(struct drawing *d, const char *method)
{
    char *s = arena_str(d->a, method);

    for (char *p = s; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return s;
}

static void draw(struct drawing *d, const struct sight *s)
{
    struct json *operation = json_object(d->a), *item = json_get(d->paths, s->path), *taken = parameters(d, s);
    const struct route *r = s->route;

    if (!item) {
        item = json_object(d->a);
        json_set(d->a, d->paths, s->path, item);
    }
    json_set(d->a, operation, "tags", json_push(d->a, json_array(d->a), json_str(d->a, r->tag)));
    set_text(d, operation, "operationId", s->id);
    set_text(d, operation, "summary", s->summary);
    if (r->detail)
        set_text(d, operation, "description", r->detail);
    if (json_len(taken))
        json_set(d->a, operation, "parameters", taken);
    if (r->takes == TAKES_JSON || r->takes == TAKES_UPLOAD)
        json_set(d->a, operation, "requestBody", request_body(d, s));
    json_set(d->a, operation, "responses", responses(d, s));
    if (r->flags & ROUTE_OPEN)
        json_set(d->a, operation, "security", json_array(d->a));
    json_set(d->a, item, lower(d, r->method), operation);
}

/* The route of any operation, once for each. */
static void draw_ops(struct drawing *d, const struct route *r)
{
    const struct op_entry *const *entries;
    size_t n = op_table_entries(d->http->config.gate->table, &entries);

    for (size_t i = 0; i < n; i++) {
        const struct op *op = entries[i]->op;
        struct sight s = { .route = r,
                           .entry = entries[i],
                           .path = arena_printf(d->a, "/api/ops/%s", op->name),
                           .id = arena_printf(d->a, "%s:%s", r->id, op->name),
                           .summary = r->takes == TAKES_JSON ? op->summary : r->summary };
        draw(d, &s);
    }
}

static struct json *error_schema(struct drawing *d, bool held)
{
    struct json *schema = typed(d, "object"), *properties = json_object(d->a);

    json_set(d->a, properties, "error", entity_ref(d, model_entity("answer.Error")));
    if (held)
        json_set(d->a, properties, "confirmation", entity_ref(d, model_entity("answer.Confirmation")));
    json_set(d->a, schema, "properties", properties);
    json_set(d->a, schema, "required", json_push(d->a, json_array(d->a), json_str(d->a, "error")));
    json_set(d->a, schema, "additionalProperties", json_bool(d->a, false));
    return schema;
}

static struct json *components(struct drawing *d)
{
    struct json *all = json_object(d->a), *header = json_object(d->a), *bearer = json_object(d->a);

    set_text(d, header, "description", "The request's id, under which the audit log has it.");
    json_set(d->a, header, "schema", json_set(d->a, typed(d, "string"), "format", json_str(d->a, "uuid")));
    set_text(d, bearer, "type", "http");
    set_text(d, bearer, "scheme", "bearer");
    json_set(d->a, all, "schemas", d->schemas);
    json_set(d->a, all, "responses", d->responses);
    json_set(d->a, all, "headers", in(d, "RequestId", header));
    json_set(d->a, all, "securitySchemes", in(d, "token", bearer));
    return all;
}

static struct json *info(struct drawing *d)
{
    struct json *v = json_object(d->a), *license = json_object(d->a);

    set_text(d, v, "title", "assay");
    set_text(d, v, "version", ASSAY_VERSION);
    set_text(d, v, "summary", "Questions about your own data, answered on your own machine, with proof.");
    set_text(d, v, "description",
             "Not described here: the files of the page at `/`, and `/mcp`, which speaks the Model Context Protocol.");
    set_text(d, license, "name", "Apache License 2.0");
    set_text(d, license, "identifier", "Apache-2.0");
    json_set(d->a, v, "license", license);
    return v;
}

/* None is needed by the same user's programs on the same machine; else the token. */
static struct json *security(struct drawing *d)
{
    struct json *ways = json_push(d->a, json_array(d->a), json_object(d->a));

    return json_push(d->a, ways, in(d, "token", json_array(d->a)));
}

struct json *openapi_make(struct arena *a, const struct http *h)
{
    struct drawing d = {
        .a = a, .http = h, .paths = json_object(a), .schemas = json_object(a), .responses = json_object(a)
    };
    struct json *document = json_object(a);

    json_set(a, d.schemas, "Failure", error_schema(&d, false));
    json_set(a, d.schemas, "Held", error_schema(&d, true));
    for (size_t i = 0; i < h->n_places; i++) {
        const struct place *p = &h->places[i];
        struct sight s = { p->route, p->entry, p->route->path, p->route->id, p->route->summary };
        draw(&d, &s);
        if (is_any(p->route) && str_ends(p->route->path, "/{name}"))
            draw_ops(&d, p->route);
    }
    set_text(&d, document, "openapi", "3.1.0");
    json_set(a, document, "info", info(&d));
    json_set(a, document, "servers", json_push(a, json_array(a), json_set(a, json_object(a), "url", json_str(a, "/"))));
    json_set(a, document, "security", security(&d));
    json_set(a, document, "paths", d.paths);
    json_set(a, document, "components", components(&d));
    return document;
}
