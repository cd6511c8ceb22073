/* aims.h - the questions of an intent read against the data.
 *
 * Where an intent leaves something open, one default is taken and said in the summary: a trend without a unit of time
 * is by month; of several figures that could be meant, the one people ask for first; a word one slip away from a column
 * is that column. Where no default can be defended (two tables fit equally well), nothing is run and the readings are
 * told.
 *
 * A clause that is a condition and nothing else ("revenue by region; only 2024") holds for all the other clauses. Of a
 * question that cannot be read, parts that only add something are left out, and told (account.h); a part that limits
 * the figure is not, for the figure would be another.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct run;

/* Fills the run's aims from its wishes and tables, and its profile if there is one. *ret_wait: the questions may be
 * readable once the tables are profiled, for only then is it known how they belong together. ERR_GROUNDING when no
 * question can be read. */
WARN_UNUSED int aims_read(struct run *r, bool *ret_wait, struct err *err);
