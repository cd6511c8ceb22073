/* trial.h - what came of a candidate's query on the data, in a few numbers.
 *
 * Whoever has the data runs the query and feeds its rows here cell by cell, so that all who do get trials that compare:
 * a trainer with one engine, the program with another. A number is hashed by its value, rounded, since engines differ
 * in how they write it and sums in how they round; any other cell by its bytes. Rows are a multiset unless the query
 * orders them. Hashes compare within one list of candidates and are never stored.
 *
 *     trial_begin(&m, columns, ordered);
 *     trial_cell(&m, p, n);                    for all cells of all rows, row by row
 *     trial_end(&m, &trial);
 *
 * Bounds: TRIAL_ROWS rows are enough; whether a row comes twice is told of the first TRIAL_ROWS_KEPT. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct query;

#define TRIAL_ROWS 1000     /* what is run is limited to so many and one: whether an answer is right shows in fewer */
#define TRIAL_ROWS_KEPT 256 /* their hashes, to find a row that comes twice; a power of two */

struct trial {
    bool tried;  /* false: nothing is known */
    bool failed; /* an error, or past its bounds */
    size_t rows, columns;
    uint64_t hash;    /* of all rows; equal results have equal hashes */
    bool has_empty;   /* an empty cell among the first rows */
    bool all_empty;   /* the first row has nothing but empty cells and zeros */
    bool is_repeated; /* some row comes twice */
};

/* Runs queries: n of them, a trial each. NULL in place of it: nothing is tried. */
struct trier {
    void (*run)(void *arg, const struct query *const *queries, size_t n, struct trial *ret);
    void *arg;
};

struct trial_maker {
    struct trial trial;
    bool ordered;
    size_t cell;  /* of the row */
    uint64_t row; /* hash so far */
    uint64_t kept[TRIAL_ROWS_KEPT * 2];
};

void trial_begin(struct trial_maker *m, size_t columns, bool ordered);

/* n bytes; p is NULL for an empty cell. */
void trial_cell(struct trial_maker *m, const char *p, size_t n);
void trial_end(const struct trial_maker *m, struct trial *ret);

/* True when both gave the same rows. */
bool trial_alike(const struct trial *a, const struct trial *b);

/* True when the order of a query's rows is asked for, not only which rows they are: an order without a limit of one. */
bool trial_is_ordered(const struct query *q);
