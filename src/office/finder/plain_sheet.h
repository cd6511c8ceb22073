/* plain_sheet.h - bets that a sheet is one plain table: names in its first used row, values below, nothing beside them.
 *
 * Large sheets nearly always are, and then they need not be read twice: while the finder still looks at the first pass,
 * the rows go into a builder already. What breaks the bet ends it at once; whether it was right is for the finder to
 * say.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct book;
struct builder;
struct datum;
struct fill_area;
struct fill_counts;
struct plain_sheet;

struct plain_sheet *plain_sheet_new(const struct book *b);
void plain_sheet_free(struct plain_sheet *g);

/* Every cell with a value, in order. */
void plain_sheet_add(struct plain_sheet *g, uint32_t row, uint32_t column, const struct datum *value);

/* The builder with exactly the rows of this area, whose names stand in header_row; NULL when the bet was lost, as it is
 * where cells are merged. The caller frees it. After the last cell. */
struct builder *plain_sheet_take(struct plain_sheet *g, const struct fill_area *area, uint32_t header_row,
                                 struct fill_counts *ret_counts);
