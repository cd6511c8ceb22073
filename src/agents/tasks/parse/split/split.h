/* split.h - a message cut into clauses. For parse/ only. */
#pragma once
#include "agents/tasks/parse/parser.h"

struct clause;

/* ---- boundary.c ---- */

bool boundary_ends_sentence(const struct phrase_word *w);

/* How many words at the beginning only join: "and", "then". */
size_t boundary_words(struct span s);

/* Whether a clause may begin at i, *ret_skip words of which only join; and the next such place behind i. */
bool boundary_at(struct span s, size_t i, size_t *ret_skip);
size_t boundary_next(struct span s, size_t i);

/* Whether it only refers to something mentioned before: "it", "those". */
bool boundary_is_pronoun(const char *about);

/* ---- task_row.c ---- */

/* Whether the words are several new tasks: between commas, or each with a date of its own. The first may be a mere
 * thing ("add milk, call Ann"), unless `is_to_do`: then it is known to be an action. */
bool row_is(const struct message_parser *r, struct span s, bool is_to_do);

/* The same below a heading, where each may be a mere thing: "list for today: toner, call Ann". */
bool row_listed(const struct message_parser *r, struct span s);

/* Reads several tasks with something said of all: "buy stamps and call Ann, both today". */
bool row_of_all(const struct message_parser *r, struct span s, struct clause *ret);

/* Reads each of them, at most `size`; returns how many. */
size_t row_read(const struct message_parser *r, const struct clause *whole, struct clause *ret, size_t size);

/* ---- task_row_dates.c ---- */

/* An item without "the same day". */
struct span row_without_same_day(struct span piece);

/* An item without the date or time that it begins with. */
struct span row_behind_date(const struct message_parser *r, struct span piece);

/* The title of an item whose date is the previous one's, or stands before it; *all then has that date. */
struct span row_on_day(const struct message_parser *r, struct span piece, const char *before, struct intent_slots *all);

/* The words behind a date that is said of all items before a colon; *all then has that date. */
struct span row_behind_head(const struct message_parser *r, struct span s, struct intent_slots *all);

/* Makes a clause of one item, with what was said of all of them. */
void row_clause(const struct message_parser *r, struct span piece, double confidence, bool is_reminder,
                const struct intent_slots *all, struct clause *ret);

/* ---- split.c ---- */

/* Reads all of a message: at most MESSAGE_INTENTS clauses, *ret_n of them. */
void split_read(const struct message_parser *r, struct span s, struct clause *ret, size_t *ret_n);

/* ---- between split.c and sentence.c ---- */

#define SPLIT_DATE_WORDS 8 /* of a day or a time that is said by itself */

struct splitting {
    const struct message_parser *r;
    struct clause *ret;
    size_t n;
    bool adds;               /* the lines that follow are tasks to add */
    struct intent_slots all; /* and this holds for all of them */
    bool has_ahead;          /* the first sentence only says something of the next: "urgent!!" */
    struct intent_slots ahead;
    bool unnamed, many; /* the sentence before asks to add a task, or several, without a title */
    size_t unnamed_at;  /* the place of that clause */
    const char *before; /* the task that was mentioned last: "don't delete 2, complete it" */
    struct span told;   /* the sentence before, */
    size_t told_at;     /* and the place of its clause */
};

/* Adds a clause, where there is room. */
void split_keep(struct splitting *c, const struct clause *clause);

/* ---- sentence.c ---- */

/* The clauses of one sentence. */
void split_sentence(struct splitting *c, struct span s);
