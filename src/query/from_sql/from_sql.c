/* from_sql.c - a SELECT, and set operations of them. */
#include "query/from_sql/from_sql.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "query/from_sql/node.h"
#include <stdarg.h>
#include <string.h>

#define WORD_BYTES 64 /* of the SQL's words, in a message */

/* ---- errors, bounds, lists ---- */

int unsaid(struct tree_reader *r, const char *construct, ...)
{
    va_list args;
    char *text;

    va_start(args, construct);
    text = arena_vprintf(r->arena, construct, args);
    va_end(args);
    err_say(r->err, ERR_INVALID_QUERY, "The SQL has %s, which a query here cannot say.", text);
    return err_action(r->err, "Write it without that, or run it as SQL.");
}

const struct expr *unsaid_expr(struct tree_reader *r, const char *construct, const char *name)
{
    if (name)
        unsaid(r, "%s '%.*s'", construct, (int)str_fit_bytes(name, strlen(name), WORD_BYTES), name);
    else
        unsaid(r, "%s", construct);
    return NULL;
}

int too_large(struct tree_reader *r)
{
    err_say(r->err, ERR_TOO_LARGE, "The SQL is too large or too deeply nested for a query.");
    return err_action(r->err, "Write it shorter, or run it as SQL.");
}

int enter(struct tree_reader *r)
{
    if (r->depth >= QUERY_DEPTH || r->nodes >= QUERY_NODES)
        return too_large(r);
    r->depth++;
    r->nodes++;
    return 0;
}

void leave(struct tree_reader *r)
{
    r->depth--;
}

void list_add(struct tree_reader *r, struct list *l, const struct expr *e)
{
    if (l->n == l->room) {
        size_t room = l->room ? 2 * l->room : 8;
        const struct expr **grown = arena_array(r->arena, room, sizeof *grown);
        if (l->n > 0)
            memcpy(grown, l->at, l->n * sizeof *grown);
        l->at = grown;
        l->room = room;
    }
    l->at[l->n++] = e;
}

/* ---- queries ---- */

static bool is_set_kind(const char *type, enum query_kind *ret)
{
    *ret = strcmp(type, "UNION") == 0       ? QUERY_UNION
           : strcmp(type, "INTERSECT") == 0 ? QUERY_INTERSECT
           : strcmp(type, "EXCEPT") == 0    ? QUERY_EXCEPT
                                            : QUERY_BLOCK;
    return *ret != QUERY_BLOCK;
}

/* The left side names the outputs; a type that only one side has is not known. */
static void shape_of_set(struct tree_reader *r, struct shape *left, const struct shape *right, struct outputs *o)
{
    o->n = left->n;
    o->at = arena_array(r->arena, o->n, sizeof *o->at);
    o->said = arena_array(r->arena, o->n, sizeof *o->said);
    for (size_t i = 0; i < left->n; i++) {
        if (left->columns[i].type != right->columns[i].type)
            left->columns[i].type = TYPE_UNKNOWN;
        o->at[i].expr = expr_column(r->arena, NULL, left->columns[i].name);
        o->said[i] = left->columns[i].said;
    }
}

static int read_set(struct tree_reader *r, const struct json *node, const struct scope *names, struct query *ret,
                    struct shape *ret_shape)
{
    struct query *left = arena_alloc(r->arena, sizeof *left), *right = arena_alloc(r->arena, sizeof *right);
    const struct json *all = json_get(node, "setop_all");
    struct outputs o = { 0 };
    struct shape behind;

    if (!is_set_kind(tree_word(node, "setop_type"), &ret->kind))
        return unsaid(r, "the set operation '%s'", tree_word(node, "setop_type"));
    ret->all = !all || json_truth(all);
    if (ret->all && ret->kind != QUERY_UNION)
        return unsaid(r, "INTERSECT ALL or EXCEPT ALL");
    if (tree_query(r, json_get(node, "left"), names, left, ret_shape) ||
        tree_query(r, json_get(node, "right"), names, right, &behind))
        return -1;
    if (ret_shape->n != behind.n)
        return unsaid(r, "a set operation of unlike queries");
    ret->left = left;
    ret->right = right;
    shape_of_set(r, ret_shape, &behind, &o);
    return tree_modifiers(r, json_get(node, "modifiers"), NULL, &o, ret);
}

static const struct with *read_with(struct tree_reader *r, const struct json *node, const struct with *outer)
{
    const struct json *map = json_get(json_get(node, "cte_map"), "map");

    for (size_t i = 0; i < json_len(map); i++) {
        struct with *w = arena_alloc(r->arena, sizeof *w);
        *w = (struct with){ outer, tree_word(json_at(map, i), "key"), json_get(json_at(map, i), "value") };
        outer = w;
    }
    return outer;
}

int tree_query(struct tree_reader *r, const struct json *node, const struct scope *names, struct query *ret,
               struct shape *ret_shape)
{
    const struct scope own = { .around = names, .visible = names->visible, .with = read_with(r, node, names->with) };
    size_t depth = r->depth;
    bool is_inner = r->queries > 0;
    int failed;

    *ret = (struct query){ .kind = QUERY_BLOCK };
    *ret_shape = (struct shape){ 0 };
    if (r->queries >= QUERY_DEPTH || ++r->nodes >= QUERY_NODES)
        return too_large(r);
    r->depth = 0;
    r->queries++;
    if (strcmp(tree_word(node, "type"), "SELECT_NODE") == 0)
        failed = tree_select(r, node, &own, is_inner, ret, ret_shape);
    else if (strcmp(tree_word(node, "type"), "SET_OPERATION_NODE") == 0)
        failed = read_set(r, node, &own, ret, ret_shape);
    else if (strcmp(tree_word(node, "type"), "RECURSIVE_CTE_NODE") == 0)
        failed = unsaid(r, "WITH RECURSIVE");
    else
        failed = unsaid(r, "a query of the kind '%.*s'", WORD_BYTES, tree_word(node, "type"));
    r->depth = depth;
    r->queries--;
    return failed;
}

int query_from_sql(struct arena *a, const struct from_sql *in, const struct query **ret, struct err *err)
{
    struct tree_reader r = { .arena = a, .in = in, .err = err };
    const struct json *statements = json_get(in->tree, "statements");
    const struct scope outermost = { 0 };
    struct query *q = arena_alloc(a, sizeof *q);
    struct shape shape;

    if (json_get_truth(in->tree, "error"))
        return err_set(err, ERR_SQL_SYNTAX, "The SQL cannot be read.", "%s", tree_word(in->tree, "error_message"));
    if (json_len(statements) != 1)
        return unsaid(&r, "not one SELECT");
    if (tree_query(&r, json_get(json_at(statements, 0), "node"), &outermost, q, &shape))
        return -1;
    *ret = q;
    return 0;
}
