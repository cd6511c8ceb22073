/* restate.h - a request in plain English: what it computes, of which rows, by what, in which order, how many.
 *
 * All of it is said, whoever made the request; a deeply nested part may take a second sentence. It is shown to the
 * person as "what was understood", so it is worded as a person would say it, short where the request is short: "total
 * revenue by region, where channel is Online, highest first, top 3". Names of columns are the data's own, quoted only
 * where they could be misread; values are the person's. It never holds a figure from the data.
 */
#pragma once
#include <stddef.h>

struct arena;
struct expr;
struct query;
struct request;
struct table;

const char *query_restate(struct arena *a, const struct table *tables, size_t n, const struct request *r);

/* An expression of the query by itself: "total revenue", "month of order date". For sentences, chips and headings. */
const char *restate_expr(struct arena *a, const struct table *tables, size_t n, const struct query *q,
                         const struct expr *e);
