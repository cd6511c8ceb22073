/* openapi.c - the OpenAPI 3.1 document, made of the routes and the operation table.
 *
 * Its schemas are JSON Schema 2020-12, as ours are, so the tables' own are put in as they are, each once under its
 * name. A route that calls any operation stands there once in general and once for each operation, with that one's
 * schemas: a reader, or a program that makes requests of it, sees what each takes and gives.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/openapi_parts.h"
#include "model/answer.h"
#include "model/model.h"

/* ---- small pieces ---- */

bool openapi_is_any(const struct route *r)
{
    return r->op && strcmp(r->op, ANY_OP) == 0;
}

bool openapi_is_followed(const struct route *r)
{
    return r->handle == handle_events || r->handle == handle_follow;
}

void openapi_text(struct drawing *d, struct json *v, const char *key, const char *text)
{
    json_set(d->a, v, key, json_str(d->a, text));
}

struct json *openapi_in(struct drawing *d, const char *key, struct json *v)
{
    return json_set(d->a, json_object(d->a), key, v);
}

struct json *openapi_typed(struct drawing *d, const char *type)
{
    return openapi_in(d, "type", json_str(d->a, type));
}

struct json *openapi_ref(struct drawing *d, const char *kind, const char *name)
{
    return openapi_in(d, "$ref", json_str(d->a, arena_printf(d->a, "#/components/%s/%s", kind, name)));
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

struct json *openapi_entity(struct drawing *d, const struct model_entity *e)
{
    const char *name = component_name(d, e->name);

    if (!json_get(d->schemas, name))
        json_set(d->a, d->schemas, name, model_schema(d->a, e));
    return openapi_ref(d, "schemas", name);
}

/* ---- what is taken ---- */

/* Whether the path gives some of the fields. */
static bool names_fields(const char *path, const struct model_entity *e)
{
    for (const struct model_field *f = e->fields; f->name; f++)
        if (path_has(path, f->name))
            return true;
    return false;
}

/* What an operation takes, without the fields that the path gives. */
static struct json *rest_of(struct drawing *d, const struct op *op, const char *path)
{
    const char *name = component_name(d, arena_printf(d->a, "%s body", op->name));
    struct json *schema = model_schema(d->a, op->input), *required = json_array(d->a);

    for (const struct model_field *f = op->input->fields; f->name; f++) {
        if (path_has(path, f->name))
            json_unset(json_get(schema, "properties"), f->name);
        else if (f->flags & MODEL_REQUIRED)
            json_push(d->a, required, json_str(d->a, f->name));
    }
    json_unset(schema, "required");
    if (json_len(required) > 0)
        json_set(d->a, schema, "required", required);
    json_set(d->a, d->schemas, name, schema);
    return openapi_ref(d, "schemas", name);
}

/* What an operation takes, and where it must be confirmed, the token that does so. */
static struct json *arguments(struct drawing *d, const struct op_entry *e, const char *path)
{
    const char *name;
    struct json *schema, *token;

    if (!e)
        return openapi_typed(d, "object");
    if (names_fields(path, e->op->input))
        return rest_of(d, e->op, path);
    if (!(e->op->flags & OP_DESTRUCTIVE))
        return openapi_entity(d, e->op->input);
    name = component_name(d, arena_printf(d->a, "%s call", e->op->name));
    schema = model_schema(d->a, e->op->input);
    token = openapi_typed(d, "string");
    openapi_text(d, token, "description", "The token of a confirmation, to say yes to it.");
    json_set(d->a, json_get(schema, "properties"), "confirmation_token", token);
    json_set(d->a, d->schemas, name, schema);
    return openapi_ref(d, "schemas", name);
}

static struct json *upload_form(struct drawing *d, const struct op_entry *e)
{
    struct json *form = openapi_typed(d, "object"), *properties = json_object(d->a), *file = openapi_typed(d, "string");
    struct json *fields = json_get(model_schema(d->a, e->op->input), "properties");

    openapi_text(d, file, "contentMediaType", "application/octet-stream");
    openapi_text(d, file, "description", "The file itself; its name goes with it.");
    json_set(d->a, properties, "file", file);
    if (json_get(fields, "description"))
        json_set(d->a, properties, "description", json_get(fields, "description"));
    json_set(d->a, form, "properties", properties);
    json_set(d->a, form, "required", json_push(d->a, json_array(d->a), json_str(d->a, "file")));
    return form;
}

/* The route's own, or one made of the table; NULL when there is none to give. */
static struct json *example(struct drawing *d, const struct described_route *s)
{
    const char *text = s->path == s->route->path ? s->route->example : NULL;
    struct json *v;
    struct err broken;

    if (text)
        return json_parse(d->a, text, strlen(text), &v, &broken) < 0 ? NULL : v;
    return s->entry && s->route->takes == TAKES_JSON ? example_of(d->a, s->entry->op->input) : NULL;
}

/* No body means no arguments, where none are needed. */
static bool needs_body(const struct described_route *s)
{
    for (const struct model_field *f = s->entry ? s->entry->op->input->fields : NULL; f && f->name; f++)
        if (model_is_required(f) && !path_has(s->path, f->name))
            return true;
    return false;
}

static struct json *request_body(struct drawing *d, const struct described_route *s)
{
    enum route_takes takes = s->route->takes;
    struct json *media = json_object(d->a), *body = json_object(d->a), *shown = example(d, s);

    if (takes != TAKES_UPLOAD) {
        struct json *json = openapi_in(d, "schema", arguments(d, s->entry, s->path));
        if (shown)
            json_set(d->a, json, "example", shown);
        json_set(d->a, media, "application/json", json);
    }
    if (takes != TAKES_JSON)
        json_set(d->a, media, "multipart/form-data", openapi_in(d, "schema", upload_form(d, s->entry)));
    json_set(d->a, body, "required", json_bool(d->a, takes != TAKES_JSON || needs_body(s)));
    json_set(d->a, body, "content", media);
    return body;
}

static void add_parameter(struct drawing *d, struct json *list, const char *where, const char *name, bool required,
                          struct json *schema)
{
    struct json *p = json_object(d->a);
    struct json *description = json_get(schema, "description");

    openapi_text(d, p, "name", name);
    openapi_text(d, p, "in", where);
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

    return json_set(d->a, openapi_typed(d, "string"), "enum", json_push(d->a, values, json_str(d->a, second)));
}

/* What a request's path and query give. Whoever follows names what the state is told of. */
static const struct model_entity *input_of(const struct drawing *d, const struct described_route *s)
{
    const struct op_entry *state = s->route->state ? op_table_find(d->http->config.gate->table, s->route->state) : NULL;

    if (s->route->input)
        return s->route->input;
    return state ? state->op->input : s->entry ? s->entry->op->input : NULL;
}

/* The fields of what the operation takes, or the door itself, that the path or the query gives. */
static void add_fields(struct drawing *d, const struct described_route *s, struct json *list)
{
    const struct route *r = s->route;
    const struct model_entity *input = input_of(d, s);
    struct json *fields;

    if (!input)
        return;
    fields = json_get(model_schema(d->a, input), "properties");
    for (const struct model_field *f = input->fields; f->name; f++) {
        bool in_path = path_has(s->path, f->name);
        if (!in_path && r->takes != TAKES_QUERY)
            continue;
        add_parameter(d, list, in_path ? "path" : "query", f->name, in_path || (f->flags & MODEL_REQUIRED),
                      json_get(fields, f->name));
    }
}

static struct json *user_schema(struct drawing *d)
{
    struct json *schema = openapi_typed(d, "string");

    json_set(d->a, schema, "minLength", json_int(d->a, 1));
    return json_set(d->a, schema, "maxLength", json_int(d->a, USER_CHARS));
}

static struct json *parameters(struct drawing *d, const struct described_route *s)
{
    struct json *list = json_array(d->a);
    unsigned flags = s->route->flags;
    bool calls = s->route->op && s->route->handle == handle_call;
    bool streams = (flags & (ROUTE_STREAMS | ROUTE_RESUMES)) || openapi_is_followed(s->route);

    if (path_has(s->path, "name"))
        add_parameter(d, list, "path", "name", true, described(d, openapi_typed(d, "string"), "The operation's name."));
    if (path_has(s->path, "request_id"))
        add_parameter(d, list, "path", "request_id", true,
                      described(d, json_set(d->a, openapi_typed(d, "string"), "format", json_str(d->a, "uuid")),
                                "Of the request."));
    if (path_has(s->path, "user_id"))
        add_parameter(d, list, "path", "user_id", true,
                      described(d, user_schema(d), "Whose it is; no name of an address below /api."));
    add_fields(d, s, list);
    if (calls)
        add_parameter(d, list, "header", "Assay-Private", false,
                      described(d, one_of(d, "0", "1"), "1: nothing of what is asked is kept, anywhere."));
    if (streams)
        add_parameter(
            d, list, "header", "Last-Event-ID", flags & ROUTE_RESUMES,
            described(d, openapi_typed(d, "string"), "The last event that was read: the stream goes on behind it."));
    return list;
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

static void draw(struct drawing *d, const struct described_route *s)
{
    struct json *operation = json_object(d->a), *item = json_get(d->paths, s->path), *taken = parameters(d, s);
    const struct route *r = s->route;

    if (!item) {
        item = json_object(d->a);
        json_set(d->a, d->paths, s->path, item);
    }
    json_set(d->a, operation, "tags", json_push(d->a, json_array(d->a), json_str(d->a, r->tag)));
    openapi_text(d, operation, "operationId", s->id);
    openapi_text(d, operation, "summary", s->summary);
    if (r->detail)
        openapi_text(d, operation, "description", r->detail);
    if (json_len(taken))
        json_set(d->a, operation, "parameters", taken);
    if (r->takes >= TAKES_JSON)
        json_set(d->a, operation, "requestBody", request_body(d, s));
    json_set(d->a, operation, "responses", openapi_responses(d, s));
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
        struct described_route s = { .route = r,
                                     .entry = entries[i],
                                     .path = arena_printf(d->a, "/api/ops/%s", op->name),
                                     .id = arena_printf(d->a, "%s:%s", r->id, op->name),
                                     .summary = r->takes == TAKES_JSON ? op->summary : r->summary };
        draw(d, &s);
    }
}

static struct json *error_schema(struct drawing *d, bool held)
{
    struct json *schema = openapi_typed(d, "object"), *properties = json_object(d->a);

    json_set(d->a, properties, "error", openapi_entity(d, model_entity("answer.Error")));
    if (held)
        json_set(d->a, properties, "confirmation", openapi_entity(d, model_entity("answer.Confirmation")));
    json_set(d->a, schema, "properties", properties);
    json_set(d->a, schema, "required", json_push(d->a, json_array(d->a), json_str(d->a, "error")));
    json_set(d->a, schema, "additionalProperties", json_bool(d->a, false));
    return schema;
}

static struct json *components(struct drawing *d)
{
    struct json *all = json_object(d->a), *header = json_object(d->a), *bearer = json_object(d->a);

    openapi_text(d, header, "description", "The request's id, under which the audit log has it.");
    json_set(d->a, header, "schema", json_set(d->a, openapi_typed(d, "string"), "format", json_str(d->a, "uuid")));
    openapi_text(d, bearer, "type", "http");
    openapi_text(d, bearer, "scheme", "bearer");
    json_set(d->a, all, "schemas", d->schemas);
    json_set(d->a, all, "responses", d->responses);
    json_set(d->a, all, "headers", openapi_in(d, "RequestId", header));
    json_set(d->a, all, "securitySchemes", openapi_in(d, "token", bearer));
    return all;
}

static struct json *info(struct drawing *d)
{
    struct json *v = json_object(d->a), *license = json_object(d->a);

    openapi_text(d, v, "title", "assay");
    openapi_text(d, v, "version", ASSAY_VERSION);
    openapi_text(d, v, "summary", "Questions about your own data, answered on your own machine, with proof.");
    openapi_text(
        d, v, "description",
        "Not described here: the files of the page at `/`, and `/mcp`, which speaks the Model Context Protocol.");
    openapi_text(d, license, "name", "Apache License 2.0");
    openapi_text(d, license, "identifier", "Apache-2.0");
    json_set(d->a, v, "license", license);
    return v;
}

/* None is needed by the same user's programs on the same machine; else the token. */
static struct json *security(struct drawing *d)
{
    struct json *ways = json_push(d->a, json_array(d->a), json_object(d->a));

    return json_push(d->a, ways, openapi_in(d, "token", json_array(d->a)));
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
        struct described_route s = { p->route, p->entry, p->route->path, p->route->id, p->route->summary };
        draw(&d, &s);
        if (openapi_is_any(p->route) && str_ends(p->route->path, "/{name}"))
            draw_ops(&d, p->route);
    }
    openapi_text(&d, document, "openapi", "3.1.0");
    json_set(a, document, "info", info(&d));
    json_set(a, document, "servers", json_push(a, json_array(a), json_set(a, json_object(a), "url", json_str(a, "/"))));
    json_set(a, document, "security", security(&d));
    json_set(a, document, "paths", d.paths);
    json_set(a, document, "components", components(&d));
    return document;
}
