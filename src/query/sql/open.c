/* open.c - looks up what a query reads: relations, their columns and types, and what its own outputs are. */
#include "base/arena.h"
#include "base/str.h"
#include "grid/table.h"
#include "query/sql/writer.h"
#include <string.h>

static const struct table *find_table(struct writer *w, const char *name)
{
    for (size_t i = 0; i < w->n_tables; i++)
        if (str_ieq(w->tables[i].name, name))
            return &w->tables[i];
    sql_fail(w, ERR_MISSING_COLUMN, "no table '%s'", name);
    return NULL;
}

static struct sql_type type_of(const struct column *c)
{
    return (struct sql_type){ .type = c->type, .scale = c->type == COLUMN_DECIMAL ? c->scale : 0 };
}

static size_t find_column(const struct sql_column *columns, size_t n, const char *name)
{
    size_t i = 0;

    while (i < n && !str_ieq(columns[i].name, name))
        i++;
    return i;
}

/* Adds a table's columns to those of the tables before it. A column without a value in it has a type of no meaning. */
static void add_columns(struct writer *w, struct sql_relation *r, const struct table *t)
{
    struct sql_column *all = arena_array(w->arena, r->n + t->n_columns, sizeof *all);

    if (r->n > 0)
        memcpy(all, r->columns, r->n * sizeof *all);
    r->columns = all;
    for (size_t c = 0; c < t->n_columns; c++) {
        struct sql_type type = type_of(&t->columns[c]);
        size_t at = r->relation->n_tables > 1 ? find_column(all, r->n, t->columns[c].name) : r->n;
        type.empty = r->relation->kind == RELATION_UNION && t->columns[c].nulls == t->rows;
        if (at == r->n)
            all[r->n++] = (struct sql_column){ .name = t->columns[c].name, .type = type };
        else if (!sql_unify(all[at].type, type, &all[at].type))
            all[at].type = (struct sql_type){ .type = COLUMN_TEXT };
    }
}

static bool has_row_column(const struct writer *w, const struct sql_relation *r)
{
    const char *const *free = w->dialect->row_columns;

    while (*free && find_column(r->columns, r->n, *free) < r->n)
        free++;
    return *free;
}

static void open_tables(struct writer *w, struct sql_relation *r)
{
    for (size_t i = 0; i < r->relation->n_tables; i++) {
        const struct table *t = find_table(w, r->relation->tables[i]);
        if (!t)
            return;
        add_columns(w, r, t);
    }
    if (r->relation->kind == RELATION_UNION || !has_row_column(w, r))
        r->place = sql_free_name(w, r->columns, r->n, "place");
}

static struct block *open_query(struct writer *w, const struct query *q, struct block *outer, size_t before);

static void open_relation(struct writer *w, const struct relation *relation, struct block *outer, size_t before,
                          struct sql_relation *r)
{
    *r = (struct sql_relation){ .relation = relation, .name = relation->name };
    if (relation->kind == RELATION_TABLE || relation->kind == RELATION_UNION) {
        open_tables(w, r);
        return;
    }
    r->block = relation->kind == RELATION_QUERY ? open_query(w, relation->query, outer, before)
                                                : sql_step(w, relation->step, before);
    if (!r->block)
        return;
    /* The columns' marks are this relation's own. */
    r->n = r->block->n;
    r->columns = arena_array(w->arena, r->n, sizeof *r->columns);
    memcpy(r->columns, r->block->columns, r->n * sizeof *r->columns);
    r->place = r->block->place;
}

/* All columns of all relations. */
static void expand_outputs(struct writer *w, struct block *b)
{
    struct output *outputs;

    for (size_t i = 0; i < b->n_from; i++)
        b->n += b->from[i].n;
    b->outputs = outputs = arena_array(w->arena, b->n, sizeof *outputs);
    for (size_t i = 0, k = 0; i < b->n_from; i++)
        for (size_t c = 0; c < b->from[i].n; c++)
            outputs[k++].expr = expr_column(w->arena, b->from[i].name, b->from[i].columns[c].name);
}

static void name_outputs(struct writer *w, struct block *b)
{
    const bool are_one_tables = b->query->n_outputs == 0 && b->n_from == 1; /* which differ, and may be many */
    struct query all = *b->query;

    all.outputs = b->outputs;
    all.n_outputs = b->n;
    b->columns = arena_array(w->arena, b->n, sizeof *b->columns);
    b->headings = arena_array(w->arena, b->n, sizeof *b->headings);
    for (size_t i = 0; i < b->n; i++) {
        b->headings[i] = are_one_tables ? b->from->columns[i].name : query_output_name(w->arena, &all, i);
        b->columns[i].name = are_one_tables ? b->headings[i] : sql_free_name(w, b->columns, i, b->headings[i]);
        b->columns[i].type = sql_type(w, b, b->outputs[i].expr);
    }
    b->place = sql_free_name(w, b->columns, b->n, "place");
}

static void open_block(struct writer *w, struct block *b, size_t before)
{
    const struct query *q = b->query;

    b->from = arena_array(w->arena, q->n_from, sizeof *b->from);
    for (size_t i = 0; i < q->n_from && !w->failed; i++) {
        open_relation(w, &q->from[i], b->outer, before, &b->from[i]);
        b->n_from++;
    }
    if (w->failed)
        return;
    b->groups = query_groups(q);
    b->outputs = q->outputs;
    b->n = q->n_outputs;
    if (b->n == 0 && b->groups)
        sql_fail(w, ERR_INVALID_QUERY, "a query with groups gives no columns");
    else if (b->n == 0)
        expand_outputs(w, b);
    name_outputs(w, b);
}

static void open_set(struct writer *w, struct block *b, size_t before)
{
    b->left = open_query(w, b->query->left, b->outer, before);
    b->right = b->left ? open_query(w, b->query->right, b->outer, before) : NULL;
    if (!b->right)
        return;
    b->n = b->left->n;
    if (b->n != b->right->n) {
        sql_fail(w, ERR_INVALID_QUERY, "%zu columns beside %zu", b->n, b->right->n);
        return;
    }
    b->columns = arena_array(w->arena, b->n, sizeof *b->columns);
    b->headings = b->left->headings;
    for (size_t i = 0; i < b->n; i++) {
        b->columns[i].name = b->left->columns[i].name;
        if (!sql_unify(b->left->columns[i].type, b->right->columns[i].type, &b->columns[i].type))
            sql_fail(w, ERR_TYPE_MISMATCH, "'%s' and '%s' are of different types", b->columns[i].name,
                     b->right->columns[i].name);
    }
    b->place = sql_free_name(w, b->columns, b->n, "place");
}

static struct block *open_query(struct writer *w, const struct query *q, struct block *outer, size_t before)
{
    struct block *b = arena_alloc(w->arena, sizeof *b);

    *b = (struct block){ .query = q, .outer = outer, .step = before, .limit = q->limit };
    if (++w->queries > QUERY_DEPTH)
        sql_fail(w, ERR_TOO_LARGE, "Queries stand in each other more than %d deep.", QUERY_DEPTH);
    else if (q->kind == QUERY_BLOCK)
        open_block(w, b, before);
    else
        open_set(w, b, before);
    w->queries--;
    return w->failed ? NULL : b;
}

struct block *sql_open_step(struct writer *w, const struct query *q, size_t before)
{
    return open_query(w, q, NULL, before);
}

/* Queries in expressions are met several times: for their types, and to be written. */
struct block *sql_open(struct writer *w, const struct query *q, struct block *outer)
{
    struct block *b;

    for (b = w->opened; b; b = b->next)
        if (b->query == q && b->outer == outer)
            return b;
    b = open_query(w, q, outer, outer->step);
    if (b) {
        b->next = w->opened;
        w->opened = b;
    }
    return b;
}

struct sql_relation *sql_find_relation(struct writer *w, struct block *b, const char *name)
{
    for (; b; b = b->outer)
        for (size_t i = 0; i < b->n_from; i++)
            if (str_ieq(b->from[i].name, name))
                return &b->from[i];
    sql_fail(w, ERR_MISSING_COLUMN, "no table '%s' here", name);
    return NULL;
}

struct sql_column *sql_find(struct writer *w, struct block *b, const struct expr_column *c,
                            struct sql_relation **ret_of)
{
    struct sql_relation *r = NULL;
    struct sql_column *columns;
    size_t n, i;

    if (c->of && !(r = sql_find_relation(w, b, c->of)))
        return NULL;
    columns = r ? r->columns : b->columns;
    n = r ? r->n : b->n;
    i = find_column(columns, n, c->name);
    if (i == n || (!r && b->query->kind == QUERY_BLOCK)) {
        sql_fail(w, ERR_MISSING_COLUMN, "no column '%s'", c->name);
        return NULL;
    }
    *ret_of = r;
    return &columns[i];
}
