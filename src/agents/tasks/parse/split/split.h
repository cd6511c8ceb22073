/* split.h - the state of a message while it is split, for split.c and sentence.c only. */
#pragma once
#include "agents/tasks/parse/parser.h"

#define SPLIT_DATE_WORDS 8 /* of a day or a time that is said by itself */

struct splitting {
    const struct message_parser *r;
    struct clause *ret;
    size_t n;
    bool adds;               /* the lines that follow are tasks to add */
    struct intent_slots all; /* and this holds for all of them */
    bool has_ahead;          /* the first sentence only says something of what follows: "urgent!!" */
    struct intent_slots ahead;
    bool unnamed, many; /* the sentence before asks to add what it does not name; several of them */
    size_t unnamed_at;  /* where that is to stand */
    const char *before; /* the task that was spoken of last: "don't delete 2, complete it" */
    struct span told;   /* the sentence before, */
    size_t told_at;     /* and where what was read of it stands */
};

/* One more clause, where there is room. */
void split_keep(struct splitting *c, const struct clause *clause);

/* ---- sentence.c ---- */

/* The clauses of one sentence. */
void split_sentence(struct splitting *c, struct span s);
