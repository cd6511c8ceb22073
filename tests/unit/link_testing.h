/* link_testing.h - small tables for the tests of linking, and questions asked over them. */
#pragma once
#include "base/arena.h"
#include "base/err.h"
#include "link/link.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define CELLS 12 /* of a table at most */

struct small_column {
    const char *name;
    enum column_type type;
};

/* Adds a table; rows are texts with "|" between cells, an empty one is no value; NULL ends them. */
static inline void add_table(struct link_schema *s, const char *name, const struct small_column *columns, size_t n,
                             const char *const *rows)
{
    struct column all[CELLS] = { { .name = NULL } };
    struct table t = { .name = name, .columns = all, .n_columns = n };

    assert_true(n <= CELLS);
    for (size_t i = 0; i < n; i++)
        all[i] = (struct column){ .name = columns[i].name, .type = columns[i].type };
    link_schema_table(s, &t);
    for (; *rows; rows++) {
        struct link_cell cells[CELLS];
        const char *p = *rows;
        for (size_t i = 0; i < n; i++) {
            size_t bytes = strcspn(p, "|");
            cells[i] = (struct link_cell){ bytes > 0 ? p : NULL, bytes };
            p += bytes + (p[bytes] == '|');
        }
        link_schema_row(s, cells);
    }
}

static inline size_t column_of(const struct link_schema *s, const char *table, const char *column)
{
    for (size_t i = 0; i < s->n_columns; i++)
        if (strcmp(s->columns[i].name.text, column) == 0 &&
            strcmp(s->tables[s->columns[i].table].name.text, table) == 0)
            return i;
    fail_msg("no column %s.%s", table, column);
    return 0;
}

static inline struct link linked(struct arena *a, const struct link_schema *s, const char *question)
{
    struct link l;
    struct err err;

    if (link_question(a, s, question, &l, &err))
        fail_msg("%s: %s", question, err.detail);
    return l;
}

/* The tokens of a mention, with blanks between them. */
static inline const char *span_text(struct arena *a, const struct link *l, const struct mention *m)
{
    const char *text = "";

    for (size_t i = m->first; i < m->first + m->n; i++)
        text = arena_printf(a, "%s%s%s", text, *text ? " " : "", l->tokens[i].text);
    return text;
}

/* The best mention of the kind with that span; NULL: there is none. */
static inline const struct mention *mention_at(struct arena *a, const struct link *l, enum mention_kind kind,
                                               const char *span)
{
    for (size_t i = 0; i < l->n_mentions; i++)
        if (l->mentions[i].kind == kind && strcmp(span_text(a, l, &l->mentions[i]), span) == 0)
            return &l->mentions[i];
    return NULL;
}

/* A shop: customers of two cities, what they ordered and when. */
static inline struct link_schema *shop(void)
{
    static const struct small_column customers[] = {
        { "customer_id", COLUMN_INTEGER }, { "Name", COLUMN_TEXT },
        { "home_city", COLUMN_TEXT },      { "sex", COLUMN_TEXT },
        { "is_member", COLUMN_TEXT },      { "birthYear", COLUMN_INTEGER },
        { "country", COLUMN_TEXT },        { "weight_kg", COLUMN_DECIMAL },
    };
    static const char *const customer_rows[] = {
        "1|Anna Berg|New York|F|yes|1980|France|61.5",         "2|Bob Hall|Brooklyn Heights|M|no|1975|France|80",
        "3|Cleo O'Brien|New York|F|yes|1990|United States|70", "4|Dan Weiss|Köln|M|yes|2001|Germany|77.25",
        "5|Eva Stein|Brooklyn Heights|F|no|1966|Germany|55",   NULL
    };
    static const struct small_column orders[] = {
        { "id", COLUMN_INTEGER },       { "cust_id", COLUMN_INTEGER }, { "order_date", COLUMN_DATE },
        { "totalamt", COLUMN_DECIMAL }, { "status", COLUMN_TEXT },     { "rating", COLUMN_INTEGER },
        { "code", COLUMN_TEXT },
    };
    static const char *const order_rows[] = { "10|1|2024-01-05|19.90|shipped|5|AB-12",
                                              "11|1|2024-02-11|5|open|3|AB-13",
                                              "12|3|2024-03-30|7.50|shipped|4|CD-12",
                                              "13|4|2024-03-31|50|open|1|EF-99",
                                              "14|5|2024-05-17|120.25|returned|2|GH-1",
                                              "15|5|9999-12-31|1|open|5|GH-2",
                                              NULL };
    struct link_schema *s = link_schema_new();

    add_table(s, "customers", customers, COUNT_OF(customers), customer_rows);
    add_table(s, "Orders", orders, COUNT_OF(orders), order_rows);
    link_schema_end(s);
    return s;
}
