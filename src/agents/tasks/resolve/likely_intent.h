/* sense.h - what a message wants, by what its words are like (lang/cues.h), and by the tasks that are there. For
 * src/agents/tasks only.
 *
 * The words tell the kind, the tasks which one is meant. A task is only taken for the one that is meant where its own
 * words were said and no other task fits as well; else it is asked about. Where the kind is in doubt nobody else's
 * words may stand beside them, and whatever is supposed, denied or told of others is left alone; where it is not, only
 * another name, number or thing in the place of the title's own speaks against it. Nothing is deleted without a yes, as
 * ever.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct turn;

/* Which task an errand means whose own words name none that is there: by all that was said. In words that which_tasks()
 * finds it by; NULL when that is not clear. */
WARN_UNUSED int sense_task(struct turn *t, const struct errand *e, const char *said, const char **ret, struct err *err);

/* Whether a task was named by its own name: what is quoted means nothing else. */
bool sense_is_quoted(const struct turn *t, const struct errand *e);

#define SENSE_ERRANDS 4 /* of one message */

struct sense {
    double likely;
    bool is_none;    /* nothing is wanted */
    bool is_about;   /* words of tasks that are there were said */
    bool asks;       /* only the person can say what is wanted */
    bool is_several; /* things of different kinds are */
    bool is_kind;    /* it wants this, by what it would cost to be wrong: */
    enum errand_kind kind;
    struct errand errands[SENSE_ERRANDS]; /* what it wants, be it only rather this than anything else */
    size_t n;                             /* 0: the words do not say with what */
};

/* How a message, or a part of it, is most likely meant, which the rules read as `ours`. */
WARN_UNUSED int sense_errands(struct turn *t, const char *said, const struct errand *ours, size_t n_ours,
                              struct sense *ret, struct err *err);
