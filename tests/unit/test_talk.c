/* test_talk.c - conversations: a turn is kept whole or not at all, each one's own, in order, for thirty days. */
#include "store_testing.h"

#include "base/timefmt.h"
#include "gate/gate.h"
#include "gate/ledger.h"
#include "gate/table.h"
#include "model/fields.h"
#include "talk/talk.h"
#include <pthread.h>

#define NOW_US (1769164200LL * 1000000) /* a full second: its text has no fraction */
#define DAY (86400LL * 1000000)

static int64_t clock_us;

static int64_t read_clock(void *state)
{
    (void)state;
    return clock_us;
}

struct told {
    const char *id;
    int64_t count, before;
};

static struct world world;
static struct store *s;
static struct store_ledger ledger;
static struct arena *a;
static struct op_table *table;
static struct gate gate;
static struct err err;

struct clearing {
    const char *id, *user;
    int64_t messages;
};

static int clear_it(struct tx *tx, void *arg, struct err *e)
{
    struct clearing *c = arg;

    return conversation_clear(tx, c->id, c->user, clock_us, &c->messages, e);
}

/* ---- an operation that repeats what it is told, and how often it was told something ---- */

static const struct model_field echo_fields[] = {
    FIELD("id", TEXT, 0, "The conversation."),
    FIELD("text", TEXT, REQ | MODEL_WORDS,
          "What is said; 'fail' fails, 'inner' has another do it, 'cleared' is cleared meanwhile, 'slow' takes long."),
    END,
};
static const struct model_field said_fields[] = {
    FIELD("id", TEXT, REQ, "The conversation."),
    FIELD("count", INT, REQ, "How often something was said."),
    FIELD("before", INT, REQ, "Messages that were there."),
    END,
};
static const struct model_entity echo_input = ENTITY("echo", "Words.", echo_fields);
static const struct model_entity said_output = ENTITY("said", "What became of them.", said_fields);

static int run_echo(struct call *c, const struct json *args, struct json **ret, struct err *e)
{
    const char *text = json_get_text(args, "text");
    struct talk *t = arena_alloc(c->arena, sizeof *t);
    struct json *inner;
    int64_t count;

    if (strcmp(text, "inner") == 0) {
        struct json *said = json_set(c->arena, json_object(c->arena), "text", json_str(c->arena, "fail"));
        assert_int_equal(gate_nested(c, "echo", said, &inner, e), -1);
    }
    if (talk_open(c, c->service, "tasks", json_get_text(args, "id"), WINDOW_TURNS, t, e) < 0)
        return -1;
    if (strcmp(text, "cleared") == 0)
        assert_int_equal(store_write(s, clear_it, &(struct clearing){ t->id, c->user, 0 }, NULL, e), 0);
    if (strcmp(text, "slow") == 0)
        usleep(50000);
    count = json_get_int(t->metadata, "count", 0) + 1;
    json_set(c->arena, t->metadata, "count", json_int(c->arena, count));
    talk_say(t, "user", text, NULL);
    talk_say(t, "assistant", text, json_set(c->arena, json_object(c->arena), "n", json_int(c->arena, count)));
    if (talk_end(t, e) < 0)
        return -1;
    *ret = json_set(c->arena, json_object(c->arena), "id", json_str(c->arena, t->id));
    json_set(c->arena, *ret, "count", json_int(c->arena, count));
    json_set(c->arena, *ret, "before", json_int(c->arena, (int64_t)json_len(t->before)));
    return strcmp(text, "fail") == 0 ? err_say(e, ERR_CONFLICT, "It failed.") : 0;
}

static const struct op ops[] = {
    { .name = "echo",
      .summary = "Repeat.",
      .input = &echo_input,
      .output = &said_output,
      .flags = OP_TALKS | OP_FOR_AGENTS,
      .run = run_echo },
};

/* ---- the fixture ---- */

static int setup(void **state)
{
    if (scratch_setup(state) < 0)
        return -1;
    clock_us = NOW_US;
    world = *world_system();
    world.now_us = read_clock;
    a = arena_new();
    if (store_open(*state, &world, &s, &err) < 0)
        return -1;
    store_ledger_init(&ledger, s);
    table = op_table_new();
    if (op_table_add(table, ops, COUNT_OF(ops), s, &err) < 0)
        return -1;
    gate = (struct gate){ .table = table, .world = &world, .ledger = &ledger.base };
    return 0;
}

static int teardown(void **state)
{
    op_table_free(table);
    store_close(s);
    arena_free(a);
    return scratch_teardown(state);
}

static int try_say(const char *user, const char *id, const char *text, bool private, struct told *ret)
{
    struct json *args = json_set(a, json_object(a), "text", json_str(a, text));
    struct gate_request r = { .op = "echo", .args = args, .user = user, .private = private };
    struct gate_reply reply;

    if (id)
        json_set(a, args, "id", json_str(a, id));
    if (gate_call(&gate, a, &r, &reply, &err) < 0)
        return -1;
    *ret = (struct told){ json_get_text(reply.result, "id"), json_get_int(reply.result, "count", 0),
                          json_get_int(reply.result, "before", 0) };
    return 0;
}

static struct told say(const char *user, const char *id, const char *text)
{
    struct told t;

    if (try_say(user, id, text, false, &t) < 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return t;
}

struct asked {
    const char *sql, *value;
    int64_t n;
};

static int count_rows(struct db *db, void *arg, struct err *e)
{
    struct asked *q = arg;

    return db_get_int(db, q->sql, DB_VALUES(DB_S(q->value)), &q->n, e);
}

static int64_t messages_of(const char *id)
{
    struct asked q = { "SELECT count(*) FROM messages WHERE conversation_id = coalesce($1, conversation_id)", id, 0 };

    assert_int_equal(store_read(s, count_rows, &q, &err), 0);
    return q.n;
}

static int64_t conversations(void)
{
    struct asked q = { "SELECT count(*) FROM conversations WHERE $1 IS NULL", NULL, 0 };

    assert_int_equal(store_read(s, count_rows, &q, &err), 0);
    return q.n;
}

/* ---- the tests ---- */

static void a_turn_is_there_for_the_next_one(void **state)
{
    struct told first = say("ann", NULL, "hello"), second;

    (void)state;
    assert_int_equal(first.count, 1);
    assert_int_equal(first.before, 0);
    second = say("ann", first.id, "again");
    assert_string_equal(second.id, first.id);
    assert_int_equal(second.count, 2);
    assert_int_equal(second.before, 2);
    assert_int_equal(messages_of(first.id), 4);
}

static void a_turn_that_fails_leaves_nothing(void **state)
{
    struct told t = say("ann", NULL, "hello"), unused;

    (void)state;
    assert_int_equal(try_say("ann", t.id, "fail", false, &unused), -1);
    assert_int_equal(messages_of(t.id), 2);
    assert_int_equal(say("ann", t.id, "again").count, 2);
}

/* What an inner call put off goes with its failure; the outer one's stays. */
static void an_inner_turn_that_fails_leaves_nothing_either(void **state)
{
    struct told t = say("ann", NULL, "inner");

    (void)state;
    assert_int_equal(conversations(), 1);
    assert_int_equal(messages_of(NULL), 2);
    assert_int_equal(messages_of(t.id), 2);
}

/* What a turn noted is about what it read: when that is no longer so, it is refused, and may be sent again. */
static void a_turn_whose_conversation_was_cleared_meanwhile_is_refused(void **state)
{
    struct told t = say("ann", NULL, "hello"), unused;

    (void)state;
    assert_int_equal(try_say("ann", t.id, "cleared", false, &unused), -1);
    assert_int_equal(err.code, ERR_CHANGED_MEANWHILE);
    assert_true(err_can_retry(err.code));
    assert_string_equal(err.action, "Send it again.");
    assert_int_equal(messages_of(t.id), 0);
    assert_int_equal(say("ann", t.id, "again").count, 1);
}

struct turn_of {
    const char *id;
    int status;
};

static void *say_slowly(void *arg)
{
    struct turn_of *turn = arg;
    struct arena *mine CLEANUP(arena_cleanup) = arena_new();
    struct json *args = json_set(mine, json_object(mine), "text", json_str(mine, "slow"));
    struct gate_request r = { .op = "echo",
                              .args = json_set(mine, args, "id", json_str(mine, turn->id)),
                              .user = "ann" };
    struct gate_reply reply;
    struct err e;

    turn->status = gate_call(&gate, mine, &r, &reply, &e);
    return NULL;
}

static void turns_at_the_same_time_happen_one_after_the_other(void **state)
{
    struct told t = say("ann", NULL, "hello");
    struct turn_of turns[4];
    pthread_t threads[COUNT_OF(turns)];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(turns); i++) {
        turns[i] = (struct turn_of){ t.id, -1 };
        assert_int_equal(pthread_create(&threads[i], NULL, say_slowly, &turns[i]), 0);
    }
    for (size_t i = 0; i < COUNT_OF(turns); i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(turns[i].status, 0);
    }
    assert_int_equal(messages_of(t.id), 2 + 2 * COUNT_OF(turns));
    assert_int_equal(say("ann", t.id, "again").count, 2 + COUNT_OF(turns));
}

static int64_t messages_with(const char *content)
{
    struct asked q = { "SELECT count(*) FROM messages WHERE content = $1 AND request_id IS NOT NULL", content, 0 };

    assert_int_equal(store_read(s, count_rows, &q, &err), 0);
    return q.n;
}

struct forgetting {
    char request[64];
    int64_t messages;
};

static int find_request(void *arg, const struct db_row *row, struct err *e)
{
    struct forgetting *f = arg;

    (void)e;
    snprintf(f->request, sizeof f->request, "%s", db_text(row, 0, NULL));
    return 0;
}

static int forget(struct tx *tx, void *arg, struct err *e)
{
    struct forgetting *f = arg;

    if (db_query(tx_db(tx), "SELECT request_id FROM messages WHERE content = 'a secret'", NULL, 0, find_request, f, e) <
        0)
        return -1;
    return conversation_forget(tx, f->request, &f->messages, e);
}

static void what_was_said_in_a_request_can_be_forgotten(void **state)
{
    struct told t = say("ann", NULL, "hello"), other = say("ann", NULL, "keep this");
    struct forgetting f = { .messages = 0 };

    (void)state;
    say("ann", t.id, "a secret");
    assert_int_equal(messages_with("a secret"), 2);
    assert_int_equal(store_write(s, forget, &f, NULL, &err), 0);
    assert_int_equal(f.messages, 2);
    assert_int_equal(messages_with("a secret"), 0);
    assert_int_equal(messages_with(MESSAGE_ERASED), 2);
    assert_int_equal(messages_with("hello"), 2);
    assert_int_equal(say("ann", t.id, "again").count, 1); /* what was noted may have repeated it */
    assert_int_equal(say("ann", other.id, "again").count, 2);
}

static void anothers_conversation_does_not_exist(void **state)
{
    struct told t = say("ann", NULL, "hello"), unused;

    (void)state;
    assert_int_equal(try_say("bob", t.id, "mine now", false, &unused), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_int_equal(try_say("ann", "00000000-0000-4000-8000-000000000000", "x", false, &unused), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
    assert_int_equal(messages_of(t.id), 2);
}

static void a_private_turn_is_kept_nowhere(void **state)
{
    struct told t;

    (void)state;
    assert_int_equal(try_say("ann", NULL, "secret", true, &t), 0);
    assert_non_null(t.id);
    assert_int_equal(conversations(), 0);
    assert_int_equal(messages_of(NULL), 0);
}

static void a_conversation_lasts_thirty_days_after_its_last_turn(void **state)
{
    struct told t = say("ann", NULL, "hello"), unused;

    (void)state;
    clock_us += CONVERSATION_KEEP_DAYS * DAY - 1000;
    assert_int_equal(say("ann", t.id, "still there").count, 2);
    clock_us += CONVERSATION_KEEP_DAYS * DAY - 1000;
    assert_int_equal(say("ann", t.id, "and again").count, 3);
    clock_us += CONVERSATION_KEEP_DAYS * DAY;
    assert_int_equal(try_say("ann", t.id, "too late", false, &unused), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
}

static void only_the_last_messages_are_read_the_oldest_first(void **state)
{
    struct told t = say("ann", NULL, "0");

    (void)state;
    for (int i = 1; i < 15; i++)
        t = say("ann", t.id, arena_printf(a, "%d", i));
    assert_int_equal(t.before, WINDOW_TURNS);
}

struct listing {
    const char *user, *agent;
    size_t offset, limit;
    struct json *page;
};

static int list(struct db *db, void *arg, struct err *e)
{
    struct listing *l = arg;

    return conversation_list(db, a, l->user, l->agent, clock_us, l->offset, l->limit, &l->page, e);
}

static void the_last_touched_is_listed_first_also_within_a_second(void **state)
{
    struct told first = say("ann", NULL, "the first one"), second;
    struct listing l = { "ann", NULL, 0, 10, NULL };

    (void)state;
    clock_us += 5000;
    second = say("ann", NULL, "the second one");
    say("bob", NULL, "somebody else's");
    assert_int_equal(store_read(s, list, &l, &err), 0);
    assert_int_equal(json_get_int(l.page, "total", 0), 2);
    assert_string_equal(json_get_text(json_at(json_get(l.page, "items"), 0), "id"), second.id);
    assert_string_equal(json_get_text(json_at(json_get(l.page, "items"), 1), "title"), "the first one");
    clock_us += 5000;
    say("ann", first.id, "more");
    l = (struct listing){ "ann", "tasks", 0, 1, NULL };
    assert_int_equal(store_read(s, list, &l, &err), 0);
    assert_int_equal(json_len(json_get(l.page, "items")), 1);
    assert_string_equal(json_get_text(json_at(json_get(l.page, "items"), 0), "id"), first.id);
    l = (struct listing){ "ann", "workbook", 0, 10, NULL };
    assert_int_equal(store_read(s, list, &l, &err), 0);
    assert_int_equal(json_get_int(l.page, "total", -1), 0);
}

static void a_cleared_conversation_keeps_only_its_name(void **state)
{
    struct told t = say("ann", NULL, "a secret nobody else knows"), other = say("ann", NULL, "hello");
    struct clearing c = { t.id, "ann", 0 };

    (void)state;
    assert_int_equal(store_write(s, clear_it, &c, NULL, &err), 0);
    assert_int_equal(c.messages, 2);
    assert_int_equal(messages_of(t.id), 0);
    assert_int_equal(messages_of(other.id), 2);
    assert_int_equal(say("ann", t.id, "anew").count, 1);
    c = (struct clearing){ t.id, "bob", 0 };
    assert_int_equal(store_write(s, clear_it, &c, NULL, &err), -1);
    assert_int_equal(err.code, ERR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TALK_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        TALK_TEST(a_turn_is_there_for_the_next_one),
        TALK_TEST(a_turn_that_fails_leaves_nothing),
        TALK_TEST(an_inner_turn_that_fails_leaves_nothing_either),
        TALK_TEST(a_turn_whose_conversation_was_cleared_meanwhile_is_refused),
        TALK_TEST(turns_at_the_same_time_happen_one_after_the_other),
        TALK_TEST(what_was_said_in_a_request_can_be_forgotten),
        TALK_TEST(anothers_conversation_does_not_exist),
        TALK_TEST(a_private_turn_is_kept_nowhere),
        TALK_TEST(a_conversation_lasts_thirty_days_after_its_last_turn),
        TALK_TEST(only_the_last_messages_are_read_the_oldest_first),
        TALK_TEST(the_last_touched_is_listed_first_also_within_a_second),
        TALK_TEST(a_cleared_conversation_keeps_only_its_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
