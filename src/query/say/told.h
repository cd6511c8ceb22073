/* told.h - what the files of an answer's sentence share. Nobody else includes it.
 *
 *   sentence.c  which sentence an answer has: one figure, one row, rows
 *   groups.c    figures of groups: who leads, and how a course in time begins and ends
 *   cell.c      a value of the rows, and what it is called
 */
#pragma once
#include "query/say/sentence.h"
#include "query/say/speech.h"

#define FIGURES_TOLD 4 /* in one sentence: more are read in the table */

struct buf;

struct told {
    struct speech s;       /* in the last step's query; of a set operation, in its first block */
    const struct query *q; /* the last step's; NULL: an operation's rows */
    const struct said_rows *rows;
    size_t n; /* of the rows */
    struct buf *b;
};

/* ---- cell.c ---- */

/* "1 row", "1,200 rows" */
void tell_count(struct told *t, size_t n, const char *one, const char *many);

/* A value of an output: "12,345.60", "12.5%", "2025" of a year, "(empty)". */
void tell_value(struct told *t, const struct expr *e, const struct json *v);

/* The value of a group: nothing is set apart in a number that names something. */
void tell_name(struct told *t, const struct json *v);

/* What an expression is called in a sentence: its restatement, or its heading where that would bring in numbers of the
 * question or go on and on. */
const char *told_label(const struct told *t, const struct expr *e);

/* Whether the words hold a number that is in no name of the data: one of the question. */
bool told_has_number(const struct told *t, const char *text);

void tell_capital(struct told *t, const char *text);

const struct json *told_cell(const struct told *t, size_t row, size_t output);

/* ---- groups.c ---- */

/* Of a block with groups of which each row is one. False where it has no figure that could lead. */
bool tell_groups(struct told *t);
