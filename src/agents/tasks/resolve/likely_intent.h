/* likely_intent.h - the likeliest intent of a message (parse/intent_model.h), with the task that it is about. For
 * src/agents/tasks only.
 *
 * The words give the kind, the tasks show which one is meant. A task is taken only where its own words were said and no
 * other task fits as well; else the person is asked. Where the kind is in doubt no foreign word may stand beside them,
 * and suppositions, negations and reports are left alone. Where it is not, only another name, number or thing in the
 * place of the title's own speaks against the task. Nothing is ever deleted without a yes.
 */
#pragma once
#include "agents/tasks/parse/intent.h"
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct turn;

/* Which task an intent means whose own words name none that is there: by all that was said. In words that
 * resolve_tasks() finds it by; NULL when that is not clear. */
WARN_UNUSED int likely_task(struct turn *t, const struct task_intent *e, const char *said, const char **ret,
                            struct err *err);

/* Whether a task was named by its own name: what is quoted means nothing else. */
bool likely_is_quoted(const struct turn *t, const struct task_intent *e);

#define LIKELY_INTENTS 4 /* of one message */

struct likely_intent {
    double likely;
    bool is_none;    /* nothing is wanted */
    bool is_about;   /* words of tasks that are there were said */
    bool asks;       /* only the person can say what is wanted */
    bool is_several; /* things of different kinds are */
    bool is_kind;    /* it wants this, by what it would cost to be wrong: */
    enum intent_kind kind;
    struct task_intent intents[LIKELY_INTENTS]; /* what it wants, be it only rather this than anything else */
    size_t n;                                   /* 0: the words do not say with what */
};

/* How a message, or a part of it, is most likely meant, which the rules read as `ours`. */
WARN_UNUSED int likely_intents(struct turn *t, const char *said, const struct task_intent *ours, size_t n_ours,
                               struct likely_intent *ret, struct err *err);
