/* clarify.h - questions that wait for the next message. For src/agents/tasks only.
 *
 * At most one question waits, in agent_context.waiting, with the intent it is about, the tasks it names as they were
 * (targets, resolve/resolve.h) and the intents behind it. The next message settles it: an answer carries it out,
 * anything else drops it, so that a "yes" can never reach an old question.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct json;
struct turn;

/* Which of these tasks? They are numbered below the question, and the numbers mean them from now on. */
void clarify_which(struct turn *t, const struct task_intent *e, const struct json *tasks, const char *question);

/* Shall it be done, to these tasks (NULL: it is about none)? `yes` is what saying so does, in words. */
void clarify_yes(struct turn *t, const struct task_intent *e, const struct json *tasks, const char *yes,
                 const char *question);

/* The gate wants a yes, for a tool with exactly these parameters. */
void clarify_token(struct turn *t, const struct task_intent *e, const struct json *targets, const char *tool,
                   const struct json *parameters, const struct json *confirmation);

/* Shall this be undone, which was not done here? */
void clarify_call(struct turn *t, const struct task_intent *e, const char *tool, const struct json *parameters,
                  const char *yes, const char *question);

/* Which of these readings is it? */
void clarify_reading(struct turn *t, const struct task_intent *readings, size_t n, const char *question);

/* What is the new task called; what is to be different about this one? */
void clarify_title(struct turn *t, const struct task_intent *e, const char *question);
void clarify_what(struct turn *t, const struct task_intent *e, const struct json *task, const char *question);

/* Adds what is to be done once the question is answered. */
void clarify_rest(struct turn *t, const struct task_intent *intents, size_t n);

/* Settles what waits. *ret_answered says whether the message was an answer to it; then ret[] is what was left to do,
 * and *ret_n how much. The token of what waits is a yes. */
WARN_UNUSED int clarify_settle(struct turn *t, const char *message, const char *token,
                               struct task_intent ret[static MESSAGE_INTENTS], size_t *ret_n, bool *ret_answered,
                               struct err *err);
