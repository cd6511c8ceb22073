/* errand_cut.h - what errand_cut.c and errand_sentence.c share: a message while it is cut. For them only. */
#pragma once
#include "agents/tasks/parse/parser.h"

#define CUT_WHEN_WORDS 8 /* of a day or a time that is said by itself */

struct cutting {
    const struct reading *r;
    struct clause *ret;
    size_t n;
    bool adds;             /* the lines that follow are tasks to add */
    struct errand_set all; /* and this holds for all of them */
    bool has_ahead;        /* the first sentence only says something of what follows: "urgent!!" */
    struct errand_set ahead;
    bool unnamed, many; /* the sentence before asks to add what it does not name; several of them */
    size_t unnamed_at;  /* where that is to stand */
    const char *before; /* the task that was spoken of last: "don't delete 2, complete it" */
    struct span told;   /* the sentence before, */
    size_t told_at;     /* and where what was read of it stands */
};

/* One more clause, where there is room. */
void cut_keep(struct cutting *c, const struct clause *clause);

/* ---- errand_sentence.c ---- */

/* The clauses of one sentence. */
void cut_sentence(struct cutting *c, struct span s);
