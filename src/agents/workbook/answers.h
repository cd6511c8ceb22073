/* answers.h - answers that only this agent has: about the workbook itself. For src/agents/workbook only.
 *
 * Each changes the new answer in place, also into a failure or a question back. What is read of the workbook is read by
 * calling operations through the gate. -1 is the program's own failure.
 */
#pragma once
#include "base/attrs.h"
#include "lang/sheetwords.h"

struct call;
struct err;
struct json;
struct talk;

/* A message on its way to an answer. */
struct asked {
    struct call *call;
    struct arena *a;
    struct talk *talk;
    const char *message;
    struct sheets_question q;
    struct json *answer;
    const struct json *data; /* the workbook, as the data of a question names it: one source */
    struct json *structure;  /* excel-list-structure's result */
    struct json *tables;     /* data.describe's, once somebody wanted them */
};

typedef int answer_kind(struct asked *q, struct err *err);
answer_kind answer_sheets, answer_tables, answer_columns, answer_rows, answer_each, answer_overview; /* answers.c */
answer_kind answer_cells, answer_search; /* answers_cells.c */

/* What was understood, and that there is no doubt about it. */
void asked_understood(struct asked *q, const char *restatement);

/* A failure that is the answer; its details go to the diary. Returns 0. */
int asked_fail(struct asked *q, struct err *err);

/* The sheet that the question is about: the one it names; else the one asked about last, where `else_last` says so;
 * else the only one. False when there is none: the answer then says so and offers the sheets there are, each as
 * `question` with the sheet's name for its %s. */
bool asked_sheet(struct asked *q, bool else_last, const char *question, const struct json **ret);

/* The tables as the engine has them: with types and hashes, and without the rows that only add up others. */
WARN_UNUSED int asked_tables(struct asked *q, struct json **ret, struct err *err);

/* A text as a table shows it: at most SHEETS_CELL_CHARS characters. */
struct json *asked_cell(struct arena *a, const struct json *value);
