/* pivot_read.h - a pivot table's parts as they are written. Internal to pivot. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct package;
struct part;

/* A list that grows in the arena. */
struct pivot_list {
    void *list;
    size_t n, cap;
};

struct pivot_item {
    uint32_t value; /* place among the cache field's values */
    bool is_hidden, is_total;
};

struct pivot_field {
    const char *caption; /* where it differs from the cache's name; else NULL */
    const char *axis;    /* "row", "column", "page", or NULL */
    bool is_data;
    struct pivot_list items; /* struct pivot_item */
};

struct pivot_page {
    int64_t field, item; /* item -1: all */
};

struct pivot_data {
    const char *name, *summary;
    int64_t field;
};

struct pivot_filter {
    const char *type, *value;
    int64_t field;
};

/* A field of the cache with its different values, as text. */
struct pivot_values {
    const char *name;
    struct pivot_list values; /* const char * */
};

struct pivot {
    const char *name, *location;
    struct pivot_list fields;        /* struct pivot_field */
    struct pivot_list rows, columns; /* int64_t: fields; -2 stands for the data fields */
    struct pivot_list pages, data, filters;
    const char *source_sheet, *source_range, *source_name;
    int64_t records;          /* -1: not told */
    struct pivot_list caches; /* struct pivot_values, one for each field */
    const bool *blocked;      /* of each field: it must not be told; NULL: all may */
};

/* Reads the definition and, if it is there, the cache's. */
WARN_UNUSED int pivot_read(struct pivot *p, struct arena *a, const struct package *k, const struct part *part,
                           struct err *err);

/* The name of a field, and of one of its items; NULL when there is none. */
const char *pivot_field_name(const struct pivot *p, int64_t field);
const char *pivot_item_name(const struct pivot *p, int64_t field, int64_t item);
