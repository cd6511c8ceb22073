/* memory.h - analyses that worked, used again: the seed's recipes.
 *
 * A recipe is found by the schemas of the data and by how near its intent is. It is followed only where its steps, with
 * the new values filled in, are the very steps that the new intent was read as; so it can never lend an analysis
 * another one's meaning. What it brings is what was measured: the plan's costs are those its steps really had. A
 * private request neither looks nor leaves anything.
 */
#pragma once

struct run;

/* Looks for a recipe that fits the plan's steps; sets run->recipe and the steps' costs. */
void memory_recall(struct run *r);

/* Keeps what worked: a new recipe, or once more for the one that was followed. */
void memory_keep(struct run *r);
