/* errand_amend.h - a change of a task that is known: what errand_amend.c shares with the files that read its parts. For
 * those only. */
#pragma once
#include "agents/tasks/parse/parser.h"

/* A message that changes a task. */
struct amending {
    const struct reading *r;
    struct span s;   /* what was said */
    struct span own; /* the words of the task's title */
    const struct errand_task *task;
    size_t *rest; /* of the words: where something else is said behind a new name; 0 where nothing is */
};

/* Whether a word is one of the title's. */
bool amend_is_own(const struct amending *m, const struct phrase_word *w);

/* ---- errand_note.c, errand_rename.c, errand_part.c, errand_values.c: NULL when nothing is said ---- */

/* How many words stand before the note, and before what says that it is one, in *ret_before. */
const char *amend_note(const struct amending *m, size_t *ret_before);
const char *amend_title(const struct amending *m);
const char *amend_part(const struct amending *m);
const char *amend_part_alone(const struct amending *m); /* where nothing else is changed: another number, a quotation */
void amend_values(const struct amending *m, struct errand_set *set);

/* ---- errand_reminder.c ---- */

/* Makes a reminder of what was read as a date, where one is asked for. */
void amend_reminder(const struct amending *m, struct errand_set *set);

/* ---- errand_part.c: parts of the title ---- */

const char *part_text(const struct amending *m, const struct phrase_word *w);

/* The run of words from i on that stand together in the title as well; where there, in *ret. How many. */
size_t part_run(const struct amending *m, size_t i, struct span *ret);

/* Behind "the" and other small words before a part of the title. */
size_t part_skip(const struct amending *m, size_t i);

/* The same word, or what it is the possessive of; how many words say something. */
bool part_same(const struct phrase_word *a, const struct phrase_word *b);
size_t part_telling(struct span s);

/* The title with the words `by` where it has `old`; or as much of the one as of the other. NULL when that is nothing.
 */
const char *part_put(const struct amending *m, struct span old, struct span by);
const char *part_alike(const struct amending *m, struct span old, struct span by);

/* The words from i on, up to the end of the clause, without what says where. */
struct span part_behind(const struct amending *m, size_t from);

/* Whether all that is quoted is the title's: then it says which task. */
bool part_is_all_own(const struct amending *m, const struct phrase_word *quoted);

/* ---- errand_mistake.c: the title with what was wrong in it put right; NULL when that is not said ---- */

const char *mistake_cleft(const struct amending *m);    /* "it's Marion I swap with, not Miriam" */
const char *mistake_written(const struct amending *m);  /* "I wrote Hilde but it is Hilda" */
const char *mistake_meant(const struct amending *m);    /* "I meant cable clips", "typo, it's buy flowers" */
const char *mistake_likeness(const struct amending *m); /* "it's in 241, I mixed up the digits" */

/* ---- errand_value.c ---- */

#define VALUES 12 /* of one message */

/* Something that is said of a task, and where. */
struct value {
    size_t at, n;
    struct errand_set set;
    struct due due;
    bool has_due;
    bool is_denied; /* or said of something else: */
    bool is_elsewhere;
    bool is_own; /* the task has it already */
    int weight;
};

struct values {
    const struct amending *m;
    struct value all[VALUES];
    size_t n;
    bool keeps_time; /* "same time" */
};

/* What is said from the i-th word on; how many words it has, 0 when it is nothing. */
size_t value_at(struct values *v, size_t i, struct value *ret);

/* Whether what is said at i is something else than what stands before it; and where what is said there begins. */
bool value_begins_clause(struct span s, size_t i);
size_t value_clause(struct span s, size_t i);
