/* errand_amend.h - a change of a task that is known: what errand_amend.c shares with the files that read its parts. For
 * those only. */
#pragma once
#include "lang/errand_parts.h"

/* A message that changes a task. */
struct amending {
    const struct reading *r;
    struct span s;   /* what was said */
    struct span own; /* the words of the task's title */
    const struct errand_task *task;
};

/* Whether a word is one of the title's. */
bool amend_is_own(const struct amending *m, const struct phrase_word *w);

/* ---- errand_note.c, errand_rename.c, errand_part.c, errand_values.c: NULL when nothing is said ---- */

const char *amend_note(const struct amending *m);
const char *amend_title(const struct amending *m);
const char *amend_part(const struct amending *m);
const char *amend_part_alone(const struct amending *m); /* where nothing else is changed: another number, a quotation */
void amend_values(const struct amending *m, struct errand_set *set);

/* The run of words from i on that stand together in the title as well; where there, in *ret. How many. */
size_t part_run(const struct amending *m, size_t i, struct span *ret);

/* Behind "the" and other small words before a part of the title. */
size_t part_skip(const struct amending *m, size_t i);

/* Whether all that is quoted is the title's: then it says which task. */
bool part_is_all_own(const struct amending *m, const struct phrase_word *quoted);
