/* taskwarrior.h - tasks as `task export` gives and `task import` takes them. For src/agents/tasks only.
 *
 * JSON objects: in an array, one a line, or one behind the other. Times are 20260115T170000Z. The other program has no
 * whole days: a time that is the beginning or the last second of a day on the person's wall is that day. A project is
 * the tag "project:Name"; a description is an annotation made when the task was. What it has no attribute for is in
 * three more that it keeps: reminder, timezone, rrule.
 *
 * A recurring template is not a task to do but how its instances come about: it is taken together with its last pending
 * instance, as one task that repeats. Deleted tasks are left out, and told.
 */
#pragma once
#include "base/attrs.h"
#include "model/repeat.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct intake;
struct json;
struct wall;

#define TASKWARRIOR_PROJECT "project:" /* a tag that begins so is one */

WARN_UNUSED int taskwarrior_read(struct intake *in, const char *p, size_t n, struct err *err);

/* The task (tasks.Task) as such an object; `uuid` is what it is known by there. */
struct json *taskwarrior_object(struct arena *a, const struct wall *wall, const struct json *task, const char *uuid);

/* How often, in the other program's words ("weekly", "3 days", "P2M") and ours. False where one has no words for it. An
 * end is not part of it. */
#define RECUR_TEXT_BYTES 16
bool taskwarrior_recur_read(const char *text, struct repeat *ret);
bool taskwarrior_recur_text(const struct repeat *r, char out[static RECUR_TEXT_BYTES]);

/* 20260115T170000Z, and back; also with the dashes and colons of ISO 8601. */
void taskwarrior_time_text(int64_t us, char out[static TIME_TEXT_BYTES]);
bool taskwarrior_time_read(const char *text, int64_t *ret_us);
