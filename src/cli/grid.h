/* grid.h - a table as aligned text: numbers to the right, text to the left, a bar beside the figures where it helps. */
#pragma once
#include <stddef.h>

struct buf;
struct json;
struct term;

/* Appends the table. columns are names, rows arrays of JSON values. On a terminal at most its height is filled and a
 * last line says how many rows are left; `total` is the number of rows there are in all. */
void grid_add(struct buf *b, const struct term *t, const struct json *columns, const struct json *rows, size_t total);
