/* result.h - the rows of a query, and whether two are the same: as scripts/eval/rows.py compares, so that what is
 * learned is what is scored.
 *
 * Rows are a multiset, or a list where the question asks for an order; columns come in any order; numbers are equal
 * within a tolerance. A text that reads as a number is one. Rows that differ by a trifle are put side by side by
 * sorting; rows.py also looks for a matching where that fails, which is too rare to matter here.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct json;

enum cell_kind { CELL_EMPTY, CELL_TRUTH, CELL_TEXT, CELL_NUMBER };

struct cell {
    enum cell_kind kind;
    double number;    /* of a number and a truth */
    const char *text; /* of a text */
};

struct result {
    size_t rows, columns;
    const struct cell *cells; /* row by row */
};

#define RESULT_ORDERS 1000 /* of columns that are tried */

/* A cell of a text, which must stay. */
struct cell cell_of_text(const char *text);

bool cells_same(const struct cell *a, const struct cell *b);

/* [[..], ..]; in the arena. Rows of unequal lengths give a result that equals none. */
void result_of_json(struct arena *a, const struct json *rows, struct result *ret);

bool results_same(const struct result *got, const struct result *gold, bool ordered);

/* ---- answers: a set of values, as WikiTableQuestions compares (scripts/eval/wtq.py) ---- */

/* [..] as one column of plain cells: no accents, no case, no blanks to speak of, numbers by their value. */
void result_of_answer(struct arena *a, const struct json *answer, struct result *ret);

/* Whether got's first column has the values of the answer, and no others. */
bool answers_same(struct arena *a, const struct result *got, const struct result *answer);
