/* change.h - what change.c shares with the other files of parse/change. For those only. */
#pragma once
#include "agents/tasks/parse/parser.h"

/* A message that changes a task. */
struct task_edit {
    const struct message_parser *r;
    struct span s;   /* what was said */
    struct span own; /* the words of the task's title */
    const struct known_task *task;
    size_t *rest; /* the word behind a new title where something else begins; 0 where nothing does */
};

/* Whether a word is one of the title's. */
bool edit_is_own(const struct task_edit *m, const struct phrase_word *w);

/* ---- note.c, rename.c, rename_part.c, new_value.c: NULL when nothing is said ---- */

/* *ret_before: how many words stand before the note and the words that announce it. */
const char *edit_note(const struct task_edit *m, size_t *ret_before);
const char *edit_title(const struct task_edit *m);
const char *edit_part(const struct task_edit *m);
const char *edit_part_alone(const struct task_edit *m); /* where nothing else is changed: another number, a quotation */
void edit_values(const struct task_edit *m, struct intent_slots *set);

/* ---- reminder.c ---- */

/* Makes the date that was read a reminder, where one is asked for. */
void edit_reminder(const struct task_edit *m, struct intent_slots *set);

/* ---- rename_part.c: parts of the title ---- */

const char *title_part_text(const struct task_edit *m, const struct phrase_word *w);

/* The longest run of words from i on that the title has too, *ret being its place there. Returns how many words. */
size_t title_part_run(const struct task_edit *m, size_t i, struct span *ret);

/* The place behind "the" and other small words before a part of the title. */
size_t title_part_skip(const struct task_edit *m, size_t i);

/* Whether two words are the same, a possessive ending aside; and how many words of s say something. */
bool title_part_same(const struct phrase_word *a, const struct phrase_word *b);
size_t title_part_telling(struct span s);

/* The title with the words `by` in the place of `old`; or with as many of `by` as `old` has. NULL when that makes no
 * title.
 */
const char *title_part_put(const struct task_edit *m, struct span old, struct span by);
const char *title_part_alike(const struct task_edit *m, struct span old, struct span by);

/* The words from i to the end of the clause, without those that say where to put them. */
struct span title_part_behind(const struct task_edit *m, size_t from);

/* Whether the whole quotation is of the title: then it only says which task is meant. */
bool title_part_is_all_own(const struct task_edit *m, const struct phrase_word *quoted);

/* ---- correction.c: the title with what was wrong in it put right; NULL when that is not said ---- */

const char *correction_cleft(const struct task_edit *m);    /* "it's Marion I swap with, not Miriam" */
const char *correction_written(const struct task_edit *m);  /* "I wrote Hilde but it is Hilda" */
const char *correction_meant(const struct task_edit *m);    /* "I meant cable clips", "typo, it's buy flowers" */
const char *correction_likeness(const struct task_edit *m); /* "it's in 241, I mixed up the digits" */

/* ---- value.c ---- */

#define SAID_VALUES 12 /* of one message */

/* A value that is said of a task, and its place. */
struct said_value {
    size_t at, n;
    struct intent_slots set;
    struct due due;
    bool has_due;
    bool is_denied;    /* "not Friday" */
    bool is_elsewhere; /* said of something else */
    bool is_own;       /* the task has it already */
    int weight;
};

struct said_values {
    const struct task_edit *m;
    struct said_value all[SAID_VALUES];
    size_t n;
    bool keeps_time; /* "same time" */
};

/* Reads a value at the i-th word; returns how many words it has, 0 when there is none. */
size_t value_at(struct said_values *v, size_t i, struct said_value *ret);

/* Where the clause of the i-th word begins. */
size_t value_clause(struct span s, size_t i);
