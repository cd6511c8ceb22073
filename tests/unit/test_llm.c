/* test_llm.c - a model's answer read, and how often it is asked. */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/schema/schema.h"
#include "base/world.h"
#include "http_standin.h"
#include "llm/breaker.h"
#include "llm/llm.h"
#include "llm/llm_node.h"
#include "llm/openai_reply.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#define FULL(body) "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" body
#define DOWN "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
#define CALL(name, args) "{\"type\":\"function\",\"function\":{\"name\":\"" name "\",\"arguments\":\"" args "\"}}"
#define CHOICE(calls) "{\"choices\":[{\"message\":{\"tool_calls\":[" calls "]}}]}"
#define GOOD CHOICE(CALL("pick", "{\\\"n\\\":1}"))

/* ---- the answer ---- */

static int read_reply(struct arena *a, const char *text, struct llm_said *ret)
{
    struct err err;

    return openai_read(a, text, strlen(text), ret, &err) < 0 ? (int)err.code : -1;
}

static void a_choice_is_its_calls_in_their_order(void **state)
{
    struct arena *a = arena_new();
    struct llm_said said;

    (void)state;
    assert_int_equal(read_reply(a, CHOICE(CALL("one", "{}") "," CALL("two", "{\\\"x\\\":\\\"y\\\"}")), &said), -1);
    assert_int_equal(said.n, 2);
    assert_string_equal(said.calls[0].tool, "one");
    assert_string_equal(json_get_text(said.calls[1].args, "x"), "y");
    assert_int_equal(read_reply(a, "{\"choices\":[{\"message\":{\"content\":\"words\"}}]}", &said), -1);
    assert_int_equal(said.n, 0);
    assert_int_equal(read_reply(a, "{\"choices\":[{\"message\":{\"tool_calls\":null}}]}", &said), -1);
    assert_int_equal(said.n, 0);
    arena_free(a);
}

static void anything_else_is_no_answer(void **state)
{
    static const char *const bad[] = {
        "",
        "words",
        "null",
        "[]",
        "{}",
        "{\"choices\":[]}",
        "{\"choices\":{\"message\":{}}}",
        "{\"choices\":{\"0\":{\"message\":{}}}}",
        "{\"choices\":[{\"message\":[]}]}",
        "{\"choices\":[{\"message\":{\"tool_calls\":{}}}]}",
        "{\"choices\":[{\"message\":{\"tool_calls\":\"undo\"}}]}",
        "{\"choices\":[{\"finish_reason\":\"length\",\"message\":{\"tool_calls\":[]}}]}",
        CHOICE("1"),
        CHOICE("null"),
        CHOICE("{}"),
        CHOICE("{\"function\":{\"name\":\"x\"}}"),
        CHOICE("{\"function\":{\"name\":\"x\",\"arguments\":{}}}"),
        CHOICE("{\"function\":{\"name\":1,\"arguments\":\"{}\"}}"),
        CHOICE("{\"type\":\"code\",\"function\":{\"name\":\"x\",\"arguments\":\"{}\"}}"),
        CHOICE("{\"type\":1,\"function\":{\"name\":\"x\",\"arguments\":\"{}\"}}"),
        CHOICE("{\"function\":{\"name\":\"x\\u0000y\",\"arguments\":\"{}\"}}"),
        CHOICE(CALL("x", "")),
        CHOICE(CALL("x", "[]")),
        CHOICE(CALL("x", "{} {}")),
        CHOICE(CALL("x", "{\\\"a\\\":")),
    };
    struct arena *a = arena_new();
    struct llm_said said;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(read_reply(a, bad[i], &said), ERR_INVALID_JSON);
    arena_free(a);
}

static void as_many_calls_as_are_looked_at(void **state)
{
    struct arena *a = arena_new();
    struct llm_said said;

    (void)state;
    for (int n = LLM_CALLS; n <= LLM_CALLS + 1; n++) {
        char *calls = arena_str(a, CALL("x", "{}"));
        for (int i = 1; i < n; i++)
            calls = arena_printf(a, "%s," CALL("x", "{}"), calls);
        assert_int_equal(read_reply(a, arena_printf(a, CHOICE("%s"), calls), &said),
                         n > LLM_CALLS ? ERR_TOO_LARGE : -1);
    }
    assert_int_equal(said.n, LLM_CALLS);
    arena_free(a);
}

/* ---- settings ---- */

static void what_is_told_of_it(void **state)
{
    struct llm *l;
    struct err err;

    (void)state;
    assert_int_equal(llm_new(&(struct llm_config){ .url = "http://localhost:1/v1", .name = "" }, &l, &err), 0);
    assert_string_equal(llm_name(l), "default");
    assert_string_equal(llm_host(l), "localhost:1");
    assert_true(llm_is_local(l) && !llm_is_overheard(l));
    llm_free(l);
    assert_int_equal(llm_new(&(struct llm_config){ .url = "https://far.example", .name = "big" }, &l, &err), 0);
    assert_string_equal(llm_name(l), "big");
    assert_true(!llm_is_local(l) && !llm_is_overheard(l));
    llm_free(l);
    assert_int_equal(llm_new(&(struct llm_config){ .url = "http://far.example" }, &l, &err), 0);
    assert_true(llm_is_overheard(l));
    llm_free(l);
    llm_free(NULL);
}

/* ---- asking ---- */

struct asking {
    struct arena *a;
    struct standin server;
    struct llm *llm;
    struct llm_tool tool;
    struct llm_choice choice;
    struct err err;
};

static void begin(struct asking *t, const char *const *answers, size_t n, int64_t rest_ms)
{
    static const char schema[] = "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},"
                                 "\"required\":[\"n\"],\"additionalProperties\":false}";
    struct schema *compiled;
    struct json *document;

    t->a = arena_new();
    standin_open(&t->server, answers, n);
    assert_int_equal(llm_new(&(struct llm_config){ .url = arena_printf(t->a, "http://127.0.0.1:%u/v1", t->server.port),
                                                   .rest_ms = rest_ms },
                             &t->llm, &t->err),
                     0);
    assert_int_equal(json_parse(t->a, schema, strlen(schema), &document, &t->err), 0);
    assert_int_equal(schema_compile(t->a, document, &compiled, &t->err), 0);
    t->tool = (struct llm_tool){ "pick", "Picks.", compiled };
}

static void end(struct asking *t)
{
    llm_free(t->llm);
    standin_close(&t->server);
    arena_free(t->a);
}

static int choose(struct asking *t, const struct cancel *cancel)
{
    const struct llm_turn turn = { "user", "pick one" };

    return llm_choose(t->llm, t->a, &(struct llm_ask){ &turn, 1, &t->tool, 1 }, world_system(), cancel, &t->choice,
                      &t->err);
}

static void a_choice_fits_what_was_offered(void **state)
{
    static const char *const answers[] = { FULL(GOOD), FULL(CHOICE(CALL("pick", "{}"))),
                                           FULL(CHOICE(CALL("pick", "{\\\"n\\\":1,\\\"m\\\":2}"))),
                                           FULL(CHOICE(CALL("push", "{\\\"n\\\":1}"))) };
    struct asking t;

    (void)state;
    begin(&t, answers, 4, 0);
    assert_int_equal(choose(&t, NULL), 0);
    assert_int_equal(t.choice.n, 1);
    assert_ptr_equal(t.choice.calls[0].tool, &t.tool);
    assert_int_equal(json_get_int(t.choice.calls[0].args, "n", 0), 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(choose(&t, NULL), -1);
        assert_int_equal(t.err.code, ERR_INVALID_INPUT);
    }
    assert_true(t.server.served == 4); /* none of that is tried again */
    end(&t);
}

static void three_failures_and_it_is_left_alone_then_tried_once(void **state)
{
    static const char *const answers[] = { DOWN, DOWN, DOWN, DOWN, FULL(GOOD), DOWN, FULL(GOOD) };
    struct asking t;

    (void)state;
    begin(&t, answers, 7, 400);
    assert_int_equal(choose(&t, NULL), -1); /* three tries */
    assert_int_equal(t.err.code, ERR_MODEL_UNRESPONSIVE);
    assert_true(t.server.served == 3);
    assert_int_equal(choose(&t, NULL), -1);
    assert_int_equal(t.err.code, ERR_BUSY);
    assert_true(t.server.served == 3);
    usleep(450000);
    assert_int_equal(choose(&t, NULL), -1); /* one look, which failed, and it rests again */
    assert_true(t.server.served == 4);
    assert_int_equal(choose(&t, NULL), -1);
    assert_true(t.server.served == 4);
    usleep(450000);
    assert_int_equal(choose(&t, NULL), 0);
    assert_int_equal(choose(&t, NULL), 0); /* a failure and a retry: it counts from nothing again */
    assert_true(t.server.served == 7);
    end(&t);
}

static void what_the_caller_took_back_is_no_failure(void **state)
{
    static const char *const answers[] = { NULL, NULL, NULL, NULL, FULL(GOOD) };
    struct cancel cancel;
    struct asking t;

    (void)state;
    begin(&t, answers, 5, 0);
    for (int i = 0; i < 4; i++) {
        cancel_init(&cancel, NULL, 100);
        assert_int_equal(choose(&t, &cancel), -1);
        assert_int_equal(t.err.code, ERR_QUERY_TIMEOUT);
    }
    assert_int_equal(choose(&t, NULL), 0);
    end(&t);
}

static void a_breaker_lets_one_through_to_see(void **state)
{
    struct breaker b;

    (void)state;
    breaker_init(&b, 2, 100);
    for (int i = 0; i < 2; i++) {
        assert_true(breaker_enter(&b));
        breaker_leave(&b, BREAKER_FAILED);
    }
    assert_false(breaker_enter(&b));
    usleep(120000);
    assert_true(breaker_enter(&b));
    assert_false(breaker_enter(&b)); /* the others wait for it */
    breaker_leave(&b, BREAKER_UNKNOWN);
    assert_true(breaker_enter(&b)); /* it did not find out */
    breaker_leave(&b, BREAKER_WELL);
    assert_true(breaker_enter(&b) && breaker_enter(&b));
    breaker_leave(&b, BREAKER_FAILED);
    breaker_leave(&b, BREAKER_WELL);
    breaker_done(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_choice_is_its_calls_in_their_order),
        cmocka_unit_test(anything_else_is_no_answer),
        cmocka_unit_test(as_many_calls_as_are_looked_at),
        cmocka_unit_test(what_is_told_of_it),
        cmocka_unit_test(a_choice_fits_what_was_offered),
        cmocka_unit_test(three_failures_and_it_is_left_alone_then_tried_once),
        cmocka_unit_test(what_the_caller_took_back_is_no_failure),
        cmocka_unit_test(a_breaker_lets_one_through_to_see),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
