/* writer.h - what the files that write SQL share. Nobody else includes it.
 *
 * A query is opened before it is written: its relations are looked up, its outputs get their names and types. A column
 * or a row's place that is then written is marked, so that what stands in FROM, written last, has what is needed and no
 * more. Parameters carry numbers, so the parts of a statement may be written in any order.
 *
 * Errors are kept in the writer: the first one stays, and all writing after it is in vain.
 */
#pragma once
#include "base/buf.h"
#include "base/err.h"
#include "base/sql.h"
#include "query/query.h"
#include "query/sql/sql.h"

struct json;

#define SQL_BYTES (1u << 20)        /* what the engine takes: ENGINE_SQL_BYTES */
#define SQL_DEPTH (8 * QUERY_DEPTH) /* of expressions, with those of the queries in them: some 300 kB of stack */

/* What a value is. Empty literals fit every type. */
struct sql_type {
    enum column_type type;
    int scale; /* of a decimal */
    bool empty;
};

struct sql_column {
    const char *name;
    struct sql_type type;
    bool is_used;
};

struct block;

struct sql_relation {
    const struct relation *relation;
    const char *name;
    struct sql_column *columns;
    size_t n;
    struct block *block; /* of a query or a step */
    const char *place;   /* the column that holds the row's place; NULL: of a table, which has it of its own */
    bool is_place_used;
};

/* A query that was opened. */
struct block {
    const struct query *query;
    struct block *outer; /* whose columns it may name, too; NULL */
    struct block *next;  /* of all that were opened */
    struct sql_relation *from;
    size_t n_from;
    struct block *left, *right;   /* of a set operation */
    const struct output *outputs; /* also those of a block that gives all columns */
    struct sql_column *columns;   /* one for each output, with names that differ */
    const char **headings;        /* what they are called in a result */
    size_t n;
    bool groups;
    const char *place; /* a name for the rows' places that is none of the columns' */
    const char *name;  /* of a step: what its WITH clause is called */
    size_t limit;      /* the query's, or 1 where it is a value */
    size_t step;       /* it may read the steps before this one */
    bool is_used, is_place_used;
};

struct writer {
    struct arena *arena;
    const struct sql_dialect *dialect;
    const struct table *tables;
    size_t n_tables;
    const struct request *request;
    struct block **steps; /* of the request, as far as opened */
    size_t n_steps;
    struct block *opened;
    struct json *params;
    const char **casts; /* for each of them: a value that is cast in two ways is two */
    struct buf *b;      /* where the text goes */
    int depth, queries; /* of what is looked at, in each other */
    const char *lacks;  /* what the engine cannot do */
    bool failed;
    struct err *err;
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

/* ---- sql.c ---- */

/* The first error; always -1. */
int sql_fail(struct writer *w, enum err_code code, const char *message, ...) PRINTF(3, 4);

/* The engine cannot do it. */
void sql_lacks(struct writer *w, const char *what);

/* The step of that name before the last `before` ones, opened. NULL after an error. */
struct block *sql_step(struct writer *w, const char *name, size_t before);

/* Writes to b in place of what it wrote to, which it returns. */
struct buf *sql_to(struct writer *w, struct buf *b);

/* A name that none of the columns has: `name`, or with underlines behind. */
const char *sql_free_name(struct writer *w, const struct sql_column *columns, size_t n, const char *name);

/* ---- open.c ---- */

/* Opens a query; the same query at the same place once. NULL after an error. */
struct block *sql_open(struct writer *w, const struct query *q, struct block *outer);
struct block *sql_open_step(struct writer *w, const struct query *q, size_t before);

/* The column that a name means, in the block or around it; NULL after an error. */
struct sql_column *sql_find(struct writer *w, struct block *b, const struct expr_column *c,
                            struct sql_relation **ret_of);
struct sql_relation *sql_find_relation(struct writer *w, struct block *b, const char *name);

/* ---- type.c ---- */

struct sql_type sql_type(struct writer *w, struct block *b, const struct expr *e);

/* The type that holds both; false where there is none. */
bool sql_unify(struct sql_type x, struct sql_type y, struct sql_type *ret);

/* What the arguments of a function are made to be. */
enum sql_takes {
    SQL_TAKES_ANY,
    SQL_TAKES_TEXT,
    SQL_TAKES_NUMBER,
    SQL_TAKES_DAY, /* a date, or a timestamp */
    SQL_TAKES_TIME,
    SQL_TAKES_BOOLEAN,
    SQL_TAKES_ALIKE,    /* all of one type */
    SQL_TAKES_COMPARED, /* the same, and of a date and a timestamp the day */
    SQL_TAKES_OWN       /* written by hand */
};
enum sql_takes sql_takes(enum query_function f);
bool sql_aggregate_takes_number(enum query_aggregate f);

/* The type argument i is made to be. */
struct sql_type sql_argument_type(struct writer *w, struct block *b, const struct expr_call *c, size_t i);

/* Of a "case": the type of its values. */
struct sql_type sql_case_type(struct writer *w, struct block *b, const struct expr_call *c);

/* A whole number that stands in the query: to how many places to round. */
bool sql_places(const struct expr *e, int *ret);

/* Which of query_units a "start_of" is of; -1 after an error. */
int sql_unit(struct writer *w, const struct expr_call *c);

/* ---- expr.c ---- */

void sql_expr(struct writer *w, struct block *b, const struct expr *e);

/* The expression as a value of that type. */
void sql_as(struct writer *w, struct block *b, const struct expr *e, struct sql_type to);

/* A text of SQL, `from` its type, made to be of another. */
void sql_convert(struct writer *w, struct sql_type from, struct sql_type to, const char *text);

/* What sql_as() writes, apart. */
const char *sql_text_as(struct writer *w, struct block *b, const struct expr *e, struct sql_type to);

/* The place of a relation's row, as a term to sort by. */
void sql_place(struct writer *w, struct sql_relation *r);

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
