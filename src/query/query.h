/* query.h - the typed form of everything that is asked of tables.
 *
 * What a person's words mean, what a chip changes, what a follow-up edits, what a recipe holds, what a model proposes
 * and what a person wrote as SQL is one value: a request. It is checked (check.h), kept and sent as canonical JSON
 * (json/request_json.h), said in English (restate.h), compared and edited (edit/edit.h) and written as SQL for each
 * engine (sql/sql.h). Nothing else makes SQL.
 *
 * A request is a list of steps; each is a query over the tables of the data or over earlier steps, or a named operation
 * over an earlier one. The last step is what is shown. One step is the common case.
 *
 * A query is a block or a set operation of two queries. A block is read in this order: its relations are joined, rows
 * that meet all of `where` are kept, groups are made of them, groups that meet all of `having` are kept, the outputs
 * are worked out, equal rows become one where it is distinct, what is left is sorted and cut. It groups when it has
 * groups, or an aggregate in an output, in `having` or in its order; without groups all rows are one.
 *
 * An expression names a column by its relation's name and its own, so it does not depend on any order. Every relation
 * of a query has a name of its own, and no relation of a query inside it takes the same one: a column of an outer query
 * can be named without doubt. Names of columns and relations are compared without regard to case, as the engines do.
 *
 * All of it is plain values in an arena, never changed once made: parts may be shared by any number of queries. That
 * makes a reader's thousands of candidates cheap. An edit gives a new query that shares what stayed.
 *
 * Bounds: QUERY_DEPTH queries and expressions one inside another, so that all of it can be written as JSON, and
 * QUERY_NODES expressions, queries and relations.
 */
#pragma once
#include "grid/table.h"
#include "query/functions.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct json;
struct query;

enum expr_kind {
    EXPR_COLUMN,
    EXPR_LITERAL,
    EXPR_CALL,      /* a function of values of one row */
    EXPR_AGGREGATE, /* of the rows of a group */
    EXPR_WINDOW,    /* of the rows around this one, after grouping */
    EXPR_QUERY,     /* the one value of a query with one output; empty where it has no row */
    EXPR_IN_QUERY,  /* a value is among those of a query with one output */
    EXPR_EXISTS,    /* a query has rows */
    EXPR_PLACE      /* of a row in its file, from 1 */
};

struct expr;

struct ordering {
    const struct expr *by;
    bool descending;
    bool empty_first; /* empty values come last unless this says so, ascending and descending */
};

struct expr_column {
    const char *of; /* the relation's name; NULL: an output of the query's left side, in the order of a set operation */
    const char *name; /* as the table spells it */
};

/* A value as text in its type: "12.50", "2024-01-31", "true". */
struct expr_literal {
    enum column_type type; /* COLUMN_TEXT for an empty value */
    const char *text;      /* NULL: an empty value */
};

struct expr_call {
    enum query_function function;
    const struct expr *const *args;
    size_t n;
};

struct expr_aggregate {
    enum query_aggregate function;
    const struct expr *arg;   /* NULL: the rows, of AGGREGATE_COUNT alone */
    bool distinct;            /* of different values */
    const struct expr *where; /* only rows that meet it; NULL: all */
    double number;            /* what AGGREGATE_QUANTILE wants */
};

struct expr_window {
    enum query_window function;
    const struct expr
        *arg; /* an aggregate for OVER, RUNNING and MOVING, which stands for rows of the result here; NULL: none */
    const struct expr *const *per; /* the part of the rows it looks at; none: all */
    size_t n_per;
    const struct ordering *order; /* in that part */
    size_t n_order;
    size_t number; /* of rows; 1 where it is not given */
};

struct expr_query {
    const struct query *query;
    const struct expr *arg; /* of EXPR_IN_QUERY */
    bool negated;           /* not in, does not exist; a value is not in a list with an empty one */
};

struct expr {
    enum expr_kind kind;
    union {
        struct expr_column column;
        struct expr_literal literal;
        struct expr_call call;
        struct expr_aggregate aggregate;
        struct expr_window window;
        struct expr_query query;
        const char *place_of; /* the relation's name */
    };
};

enum relation_kind {
    RELATION_TABLE,
    RELATION_UNION, /* the rows of several alike tables, one behind another */
    RELATION_QUERY,
    RELATION_STEP /* the rows of an earlier step */
};

enum join_kind {
    JOIN_INNER,
    JOIN_LEFT, /* rows before it are kept where it has none */
    JOIN_CROSS
};

struct relation {
    enum relation_kind kind;
    const char *name;          /* what columns are "of"; unique in the query and those inside it */
    const char *const *tables; /* one of a RELATION_TABLE, several of a RELATION_UNION */
    size_t n_tables;
    const struct query *query;
    const char *step;
    enum join_kind join;   /* of all but the first relation: with those before it */
    const struct expr *on; /* NULL for JOIN_CROSS and the first */
};

struct output {
    const struct expr *expr;
    const char *name; /* its heading; NULL: query_output_name() makes one */
};

enum query_kind { QUERY_BLOCK, QUERY_UNION, QUERY_INTERSECT, QUERY_EXCEPT };

struct query {
    enum query_kind kind;
    const struct query *left, *right; /* of a set operation: the same number of outputs */
    bool all;                         /* of a union: equal rows stay */
    /* of a block */
    const struct relation *from;
    size_t n_from;
    const struct expr *const *where; /* all hold */
    size_t n_where;
    const struct expr *const *groups;
    size_t n_groups;
    const struct output *outputs; /* none: all columns of all relations, of a block that does not group */
    size_t n_outputs;
    const struct expr *const *having; /* all hold */
    size_t n_having;
    bool distinct;
    /* of both */
    const struct ordering *order; /* what is not said is made up by the writer, so that rows have one order */
    size_t n_order;
    size_t limit; /* 0: all */
    size_t offset;
    const struct expr *const *per; /* of a block: the limit holds for each of these */
    size_t n_per;
};

struct step {
    const char *name; /* "step_1", unless given */
    const struct query *query;
    const char *operation; /* NULL for a query */
    const char *over;      /* the earlier step an operation works on */
    const struct json *parameters;
};

enum show_kind { SHOW_AUTO, SHOW_SENTENCE, SHOW_TABLE, SHOW_CHART };

struct request {
    const struct step *steps;
    size_t n_steps;
    enum show_kind show;
    const char *chart; /* of SHOW_CHART: "line", "bar", "stacked", "pie", "scatter", "histogram"; NULL: what fits */
};

/* ---- making ---- */

const struct expr *expr_column(struct arena *a, const char *of, const char *name);
const struct expr *expr_literal(struct arena *a, enum column_type type, const char *text);
const struct expr *expr_text(struct arena *a, const char *text);
const struct expr *expr_int(struct arena *a, long long value);
const struct expr *expr_empty(struct arena *a);
const struct expr *expr_call(struct arena *a, enum query_function f, const struct expr *const *args, size_t n);
const struct expr *expr_call1(struct arena *a, enum query_function f, const struct expr *x);
const struct expr *expr_call2(struct arena *a, enum query_function f, const struct expr *x, const struct expr *y);
const struct expr *expr_aggregate(struct arena *a, enum query_aggregate f, const struct expr *arg);
const struct expr *expr_new(struct arena *a, const struct expr *value); /* a copy of the node itself */

/* A table by its own name, and a block over one relation. */
struct relation relation_table(struct arena *a, const char *table);
struct query query_over(struct arena *a, struct relation relation);

/* Lists that share nothing with what was there: for edits. */
const struct expr *const *exprs_with(struct arena *a, const struct expr *const *list, size_t n,
                                     const struct expr *more);

/* One query as a request. */
struct request request_of(struct arena *a, const struct query *q);

/* ---- looking ---- */

/* Called for an expression before its parts; false skips the parts. Queries inside expressions are entered when
 * `into_queries` is set. */
struct expr_visitor {
    bool (*visit)(const struct expr *e, void *arg);
    void *arg;
    bool into_queries;
};
void expr_walk(const struct expr *e, const struct expr_visitor *v);

/* All expressions of a query: joins, where, groups, outputs, having, order, per; and of both sides of a set operation.
 */
void query_walk(const struct query *q, const struct expr_visitor *v);

/* OVER, RUNNING and MOVING: the argument is an EXPR_AGGREGATE that the window works out. */
bool window_aggregates(enum query_window f);

bool expr_has_aggregate(const struct expr *e); /* one that makes its block group; not in queries inside it */
bool expr_has_window(const struct expr *e);
bool query_groups(const struct query *q); /* a block that groups, as said above */

/* Equal node for node; names without regard to case. (edit.h's query_equal() is wiser.) */
bool query_same(const struct query *a, const struct query *b);
bool expr_same(const struct expr *a, const struct expr *b);

/* The relation of that name, in this block; NULL. */
const struct relation *query_relation(const struct query *q, const char *name);

/* The heading of an output that was given none: "revenue", "total_revenue", "month", "count". Headings of one query
 * differ: the second of two alike gets "_2". */
const char *query_output_name(struct arena *a, const struct query *q, size_t i);
