/* test_http.c - what the HTTP door says about itself is what it does: routes, OpenAPI and page come from one table. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/schema/schema.h"
#include "base/str.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "http/door.h"
#include "http/page.h"
#include "model/answer.h"
#include "model/fields.h"
#include "web/journal.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The page of these tests. */
const struct web_file web_files[] = { { .path = "/", .type = "text/html", .etag = "\"1\"" } };
const size_t web_files_n = COUNT_OF(web_files);

/* ---- a table of a few operations ---- */

static const struct model_field ask_fields[] = {
    FIELD("data", LIST, REQ, "Files.", .each = EACH(TEXT)),
    FIELD("question", TEXT, REQ, "What is asked.", .range = BETWEEN(1, 100)),
    END,
};
static const struct model_entity ask_input = ENTITY("ask", "A question.", ask_fields);
static const struct model_field id_fields[] = { FIELD("id", UUID4, REQ, "Which."), END };
static const struct model_entity id_input = ENTITY("files.remove", "Which file.", id_fields);
static const struct model_entity id_output = ENTITY("files.remove result", "What is gone.", id_fields);

static const struct model_field failing_fields[] = { FIELD("error", OBJECT, REQ, "What went wrong."), END };
static const struct model_entity failing = ENTITY("failing", "A result that can tell of a failure.", failing_fields);

/* One field of each kind that an example must find a value for. */
static const struct model_enum few = { "few", VALUES("one", "two") };
static const struct model_field kind_fields[] = {
    FIELD("short", TEXT, REQ, "At most two characters.", .range = BETWEEN(1, 2)),
    FIELD("long", TEXT, REQ, "At least as long as an id.", .range = BETWEEN(36, 36)),
    FIELD("over", NUMBER, REQ, "More than nothing.", .range = GREATER_THAN(0)),
    FIELD("from", INT, REQ, "Seven or more.", .range = BETWEEN(7, 9)),
    FIELD("choice", ENUM, REQ, "One of two.", .values = &few),
    FIELD("hash", SHA256, REQ, "A hash."),
    FIELD("when", UTC, REQ, "A time."),
    FIELD("day", DATE, REQ, "A day."),
    FIELD("map", MAP, REQ, "Under any key.", .each = EACH(INT)),
    FIELD("inner", ENTITY, REQ, "Another.", .entity = &id_input),
    FIELD("rest", OBJECT, 0, "May be left out."),
    END,
};
static const struct model_entity kinds = ENTITY("kinds", "Of every kind.", kind_fields);

static int never(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    (void)c;
    (void)args;
    (void)ret;
    return err_say(err, ERR_INTERNAL, "never called");
}

static int affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    (void)c;
    (void)args;
    (void)ret;
    return err_say(err, ERR_INTERNAL, "never called");
}

static const struct op ops[] = {
    { .name = "ask",
      .summary = "Answers <b>\"all\"</b> & more.",
      .input = &ask_input,
      .output = &answer_entity,
      .shape = OP_ANSWER,
      .timeout_ms = 1000,
      .run = never },
    { .name = "files.remove",
      .summary = "Removes.",
      .input = &id_input,
      .output = &id_output,
      .flags = OP_DESTRUCTIVE | OP_WRITES,
      .timeout_ms = 70000,
      .run = never,
      .affects = affects },
    { .name = "analyze", .summary = "Analyses.", .input = &ask_input, .output = &id_output, .run = never },
    { .name = "analyses.get", .summary = "One.", .input = &id_input, .output = &id_output, .run = never },
    { .name = "workbook.load", .summary = "Loads.", .input = &id_input, .output = &failing, .run = never },
    { .name = "workbook.export", .summary = "Writes.", .input = &id_input, .output = &id_output, .run = never },
    { .name = "unheard.of", .summary = "New.", .input = &kinds, .output = &id_output, .run = never },
};

struct door {
    struct op_table *table;
    struct gate gate;
    struct journals *journals;
    struct http *http;
    struct arena *arena;
    struct json *openapi;
};

static int open_door(void **state)
{
    struct door *d = calloc(1, sizeof *d);
    struct http_config config;
    struct err err;

    d->table = op_table_new();
    assert_int_equal(op_table_add(d->table, ops, COUNT_OF(ops), NULL, &err), 0);
    d->gate = (struct gate){ .table = d->table, .world = world_system() };
    d->journals = journals_new(world_system());
    config = (struct http_config){ .gate = &d->gate, .journals = d->journals };
    assert_int_equal(http_make(&config, &d->http, &err), 0);
    d->arena = arena_new();
    d->openapi = openapi_make(d->arena, d->http);
    *state = d;
    return 0;
}

static int close_door(void **state)
{
    struct door *d = *state;

    http_free(d->http);
    journals_free(d->journals);
    op_table_free(d->table);
    arena_free(d->arena);
    free(d);
    return 0;
}

/* ---- short ways to look ---- */

static const struct json *described(const struct door *d, const char *method, const char *path)
{
    char small[8];

    for (size_t i = 0; i <= strlen(method); i++)
        small[i] = (char)(method[i] >= 'A' && method[i] <= 'Z' ? method[i] - 'A' + 'a' : method[i]);
    return json_get(json_get(json_get(d->openapi, "paths"), path), small);
}

static const struct web_route *served(const struct door *d, const char *method, const char *path)
{
    for (size_t i = 0; i < d->http->n_routes; i++)
        if (str_ieq(d->http->routes[i].method, method) && strcmp(d->http->routes[i].path, path) == 0)
            return &d->http->routes[i];
    return NULL;
}

static const struct json *resolve(const struct door *d, const char *ref)
{
    const struct json *at = d->openapi;
    char *parts = arena_str(d->arena, ref + 2), *rest = parts, *part;

    while ((part = strsep(&rest, "/")))
        at = json_get(at, part);
    return at;
}

static size_t check_refs(const struct door *d, const struct json *v)
{
    size_t n = 0;

    if (json_is(v, JSON_OBJECT) && json_get_text(v, "$ref")) {
        if (!resolve(d, json_get_text(v, "$ref")))
            fail_msg("%s leads nowhere", json_get_text(v, "$ref"));
        n++;
    }
    for (size_t i = 0; i < json_len(v); i++)
        n += check_refs(d, json_at(v, i));
    return n;
}

/* ---- tests ---- */

static void every_route_served_is_described(void **state)
{
    struct door *d = *state;

    assert_true(d->http->n_places > 10);
    for (size_t i = 0; i < d->http->n_routes; i++) {
        const struct web_route *r = &d->http->routes[i];
        if (r->handle != handle_page && !described(d, r->method, r->path))
            fail_msg("%s %s is not described", r->method, r->path);
    }
}

static void every_route_described_is_served(void **state)
{
    struct door *d = *state;
    const struct json *paths = json_get(d->openapi, "paths");

    for (size_t i = 0; i < json_len(paths); i++)
        for (size_t m = 0; m < json_len(json_at(paths, i)); m++) {
            const char *path = json_key_at(paths, i, NULL), *method = json_key_at(json_at(paths, i), m, NULL);
            bool is_op = str_starts(path, "/api/ops/") && op_table_find(d->table, path + strlen("/api/ops/"));
            if (!served(d, method, is_op ? "/api/ops/{name}" : path))
                fail_msg("%s %s is not served", method, path);
        }
}

static void every_operation_is_described_with_its_own_schemas(void **state)
{
    struct door *d = *state;

    for (size_t i = 0; i < COUNT_OF(ops); i++)
        assert_non_null(described(d, "POST", arena_printf(d->arena, "/api/ops/%s", ops[i].name)));
    assert_non_null(resolve(d, "#/components/schemas/files.remove_result"));
}

static void a_route_of_an_operation_the_table_lacks_is_not_there(void **state)
{
    struct door *d = *state;

    assert_non_null(served(d, "DELETE", "/api/files/{id}"));
    assert_null(served(d, "GET", "/api/files"));
    assert_null(described(d, "GET", "/api/files"));
}

static void every_reference_leads_somewhere(void **state)
{
    struct door *d = *state;

    assert_true(check_refs(d, d->openapi) > 50);
}

/* Every {name} of a path is one of the operation's parameters. */
static void check_path(const char *path, const struct json *operation)
{
    const struct json *list = json_get(operation, "parameters");

    for (const char *p = path; (p = strchr(p, '{')); p++) {
        size_t n = strcspn(++p, "}"), i = 0;
        while (i < json_len(list) && (strncmp(json_get_text(json_at(list, i), "name"), p, n) != 0 ||
                                      json_get_text(json_at(list, i), "name")[n]))
            i++;
        if (i == json_len(list))
            fail_msg("%s: '%.*s' is not described", path, (int)n, p);
    }
}

static void every_part_of_a_path_is_described(void **state)
{
    struct door *d = *state;
    const struct json *paths = json_get(d->openapi, "paths");

    assert_non_null(described(d, "GET", "/api/analyses/{id}/events"));
    for (size_t i = 0; i < json_len(paths); i++)
        for (size_t m = 0; m < json_len(json_at(paths, i)); m++)
            check_path(json_key_at(paths, i, NULL), json_at(json_at(paths, i), m));
}

/* What a route answers a status with, by its media types. */
static const struct json *content_of(const struct door *d, const struct json *operation, const char *status)
{
    const struct json *response = json_get(json_get(operation, "responses"), status);
    const char *ref = json_get_text(response, "$ref");

    return json_get(ref ? resolve(d, ref) : response, "content");
}

static void a_result_that_tells_of_a_failure_is_described_as_one(void **state)
{
    struct door *d = *state;
    const struct json *content = content_of(d, described(d, "POST", "/api/chat/{id}/workbook"), "400");
    const struct json *either = json_get(json_get(json_get(content, "application/json"), "schema"), "anyOf");

    assert_int_equal(json_len(either), 2);
    assert_string_equal(json_get_text(json_at(either, 0), "$ref"), "#/components/schemas/failing");
}

static void a_file_of_several_types_is_described_with_each(void **state)
{
    struct door *d = *state;
    const struct json *content = content_of(d, described(d, "GET", "/api/chat/{id}/export"), "200");

    assert_int_equal(json_len(content), 4);
    assert_non_null(json_get(content, "text/markdown"));
    assert_non_null(json_get(content, "text/csv"));
}

static void operation_ids_are_all_different(void **state)
{
    struct door *d = *state;
    const struct json *paths = json_get(d->openapi, "paths");
    struct json *seen = json_object(d->arena);
    size_t n = 0;

    for (size_t i = 0; i < json_len(paths); i++)
        for (size_t m = 0; m < json_len(json_at(paths, i)); m++, n++)
            json_set(d->arena, seen, json_get_text(json_at(json_at(paths, i), m), "operationId"), NULL);
    assert_int_equal(json_len(seen), n);
}

/* Whatever error a call ends with, its status is one that the route is said to give. */
static void every_error_has_a_status_that_is_described(void **state)
{
    struct door *d = *state;
    const struct json *responses = json_get(described(d, "POST", "/api/ask"), "responses");

    for (int code = 0; code < ERR_CODES; code++) {
        struct err e = { .code = (enum err_code)code };
        if (!json_get(responses, arena_printf(d->arena, "%d", web_status(&e))))
            fail_msg("%s gives %d, which is not described", err_name(e.code), web_status(&e));
    }
}

/* Of a route's body in the description. */
static const struct json *example_at(const struct door *d, const char *path)
{
    const struct json *body = json_get(described(d, "POST", path), "requestBody");

    return json_get(json_get(json_get(body, "content"), "application/json"), "example");
}

/* A schema outside of the subset would be refused here. */
static struct schema *compiled(struct door *d, const struct model_entity *e)
{
    struct schema *s = NULL;
    struct err err;

    if (schema_compile(d->arena, model_schema(d->arena, e), &s, &err) < 0)
        fail_msg("%s: %s", e->name, err.detail);
    return s;
}

static void every_example_fits_what_the_operation_takes(void **state)
{
    struct door *d = *state;
    const struct op_entry *const *entries;
    size_t n = op_table_entries(d->table, &entries);
    struct err err;

    for (size_t i = 0; i < n; i++) {
        const struct json *v = example_at(d, arena_printf(d->arena, "/api/ops/%s", entries[i]->op->name));
        assert_non_null(v);
        if (schema_check(compiled(d, entries[i]->op->input), v, &err) < 0)
            fail_msg("%s: %s", entries[i]->op->name, err.message);
        compiled(d, entries[i]->op->output);
    }
    assert_int_equal(
        schema_check(compiled(d, op_table_find(d->table, "ask")->op->input), example_at(d, "/api/ask"), &err), 0);
}

static void only_what_must_be_confirmed_takes_a_token(void **state)
{
    struct door *d = *state;
    const struct json *held = resolve(d, "#/components/schemas/files.remove_call");
    const struct json *ask = resolve(d, "#/components/schemas/ask");

    assert_non_null(json_get(json_get(held, "properties"), "confirmation_token"));
    assert_non_null(ask);
    assert_null(json_get(json_get(ask, "properties"), "confirmation_token"));
}

static void a_deadline_lies_behind_the_operations_own(void **state)
{
    struct door *d = *state;

    assert_int_equal(served(d, "POST", "/api/ask")->deadline_ms, 1000 + HTTP_DEADLINE_MORE_MS);
    assert_int_equal(served(d, "POST", "/api/ops/{name}")->deadline_ms, 70000 + HTTP_DEADLINE_MORE_MS);
    assert_int_equal(served(d, "GET", "/health")->deadline_ms, 0);
}

static void only_health_and_the_page_are_open_to_everybody(void **state)
{
    struct door *d = *state;

    for (size_t i = 0; i < d->http->n_routes; i++) {
        const struct web_route *r = &d->http->routes[i];
        assert_int_equal(!!(r->flags & WEB_OPEN), r->handle == handle_health || r->handle == handle_page);
    }
}

static void the_page_of_it_is_escaped_and_brings_no_script(void **state)
{
    struct door *d = *state;
    const char *html = (const char *)d->http->docs.bytes;

    assert_non_null(strstr(html, "Answers &lt;b&gt;&quot;all&quot;&lt;/b&gt; &amp; more."));
    assert_null(strstr(html, "<b>\""));
    assert_null(strstr(html, "<script"));
    assert_null(strstr(html, "style="));
    assert_null(strstr(html, "http://"));
}

static void the_page_is_served_after_all_other_routes(void **state)
{
    struct door *d = *state;

    assert_ptr_equal(served(d, "GET", "/")->arg, &web_files[0]);
    assert_ptr_equal(&d->http->routes[d->http->n_routes - 1], served(d, "GET", "/"));
}

static void a_door_that_reads_any_path_does_not_open(void **state)
{
    struct door *d = *state;
    struct http_config config = { .gate = &d->gate, .journals = d->journals };
    struct http *h;
    struct err err;

    d->gate.policy.any_path = true;
    assert_int_equal(http_open(&config, &h, &err), -1);
    assert_int_equal(err.code, ERR_INTERNAL);
}

static void a_parameter_is_found_by_its_whole_name(void **state)
{
    (void)state;
    assert_true(path_has("/api/ops/{name}/{request_id}", "name"));
    assert_true(path_has("/api/ops/{name}/{request_id}", "request_id"));
    assert_false(path_has("/api/ops/{name}/{request_id}", "request"));
    assert_false(path_has("/api/ops/{name}", "ops"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_route_served_is_described, open_door, close_door),
        cmocka_unit_test_setup_teardown(every_route_described_is_served, open_door, close_door),
        cmocka_unit_test_setup_teardown(every_operation_is_described_with_its_own_schemas, open_door, close_door),
        cmocka_unit_test_setup_teardown(a_route_of_an_operation_the_table_lacks_is_not_there, open_door, close_door),
        cmocka_unit_test_setup_teardown(every_reference_leads_somewhere, open_door, close_door),
        cmocka_unit_test_setup_teardown(every_part_of_a_path_is_described, open_door, close_door),
        cmocka_unit_test_setup_teardown(a_result_that_tells_of_a_failure_is_described_as_one, open_door, close_door),
        cmocka_unit_test_setup_teardown(a_file_of_several_types_is_described_with_each, open_door, close_door),
        cmocka_unit_test_setup_teardown(operation_ids_are_all_different, open_door, close_door),
        cmocka_unit_test_setup_teardown(every_error_has_a_status_that_is_described, open_door, close_door),
        cmocka_unit_test_setup_teardown(every_example_fits_what_the_operation_takes, open_door, close_door),
        cmocka_unit_test_setup_teardown(only_what_must_be_confirmed_takes_a_token, open_door, close_door),
        cmocka_unit_test_setup_teardown(a_deadline_lies_behind_the_operations_own, open_door, close_door),
        cmocka_unit_test_setup_teardown(only_health_and_the_page_are_open_to_everybody, open_door, close_door),
        cmocka_unit_test_setup_teardown(the_page_of_it_is_escaped_and_brings_no_script, open_door, close_door),
        cmocka_unit_test_setup_teardown(the_page_is_served_after_all_other_routes, open_door, close_door),
        cmocka_unit_test_setup_teardown(a_door_that_reads_any_path_does_not_open, open_door, close_door),
        cmocka_unit_test(a_parameter_is_found_by_its_whole_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
