/* engine_node.h - what the engine's own files share. Nobody else includes it. */
#pragma once
#include "data/duck_api.h"
#include <stddef.h>

struct err;
struct table;

struct engine {
    const struct duck_api *api;
    duckdb_database db;
};

/* Sets err from the engine's text: its kind decides the code, and only what the caller wrote himself is repeated in the
 * message. Always -1. */
int engine_fail(const struct table *tables, size_t n, const char *text, struct err *err);
