/* types.h - what the names of a request mean and what its values are: the relations, columns and types of each query.
 *
 * Whoever needs to know asks here: the check, which says what is wrong, and the writers, which choose divisions, casts
 * and names by it. A query is opened before it is looked at: its relations are looked up, its outputs get their names
 * and types. Nothing is opened twice at the same place.
 *
 * Errors are kept in the typing: the first one stays, and all that is asked after it is in vain, until `failed` is
 * cleared.
 *
 * The types are those of the form: a text where a number is wanted is read as one. Whether it should stand there is the
 * check's affair.
 */
#pragma once
#include "base/attrs.h"
#include "base/err.h"
#include "query/query.h"

#define TYPING_DEPTH (8 * QUERY_DEPTH) /* of expressions, with those of the queries in them: some 300 kB of stack */

/* What a value is. Empty literals fit every type. */
struct value_type {
    enum column_type type;
    int scale; /* of a decimal */
    bool empty;
};

struct typed_column {
    const char *name;
    struct value_type type;
    const struct table *table; /* whose column it is, also through queries that only pass it on; NULL: worked out */
    size_t column;
    const struct relation *merged; /* the union that it is of, where several tables have it: `table` is the first */
    bool is_used;                  /* a writer's mark: something names it */
};

struct block;

struct typed_relation {
    const struct relation *relation;
    const char *name;
    struct typed_column *columns;
    size_t n;
    struct block *block; /* of a query or a step */
    const char *place;   /* the column that holds the row's place; NULL: of a table, which has it of its own */
    bool is_place_used;  /* a writer's mark */
};

/* A query that was opened. */
struct block {
    const struct query *query;
    struct block *outer; /* whose columns it may name, too; NULL */
    struct block *next;  /* of all that were opened */
    struct typed_relation *from;
    size_t n_from;
    struct block *left, *right;   /* of a set operation */
    const struct output *outputs; /* also those of a block that gives all columns */
    struct typed_column *columns; /* one for each output, with names that differ */
    const char **headings;        /* what they are called in a result */
    size_t n;
    bool groups, is_open; /* is_open: its outputs are known */
    size_t step;          /* it may read the steps before this one */
    /* a writer's own */
    const char *place; /* a name for the rows' places that is none of the columns' */
    const char *name;  /* of a step: what its WITH clause is called */
    size_t limit;      /* the query's, or 1 where it is a value */
    size_t uses;       /* of a step: how often its rows are read */
    bool is_place_used;
};

/* Filled by who asks, as far as `steps`; the rest is made here. */
struct typing {
    struct arena *arena;
    const struct table *tables;
    size_t n_tables;
    const struct request *request;
    const char *engine;             /* its name, for what it lacks */
    const char *const *row_columns; /* names for the column that tells a table's row; NULL ends them, or stands for
                                       any name */
    struct err *err;
    struct block **steps; /* of the request, as far as opened */
    struct block *opened;
    int depth, queries; /* of what is looked at, in each other */
    const char *lacks;  /* what the engine cannot do */
    bool failed;
};

/* The first error; always -1. */
int typing_fail(struct typing *t, enum err_code code, const char *message, ...) PRINTF(3, 4);

/* The engine cannot do it. */
void typing_lacks(struct typing *t, const char *what);

/* Whether the request keeps to QUERY_NODES. Parts that many queries share count each time that they are met. */
bool request_is_bounded(const struct request *r);

/* ---- opening ---- */

/* Opens the i-th step, if it is a query. NULL after an error. */
struct block *typing_open(struct typing *t, size_t i);

/* The step of that name before the last `before` ones, opened. NULL after an error. */
struct block *typing_step(struct typing *t, const char *name, size_t before);

/* Opens a query; the same query at the same place once. NULL after an error. */
struct block *block_open(struct typing *t, const struct query *q, struct block *outer);

/* The first half of it: what the query reads. block_outputs() is the other half; false after an error. `before` is how
 * many steps it may read. */
struct block *block_begin(struct typing *t, const struct query *q, struct block *outer, size_t before);
bool block_outputs(struct typing *t, struct block *b);

/* The column that a name means, in the block or around it; NULL after an error. *ret_of: NULL for an output of a set
 * operation. */
struct typed_column *block_find(struct typing *t, struct block *b, const struct expr_column *c,
                                struct typed_relation **ret_of);
struct typed_relation *block_find_relation(struct typing *t, struct block *b, const char *name);

/* The table of that name; NULL. */
const struct table *typing_table(const struct typing *t, const char *name);

/* A name that none of the columns has: `name`, or with underlines behind. */
const char *typing_free_name(struct typing *t, const struct typed_column *columns, size_t n, const char *name);

/* ---- types ---- */

struct value_type expr_type(struct typing *t, struct block *b, const struct expr *e);

/* The type that holds both; false where there is none. */
bool type_unify(struct value_type x, struct value_type y, struct value_type *ret);

/* What the arguments of a function are made to be. */
enum takes {
    TAKES_ANY,
    TAKES_TEXT,
    TAKES_NUMBER,
    TAKES_DAY, /* a date, or a timestamp */
    TAKES_TIME,
    TAKES_BOOLEAN,
    TAKES_ALIKE,    /* all of one type */
    TAKES_COMPARED, /* the same, and of a date and a timestamp the day */
    TAKES_OWN       /* each in its own way */
};
enum takes function_takes(enum query_function f);
bool aggregate_takes_number(enum query_aggregate f);

/* The type argument i is made to be. */
struct value_type type_of_argument(struct typing *t, struct block *b, const struct expr_call *c, size_t i);

/* Of a "case": the type of its values. */
struct value_type type_of_case(struct typing *t, struct block *b, const struct expr_call *c);

/* A whole number that stands in the query: to how many places to round. */
bool type_places(const struct expr *e, int *ret);

/* Which of query_units a "start_of" is of; -1 after an error. */
int type_unit(struct typing *t, const struct expr_call *c);
