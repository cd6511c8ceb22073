/* engine_node.h - what the engine's own files share. Nobody else includes it. */
#pragma once
#include "data/engine/duck_api.h"
#include <stddef.h>

struct blocked_column;
struct err;
struct scan;
struct table;

struct engine {
    const struct duck_api *api;
    duckdb_database db;
    const struct blocked_column *blocked; /* the columns its tables do without */
    size_t n_blocked;
    size_t result_bytes; /* that the rows of one result may take: ENGINE_RESULT_BYTES */
    struct scan *scan;   /* engine_scan.c's; the engine's library frees it with the database */
};

/* Sets err from the engine's text: its kind decides the code, and only what the caller wrote himself is repeated in the
 * message. Always -1. */
int engine_fail(const struct table *tables, size_t n, const char *text, struct err *err);
