/* pg_value.h - rows of COPY's text format as values, by the types that the catalogue has. For pg_source.c only. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct datum;
struct err;

enum pg_kind { PG_TEXT, PG_TRUTH, PG_INTEGER, PG_DECIMAL, PG_FLOAT, PG_DATE, PG_TIME, PG_TIME_UTC, PG_BYTES_HEX };

/* How a type, by its number in pg_type, is read. */
enum pg_kind pg_kind(uint32_t type);

/* The expression that selects a column of that type: its name as it is, or cast. */
const char *pg_cast(uint32_t type);

/* Splits a row (changed in place) into n values, which point into it. A value that its kind cannot hold ('infinity', a
 * year of six digits) stays text. ERR_DATA_UNREADABLE when the row has not n values, ERR_TOO_LARGE past
 * DATA_CELL_BYTES. *cut is counted up for binary values that were cut. */
WARN_UNUSED int pg_row(char *row, size_t bytes, const enum pg_kind *kinds, size_t n, struct datum *ret, uint64_t *cut,
                       struct err *err);
