/* candidate_model.h - how likely each candidate is the task that is meant, by a learned model. For src/agents/tasks
 * only.
 *
 * People say some of a title's words, inflected, shortened or misspelt, and words of their own beside them. A linear
 * model weighs what speaks for a task and against it. scripts/train/train-fits learns it from messages whose task
 * people have labelled, and from the same messages with that task missing: then none is meant. Where two tasks fit
 * equally well neither is likely, and the person is asked.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include <stddef.h>

struct task_candidates;

#define CANDIDATE_FEATURES 40 /* of a task, at most */

struct candidate_view {
    const char *names[CANDIDATE_FEATURES];
    size_t n; /* 0: nothing was said of it */
};

/* What can be seen of each of m->tasks, in their order. */
struct candidate_view *candidate_features(struct task_candidates *m, enum intent_kind kind);

/* How likely each of them is meant, in their order; what is left of 1 is that none is. */
double *candidate_weigh(struct task_candidates *m, enum intent_kind kind);
