/* sheet_sort.h - puts the cells of a sheet in order that are not. Internal to sheet.c.
 *
 * It stands between a scanner and whoever wants its cells: gathers them all, then gives them on, sorted. Of two cells
 * with one address the later one counts. Bounded by SHEET_SORT_BYTES: nobody writes such files by the gigabyte.
 */
#pragma once
#include "base/attrs.h"

struct cancel;
struct err;
struct scan_handler;
struct sheet_sort;

struct sheet_sort *sheet_sort_new(const struct scan_handler *wants);
void sheet_sort_free(struct sheet_sort *s);

/* What to give the scanner. */
const struct scan_handler *sheet_sort_handler(const struct sheet_sort *s);

/* Gives the cells on; as the functions they are given to. */
WARN_UNUSED int sheet_sort_end(struct sheet_sort *s, const struct cancel *cancel, struct err *err);
