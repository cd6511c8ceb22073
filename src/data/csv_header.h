/* csv_header.h - the names of the columns from the first record of a CSV. Internal to csv. */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct cell;
struct err;
struct notes;

/* Names for n cells: trimmed, on one line, "column_3" where there is none, "name_2" where a name comes again; what was
 * changed is said. Fails with ERR_TOO_LARGE when a name is over DATA_NAME_BYTES. */
WARN_UNUSED int csv_names(struct arena *a, const struct cell *cells, size_t n, struct notes *notes,
                          const char *const **ret, struct err *err);

/* ERR_NO_HEADERS when the first record is plainly data: none of its cells is a word, nor any of the next record's. next
 * has as many cells, or is NULL when there is none. */
WARN_UNUSED int csv_check_header(const struct cell *first, const struct cell *next, size_t n, struct err *err);
