/* query.h - one query and its rows, as they are asked for and given on either side of the worker. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct json;

struct dataset_query {
    const char *sql;           /* one SELECT; anything else is refused by the engine's own parse */
    const struct json *params; /* array of scalars for ?, or NULL */
    uint64_t row_limit;        /* rows returned at most; more are counted as truncation, not fetched */
    bool wants_request;        /* the SQL as a request, too */
    bool is_brief;             /* the worker's own: no room for a large result (sys/worker.h) */
};

struct dataset_rows {
    struct json *columns;       /* [{"name","type"}] with table.h's type names */
    struct json *rows;          /* [[...]]: numbers as exact JSON numbers, dates as ISO text, null for NULL */
    bool truncated;             /* there were more than row_limit */
    struct json *left_out;      /* [{"table","column","rule","reason"}]: blocked columns that a star would have given */
    const struct json *tree;    /* the engine's of the statement; only inside the worker */
    const struct json *request; /* what the SQL asks for as canonical JSON (query/json); NULL: it was not wanted */
    const char *unsaid;         /* or why the form cannot say it, as a sentence */
};
