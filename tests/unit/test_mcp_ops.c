/* test_mcp_ops.c - the operation table as an MCP server: what is offered, what comes back, and who must agree first. */
#include "gate/table.h"
#include "mcp/mcp_ops.h"
#include "mcp_ops_testing.h"
#include "mcp_testing.h"
#include "sys/file.h"

/* ---- the fixture ---- */

struct fixture {
    struct client *c;
    struct service service;
    struct op_table *table;
    struct gate gate;
    struct mcp_host *host;
    char folder[64];
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct err err;

    assert_non_null(f);
    f->table = op_table_new();
    if (op_table_add(f->table, ops, COUNT_OF(ops), &f->service, &err) < 0)
        fail_msg("%s", err.detail);
    snprintf(f->folder, sizeof f->folder, "/tmp/assay-mcp-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    f->gate = (struct gate){ .table = f->table, .world = world_system(), .confirm_folder = f->folder };
    f->host = mcp_ops_new(&(struct mcp_ops_config){ .gate = &f->gate, .user = "ann", .groups = 1u << OP_UNGROUPED });
    f->c = client_start(f->host);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    struct err err;

    assert_int_equal(client_stop(f->c), 0);
    mcp_ops_free(f->host);
    op_table_free(f->table);
    assert_int_equal(file_remove_tree(f->folder, &err), 0);
    free(f);
    return 0;
}

static struct client *greeted(struct fixture *f, const char *capabilities)
{
    result_of(client_ask(f->c, arena_printf(f->c->arena, HANDSHAKE("2025-11-25", "%s"), capabilities)));
    return f->c;
}

#define CALL(tool, args)                                                                                               \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" tool "\",\"arguments\":" args "}}"
#define READ(uri) "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"" uri "\"}}"

static const struct json *tool_named(const struct json *listed_tools, const char *name)
{
    const struct json *list = json_get(result_of(listed_tools), "tools");

    for (size_t i = 0; i < json_len(list); i++)
        if (strcmp(json_get_text(json_at(list, i), "name"), name) == 0)
            return json_at(list, i);
    return NULL;
}

static bool hint(const struct json *tool, const char *name)
{
    return json_get_truth(json_get(tool, "annotations"), name);
}

/* ---- what is offered ---- */

static void operations_for_agents_are_tools_with_true_hints(void **state)
{
    struct client *c = greeted(*state, "{}");
    struct json *all = client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
    const struct json *note = tool_named(all, "note"), *drop = tool_named(all, "drop");

    assert_null(tool_named(all, "secret"));
    assert_true(hint(note, "readOnlyHint"));
    assert_null(json_get(json_get(note, "annotations"), "idempotentHint")); /* it says nothing of what only reads */
    assert_false(json_truth(json_get(json_get(note, "annotations"), "openWorldHint")));
    assert_true(hint(tool_named(all, "keep"), "idempotentHint"));
    assert_false(hint(tool_named(all, "save"), "readOnlyHint"));
    assert_false(hint(tool_named(all, "save"), "idempotentHint"));
    assert_false(hint(tool_named(all, "save"), "destructiveHint"));
    assert_true(hint(drop, "destructiveHint"));
    assert_non_null(json_get(json_get(json_get(note, "inputSchema"), "properties"), "text"));
    assert_null(json_get(note, "outputSchema")); /* rows have one */
    assert_non_null(json_get(json_get(json_get(drop, "inputSchema"), "properties"), "confirmation_token"));
    assert_null(json_get(json_get(json_get(note, "inputSchema"), "properties"), "confirmation_token"));
}

/* ---- calling ---- */

static void a_result_is_structured_and_in_words(void **state)
{
    struct fixture *f = *state;
    struct client *c = greeted(f, "{}");
    const struct json *result = result_of(client_ask(c, CALL("note", "{\"text\":\"hi\"}")));

    assert_int_equal(json_get_int(json_get(result, "structuredContent"), "count", 0), 1);
    assert_string_equal(json_get_text(json_at(json_get(result, "content"), 0), "text"), "{\"count\":1}");
    assert_null(json_get(result, "isError"));
    assert_int_equal(f->service.caller, CALLER_CLIENT);
    assert_string_equal(f->service.user, "ann");
}

static void an_answer_is_told_with_its_table(void **state)
{
    struct client *c = greeted(*state, "{}");

    assert_string_equal(said(client_ask(c, CALL("answer", "{}"))),
                        "One region.\n\n| re\\|gion |\n| --- |\n| No rth |\n\nUnderstood as: all regions");
}

static void wrong_arguments_are_for_the_model_to_mend(void **state)
{
    struct fixture *f = *state;
    struct client *c = greeted(f, "{}");
    struct json *heard = client_ask(c, CALL("note", "{\"txet\":\"hi\"}")), *told;
    const struct json *result = result_of(heard);
    const char *text = json_get_text(json_at(json_get(result, "content"), 1), "text");
    struct err err;

    assert_true(json_get_truth(result, "isError"));
    assert_null(json_get(result, "structuredContent"));
    assert_int_equal(json_parse(c->arena, text, strlen(text), &told, &err), 0);
    assert_string_equal(json_get_text(json_get(told, "error"), "error_code"), "INVALID_INPUT");
    assert_non_null(strstr(said(heard), "text"));
    assert_int_equal(f->service.runs, 0);
}

static void what_is_not_for_agents_is_no_tool(void **state)
{
    struct client *c = greeted(*state, "{}");

    assert_int_equal(error_code(client_ask(c, CALL("secret", "{}"))), -32602);
    assert_int_equal(error_code(client_ask(c, CALL("nota", "{}"))), -32602);
}

static void steps_become_progress(void **state)
{
    struct client *c = greeted(*state, "{}");
    struct json *step = client_ask(
        c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"note\",\"arguments\":{"
           "\"text\":\"hi\"},\"_meta\":{\"progressToken\":5}}}");

    assert_method(step, "notifications/progress");
    assert_string_equal(json_get_text(json_get(step, "params"), "message"), "half way");
    result_of(client_hear(c));
}

static void a_running_operation_can_be_taken_back(void **state)
{
    struct client *c = greeted(*state, "{}");

    client_say(c, CALL("slow", "{}"));
    assert_null(client_listen(c, 50));
    client_say(c, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
    assert_null(client_listen(c, 200));
    result_of(client_ask(c, CALL("note", "{\"text\":\"hi\"}")));
}

/* ---- confirming ---- */

static void without_elicitation_the_token_comes_back_and_works_once(void **state)
{
    struct fixture *f = *state;
    struct client *c = greeted(f, "{}");
    const struct json *result = result_of(client_ask(c, CALL("drop", "{}")));
    const char *text = json_get_text(json_at(json_get(result, "content"), 1), "text"), *token;
    struct json *told;
    struct err err;

    assert_true(json_get_truth(result, "isError"));
    assert_int_equal(json_parse(c->arena, text, strlen(text), &told, &err), 0);
    assert_string_equal(json_get_text(json_get(told, "error"), "error_code"), "CONFIRMATION_REQUIRED");
    token = json_get_text(json_get(told, "confirmation"), "token");
    assert_int_equal(f->service.runs, 0);
    result = result_of(client_ask(c, arena_printf(c->arena, CALL("drop", "{\"confirmation_token\":\"%s\"}"), token)));
    assert_null(json_get(result, "isError"));
    assert_int_equal(f->service.runs, 1);
    result = result_of(client_ask(c, arena_printf(c->arena, CALL("drop", "{\"confirmation_token\":\"%s\"}"), token)));
    assert_true(json_get_truth(result, "isError"));
    assert_int_equal(f->service.runs, 1);
}

static struct json *reply_to(struct client *c, const struct json *question, const char *result)
{
    int64_t id;

    assert_method(question, "elicitation/create");
    assert_string_equal(json_get_text(json_get(question, "params"), "message"), "Drop the thing.");
    assert_true(json_int64(json_get(question, "id"), &id));
    return client_ask(c, arena_printf(c->arena, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":%s}", (int)id, result));
}

static void the_person_is_asked_where_the_client_can(void **state)
{
    static const char *const noes[] = { "{\"action\":\"decline\"}", "{\"action\":\"cancel\"}",
                                        "{\"action\":\"accept\",\"content\":{\"confirm\":false}}",
                                        "{\"action\":\"accept\"}" };
    struct fixture *f = *state;
    struct client *c = greeted(f, "{\"elicitation\":{}}");

    for (size_t i = 0; i < COUNT_OF(noes); i++) {
        struct json *heard = reply_to(c, client_ask(c, CALL("drop", "{}")), noes[i]);
        assert_true(json_get_truth(result_of(heard), "isError"));
        assert_int_equal(f->service.runs, 0);
    }
    result_of(reply_to(c, client_ask(c, CALL("drop", "{}")), "{\"action\":\"accept\",\"content\":{\"confirm\":true}}"));
    assert_int_equal(f->service.runs, 1);
}

static void a_client_that_breaks_its_promise_gets_the_token(void **state)
{
    struct fixture *f = *state;
    struct client *c = greeted(f, "{\"elicitation\":{}}");
    struct json *question = client_ask(c, CALL("drop", "{}")), *heard;

    heard = client_ask(c, arena_printf(c->arena,
                                       "{\"jsonrpc\":\"2.0\",\"id\":%d,\"error\":{\"code\":-32601,\"message\":\"?\"}}",
                                       (int)json_get_int(question, "id", 0)));
    assert_true(json_get_truth(result_of(heard), "isError"));
    assert_non_null(strstr(json_get_text(json_at(json_get(result_of(heard), "content"), 1), "text"), "\"token\""));
    assert_int_equal(f->service.runs, 0);
}

#define YES "{\"action\":\"accept\",\"content\":{\"confirm\":true}}"
#define MODERN_DROP(more)                                                                                              \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" META(                                       \
        "{\"elicitation\":{}}") ",\"name\":\"drop\"" more "}}"

static void without_sessions_the_confirmation_travels_in_the_state(void **state)
{
    struct fixture *f = *state;
    struct client *c = f->c;
    const struct json *first = result_of(client_ask(c, MODERN_DROP("")));
    const char *question = json_key_at(json_get(first, "inputRequests"), 0, NULL), *yes;

    assert_string_equal(json_get_text(first, "resultType"), "input_required");
    assert_int_equal(f->service.runs, 0);
    yes = arena_printf(c->arena, MODERN_DROP(",\"inputResponses\":{\"%s\":" YES "},\"requestState\":\"%s\""), question,
                       json_get_text(first, "requestState"));
    assert_null(json_get(result_of(client_ask(c, yes)), "isError"));
    assert_int_equal(f->service.runs, 1);
    assert_true(json_get_truth(result_of(client_ask(c, yes)), "isError"));
    assert_int_equal(f->service.runs, 1);
}

static void a_yes_given_before_the_question_is_none(void **state)
{
    struct fixture *f = *state;
    struct client *c = f->c;
    const struct json *first = result_of(client_ask(c, MODERN_DROP(",\"inputResponses\":{\"confirm\":" YES "}")));

    assert_string_equal(json_get_text(first, "resultType"), "input_required");
    first = result_of(client_ask(c, arena_printf(c->arena, MODERN_DROP(",\"inputResponses\":{\"%s\":" YES "}"),
                                                 json_key_at(json_get(first, "inputRequests"), 0, NULL))));
    assert_string_equal(json_get_text(first, "resultType"), "input_required"); /* without the state */
    assert_int_equal(f->service.runs, 0);
}

/* ---- resources, prompts, completion ---- */

static void resources_come_in_pages_without_gap_or_double(void **state)
{
    struct client *c = greeted(*state, "{}");
    const char *cursor = NULL;
    size_t n = 0;

    for (;;) {
        const struct json *page = result_of(client_ask(
            c, cursor ? arena_printf(c->arena,
                                     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\",\"params\":{"
                                     "\"cursor\":\"%s\"}}",
                                     cursor)
                      : "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}"));
        const struct json *list = json_get(page, "resources");
        for (size_t i = 0; i < json_len(list); i++, n++)
            if (n >= 2)
                assert_string_equal(json_get_text(json_at(list, i), "name"),
                                    arena_printf(c->arena, "Sales%zu.csv", n - 2));
        cursor = json_get_text(page, "nextCursor");
        if (!cursor)
            break;
        assert_int_equal(json_len(list), MCP_PAGE);
    }
    assert_int_equal(n, FILES + 2);
}

static void a_cursor_is_good_for_its_own_list_only(void **state)
{
    struct client *c = greeted(*state, "{}");
    const char *cursor = json_get_text(
        result_of(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}")), "nextCursor");

    assert_int_equal(
        error_code(client_ask(c, arena_printf(c->arena,
                                              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{"
                                              "\"cursor\":\"%s\"}}",
                                              cursor))),
        -32602);
}

static void resources_are_read(void **state)
{
    struct client *c = greeted(*state, "{}");
    const struct json *contents = json_get(result_of(client_ask(c, READ("upload://id7/Sales7.csv"))), "contents");

    assert_string_equal(json_get_text(json_at(contents, 0), "text"), "{\"count\":7}");
    contents = json_get(result_of(client_ask(c, READ("assay://guide"))), "contents");
    assert_string_equal(json_get_text(json_at(contents, 0), "mimeType"), "text/markdown");
    contents = json_get(result_of(client_ask(c, READ("assay://operations"))), "contents");
    assert_non_null(strstr(json_get_text(json_at(contents, 0), "text"), "\"drop\""));
    assert_int_equal(error_code(client_ask(c, READ("upload://id8/Sales8.csv"))), -32002);
    assert_int_equal(error_code(client_ask(c, READ("assay://nothing"))), -32002);
    assert_int_equal(error_code(client_ask(c, READ("file:///etc/passwd"))), -32002);
}

static void prompts_name_what_they_need(void **state)
{
    struct client *c = greeted(*state, "{}");
    const struct json *messages;

    assert_int_equal(error_code(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{"
                                              "\"name\":\"ask-data\"}}")),
                     -32602);
    messages = json_get(
        result_of(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{\"name\":"
                                "\"ask-data\",\"arguments\":{\"question\":\"Why?\",\"data\":\"x.csv\"}}}")),
        "messages");
    assert_non_null(strstr(json_get_text(json_get(json_at(messages, 0), "content"), "text"), "[\"x.csv\"]: Why?"));
}

static void files_complete_by_any_part_of_their_name(void **state)
{
    struct client *c = greeted(*state, "{}");
    const struct json *values = json_get(
        json_get(result_of(client_ask(
                     c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"completion/complete\",\"params\":{\"ref\":{"
                        "\"type\":\"ref/prompt\",\"name\":\"ask-data\"},\"argument\":{\"name\":\"data\",\"value\":"
                        "\"SALES11\"}}}")),
                 "completion"),
        "values");

    assert_int_equal(json_len(values), 11); /* 11 and 110 to 119 */
    assert_string_equal(json_text(json_at(values, 0), NULL), "upload://id11/Sales11.csv");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(operations_for_agents_are_tools_with_true_hints),
        TEST(a_result_is_structured_and_in_words),
        TEST(an_answer_is_told_with_its_table),
        TEST(wrong_arguments_are_for_the_model_to_mend),
        TEST(what_is_not_for_agents_is_no_tool),
        TEST(steps_become_progress),
        TEST(a_running_operation_can_be_taken_back),
        TEST(without_elicitation_the_token_comes_back_and_works_once),
        TEST(the_person_is_asked_where_the_client_can),
        TEST(a_client_that_breaks_its_promise_gets_the_token),
        TEST(without_sessions_the_confirmation_travels_in_the_state),
        TEST(a_yes_given_before_the_question_is_none),
        TEST(resources_come_in_pages_without_gap_or_double),
        TEST(a_cursor_is_good_for_its_own_list_only),
        TEST(resources_are_read),
        TEST(prompts_name_what_they_need),
        TEST(files_complete_by_any_part_of_their_name),
    };

    return cmocka_run_group_tests_name("mcp_ops", tests, NULL, NULL);
}
