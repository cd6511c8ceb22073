/* identity.h - what a task is called in other programs, and which tasks of a file are here already. For
 * src/agents/tasks only.
 *
 * A task that came from another program keeps that program's name for it (uid). Any other gets a name made from what
 * never changes about it, so that a file of ours that comes back is recognised. Where a format has no names, two tasks
 * are the same when title, day of creation and due time are equal; of two such lines in a file, each is matched once.
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
struct identities;
struct wall;

/* The task's name for other programs: its uid, or a UUID that stands for it. The text lives as long as the task. */
const char *identity_name(const char *user, const struct json *task, char made[static ID_TEXT_BYTES]);
/* The same, always a UUID in lower case. */
void identity_uuid(const char *user, const struct json *task, char ret[static ID_TEXT_BYTES]);

/* All tasks that the user has. */
WARN_UNUSED int identity_load(struct arena *a, struct db *db, const char *user, const struct wall *wall,
                              struct identities **ret, struct err *err);

enum identity_as {
    IDENTITY_NOT,
    IDENTITY_SAME,
    IDENTITY_DONE_HERE, /* completed here, pending in the file */
    IDENTITY_OPEN_HERE, /* pending here, completed in the file */
};

/* Whether the task of a file is one of them, or of those asked about before. */
enum identity_as identity_has(struct identities *k, const struct json *task);
