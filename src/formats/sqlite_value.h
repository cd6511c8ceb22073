/* sqlite_value.h - one value of a row as SQLite gives it. For sqlite_source.c only. */
#pragma once
#include "base/attrs.h"
#include "formats/mend.h"
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct datum;
struct err;

/* What was met. */
struct sqlite_seen {
    uint64_t blobs, cut; /* binary values, and those that were cut */
    struct mended mended;
};

/* The value of a column of the current row; texts are copied into scratch. ERR_TOO_LARGE past DATA_CELL_BYTES. */
WARN_UNUSED int sqlite_value(sqlite3_stmt *row, int column, bool is_truth, struct datum *ret, struct sqlite_seen *seen,
                             struct arena *scratch, struct err *err);
