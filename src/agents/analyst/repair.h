/* repair.h - what to change after a tool failed, one way for each of the seed's error categories.
 *
 *   sql_syntax          the query is written anew from what was understood; if it is that already, without its order
 *   missing_column      the name that is not there gives way to the nearest that is
 *   type_mismatch       a figure that is none gives way to a column of numbers
 *   resource_exhausted  a coarser unit of time, else a tenth of the rows
 *
 * No repair changes what was asked without saying so: step->mended becomes a sentence of the summary.
 */
#pragma once
#include <stdbool.h>

struct run;
struct plan_step;

/* Changes the step's arguments for another attempt, after step->why. False when nothing is left to try. */
bool repair(struct run *r, struct plan_step *s);
