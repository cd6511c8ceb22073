/* speech.h - what the files of a restatement share.
 *
 * A part is said in the place where it stands: its names are those of its block, or of a block around it. The place is
 * a `struct speech` on the stack, linked to those around it. Texts live in the arena and are made of each other.
 *
 *   value.c      literals and names as they are written: bare, quoted, as a percentage
 *   meaning.c    what a column stands for: a table's column, or the expression of an inner query
 *   rows.c       whose rows a block is of: "singers", "orders with their customer"
 *   expr.c       expressions of one row
 *   figure.c     aggregates and windows
 *   stepped.c    averages of figures for each step of time
 *   condition.c  conditions, also negated, in "where" and in "with"
 *   nested.c     queries inside others, as a phrase
 *   block.c      a block
 *   sets.c       set operations
 *   restate.c    steps, and the doors
 */
#pragma once
#include "query/query.h"

struct speech {
    struct arena *a;
    const struct table *tables;
    size_t n_tables;
    const struct request *request; /* whose steps may be named; NULL: none */
    size_t *left;                  /* parts that may still be said: shared parts could unfold without end */
    const struct query *q;         /* the block whose names are meant; of a set operation, the first; NULL: none */
    const struct speech *around;
    bool is_phrase; /* stands inside of another query's words */
};

#define SPEECH_PARTS 16384 /* four times what a request may hold: some parts are said twice */

struct speech speech_in(const struct speech *around, const struct query *q);
bool speech_spent(const struct speech *s); /* counts one part; true when there have been too many */

/* ", " between the parts, " and " before the last. */
const char *joint(size_t i, size_t n);
const char *joint_or(size_t i, size_t n);

/* ---- value.c ---- */

/* Quoted where it could be misread as a word of the restatement. */
const char *say_name(const struct speech *s, const char *name);
const char *say_text(const struct speech *s, const char *text, bool quoted);

/* A literal beside a column (NULL: none), which may show its numbers as percentages. */
const char *say_literal(const struct speech *s, const struct expr_literal *l, const struct column *beside);

/* ---- meaning.c ---- */

struct meant {
    const struct relation *relation; /* that the name is of; NULL: not found, or of a set operation */
    const struct speech *at;         /* the block that has it */
    const struct table *table;       /* of a table's column */
    size_t column;
    const struct expr *expr; /* of an inner query's output */
    const struct query *of;  /* the block that has the output */
};

bool meaning_of(const struct speech *s, const struct expr_column *c, struct meant *ret);

/* The column of a table whose values the expression has, through inner queries and readings as a date or a number;
 * NULL.
 */
const struct column *column_behind(const struct speech *s, const struct expr *e);
enum column_type type_of_expr(const struct speech *s, const struct expr *e);
bool is_time(enum column_type type);
const struct table *table_named(const struct speech *s, const char *name);
const struct step *step_named(const struct speech *s, const char *name);

/* "name", "name of singer" where the block has several. */
const char *say_column(const struct speech *s, const struct expr_column *c);

/* ---- rows.c ---- */

/* What a row of the relation is called: "singer"; of many, "singers". */
const char *say_noun(const struct speech *s, const struct relation *r, bool many);

/* "count of rows", "number of singers". */
const char *say_count(const struct speech *s);

/* What the rows are called behind their number: "singers" where that is a word, or else "rows". */
const char *say_counted(const struct speech *s, bool many);

/* Whose rows: "singers", "orders with their customer"; "" for the only table of the data. */
const char *say_rows(const struct speech *s);

/* The same behind a count of them, which has said the first noun: "", " with their customer". */
const char *say_rows_behind_count(const struct speech *s);

/* True for a condition that say_rows() has said: "without any orders". */
bool rows_say(const struct speech *s, const struct expr *condition);

/* Conditions of joins that are no links and hold for all rows: they are said with the others. */
size_t rows_conditions(const struct speech *s, const struct expr **ret, size_t max);

/* Whether nobody would think of another way to tie two tables than by these columns of theirs. */
bool rows_are_tied(const struct speech *x, const struct expr_column *cx, const struct speech *y,
                   const struct expr_column *cy);

/* ---- expr.c ---- */

const char *say_expr(const struct speech *s, const struct expr *e);
const char *say_bracketed(const struct speech *s, const struct expr *e); /* in brackets where it has several parts */

/* One of so many: in brackets where its words would run into those of the next. */
const char *say_item(const struct speech *s, const struct expr *e, size_t n);
const char *say_list(const struct speech *s, const struct expr *const *list, size_t n);

/* The text that is read as a number, where it goes without saying that it is one. */
const struct expr *number_read(const struct expr *e);

/* ---- figure.c ---- */

const char *say_aggregate(const struct speech *s, const struct expr_aggregate *g);
const char *say_window(const struct speech *s, const struct expr_window *w);

/* "revenue per units"; NULL for a division that is none of totals of the same rows. */
const char *say_ratio(const struct speech *s, const struct expr_call *c);

/* ---- stepped.c ---- */

/* The inner block of a figure of figures for each step of time; NULL: the block is no such. */
const struct query *stepped_query(const struct speech *s);

/* "monthly total revenue", what the aggregate is of; NULL. */
const char *stepped_figure(const struct speech *s, const struct expr_aggregate *g);

/* What the steps are of. */
const struct expr *stepped_time(const struct query *inner);

/* ---- condition.c ---- */

enum condition_style {
    STYLE_WHERE, /* "units is over 5" */
    STYLE_WITH   /* "total units over 5" */
};
const char *say_condition(const struct speech *s, const struct expr *e, bool negated, enum condition_style style);

/* All hold: "a is 1 and b is 2". Those with a query inside come last. */
const char *say_conditions(const struct speech *s, const struct expr *const *list, size_t n,
                           enum condition_style style);

/* ---- nested.c ---- */

/* The value of a query: "the average age of singers". */
const char *say_value_of(const struct speech *s, const struct query *q);
const char *say_membership(const struct speech *s, const struct expr_query *e, bool negated);
const char *say_existence(const struct speech *s, const struct expr_query *e, bool negated);

/* "without any orders whose amount is over 5"; NULL where the condition does not tie the block's rows to others by a
 * key. */
const char *say_tie(const struct speech *s, const struct expr *condition);

/* ---- block.c ---- */

const char *say_query(const struct speech *around, const struct query *q);

/* A figure of an inner query's figures: "average of (number of singers by country)"; NULL: the block is none. */
const char *say_derived(const struct speech *s);

/* "different values of name of singers": what is shown, without repeats, and of which rows. */
const char *say_values(const struct speech *s);

/* The conditions that are said as such: on rows, of joins, and on groups that are rows' values. */
size_t conditions_on_rows(const struct speech *s, const struct expr ***ret);

/* ", highest first, top 5": what the order and the limit add to a block's words; "" where there is none. */
const char *say_order(const struct speech *s);
const char *say_limit(const struct speech *s);

/* A set operation without its order and limit. */
const char *say_combined(const struct speech *around, const struct query *q);

/* "highest first", "A to Z", "earliest first". */
const char *say_direction(const struct speech *s, const struct ordering *o);
