/* unbuild.h - what the parts of plan_of_query() share (unbuild.c, unbuild_where.c, unbuild_nest.c). Nobody else
 * includes it.
 *
 * Functions that give a bool say why they failed with unbuild_fail().
 */
#pragma once
#include "query/query.h"
#include "read/plan.h"

struct unbuild {
    struct arena *arena;
    const struct link_schema *schema;
    const char *why; /* the first reason */
};

/* A block's relations: which table each is. */
struct named {
    const struct query *block;
    uint64_t tables;
    size_t table[PLAN_JOINS + 1]; /* of block->from */
};

/* What a block's conditions are in a plan. */
struct conditions {
    struct plan_condition list[PLAN_CONDITIONS];
    size_t n;
    enum plan_connective connective;
    const struct expr *nest; /* one that has another query in it; NULL */
};

bool unbuild_fail(struct unbuild *u, const char *why);

/* ---- unbuild.c ---- */

bool unbuild_from(struct unbuild *u, const struct query *q, struct named *ret, size_t *ret_joins, size_t *ret_n);
bool unbuild_column(struct unbuild *u, const struct named *names, const struct expr *e, size_t *ret);
bool unbuild_term(struct unbuild *u, const struct named *names, const struct expr *e, struct plan_term *ret);

/* ---- unbuild_where.c ---- */

bool unbuild_conditions(struct unbuild *u, const struct named *names, const struct query *q, struct conditions *ret);
bool unbuild_having(struct unbuild *u, const struct named *names, const struct query *q, struct plan_having *ret);

/* ---- unbuild_nest.c ---- */

/* The condition that has a query in it. */
bool unbuild_nest(struct unbuild *u, const struct named *names, const struct expr *e, struct plan_nest *ret);
/* The right side of a set operation, whose left side the plan is of. */
bool unbuild_set(struct unbuild *u, const struct query *q, struct plan *p);
