/* json_shape.h - where in a JSON text the tables are. For json_source.c only. */
#pragma once
#include "base/err.h"
#include "formats/json_items.h"

struct arena;

enum json_shape {
    SHAPE_RECORDS, /* each item of `items` is a row */
    SHAPE_ROWS,    /* the same, and items are lists: values by place */
    SHAPE_COLUMNS, /* each member of the object is a column, a list */
    SHAPE_LABELS,  /* each member is a column, an object of its values by the rows' labels, as pandas writes them */
};

struct json_place {
    enum json_shape shape;
    enum json_items_kind kind; /* how the items stand in the span */
    struct json_span span;
    struct json_span names; /* of SHAPE_ROWS: a list of names beside it; else empty */
    const char *path;       /* "data", "result.items"; NULL: it is the whole text */
    bool has_labels;        /* of SHAPE_LABELS: they say more than the rows' numbers, and are a column */
};

struct json_places {
    const struct json_place *list; /* in the arena */
    size_t n;                      /* at most JSON_TABLES */
    size_t more;                   /* that were found past these */
};

/* The tables of a text without byte order mark. ERR_DATA_UNREADABLE when it is no array or object, or is damaged;
 * ERR_DATA_EMPTY when it holds nothing. */
WARN_UNUSED int json_places(struct arena *a, struct json_span text, struct json_places *ret, struct err *err);

/* What begins at p cannot be read: says on which line that is. ERR_TOO_LARGE, or ERR_DATA_UNREADABLE for anything else;
 * why is for the log. Always -1. */
int json_fail(struct json_span text, const char *p, enum err_code code, const char *why, struct err *err);
