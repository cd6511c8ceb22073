/* test_mcp.c - the protocol of the handshake revisions over two pipes, with the conformance fixture behind them. */
#include "../tools/mcp_fixture.h"
#include "mcp_testing.h"

static int setup(void **state)
{
    struct client *c = client_start(&fixture_host);

    result_of(client_ask(c, HANDSHAKE("2025-11-25", "{\"elicitation\":{},\"sampling\":{}}")));
    *state = c;
    return 0;
}

static int setup_bare(void **state)
{
    *state = client_start(&fixture_host);
    return 0;
}

static int teardown(void **state)
{
    assert_int_equal(client_stop(*state), 0);
    return 0;
}

/* ---- the handshake ---- */

static void the_handshake_agrees_on_a_version_both_speak(void **state)
{
    struct client *c = *state;
    const struct json *hello = result_of(client_ask(c, HANDSHAKE("2025-06-18", "{}")));

    assert_string_equal(json_get_text(hello, "protocolVersion"), "2025-06-18");
    assert_string_equal(json_get_text(json_get(hello, "serverInfo"), "name"), "assay-mcp-fixture");
    assert_string_equal(json_get_text(hello, "instructions"), "For tests only.");
    assert_true(json_get_truth(json_get(json_get(hello, "capabilities"), "resources"), "subscribe"));
}

static void an_unknown_version_is_answered_with_our_newest(void **state)
{
    assert_string_equal(json_get_text(result_of(client_ask(*state, HANDSHAKE("1999-01-01", "{}"))), "protocolVersion"),
                        "2025-11-25");
}

static void nothing_but_ping_comes_before_the_handshake(void **state)
{
    struct client *c = *state;

    assert_int_equal(error_code(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")), -32600);
    result_of(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}"));
    assert_int_equal(
        error_code(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"initialize\",\"params\":{}}")), -32602);
    result_of(client_ask(c, HANDSHAKE("2025-11-25", "{}")));
    assert_int_equal(error_code(client_ask(c, HANDSHAKE("2025-11-25", "{}"))), -32600);
}

/* ---- messages ---- */

static void what_is_no_message_is_refused_with_its_own_code(void **state)
{
    static const struct {
        const char *line;
        int code;
    } cases[] = {
        { "nonsense", -32700 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"", -32700 },
        { "[]", -32600 },
        { "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", -32600 },
        { "7", -32600 },
        { "{\"id\":1,\"method\":\"ping\"}", -32600 },
        { "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", -32600 },
        { "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", -32600 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", -32600 },
        { "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", -32600 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", -32600 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1}", -32600 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}", -32600 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}", -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}", -32601 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{}}", -32601 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}", -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"no_such\"}}", -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"test_simple_text\","
          "\"arguments\":[]}}",
          -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"no://such\"}}", -32002 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{\"name\":\"no_such\"}}", -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{\"name\":"
          "\"test_prompt_with_arguments\",\"arguments\":{\"arg1\":1}}}",
          -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":\"x\"}}", -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":5}}", -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"loud\"}}", -32602 },
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"completion/complete\",\"params\":{}}", -32602 },
    };
    struct client *c = *state;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t code = error_code(client_ask(c, cases[i].line));
        if (code != cases[i].code)
            fail_msg("%lld for %s", (long long)code, cases[i].line);
    }
}

static void ids_come_back_exactly_as_they_were(void **state)
{
    static const char *const ids[] = { "0", "-7", "\"\"", "\"a\\u0000b\"", "123456789012345678901234567890", "1.0" };
    struct client *c = *state;

    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        struct json *heard =
            client_ask(c, arena_printf(c->arena, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}", ids[i]));
        struct buf b CLEANUP(buf_done) = BUF(100);
        json_write(&b, json_get(heard, "id"));
        assert_string_equal(b.p, ids[i]);
    }
}

static void an_id_has_a_length(void **state)
{
    struct client *c = *state;
    char id[MCP_ID_BYTES + 2];

    memset(id, 'i', sizeof id);
    id[MCP_ID_BYTES] = '\0';
    result_of(client_ask(c, arena_printf(c->arena, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":\"ping\"}", id)));
    id[MCP_ID_BYTES] = 'i';
    id[MCP_ID_BYTES + 1] = '\0';
    assert_int_equal(error_code(client_ask(
                         c, arena_printf(c->arena, "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":\"ping\"}", id))),
                     -32600);
}

static void blank_lines_and_unknown_notifications_are_passed_over(void **state)
{
    struct client *c = *state;

    client_say(c, "");
    client_say(c, "  \r");
    client_say(c, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    client_say(c, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/no_such\"}");
    client_say(c, "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
    result_of(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"));
}

/* A ping of exactly so many bytes. */
static void say_ping_of(struct client *c, size_t n)
{
    static const char before[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\"",
                      after[] = "\"}}";
    char *line = malloc(n + 1);

    assert_non_null(line);
    memset(line, 'x', n);
    memcpy(line, before, strlen(before));
    memcpy(line + n - strlen(after), after, strlen(after));
    line[n] = '\n';
    client_send(c, line, n + 1);
    free(line);
}

static void a_message_of_the_limit_fits_and_a_longer_one_is_skipped(void **state)
{
    struct client *c = *state;

    say_ping_of(c, MCP_FRAME_BYTES);
    result_of(client_hear(c));
    say_ping_of(c, MCP_FRAME_BYTES + 1);
    assert_int_equal(error_code(client_hear(c)), -32600);
    say_ping_of(c, 3 * MCP_FRAME_BYTES);
    assert_int_equal(error_code(client_hear(c)), -32600);
    result_of(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}"));
}

/* ---- calls ---- */

#define CALL(id, tool)                                                                                                 \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\",\"params\":{\"name\":\"" tool "\"}}"
#define TAKE_BACK(id) "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id "}}"

static void progress_goes_only_to_those_who_asked(void **state)
{
    struct client *c = *state;

    client_say(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
                  "\"test_tool_with_progress\",\"_meta\":{\"progressToken\":\"t\"}}}");
    for (int i = 0; i < 3; i++) {
        struct json *step = client_hear(c);
        assert_method(step, "notifications/progress");
        assert_string_equal(json_get_text(json_get(step, "params"), "progressToken"), "t");
        assert_int_equal(json_get_int(json_get(step, "params"), "progress", -1), 50 * i);
    }
    result_of(client_hear(c));
    result_of(client_ask(c, CALL("2", "test_tool_with_progress")));
}

static void messages_below_the_level_are_not_sent(void **state)
{
    struct client *c = *state;

    client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"notice\"}}");
    result_of(client_ask(c, CALL("2", "test_tool_with_logging")));
    client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"info\"}}");
    client_say(c, CALL("4", "test_tool_with_logging"));
    for (int i = 0; i < 3; i++)
        assert_method(client_hear(c), "notifications/message");
    result_of(client_hear(c));
}

static void a_call_taken_back_ends_without_a_word(void **state)
{
    struct client *c = *state;

    client_say(c, CALL("1", "test_waits"));
    client_say(c, TAKE_BACK("\"1\"")); /* another id: text is no number */
    assert_null(client_listen(c, 100));
    client_say(c, TAKE_BACK("1"));
    assert_null(client_listen(c, 300));
    result_of(client_ask(c, CALL("1", "test_simple_text"))); /* its id is free again */
}

static void an_id_in_use_is_refused(void **state)
{
    struct client *c = *state;

    client_say(c, CALL("1", "test_waits"));
    assert_int_equal(error_code(client_ask(c, CALL("1", "test_simple_text"))), -32600);
    client_say(c, TAKE_BACK("1"));
}

static void calls_run_side_by_side_and_too_many_are_refused(void **state)
{
    struct client *c = *state;
    int refused = 0, tries = 0;

    for (int i = 0; i < MCP_CALLS + MCP_WAITING + 1; i++)
        client_say(c, arena_printf(c->arena, CALL("%d", "test_waits"), i));
    while (client_listen(c, 200))
        refused++;
    assert_true(refused >= 1 && refused <= 1 + MCP_CALLS);
    result_of(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}"));
    for (int i = 0; i < MCP_CALLS + MCP_WAITING + 1; i++)
        client_say(c, arena_printf(c->arena, TAKE_BACK("%d"), i));
    while (error_code(client_ask(c, CALL("\"again\"", "test_simple_text"))) != 0) /* until the line is empty again */
        assert_true(tries++ < 100 && usleep(50000) == 0);
}

static void closing_lets_short_calls_finish_and_cancels_long_ones(void **state)
{
    struct client *c = client_start(&fixture_host);
    int64_t began;

    (void)state;
    client_ask(c, HANDSHAKE("2025-11-25", "{}"));
    client_say(c, CALL("1", "test_waits"));
    client_say(c, CALL("2", "test_tool_with_progress"));
    close(c->to_server[1]);
    c->to_server[1] = -1;
    began = world_mono_us();
    result_of(client_hear(c)); /* of the short one */
    assert_null(client_listen(c, 5000));
    assert_true(world_mono_us() - began < 3000000);
    assert_int_equal(client_stop(c), 0);
}

static void a_client_that_no_longer_reads_ends_the_server(void **state)
{
    struct client *c = client_start(&fixture_host);

    (void)state;
    client_ask(c, HANDSHAKE("2025-11-25", "{}"));
    client_say(c, CALL("1", "test_waits"));
    close(c->from_server[0]);
    client_say(c, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    pthread_join(c->thread, NULL);
    assert_int_equal(c->status, 0);
    mcp_free(c->m);
    close(c->to_server[0]);
    close(c->to_server[1]);
    arena_free(c->arena);
    free(c);
}

/* ---- questions ---- */

static void a_question_waits_for_its_answer_and_no_other(void **state)
{
    struct client *c = *state;
    struct json *question;
    int64_t id;

    client_say(c, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"test_elicitation\","
                  "\"arguments\":{\"message\":\"Who?\"}}}");
    question = client_hear(c);
    assert_method(question, "elicitation/create");
    assert_string_equal(json_get_text(json_get(question, "params"), "message"), "Who?");
    assert_true(json_int64(json_get(question, "id"), &id));
    client_say(
        c, arena_printf(c->arena, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"action\":\"accept\"}}", (int)id + 1));
    assert_null(client_listen(c, 100));
    result_of(client_ask(c, CALL("2", "test_simple_text"))); /* others go on meanwhile */
    client_say(c, arena_printf(c->arena,
                               "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"action\":\"accept\",\"content\":{"
                               "\"username\":\"Ann\"}}}",
                               (int)id));
    assert_non_null(strstr(said(client_hear(c)), "Ann"));
}

static void a_question_refused_or_taken_back_ends_the_call(void **state)
{
    struct client *c = *state;
    struct json *question;
    int64_t id;

    client_say(c, CALL("1", "test_elicitation"));
    question = client_hear(c);
    assert_true(json_int64(json_get(question, "id"), &id));
    client_say(c, arena_printf(c->arena, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"error\":{\"code\":-1,\"message\":\"no\"}}",
                               (int)id));
    assert_int_equal(error_code(client_hear(c)), -32603);

    client_say(c, CALL("2", "test_elicitation"));
    assert_method(client_hear(c), "elicitation/create");
    client_say(c, TAKE_BACK("2"));
    assert_method(client_hear(c), "notifications/cancelled"); /* the person need not answer any more */
    assert_null(client_listen(c, 200));
}

static void a_client_without_the_ability_is_not_asked(void **state)
{
    struct client *c = *state;

    client_ask(c, HANDSHAKE("2025-11-25", "{\"elicitation\":{\"url\":{}}}"));
    assert_int_equal(error_code(client_ask(c, CALL("1", "test_elicitation"))), -32602);
    assert_int_equal(error_code(client_ask(c, CALL("2", "test_missing_capability"))), -32602);
}

/* ---- subscriptions ---- */

static void only_watched_resources_are_told_of(void **state)
{
    struct client *c = *state;
    struct json *heard;

    result_of(client_ask(c, CALL("1", "test_trigger_resource_change"))); /* nobody wants to know */
    result_of(client_ask(c, CALL("2", "test_trigger_list_change")));
    assert_method(client_hear(c), "notifications/resources/list_changed");
    client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"resources/subscribe\",\"params\":{\"uri\":"
                  "\"test://watched-resource\"}}");
    result_of(client_ask(c, CALL("4", "test_trigger_resource_change")));
    heard = client_hear(c);
    assert_method(heard, "notifications/resources/updated");
    assert_string_equal(json_get_text(json_get(heard, "params"), "uri"), "test://watched-resource");
    client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"resources/unsubscribe\",\"params\":{\"uri\":"
                  "\"test://watched-resource\"}}");
    result_of(client_ask(c, CALL("6", "test_trigger_resource_change")));
    result_of(client_ask(c, CALL("7", "test_trigger_list_change")));
    assert_method(client_hear(c), "notifications/resources/list_changed");
    assert_null(client_listen(c, 2 * MCP_LOOK_MS)); /* told once */
}

static void one_subscription_too_many_is_refused(void **state)
{
    struct client *c = *state;

    for (int i = 0; i <= MCP_SUBSCRIPTIONS; i++) {
        struct json *heard = client_ask(c, arena_printf(c->arena,
                                                        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"resources/"
                                                        "subscribe\",\"params\":{\"uri\":\"x://%d\"}}",
                                                        i, i));
        assert_int_equal(error_code(heard), i < MCP_SUBSCRIPTIONS ? 0 : -32602);
    }
}

static void completion_shows_a_hundred_and_says_there_are_more(void **state)
{
    const struct json *done = json_get(
        result_of(client_ask(*state, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"completion/complete\",\"params\":{"
                                     "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"a\","
                                     "\"value\":\"v\"}}}")),
        "completion");

    assert_int_equal(json_len(json_get(done, "values")), MCP_COMPLETIONS);
    assert_int_equal(json_get_int(done, "total", 0), 150);
    assert_true(json_get_truth(done, "hasMore"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
#define BARE_TEST(f) cmocka_unit_test_setup_teardown(f, setup_bare, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BARE_TEST(the_handshake_agrees_on_a_version_both_speak),
        BARE_TEST(an_unknown_version_is_answered_with_our_newest),
        BARE_TEST(nothing_but_ping_comes_before_the_handshake),
        TEST(what_is_no_message_is_refused_with_its_own_code),
        TEST(ids_come_back_exactly_as_they_were),
        TEST(an_id_has_a_length),
        TEST(blank_lines_and_unknown_notifications_are_passed_over),
        TEST(a_message_of_the_limit_fits_and_a_longer_one_is_skipped),
        TEST(progress_goes_only_to_those_who_asked),
        TEST(messages_below_the_level_are_not_sent),
        TEST(a_call_taken_back_ends_without_a_word),
        TEST(an_id_in_use_is_refused),
        TEST(calls_run_side_by_side_and_too_many_are_refused),
        cmocka_unit_test(closing_lets_short_calls_finish_and_cancels_long_ones),
        cmocka_unit_test(a_client_that_no_longer_reads_ends_the_server),
        TEST(a_question_waits_for_its_answer_and_no_other),
        TEST(a_question_refused_or_taken_back_ends_the_call),
        BARE_TEST(a_client_without_the_ability_is_not_asked),
        TEST(only_watched_resources_are_told_of),
        TEST(one_subscription_too_many_is_refused),
        TEST(completion_shows_a_hundred_and_says_there_are_more),
    };

    return cmocka_run_group_tests_name("mcp", tests, NULL, NULL);
}
