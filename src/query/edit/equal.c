/* equal.c - queries compared by a normal form: names by where they stand, what has no order sorted.
 *
 * A relation is called by how many queries are around it and by its place among the relations there. That is unique
 * wherever it can be seen, and does not depend on the order of conditions that hold queries. A column of a query's rows
 * is called by the place of its output. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "query/edit/edit.h"
#include "query/json/request_json.h"
#include <stdlib.h>
#include <string.h>

/* The queries around an expression, from the inside out. */
struct around {
    const struct query *query;
    const struct around *outer;
    size_t level;
};

static const struct query *normal_query(struct arena *a, const struct query *q, const struct around *outer);
static const struct expr *normal(struct arena *a, const struct expr *e, const struct around *at);

/* ---- texts to sort and compare by ---- */

static const char *json_line(struct arena *a, const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    json_write(&b, v);
    return b.failed ? NULL : arena_dup(a, b.p, b.n);
}

struct keyed {
    const char *key;
    const struct expr *expr;
};

static int by_key(const void *x, const void *y)
{
    return strcmp(((const struct keyed *)x)->key, ((const struct keyed *)y)->key);
}

/* In place; what cannot be written stays where it is, at the front. */
static void sort(struct arena *a, const struct expr **list, size_t n)
{
    struct keyed *keyed = arena_array(a, n, sizeof *keyed);

    for (size_t i = 0; i < n; i++) {
        const char *key = json_line(a, expr_to_json(a, list[i]));
        keyed[i] = (struct keyed){ key ? key : "", list[i] };
    }
    if (n > 1)
        qsort(keyed, n, sizeof *keyed, by_key);
    for (size_t i = 0; i < n; i++)
        list[i] = keyed[i].expr;
}

/* ---- names ---- */

static const char *lower(struct arena *a, const char *name)
{
    char *copy = name ? arena_str(a, name) : NULL;

    for (char *p = copy; p && *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return copy;
}

static const char *place_name(struct arena *a, size_t level, size_t i)
{
    return arena_printf(a, "#%zu.%zu", level, i);
}

/* An output by its place: its name is its maker's choice. */
static const char *output_place(struct arena *a, const struct query *q, const char *name)
{
    const struct query *block = q;

    while (block->kind != QUERY_BLOCK)
        block = block->left;
    for (size_t i = 0; i < block->n_outputs; i++)
        if (str_ieq(query_output_name(a, block, i), name))
            return arena_printf(a, "#%zu", i);
    return lower(a, name);
}

/* The relation of that name, and what it is called; NULL where there is none. */
static const struct relation *find(struct arena *a, const char *name, const struct around *at, const char **ret_name)
{
    for (; at; at = at->outer) {
        const struct relation *r = query_relation(at->query, name);
        if (r) {
            *ret_name = place_name(a, at->level, (size_t)(r - at->query->from));
            return r;
        }
    }
    *ret_name = lower(a, name);
    return NULL;
}

static const struct expr *normal_column(struct arena *a, const struct expr_column *c, const struct around *at)
{
    const struct relation *r;
    const char *of;

    if (!c->of)
        return expr_column(a, NULL, at ? output_place(a, at->query, c->name) : lower(a, c->name));
    r = find(a, c->of, at, &of);
    return expr_column(a, of, r && r->kind == RELATION_QUERY ? output_place(a, r->query, c->name) : lower(a, c->name));
}

/* ---- expressions ---- */

static const struct expr *const *normal_list(struct arena *a, const struct expr *const *list, size_t n,
                                             const struct around *at)
{
    const struct expr **made = arena_array(a, n, sizeof *made);

    for (size_t i = 0; i < n; i++)
        made[i] = normal(a, list[i], at);
    return made;
}

static const struct expr *const *sorted_list(struct arena *a, const struct expr *const *list, size_t n,
                                             const struct around *at)
{
    const struct expr **made = arena_array(a, n, sizeof *made);

    for (size_t i = 0; i < n; i++)
        made[i] = normal(a, list[i], at);
    sort(a, made, n);
    return made;
}

static const struct ordering *normal_order(struct arena *a, const struct ordering *order, size_t n,
                                           const struct around *at)
{
    struct ordering *made = arena_array(a, n, sizeof *made);

    for (size_t i = 0; i < n; i++) {
        made[i] = order[i];
        made[i].by = normal(a, order[i].by, at);
    }
    return made;
}

/* How many parts there are where calls of the function are joined into one. */
static size_t count_parts(const struct expr *e, enum query_function f)
{
    size_t n = 0;

    if (e->kind != EXPR_CALL || e->call.function != f)
        return 1;
    for (size_t i = 0; i < e->call.n; i++)
        n += count_parts(e->call.args[i], f);
    return n;
}

static size_t take_parts(struct arena *a, const struct expr *e, enum query_function f, const struct around *at,
                         const struct expr **parts)
{
    size_t n = 0;

    if (e->kind != EXPR_CALL || e->call.function != f) {
        parts[0] = normal(a, e, at);
        return 1;
    }
    for (size_t i = 0; i < e->call.n; i++)
        n += take_parts(a, e->call.args[i], f, at, parts + n);
    return n;
}

static bool has_free_order(enum query_function f)
{
    static const enum query_function functions[] = { FUNCTION_EQ,       FUNCTION_NE,    FUNCTION_SAME,    FUNCTION_ADD,
                                                     FUNCTION_MULTIPLY, FUNCTION_LEAST, FUNCTION_GREATEST };

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i] == f)
            return true;
    return false;
}

static const struct expr *normal_call(struct arena *a, const struct expr *e, const struct around *at)
{
    struct expr made = { .kind = EXPR_CALL, .call = e->call };
    struct expr_call *c = &made.call;
    const bool joins = c->function == FUNCTION_AND || c->function == FUNCTION_OR;
    const bool turned = c->function == FUNCTION_GT || c->function == FUNCTION_GE;
    const struct expr **args;

    c->n = joins ? count_parts(e, c->function) : c->n;
    args = arena_array(a, c->n, sizeof *args);
    for (size_t i = 0; i < c->n && !joins; i++)
        args[turned ? c->n - 1 - i : i] = normal(a, e->call.args[i], at);
    if (joins)
        take_parts(a, e, c->function, at, args);
    if (turned)
        c->function = c->function == FUNCTION_GT ? FUNCTION_LT : FUNCTION_LE;
    if (joins || has_free_order(c->function))
        sort(a, args, c->n);
    if (c->function == FUNCTION_IN)
        sort(a, args + 1, c->n - 1);
    c->args = args;
    return expr_new(a, &made);
}

static const struct expr *normal_window(struct arena *a, const struct expr_window *w, const struct around *at)
{
    struct expr made = { .kind = EXPR_WINDOW, .window = *w };

    made.window.arg = w->arg ? normal(a, w->arg, at) : NULL;
    made.window.per = sorted_list(a, w->per, w->n_per, at);
    made.window.order = normal_order(a, w->order, w->n_order, at);
    return expr_new(a, &made);
}

static const struct expr *normal_place(struct arena *a, const struct expr *e, const struct around *at)
{
    struct expr made = *e;

    find(a, e->place_of, at, &made.place_of);
    return expr_new(a, &made);
}

static const struct expr *normal(struct arena *a, const struct expr *e, const struct around *at)
{
    struct expr made = *e;

    switch (e->kind) {
    case EXPR_COLUMN:
        return normal_column(a, &e->column, at);
    case EXPR_LITERAL:
        return e;
    case EXPR_CALL:
        return normal_call(a, e, at);
    case EXPR_AGGREGATE:
        made.aggregate.arg = e->aggregate.arg ? normal(a, e->aggregate.arg, at) : NULL;
        made.aggregate.where = e->aggregate.where ? normal(a, e->aggregate.where, at) : NULL;
        break;
    case EXPR_WINDOW:
        return normal_window(a, &e->window, at);
    case EXPR_QUERY:
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        made.query.arg = e->query.arg ? normal(a, e->query.arg, at) : NULL;
        made.query.query = normal_query(a, e->query.query, at);
        break;
    case EXPR_PLACE:
        return normal_place(a, e, at);
    }
    return expr_new(a, &made);
}

/* ---- queries ---- */

/* Conditions that all hold, with those of an "and" among them as their own. */
static const struct expr *const *normal_conditions(struct arena *a, const struct expr *const *list, size_t *n,
                                                   const struct around *at)
{
    const struct expr **parts;
    size_t total = 0, taken = 0;

    for (size_t i = 0; i < *n; i++)
        total += count_parts(list[i], FUNCTION_AND);
    parts = arena_array(a, total, sizeof *parts);
    for (size_t i = 0; i < *n; i++)
        taken += take_parts(a, list[i], FUNCTION_AND, at, parts + taken);
    sort(a, parts, taken);
    *n = taken;
    return parts;
}

static const struct relation *normal_from(struct arena *a, const struct query *q, const struct around *at)
{
    struct relation *from = arena_array(a, q->n_from, sizeof *from);

    for (size_t i = 0; i < q->n_from; i++) {
        const struct relation *r = &q->from[i];
        const char **tables = arena_array(a, r->n_tables, sizeof *tables);
        from[i] = *r;
        for (size_t k = 0; k < r->n_tables; k++)
            tables[k] = lower(a, r->tables[k]);
        from[i].tables = tables;
        from[i].name = place_name(a, at->level, i);
        from[i].step = lower(a, r->step);
        from[i].query = r->query ? normal_query(a, r->query, at) : NULL;
        from[i].on = r->on ? normal(a, r->on, at) : NULL;
    }
    return from;
}

static void normal_block(struct arena *a, struct query *q, const struct around *at)
{
    struct output *outputs = arena_array(a, q->n_outputs, sizeof *outputs);

    q->from = normal_from(a, q, at);
    q->where = normal_conditions(a, q->where, &q->n_where, at);
    q->having = normal_conditions(a, q->having, &q->n_having, at);
    q->groups = normal_list(a, q->groups, q->n_groups, at);
    q->per = sorted_list(a, q->per, q->n_per, at);
    for (size_t i = 0; i < q->n_outputs; i++)
        outputs[i].expr = normal(a, q->outputs[i].expr, at);
    q->outputs = outputs;
}

static const struct query *normal_query(struct arena *a, const struct query *q, const struct around *outer)
{
    const struct around at = { q, outer, outer ? outer->level + 1 : 0 };
    struct query *made = arena_alloc(a, sizeof *made);

    *made = *q;
    made->order = normal_order(a, q->order, q->n_order, &at);
    if (q->kind == QUERY_BLOCK) {
        normal_block(a, made, &at);
        return made;
    }
    made->left = normal_query(a, q->left, &at);
    made->right = normal_query(a, q->right, &at);
    return made;
}

const char *query_key(struct arena *a, const struct query *q)
{
    return json_line(a, query_to_json(a, normal_query(a, q, NULL)));
}

bool query_equal(const struct query *a, const struct query *b)
{
    struct arena *work CLEANUP(arena_cleanup) = arena_new();
    const char *key_a, *key_b;

    if (a == b || query_same(a, b))
        return true;
    key_a = query_key(work, a);
    key_b = query_key(work, b);
    return key_a && key_b && strcmp(key_a, key_b) == 0;
}
