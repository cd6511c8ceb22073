/* build.h - what the parts of plan_query() share (build.c, build_where.c, build_nest.c). Nobody else includes it.
 *
 * A query of a plan has one block, or two where another query stands within it or beside it. Each is made in a place:
 * its tables and what their relations are called there. Functions that give an expression give NULL where the parts do
 * not fit together; whoever asked gives up, too. So nothing is built halfway.
 */
#pragma once
#include "query/query.h"
#include "read/plan.h"

/* A block's tables. */
struct place {
    const struct place *around; /* the block that it stands in; NULL */
    uint64_t tables;
    size_t main;                    /* of PLAN_PLACE */
    const char *names[PLAN_TABLES]; /* of the relations */
};

struct build {
    struct arena *arena;
    const struct link_schema *schema;
    const struct plan *plan;
};

/* A block as it grows. */
struct parts {
    struct query query;
    const struct expr *where[PLAN_CONDITIONS + 2], *having[1], *groups[PLAN_OUTPUTS + PLAN_GROUPS + 2];
    struct ordering order[1];
};

/* ---- build_where.c ---- */

/* A column, or the row's place. */
const struct expr *build_column(const struct build *b, const struct place *p, size_t column);
enum column_type build_type(const struct build *b, size_t column);
/* The expression read as a number, where it is a text; NULL where it cannot be one. */
const struct expr *build_number(const struct build *b, const struct expr *e, enum column_type type);
const struct expr *build_term(const struct build *b, const struct place *p, const struct plan_term *t);
/* The type of its values. */
enum column_type build_term_type(const struct build *b, const struct plan_term *t);
/* op(x, y) with what is needed to make them alike. */
const struct expr *build_compare(const struct build *b, enum plan_op op, const struct expr *x, enum column_type type,
                                 const struct expr *y, enum column_type other);
/* Adds the conditions to the block. */
bool build_conditions(const struct build *b, const struct place *p, const struct plan_condition *list, size_t n,
                      enum plan_connective connective, struct parts *to);
bool build_having(const struct build *b, const struct place *p, const struct plan_having *h, struct parts *to);

/* ---- build.c ---- */

/* The block's tables, joined; sets up the place. */
bool build_from(const struct build *b, const struct place *around, uint64_t tables, const size_t *joins, size_t n_joins,
                size_t first, struct place *ret, struct parts *to);
const struct query *build_block(const struct build *b, const struct parts *parts);
/* No table is called so. */
bool build_name_is_free(const struct build *b, const char *name);
void build_add_where(struct parts *to, const struct expr *condition);

/* ---- build_nest.c ---- */

/* Adds the plan's inner query to the outer block, or puts it beside it in *ret. */
bool build_nest(const struct build *b, const struct place *p, struct parts *outer, const struct query **ret);
