/* pg_value.c - tabs between values, \N for none, backslashes undone where they stand: a text only shrinks. */
#include "formats/pg_value.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/timefmt.h"
#include "grid/datum.h"
#include "grid/types/values.h"
#include <math.h>
#include <string.h>

/* pg_type's numbers, which never change. */
static const struct {
    uint32_t type;
    enum pg_kind kind;
    const char *cast;
} types[] = {
    { 16, PG_TRUTH, "" },     { 17, PG_BYTES_HEX, "" }, { 20, PG_INTEGER, "" },
    { 21, PG_INTEGER, "" },   { 23, PG_INTEGER, "" },   { 26, PG_INTEGER, "" },
    { 700, PG_FLOAT, "" },    { 701, PG_FLOAT, "" },    { 790, PG_DECIMAL, "::pg_catalog.numeric" },
    { 1082, PG_DATE, "" },    { 1114, PG_TIME, "" },    { 1184, PG_TIME_UTC, "" },
    { 1700, PG_DECIMAL, "" },
};

enum pg_kind pg_kind(uint32_t type)
{
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (types[i].type == type)
            return types[i].kind;
    return PG_TEXT;
}

const char *pg_cast(uint32_t type)
{
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (types[i].type == type)
            return types[i].cast;
    return "";
}

/* Undoes the escapes of n bytes in place; the new length. */
static size_t unescape(char *p, size_t n)
{
    static const char letters[] = "bfnrtv", bytes[] = "\b\f\n\r\t\v";
    const char *end = p + n;
    char *from = memchr(p, '\\', n), *out = from;

    if (!from)
        return n;
    while (from < end) {
        if (*from == '\\' && from + 1 < end) {
            const char *letter = memchr(letters, from[1], sizeof letters - 1);
            *out++ = letter ? bytes[letter - letters] : from[1];
            from += 2;
        } else {
            *out++ = *from++;
        }
    }
    return (size_t)(out - p);
}

static bool put_float(const char *p, size_t n, struct datum *ret)
{
    if (!num_is_json(p, n) || !isfinite(num_double(p, n)))
        return false;
    *ret = (struct datum){ .kind = DATUM_NUMBER, .real = num_double(p, n) };
    return true;
}

static bool put_decimal(const char *p, size_t n, struct datum *ret)
{
    if (!num_is_json(p, n))
        return false;
    if (!value_is_decimal(p, n))
        return put_float(p, n, ret);
    *ret = (struct datum){ .kind = DATUM_DECIMAL, .n = (uint32_t)n, .p = p };
    return true;
}

/* "2026-01-23 10:30:00.5", and "+00" behind it where it has a zone: the session's zone is UTC. */
static bool put_time(const char *p, size_t n, bool is_utc, struct datum *ret)
{
    char iso[TIME_TEXT_BYTES];
    int64_t us;

    if (is_utc && (n <= 3 || memcmp(p + n - 3, "+00", 3) != 0))
        return false;
    n -= is_utc ? 3 : 0;
    if (n <= 11 || n + 1 >= sizeof iso || p[10] != ' ')
        return false;
    memcpy(iso, p, n);
    iso[10] = 'T';
    iso[n] = 'Z';
    if (!time_read(iso, n + 1, &us))
        return false;
    *ret = (struct datum){ .kind = DATUM_TIME, .integer = us };
    return true;
}

/* The value by its kind; false when that cannot hold it. */
static bool put(enum pg_kind kind, const char *p, size_t n, struct datum *ret)
{
    int64_t integer;

    switch (kind) {
    case PG_TRUTH:
        *ret = (struct datum){ .kind = DATUM_TRUTH, .integer = n == 1 && *p == 't' };
        return n == 1 && (*p == 't' || *p == 'f');
    case PG_INTEGER:
        if (!num_is_json(p, n) || !num_int64(p, n, &integer))
            return false;
        *ret = (struct datum){ .kind = DATUM_INTEGER, .integer = integer };
        return true;
    case PG_DECIMAL:
        return put_decimal(p, n, ret);
    case PG_FLOAT:
        return put_float(p, n, ret);
    case PG_DATE:
        if (!date_read(p, n, &integer))
            return false;
        *ret = (struct datum){ .kind = DATUM_DATE, .integer = integer };
        return true;
    case PG_TIME:
    case PG_TIME_UTC:
        return put_time(p, n, kind == PG_TIME_UTC, ret);
    case PG_TEXT:
    case PG_BYTES_HEX:
        break;
    }
    return false;
}

static int put_cell(enum pg_kind kind, char *p, size_t n, struct datum *ret, uint64_t *cut, struct err *err)
{
    if (n == 2 && p[0] == '\\' && p[1] == 'N')
        return 0;
    n = unescape(p, n);
    if (put(kind, p, n, ret))
        return 0;
    if (kind == PG_BYTES_HEX && n >= 2) { /* "\x0a0b" */
        p += 2;
        n -= 2;
        *cut += n > 2 * SOURCE_BLOB_BYTES;
        n = n > 2 * SOURCE_BLOB_BYTES ? 2 * SOURCE_BLOB_BYTES : n;
    }
    if (n > DATA_CELL_BYTES)
        return value_too_long("A value in the database", n, err);
    *ret = (struct datum){ .kind = DATUM_TEXT, .n = (uint32_t)n, .p = p };
    return 0;
}

int pg_row(char *row, size_t bytes, const enum pg_kind *kinds, size_t n, struct datum *ret, uint64_t *cut,
           struct err *err)
{
    char *p = row, *end = row + bytes;

    if (bytes > 0 && end[-1] == '\n')
        end--;
    for (size_t i = 0; i < n; i++) {
        char *tab = memchr(p, '\t', (size_t)(end - p)), *stop = tab ? tab : end;

        if ((tab != NULL) != (i + 1 < n))
            return err_set(err, ERR_DATA_UNREADABLE, "The database server sent a row that cannot be read.",
                           "%zu values wanted", n);
        if (put_cell(kinds[i], p, (size_t)(stop - p), &ret[i], cut, err))
            return -1;
        p = tab ? tab + 1 : end;
    }
    return 0;
}
