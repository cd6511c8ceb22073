/* transform_term.h - a term of df.transform as an expression: a column, a function of one, or two put together.
 *
 *     revenue    month(order date)    round(revenue / units, 2)    share(revenue)
 *
 * A column's name may hold anything, brackets and signs too; where several fit, the longest is meant. What can be read
 * in no way is taken for a column's name, so that the check says that there is none, and which one was likely meant.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct expr;
struct json;
struct ordering;

enum term_type { TERM_TEXT, TERM_DATE, TERM_TIME, TERM_OTHER };

struct term_scope {
    struct arena *a;
    const char *of;               /* what the rows are called in the query */
    const struct json *columns;   /* [{"name","type"}] of them */
    const char *with;             /* the same of the table joined to them */
    const struct json *joined;    /* NULL: none */
    const struct ordering *order; /* for change(), growth() and running() */
    size_t n_order;
    bool wants_order;                  /* set when a term needed an order and there was none */
    const struct expr *const *numbers; /* texts that have to be numbers */
    size_t n_numbers;
};

/* The term, and what it gives. */
const struct expr *term_read(struct term_scope *s, const char *text, enum term_type *ret);

/* The column of that name in a list of columns, whatever its case; NULL when there is none. */
const struct json *term_column(const struct json *columns, const char *name);
