/* fill.h - the cells of one table of a sheet, as rows of values for a builder.
 *
 * Cells are given in the sheet's order; those outside the table are passed over, and so is a row in which the table has
 * no value: it is a gap people left, not a row of nulls.
 *
 * A merged cell's value is filled down into its empty cells, but for a number outside the first column: an amount that
 * somebody wrote once for three rows would be added up three times. What was done is counted.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct builder;
struct datum;
struct err;
struct fill;
struct found_span;
struct found_table;
struct notes;

struct fill_area {
    uint32_t first_row, last_row; /* of the data */
    const uint32_t *columns;      /* the sheet's column of each, ascending */
    size_t n_columns;
    const struct found_span *spans; /* merged cells; by row, then column */
    size_t n_spans;
};

struct fill_counts {
    uint64_t gaps;   /* rows of the table that held no value, among those before the last that did */
    uint64_t filled; /* merged cells that were filled down */
    uint64_t kept;   /* merged numbers that were not */
};

/* The data of a table that the finder found. */
struct fill_area fill_found(const struct found_table *t);

/* Where rows go; the builder, or whoever shows them. */
typedef int fill_fn(void *arg, const struct datum *values, size_t rows, struct err *err);

struct fill *fill_new(const struct fill_area *area, fill_fn *fn, void *arg);
void fill_free(struct fill *f);

/* The area's lists are borrowed until the end; the value is copied. */
WARN_UNUSED int fill_add(struct fill *f, uint32_t row, uint32_t column, const struct datum *value, struct err *err);
WARN_UNUSED int fill_end(struct fill *f, struct err *err);

struct fill_counts fill_counts(const struct fill *f);

/* Tells of merged cells. */
void fill_say(const struct fill_counts *c, struct notes *notes);

/* A fill_fn that adds to the builder it is given. */
int fill_builder(void *builder, const struct datum *values, size_t rows, struct err *err);
