/* llm_reader.h - a message read by a language model, where a person has set one: the same intents by other means. For
 * src/agents/tasks only.
 *
 * The model is asked only about what the built-in reading is not sure of, and never about a private request. It may
 * only choose among tools, and only with the message's own words: it names a task by words or by its number in the
 * shown list, never by an id, and a title that the message does not hold is refused.
 *
 * A model is not believed on its own. Where both readings agree, on the same intent for the same task with the same
 * values, it is carried out by the usual thresholds. What only the model reads is offered to the person and not carried
 * out, except a list; and it cannot leave out what the built-in reading is sure of. So the worst that a bad model can
 * do is to ask. What has to be confirmed is confirmed all the same.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"

struct err;
struct turn;

/* How the model reads the message, of which `ours` are the built-in intents. *ret_n is 0 when no model is set, it is
 * down or slow, or it says what cannot be used; else turn.model is its name. What it said is in the audit log. */
WARN_UNUSED int llm_reader_read(struct turn *t, const char *message, const struct task_intent *ours, size_t n_ours,
                                struct task_intent ret[static MESSAGE_INTENTS], size_t *ret_n, struct err *err);
