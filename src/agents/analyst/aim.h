/* aim.h - a question of the intent as the request that answers it, and what an analysis has to know of it. For
 * src/agents/analyst only.
 *
 * Everything here is seen from the request; how the question was read does not matter.
 */
#pragma once
#include "agents/analyst/run.h"

struct query;

/* Looks at the aim's request and fills in what kind of figure it is. ERR_* where the request makes no sense
 * (query/check). */
WARN_UNUSED int aim_look(const struct run *r, struct aim *aim, struct err *err);

/* The block whose rows are the answer. */
const struct query *aim_query(const struct aim *aim);

/* The request in plain English. */
const char *aim_title(const struct run *r, const struct aim *aim);

/* How many of the tables it reads, and how many rows these have. */
size_t aim_tables(const struct run *r, const struct aim *aim, int64_t *ret_rows);

/* Whether rows are left out by a condition before anything is worked out of them. */
bool aim_filters(const struct aim *aim);

/* Which group stands on the x axis: of two the one that is a time, else the first. */
size_t aim_x(const struct run *r, const struct aim *aim);

/* Whether each value or span that its conditions name has a group of its own. */
bool aim_sets_apart(const struct aim *aim);

/* SQL for the request, or for all its groups in their own order. -1 where it cannot be written. */
WARN_UNUSED int aim_sql(const struct run *r, const struct aim *aim, bool whole, const char **ret_sql,
                        struct json **ret_params, struct err *err);

/* A tool's result with the periods in its rows as people write them. */
struct json *aim_result(const struct run *r, const struct aim *aim, struct json *result);

/* The request as JSON with "?" in place of each value in its conditions: what analyses of one kind share. */
const char *aim_template(const struct run *r, const struct aim *aim);

/* ---- what a repair changes; false where there is nothing to change ---- */

bool aim_unsort(struct run *r, struct aim *aim);  /* the rows are not sorted by their figure */
bool aim_coarsen(struct run *r, struct aim *aim); /* the next coarser unit of time */
