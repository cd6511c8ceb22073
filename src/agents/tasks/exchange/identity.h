/* known.h - what a task is called elsewhere, and which tasks of a file are here already. For src/agents/tasks only.
 *
 * A task that came from another program keeps that program's name for it (uid); any other gets one made from what never
 * changes about it, so that a file of ours that comes back is known again. Where a format has no names, a task is the
 * same when its title, the day it was made and its due time are, as often as that is so: two such lines are two tasks.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct db;
struct err;
struct json;
struct known;
struct wall;

/* The task's name for other programs: its uid, or a UUID that stands for it. The text lives as long as the task. */
const char *known_name(const char *user, const struct json *task, char made[static ID_TEXT_BYTES]);
/* The same, always a UUID in lower case. */
void known_uuid(const char *user, const struct json *task, char ret[static ID_TEXT_BYTES]);

/* All tasks that the user has. */
WARN_UNUSED int known_load(struct arena *a, struct db *db, const char *user, const struct wall *wall,
                           struct known **ret, struct err *err);

enum known_as {
    KNOWN_NOT,
    KNOWN_SAME,
    KNOWN_DONE_HERE, /* completed here, pending in the file */
    KNOWN_OPEN_HERE, /* pending here, completed in the file */
};

/* Whether the task of a file is one of them, or of those asked about before. */
enum known_as known_has(struct known *k, const struct json *task);
