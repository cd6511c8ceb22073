/* table.h - a query's columns as charts see them: what each holds, read from its values. Internal to from_table.c. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct json;

enum holds {
    HOLDS_NOTHING, /* nulls only */
    HOLDS_NUMBERS,
    HOLDS_LABELS, /* numbers that name something (show_is_label()) */
    HOLDS_TIMES,  /* dates, times of day on dates, months as 2024-03, years as whole numbers of a column called year */
    HOLDS_TEXT,   /* anything else */
};

struct table_column {
    const char *name, *unit; /* unit: NULL: none */
    enum holds holds;
    size_t place; /* in the rows */
};

struct chart_table {
    struct arena *arena;
    const struct json *rows;
    size_t n_rows, n_columns;
    struct table_column *columns;
};

void table_look(struct arena *a, const struct json *columns, const struct json *rows, struct chart_table *ret);

/* One column's cells. A null is NAN, or "(none)". Numbers are the nearest doubles; times are seconds since 1970. */
double *table_numbers(const struct chart_table *t, const struct table_column *c);
double *table_times(const struct chart_table *t, const struct table_column *c);
const char **table_texts(const struct chart_table *t, const struct table_column *c);

/* Numbers equal texts from 0 in the order in which they first come, one for each text; returns how many there are. */
size_t table_group(struct arena *a, const char *const *texts, size_t n, size_t *ret_group);
