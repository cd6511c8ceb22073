/* sweep.h - removes what has expired: conversations after CONVERSATION_KEEP_DAYS, sessions after METRICS_SESSION_HOURS,
 * the undo steps of tasks after TASK_STEP_DAYS.
 *
 * Each call does a bounded piece of work (SWEEP_ITEMS things) and says whether there is more, so nobody waits for it.
 * It may be killed at any point, and several processes may run it at once. Rows are removed in transactions. A folder
 * is renamed to .gone-<its name> before anything in it is removed, so half a session is never taken for a whole one.
 * The next sweep finishes it.
 *
 * Deleted text leaves the disk as far as SQLite can do it: freed pages are overwritten (secure_delete), and the
 * write-ahead log is moved into the database and emptied afterwards.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stdint.h>

struct cancel;
struct db;
struct err;
struct store;
struct tx;
struct world;

struct sweep_report {
    uint64_t conversations, sessions, temps, confirmations; /* removed */
    bool more;                                              /* call again */
    bool settled; /* what was deleted has left the write-ahead log too; false when readers were in the way */
};

/* Removes what is due by the world's clock: conversations whose expires_at has passed, with their messages; rows of
 * sessions likewise; steps of the tasks' history that are too old or too many; session folders whose metadata.json says
 * so, or that are half-removed; uploads and artifacts that never became whole and temporary files older than
 * SWEEP_TEMP_SECONDS; questions unanswered for CONFIRM_SECONDS. A session folder without a readable metadata.json goes
 * when it was not changed for METRICS_SESSION_HOURS. Looks at every file of the home, as quota.h does. */
WARN_UNUSED int sweep(struct store *s, const char *home, const struct world *world, const struct cancel *cancel,
                      struct sweep_report *ret, struct err *err);

/* Whether SWEEP_HOURS have passed since a sweep of this home was last finished. */
bool sweep_is_due(const char *home, const struct world *world);

/* The words of tasks that are gone leave the index too, which keeps them in its older parts until those are merged. */
WARN_UNUSED int sweep_words(struct db *db, struct err *err);
