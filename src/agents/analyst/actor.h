/* actor.h - runs the steps of a plan: each a tool called through the gate, with the seed's ToolCall and Observation.
 *
 * A step is tried at most OP_ATTEMPTS times, a run retries at most ANALYST_RETRIES times. Between two attempts the
 * arguments are changed (repair.h): trying the same again is no repair. Every attempt is in the log, whatever came of
 * it. A step whose needs failed is not tried.
 */
#pragma once
#include "base/err.h"
#include <stdbool.h>

struct run;
struct plan_step;

/* True when it succeeded, now or before; else step->why says why not. */
bool actor_step(struct run *r, struct plan_step *s);

/* All steps that are not done yet, in their order. */
void actor_run(struct run *r);

/* The seed's error_category for any failure of a tool. */
const char *actor_category(enum err_code code);
