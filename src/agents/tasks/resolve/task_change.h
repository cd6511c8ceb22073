/* task_change.h - a change, once its task is known. For src/agents/tasks only.
 *
 * The rules read a message before the task is known. Its title tells a new name from a part of one ("Wagner, not
 * Wegner"), and its present values tell what is new from what was ("it isn't low any more, high please").
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include <stdbool.h>

struct json;
struct turn;

/* What a task has, as parse/intent.h wants to know it. */
struct known_task change_known_task(struct turn *t, const struct json *task);

/* Whether the task is so already. */
bool change_is_so(const struct intent_slots *s, const struct known_task *task);

/* Whether it takes something away from a task: its date, a tag. */
bool change_takes_away(const struct intent_slots *s);

/* Adds what else was read of the same task, and is not shown to be something else by what there is. */
void change_keep_rest(struct intent_slots *set, const struct intent_slots *was);

/* Puts into e->set what the message says of this very task, where that is more or better than what was read. */
void change_refine(struct turn *t, const struct json *task, struct task_intent *e);
