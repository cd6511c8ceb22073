/* tools.c - one statement a tool, so that two people who change one task at once cannot both have won. */
#include "agents/tasks/tools.h"
#include "agents/tasks/tasks.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "model/tasks.h"
#include "store/db.h"
#include "store/store.h"
#include <string.h>

#define COLUMNS "id, title, description, status, created_at, completed_at, version"

/* ---- rows ---- */

struct found {
    struct arena *a;
    struct json *tasks; /* array of tasks.Task */
    int64_t version;    /* of the last one */
};

static int take_row(void *arg, const struct db_row *row, struct err *err)
{
    static const char *const names[] = { "title", "description", "status", "created_at", "completed_at" };
    struct found *f = arg;
    struct json *task = json_set(f->a, json_object(f->a), "id", json_int(f->a, db_int(row, 0)));

    (void)err;
    for (int i = 0; i < (int)COUNT_OF(names); i++)
        json_set(f->a, task, names[i], json_str(f->a, db_text(row, i + 1, NULL)));
    f->version = db_int(row, 6);
    json_push(f->a, f->tasks, task);
    return 0;
}

static int no_task(int64_t id, struct err *err)
{
    err_set(err, ERR_NOT_FOUND, "There is no such task. It may have been deleted.", "task %lld", (long long)id);
    return err_action(err, "List the tasks to see what is there.");
}

static int find(struct db *db, struct arena *a, int64_t id, const char *user, struct found *ret, struct err *err)
{
    *ret = (struct found){ a, json_array(a), 0 };
    if (db_query(db, "SELECT " COLUMNS " FROM tasks WHERE id = $1 AND user_id = $2", DB_VALUES(DB_I(id), DB_S(user)),
                 take_row, ret, err) < 0)
        return -1;
    return json_len(ret->tasks) == 0 ? no_task(id, err) : 0;
}

/* ---- results ---- */

static int done(struct call *c, struct json *data, const char *message, struct json **ret)
{
    struct json *v = json_set(c->arena, json_object(c->arena), "success", json_bool(c->arena, true));

    json_set(c->arena, v, "data", data);
    *ret = json_set(c->arena, v, "message", json_str(c->arena, message));
    return 0;
}

static const char *title_of(const struct json *task)
{
    return json_get_text(task, "title");
}

/* ---- the tools ---- */

int task_add(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct json *given = tasks_trimmed(c->arena, args);
    struct found f = { c->arena, json_array(c->arena), 0 };
    char now[TIME_TEXT_BYTES];

    time_text(world_now(c->world), now);
    if (db_query(
            tx_db(c->tx),
            "INSERT INTO tasks (user_id, title, description, created_at) VALUES ($1, $2, $3, $4) RETURNING " COLUMNS,
            DB_VALUES(DB_S(c->user), DB_S(title_of(given)), DB_S(json_get_text(given, "description")), DB_S(now)),
            take_row, &f, err) < 0)
        return -1;
    return done(c, json_at(f.tasks, 0), arena_printf(c->arena, "Added '%s'.", title_of(given)), ret);
}

struct listing {
    const char *user, *status;
    int64_t total;
    struct found found;
};

static int list(struct db *db, void *arg, struct err *err)
{
    struct listing *l = arg;

    if (db_get_int(db, "SELECT count(*) FROM tasks WHERE user_id = $1 AND status = coalesce($2, status)",
                   DB_VALUES(DB_S(l->user), DB_S(l->status)), &l->total, err) < 0)
        return -1;
    return db_query(db,
                    "SELECT " COLUMNS " FROM tasks WHERE user_id = $1 AND status = coalesce($2, status)"
                    " ORDER BY id DESC LIMIT $3",
                    DB_VALUES(DB_S(l->user), DB_S(l->status), DB_I(TASK_LIST)), take_row, &l->found, err);
}

int task_list(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct tasks *t = c->service;
    const char *status = json_get_text(args, "status");
    struct listing l = { .user = c->user, .status = status, .found = { c->arena, json_array(c->arena), 0 } };
    const char *message;

    if (store_read(t->store, list, &l, err) < 0)
        return -1;
    message = arena_printf(c->arena, "%lld%s%s task%s.", (long long)l.total, status ? " " : "", status ? status : "",
                           l.total == 1 ? "" : "s");
    if (l.total > TASK_LIST)
        message = arena_printf(c->arena, "%s The newest %d are shown.", message, TASK_LIST);
    return done(c, l.found.tasks, message, ret);
}

int task_update(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct json *given = tasks_trimmed(c->arena, args);
    struct found f = { c->arena, json_array(c->arena), 0 };
    int64_t id = json_get_int(given, "task_id", 0);

    if (db_query(tx_db(c->tx),
                 "UPDATE tasks SET title = coalesce($3, title), description = CASE WHEN $4 = 1 THEN $5 ELSE description"
                 " END, version = version + 1 WHERE id = $1 AND user_id = $2 RETURNING " COLUMNS,
                 DB_VALUES(DB_I(id), DB_S(c->user), DB_S(title_of(given)), DB_I(json_get(given, "description") != NULL),
                           DB_S(json_get_text(given, "description"))),
                 take_row, &f, err) < 0)
        return -1;
    if (json_len(f.tasks) == 0)
        return no_task(id, err);
    return done(c, json_at(f.tasks, 0), arena_printf(c->arena, "Updated '%s'.", title_of(json_at(f.tasks, 0))), ret);
}

/* Done twice, it says when it was done first. */
int task_complete(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    int64_t id = json_get_int(args, "task_id", 0);
    struct found f = { c->arena, json_array(c->arena), 0 };
    char now[TIME_TEXT_BYTES];
    struct json *task;

    time_text(world_now(c->world), now);
    if (db_query(tx_db(c->tx),
                 "UPDATE tasks SET status = 'completed', completed_at = $3, version = version + 1"
                 " WHERE id = $1 AND user_id = $2 AND status = 'pending' RETURNING " COLUMNS,
                 DB_VALUES(DB_I(id), DB_S(c->user), DB_S(now)), take_row, &f, err) < 0)
        return -1;
    if (json_len(f.tasks) > 0)
        return done(c, json_at(f.tasks, 0), arena_printf(c->arena, "Completed '%s'.", title_of(json_at(f.tasks, 0))),
                    ret);
    if (find(tx_db(c->tx), c->arena, id, c->user, &f, err) < 0)
        return -1;
    task = json_at(f.tasks, 0);
    return done(c, task,
                arena_printf(c->arena, "'%s' was completed already, at %s.", title_of(task),
                             json_get_text(task, "completed_at")),
                ret);
}

/* ---- deleting ---- */

struct looking {
    struct call *call;
    int64_t id;
    struct found found;
};

static int look(struct db *db, void *arg, struct err *err)
{
    struct looking *l = arg;

    return find(db, l->call->arena, l->id, l->call->user, &l->found, err);
}

int task_delete_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    const struct tasks *t = c->service;
    struct looking l = { .call = c, .id = json_get_int(args, "task_id", 0) };
    struct json *row = json_object(c->arena);

    if (store_read(t->store, look, &l, err) < 0)
        return -1;
    json_set(c->arena, row, "id", json_int(c->arena, l.id));
    json_set(c->arena, row, "version", json_int(c->arena, l.found.version));
    ret->rows = json_push(c->arena, json_array(c->arena), row);
    ret->summary = arena_printf(c->arena, "Delete the task '%s'.", title_of(json_at(l.found.tasks, 0)));
    return 0;
}

/* Only the very row that was confirmed. */
int task_delete(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    int64_t id = json_get_int(args, "task_id", 0), version = json_get_int(json_at(c->affected, 0), "version", -1);
    struct found f = { c->arena, json_array(c->arena), 0 };

    if (db_query(tx_db(c->tx), "DELETE FROM tasks WHERE id = $1 AND user_id = $2 AND version = $3 RETURNING " COLUMNS,
                 DB_VALUES(DB_I(id), DB_S(c->user), DB_I(version)), take_row, &f, err) < 0)
        return -1;
    if (json_len(f.tasks) == 0)
        return err_set(err, ERR_CONFIRMATION_VOID, "The task has changed since you were asked.", "task %lld",
                       (long long)id);
    return done(c, json_at(f.tasks, 0), arena_printf(c->arena, "Deleted '%s'.", title_of(json_at(f.tasks, 0))), ret);
}
