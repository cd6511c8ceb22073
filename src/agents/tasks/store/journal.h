/* journal.h - every change to tasks is a step that can be undone. For src/agents/tasks only.
 *
 * A step is begun in the operation's own transaction; each task it touches is kept as it was before and as it is after,
 * so that the step and its changes become durable together or not at all. The step's number is the version of all that
 * it changed. Beginning a step drops the steps that were undone: they can no longer be done again.
 *
 *   journal_begin(c, "Deleted 'a'.", &j, err) || journal_change(&j, task, NULL, err)
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stdint.h>

struct call;
struct db;
struct err;
struct json;

struct journal {
    struct call *call;
    struct db *db;
    int64_t step;
};

/* `what` was done, for the person who looks at the history: "Added 'Buy milk'." */
WARN_UNUSED int journal_begin(struct call *c, const char *what, struct journal *ret, struct err *err);

/* The same in its two halves, for who still reads a step that is undone while the new one is written. */
WARN_UNUSED int journal_open(struct call *c, const char *what, struct journal *ret, struct err *err);
WARN_UNUSED int journal_drop_undone(struct call *c, struct err *err);

/* One task, as it was read from the store (NULL: it is new) and as it is to be (NULL: it is gone); before and after may
 * not be the same JSON. `after` gets its version, and an id where it has none. A task is changed once in a step. */
WARN_UNUSED int journal_change(struct journal *j, const struct json *before, struct json *after, struct err *err);

/* A step of one change. */
WARN_UNUSED int journal_one(struct call *c, const char *what, const struct json *before, struct json *after,
                            int64_t *ret_step, struct err *err);

/* A number for doing or undoing a step that is there already: no step of its own. */
WARN_UNUSED int journal_number(struct call *c, int64_t *ret, struct err *err);

/* Whether two states of a task are the same but for their version; NULL is a task that is not there. */
bool journal_same(const struct json *a, const struct json *b);
