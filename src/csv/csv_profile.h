/* csv_profile.h - what the cells of each column look like, and how well a text would fit among them. Internal to csv.
 *
 * A cell's shape is its text with every digit made '9' and every letter 'A' or 'a': "99/99/9999", "AA-9999". A column
 * with few shapes is known by them; one with many is free text. The rough shape makes runs of digits and of letters one
 * character each. Shapes are how a misplaced cell is noticed, and where a missing separator belongs.
 */
#pragma once
#include "base/attrs.h"
#include "csv/csv_scan.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CSV_SHAPES 24      /* of one column; more is free text */
#define CSV_ROUGH_SHAPES 8 /* the same, of rough ones */

/* A shape, and how often it was seen. */
struct csv_seen {
    uint32_t hash, times;
};

struct csv_column {
    struct csv_seen exact[CSV_SHAPES], rough[CSV_ROUGH_SHAPES];
    uint8_t n_exact, n_rough;
    bool many_exact, many_rough;   /* there were more */
    uint32_t cells, empty, quoted; /* cells seen; of these: blank, in quotes */
    uint32_t values, nothing;      /* of those with content, see csv_kind() */
};

/* What a text is, for telling names from data. */
enum csv_kind {
    CSV_NOTHING, /* blank, or a word for no value */
    CSV_VALUE,   /* a number, an amount, a date, a time, true or false, an identifier of digits */
    CSV_WORD,
};

enum csv_kind csv_kind(const char *p, size_t n);

void csv_column_add(struct csv_column *c, const struct csv_cell *cell);

/* Nearly all of what is in the column are values. */
bool csv_column_is_typed(const struct csv_column *c);

/* How well it would fit: CSV_FIT for a shape seen, 0 for a stranger. */
#define CSV_FIT 6
int csv_column_fit(const struct csv_column *c, const char *p, size_t n, bool quoted);
