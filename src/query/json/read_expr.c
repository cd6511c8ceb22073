/* read_expr.c - expressions read from JSON. */
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "query/json/reader.h"
#include "query/query.h"
#include <string.h>

/* ---- lists ---- */

int read_member(struct json_reader *r, const struct place *at, const struct json *v, const char *key, bool needed,
                const struct expr **ret)
{
    const struct json *member = json_get(v, key);

    if (!member)
        return needed ? read_fail(r, at, "needs '%s'", key) : 0;
    *ret = read_expr(r, &(struct place){ .up = at, .key = key }, member);
    return *ret ? 0 : -1;
}

int read_exprs(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
               const struct expr *const **ret, size_t *ret_n)
{
    const struct place list = { .up = at, .key = key };
    const struct json *array;
    const struct expr **exprs;
    size_t n;

    if (read_array(r, at, v, key, &array, &n) < 0)
        return -1;
    exprs = arena_array(r->a, n, sizeof *exprs);
    for (size_t i = 0; i < n; i++) {
        exprs[i] = read_expr(r, &(struct place){ .up = &list, .index = i }, json_at(array, i));
        if (!exprs[i])
            return -1;
    }
    *ret = exprs;
    *ret_n = n;
    return 0;
}

static int read_ordering(struct json_reader *r, const struct place *at, const struct json *v, struct ordering *ret)
{
    if (read_members(r, at, v, KNOWN("by", "descending", "empty_first")) < 0 ||
        read_member(r, at, v, "by", true, &ret->by) < 0 || read_flag(r, at, v, "descending", &ret->descending) < 0 ||
        read_flag(r, at, v, "empty_first", &ret->empty_first) < 0)
        return -1;
    return 0;
}

int read_order(struct json_reader *r, const struct place *at, const struct json *v, const struct ordering **ret,
               size_t *ret_n)
{
    const struct place list = { .up = at, .key = "order" };
    const struct json *array;
    struct ordering *order;
    size_t n;

    if (read_array(r, at, v, "order", &array, &n) < 0)
        return -1;
    order = arena_array(r->a, n, sizeof *order);
    for (size_t i = 0; i < n; i++)
        if (read_ordering(r, &(struct place){ .up = &list, .index = i }, json_at(array, i), &order[i]) < 0)
            return -1;
    *ret = order;
    *ret_n = n;
    return 0;
}

/* ---- expressions ---- */

static int read_column(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    struct expr_column *c = &e->column;

    e->kind = EXPR_COLUMN;
    if (read_members(r, at, v, KNOWN("column", "of")) < 0 || read_text(r, at, v, "column", true, &c->name) < 0 ||
        read_text(r, at, v, "of", false, &c->of) < 0)
        return -1;
    if (r->in_set)
        return c->of ? read_fail(r, at, "the order of a set operation names outputs; leave out 'of'") : 0;
    if (!c->of && !r->only)
        return read_fail(r, at, "needs 'of': the query has several relations");
    c->of = c->of ? c->of : r->only;
    return 0;
}

static enum column_type number_type(const char *digits)
{
    if (strpbrk(digits, "eE"))
        return COLUMN_FLOAT;
    return strchr(digits, '.') ? COLUMN_DECIMAL : COLUMN_INTEGER;
}

static int read_typed(struct json_reader *r, const struct place *at, const struct json *v, struct expr_literal *l)
{
    static const enum column_type types[] = { COLUMN_DATE, COLUMN_TIMESTAMP };
    size_t i = 0;

    if (read_text(r, at, v, "value", true, &l->text) < 0)
        return -1;
    l->type = COLUMN_TEXT;
    if (!json_get(v, "type"))
        return 0;
    if (read_word(r, at, v, "type", KNOWN("date", "timestamp"), &i) < 0)
        return -1;
    l->type = types[i];
    return 0;
}

static int read_literal(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    const struct json *value = json_get(v, "value");
    struct expr_literal *l = &e->literal;

    e->kind = EXPR_LITERAL;
    if (read_members(r, at, v, KNOWN("value", "type")) < 0)
        return -1;
    if (json_is(value, JSON_STRING) || json_get(v, "type"))
        return read_typed(r, at, v, l);
    switch (json_type(value)) {
    case JSON_NULL:
        *l = (struct expr_literal){ COLUMN_TEXT, NULL };
        return 0;
    case JSON_BOOL:
        *l = (struct expr_literal){ COLUMN_BOOLEAN, json_truth(value) ? "true" : "false" };
        return 0;
    case JSON_NUMBER:
        *l = (struct expr_literal){ number_type(json_digits(value)), json_digits(value) };
        return 0;
    case JSON_STRING:
    case JSON_ARRAY:
    case JSON_OBJECT:
        break;
    }
    return read_fail(r, &(struct place){ .up = at, .key = "value" }, "must be a text, a number, true, false or null");
}

static int unknown_function(struct json_reader *r, const struct place *at, const char *name)
{
    const char *names[FUNCTIONS_END];
    const struct place here = { .up = at, .key = "op" };

    if (query_aggregate_find(name) < AGGREGATES_END)
        return read_fail(r, &here, "'%s' is an aggregate; write {\"aggregate\": \"%s\", \"arg\": ...}", name, name);
    if (query_window_find(name) < WINDOWS_END)
        return read_fail(r, &here, "'%s' is a window; write {\"window\": \"%s\", ...}", name, name);
    for (size_t i = 0; i < FUNCTIONS_END; i++)
        names[i] = query_function_info((enum query_function)i)->name;
    return read_unknown(r, &here, "function", name, names, FUNCTIONS_END);
}

static int read_call(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    const struct query_function_info *info;
    const char *name = NULL;

    e->kind = EXPR_CALL;
    if (read_members(r, at, v, KNOWN("op", "args")) < 0 || read_text(r, at, v, "op", true, &name) < 0)
        return -1;
    e->call.function = query_function_find(name);
    if (e->call.function == FUNCTIONS_END)
        return unknown_function(r, at, name);
    info = query_function_info(e->call.function);
    if (read_exprs(r, at, v, "args", &e->call.args, &e->call.n) < 0)
        return -1;
    if (e->call.n >= info->least && e->call.n <= info->most)
        return 0;
    if (info->least == info->most)
        return read_fail(r, at, "'%s' takes %zu argument%s, not %zu", name, info->least, info->least == 1 ? "" : "s",
                         e->call.n);
    return read_fail(r, at, "'%s' takes %zu to %zu arguments, not %zu", name, info->least, info->most, e->call.n);
}

static int read_fraction(struct json_reader *r, const struct place *at, const struct json *v, struct expr_aggregate *g)
{
    const struct json *number = json_get(v, "number");

    if (!query_aggregate_info(g->function)->takes_number)
        return number ? read_fail(r, at, "only an aggregate that takes a number has 'number'") : 0;
    g->number = json_real(number);
    if (json_is(number, JSON_NUMBER) && g->number >= 0 && g->number <= 1)
        return 0;
    return read_fail(r, at, "needs 'number', from 0 to 1");
}

static int read_aggregate(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    struct expr_aggregate *g = &e->aggregate;
    const char *names[AGGREGATES_END], *name = NULL;

    e->kind = EXPR_AGGREGATE;
    if (read_members(r, at, v, KNOWN("aggregate", "arg", "distinct", "where", "number")) < 0 ||
        read_text(r, at, v, "aggregate", true, &name) < 0)
        return -1;
    g->function = query_aggregate_find(name);
    for (size_t i = 0; i < AGGREGATES_END; i++)
        names[i] = query_aggregate_info((enum query_aggregate)i)->name;
    if (g->function == AGGREGATES_END)
        return read_unknown(r, &(struct place){ .up = at, .key = "aggregate" }, "aggregate", name, names,
                            AGGREGATES_END);
    if (read_member(r, at, v, "arg", g->function != AGGREGATE_COUNT, &g->arg) < 0 ||
        read_flag(r, at, v, "distinct", &g->distinct) < 0 || read_member(r, at, v, "where", false, &g->where) < 0)
        return -1;
    if (g->distinct && !g->arg)
        return read_fail(r, at, "needs 'arg': what is to be distinct");
    return read_fraction(r, at, v, g);
}

static int read_window_parts(struct json_reader *r, const struct place *at, const struct json *v, struct expr_window *w)
{
    const struct query_window_info *info = query_window_info(w->function);

    if (!info->takes_argument && json_get(v, "arg"))
        return read_fail(r, at, "'%s' takes no 'arg'", info->name);
    if (!info->takes_number && json_get(v, "number"))
        return read_fail(r, at, "'%s' takes no 'number'", info->name);
    w->number = 1;
    if (read_member(r, at, v, "arg", info->takes_argument, &w->arg) < 0 ||
        read_exprs(r, at, v, "per", &w->per, &w->n_per) < 0 || read_order(r, at, v, &w->order, &w->n_order) < 0 ||
        read_count(r, at, v, "number", 1, &w->number) < 0)
        return -1;
    if (window_aggregates(w->function) && w->arg->kind != EXPR_AGGREGATE)
        return read_fail(r, &(struct place){ .up = at, .key = "arg" }, "must be an aggregate");
    return 0;
}

static int read_window(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    const char *names[WINDOWS_END], *name = NULL;

    e->kind = EXPR_WINDOW;
    if (read_members(r, at, v, KNOWN("window", "arg", "per", "order", "number")) < 0 ||
        read_text(r, at, v, "window", true, &name) < 0)
        return -1;
    e->window.function = query_window_find(name);
    for (size_t i = 0; i < WINDOWS_END; i++)
        names[i] = query_window_info((enum query_window)i)->name;
    if (e->window.function == WINDOWS_END)
        return read_unknown(r, &(struct place){ .up = at, .key = "window" }, "window", name, names, WINDOWS_END);
    return read_window_parts(r, at, v, &e->window);
}

static int read_inner(struct json_reader *r, const struct place *at, const struct json *v, const char *key,
                      struct expr_query *q)
{
    const struct json *member = json_get(v, key);

    if (!member)
        return read_fail(r, at, "needs '%s'", key);
    q->query = read_query(r, &(struct place){ .up = at, .key = key }, member);
    return q->query ? read_flag(r, at, v, "not", &q->negated) : -1;
}

static int read_value(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    e->kind = EXPR_QUERY;
    return read_members(r, at, v, KNOWN("query")) < 0 ? -1 : read_inner(r, at, v, "query", &e->query);
}

static int read_in(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    e->kind = EXPR_IN_QUERY;
    if (read_members(r, at, v, KNOWN("in", "query", "not")) < 0 || read_member(r, at, v, "in", true, &e->query.arg) < 0)
        return -1;
    return read_inner(r, at, v, "query", &e->query);
}

static int read_exists(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    e->kind = EXPR_EXISTS;
    return read_members(r, at, v, KNOWN("exists", "not")) < 0 ? -1 : read_inner(r, at, v, "exists", &e->query);
}

static int read_place(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    e->kind = EXPR_PLACE;
    return read_members(r, at, v, KNOWN("place")) < 0 ? -1 : read_text(r, at, v, "place", true, &e->place_of);
}

/* The member that says what an expression is; "query" alone is a value, so it comes behind "in". */
static const struct {
    const char *key;
    int (*read)(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e);
} kinds[] = {
    { "column", read_column },       { "value", read_literal }, { "op", read_call },
    { "aggregate", read_aggregate }, { "window", read_window }, { "in", read_in },
    { "exists", read_exists },       { "query", read_value },   { "place", read_place },
};

static int read_kind(struct json_reader *r, const struct place *at, const struct json *v, struct expr *e)
{
    const char *names[sizeof kinds / sizeof *kinds];

    if (!json_is(v, JSON_OBJECT))
        return read_fail(r, at, "must be an expression, as {\"column\": \"name\"} or {\"value\": 5}");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        names[i] = kinds[i].key;
        if (json_get(v, kinds[i].key))
            return kinds[i].read(r, at, v, e);
    }
    if (json_len(v) > 0 && str_nearest(json_key_at(v, 0, NULL), names, sizeof kinds / sizeof *kinds))
        return read_unknown(r, at, "member", json_key_at(v, 0, NULL), names, sizeof kinds / sizeof *kinds);
    return read_fail(r, at, "must have one of: column, value, op, aggregate, window, in, exists, query, place");
}

const struct expr *read_expr(struct json_reader *r, const struct place *at, const struct json *v)
{
    struct expr *e = arena_alloc(r->a, sizeof *e);

    if (read_down(r, at) < 0 || read_kind(r, at, v, e) < 0)
        return NULL;
    read_up(r);
    return e;
}
