/* test_gate.c - every step of a call through the gate, and that a refusal at any of them does nothing. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/ledger.h"
#include "gate/table.h"
#include "model/fields.h"
#include "sys/file.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A world whose clock stands still until it is moved. */
struct still_world {
    struct world world;
    int64_t now;
    unsigned char next;
};

static int64_t still_now(void *state)
{
    return ((struct still_world *)state)->now;
}

static void still_random(void *state, void *out, size_t n)
{
    struct still_world *w = state;

    for (size_t i = 0; i < n; i++)
        ((unsigned char *)out)[i] = w->next++;
}

/* A ledger that keeps what it is given, and can be told to fail. */
struct memory_ledger {
    struct ledger base;
    char events[64][32];
    char texts[64][2048];
    size_t n, n_words, commits;
    size_t fail_at; /* the commit with this number (from 1) fails; 0: none */
};

static int remember(struct ledger *self, const struct trail *t, store_work *work, void *arg, struct store_span *ret,
                    struct err *err)
{
    struct memory_ledger *m = (struct memory_ledger *)self;
    struct buf b;

    m->commits++;
    if (work && work(NULL, arg, err) < 0)
        return -1;
    if (m->fail_at == m->commits)
        return err_set(err, ERR_DISK_FULL, "The disk is full.", "test");
    buf_init(&b, 2000);
    for (size_t i = 0; i < t->n; i++, m->n++) {
        buf_cut(&b, 0);
        json_write(&b, t->events[i].data);
        snprintf(m->events[m->n], sizeof m->events[0], "%s", t->events[i].event_type);
        snprintf(m->texts[m->n], sizeof m->texts[0], "%s", b.p);
    }
    buf_done(&b);
    m->n_words += t->n_words;
    *ret = (struct store_span){ .first = m->n - t->n + 1, .last = m->n };
    return 0;
}

/* What the fixture's operations work on. */
struct service {
    int runs, fail_times, version;
    enum err_code fail_code;
    char categories[4][32];
    enum caller seen_caller;
    int64_t seen_left_ms;
};

static const struct model_field note_fields[] = {
    FIELD("text", TEXT, REQ | MODEL_WORDS, "The text.", .range = BETWEEN(1, 5)),
    FIELD("times", INT, 0, "How often.", .range = BETWEEN(1, 3), .otherwise = "2"),
    END,
};
static const struct model_field path_fields[] = {
    FIELD("data", LIST, REQ | MODEL_PATH, "Files.", .each = EACH(TEXT)),
    END,
};
static const struct model_field any_fields[] = { FIELD("x", INT, 0, "Any number."), END };
static const struct model_field count_fields[] = { FIELD("count", INT, REQ, "How many."), END };
static const struct model_field bare_fields[] = { { .name = "x" }, END };

static const struct model_entity note_input = ENTITY("note", "A note.", note_fields);
static const struct model_entity path_input = ENTITY("path", "Paths.", path_fields);
static const struct model_entity any_input = ENTITY("any", "Anything.", any_fields);
static const struct model_entity no_help = ENTITY("bare", "No help.", bare_fields);
static const struct model_entity count_output = ENTITY("count", "A count.", count_fields);

static int give_count(struct call *c, int64_t n, struct json **ret)
{
    *ret = json_set(c->arena, json_object(c->arena), "count", json_int(c->arena, n));
    return 0;
}

static int run_note(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct service *s = c->service;

    (void)err;
    s->runs++;
    s->seen_caller = c->caller;
    s->seen_left_ms = cancel_left_ms(c->cancel);
    return give_count(c, json_get_int(args, "times", -1), ret);
}

static int run_wrong(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    (void)args;
    (void)err;
    *ret = json_set(c->arena, json_object(c->arena), "count", json_str(c->arena, "many"));
    return 0;
}

static int run_flaky(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct service *s = c->service;

    (void)args;
    if (c->previous && c->attempt <= 4)
        snprintf(s->categories[c->attempt - 1], 32, "%s", err_category(c->previous->code));
    if (s->runs++ < s->fail_times)
        return err_set(err, s->fail_code, "It failed.", "on purpose");
    return give_count(c, s->runs, ret);
}

static int run_slow(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    (void)args;
    (void)ret;
    for (;;) {
        if (cancel_check(c->cancel, err) < 0)
            return -1;
        usleep(1000);
    }
}

static int run_drop(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    (void)args;
    (void)err;
    return give_count(c, ++((struct service *)c->service)->runs, ret);
}

static int affects_drop(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    struct service *s = c->service;

    (void)args;
    (void)err;
    ret->summary = "Drop the thing.";
    ret->rows = json_push(c->arena, json_array(c->arena), json_int(c->arena, s->version));
    return 0;
}

static int run_outer(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *inner, *note = json_object(c->arena);

    (void)args;
    json_set(c->arena, note, "text", json_str(c->arena, "hi"));
    if (gate_nested(c, "note", note, &inner, err) < 0)
        return -1;
    assert_int_equal(json_len(c->tool_calls), 1);
    assert_string_equal(json_get_text(json_at(c->tool_calls, 0), "tool_name"), "note");
    assert_true(json_get_truth(json_at(c->tool_calls, 0), "success"));
    return give_count(c, (int64_t)json_len(c->tool_calls), ret);
}

static int run_outer_drop(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *inner = NULL;
    int status = gate_nested(c, "drop", args, &inner, err);

    assert_int_equal(status, -1);
    assert_int_equal(err->code, ERR_CONFIRMATION_REQUIRED);
    assert_non_null(json_get_text(inner, "token"));
    return give_count(c, 0, ret);
}

static int run_loop(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return gate_nested(c, "loop", args, ret, err);
}

#define OP(n, in, f, r, ...)                                                                                           \
    {                                                                                                                  \
        .name = n, .summary = "A test.", .input = &in, .output = &count_output, .flags = f, .run = r, __VA_ARGS__      \
    }

static const struct op fixture_ops[] = {
    OP("note", note_input, OP_FOR_AGENTS, run_note, .command = "note"),
    OP("private", note_input, 0, run_note, .command = NULL),
    OP("wrong", any_input, 0, run_wrong, .command = NULL),
    OP("flaky", any_input, OP_REPEATABLE, run_flaky, .command = NULL),
    OP("brittle", any_input, 0, run_flaky, .command = NULL),
    OP("slow", any_input, 0, run_slow, .timeout_ms = 30),
    OP("read", path_input, OP_FOR_AGENTS, run_note, .command = NULL),
    OP("drop", any_input, OP_WRITES | OP_DESTRUCTIVE | OP_FOR_AGENTS, run_drop, .affects = affects_drop),
    OP("outer", any_input, 0, run_outer, .timeout_ms = 500),
    OP("outer-drop", any_input, 0, run_outer_drop, .command = NULL),
    OP("loop", any_input, OP_FOR_AGENTS, run_loop, .command = NULL),
};

struct fixture {
    struct arena *arena;
    struct op_table *table;
    struct still_world world;
    struct memory_ledger ledger;
    struct service service;
    struct gate gate;
    char folder[64];
    struct gate_reply reply;
    struct err err;
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct err err;

    assert_non_null(f);
    f->arena = arena_new();
    f->table = op_table_new();
    if (op_table_add(f->table, fixture_ops, COUNT_OF(fixture_ops), &f->service, &err) < 0)
        fail_msg("%s", err.detail);
    f->world.world = (struct world){ still_now, still_random, &f->world };
    f->world.now = 1000000000000000;
    f->ledger.base.commit = remember;
    snprintf(f->folder, sizeof f->folder, "/tmp/assay-gate-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    f->gate = (struct gate){ .table = f->table,
                             .world = &f->world.world,
                             .ledger = &f->ledger.base,
                             .confirm_folder = f->folder,
                             .policy = { .any_path = true } };
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    struct err err;

    assert_int_equal(file_remove_tree(f->folder, &err), 0);
    op_table_free(f->table);
    arena_free(f->arena);
    free(f);
    return 0;
}

static struct json *parse(struct fixture *f, const char *text)
{
    struct json *v;

    assert_int_equal(json_parse(f->arena, text, strlen(text), &v, &f->err), 0);
    return v;
}

static int call_as(struct fixture *f, enum caller caller, const char *op, const char *args)
{
    struct gate_request r = { .op = op, .args = parse(f, args), .caller = caller };

    return gate_call(&f->gate, f->arena, &r, &f->reply, &f->err);
}

static int call(struct fixture *f, const char *op, const char *args)
{
    return call_as(f, CALLER_PERSON, op, args);
}

static void assert_refused(struct fixture *f, int status, enum err_code code)
{
    assert_int_equal(status, -1);
    assert_string_equal(err_name(f->err.code), err_name(code));
    assert_null(f->reply.result);
    assert_int_equal(strlen(f->err.correlation_id), 36);
}

static void assert_entry(struct fixture *f, size_t i, const char *part)
{
    if (!strstr(f->ledger.texts[i], part))
        fail_msg("%s is not in %s", part, f->ledger.texts[i]);
}

/* ---- find and validate ---- */

static void an_unknown_operation_names_the_nearest(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "nota", "{}"), ERR_UNKNOWN_OPERATION);
    assert_string_equal(f->err.action, "Did you mean 'note'?");
    assert_int_equal(f->ledger.n, 0);
}

static void arguments_are_checked_before_anything_runs(void **state)
{
    static const char *const bad[] = { "{}",
                                       "{\"text\":\"\"}",
                                       "{\"text\":\"sixsix\"}",
                                       "{\"text\":5}",
                                       "{\"text\":\"hi\",\"times\":4}",
                                       "{\"text\":\"hi\",\"tiems\":1}",
                                       "[1]" };
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_refused(f, call(f, "note", bad[i]), ERR_INVALID_INPUT);
    assert_int_equal(f->service.runs, 0);
    assert_int_equal(f->ledger.n, 0);
}

static void arguments_at_their_bounds_pass_and_defaults_are_filled_in(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "note", "{\"text\":\"fives\"}"), 0);
    assert_int_equal(json_get_int(f->reply.result, "count", 0), 2);
    assert_int_equal(call(f, "note", "{\"text\":\"h\",\"times\":3}"), 0);
    assert_int_equal(json_get_int(f->reply.result, "count", 0), 3);
}

static void a_result_outside_its_schema_is_not_given(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "wrong", "{}"), ERR_INTERNAL);
    assert_entry(f, 1, "\"status\":\"error\"");
}

static void a_user_has_a_name_within_bounds(void **state)
{
    struct fixture *f = *state;
    char name[USER_CHARS + 2];
    struct gate_request r = { .op = "note", .args = parse(f, "{\"text\":\"h\"}"), .user = name };

    memset(name, 'u', sizeof name);
    name[USER_CHARS + 1] = '\0';
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_INVALID_INPUT);
    name[USER_CHARS] = '\0';
    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    name[0] = '\0';
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_INVALID_INPUT);
}

/* ---- policy ---- */

static void only_people_call_what_is_not_for_agents(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call_as(f, CALLER_AGENT, "private", "{\"text\":\"h\"}"), ERR_POLICY_VIOLATION);
    assert_refused(f, call_as(f, CALLER_CLIENT, "private", "{\"text\":\"h\"}"), ERR_POLICY_VIOLATION);
    assert_int_equal(f->service.runs, 0);
    assert_int_equal(f->ledger.n, 2);
    assert_string_equal(f->ledger.events[0], RECORD_DECISION);
    assert_int_equal(call_as(f, CALLER_PERSON, "private", "{\"text\":\"h\"}"), 0);
    assert_int_equal(call_as(f, CALLER_CLIENT, "note", "{\"text\":\"h\"}"), 0);
}

static int read_path(struct fixture *f, const char *path)
{
    return call(f, "read", arena_printf(f->arena, "{\"data\":[\"%s\"]}", path));
}

static void paths_stay_below_the_allowed_folders(void **state)
{
    struct fixture *f = *state;
    const char *inside = arena_printf(f->arena, "%s/in", f->folder);
    const char *beside = arena_printf(f->arena, "%s/in-other", f->folder);
    const char *allow[] = { inside };

    assert_int_equal(file_mkdirs(inside, &f->err), 0);
    assert_int_equal(file_mkdirs(beside, &f->err), 0);
    assert_int_equal(file_write(arena_printf(f->arena, "%s/a.csv", inside), "x", 1, "t", &f->err), 0);
    assert_int_equal(file_write(arena_printf(f->arena, "%s/b.csv", beside), "x", 1, "t", &f->err), 0);
    assert_int_equal(symlink(arena_printf(f->arena, "%s/b.csv", beside), arena_printf(f->arena, "%s/link", inside)), 0);
    f->gate.policy = (struct policy){ .allow = allow, .n_allow = 1 };
    assert_int_equal(read_path(f, arena_printf(f->arena, "%s/a.csv", inside)), 0);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/b.csv", beside)), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/../in-other/b.csv", inside)), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/link", inside)), ERR_POLICY_VIOLATION);
    assert_refused(f, read_path(f, arena_printf(f->arena, "%s/none", inside)), ERR_POLICY_VIOLATION);
    assert_null(strstr(f->err.message, f->folder));
    f->gate.policy.any_path = true;
    assert_int_equal(read_path(f, arena_printf(f->arena, "%s/b.csv", beside)), 0);
}

/* ---- confirmation ---- */

static const char *held_token(struct fixture *f, const char *args)
{
    assert_refused(f, call(f, "drop", args), ERR_CONFIRMATION_REQUIRED);
    assert_string_equal(json_get_text(f->reply.confirmation, "summary"), "Drop the thing.");
    return json_get_text(f->reply.confirmation, "token");
}

static int confirm_as(struct fixture *f, const char *user, const char *token, const char *x)
{
    struct gate_request r = { .op = "drop", .user = user };

    r.args = parse(f, arena_printf(f->arena, "{\"confirmation_token\":\"%s\"%s}", token, x));
    return gate_call(&f->gate, f->arena, &r, &f->reply, &f->err);
}

static void a_destructive_call_waits_and_its_token_works_once(void **state)
{
    struct fixture *f = *state;
    const char *token = held_token(f, "{}");

    assert_int_equal(f->service.runs, 0);
    assert_int_equal(confirm_as(f, "local", token, ""), 0);
    assert_int_equal(f->service.runs, 1);
    assert_refused(f, confirm_as(f, "local", token, ""), ERR_CONFIRMATION_VOID);
    assert_int_equal(f->service.runs, 1);
}

static void a_token_is_void_when_what_it_named_has_changed(void **state)
{
    struct fixture *f = *state;
    const char *token = held_token(f, "{}");

    assert_refused(f, confirm_as(f, "local", token, ",\"x\":1"), ERR_CONFIRMATION_VOID);
    token = held_token(f, "{}");
    f->service.version++;
    assert_refused(f, confirm_as(f, "local", token, ""), ERR_CONFIRMATION_VOID);
    token = held_token(f, "{}");
    assert_refused(f, confirm_as(f, "eve", token, ""), ERR_CONFIRMATION_VOID);
    assert_refused(f, confirm_as(f, "local", "../../etc/passwd", ""), ERR_CONFIRMATION_VOID);
    assert_refused(f, confirm_as(f, "local", "00000000-0000-4000-8000-000000000000", ""), ERR_CONFIRMATION_VOID);
    assert_int_equal(f->service.runs, 0);
}

static void a_token_lasts_until_its_time_and_no_longer(void **state)
{
    struct fixture *f = *state;
    const char *token = held_token(f, "{}");

    f->world.now += (int64_t)CONFIRM_SECONDS * 1000000;
    assert_int_equal(confirm_as(f, "local", token, ""), 0);
    token = held_token(f, "{}");
    f->world.now += (int64_t)CONFIRM_SECONDS * 1000000 + 1;
    assert_refused(f, confirm_as(f, "local", token, ""), ERR_CONFIRMATION_VOID);
    assert_int_equal(f->service.runs, 1);
}

static void only_a_person_can_say_yes_beforehand(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "drop", .caller = CALLER_CLIENT, .confirmed = true };

    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_CONFIRMATION_REQUIRED);
    r.caller = CALLER_PERSON;
    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_int_equal(f->service.runs, 1);
}

static void an_agent_gets_the_question_and_not_the_deed(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "outer-drop", .confirmed = true };

    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_int_equal(f->service.runs, 0);
}

/* ---- attempts, deadlines, cancelling ---- */

static void a_repeatable_call_is_tried_three_times_and_told_why(void **state)
{
    struct fixture *f = *state;

    f->service.fail_code = ERR_SQL_SYNTAX;
    f->service.fail_times = 2;
    assert_int_equal(call(f, "flaky", "{}"), 0);
    assert_int_equal(f->service.runs, 3);
    assert_string_equal(f->service.categories[1], "sql_syntax");
    assert_string_equal(f->service.categories[2], "sql_syntax");
    assert_int_equal(f->ledger.n, 6);
    f->service.runs = 0;
    f->service.fail_times = 3;
    assert_refused(f, call(f, "flaky", "{}"), ERR_SQL_SYNTAX);
    assert_int_equal(f->service.runs, 3);
}

static void what_a_retry_cannot_mend_is_tried_once(void **state)
{
    struct fixture *f = *state;

    f->service.fail_times = 9;
    f->service.fail_code = ERR_SQL_SYNTAX;
    assert_refused(f, call(f, "brittle", "{}"), ERR_SQL_SYNTAX);
    assert_int_equal(f->service.runs, 1);
    f->service.fail_code = ERR_INVALID_INPUT;
    assert_refused(f, call(f, "flaky", "{}"), ERR_INVALID_INPUT);
    assert_int_equal(f->service.runs, 2);
}

static void a_deadline_ends_a_call(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "slow", "{}"), ERR_QUERY_TIMEOUT);
    assert_entry(f, 1, "\"status\":\"timeout\"");
}

static void a_cancelled_call_does_not_begin(void **state)
{
    struct fixture *f = *state;
    struct cancel cancel;
    struct gate_request r = { .op = "note", .args = parse(f, "{\"text\":\"h\"}"), .cancel = &cancel };

    cancel_init(&cancel, NULL, 0);
    cancel_fire(&cancel);
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_CANCELLED);
    assert_int_equal(f->service.runs, 0);
}

/* ---- record ---- */

static void call_and_observation_are_recorded_in_order(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "note", "{\"text\":\"h\"}"), 0);
    assert_int_equal(f->ledger.n, 2);
    assert_string_equal(f->ledger.events[0], RECORD_CALL);
    assert_string_equal(f->ledger.events[1], RECORD_OBSERVATION);
    assert_entry(f, 1, "\"status\":\"success\"");
}

static void what_cannot_be_written_down_is_not_told(void **state)
{
    struct fixture *f = *state;

    f->ledger.fail_at = 1;
    assert_refused(f, call(f, "note", "{\"text\":\"h\"}"), ERR_DISK_FULL);
    f->ledger.fail_at = 2;
    assert_refused(f, call_as(f, CALLER_AGENT, "private", "{\"text\":\"h\"}"), ERR_DISK_FULL);
    assert_int_equal(f->ledger.n, 0);
}

static void a_change_is_committed_with_its_entries(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "drop", .caller = CALLER_PERSON, .confirmed = true };

    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_int_equal(f->ledger.commits, 1);
    assert_int_equal(f->ledger.n, 3); /* the decision, the call, the observation */
    assert_entry(f, 2, "\"status\":\"success\"");
}

static void a_commit_that_fails_is_observed_as_a_failure(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "drop", .caller = CALLER_PERSON, .confirmed = true };

    f->ledger.fail_at = 1;
    assert_refused(f, gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), ERR_DISK_FULL);
    assert_int_equal(f->ledger.n, 3);
    assert_entry(f, 2, "\"status\":\"error\"");
    assert_entry(f, 2, "DISK_FULL");
}

static void words_are_hidden_behind_a_salted_hash(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "note", "{\"text\":\"xyzzy\"}"), 0);
    assert_null(strstr(f->ledger.texts[0], "xyzzy"));
    assert_entry(f, 0, "\"text\":{\"sha256\":\"");
    assert_entry(f, 0, "\"times\":2");
    assert_int_equal(f->ledger.n_words, 2); /* the text, and the result's salt */
}

static void a_private_request_leaves_no_words_and_no_hashes(void **state)
{
    struct fixture *f = *state;
    struct gate_request r = { .op = "note", .args = parse(f, "{\"text\":\"xyzzy\"}"), .private = true };

    assert_int_equal(gate_call(&f->gate, f->arena, &r, &f->reply, &f->err), 0);
    assert_int_equal(f->ledger.n, 2);
    assert_int_equal(f->ledger.n_words, 0);
    for (size_t i = 0; i < 2; i++) {
        assert_null(strstr(f->ledger.texts[i], "xyzzy"));
        assert_null(strstr(f->ledger.texts[i], "sha256"));
    }
}

/* ---- calls inside calls ---- */

static void a_nested_call_is_an_agents_and_no_longer_than_its_outer(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(call(f, "outer", "{}"), 0);
    assert_int_equal(f->service.seen_caller, CALLER_AGENT);
    assert_in_range(f->service.seen_left_ms, 1, 500);
    assert_int_equal(f->ledger.n, 4);
}

static void calls_that_go_round_in_circles_are_stopped(void **state)
{
    struct fixture *f = *state;

    assert_refused(f, call(f, "loop", "{}"), ERR_INTERNAL);
}

/* ---- the table ---- */

static void a_wrong_declaration_is_refused_when_it_is_added(void **state)
{
    static const struct op wrong[] = {
        OP("note", any_input, 0, run_note, .command = NULL),
        OP("fresh", any_input, 0, run_note, .command = "note"),
        OP("fresh", any_input, OP_WRITES | OP_DESTRUCTIVE, run_note, .command = NULL),
        OP("fresh", any_input, OP_DESTRUCTIVE, run_note, .affects = affects_drop),
        OP("fresh", any_input, 0, NULL, .command = NULL),
        OP("fresh", no_help, 0, run_note, .command = NULL),
        { .name = "fresh", .summary = "No stop", .input = &any_input, .output = &count_output, .run = run_note },
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_int_equal(op_table_add(f->table, &wrong[i], 1, NULL, &f->err), -1);
        assert_int_equal(f->err.code, ERR_INVALID_SCHEMA);
    }
    assert_null(op_table_find(f->table, "fresh"));
}

static void the_table_is_in_order(void **state)
{
    struct fixture *f = *state;
    const struct op_entry *const *entries;
    size_t n = op_table_entries(f->table, &entries);

    assert_int_equal(n, COUNT_OF(fixture_ops));
    for (size_t i = 1; i < n; i++)
        assert_true(strcmp(entries[i - 1]->op->name, entries[i]->op->name) < 0);
    for (size_t i = 0; i < n; i++)
        assert_ptr_equal(op_table_find(f->table, entries[i]->op->name), entries[i]);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_unknown_operation_names_the_nearest),
        TEST(arguments_are_checked_before_anything_runs),
        TEST(arguments_at_their_bounds_pass_and_defaults_are_filled_in),
        TEST(a_result_outside_its_schema_is_not_given),
        TEST(a_user_has_a_name_within_bounds),
        TEST(only_people_call_what_is_not_for_agents),
        TEST(paths_stay_below_the_allowed_folders),
        TEST(a_destructive_call_waits_and_its_token_works_once),
        TEST(a_token_is_void_when_what_it_named_has_changed),
        TEST(a_token_lasts_until_its_time_and_no_longer),
        TEST(only_a_person_can_say_yes_beforehand),
        TEST(an_agent_gets_the_question_and_not_the_deed),
        TEST(a_repeatable_call_is_tried_three_times_and_told_why),
        TEST(what_a_retry_cannot_mend_is_tried_once),
        TEST(a_deadline_ends_a_call),
        TEST(a_cancelled_call_does_not_begin),
        TEST(call_and_observation_are_recorded_in_order),
        TEST(what_cannot_be_written_down_is_not_told),
        TEST(a_change_is_committed_with_its_entries),
        TEST(a_commit_that_fails_is_observed_as_a_failure),
        TEST(words_are_hidden_behind_a_salted_hash),
        TEST(a_private_request_leaves_no_words_and_no_hashes),
        TEST(a_nested_call_is_an_agents_and_no_longer_than_its_outer),
        TEST(calls_that_go_round_in_circles_are_stopped),
        TEST(a_wrong_declaration_is_refused_when_it_is_added),
        TEST(the_table_is_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
