/* fits.h - how likely each task is the one that is meant, by what was said of it and of the others. For
 * src/agents/tasks only.
 *
 * Somebody who speaks of a task says some of its words, bent, cut short or misspelt, and words of their own beside
 * them. What speaks for a task and what against it is weighed by a linear model, trained by scripts/train/train-fits on
 * messages of which people have written down what they mean, and on the same messages where that task is not there:
 * then none is meant. Where two fit as well neither is likely, and it is asked which.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include <stddef.h>

struct meaning;

#define FIT_FEATURES 40 /* of a task, at most */

struct fit_features {
    const char *names[FIT_FEATURES];
    size_t n; /* 0: nothing was said of it */
};

/* What can be seen of each of m->tasks, in their order. */
struct fit_features *fits_features(struct meaning *m, enum errand_kind kind);

/* How likely each of them is meant, in their order; what is left of 1 is that none is. */
double *fits_weigh(struct meaning *m, enum errand_kind kind);
