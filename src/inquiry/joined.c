/* joined.c - every sure reference between two tables is tried; the one that accounts for most of the question wins. */
#include "inquiry/joined.h"
#include "base/json.h"
#include "grid/table.h"
#include "lang/scope.h"
#include <string.h>

#define JOIN_CONFIDENCE 0.9 /* of a reference that is joined along: nearly all values, and the name says so */

static const struct table *table_named(const struct table *tables, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(tables[i].name, name) == 0)
            return &tables[i];
    return NULL;
}

static size_t column_named(const struct table *t, const char *name)
{
    size_t c = 0;

    while (c < t->n_columns && strcmp(t->columns[c].name, name) != 0)
        c++;
    return c;
}

/* The tables of a relationship joined; false when it is no sure reference between tables of this question. */
static bool join_along(struct arena *a, const struct table *tables, size_t n, const struct json *relation,
                       struct scope *ret)
{
    const struct table *from = table_named(tables, n, json_get_text(relation, "from_table"));
    const struct table *to = table_named(tables, n, json_get_text(relation, "to_table"));
    struct scope_link link;

    if (strcmp(json_get_text(relation, "relationship_type"), "foreign_key") != 0 ||
        json_real(json_get(relation, "confidence")) < JOIN_CONFIDENCE || !from || !to || from == to)
        return false;
    link.from = column_named(from, json_get_text(relation, "from_column"));
    link.to = column_named(to, json_get_text(relation, "to_column"));
    if (link.from == from->n_columns || link.to == to->n_columns)
        return false;
    *ret = scope_join(a, from, to, &link);
    return true;
}

bool joined_read(struct arena *a, const struct table *tables, size_t n, const struct json *relations,
                 const char *question, struct scope *ret_scope, struct flat *ret)
{
    struct scope found;
    struct flat understood;
    size_t best = 0;
    bool single = false;

    for (size_t i = 0; i < json_len(relations); i++) {
        struct scope joined;
        struct flat query;
        size_t fit;
        if (!join_along(a, tables, n, json_at(relations, i), &joined) ||
            !scope_read_joined(a, &joined, tables, n, question, &query))
            continue;
        fit = scope_fit(a, &joined, question);
        single = fit > best || (single && fit < best);
        if (fit <= best)
            continue;
        best = fit;
        found = joined;
        understood = query;
        understood.confidence *= json_real(json_get(json_at(relations, i), "confidence"));
    }
    if (!single)
        return false;
    *ret_scope = found;
    *ret = understood;
    return true;
}
