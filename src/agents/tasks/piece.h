/* piece.h - one piece of a message, and what it wants. For pieces.c. */
#pragma once
#include "base/attrs.h"
#include "lang/errand.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct turn;

#define PIECE_ERRANDS 4 /* of one piece */

struct piece {
    const char *said;
    bool opens;     /* a sentence */
    bool contrasts; /* behind "but", "then" */
    bool is_order;  /* it tells the program to do something; else it only tells something */
    bool is_kept;   /* what it wants can be done */
    bool is_bare;   /* it only names a task, or points at one */
    size_t n;
    struct errand errands[PIECE_ERRANDS];
};

/* Whether the piece depends on something, or is not quite so: of that nothing is done piece by piece. */
bool piece_depends(const char *said);

/* Whether words that could be a piece of their own begin with a place, or say where something is moved to. */
bool piece_stands_alone(struct turn *t, const char *said);

bool piece_is_change(enum errand_kind kind);

/* What it wants; among others it may be shorter. */
WARN_UNUSED int piece_read(struct turn *t, struct piece *p, bool among, struct err *err);

/* Whether it has words of a sentence, not of a name or a place: "we're buying one". */
bool piece_is_sentence(const char *said);

/* The task that a piece names and nothing else, by its title: "the seating plan too". NULL when it does not. */
WARN_UNUSED int piece_names(struct turn *t, const char *said, enum errand_kind kind, const char **ret, struct err *err);

/* The task whose state a piece tells, and nothing else of it: "the kiln isn't done". NULL when it does not. */
WARN_UNUSED int piece_told(struct turn *t, enum errand_kind kind, const char *said, const char **ret, struct err *err);

/* Whether a piece behind "but" speaks of another task than this one: then it takes nothing back of that. */
WARN_UNUSED int piece_turns(struct turn *t, const char *said, const char *title, bool *ret, struct err *err);

/* The one task that an errand is about, for all that was said; NULL when that is not clear. */
WARN_UNUSED int piece_task(struct turn *t, const struct errand *e, const char *said, const char **ret, struct err *err);
