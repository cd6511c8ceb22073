/* gold.h - the query and the plan of an item, from what its line says. */
#pragma once
#include "train/reader/corpus.h"

/* Fills the item's gold, plan, own rows and why. All is in the arena. */
void gold_read(struct engine *parser, struct arena *a, struct database *d, struct item *i);
