/* node.h - what the parts of from_sql share. Nobody else includes it.
 *
 * A query is read in a scope: the relations of its FROM. Two chains go outwards from it. `around` has every query it
 * stands in, for no name may be taken twice among these; `visible` has those whose columns it may name, which is not so
 * for a query in FROM: it does not see the relations beside it.
 *
 * Functions that give an expression give NULL where they failed and set the error.
 */
#pragma once
#include "base/json.h"
#include "grid/table.h"
#include "query/from_sql/from_sql.h"
#include "query/query.h"

#define TYPE_UNKNOWN COLUMN_TYPES

struct shape_column {
    const char *said; /* what SQL calls it; NULL: it cannot be named */
    const char *name; /* what the form calls it */
    enum column_type type;
    bool hidden; /* behind the column of the same name that USING joined it with */
};

/* The columns of a relation or the outputs of a query. */
struct shape {
    struct shape_column *columns;
    size_t n;
};

struct scope_relation {
    const char *said;
    struct relation relation; /* its name is the form's */
    struct shape shape;
};

/* WITH clauses that can be seen, the innermost first. */
struct with {
    const struct with *outer;
    const char *name;
    const struct json *clause;
};

struct scope {
    const struct scope *around, *visible;
    const struct with *with;
    struct scope_relation *relations;
    size_t n;
    size_t first, last;        /* the relations whose columns need no qualifier here: an ON sees those it joins */
    const struct json *select; /* the select list, whose aliases may be named; NULL: they may not */
    size_t n_aliases;          /* so many of them: an output may name those before it */
    const struct json *groups; /* of the query, that a window's order is held against */
};

struct tree_reader {
    struct arena *arena;
    const struct from_sql *in;
    struct err *err;
    size_t nodes, depth, queries; /* so far; of expressions, and of queries around this */
};

struct list {
    const struct expr **at;
    size_t n, room;
};

/* The select list as it is read: outputs, and what SQL calls each. */
struct outputs {
    struct output *at;
    const char **said;
    size_t n, room;
    bool all; /* nothing but a plain star */
};

/* A member that is a text; "" when there is none. */
static inline const char *tree_word(const struct json *v, const char *key)
{
    const char *found = json_get_text(v, key);

    return found ? found : "";
}

/* ---- from_sql.c ---- */

int too_large(struct tree_reader *r); /* sets the error; always -1 */

/* Sets the error for a construct the form does not have. Always -1. */
int unsaid(struct tree_reader *r, const char *construct, ...) PRINTF(2, 3);
const struct expr *unsaid_expr(struct tree_reader *r, const char *construct,
                               const char *name); /* name: of the SQL's, NULL */

/* Each level of the tree and each node of it is counted. */
WARN_UNUSED int enter(struct tree_reader *r);
void leave(struct tree_reader *r);

void list_add(struct tree_reader *r, struct list *l, const struct expr *e);
WARN_UNUSED int tree_query(struct tree_reader *r, const struct json *node, const struct scope *names, struct query *ret,
                           struct shape *ret_shape);

/* ---- select.c ---- */

WARN_UNUSED int tree_select(struct tree_reader *r, const struct json *node, const struct scope *names, bool is_inner,
                            struct query *ret, struct shape *ret_shape);
/* DISTINCT, ORDER BY and LIMIT; s is NULL behind a set operation. */
WARN_UNUSED int tree_modifiers(struct tree_reader *r, const struct json *list, const struct scope *s,
                               const struct outputs *o, struct query *q);
/* An expression of GROUP BY: also the number of an output. */
const struct expr *tree_group(struct tree_reader *r, const struct json *item, const struct scope *s);

/* ---- from.c ---- */

/* The FROM clause into the scope and the query; conditions that belong to WHERE are added to where. */
WARN_UNUSED int tree_from(struct tree_reader *r, const struct json *ref, struct scope *s, struct query *q,
                          struct list *where);
/* Takes the conditions that join relations of commas out of where. */
void join_commas(struct tree_reader *r, struct query *q, struct list *where);
const char *unique_name(struct tree_reader *r, const struct scope *s, const char *wanted);

/* ---- name.c ---- */

const struct expr *tree_column(struct tree_reader *r, const struct json *ref, const struct scope *s);
const struct shape_column *shape_column_of(const struct scope *s, const struct expr_column *c);

/* ---- type.c ---- */

enum column_type type_of(const struct scope *s, const struct expr *e);
bool never_empty(const struct expr *e);
/* Makes two sides of a comparison comparable as DuckDB does. */
WARN_UNUSED int agree(struct tree_reader *r, const struct scope *s, const struct expr **x, const struct expr **y);
const struct expr *as_number(struct tree_reader *r, const struct scope *s, const struct expr *e);
const struct expr *as_text(struct tree_reader *r, const struct scope *s, const struct expr *e);
bool is_empty_literal(const struct expr *e);
const struct expr *tree_constant(struct tree_reader *r, const struct json *constant);
const struct expr *tree_parameter(struct tree_reader *r, const struct json *parameter);
const struct expr *tree_cast(struct tree_reader *r, const struct json *cast, const struct scope *s);

/* ---- expr.c ---- */

const struct expr *tree_value(struct tree_reader *r, const struct json *e, const struct scope *s);
/* A condition of which only matters whether it holds: here ANY and ALL can be said. */
const struct expr *tree_condition(struct tree_reader *r, const struct json *e, const struct scope *s);
/* The conditions that are and-ed in it. */
WARN_UNUSED int tree_conditions(struct tree_reader *r, const struct json *e, const struct scope *s, struct list *ret);
WARN_UNUSED int tree_list(struct tree_reader *r, const struct json *array, const struct scope *s, struct list *ret);
/* A call of any number of arguments, nested where they are more than one call takes. */
const struct expr *call_many(struct tree_reader *r, enum query_function f, const struct expr *const *args, size_t n);
/* 0 and above: a whole number written as such; -1: it is none. */
long long constant_int(const struct json *e);

/* ---- call.c, group.c ---- */

const struct expr *tree_function(struct tree_reader *r, const struct json *e, const struct scope *s);
/* An aggregate; sets ret_is when the function is none. */
const struct expr *tree_aggregate(struct tree_reader *r, const struct json *e, const struct scope *s, bool *ret_is);
const struct expr *tree_window(struct tree_reader *r, const struct json *e, const struct scope *s);
