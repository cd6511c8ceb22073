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

/* Asks which of these tasks is meant. They are numbered below the question, and from now on the numbers refer to them.
 */
void clarify_which(struct turn *t, const struct task_intent *e, const struct json *tasks, const char *question);

/* Asks for a yes to carry out the intent on these tasks (NULL: it is about none). `yes` says in words what that does.
 */
void clarify_yes(struct turn *t, const struct task_intent *e, const struct json *tasks, const char *yes,
                 const char *question);

/* Asks for the yes that the gate wants for a tool with exactly these parameters. */
void clarify_token(struct turn *t, const struct task_intent *e, const struct json *targets, const char *tool,
                   const struct json *parameters, const struct json *confirmation);

/* Asks whether to undo a change that was not made in this conversation. */
void clarify_call(struct turn *t, const struct task_intent *e, const char *tool, const struct json *parameters,
                  const char *yes, const char *question);

/* Asks which of these readings is meant. */
void clarify_reading(struct turn *t, const struct task_intent *readings, size_t n, const char *question);

/* Asks for the title of a new task; and for what is to change in this one. */
void clarify_title(struct turn *t, const struct task_intent *e, const char *question);
void clarify_what(struct turn *t, const struct task_intent *e, const struct json *task, const char *question);

/* Adds intents that wait until the question is answered. */
void clarify_rest(struct turn *t, const struct task_intent *intents, size_t n);

/* Settles the question that waits. *ret_answered says whether the message answers it; then ret[] has the *ret_n intents
 * that waited with it. The question's own token is a yes. */
WARN_UNUSED int clarify_settle(struct turn *t, const char *message, const char *token,
                               struct task_intent ret[static MESSAGE_INTENTS], size_t *ret_n, bool *ret_answered,
                               struct err *err);
