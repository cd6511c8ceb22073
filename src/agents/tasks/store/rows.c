/* rows.c - columns and fields in one order: the table, the columns of a question and those of a write are made from the
 * same list, so that none can be forgotten in one of them. */
#include "agents/tasks/store/rows.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include <string.h>

enum kind {
    NUMBER,
    TEXT,
    RARE,     /* a text that is left out where there is none */
    PRIORITY, /* 0 to 3, so that it can be ordered by */
    TAGS,     /* " home work ": a tag is looked for with its blanks */
};

/* X(column, kind), in the order in which a task's JSON has them, behind the id. */
#define COLUMNS(X)                                                                                                     \
    X(title, TEXT)                                                                                                     \
    X(description, TEXT)                                                                                               \
    X(status, TEXT)                                                                                                    \
    X(created_at, TEXT)                                                                                                \
    X(completed_at, TEXT)                                                                                              \
    X(due_at, TEXT)                                                                                                    \
    X(due, TEXT)                                                                                                       \
    X(remind_at, TEXT)                                                                                                 \
    X(remind, TEXT)                                                                                                    \
    X(reminded_at, TEXT)                                                                                               \
    X(time_zone, TEXT)                                                                                                 \
    X(priority, PRIORITY)                                                                                              \
    X(tags, TAGS)                                                                                                      \
    X(repeat, TEXT)                                                                                                    \
    X(uid, RARE)                                                                                                       \
    X(version, NUMBER)

#define FIELD_OF(column, kind) { #column, kind },
#define ASKED(column, kind) ", t." #column
#define WRITTEN(column, kind) ", " #column
#define REPLACED(column, kind) ", " #column " = excluded." #column

static const struct {
    const char *name;
    enum kind kind;
} fields[] = { { "id", NUMBER }, COLUMNS(FIELD_OF) };

const char *const task_columns = "t.id" COLUMNS(ASKED);

#define FIND "SELECT t.id" COLUMNS(ASKED) " FROM tasks t WHERE t.id = $1 AND t.user_id = $2"

/* $1 is the user, then the fields in their order. Nothing is asked back (RETURNING): with that, SQLite copies aside
 * what each row's change touches, which in a step of many rows is slower than all the rest. */
#define PUT                                                                                                            \
    "INSERT INTO tasks (user_id, id" COLUMNS(                                                                          \
        WRITTEN) ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,"                                        \
                 " $13, $14, $15, $16, $17, $18) ON CONFLICT (id) DO UPDATE SET id = excluded.id" COLUMNS(             \
                     REPLACED) " WHERE tasks.user_id = excluded.user_id"

static const char *const priorities[] = { NULL, "low", "medium", "high" };

int64_t task_priority(const char *name)
{
    int64_t i = COUNT_OF(priorities) - 1;

    while (i > 0 && (!name || strcmp(priorities[i], name) != 0))
        i--;
    return i;
}

/* ---- from a row ---- */

static struct json *tags_of(struct arena *a, const char *text)
{
    struct json *tags = json_array(a);

    while (*(text += strspn(text, " "))) {
        size_t n = strcspn(text, " ");
        json_push(a, tags, json_strn(a, text, n));
        text += n;
    }
    return tags;
}

static struct json *value_of(struct arena *a, const struct db_row *row, int column, enum kind kind)
{
    switch (kind) {
    case NUMBER:
        return json_int(a, db_int(row, column));
    case PRIORITY:
        return json_str(a, priorities[db_int(row, column) & 3]);
    case TAGS:
        return tags_of(a, db_text(row, column, NULL));
    case TEXT:
    case RARE:
        break;
    }
    return json_str(a, db_text(row, column, NULL));
}

int task_rows_take(void *arg, const struct db_row *row, struct err *err)
{
    struct task_rows *r = arg;
    struct json *task = json_object(r->a);

    (void)err;
    for (int i = 0; i < (int)COUNT_OF(fields); i++)
        if (fields[i].kind != RARE || db_text(row, i, NULL))
            json_set(r->a, task, fields[i].name, value_of(r->a, row, i, fields[i].kind));
    json_push(r->a, r->tasks, task);
    return 0;
}

int task_find(struct db *db, struct arena *a, const char *user, int64_t id, struct json **ret, struct err *err)
{
    struct task_rows rows = TASK_ROWS(a);

    if (db_query(db, FIND, DB_VALUES(DB_I(id), DB_S(user)), task_rows_take, &rows, err) < 0)
        return -1;
    *ret = json_at(rows.tasks, 0);
    return 0;
}

int task_get(struct db *db, struct arena *a, const char *user, int64_t id, struct json **ret, struct err *err)
{
    struct json *task;

    if (task_find(db, a, user, id, &task, err) < 0)
        return -1;
    if (!task) {
        err_set(err, ERR_NOT_FOUND, "There is no such task. It may have been deleted.", "task %lld", (long long)id);
        return err_action(err, "List the tasks to see what is there.");
    }
    *ret = task;
    return 0;
}

/* ---- to a row ---- */

static const char *tags_text(struct arena *a, const struct json *tags)
{
    const char *text = json_len(tags) ? " " : "";

    for (size_t i = 0; i < json_len(tags); i++)
        text = arena_printf(a, "%s%s ", text, json_text(json_at(tags, i), NULL));
    return text;
}

static struct db_value bound(struct arena *a, const struct json *v, enum kind kind)
{
    int64_t number;

    switch (kind) {
    case NUMBER:
        return json_int64(v, &number) ? DB_I(number) : DB_S(NULL);
    case PRIORITY:
        return DB_I(task_priority(json_text(v, NULL)));
    case TAGS:
        return DB_S(tags_text(a, v));
    case TEXT:
    case RARE:
        break;
    }
    return DB_S(json_text(v, NULL));
}

/* ---- what stands beside the rows ---- */

/* As one word, between figures: so that nothing is taken for an ending of a word, and left out of it. */
const char *task_owner(struct arena *a, const char *user)
{
    struct buf b CLEANUP(buf_done) = BUF(TASK_OWNER_BYTES);

    buf_addc(&b, '0');
    for (; *user; user++)
        buf_addf(&b, "%02X", (unsigned char)*user);
    buf_addc(&b, '0');
    return arena_dup(a, b.p, b.n);
}

static int count_one(struct db *db, const char *user, const char *status, int64_t more, struct err *err)
{
    return db_run(db,
                  "INSERT INTO task_counts (user_id, status, tasks) VALUES ($1, $2, $3)"
                  " ON CONFLICT (user_id, status) DO UPDATE SET tasks = tasks + excluded.tasks",
                  DB_VALUES(DB_S(user), DB_S(status), DB_I(more)), NULL, err);
}

/* What was known of a task beside its row. */
struct beside {
    struct arena *a;
    const char *status; /* NULL: there is no row */
    struct json *tags;
};

static int take_beside(void *arg, const struct db_row *row, struct err *err)
{
    struct beside *was = arg;

    (void)err;
    was->status = arena_str(was->a, db_text(row, 0, NULL));
    was->tags = tags_of(was->a, db_text(row, 1, NULL));
    return 0;
}

static int read_beside(struct db *db, const char *user, int64_t id, struct beside *ret, struct err *err)
{
    return db_query(db, "SELECT status, tags FROM tasks WHERE id = $1 AND user_id = $2",
                    DB_VALUES(DB_I(id), DB_S(user)), take_beside, ret, err);
}

static int forget_beside(struct db *db, const char *user, int64_t id, const struct beside *was, struct err *err)
{
    for (size_t i = 0; i < json_len(was->tags); i++)
        if (db_run(db, "DELETE FROM task_tags WHERE user_id = $1 AND tag = $2 AND task_id = $3",
                   DB_VALUES(DB_S(user), DB_S(json_text(json_at(was->tags, i), NULL)), DB_I(id)), NULL, err) < 0)
            return -1;
    if (count_one(db, user, was->status, -1, err) < 0)
        return -1;
    return db_run(db, "DELETE FROM task_index WHERE rowid = $1", DB_VALUES(DB_I(id)), NULL, err);
}

static int keep_beside(struct db *db, struct arena *a, const char *user, const struct json *task, struct err *err)
{
    const struct json *tags = json_get(task, "tags");
    const char *status = json_get_text(task, "status");
    int64_t id = json_get_int(task, "id", 0);

    for (size_t i = 0; i < json_len(tags); i++)
        if (db_run(db,
                   "INSERT INTO task_tags (user_id, tag, task_id, status) VALUES ($1, $2, $3, $4)"
                   " ON CONFLICT DO NOTHING",
                   DB_VALUES(DB_S(user), DB_S(json_text(json_at(tags, i), NULL)), DB_I(id), DB_S(status)), NULL,
                   err) < 0)
            return -1;
    if (count_one(db, user, status, 1, err) < 0)
        return -1;
    return db_run(db,
                  "INSERT INTO task_index (rowid, title, description, tags, status, owner)"
                  " VALUES ($1, $2, $3, $4, $5, $6)",
                  DB_VALUES(DB_I(id), DB_S(json_get_text(task, "title")), DB_S(json_get_text(task, "description")),
                            DB_S(tags_text(a, tags)), DB_S(status), DB_S(task_owner(a, user))),
                  NULL, err);
}

/* ---- writing ---- */

static int write_row(struct db *db, struct arena *a, const char *user, struct json *task, struct err *err)
{
    struct db_value values[COUNT_OF(fields) + 1] = { DB_S(user) };
    int64_t written = 0, id = json_get_int(task, "id", 0);

    for (size_t i = 0; i < COUNT_OF(fields); i++)
        values[i + 1] = bound(a, json_get(task, fields[i].name), fields[i].kind);
    if (db_run(db, PUT, values, COUNT_OF(values), &written, err) < 0)
        return -1;
    if (written == 0)
        return err_set(err, ERR_INTERNAL, "The task could not be written.", "its id is another user's");
    if (id == 0 && db_get_int(db, "SELECT max(id) FROM tasks", NULL, 0, &id, err) < 0) /* the newest: ids only grow */
        return -1;
    json_set(a, task, "id", json_int(a, id));
    return 0;
}

int task_put(struct db *db, struct arena *a, const char *user, struct json *task, int64_t version, struct err *err)
{
    int64_t id = json_get_int(task, "id", 0);
    struct beside was = { .a = a };

    json_set(a, task, "version", json_int(a, version));
    if ((id && read_beside(db, user, id, &was, err) < 0) || write_row(db, a, user, task, err) < 0 ||
        (was.status && forget_beside(db, user, id, &was, err) < 0))
        return -1;
    return keep_beside(db, a, user, task, err);
}

int task_remove(struct db *db, struct arena *a, const char *user, int64_t id, struct err *err)
{
    struct beside was = { .a = a };

    if (read_beside(db, user, id, &was, err) < 0)
        return -1;
    if (!was.status)
        return 0;
    if (db_run(db, "DELETE FROM tasks WHERE id = $1 AND user_id = $2", DB_VALUES(DB_I(id), DB_S(user)), NULL, err) < 0)
        return -1;
    return forget_beside(db, user, id, &was, err);
}

struct json *task_new(struct arena *a, const char *title, const char *created_at)
{
    struct json *task = json_object(a);

    for (size_t i = 1; i < COUNT_OF(fields); i++)
        if (fields[i].kind == TAGS)
            json_set(a, task, fields[i].name, json_array(a));
        else if (fields[i].kind != RARE)
            json_set(a, task, fields[i].name, json_null(a));
    json_set(a, task, "title", json_str(a, title));
    json_set(a, task, "status", json_str(a, "pending"));
    return json_set(a, task, "created_at", json_str(a, created_at));
}
