/* name.c - what a name in SQL means: a column of the relations around it, the nearest query first, or an alias
 * of the select list. */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "query/from_sql/node.h"
#include <string.h>

#define WORD_BYTES 64 /* of the SQL's words, in a message */

const struct shape_column *shape_column_of(const struct scope *s, const struct expr_column *c)
{
    for (; s && c->of; s = s->around)
        for (size_t i = 0; i < s->n; i++)
            if (str_ieq(s->relations[i].relation.name, c->of))
                for (size_t k = 0; k < s->relations[i].shape.n; k++)
                    if (str_ieq(s->relations[i].shape.columns[k].name, c->name))
                        return &s->relations[i].shape.columns[k];
    return NULL;
}

static const struct expr *no_column(struct tree_reader *r, const char *name)
{
    err_say(r->err, ERR_MISSING_COLUMN, "no column '%.*s'", (int)str_fit_bytes(name, strlen(name), WORD_BYTES), name);
    return NULL;
}

/* The columns of that name in a relation. */
static const struct expr *find_in(struct tree_reader *r, const struct scope_relation *rel, const char *name,
                                  bool hidden)
{
    for (size_t i = 0; i < rel->shape.n; i++) {
        const struct shape_column *c = &rel->shape.columns[i];
        if (c->said && str_ieq(c->said, name) && (hidden || !c->hidden))
            return expr_column(r->arena, rel->relation.name, c->name);
    }
    return NULL;
}

/* Which of the select list has the alias; n: none. */
static size_t alias_index(const struct json *select, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        const char *alias = json_get_text(json_at(select, i), "alias");
        if (alias && str_ieq(alias, name))
            return i;
    }
    return n;
}

/* An alias stands for its expression, which may use the aliases before it. */
static const struct expr *read_alias(struct tree_reader *r, const struct scope *s, size_t i)
{
    struct scope before = *s;

    before.n_aliases = i;
    return tree_value(r, json_at(s->select, i), &before);
}

/* The engine's number of a row of a table, from 0, is its place in the file, from 1. */
static const struct expr *find_row(struct tree_reader *r, const struct scope_relation *rel, const char *name)
{
    const struct expr *place;

    if (!str_ieq(name, "rowid") || rel->relation.kind != RELATION_TABLE)
        return NULL;
    place = expr_new(r->arena, &(struct expr){ .kind = EXPR_PLACE, .place_of = rel->relation.name });
    return expr_call2(r->arena, FUNCTION_SUBTRACT, place, expr_int(r->arena, 1));
}

/* A name without a relation in this query; ret_found without an expression is an error that was set. */
static const struct expr *find_here(struct tree_reader *r, const struct scope *s, const char *name, bool *ret_found)
{
    const struct expr *found = NULL, *one;
    size_t i;

    for (i = s->first; i < s->last; i++) {
        one = find_in(r, &s->relations[i], name, false);
        *ret_found |= one != NULL;
        if (one && found)
            return unsaid_expr(r, "a column that could be two", NULL);
        found = one ? one : found;
    }
    if (!found && s->n == 1)
        found = find_row(r, &s->relations[0], name);
    *ret_found |= found != NULL;
    if (found || !s->select)
        return found;
    i = alias_index(s->select, s->n_aliases, name);
    *ret_found = i < s->n_aliases;
    return *ret_found ? read_alias(r, s, i) : NULL;
}

static const struct expr *read_bare(struct tree_reader *r, const struct scope *s, const char *name)
{
    const struct expr *e;
    bool found = false;

    for (; s; s = s->visible) {
        e = find_here(r, s, name, &found);
        if (found)
            return e;
    }
    return no_column(r, name);
}

static const struct expr *read_qualified(struct tree_reader *r, const struct scope *s, const char *of, const char *name)
{
    const struct expr *e;

    for (; s; s = s->visible)
        for (size_t i = 0; i < s->n; i++)
            if (s->relations[i].said && str_ieq(s->relations[i].said, of)) {
                e = find_in(r, &s->relations[i], name, true);
                e = e ? e : find_row(r, &s->relations[i], name);
                return e ? e : no_column(r, name);
            }
    return no_column(r, arena_printf(r->arena, "%s.%s", of, name));
}

const struct expr *tree_column(struct tree_reader *r, const struct json *ref, const struct scope *s)
{
    const struct json *names = json_get(ref, "column_names");
    const char *first = json_text(json_at(names, 0), NULL), *second = json_text(json_at(names, 1), NULL);

    if (!first || (json_len(names) == 2 && !second) || json_len(names) > 2)
        return unsaid_expr(r, "a column of a schema or of a column", NULL);
    return second ? read_qualified(r, s, first, second) : read_bare(r, s, first);
}
