/* summary.h - what an analysis found, in sentences.
 *
 * Every figure is one of an observation, written with its thousands separated, or the percentage by which one differs
 * from another. What was assumed, left out or cut is a warning; what was chosen for the person is an insight.
 */
#pragma once

struct run;

/* Fills the run's findings, insights and warnings from the steps that succeeded. */
void summary_make(struct run *r);
