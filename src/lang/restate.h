/* restate.h - the pieces of a restatement that the sentence uses too. */
#pragma once

struct arena;
struct flat;
struct table;

/* "total revenue", "number of different values of product", "rows" */
const char *restate_figure(struct arena *a, const struct table *t, const struct flat *q);

/* "region and month of order_date"; "" without groups. */
const char *restate_groups(struct arena *a, const struct table *t, const struct flat *q);
