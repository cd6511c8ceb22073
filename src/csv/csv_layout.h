/* csv_layout.h - where in a text its table begins, how wide it is, and what its columns are. Internal to csv.
 *
 *   width    the number of cells most records of the sample's head have; where fewer than half agree, the header's
 *   begin    the first record of that width with more in it than its first cell: what stands above is a preamble. A
 *            record right above it that is all words, and can be fitted to the width, is the header all the same
 *   header   the first records, as long as they are words where the columns below hold values (numbers, dates ...). A
 *            first record of values is data, unless the values are years. Where no column holds values the first
 *            record is the header, unless one of its cells comes again in its own column. Several header records are
 *            joined, cell by cell, with a blank; a name over several columns is carried on over them
 *   more     records with more cells than the header are believed when most have them, and something in them
 */
#pragma once
#include "csv/csv_detect.h"
#include "csv/csv_profile.h"
#include "csv/csv_scan.h"
#include "grid/names.h"

struct arena;

struct csv_layout {
    size_t n_columns;
    struct name_text *heads; /* n_columns of them; NULL where there is no header */
    struct csv_column *columns;
    const char *first;  /* the first record behind the header */
    size_t header_rows; /* records that make up the header */
    size_t above;       /* lines with content before it that were left out */
    bool header_mended; /* the header was fitted to the width */
    bool uneven;        /* a record of the sample is not of the width, is odd, blank or a comment */
};

/* The layout of the n bytes at p, n > 0. n_columns is 0 when nothing is in it, or DATA_COLUMNS + 1 when it is too wide.
 */
struct csv_layout csv_layout_of(struct arena *a, const struct csv_dialect *d, const char *p, size_t n);
