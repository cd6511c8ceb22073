/* table.h - what a table is: its columns with their types, where it came from, and what was assumed in reading it.
 *
 * These are plain values. They cross the gate as JSON (table_to_json, table_from_json), so that an agent that may only
 * call operations sees the same thing as the code that loaded the table.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;

enum column_type {
    COLUMN_TEXT,
    COLUMN_INTEGER, /* 64 bits */
    COLUMN_DECIMAL, /* exact, up to 38 digits */
    COLUMN_FLOAT,   /* only where the source itself writes exponents or more than 38 digits */
    COLUMN_BOOLEAN,
    COLUMN_DATE,
    COLUMN_TIMESTAMP,
    COLUMN_TYPES /* how many */
};

/* A value that does not fit its column's type: NULL to the engine, but not lost. */
struct misfit {
    uint64_t row;     /* from 1 */
    const char *text; /* as it stands there, cut to COLUMN_MISFIT_BYTES where it is only shown */
};

struct column {
    const char *name; /* as the source spells it */
    enum column_type type;
    int precision, scale;        /* of a decimal */
    const char *unit;            /* of a number: "%" (0.125 was written 12.5%) or the currency as written; NULL: none */
    uint64_t nulls;              /* rows without a value, misfits not among them */
    uint64_t misfits;            /* values that do not fit the type; columns.h has all of them */
    const struct misfit *misfit; /* the first of them, at most COLUMN_MISFITS_SHOWN */
    size_t n_misfit;
    uint64_t distinct;         /* different values seen; exact up to COLUMN_VALUES_MAX, then that number + 1 */
    const char *const *values; /* a text column with at most COLUMN_VALUES_MAX different values: all of them, sorted by
                                  bytes; NULL where there are more, or one is over COLUMN_VALUE_BYTES long */
    size_t n_values;
};

struct table {
    const char *name;   /* as SQL refers to it: the file's name without folder and ending, made unique */
    const char *source; /* the file's name without its folder */
    const char *sheet;  /* of a workbook: the sheet it is on; NULL: of no workbook */
    const char *range;  /* and where, "A3:F20"; or NULL */
    bool hidden;        /* its sheet is: it is meant only where it is named */
    uint64_t rows;
    struct column *columns;
    size_t n_columns;
    char sha256[SHA256_TEXT_BYTES];      /* of the bytes read */
    char fingerprint[SHA256_TEXT_BYTES]; /* of the schema: sorted column names and types */
    const char *const *assumptions;      /* sentences; "the separator is a semicolon" */
    size_t n_assumptions;
};

/* "text", "integer", "decimal", "float", "boolean", "date", "timestamp" */
const char *column_type_name(enum column_type type);
bool column_is_number(enum column_type type);

/* The digits that a sum of so many values can have more than the values themselves. */
unsigned column_sum_room(uint64_t values);

/* True when a sum of so many values of the column, a decimal, can need more digits than a decimal has: it is then taken
 * as floating-point numbers, and rounded. */
bool column_sum_is_rounded(const struct column *c, uint64_t values);

/* SHA-256 over the sorted "name:type" lines, so that the order of columns does not matter. */
void table_fingerprint(const struct column *columns, size_t n, char out[static SHA256_TEXT_BYTES]);

/* {"name","type","nulls","distinct","values"}; a decimal column also has "precision" and "scale", only one with a list
 * has "values", one of amounts or percentages its "unit", and one with misfits {"misfits","misfit":[{"row","text"}]}.
 * One whose different values were not all counted has "distinct_at_least" instead of "distinct". */
struct json *column_to_json(struct arena *a, const struct column *c);
WARN_UNUSED int column_from_json(struct arena *a, const struct json *v, struct column *ret, struct err *err);

/* {"name","source","row_count","columns":[...],"sha256","schema_fingerprint","assumptions":[]}; a workbook's also has
 * "sheet" and "range", and a hidden one "hidden":true. */
struct json *table_to_json(struct arena *a, const struct table *t);
WARN_UNUSED int table_from_json(struct arena *a, const struct json *v, struct table *ret, struct err *err);
