/* count.h - requests that count what the answer to a request does not show.
 *
 * Each is made from the request that was answered, and holds only as long as that: it counts the same rows. They are
 * run beside it, so that an answer can say what it leaves out with a figure that was counted and not guessed.
 */
#pragma once
#include "query/query.h"

/* How many rows the request gives, where there are more than an answer shows. */
struct request query_count_rows(struct arena *a, const struct request *r);

/* Where a limit may cut between equals ("the highest"): how many more there are that equal one that is shown, in all
 * that the rows are sorted by. False where it cannot. */
bool query_count_ties(struct arena *a, const struct request *r, struct request *ret);

/* A figure made of two others that is taken over the rows that have both: "amount per unit". */
struct query_halves {
    const struct expr *over;  /* NULL: it is of rows, which need only the other */
    const struct expr *under; /* a column of the same relation's */
    const struct query *of;   /* the block that has them */
};

/* How many rows have only one of the two and are left out. False where there is no such figure, or where the tables
 * have no empty cells in these columns. */
bool query_count_halves(struct arena *a, const struct table *tables, size_t n, const struct request *r,
                        struct request *ret, struct query_halves *ret_of);
