/* gauge.h - a metric as SQL that can be asked of any period and split by any column. For src/agents/metrics only.
 *
 * What a person writes is an aggregate over the columns of one table ("sum(total)", "avg(price)", "sum(a) / count(*)"),
 * or a SELECT of one ("SELECT sum(total) FROM orders WHERE status = 'paid'"). It must be a sum or a count, what these
 * give when added, subtracted or multiplied by a number, or one of these divided by another: only of those do the parts
 * of a split add up to the whole. Others (a median, count(DISTINCT ...)) are refused.
 *
 * Tables that the metric's own refers to by a key are joined to it, row for row, so that their columns can split it.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;

struct dimension {
    const char *name;   /* as it is shown, and as SQL over the measure's rows knows it */
    const char *table;  /* where it comes from */
    const char *column; /* its name there */
    int64_t distinct;
    bool is_own; /* of the metric's own table */
};

struct gauge {
    const char *text;           /* as the person wrote it */
    const char *table;          /* the one it is of */
    const char *from;           /* its rows: a table, or a subquery that joins others to it */
    const char *where;          /* a condition of the metric's own; NULL: none */
    const char *value;          /* the aggregate: of a ratio what stands above the line */
    const char *weight;         /* what stands below it; NULL: the metric is a sum */
    const char *date;           /* the column that says when */
    size_t n_dates;             /* how many columns could have said it: the first does */
    const char *const *figures; /* columns that the metric is made of: nothing to split it by */
    size_t n_figures;
    bool counts; /* the metric is a plain number of rows */
    struct dimension *dimensions;
    size_t n_dimensions;
    const char *const *joined; /* the tables that were joined */
    size_t n_joined;
};

/* Reads the metric against a profile (profiler.analyze's result). Errors: ERR_COLUMN_NOT_FOUND, naming those there are;
 * ERR_INVALID_QUERY for what is no such metric, or where no column says when. */
WARN_UNUSED int gauge_read(struct arena *a, const char *metric_sql, const struct json *profile, struct gauge *ret,
                           struct err *err);

/* The same check without the rest: of the tables that data.describe gives. */
WARN_UNUSED int gauge_check(struct arena *a, const char *metric_sql, const struct json *described, struct err *err);

/* From the first day to the last, both included, as YYYY-MM-DD. */
struct span {
    const char *from, *to;
};

/* How a measure is to be split: by nothing, by up to two columns, or by an expression over its rows. */
struct split {
    const char *by[2]; /* SQL; NULL: none */
    const char *also;  /* a further condition, or NULL */
};

/* SQL for one row per part: part [, part_2], baseline, comparison, change, baseline_rows, comparison_rows; the largest
 * change first, at most METRICS_PARTS. The changes of all parts add up to the change of the whole, of a ratio too: each
 * part's is how far it pulls the whole from the baseline's level, by its size and by its own level. */
const char *gauge_sql(struct arena *a, const struct gauge *m, const struct span *baseline,
                      const struct span *comparison, const struct split *split);

/* SQL for one row per day and period that has rows: period, day, value, row_count, of a ratio weight; the baseline's
 * first, in order. also: a further condition, or NULL. */
const char *gauge_days_sql(struct arena *a, const struct gauge *m, const struct span *baseline,
                           const struct span *comparison, const char *also);

/* ---- a profile's columns ---- */

/* A table's column, whatever the case of its name; NULL: it has none. */
struct json *column_of(const struct json *table, const char *name);

/* Whether it says when. */
bool column_is_time(const struct json *column);

/* Whether it names people or is what the patterns for personal data name: nobody is a segment. A column that is just
 * called "name" is one where its table is about people or has another such column, or where its many values look so. */
bool column_is_personal(const struct json *profile, const struct json *table, const struct json *column);

/* A name in quotes, and a text as a literal. */
const char *sql_name(struct arena *a, const char *name);
const char *sql_text(struct arena *a, const char *text);
