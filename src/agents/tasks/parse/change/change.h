/* change.h - what change.c shares with the other files of parse/change. For those only. */
#pragma once
#include "agents/tasks/parse/parser.h"

/* A message that changes a task. */
struct task_edit {
    const struct message_parser *r;
    struct span s;   /* what was said */
    struct span own; /* the words of the task's title */
    const struct known_task *task;
    size_t *rest; /* of the words: where something else is said behind a new name; 0 where nothing is */
};

/* Whether a word is one of the title's. */
bool edit_is_own(const struct task_edit *m, const struct phrase_word *w);

/* ---- note.c, rename.c, rename_part.c, new_value.c: NULL when nothing is said ---- */

/* How many words stand before the note, and before what says that it is one, in *ret_before. */
const char *edit_note(const struct task_edit *m, size_t *ret_before);
const char *edit_title(const struct task_edit *m);
const char *edit_part(const struct task_edit *m);
const char *edit_part_alone(const struct task_edit *m); /* where nothing else is changed: another number, a quotation */
void edit_values(const struct task_edit *m, struct intent_slots *set);

/* ---- reminder.c ---- */

/* Makes a reminder of what was read as a date, where one is asked for. */
void edit_reminder(const struct task_edit *m, struct intent_slots *set);

/* ---- rename_part.c: parts of the title ---- */

const char *title_part_text(const struct task_edit *m, const struct phrase_word *w);

/* The run of words from i on that stand together in the title as well; where there, in *ret. How many. */
size_t title_part_run(const struct task_edit *m, size_t i, struct span *ret);

/* Behind "the" and other small words before a part of the title. */
size_t title_part_skip(const struct task_edit *m, size_t i);

/* The same word, or what it is the possessive of; how many words say something. */
bool title_part_same(const struct phrase_word *a, const struct phrase_word *b);
size_t title_part_telling(struct span s);

/* The title with the words `by` where it has `old`; or as much of the one as of the other. NULL when that is nothing.
 */
const char *title_part_put(const struct task_edit *m, struct span old, struct span by);
const char *title_part_alike(const struct task_edit *m, struct span old, struct span by);

/* The words from i on, up to the end of the clause, without what says where. */
struct span title_part_behind(const struct task_edit *m, size_t from);

/* Whether all that is quoted is the title's: then it says which task. */
bool title_part_is_all_own(const struct task_edit *m, const struct phrase_word *quoted);

/* ---- correction.c: the title with what was wrong in it put right; NULL when that is not said ---- */

const char *correction_cleft(const struct task_edit *m);    /* "it's Marion I swap with, not Miriam" */
const char *correction_written(const struct task_edit *m);  /* "I wrote Hilde but it is Hilda" */
const char *correction_meant(const struct task_edit *m);    /* "I meant cable clips", "typo, it's buy flowers" */
const char *correction_likeness(const struct task_edit *m); /* "it's in 241, I mixed up the digits" */

/* ---- value.c ---- */

#define VALUES 12 /* of one message */

/* Something that is said of a task, and where. */
struct said_value {
    size_t at, n;
    struct intent_slots set;
    struct due due;
    bool has_due;
    bool is_denied; /* or said of something else: */
    bool is_elsewhere;
    bool is_own; /* the task has it already */
    int weight;
};

struct said_values {
    const struct task_edit *m;
    struct said_value all[VALUES];
    size_t n;
    bool keeps_time; /* "same time" */
};

/* What is said from the i-th word on; how many words it has, 0 when it is nothing. */
size_t value_at(struct said_values *v, size_t i, struct said_value *ret);

/* Whether what is said at i is something else than what stands before it; and where what is said there begins. */
bool value_begins_clause(struct span s, size_t i);
size_t value_clause(struct span s, size_t i);
