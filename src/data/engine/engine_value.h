/* engine_value.h - reading the engine's result vectors. Internal to the engine's files.
 *
 * A shape is a column's type, worked out once a query; a view is that column of one chunk, with the addresses of its
 * vectors asked for once; a value is one cell of it. Lists and structs have children in both.
 */
#pragma once
#include "base/attrs.h"
#include "data/engine/duck_api.h"
#include "grid/table.h"

struct arena;
struct err;
struct json;
struct cell_reader;
struct view;

typedef struct json *read_fn(struct cell_reader *r, const struct view *v, uint64_t row);

struct shape {
    const struct duck_api *api;
    read_fn *read;
    enum column_type type;   /* table.h's name for it */
    duckdb_type id, storage; /* storage: how a decimal is held */
    int scale;               /* of a decimal */
    uint64_t size;           /* of an array */
    size_t n_children;       /* 0 for a plain value */
    const struct shape **children;
    const char **names; /* of a struct's children */
};

struct view {
    const struct shape *shape;
    const void *data;
    const uint64_t *valid; /* a bit a row; NULL: all are */
    struct view *children;
};

/* The function that reads values of a type, or NULL: a type without an obvious text (BLOB, UNION and the like). */
read_fn *value_reader(duckdb_type id, enum column_type *ret_type);

/* The shape of a type, which it takes and destroys; in the arena. NULL when it cannot be read. */
const struct shape *shape_new(const struct duck_api *api, struct arena *a, duckdb_logical_type type);

/* A view without addresses, for view_set(); in the arena. */
struct view *view_new(struct arena *a, const struct shape *s);
void view_set(struct view *view, duckdb_vector v);

/* A text of a VARCHAR vector's data, which holds it. */
const char *string_text(const void *data, uint64_t row, size_t *ret_n);

/* The value; lists, structs and maps as the text of a JSON value. NULL when it is larger than a cell may be. */
struct json *view_value(struct arena *a, const struct view *v, uint64_t row);
