/* writer.h - what the files that write SQL share. Nobody else includes it.
 *
What is written was opened before (query/types). A column or a row's place that is then written is marked, so that what
stands in FROM, written last, has what is needed and no
 * more. Parameters carry numbers, so the parts of a statement may be written in any order.
 *
 * Errors are kept in the typing: the first one stays, and all writing after it is in vain.
 */
#pragma once
#include "base/buf.h"
#include "base/err.h"
#include "base/sql.h"
#include "query/query.h"
#include "query/sql/sql.h"
#include "query/types/types.h"

struct json;

#define SQL_BYTES (1u << 20) /* what the engine takes: ENGINE_SQL_BYTES */

struct writer {
    struct typing typing; /* and what all that is done with a request needs: the arena, the error */
    const struct sql_dialect *dialect;
    struct json *params;
    const char **casts; /* for each of them: a value that is cast in two ways is two */
    bool wide;          /* numbers are doubles: no decimal has room for what they are compared with */
    struct buf *b;      /* where the text goes */
};

/* ---- a dialect ----
 *
 * A template is text with these in it:
 *   @1 @2 @3  an argument         @+  the second and all behind it, with commas
 *   @{ AND }  all, with that between them            @#  all, but each behind it for where it is empty
 *   @s  the decimal places of the result's type         @n  a number of an aggregate or window
 * of an aggregate also
 *   @d  DISTINCT where it is said                        @t  its filter, and its window
 *   @f  the order of the file, for floating-point numbers, and @o for all
 * of a window
 *   @r  OVER its order alone   @l  OVER that and what breaks ties   @a  OVER the whole part
 */
struct sql_function {
    const char *text;
    const char *(*choose)(struct writer *w, struct block *b, const struct expr_call *c); /* or a choice of one */
};

struct sql_aggregate {
    const char *text;   /* NULL: it has none */
    const char *window; /* over a window, where it is spelt otherwise and has no filter; NULL: as it is */
    bool skips_empty;   /* it must be told to */
    bool in_order;      /* over a window: of rows in order */
};

struct sql_dialect {
    const char *name;
    char param; /* what stands before the number of a parameter */
    const char *types[COLUMN_TYPES];
    const char *convert[COLUMN_TYPES][COLUMN_TYPES]; /* from, to; NULL: it cannot */
    struct sql_function functions[FUNCTIONS_END];
    struct sql_aggregate aggregates[AGGREGATES_END];
    const char *windows[WINDOWS_END];
    const char *place;                /* of a table's row, from 1, given the column */
    const char *const *row_columns;   /* names for the column that tells a row; NULL ends them */
    bool distinct_window;             /* count(DISTINCT x) OVER () */
    bool has_decimals;                /* or what is worked out of them is rounded to their places */
    const char *no_limit;             /* before OFFSET, where there is no LIMIT */
    const char *add_days, *less_days; /* to a date @1, @2 of them */
};

/* What stands for the marks of a template. */
struct sql_fill {
    const char *const *args;
    size_t n;
    int scale;
    void (*mark)(struct writer *w, char mark, const void *arg); /* of aggregates and windows; NULL: there are none */
    const void *arg;
};
void sql_fill(struct writer *w, const char *text, const struct sql_fill *fill);

/* ---- write.c ---- */

/* Writes to b in place of what it wrote to, which it returns. */
struct buf *sql_to(struct writer *w, struct buf *b);

/* ---- expr.c ---- */

void sql_expr(struct writer *w, struct block *b, const struct expr *e);

/* The expression as a value of that type. */
void sql_as(struct writer *w, struct block *b, const struct expr *e, struct value_type to);

/* A text of SQL, `from` its type, made to be of another. */
void sql_convert(struct writer *w, struct value_type from, struct value_type to, const char *text);

/* What sql_as() writes, apart. */
const char *sql_text_as(struct writer *w, struct block *b, const struct expr *e, struct value_type to);

/* The place of a relation's row, as a term to sort by. */
void sql_place(struct writer *w, struct typed_relation *r);

/* ---- width.c ---- */

/* The engine compares decimals in one that has room for the digits before the point of either and for those behind it
 * of either; there may be no such type. */
bool sql_is_too_wide(struct writer *w, struct block *b, const struct expr_call *c);

/* A sum of so many such decimals may need more digits than there are; then doubles are added, in the file's order. */
bool sql_is_rounded(struct writer *w, struct block *b, const struct expr *arg);

/* ---- window.c ---- */

void sql_aggregate(struct writer *w, struct block *b, const struct expr_aggregate *g, const char *over);
void sql_window(struct writer *w, struct block *b, const struct expr_window *e);

/* What puts the block's rows into one order behind what is asked for, as terms with a comma between them; nothing for
 * a block of one row. Returns how many. */
size_t sql_natural(struct writer *w, struct block *b, const char *comma);
void sql_direction(struct writer *w, const struct ordering *o);

/* ---- block.c ---- */

/* The query as a SELECT. ordered: its rows stand in order. With b->is_place_used it has one more column, b->place. */
void sql_block(struct writer *w, struct block *b, bool ordered);

/* Whether it has one row at most, whatever the data. */
bool sql_is_single(const struct query *q);

/* ---- from.c ---- */

void sql_from(struct writer *w, struct block *b);
