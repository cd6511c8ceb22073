/* beam.h - from a linked question to READ_TRIED plans, the likeliest first.
 *
 * Sketches are taken from the product of their parts' likeliest values. Each is filled: sets of shown columns, figures'
 * columns, conditions, orders, each list cut to its best; then the tables: those that the columns need, with and
 * without one more that the question names, tied by the cheapest join trees. Combinations that make no sense are never
 * made (a count of all rows in the order of something; the same condition twice; a value inside of another that is
 * used).
 *
 * All bounds are counted items. Plans are distinct by plan_same().
 */
#pragma once
#include "read/models.h"

/* Fills ret; candidates have their queries. Nothing is ranked yet, and nothing is tried. */
void beam_read(struct arena *a, const struct read_models *m, const struct link *l, struct reading *ret);

/* For those who look for causes: why the plan is not among the candidates, as a short text ("sketch: order 'max>1' is
 * the 9th", "condition not proposed", "shown column is the 14th", "join"). */
const char *beam_why_not(struct arena *a, const struct read_models *m, const struct link *l, const struct reading *r,
                         const struct plan *wanted);
