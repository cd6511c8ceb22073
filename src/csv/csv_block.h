/* csv_block.h - a stretch of a CSV's records, read by one thread. Internal to the loader. */
#pragma once
#include "base/attrs.h"
#include "base/err.h"
#include "csv/csv_lane.h"
#include "csv/csv_table.h"
#include "grid/source.h"

struct cancel;

struct block {
    size_t from, to; /* records that begin here or later, and before there */
    size_t end;      /* where the first record behind them begins */
    uint64_t rows;
    uint64_t first;          /* the number of the first of them; for `without` only */
    struct row_list without; /* rows that are passed over */
    bool is_last;            /* no record of the table follows */
    struct lane *lanes;      /* one a column */
    struct csv_reader *reader;
    int rc; /* of reading it; err says why */
    struct err err;
};

/* Reads the block's records into its lanes, which are open; columns where skip says so are passed over (NULL: none
 * is). Sets end, rows, is_last, reader and rc. */
void block_read(struct block *b, const struct csv_table *t, const bool *skip, const struct cancel *cancel);

void block_done(struct block *b, size_t n_columns);
