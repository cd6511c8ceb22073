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

/* The intents of a message, in the place of those that the rules read. */
WARN_UNUSED int interpret(struct turn *t, const char *message, struct task_intent intents[static MESSAGE_INTENTS],
                          size_t *n, struct err *err);

/* The same of words that are one piece: by what they are like, where that is surer than the rules. Several things that
 * were asked for at once are not one thing. */
WARN_UNUSED int interpret_words(struct turn *t, const char *said, struct task_intent intents[static MESSAGE_INTENTS],
                                size_t *n, struct err *err);

/* ---- fragments.c ---- */

/* What the pieces of a message want; none when they are not what was meant. */
WARN_UNUSED int interpret_fragments(struct turn *t, const char *message, struct task_intent ret[static MESSAGE_INTENTS],
                                    size_t *ret_n, struct err *err);

/* How many things can be done by them, each task that one is about counted; 0 where one cannot be done as it is. */
WARN_UNUSED int interpret_reach(struct turn *t, const struct task_intent *intents, size_t n, size_t *ret,
                                struct err *err);

/* ---- compare.c ---- */

/* Whether all of them are meant, though the whole is like this kind: each that is of another one was ordered in so many
 * words, names a place in the list, or stands by itself. */
bool interpret_are_ordered(const struct task_intent *intents, size_t n, enum intent_kind kind);

/* Whether the pieces say more than the whole, by the tasks that they are about; or to each of as many tasks something
 * else than the whole does to all: "1 done 2 done 3 to Friday", "the sofa low and the pass high"; or more of one task;
 * or which task is changed beside a new one. */
WARN_UNUSED int interpret_is_finer(struct turn *t, const struct task_intent *apart, size_t n_apart,
                                   const struct task_intent *whole, size_t n, bool *ret, struct err *err);

/* Whether they are of different kinds. */
bool interpret_are_mixed(const struct task_intent *intents, size_t n);

/* "It", "them": what was spoken of before. */
bool interpret_is_pronoun(const struct task_intent *e);
