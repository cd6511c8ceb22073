/* test_tasks_undo.c - ten thousand random changes, all of them undone and done again: the tasks are what they were.
 *
 * The operations' own functions run in transactions of the real store, many to a commit; the gate and the doors are
 * tested elsewhere. Numbers come from a generator with a fixed seed, so that a failure happens again.
 */
#include "agents/tasks/bulk.h"
#include "agents/tasks/reminders.h"
#include "agents/tasks/store/result.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/undo.h"
#include "agents/tasks/tasks.h"
#include "agents/tasks/tools.h"
#include "base/buf.h"
#include "store_testing.h"
#include "sys/file.h"

#define OPERATIONS 10000
#define A_COMMIT 250 /* operations in one transaction */
#define FIRST 40     /* tasks that were there before */

static struct tasks service;
static uint64_t seed;

static unsigned random_below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

static int setup(void **state)
{
    char home[PATH_MAX];
    struct err err;

    if (scratch_setup(state) != 0)
        return -1;
    snprintf(home, sizeof home, "%s/home", (char *)*state);
    if (file_mkdirs(in(home, "logs"), &err) != 0)
        return -1;
    service.store = open_store(home);
    seed = 20261120;
    return 0;
}

static int teardown(void **state)
{
    store_close(service.store);
    return scratch_teardown(state);
}

/* ---- one operation ---- */

struct turn {
    struct arena *a;
    struct call call;
    int left; /* operations to do; or -1: until there is nothing more to undo or do again */
    op_run *again;
    int done;
};

static struct json *object(struct arena *a, const char *text)
{
    struct json *v = NULL;
    struct err err;

    assert_int_equal(json_parse(a, text, strlen(text), &v, &err), 0);
    return v;
}

static int64_t some_id(struct turn *t)
{
    int64_t last = 0;
    struct err err;

    assert_int_equal(db_get_int(tx_db(t->call.tx), "SELECT max(id) FROM tasks", NULL, 0, &last, &err), 0);
    return last > 60 ? last - (int64_t)random_below(60) : 1 + (int64_t)random_below((unsigned)last + 1);
}

/* What a person would have confirmed. */
static void confirm(struct turn *t, const struct json *ids)
{
    struct json *rows = json_array(t->a);

    for (size_t i = 0; i < json_len(ids); i++) {
        int64_t id = 0;
        struct json *task = NULL;
        struct err err;
        json_int64(json_at(ids, i), &id);
        assert_int_equal(task_find(tx_db(t->call.tx), t->a, "ann", id, &task, &err), 0);
        if (task)
            json_push(t->a, rows, task_bond(&t->call, task));
    }
    t->call.affected = rows;
}

/* Fails only in the ways that a person's own operation may. */
static void run(struct turn *t, op_run *op, struct json *args)
{
    struct json *result = NULL;
    struct err err;

    if (op(&t->call, args, &result, &err) < 0 && err.code != ERR_NOT_FOUND && err.code != ERR_CONFIRMATION_VOID &&
        err.code != ERR_CONFLICT)
        fail_msg("%s (%s)", err.message, err.detail);
    t->done++;
}

static struct json *of_task(struct turn *t, struct json *args)
{
    return json_set(t->a, args, "task_id", json_int(t->a, some_id(t)));
}

static void run_bulk(struct turn *t)
{
    static const char *const actions[] = {
        "{\"action\":\"complete\"}", "{\"action\":\"reopen\"}", "{\"action\":\"delete\"}",
        "{\"action\":\"update\",\"set\":{\"add_tags\":[\"all\"],\"due\":\"2026-12-24T18:00\"}}"
    };
    struct json *args = object(t->a, actions[random_below(COUNT_OF(actions))]), *ids = json_array(t->a);
    int64_t first = some_id(t);

    for (int64_t i = 0; i < 1 + (int64_t)random_below(3); i++)
        json_push(t->a, ids, json_int(t->a, first - i > 0 ? first - i : first + 100 + i));
    json_set(t->a, args, "task_ids", ids);
    confirm(t, ids);
    for (size_t i = 0; json_get(args, "set") && i < json_len(t->call.affected); i++)
        json_set(t->a, json_at(t->call.affected, i), "due", json_str(t->a, "2026-12-24"));
    run(t, task_bulk, args);
    t->call.affected = NULL;
}

static void run_delete(struct turn *t)
{
    struct json *args = of_task(t, object(t->a, "{}")), *ids = json_array(t->a);

    confirm(t, json_push(t->a, ids, json_copy(t->a, json_get(args, "task_id"))));
    run(t, task_delete, args);
    t->call.affected = NULL;
}

static void run_one(struct turn *t)
{
    static const char *const added[] = {
        "{\"title\":\"buy milk\"}",
        "{\"title\":\"pay rent\",\"due\":\"2058-01-31T09:00\",\"repeat\":\"FREQ=MONTHLY\",\"remind\":\"PT60M\"}",
        "{\"title\":\"water the plants\",\"description\":\"all\",\"tags\":[\"home\"],\"priority\":\"low\"}"
    };
    static const char *const changed[] = { "{\"title\":\"buy bread\"}", "{\"description\":null,\"priority\":\"high\"}",
                                           "{\"due\":\"none\"}", "{\"due\":\"2059-02-03\",\"tags\":[\"work\"]}",
                                           "{\"repeat\":\"FREQ=WEEKLY\",\"add_tags\":[\"often\"]}" };
    unsigned which = random_below(100);

    if (which < 30)
        run(t, task_add, object(t->a, added[random_below(COUNT_OF(added))]));
    else if (which < 50)
        run(t, task_update, of_task(t, object(t->a, changed[random_below(COUNT_OF(changed))])));
    else if (which < 62)
        run(t, task_complete, of_task(t, object(t->a, "{}")));
    else if (which < 67)
        run(t, task_reopen, of_task(t, object(t->a, "{}")));
    else if (which < 77)
        run_delete(t);
    else if (which < 85)
        run_bulk(t);
    else if (which < 90)
        run(t, task_dismiss, of_task(t, object(t->a, "{}")));
    else
        run(t, which < 96 ? task_undo : task_redo, object(t->a, "{}"));
}

/* ---- many ---- */

static int work(struct tx *tx, void *arg, struct err *err)
{
    struct turn *t = arg;

    t->call.tx = tx;
    for (int i = 0; i < A_COMMIT && t->left != 0; i++) {
        struct json *result;
        if (!t->again) {
            run_one(t);
            t->left--;
        } else if (t->again(&t->call, object(t->a, "{}"), &result, err) == 0) {
            t->done++;
        } else {
            assert_int_equal(err->code, ERR_NOT_FOUND);
            t->left = 0;
        }
    }
    return 0;
}

/* Returns how many operations there were. */
static int go_on(int n, op_run *again)
{
    int left = n, done = 0;

    while (left != 0) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct turn t = {
            .a = a,
            .call = { .arena = a, .service = &service, .world = world_system(), .user = "ann", .request_id = REQUEST },
            .left = left,
            .again = again
        };
        struct err err;
        if (store_write(service.store, work, &t, NULL, &err) != 0)
            fail_msg("%s (%s)", err.message, err.detail);
        left = t.left;
        done += t.done;
    }
    return done;
}

/* ---- the state ---- */

static int dump_rows(struct db *db, void *arg, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct task_rows rows = TASK_ROWS(a);
    struct buf *b = arg;
    const char *sql = arena_printf(a, "SELECT %s FROM tasks t ORDER BY t.id", task_columns);

    if (db_query(db, sql, NULL, 0, task_rows_take, &rows, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(rows.tasks); i++)
        json_unset(json_at(rows.tasks, i), "version");
    json_write(b, rows.tasks);
    return 0;
}

static char *dump(void)
{
    struct buf b = BUF(64u << 20);
    struct err err;

    assert_int_equal(store_read(service.store, dump_rows, &b, &err), 0);
    assert_int_equal(buf_check(&b, &err), 0);
    return buf_take(&b, &(size_t){ 0 });
}

/* The index of words is checked by SQLite itself, and what it holds against the rows; the counts by counting. */
static int check_derived(struct tx *tx, void *arg, struct err *err)
{
    static const char *const wrong[] = {
        "SELECT count(*) FROM (SELECT id, title, description, tags, status FROM tasks EXCEPT"
        " SELECT rowid, title, description, tags, status FROM task_index)",
        "SELECT count(*) FROM (SELECT rowid, title, description, tags, status FROM task_index EXCEPT"
        " SELECT id, title, description, tags, status FROM tasks)",
        "SELECT count(*) FROM task_counts c WHERE tasks <> (SELECT count(*) FROM tasks t WHERE t.user_id ="
        " c.user_id AND t.status = c.status)",
        "SELECT count(*) FROM task_index i JOIN tasks t ON t.id = i.rowid WHERE i.owner <> '0' || hex(t.user_id) || "
        "'0'",
        "SELECT count(*) FROM task_tags g WHERE NOT EXISTS (SELECT 1 FROM tasks t WHERE t.id = g.task_id AND"
        " t.user_id = g.user_id AND t.status = g.status AND instr(t.tags, ' ' || g.tag || ' ') > 0)",
        "SELECT (SELECT count(*) FROM task_tags) - (SELECT sum(length(tags) - length(replace(tags, ' ', '')) - (tags <>"
        " '')) FROM tasks)",
    };

    (void)arg;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        int64_t n = -1;
        if (db_get_int(tx_db(tx), wrong[i], NULL, 0, &n, err) < 0)
            return -1;
        assert_int_equal(n, 0);
    }
    return db_run(tx_db(tx), "INSERT INTO task_index (task_index) VALUES ('integrity-check')", NULL, 0, NULL, err);
}

static void derived_is_right(void)
{
    struct err err;

    if (store_write(service.store, check_derived, NULL, NULL, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
}

static int forget_steps(struct tx *tx, void *arg, struct err *err)
{
    (void)arg;
    return db_run(tx_db(tx), "DELETE FROM task_steps", NULL, 0, NULL, err);
}

/* ---- tests ---- */

static void everything_can_be_undone_and_done_again(void **state)
{
    char *before, *after, *back, *again;
    int undone;
    struct err err;

    (void)state;
    go_on(FIRST, NULL);
    assert_int_equal(store_write(service.store, forget_steps, NULL, NULL, &err), 0);
    before = dump();
    assert_int_equal(go_on(OPERATIONS, NULL), OPERATIONS);
    after = dump();
    assert_string_not_equal(before, after);
    derived_is_right();
    undone = go_on(-1, task_undo);
    assert_true(undone > OPERATIONS / 4);
    back = dump();
    assert_string_equal(before, back);
    derived_is_right();
    assert_true(go_on(-1, task_redo) >= undone);
    again = dump();
    assert_string_equal(after, again);
    derived_is_right();
    free(before);
    free(after);
    free(back);
    free(again);
}

/* A task is added, and then changed in every way there is of changing it. */
static int change_one(struct tx *tx, void *arg, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct call c = {
        .arena = a, .service = &service, .world = world_system(), .user = "ann", .request_id = REQUEST, .tx = tx
    };
    static op_run *const again[] = {
        task_update, task_undo, task_redo, task_undo, task_redo, task_complete, task_undo
    };
    const char *args = "{\"task_id\":1,\"title\":\"b\"}";
    int64_t last = 0;
    struct json *result;

    (void)arg;
    if (task_add(&c, object(a, "{\"title\":\"a\"}"), &result, err) < 0)
        return -1;
    for (size_t i = 0; i < COUNT_OF(again); i++) {
        int64_t now = 0;
        if (again[i](&c, object(a, again[i] == task_undo || again[i] == task_redo ? "{}" : args), &result, err) < 0 ||
            db_get_int(tx_db(tx), "SELECT version FROM tasks WHERE id = 1", NULL, 0, &now, err) < 0)
            return -1;
        assert_true(now > last);
        last = now;
    }
    return 0;
}

static void a_version_never_comes_again(void **state)
{
    struct err err;

    (void)state;
    if (store_write(service.store, change_one, NULL, NULL, &err) != 0)
        fail_msg("%s (%s)", err.message, err.detail);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everything_can_be_undone_and_done_again, setup, teardown),
        cmocka_unit_test_setup_teardown(a_version_never_comes_again, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
