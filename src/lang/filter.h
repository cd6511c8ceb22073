/* filter.h - how a condition is put together, shared by the two files that read conditions. */
#pragma once
#include "lang/reader.h"

/* A comparison as it was said: "is not", "over", "in". */
struct said {
    enum flat_compare compare;
    bool explicit; /* "is", "over": the person compares */
    bool compares; /* "over", "before": more than "is" */
    bool time;     /* "before", "since": the comparison is about time */
    bool negated;  /* "not" */
    bool joined;   /* "in" or "of" stood there */
    bool of;       /* it was "of": "a discount of 0.1" */
};

/* ---- filter_value.c: the right side. Each returns 1 when it read and used pieces from i on, 0 when it cannot. ---- */

/* A number, or two for FLAT_BETWEEN, for a number column. *ret_next is the piece behind. */
WARN_UNUSED int filter_numbers(struct reader *r, size_t i, const struct said *said, size_t column, size_t *ret_next);

/* A period, or two for a range, for a date or timestamp column. */
WARN_UNUSED int filter_periods(struct reader *r, size_t i, const struct said *said, size_t column, size_t *ret_next);

/* Known values of the column: "West", "West or East". */
WARN_UNUSED int filter_values(struct reader *r, size_t i, const struct said *said, size_t column);

/* Words that are no known value, for a text column whose values are not all known. */
WARN_UNUSED int filter_literal(struct reader *r, size_t i, const struct said *said, size_t column);

/* Adds the condition; two "is" of one column become one of several values. */
WARN_UNUSED int filter_add(struct reader *r, size_t i, const struct flat_filter *f);
