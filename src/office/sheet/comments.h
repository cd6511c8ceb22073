/* comments.h - what hangs on a sheet's cells: comments.
 *
 * They are the classic ones (notes); of a threaded conversation a spreadsheet program keeps its text in one of these,
 * too.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct book;
struct err;
struct json;

/* [{"cell","author","text"}], in the order of the part, at most PARTS_LISTED. */
WARN_UNUSED int sheet_comments(const struct book *b, size_t sheet, struct arena *a, struct json **ret, struct err *err);
