/* transform_term.h - a term of df.transform as SQL: a column, a function of one, or two put together.
 *
 *     revenue    month(order date)    round(revenue / units, 2)    share(revenue)
 *
 * A column's name may hold anything, brackets and signs too; where several fit, the longest is meant. What can be read
 * in no way is taken for a column's name and quoted, so that the engine says that there is none, and which one was
 * likely meant.
 */
#pragma once
#include <stdbool.h>

struct arena;
struct buf;
struct json;

enum term_type { TERM_TEXT, TERM_DATE, TERM_TIME, TERM_OTHER };

struct term_scope {
    struct arena *a;
    const struct json *columns; /* [{"name","type"}] of the table */
    const struct json *joined;  /* of the one joined to it; NULL: none */
    const char *order;          /* SQL behind ORDER BY for change(), growth() and running(); NULL: none was given */
    bool wants_order;           /* set when a term needed it */
    bool unknown;               /* set when the last one could be read in no way, cleared otherwise */
};

/* Appends the term; returns what it gives. */
enum term_type term_write(struct term_scope *s, const char *text, struct buf *b);

/* The column of that name in a list of columns, whatever its case; NULL when there is none. */
const struct json *term_column(const struct json *columns, const char *name);
