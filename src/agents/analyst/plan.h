/* plan.h - aims become the steps of a plan: the seed's Plan, checked before anything of it is run.
 *
 * profile the data -> compute each figure (sql.run) -> arrange it (df.transform: shares of the whole, growth) -> draw
 * it (plot.render). Steps that a result is only better with are optional: where the request's time is short they are
 * left out, and that is said.
 */
#pragma once
#include "base/attrs.h"

struct err;
struct run;

/* The plan that only profiles, for data whose tables must be known before more can be planned. */
WARN_UNUSED int plan_profile(struct run *r, struct err *err);

/* The whole plan for the run's aims; a profile that is done already stays done. Both write plan_created into the log.
 * ERR_RESOURCE_EXHAUSTED when even the shortest plan takes longer than the request allows. */
WARN_UNUSED int plan_make(struct run *r, struct err *err);
