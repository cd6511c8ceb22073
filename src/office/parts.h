/* parts.h - what hangs on a sheet's cells: comments and links.
 *
 * Comments are the classic ones (notes); of a threaded conversation a spreadsheet program keeps its text in one of
 * these, too. Links lead out of the workbook (a target) or to a place in it (a location).
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct book;
struct cancel;
struct err;
struct json;

/* [{"cell","author","text"}], in the order of the part, at most PARTS_LISTED. */
WARN_UNUSED int sheet_comments(const struct book *b, size_t sheet, struct arena *a, struct json **ret, struct err *err);

/* [{"range","target","location","text","tooltip"}], what is not given null; at most PARTS_LISTED. */
WARN_UNUSED int sheet_links(const struct book *b, size_t sheet, const struct cancel *cancel, struct arena *a,
                            struct json **ret, struct err *err);
