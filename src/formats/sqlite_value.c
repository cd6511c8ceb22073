/* sqlite_value.c - SQLite's five kinds of value; its text may be anything, so it is checked and mended here. */
#include "formats/sqlite_value.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/limits.h"
#include "grid/datum.h"
#include "grid/types/values.h"
#include <math.h>

static int put_text(const char *p, size_t n, struct datum *ret, struct sqlite_seen *seen, struct arena *scratch,
                    struct err *err)
{
    const char *text = n <= DATA_CELL_BYTES ? mend_text(scratch, p, &n, &seen->mended) : p;

    if (n > DATA_CELL_BYTES)
        return value_too_long("A value in the database", n, err);
    if (text == p)
        text = arena_dup(scratch, p, n);
    *ret = (struct datum){ .kind = DATUM_TEXT, .n = (uint32_t)n, .p = text };
    return 0;
}

static void put_blob(const void *p, size_t n, struct datum *ret, struct sqlite_seen *seen, struct arena *scratch)
{
    size_t told = n < SOURCE_BLOB_BYTES ? n : SOURCE_BLOB_BYTES;
    char *hex = arena_alloc(scratch, 2 * told + 1);

    hex_text(p, told, hex);
    seen->blobs++;
    seen->cut += told < n;
    *ret = (struct datum){ .kind = DATUM_TEXT, .n = (uint32_t)(2 * told), .p = hex };
}

static void put_integer(int64_t v, bool is_truth, struct datum *ret)
{
    *ret = (struct datum){ .kind = is_truth && (v == 0 || v == 1) ? DATUM_TRUTH : DATUM_INTEGER, .integer = v };
}

/* Infinity is a value that no number of ours has: it is kept as a word. */
static void put_real(double v, struct datum *ret)
{
    if (isfinite(v))
        *ret = (struct datum){ .kind = DATUM_NUMBER, .real = v };
    else
        *ret = (struct datum){ .kind = DATUM_TEXT, .n = v < 0 ? 9 : 8, .p = v < 0 ? "-Infinity" : "Infinity" };
}

int sqlite_value(sqlite3_stmt *row, int column, bool is_truth, struct datum *ret, struct sqlite_seen *seen,
                 struct arena *scratch, struct err *err)
{
    const void *p;

    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        put_integer(sqlite3_column_int64(row, column), is_truth, ret);
        return 0;
    case SQLITE_FLOAT:
        put_real(sqlite3_column_double(row, column), ret);
        return 0;
    case SQLITE_TEXT:
        p = sqlite3_column_text(row, column);
        return put_text(p ? p : "", (size_t)sqlite3_column_bytes(row, column), ret, seen, scratch, err);
    case SQLITE_BLOB:
        p = sqlite3_column_blob(row, column);
        put_blob(p ? p : "", (size_t)sqlite3_column_bytes(row, column), ret, seen, scratch);
        return 0;
    default:
        *ret = (struct datum){ .kind = DATUM_NONE };
        return 0;
    }
}
