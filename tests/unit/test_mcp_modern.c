/* test_mcp_modern.c - the revision without handshake: requests that describe themselves, questions by results, sealed
 * state, subscriptions. */
#include "../tools/mcp_fixture.h"
#include "mcp_testing.h"

static int setup(void **state)
{
    struct client *c = client_start(&fixture_host);

    *state = c;
    return 0;
}

static int teardown(void **state)
{
    assert_int_equal(client_stop(*state), 0);
    return 0;
}

#define ALL "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}"
#define REQUEST(id, method, meta, more)                                                                                \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"" method "\",\"params\":{" meta more "}}"
#define CALL(id, tool, more) REQUEST(id, "tools/call", META(ALL), ",\"name\":\"" tool "\"" more)

/* ---- what a request says of itself ---- */

static void no_handshake_is_needed(void **state)
{
    const struct json *result = result_of(client_ask(*state, CALL("1", "test_simple_text", "")));
    const struct json *info = json_get(json_get(result, "_meta"), "io.modelcontextprotocol/serverInfo");

    assert_string_equal(json_get_text(result, "resultType"), "complete");
    assert_string_equal(json_get_text(info, "name"), "assay-mcp-fixture");
}

static void discovery_tells_versions_and_abilities(void **state)
{
    const struct json *result = result_of(client_ask(*state, REQUEST("1", "server/discover", META("{}"), "")));
    const struct json *versions = json_get(result, "supportedVersions");

    assert_int_equal(json_len(versions), 3);
    assert_string_equal(json_text(json_at(versions, 0), NULL), "2026-07-28");
    assert_non_null(json_get(json_get(result, "capabilities"), "completions"));
    assert_true(json_get_int(result, "ttlMs", -1) >= 0);
}

static void a_request_that_leaves_something_out_is_refused(void **state)
{
    static const struct {
        const char *line;
        int code;
    } cases[] = {
        { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}", -32602 },
        { REQUEST("1", "tools/list", "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}", ""),
          -32602 },
        { REQUEST("1", "tools/list",
                  "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":7,\"io.modelcontextprotocol/"
                  "clientCapabilities\":{}}",
                  ""),
          -32602 },
        { REQUEST("1", "tools/list",
                  "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2027-01-01\",\"io.modelcontextprotocol/"
                  "clientCapabilities\":{}}",
                  ""),
          -32022 },
        { REQUEST("1", "initialize", META("{}"), ""), -32601 },
        { REQUEST("1", "ping", META("{}"), ""), -32601 },
        { REQUEST("1", "logging/setLevel", META("{}"), ""), -32601 },
        { REQUEST("1", "resources/subscribe", META("{}"), ",\"uri\":\"x://y\""), -32601 },
        { REQUEST("1", "resources/read", META("{}"), ",\"uri\":\"no://such\""), -32602 },
        { REQUEST("1", "subscriptions/listen", META("{}"), ""), -32602 },
    };
    struct client *c = *state;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t code = error_code(client_ask(c, cases[i].line));
        if (code != cases[i].code)
            fail_msg("%lld for %s", (long long)code, cases[i].line);
    }
}

static void an_unsupported_version_is_told_the_others(void **state)
{
    struct json *heard = client_ask(
        *state, REQUEST("1", "tools/list",
                        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"v9\",\"io.modelcontextprotocol/"
                        "clientCapabilities\":{}}",
                        ""));
    const struct json *data = json_get(json_get(heard, "error"), "data");

    assert_string_equal(json_get_text(data, "requested"), "v9");
    assert_int_equal(json_len(json_get(data, "supported")), 3);
}

static void messages_come_only_when_the_request_names_a_level(void **state)
{
    struct client *c = *state;

    result_of(client_ask(c, CALL("1", "test_logging_tool", "")));
    client_say(c, REQUEST("2", "tools/call",
                          "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                          "\"io.modelcontextprotocol/clientCapabilities\":{},\"io.modelcontextprotocol/logLevel\":"
                          "\"info\"}",
                          ",\"name\":\"test_logging_tool\""));
    for (int i = 0; i < 3; i++)
        assert_method(client_hear(c), "notifications/message");
    result_of(client_hear(c));
}

static void lists_may_be_kept_for_a_while(void **state)
{
    struct client *c = *state;
    const struct json *tools = result_of(client_ask(c, REQUEST("1", "tools/list", META("{}"), "")));
    const struct json *resources = result_of(client_ask(c, REQUEST("2", "resources/list", META("{}"), "")));

    assert_int_equal(json_get_int(tools, "ttlMs", -1), MCP_LIST_TTL_MS);
    assert_string_equal(json_get_text(tools, "cacheScope"), "public");
    assert_int_equal(json_get_int(resources, "ttlMs", -1), 0);
    assert_string_equal(json_get_text(resources, "cacheScope"), "private");
}

/* ---- questions ---- */

static const struct json *wanted(const struct json *message, const char *key)
{
    const struct json *result = result_of(message);

    assert_string_equal(json_get_text(result, "resultType"), "input_required");
    return json_get(json_get(result, "inputRequests"), key);
}

static const char *state_of(const struct json *message)
{
    return json_get_text(result_of(message), "requestState");
}

/* The same call again, with answers and the state. */
static struct json *again(struct client *c, const char *tool, const char *answers, const char *state)
{
    return client_ask(c, arena_printf(c->arena,
                                      REQUEST("9", "tools/call", META(ALL),
                                              ",\"name\":\"%s\",\"inputResponses\":%s,\"requestState\":\"%s\""),
                                      tool, answers, state));
}

#define ANN "{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}"

static void a_call_that_asks_is_made_again_with_the_answer(void **state)
{
    struct client *c = *state;
    struct json *first = client_ask(c, CALL("1", "test_input_required_result_elicitation", ""));

    assert_string_equal(json_get_text(wanted(first, "user_name"), "method"), "elicitation/create");
    assert_non_null(strstr(
        said(again(c, "test_input_required_result_elicitation", "{\"user_name\":" ANN "}", state_of(first))), "Ann"));
}

static void answers_of_earlier_rounds_travel_in_the_state(void **state)
{
    static const char tool[] = "test_input_required_result_multi_round";
    struct client *c = *state;
    struct json *first = client_ask(c, CALL("1", "test_input_required_result_multi_round", ""));
    struct json *second = again(c, tool, "{\"step1\":" ANN "}", state_of(first));

    assert_non_null(wanted(second, "step2"));
    assert_null(wanted(second, "step1"));
    assert_string_equal(
        said(again(c, tool, "{\"step2\":{\"action\":\"accept\",\"content\":{\"color\":\"blue\"}}}", state_of(second))),
        "Ann likes blue.");
}

static void state_that_was_changed_or_is_another_calls_is_refused(void **state)
{
    struct client *c = *state;
    struct json *first = client_ask(c, CALL("1", "test_input_required_result_request_state", ""));
    const char *good = state_of(first), *answer = "{\"confirm\":{\"action\":\"accept\",\"content\":{\"ok\":true}}}";
    char *bad = arena_str(c->arena, good);

    bad[3] = bad[3] == 'A' ? 'B' : 'A';
    assert_int_equal(error_code(again(c, "test_input_required_result_request_state", answer, bad)), -32602);
    assert_int_equal(error_code(again(c, "test_input_required_result_request_state", answer, "")), -32602);
    assert_int_equal(error_code(again(c, "test_input_required_result_tampered_state", answer, good)), -32602);
    /* A second name that only looks like the first to who stops at U+0000. */
    assert_int_equal(error_code(again(c,
                                      "test_input_required_result_tampered_state\",\"name\\u0000\":\""
                                      "test_input_required_result_request_state",
                                      answer, good)),
                     -32602);
    assert_string_equal(said(again(c, "test_input_required_result_request_state", answer, good)), "state-ok");
}

static void a_missing_or_senseless_answer_is_asked_for_again(void **state)
{
    static const char tool[] = "test_input_required_result_elicitation";
    struct client *c = *state;
    struct json *first = client_ask(c, CALL("1", "test_input_required_result_elicitation", ""));

    assert_non_null(wanted(again(c, tool, "{\"other\":" ANN "}", state_of(first)), "user_name"));
    assert_non_null(wanted(again(c, tool, "{\"user_name\":{\"action\":\"shrug\"}}", state_of(first)), "user_name"));
    assert_int_equal(error_code(again(c, tool, "{\"user_name\":5}", state_of(first))), -32602);
    assert_int_equal(error_code(again(c, tool, "null", state_of(first))), -32602);
}

static void several_things_are_asked_at_once(void **state)
{
    struct client *c = *state;
    struct json *first = client_ask(c, CALL("1", "test_input_required_result_multiple_inputs", ""));

    assert_int_equal(json_len(json_get(result_of(first), "inputRequests")), 3);
    assert_non_null(
        wanted(again(c, "test_input_required_result_multiple_inputs", "{\"user_name\":" ANN "}", state_of(first)),
               "greeting"));
}

static void an_ability_the_client_lacks_is_named(void **state)
{
    struct json *heard = client_ask(
        *state, REQUEST("1", "tools/call", META("{\"elicitation\":{}}"), ",\"name\":\"test_missing_capability\""));
    const struct json *data = json_get(json_get(heard, "error"), "data");

    assert_int_equal(error_code(heard), -32021);
    assert_non_null(json_get(json_get(data, "requiredCapabilities"), "sampling"));
}

static void prompts_may_ask_too(void **state)
{
    struct client *c = *state;
    struct json *first =
        client_ask(c, REQUEST("1", "prompts/get", META(ALL), ",\"name\":\"test_input_required_result_prompt\""));

    assert_non_null(wanted(first, "user_context"));
    result_of(client_ask(c, arena_printf(c->arena,
                                         REQUEST("2", "prompts/get", META(ALL),
                                                 ",\"name\":\"test_input_required_result_prompt\",\"inputResponses\":{"
                                                 "\"user_context\":{\"action\":\"accept\",\"content\":{\"context\":"
                                                 "\"tests\"}}},\"requestState\":\"%s\""),
                                         state_of(first))));
}

/* ---- subscriptions ---- */

static const struct json *subscription_of(const struct json *message)
{
    return json_get(json_get(json_get(message, "params"), "_meta"), "io.modelcontextprotocol/subscriptionId");
}

static void a_subscription_is_acknowledged_and_hears_what_it_asked_for(void **state)
{
    struct client *c = *state;
    struct json *heard =
        client_ask(c, REQUEST("\"s\"", "subscriptions/listen", META("{}"),
                              ",\"notifications\":{\"toolsListChanged\":true,\"resourcesListChanged\":true,"
                              "\"resourceSubscriptions\":[\"test://watched-resource\"]}"));

    assert_method(heard, "notifications/subscriptions/acknowledged");
    assert_string_equal(json_text(subscription_of(heard), NULL), "s");
    assert_int_equal(json_len(json_get(json_get(heard, "params"), "notifications")), 2);
    assert_null(json_get(json_get(json_get(heard, "params"), "notifications"), "toolsListChanged")); /* they never do */
    result_of(client_ask(c, CALL("1", "test_trigger_list_change", "")));
    heard = client_hear(c);
    assert_method(heard, "notifications/resources/list_changed");
    assert_string_equal(json_text(subscription_of(heard), NULL), "s");
    result_of(client_ask(c, CALL("3", "test_trigger_resource_change", "")));
    heard = client_hear(c);
    assert_method(heard, "notifications/resources/updated");
    assert_string_equal(json_text(subscription_of(heard), NULL), "s");
}

static void a_subscription_ends_when_it_is_taken_back(void **state)
{
    struct client *c = *state;

    client_ask(c,
               REQUEST("7", "subscriptions/listen", META("{}"), ",\"notifications\":{\"resourcesListChanged\":true}"));
    assert_int_equal(error_code(client_ask(c, CALL("7", "test_simple_text", ""))), -32600); /* its id is in use */
    client_say(c, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
    result_of(client_ask(c, CALL("8", "test_trigger_list_change", "")));
    assert_null(client_listen(c, 2 * MCP_LOOK_MS));
    result_of(client_ask(c, CALL("7", "test_simple_text", "")));
}

static void subscriptions_are_told_when_the_server_ends(void **state)
{
    struct client *c = client_start(&fixture_host);
    struct json *heard;

    (void)state;
    client_ask(c, REQUEST("7", "subscriptions/listen", META("{}"), ",\"notifications\":{}"));
    close(c->to_server[1]);
    c->to_server[1] = -1;
    heard = client_hear(c);
    assert_int_equal(json_get_int(heard, "id", 0), 7);
    assert_string_equal(json_get_text(result_of(heard), "resultType"), "complete");
    assert_int_equal(client_stop(c), 0);
}

static void both_eras_are_served_side_by_side(void **state)
{
    struct client *c = *state;

    result_of(client_ask(c, CALL("1", "test_simple_text", "")));
    result_of(client_ask(c, HANDSHAKE("2025-11-25", "{}")));
    assert_null(
        json_get(result_of(client_ask(c, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}")), "resultType"));
    result_of(client_ask(c, CALL("3", "test_simple_text", "")));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_handshake_is_needed),
        TEST(discovery_tells_versions_and_abilities),
        TEST(a_request_that_leaves_something_out_is_refused),
        TEST(an_unsupported_version_is_told_the_others),
        TEST(messages_come_only_when_the_request_names_a_level),
        TEST(lists_may_be_kept_for_a_while),
        TEST(a_call_that_asks_is_made_again_with_the_answer),
        TEST(answers_of_earlier_rounds_travel_in_the_state),
        TEST(state_that_was_changed_or_is_another_calls_is_refused),
        TEST(a_missing_or_senseless_answer_is_asked_for_again),
        TEST(several_things_are_asked_at_once),
        TEST(an_ability_the_client_lacks_is_named),
        TEST(prompts_may_ask_too),
        TEST(a_subscription_is_acknowledged_and_hears_what_it_asked_for),
        TEST(a_subscription_ends_when_it_is_taken_back),
        cmocka_unit_test(subscriptions_are_told_when_the_server_ends),
        TEST(both_eras_are_served_side_by_side),
    };

    return cmocka_run_group_tests_name("mcp_modern", tests, NULL, NULL);
}
