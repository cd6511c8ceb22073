/* query_small.h - the tables of query_random_tables() with rows in them, on both engines. */
#pragma once
#include "../tools/query_engines.h"
#include "../tools/query_random.h"
#include "columns_testing.h"

#define SMALL_ROWS 40

/* A cell of a table: no figure is computed from another's, so that groups, ties and gaps all come up. */
static inline const char *small_text(struct arena *a, const struct column *c, uint64_t row)
{
    uint64_t v = (row * 2654435761u + (uint64_t)c->name[0] * 40503u + strlen(c->name) * 977u) >> 3;

    if (row > 1 && v % 9 == 0)
        return NULL;
    switch (c->type) {
    case COLUMN_TEXT:
        return c->values[v % c->n_values];
    case COLUMN_INTEGER:
        return arena_printf(a, "%d", (int)(v % 17) - 3);
    case COLUMN_DECIMAL:
        return arena_printf(a, "%d.%02d", (int)(v % 90), (int)(v / 90 % 100));
    case COLUMN_FLOAT:
        return arena_printf(a, "%d.%03de%d", (int)(v % 9) + 1, (int)(v / 9 % 1000), (int)(v % 4));
    case COLUMN_BOOLEAN:
        return v % 3 ? "true" : "false";
    case COLUMN_DATE:
        return arena_printf(a, "%d-%02d-%02d", 2023 + (int)(v % 2), (int)(v / 2 % 12) + 1, (int)(v / 24 % 28) + 1);
    case COLUMN_TIMESTAMP:
        return arena_printf(a, "%d-%02d-%02dT%02d:%02d:00", 2023 + (int)(v % 2), (int)(v / 2 % 12) + 1,
                            (int)(v / 24 % 28) + 1, (int)(v / 7 % 24), (int)(v / 5 % 60));
    case COLUMN_TYPES:
        break;
    }
    return NULL;
}

static inline void small_add(struct query_engines *e, const struct table *t)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct datum *values = arena_array(a, SMALL_ROWS * t->n_columns, sizeof *values);
    const char **names = arena_array(a, t->n_columns, sizeof *names);
    struct made m;
    struct err err;

    for (size_t c = 0; c < t->n_columns; c++)
        names[c] = t->columns[c].name;
    for (size_t row = 0; row < SMALL_ROWS; row++)
        for (size_t c = 0; c < t->n_columns; c++)
            values[row * t->n_columns + c] = text_datum(small_text(a, &t->columns[c], row));
    m = make_columns(names, t->n_columns, values, SMALL_ROWS);
    for (size_t c = 0; c < t->n_columns; c++)
        assert_int_equal(m.column[c].type, t->columns[c].type);
    if (query_engines_add(e, t->name, m.columns, &err))
        fail_msg("%s: %s", err.message, err.detail);
    made_done(&m);
}

static inline struct query_engines *small_engines(void)
{
    struct query_engines *e;
    const struct table *tables;
    struct err err;
    size_t n;

    if (query_engines_open(&e, &err))
        fail_msg("%s: %s", err.message, err.detail);
    tables = query_random_tables(&n);
    for (size_t i = 0; i < n; i++)
        small_add(e, &tables[i]);
    return e;
}
