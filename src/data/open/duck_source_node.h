/* duck_source_node.h - what the files of the Parquet and DuckDB source share. Nobody else includes it. */
#pragma once
#include "data/engine/duck_api.h"
#include "grid/source.h"

struct buf;

struct duck_source {
    struct source source;
    struct arena *arena;
    const struct duck_api *api;
    duckdb_database db;
    duckdb_connection con;
    int fd;             /* a file in memory, or -1 */
    const char **froms; /* what each table is selected from, as SQL */
    size_t views, more; /* not read: views, and tables past the bound */
    uint64_t packed;    /* the file's bytes */
    uint64_t *unpacked; /* of each table: the bytes of its values, when they were read last */
};

/* Sets err from the engine's text, which may hold names of the file's and goes to the log only. Always -1. */
int duck_failed(const struct cancel *cancel, const char *text, struct err *err);

/* Runs a query of ours whose result is small; the caller destroys it. */
WARN_UNUSED int duck_ask(struct duck_source *s, const char *sql, const struct cancel *cancel, duckdb_result *ret,
                         struct err *err);

int duck_source_load(struct source *source, size_t i, const struct cancel *cancel, struct arena *a, struct notes *notes,
                     struct loaded *ret, struct err *err);
int duck_source_show(struct source *source, const struct show *what, const struct cancel *cancel, struct arena *a,
                     struct notes *notes, const struct show_to *to, struct err *err);
