/* hear.h - what a message wants, for all that is known: what the rules read in it (lang/errand.h), what it is like
 * (sense.h), and which tasks are there. For src/agents/tasks only.
 *
 * A message of several pieces may say something different with each: "boots bought, move the cake to Friday". A piece
 * counts as an errand of its own only where it can be done as it stands, to a task that is there, to a new one or as a
 * list; what is left is said about it ("much cheaper"), or says what "it" is ("The boots leak. Reopen it.").
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct turn;

/* The errands of a message, in the place of those that the rules read. */
WARN_UNUSED int hear(struct turn *t, const char *message, struct errand errands[static ERRANDS], size_t *n,
                     struct err *err);

/* The same of words that are one piece: by what they are like, where that is surer than the rules. Several things that
 * were asked for at once are not one thing. */
WARN_UNUSED int hear_words(struct turn *t, const char *said, struct errand errands[static ERRANDS], size_t *n,
                           struct err *err);

/* ---- pieces.c ---- */

/* What the pieces of a message want; none when they are not what was meant. */
WARN_UNUSED int hear_pieces(struct turn *t, const char *message, struct errand ret[static ERRANDS], size_t *ret_n,
                            struct err *err);

/* How many things can be done by them, each task that one is about counted; 0 where one cannot be done as it is. */
WARN_UNUSED int hear_reach(struct turn *t, const struct errand *errands, size_t n, size_t *ret, struct err *err);

/* ---- finer.c ---- */

/* Whether all of them are meant, though the whole is like this kind: each that is of another one was ordered in so many
 * words, names a place in the list, or stands by itself. */
bool hear_are_ordered(const struct errand *errands, size_t n, enum errand_kind kind);

/* Whether the pieces say more than the whole, by the tasks that they are about; or to each of as many tasks something
 * else than the whole does to all: "1 done 2 done 3 to Friday", "the sofa low and the pass high"; or more of one task;
 * or which task is changed beside a new one. */
WARN_UNUSED int hear_is_finer(struct turn *t, const struct errand *apart, size_t n_apart, const struct errand *whole,
                              size_t n, bool *ret, struct err *err);

/* Whether they are of different kinds. */
bool hear_are_mixed(const struct errand *errands, size_t n);

/* "It", "them": what was spoken of before. */
bool hear_is_pronoun(const struct errand *e);
