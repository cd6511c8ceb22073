/* rows.h - a task between a row of the store and JSON (tasks.Task). For src/agents/tasks only.
 *
 * The list of columns stands in rows.c and nowhere else. The index of words, the counts and the tags of
 * task_tags are kept in step here. Nothing here writes history: whoever changes a task does it through journal.h.
 */
#pragma once
#include "base/attrs.h"
#include "store/db/db.h"
#include <stdint.h>

struct arena;
struct err;
struct json;

extern const char *const task_columns; /* "t.id, t.title, ...": of a query FROM tasks t */

/* Takes such rows. */
struct task_rows {
    struct arena *a;
    struct json *tasks; /* array of tasks.Task */
};
#define TASK_ROWS(arena)                                                                                               \
    {                                                                                                                  \
        .a = (arena), .tasks = json_array(arena)                                                                       \
    }
db_each task_rows_take; /* arg is a struct task_rows */

/* The user's task; *ret is NULL when there is none. */
WARN_UNUSED int task_find(struct db *db, struct arena *a, const char *user, int64_t id, struct json **ret,
                          struct err *err);
/* The same, or ERR_NOT_FOUND. */
WARN_UNUSED int task_get(struct db *db, struct arena *a, const char *user, int64_t id, struct json **ret,
                         struct err *err);

/* Makes the row be as the task says, with this version. A task without an id is a new one and gets one; one with an id
 * that has no row comes back under it. */
WARN_UNUSED int task_put(struct db *db, struct arena *a, const char *user, struct json *task, int64_t version,
                         struct err *err);
WARN_UNUSED int task_remove(struct db *db, struct arena *a, const char *user, int64_t id, struct err *err);

/* A task that is new: pending, made at that time, with nothing but a title. */
struct json *task_new(struct arena *a, const char *title, const char *created_at);

/* A user as the index of words has them: a word of its own, in its column "owner". */
const char *task_owner(struct arena *a, const char *user);

/* How a priority is ordered by: 0 for none, 3 for "high". */
int64_t task_priority(const char *name);
