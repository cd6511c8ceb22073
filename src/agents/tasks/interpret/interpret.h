/* interpret.h - what a message wants, from everything that is known: the rules (parse/intent.h), the learned models
 * (resolve/likely_intent.h) and the tasks that are there. For src/agents/tasks only.
 *
 * The fragments of a message may say different things: "boots bought, move the cake to Friday". A fragment is an intent
 * of its own only where it can be carried out as it stands: on a task that is there, as a new task or as a list. The
 * other fragments are remarks on it ("much cheaper"), or say what "it" is ("The boots leak. Reopen it.").
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct turn;

/* The intents of a message. On entry `intents` has what the rules read. */
WARN_UNUSED int interpret(struct turn *t, const char *message, struct task_intent intents[static MESSAGE_INTENTS],
                          size_t *n, struct err *err);

/* The same for one fragment: by the learned model where that is surer than the rules. Several things that were asked
 * for at once are not read as one. */
WARN_UNUSED int interpret_words(struct turn *t, const char *said, struct task_intent intents[static MESSAGE_INTENTS],
                                size_t *n, struct err *err);

/* ---- fragments.c ---- */

/* The intents of a message's fragments; none when it is not to be read that way. */
WARN_UNUSED int interpret_fragments(struct turn *t, const char *message, struct task_intent ret[static MESSAGE_INTENTS],
                                    size_t *ret_n, struct err *err);

/* How many tasks the intents reach in all; 0 where one cannot be carried out as it stands. */
WARN_UNUSED int interpret_reach(struct turn *t, const struct task_intent *intents, size_t n, size_t *ret,
                                struct err *err);

/* ---- compare.c ---- */

/* Whether all intents are meant although the model reads the whole as this kind: each of another kind was ordered
 * outright, names a place in the list, or stands by itself. */
bool interpret_are_ordered(const struct task_intent *intents, size_t n, enum intent_kind kind);

/* Whether the fragments (`apart`) say more than the whole: they reach more tasks, change each in another way ("1 done 2
 * done 3 to Friday", "the sofa low and the pass high"), change more of one task, or say which task is changed beside a
 * new one. */
WARN_UNUSED int interpret_is_finer(struct turn *t, const struct task_intent *apart, size_t n_apart,
                                   const struct task_intent *whole, size_t n, bool *ret, struct err *err);

/* Whether they are of different kinds. */
bool interpret_are_mixed(const struct task_intent *intents, size_t n);

/* Whether it is about "it" or "them": a task that was mentioned before. */
bool interpret_is_pronoun(const struct task_intent *e);
