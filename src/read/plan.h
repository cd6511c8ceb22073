/* plan.h - a query as a sketch and what fills it.
 *
 * The form (query/query.h) can hold any query, so it is no place to search in. People ask a few hundred kinds of
 * queries, and each kind is a sketch: how many columns are shown, with which figures, how many conditions, grouped,
 * ordered, nested or not. A plan is a sketch (sketch.h) whose slots hold columns, values and tables of a link_schema.
 * Readers make plans, score them slot by slot, and turn the best into queries.
 *
 * Both ways are here: plan_query() makes the query of a plan; plan_of_query() tells the plan of a query, where it has
 * one. The second is what a reader is taught with. A query that goes there and back gives the same rows.
 *
 * Columns and tables are numbers: places in link_schema.columns and link_schema.tables. A plan is a plain value; its
 * texts live in the arena or the schema.
 */
#pragma once
#include "base/attrs.h"
#include "link/schema.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct query;

/* What is worked out of a column. X(name, text in sketches) */
#define PLAN_FIGURES(X)                                                                                                \
    X(NONE, "none")         /* its values as they are */                                                               \
    X(ROWS, "rows")         /* the number of rows; it has no column */                                                 \
    X(COUNT, "count")       /* of values that are not empty */                                                         \
    X(DISTINCT, "distinct") /* the number of different values */                                                       \
    X(SUM, "sum")                                                                                                      \
    X(AVERAGE, "average")                                                                                              \
    X(MEDIAN, "median")                                                                                                \
    X(MIN, "min")                                                                                                      \
    X(MAX, "max")                                                                                                      \
    X(RANGE, "range") /* MAX less MIN */                                                                               \
    X(SPREAD, "spread")

enum plan_figure {
#define X(name, text) FIGURE_##name,
    PLAN_FIGURES(X)
#undef X
        FIGURES /* how many */
};

/* X(name, text) */
#define PLAN_OPS(X)                                                                                                    \
    X(EQ, "=")                                                                                                         \
    X(NE, "<>")                                                                                                        \
    X(LT, "<")                                                                                                         \
    X(LE, "<=")                                                                                                        \
    X(GT, ">")                                                                                                         \
    X(GE, ">=")                                                                                                        \
    X(BETWEEN, "between")                                                                                              \
    X(CONTAINS, "contains")                                                                                            \
    X(STARTS, "starts")                                                                                                \
    X(ENDS, "ends")                                                                                                    \
    X(LACKS, "lacks") /* does not contain */                                                                           \
    X(EMPTY, "empty")                                                                                                  \
    X(FILLED, "filled")                                                                                                \
    X(WITHIN, "within") /* a date in a period: value is its first day, until the day behind its last */                \
    X(RECURS, "recurs") /* a date's part: one of PLAN_PARTS and its number, "month 3", "weekday 1" (Monday) */

enum plan_op {
#define X(name, text) PLAN_##name,
    PLAN_OPS(X)
#undef X
        PLAN_OPERATORS /* how many */
};

/* What RECURS may say. X(FUNCTION_ of the form, text) */
#define PLAN_PARTS(X)                                                                                                  \
    X(YEAR, "year")                                                                                                    \
    X(QUARTER, "quarter")                                                                                              \
    X(MONTH, "month")                                                                                                  \
    X(WEEKDAY, "weekday")                                                                                              \
    X(DAY, "day")

#define PLAN_PLACE ((size_t)-2) /* in place of a column: the place of the row in the file of plan.main */

/* In what steps a date is taken. X(name, text) */
#define PLAN_UNITS(X)                                                                                                  \
    X(NONE, "none") /* as it is */                                                                                     \
    X(YEAR, "year")                                                                                                    \
    X(QUARTER, "quarter") /* its first day; so for month, week and day */                                              \
    X(MONTH, "month")                                                                                                  \
    X(WEEK, "week")                                                                                                    \
    X(DAY, "day")                                                                                                      \
    X(MONTH_NUMBER, "month-number") /* of any year: 1 to 12 */                                                         \
    X(WEEKDAY, "weekday")           /* 1 for Monday to 7 */                                                            \
    X(HOUR, "hour")

enum plan_unit {
#define X(name, text) UNIT_##name,
    PLAN_UNITS(X)
#undef X
        UNITS /* how many */
};

/* A column, or a figure of one. */
struct plan_term {
    enum plan_figure figure;
    size_t column;       /* LINK_NONE for FIGURE_ROWS */
    enum plan_unit unit; /* of a date without a figure */
    char with;           /* '+', '-', '*' or '/': reckoned with the column `other` in each row; 0: not */
    size_t other;
};
bool plan_term_same(const struct plan_term *t, const struct plan_term *u);

/* Tokens of the question that a part was read from; n is 0 for none. */
struct plan_span {
    size_t first, n;
};

struct plan_condition {
    size_t column;
    enum plan_op op;
    enum column_type type; /* of the values */
    const char *value;     /* as a literal of the form; NULL: none is needed */
    const char *until;     /* of BETWEEN and WITHIN */
    bool is_column;        /* compared with the column `other` of the same row, and not with a value */
    size_t other;
    struct plan_span span;
};

struct plan_having {
    struct plan_term term;
    enum plan_op op;   /* a comparison, or BETWEEN */
    const char *value; /* a number */
    const char *until; /* of BETWEEN */
    struct plan_span span;
};

/* How conditions hang together. */
enum plan_connective {
    CONNECT_ALL,   /* a and b and c */
    CONNECT_ANY,   /* a or b or c */
    CONNECT_MIXED, /* a and (b or c): the first, and one of the others */
};

enum plan_group {
    GROUP_NONE,
    GROUP_SHOWN,  /* by the plain columns that are shown */
    GROUP_KEY,    /* by these and the key of their table, which is not shown: singers of one name are several */
    GROUP_HIDDEN, /* by a column that is not shown (plan.group) */
};

enum plan_limit { LIMIT_NONE, LIMIT_ONE, LIMIT_SOME };

/* A query within, or beside, the first one. X(name, text) */
#define PLAN_NESTS(X)                                                                                                  \
    X(NONE, "-")                                                                                                       \
    X(THAN, "than")           /* rows whose column compares with a figure of all rows: above average, the oldest */    \
    X(IN, "in")               /* rows that have a row of other tables */                                               \
    X(NOT_IN, "not-in")       /* rows that have none: "never", "without" */                                            \
    X(INTERSECT, "intersect") /* the same outputs for rows that meet other conditions, too: "both" */                  \
    X(UNION, "union")         /* ... or: "either" */                                                                   \
    X(EXCEPT, "except")       /* ... but not for those */                                                              \
    X(SAME, "same")           /* rows that share a column's value with the row that meets the inner conditions */      \
    X(NEXT, "next")           /* the row behind the one that meets the inner conditions */                             \
    X(PREVIOUS, "previous")                                                                                            \
    X(DIFFERENCE, "difference") /* the one figure for the outer conditions less that for the inner ones */             \
    X(SHARE, "share")           /* that figure divided by that of all rows */                                          \
    X(EXISTS, "exists")         /* yes or no: are there such rows */                                                   \
    X(COUNTED, "counted")       /* how many rows the query would have: of groups with a condition, say */              \
    X(COMPARE, "compare")       /* yes or no: is the figure for the outer conditions larger (op) than the inner one */

enum plan_nesting {
#define X(name, text) NEST_##name,
    PLAN_NESTS(X)
#undef X
        NESTINGS /* how many */
};

#define PLAN_OUTPUTS 6
#define PLAN_CONDITIONS 6
#define PLAN_GROUPS 3
#define PLAN_JOINS 8
#define PLAN_TABLES 64 /* tables of a schema that a reader looks at: sets of them are bits */

struct plan_nest {
    enum plan_nesting kind;
    enum plan_op op;       /* of THAN and COMPARE */
    struct plan_term term; /* of THAN: what is compared with, a figure of the same column as a rule */
    size_t column;         /* of THAN: what is compared; of SAME: what is shared; of IN and NOT_IN: the outer column */
    size_t inner;          /* of IN and NOT_IN: the inner column */
    size_t outputs[PLAN_OUTPUTS]; /* of INTERSECT, UNION, EXCEPT: the column beside each of the plan's outputs;
                                     LINK_NONE for the same one */
    struct plan_condition conditions[PLAN_CONDITIONS]; /* the inner ones; of THAN: rows the figure is of */
    size_t n_conditions;
    enum plan_connective connective;
    bool has_having; /* of IN, NOT_IN, INTERSECT, UNION, EXCEPT: the inner query groups by its output */
    struct plan_having having;
    uint64_t tables; /* of the inner query, as bits */
    size_t joins[PLAN_JOINS];
    size_t n_joins;
};

struct plan {
    /* shown */
    struct plan_term outputs[PLAN_OUTPUTS]; /* in the order they are shown */
    size_t n_outputs;
    bool all;    /* all columns of the main table, in place of outputs */
    size_t main; /* the table whose columns or places in the file are meant; LINK_NONE, or one that is not among
                    `tables`: the first of these */
    bool distinct;
    /* rows */
    struct plan_condition conditions[PLAN_CONDITIONS];
    size_t n_conditions;
    enum plan_connective connective;
    /* groups */
    enum plan_group grouping;
    size_t groups[PLAN_GROUPS]; /* of GROUP_HIDDEN */
    size_t n_groups;
    bool has_having;
    struct plan_having having;
    /* order */
    bool ordered;
    struct plan_term order;
    bool descending;
    enum plan_limit limit_kind;
    size_t limit;  /* of LIMIT_SOME */
    bool has_each; /* the limit holds for each value of a column: the highest of each */
    size_t each;
    struct plan_span limit_span;
    /* another query */
    struct plan_nest nest;
    /* tables, and the joins that tie them: places in link_schema.joins; n_joins is one less than there are tables */
    uint64_t tables;
    size_t joins[PLAN_JOINS];
    size_t n_joins;
};

/* All columns that the plan names, each once, the inner query's behind those of the outer one. */
size_t plan_columns(const struct plan *p, size_t *ret, size_t max);

/* The tables that its columns need, of the outer and of the inner query. */
uint64_t plan_needs(const struct link_schema *s, const struct plan *p);
uint64_t plan_nest_needs(const struct link_schema *s, const struct plan *p);

/* ---- joins (join.c) ---- */

struct join_tree {
    uint64_t tables; /* those asked for and those on the way */
    size_t joins[PLAN_JOINS];
    size_t n_joins;
    double cost; /* 1 a join at its best, more where it is less likely meant so */
};

/* The cheapest trees that connect the tables, at most max, cheapest first, each with other tables or joins; 0 where
 * nothing connects them. One table needs no joins. */
size_t join_trees(const struct link_schema *s, uint64_t tables, struct join_tree *ret, size_t max);

/* ---- queries ---- */

/* The query of a plan; false where its parts do not fit together (a sum of texts, a having without a group, tables that
 * nothing connects). Everything is in the arena; it is what query_check() passes. */
bool plan_query(struct arena *a, const struct link_schema *s, const struct plan *p, const struct query **ret);

/* The plan of a query, where it has one; *ret_why says what it has that no plan has ("a query in FROM"). */
bool plan_of_query(struct arena *a, const struct link_schema *s, const struct query *q, struct plan *ret,
                   const char **ret_why);

/* Equal but for what does not matter: the order of outputs, conditions and joins, and the spans. */
bool plan_same(const struct plan *p, const struct plan *q);
uint64_t plan_hash(const struct plan *p);
