/* gate_testing.h - a gate with operations of its own, a clock that stands still and a ledger that remembers. */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "gate/gate.h"
#include "gate/ledger.h"
#include "gate/table.h"
#include "model/answer.h"
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
    enum caller seen_caller, seen_origin;
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
static const struct model_field made_fields[] = {
    FIELD("file", TEXT, REQ | MODEL_PATH | MODEL_MADE, "A file to be made."),
    END,
};
static const struct model_field any_fields[] = { FIELD("x", INT, 0, "Any number."), END };
static const struct model_field count_fields[] = { FIELD("count", INT, REQ, "How many."), END };
static const struct model_field bare_fields[] = { { .name = "x" }, END };

static const struct model_entity note_input = ENTITY("note", "A note.", note_fields);
static const struct model_entity path_input = ENTITY("path", "Paths.", path_fields);
static const struct model_entity made_input = ENTITY("made", "A file.", made_fields);
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
    call_step(c, 7, 0, "Note");
    s->runs++;
    s->seen_caller = c->caller;
    s->seen_origin = c->origin;
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

    if (json_get_int(args, "x", 0) == 9) {
        err_say(err, ERR_POLICY_VIOLATION, "That one may not be dropped.");
        return err_rule(err, "kept", "It is one of those that stay.");
    }
    ret->summary = "Drop the thing.";
    ret->rows = json_push(c->arena, json_array(c->arena), json_int(c->arena, s->version));
    return 0;
}

static int run_outer(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *inner, *note = json_object(c->arena);

    (void)args;
    call_step(c, 1, 2, "Outer");
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

static int run_refuser(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    (void)args;
    (void)ret;
    if (call_decide(c, "leave_out", "small", "Something was left out.", err) < 0)
        return -1;
    err_say(err, ERR_POLICY_VIOLATION, "The column 'x' may not be read.");
    return err_rule(err, "columns", "A column was named that may not be read.");
}

static int run_outer_refuser(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return gate_nested(c, "refuser", args, ret, err);
}

static int run_loop(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    return gate_nested(c, "loop", args, ret, err);
}

/* Answers with an error, with a question back, or with a text. */
static int run_answerer(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct answer_ids ids = { .correlation_id = c->correlation_id, .request_id = c->request_id };
    struct json *answer = answer_new(c->arena, c->world, "analyst", &ids);
    int64_t x = json_get_int(args, "x", 0);

    if (x == 1) {
        err_say(err, ERR_MISSING_COLUMN, "There is no such column.");
        answer_fail(c->arena, c->world, answer, err);
    } else if (x == 2) {
        answer_ask(c->arena, answer, "Which one?");
        answer_add_option(c->arena, answer, "this", json_str(c->arena, "this"));
    } else {
        answer_say(c->arena, answer, "There are two.");
    }
    *ret = answer;
    return 0;
}

static int work_that_fails(struct tx *tx, void *arg, struct err *err)
{
    (void)tx;
    (void)arg;
    return err_set(err, ERR_CHANGED_MEANWHILE, "Something else was said.", "test");
}

/* Calls another, then puts off work that will fail. */
static int run_talker(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    if (run_outer(c, args, ret, err) < 0)
        return -1;
    call_finally(c, work_that_fails, NULL);
    return 0;
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
    OP("refuser", any_input, OP_FOR_AGENTS, run_refuser, .command = NULL),
    OP("outer-refuser", any_input, 0, run_outer_refuser, .command = NULL),
    OP("make", made_input, 0, run_drop, .command = NULL),
    OP("talker", any_input, OP_TALKS, run_talker, .command = NULL),
    OP("peek", any_input, OP_UNRECORDED, run_drop, .command = NULL),
    { .name = "answerer",
      .summary = "A test.",
      .input = &any_input,
      .output = &answer_entity,
      .shape = OP_ANSWER,
      .run = run_answerer },
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

static inline int setup(void **state)
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

static inline int teardown(void **state)
{
    struct fixture *f = *state;
    struct err err;

    assert_int_equal(file_remove_tree(f->folder, &err), 0);
    op_table_free(f->table);
    arena_free(f->arena);
    free(f);
    return 0;
}

static inline struct json *parse(struct fixture *f, const char *text)
{
    struct json *v;

    assert_int_equal(json_parse(f->arena, text, strlen(text), &v, &f->err), 0);
    return v;
}

static inline int call_as(struct fixture *f, enum caller caller, const char *op, const char *args)
{
    struct gate_request r = { .op = op, .args = parse(f, args), .caller = caller };

    return gate_call(&f->gate, f->arena, &r, &f->reply, &f->err);
}

static inline int call(struct fixture *f, const char *op, const char *args)
{
    return call_as(f, CALLER_PERSON, op, args);
}

static inline void assert_refused(struct fixture *f, int status, enum err_code code)
{
    assert_int_equal(status, -1);
    assert_string_equal(err_name(f->err.code), err_name(code));
    assert_null(f->reply.result);
    assert_int_equal(strlen(f->err.correlation_id), 36);
}

static inline void assert_entry(struct fixture *f, size_t i, const char *part)
{
    if (!strstr(f->ledger.texts[i], part))
        fail_msg("%s is not in %s", part, f->ledger.texts[i]);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
