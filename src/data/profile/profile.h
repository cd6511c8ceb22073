/* profile.h - what tables hold: each column's type, role, values and problems, likely keys, and how tables belong
 * together (relations.h).
 *
 * Everything is counted by the engine over all rows, exactly; nothing is sampled or estimated.
 *
 *   role       timestamp: dates and times. id: a name such as "customer_id", or a column without repetition that is a
 *              running number or is named as one ("code", "no"). measure: the other numbers, unless grid/meaning or
 *              their two values say that they sort things ("year", 0 and 1). dimension: all else.
 *   quantiles  p05, p25, p50, p75, p95 of numbers, interpolated.
 *   histogram  numbers: PROFILE_BINS bins of the same width from the least to the greatest (one for each value where
 *              whole numbers span fewer); dates: by hour, day, month, year or decade, whichever gives at most some
 *              hundred; periods without rows are not listed.
 *   outliers   Tukey's outer fences: below p25 - 3 IQR or above p75 + 3 IQR, where IQR = p75 - p25 is not 0; not of
 *              ids.
 *   problems   misfits (values that do not fit the type), blanks around texts, texts that differ only in case or
 *              blanks, dates and numbers among texts most of which are dates or numbers, one single value, no value at
 *              all.
 *   quality    0.4 completeness + 0.2 uniqueness + 0.2 validity + 0.2 consistency, each from 0 to 1: values there are
 *              of those there could be; of an id that has nine different values in ten, or more, those of all (others
 *              are references); values that fit their type or, of texts that are mostly dates or numbers, those that
 *              are; values not written in a second way and without blanks around. A table's is the mean of its
 *              columns'.
 *   keys       columns, or else pairs of columns, whose values are there and different in every row.
 *
 * As JSON: {"name","row_count","quality","duplicate_rows","keys":[["a"],["b","c"]],"columns":[{"name","type","role",
 * "nulls","distinct","min","max","mean","stddev","quantiles":{"p05",...},"top":[{"value","count"}],
 * "histogram":{"unit","bins":[{"from","to","count"}]},"outliers":{"count","below","above","examples"},
 * "problems":[{"kind","count","text"}],"quality"}]}; what a column does not have is null or empty.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct engine;
struct err;
struct json;
struct table;

enum column_role { ROLE_DIMENSION, ROLE_MEASURE, ROLE_ID, ROLE_TIMESTAMP };

/* "dimension", "measure", "id", "timestamp" */
const char *column_role_name(enum column_role role);

enum { PROFILE_QUANTILES = 5 };

/* One column, counted. */
struct column_profile {
    const struct column *column;
    uint64_t rows, values, distinct; /* of the table; not null; different */
    enum column_role role;
    struct json *min, *max; /* null without values; texts cut to PROFILE_TEXT_CHARS */
    bool has_figures;       /* a number's: the five that follow */
    double least, greatest, mean, deviation;
    double quantiles[PROFILE_QUANTILES];
    uint64_t longest;        /* bytes of the longest text */
    double days;             /* of a date: from the first to the last */
    uint64_t blanks;         /* texts with blanks around them */
    uint64_t dates, numbers; /* texts that look like one */
    uint64_t variants;       /* texts written in another way than most of the same */
    struct json *top, *histogram, *outliers;
    struct json *problems;
    double quality;
};

struct table_profile {
    const struct table *table;
    struct column_profile *columns; /* as many as the table has */
    uint64_t duplicates;            /* rows that are there already */
    struct json *keys;              /* [["a"],["b","c"]] */
    double quality;
};

/* Counts one table, which is in the engine. All of ret lives in the arena. Errors: the engine's, and cancel's. */
WARN_UNUSED int profile_table(struct engine *e, const struct table *t, const struct cancel *cancel, struct arena *a,
                              struct table_profile *ret, struct err *err);

struct json *profile_to_json(struct arena *a, const struct table_profile *p);
