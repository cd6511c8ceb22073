/* query_random_parts.h - what the two halves of query_random share: queries (query_random.c) and the expressions in
 * them (query_random_expr.c). */
#pragma once
#include "query_random.h"

#define RANDOM_RELATIONS 4 /* joined in one block */
#define RANDOM_NAMES 256   /* of relations in a step */
#define RANDOM_LEVELS 3    /* queries in queries */
#define RANDOM_NODES 250   /* expressions of a step, after which only leaves are made */

/* COLUMN_FLOAT stands for any number, perhaps rounded; COLUMN_INTEGER and COLUMN_DECIMAL for exact ones. */
struct field {
    const char *name;
    enum column_type type;
    const struct column *column; /* of a table; NULL */
};

struct source {
    const char *name;
    const struct field *fields;
    size_t n;
    bool has_place;
};

/* What an expression may use at its place. */
struct scope {
    struct source sources[RANDOM_RELATIONS];
    size_t n;
    bool outer_join;           /* a query inside may not refer to these relations */
    bool in_groups;            /* groups and aggregates are the leaves */
    const struct field *group; /* type of each group; the expressions are: */
    const struct expr *const *groups;
    size_t n_groups;
    bool no_queries; /* none inside expressions */
};

struct random {
    struct arena *a;
    const struct query_random_options *o;
    uint64_t state;
    const char *names[RANDOM_NAMES];
    size_t n_names;
    const struct source *steps; /* the earlier ones */
    size_t n_steps;
    size_t n_outputs;          /* that were given a name: each another one */
    size_t nodes;              /* expressions still to be made */
    size_t level;              /* of queries */
    const struct column *last; /* the column used last, whose values a literal beside it takes */
};

struct made {
    const struct query *query;
    const struct field *fields; /* its outputs */
    size_t n;
};

size_t random_below(struct random *g, size_t n);
bool random_chance(struct random *g, unsigned percent);

/* An expression of that type, with at most `depth` levels below it. */
const struct expr *random_value(struct random *g, const struct scope *s, enum column_type type, int depth);
const struct expr *random_condition(struct random *g, const struct scope *s, int depth);

/* One that depends on other rows; NULL where the type or the scope has none. */
const struct expr *random_window(struct random *g, const struct scope *s, enum column_type type);

/* A column of such a type; NULL. */
const struct expr *random_column(struct random *g, const struct scope *s, enum column_type type);

/* A literal of that type. */
const struct expr *random_literal(struct random *g, enum column_type type);

/* A type that is the same on every engine; of columns that the scope has, or of its groups. */
enum column_type random_exact_type(struct random *g, const struct scope *s);

/* A query inside an expression: of one column of that type. `one_row` makes it a single value. Where `around` is given,
 * it may refer to its relations. */
const struct query *random_inner(struct random *g, const struct scope *around, enum column_type type, bool one_row);
