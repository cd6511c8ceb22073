/* csv_counts.h - what was done to the records of a CSV, counted, and told. Internal to csv.
 *
 * Each reader counts for itself; the counts of all of them, in their order, make one set of sentences, the same for any
 * number of readers.
 */
#pragma once
#include "base/limits.h"
#include "csv/csv_scan.h"
#include <stddef.h>
#include <stdint.h>

struct notes;

struct csv_counts {
    uint64_t blank, comments, headers, footers, short_records, mended, quotes, others;
    uint64_t over; /* records with cells that no column takes */
    struct {
        const char *place; /* of the record, in the text */
        struct csv_cell cells;
    } apart[COLUMN_MISFITS_SHOWN]; /* those cells, of the first such records */
};

/* The record at place has cells over. */
void csv_counts_over(struct csv_counts *c, const char *place, const struct csv_cell *cells);

/* Adds what was counted behind c. */
void csv_counts_add(struct csv_counts *c, const struct csv_counts *more);

/* Says it; the text begins at `begin`, for its lines to be counted. */
void csv_counts_say(const struct csv_counts *c, const struct csv_dialect *d, const char *begin, struct notes *notes);

/* The line of a place in the text, from 1. */
size_t csv_line_of(const struct csv_dialect *d, const char *begin, const char *place);
