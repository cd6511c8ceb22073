/* todotxt.h - tasks as todo.txt has them: one a line. For src/agents/tasks only.
 *
 *   x (A) 2026-11-20 2026-11-15 Call Anna about the +lease @phone due:2026-11-20
 *
 * "+lease" is the tag lease, "@phone" the tag @phone. Those at either end of a line are taken out of the title; those
 * within it are part of a sentence and stay there too. Of the words with a colon these are understood, the first three
 * by many programs: due:2026-11-20 (or 2026-11-20T17:00), rec:+2w, pri:A; and ours: remind:, tz:, rrule:, desc:, a
 * description with blanks as %20, and titlewords:3 at the end of a line whose first three words are the title, whatever
 * they look like ("Write to @anna"). All others, and those that cannot be read, stay in the title.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct buf;
struct err;
struct intake;
struct json;
struct wall;

WARN_UNUSED int todotxt_read(struct intake *in, const char *p, size_t n, struct err *err);

/* Appends the line of a task (tasks.Task). */
void todotxt_write(struct buf *b, const struct wall *wall, const struct json *task);
