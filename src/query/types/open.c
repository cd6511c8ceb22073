/* open.c - looks up what a query reads: relations, their columns and types, and what its own outputs are. */
#include "base/arena.h"
#include "base/str.h"
#include "grid/table.h"
#include "query/types/block.h"
#include <string.h>

const struct table *typing_table(const struct typing *ty, const char *name)
{
    for (size_t i = 0; i < ty->n_tables; i++)
        if (str_ieq(ty->tables[i].name, name))
            return &ty->tables[i];
    return NULL;
}

static struct value_type type_of(const struct column *c)
{
    return (struct value_type){ .type = c->type, .scale = c->type == COLUMN_DECIMAL ? c->scale : 0 };
}

static size_t find_column(const struct typed_column *columns, size_t n, const char *name)
{
    size_t i = 0;

    while (i < n && !str_ieq(columns[i].name, name))
        i++;
    return i;
}

/* Adds a table's columns to those of the tables before it. A column without a value in it has a type of no meaning. */
static void add_columns(struct typing *ty, struct typed_relation *r, const struct table *t)
{
    struct typed_column *all = arena_array(ty->arena, r->n + t->n_columns, sizeof *all);

    if (r->n > 0)
        memcpy(all, r->columns, r->n * sizeof *all);
    r->columns = all;
    for (size_t c = 0; c < t->n_columns; c++) {
        struct value_type type = type_of(&t->columns[c]);
        size_t at = r->relation->n_tables > 1 ? find_column(all, r->n, t->columns[c].name) : r->n;
        type.empty = r->relation->kind == RELATION_UNION && t->columns[c].nulls == t->rows;
        if (at == r->n)
            all[r->n++] = (struct typed_column){ .name = t->columns[c].name, .type = type, .table = t, .column = c };
        else if (!type_unify(all[at].type, type, &all[at].type))
            all[at].type = (struct value_type){ .type = COLUMN_TEXT };
        if (r->relation->n_tables > 1)
            all[at].merged = r->relation;
    }
}

static bool has_row_column(const struct typing *ty, const struct typed_relation *r)
{
    const char *const *free = ty->row_columns;

    if (!free)
        return true; /* nobody asks how a row is told */
    while (*free && find_column(r->columns, r->n, *free) < r->n)
        free++;
    return *free;
}

static void open_tables(struct typing *ty, struct typed_relation *r)
{
    for (size_t i = 0; i < r->relation->n_tables; i++) {
        const struct table *t = typing_table(ty, r->relation->tables[i]);
        if (!t) {
            typing_fail(ty, ERR_MISSING_COLUMN, "no table '%s'", r->relation->tables[i]);
            return;
        }
        add_columns(ty, r, t);
    }
    if (r->relation->kind == RELATION_UNION || !has_row_column(ty, r))
        r->place = typing_free_name(ty, r->columns, r->n, "place");
}

static struct block *open_query(struct typing *ty, const struct query *q, struct block *outer, size_t before);

static void open_relation(struct typing *ty, const struct relation *relation, struct block *outer, size_t before,
                          struct typed_relation *r)
{
    *r = (struct typed_relation){ .relation = relation, .name = relation->name };
    if (relation->kind == RELATION_TABLE || relation->kind == RELATION_UNION) {
        open_tables(ty, r);
        return;
    }
    r->block = relation->kind == RELATION_QUERY ? open_query(ty, relation->query, outer, before)
                                                : typing_step(ty, relation->step, before);
    if (!r->block)
        return;
    /* The columns' marks are this relation's own. */
    r->n = r->block->n;
    r->columns = arena_array(ty->arena, r->n, sizeof *r->columns);
    memcpy(r->columns, r->block->columns, r->n * sizeof *r->columns);
    r->place = r->block->place;
}

/* All columns of all relations. */
static void expand_outputs(struct typing *ty, struct block *b)
{
    struct output *outputs;

    for (size_t i = 0; i < b->n_from; i++)
        b->n += b->from[i].n;
    b->outputs = outputs = arena_array(ty->arena, b->n, sizeof *outputs);
    for (size_t i = 0, k = 0; i < b->n_from; i++)
        for (size_t c = 0; c < b->from[i].n; c++)
            outputs[k++].expr = expr_column(ty->arena, b->from[i].name, b->from[i].columns[c].name);
}

/* An output that is a column stays that of its table. */
static void set_column(struct typing *ty, struct block *b, const struct expr *e, struct typed_column *ret)
{
    struct typed_relation *of;
    const struct typed_column *c = e->kind == EXPR_COLUMN ? block_find(ty, b, &e->column, &of) : NULL;

    ret->type = expr_type(ty, b, e);
    if (c) {
        ret->table = c->table;
        ret->column = c->column;
        ret->merged = c->merged;
    }
}

static void name_outputs(struct typing *ty, struct block *b)
{
    const bool are_one_tables = b->query->n_outputs == 0 && b->n_from == 1; /* which differ, and may be many */
    struct query all = *b->query;

    all.outputs = b->outputs;
    all.n_outputs = b->n;
    b->columns = arena_array(ty->arena, b->n, sizeof *b->columns);
    b->headings = arena_array(ty->arena, b->n, sizeof *b->headings);
    for (size_t i = 0; i < b->n; i++) {
        b->headings[i] = are_one_tables ? b->from->columns[i].name : query_output_name(ty->arena, &all, i);
        b->columns[i].name = are_one_tables ? b->headings[i] : typing_free_name(ty, b->columns, i, b->headings[i]);
        set_column(ty, b, b->outputs[i].expr, &b->columns[i]);
    }
    b->place = typing_free_name(ty, b->columns, b->n, "place");
}

static void open_block(struct typing *ty, struct block *b, size_t before)
{
    const struct query *q = b->query;

    b->from = arena_array(ty->arena, q->n_from, sizeof *b->from);
    for (size_t i = 0; i < q->n_from && !ty->failed; i++) {
        open_relation(ty, &q->from[i], b->outer, before, &b->from[i]);
        b->n_from++;
    }
    b->groups = query_groups(q);
}

bool block_outputs(struct typing *ty, struct block *b)
{
    if (ty->failed || b->is_open)
        return !ty->failed;
    b->outputs = b->query->outputs;
    b->n = b->query->n_outputs;
    if (b->n == 0 && b->groups)
        typing_fail(ty, ERR_INVALID_QUERY, "a query with groups gives no columns");
    else if (b->n == 0)
        expand_outputs(ty, b);
    if (!ty->failed)
        name_outputs(ty, b);
    b->is_open = !ty->failed;
    return b->is_open;
}

static void open_set(struct typing *ty, struct block *b, size_t before)
{
    b->left = open_query(ty, b->query->left, b->outer, before);
    b->right = b->left ? open_query(ty, b->query->right, b->outer, before) : NULL;
    if (!b->right)
        return;
    b->n = b->left->n;
    if (b->n != b->right->n) {
        typing_fail(ty, ERR_INVALID_QUERY, "%zu columns beside %zu", b->n, b->right->n);
        return;
    }
    b->columns = arena_array(ty->arena, b->n, sizeof *b->columns);
    b->headings = b->left->headings;
    for (size_t i = 0; i < b->n; i++) {
        b->columns[i].name = b->left->columns[i].name;
        if (!type_unify(b->left->columns[i].type, b->right->columns[i].type, &b->columns[i].type))
            typing_fail(ty, ERR_TYPE_MISMATCH, "'%s' and '%s' are of different types", b->columns[i].name,
                        b->right->columns[i].name);
    }
    b->place = typing_free_name(ty, b->columns, b->n, "place");
    b->is_open = !ty->failed;
}

static struct block *begin_query(struct typing *ty, const struct query *q, struct block *outer, size_t before)
{
    struct block *b = arena_alloc(ty->arena, sizeof *b);

    *b = (struct block){ .query = q, .outer = outer, .step = before, .limit = q->limit };
    if (++ty->queries > QUERY_DEPTH)
        typing_fail(ty, ERR_TOO_LARGE, "Queries stand in each other more than %d deep.", QUERY_DEPTH);
    else if (q->kind == QUERY_BLOCK)
        open_block(ty, b, before);
    else
        open_set(ty, b, before);
    ty->queries--;
    return ty->failed ? NULL : b;
}

static struct block *open_query(struct typing *ty, const struct query *q, struct block *outer, size_t before)
{
    struct block *b = begin_query(ty, q, outer, before);

    return b && block_outputs(ty, b) ? b : NULL;
}

struct block *block_open_step(struct typing *ty, const struct query *q, size_t before)
{
    return open_query(ty, q, NULL, before);
}

/* Queries in expressions are met several times: for their types, and to be written. */
struct block *block_begin(struct typing *ty, const struct query *q, struct block *outer, size_t before)
{
    struct block *b = outer ? ty->opened : NULL;

    while (b && !(b->query == q && b->outer == outer))
        b = b->next;
    if (b)
        return b;
    b = begin_query(ty, q, outer, before);
    if (b && outer) {
        b->next = ty->opened;
        ty->opened = b;
    }
    return b;
}

struct block *block_open(struct typing *ty, const struct query *q, struct block *outer)
{
    struct block *b = block_begin(ty, q, outer, outer->step);

    return b && block_outputs(ty, b) ? b : NULL;
}

struct typed_relation *block_find_relation(struct typing *ty, struct block *b, const char *name)
{
    for (; b; b = b->outer)
        for (size_t i = 0; i < b->n_from; i++)
            if (str_ieq(b->from[i].name, name))
                return &b->from[i];
    typing_fail(ty, ERR_MISSING_COLUMN, "no table '%s' here", name);
    return NULL;
}

struct typed_column *block_find(struct typing *ty, struct block *b, const struct expr_column *c,
                                struct typed_relation **ret_of)
{
    struct typed_relation *r = NULL;
    struct typed_column *columns;
    size_t n, i;

    if (c->of && !(r = block_find_relation(ty, b, c->of)))
        return NULL;
    columns = r ? r->columns : b->columns;
    n = r ? r->n : b->n;
    i = find_column(columns, n, c->name);
    if (i == n || (!r && b->query->kind == QUERY_BLOCK)) {
        typing_fail(ty, ERR_MISSING_COLUMN, "no column '%s'", c->name);
        return NULL;
    }
    *ret_of = r;
    return &columns[i];
}
