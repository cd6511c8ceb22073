/* engine_fill.h - cells into the engine's vectors. Internal to the engine's files. */
#pragma once
#include "base/buf.h"
#include "data/distinct.h"
#include "data/duck_api.h"
#include "data/records.h"
#include "data/table.h"

struct arena;

/* Filling one column. */
struct fill {
    const struct duck_api *api;
    struct column *column;     /* its type is known; nulls are counted here */
    struct distinct *distinct; /* values seen */
    struct arena *arena;       /* of those values */
    struct buf *scratch;       /* for cells with doubled quotes */
};

/* The engine's type for the column, in SQL, and as an object that the caller destroys. */
void fill_type_sql(const struct column *c, struct buf *sql);
duckdb_logical_type fill_type(const struct duck_api *api, const struct column *c);

/* Converts the column's cells of `rows` records, each `stride` cells apart, into the vector. */
void fill_vector(struct fill *f, const struct cell *cells, size_t stride, size_t rows, duckdb_vector vector);
