/* request_to_json.c - the form written as canonical JSON: members in one order, nothing that is at its default. */
#include "base/arena.h"
#include "base/json.h"
#include "base/num.h"
#include "base/str.h"
#include "query/json/request_json.h"
#include "query/query.h"
#include <string.h>

struct writer {
    struct arena *a;
    const struct query *block; /* the expression stands in; NULL: in the order of a set operation */
};

static struct json *write_expr(const struct writer *w, const struct expr *e);

static struct json *set_text(const struct writer *w, struct json *object, const char *key, const char *text)
{
    return json_set(w->a, object, key, json_str(w->a, text));
}

static void set_flag(const struct writer *w, struct json *object, const char *key, bool flag)
{
    if (flag)
        json_set(w->a, object, key, json_bool(w->a, true));
}

static void set_count(const struct writer *w, struct json *object, const char *key, size_t n, size_t left_out)
{
    if (n != left_out)
        json_set(w->a, object, key, json_int(w->a, (int64_t)n));
}

static void set_exprs(const struct writer *w, struct json *object, const char *key, const struct expr *const *list,
                      size_t n)
{
    struct json *array = json_array(w->a);

    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++)
        json_push(w->a, array, write_expr(w, list[i]));
    json_set(w->a, object, key, array);
}

static void set_order(const struct writer *w, struct json *object, const struct ordering *order, size_t n)
{
    struct json *array = json_array(w->a);

    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++) {
        struct json *one = json_object(w->a);
        json_set(w->a, one, "by", write_expr(w, order[i].by));
        set_flag(w, one, "descending", order[i].descending);
        set_flag(w, one, "empty_first", order[i].empty_first);
        json_push(w->a, array, one);
    }
    json_set(w->a, object, "order", array);
}

/* ---- expressions ---- */

static struct json *write_column(const struct writer *w, const struct expr_column *c)
{
    struct json *v = set_text(w, json_object(w->a), "column", c->name);
    const bool only = w->block && w->block->n_from == 1 && c->of && str_ieq(c->of, w->block->from[0].name);

    return only || !c->of ? v : set_text(w, v, "of", c->of);
}

/* With what tells the type: an integer has neither point nor exponent, a decimal has a point, a float an exponent. */
static struct json *write_number(const struct writer *w, const struct expr_literal *l)
{
    const char *text = l->text;
    struct json *v;

    if (l->type == COLUMN_DECIMAL && !strpbrk(text, ".eE"))
        text = arena_printf(w->a, "%s.0", text);
    if (l->type == COLUMN_FLOAT && !strpbrk(text, "eE"))
        text = arena_printf(w->a, "%se0", text);
    v = json_number(w->a, text, strlen(text));
    return v ? v : json_str(w->a, l->text);
}

static struct json *write_literal(const struct writer *w, const struct expr_literal *l)
{
    struct json *v = json_object(w->a);

    if (!l->text)
        return json_set(w->a, v, "value", json_null(w->a));
    if (l->type == COLUMN_BOOLEAN)
        return json_set(w->a, v, "value", json_bool(w->a, strcmp(l->text, "true") == 0));
    if (column_is_number(l->type))
        return json_set(w->a, v, "value", write_number(w, l));
    set_text(w, v, "value", l->text);
    return l->type == COLUMN_TEXT ? v : set_text(w, v, "type", column_type_name(l->type));
}

static struct json *write_call(const struct writer *w, const struct expr_call *c)
{
    struct json *v = set_text(w, json_object(w->a), "op", query_function_info(c->function)->name);

    set_exprs(w, v, "args", c->args, c->n);
    return v;
}

static struct json *write_aggregate(const struct writer *w, const struct expr_aggregate *g)
{
    struct json *v = set_text(w, json_object(w->a), "aggregate", query_aggregate_info(g->function)->name);

    if (g->arg)
        json_set(w->a, v, "arg", write_expr(w, g->arg));
    set_flag(w, v, "distinct", g->distinct);
    if (g->where)
        json_set(w->a, v, "where", write_expr(w, g->where));
    if (query_aggregate_info(g->function)->takes_number)
        json_set(w->a, v, "number", json_double(w->a, g->number));
    return v;
}

static struct json *write_window(const struct writer *w, const struct expr_window *f)
{
    struct json *v = set_text(w, json_object(w->a), "window", query_window_info(f->function)->name);

    if (f->arg)
        json_set(w->a, v, "arg", write_expr(w, f->arg));
    set_exprs(w, v, "per", f->per, f->n_per);
    set_order(w, v, f->order, f->n_order);
    if (query_window_info(f->function)->takes_number)
        set_count(w, v, "number", f->number, 1);
    return v;
}

static struct json *write_expr(const struct writer *w, const struct expr *e)
{
    struct json *v = json_object(w->a);

    switch (e->kind) {
    case EXPR_COLUMN:
        return write_column(w, &e->column);
    case EXPR_LITERAL:
        return write_literal(w, &e->literal);
    case EXPR_CALL:
        return write_call(w, &e->call);
    case EXPR_AGGREGATE:
        return write_aggregate(w, &e->aggregate);
    case EXPR_WINDOW:
        return write_window(w, &e->window);
    case EXPR_QUERY:
        return json_set(w->a, v, "query", query_to_json(w->a, e->query.query));
    case EXPR_IN_QUERY:
        json_set(w->a, v, "in", write_expr(w, e->query.arg));
        json_set(w->a, v, "query", query_to_json(w->a, e->query.query));
        set_flag(w, v, "not", e->query.negated);
        break;
    case EXPR_EXISTS:
        json_set(w->a, v, "exists", query_to_json(w->a, e->query.query));
        set_flag(w, v, "not", e->query.negated);
        break;
    case EXPR_PLACE:
        set_text(w, v, "place", e->place_of);
        break;
    }
    return v;
}

struct json *expr_to_json(struct arena *a, const struct expr *e)
{
    return write_expr(&(struct writer){ a, NULL }, e);
}

/* ---- queries ---- */

static void write_source(const struct writer *w, struct json *v, const struct relation *r)
{
    struct json *tables;

    switch (r->kind) {
    case RELATION_TABLE:
        set_text(w, v, "table", r->tables[0]);
        break;
    case RELATION_UNION:
        tables = json_array(w->a);
        for (size_t i = 0; i < r->n_tables; i++)
            json_push(w->a, tables, json_str(w->a, r->tables[i]));
        json_set(w->a, v, "union", tables);
        break;
    case RELATION_QUERY:
        json_set(w->a, v, "query", query_to_json(w->a, r->query));
        break;
    case RELATION_STEP:
        set_text(w, v, "step", r->step);
        break;
    }
}

static struct json *write_relation(const struct writer *w, const struct relation *r, bool first)
{
    static const char *const joins[] = { [JOIN_INNER] = "inner", [JOIN_LEFT] = "left", [JOIN_CROSS] = "cross" };
    struct json *v = json_object(w->a);

    write_source(w, v, r);
    if (r->kind != RELATION_TABLE || strcmp(r->name, r->tables[0]) != 0)
        set_text(w, v, "as", r->name);
    if (first)
        return v;
    if (r->join != JOIN_INNER)
        set_text(w, v, "join", joins[r->join]);
    if (r->on)
        json_set(w->a, v, "on", write_expr(w, r->on));
    return v;
}

static void write_outputs(const struct writer *w, struct json *v, const struct query *q)
{
    struct json *outputs = json_array(w->a);

    if (q->n_outputs == 0)
        return;
    for (size_t i = 0; i < q->n_outputs; i++) {
        struct json *one = write_expr(w, q->outputs[i].expr);
        if (q->outputs[i].name)
            one = set_text(w, json_set(w->a, json_object(w->a), "expr", one), "name", q->outputs[i].name);
        json_push(w->a, outputs, one);
    }
    json_set(w->a, v, "select", outputs);
}

static void write_block(const struct writer *w, struct json *v, const struct query *q)
{
    struct json *from = json_array(w->a);

    for (size_t i = 0; i < q->n_from; i++)
        json_push(w->a, from, write_relation(w, &q->from[i], i == 0));
    json_set(w->a, v, "from", from);
    set_exprs(w, v, "where", q->where, q->n_where);
    set_exprs(w, v, "group", q->groups, q->n_groups);
    write_outputs(w, v, q);
    set_exprs(w, v, "having", q->having, q->n_having);
    set_flag(w, v, "distinct", q->distinct);
}

static void write_sides(const struct writer *w, struct json *v, const struct query *q)
{
    static const char *const kinds[] = {
        [QUERY_UNION] = "union", [QUERY_INTERSECT] = "intersect", [QUERY_EXCEPT] = "except"
    };
    struct json *sides = json_array(w->a);

    json_push(w->a, sides, query_to_json(w->a, q->left));
    json_push(w->a, sides, query_to_json(w->a, q->right));
    json_set(w->a, v, kinds[q->kind], sides);
    set_flag(w, v, "all", q->all);
}

struct json *query_to_json(struct arena *a, const struct query *q)
{
    const struct writer w = { a, q->kind == QUERY_BLOCK ? q : NULL };
    struct json *v = json_object(a);

    if (q->kind == QUERY_BLOCK)
        write_block(&w, v, q);
    else
        write_sides(&w, v, q);
    set_order(&w, v, q->order, q->n_order);
    set_count(&w, v, "limit", q->limit, 0);
    set_count(&w, v, "offset", q->offset, 0);
    set_exprs(&w, v, "per", q->per, q->n_per);
    return v;
}

/* ---- requests ---- */

static struct json *write_step(const struct writer *w, const struct step *s, size_t number)
{
    struct json *v = json_object(w->a);

    if (s->query) {
        json_set(w->a, v, "query", query_to_json(w->a, s->query));
    } else {
        set_text(w, v, "operation", s->operation);
        set_text(w, v, "over", s->over);
        if (json_len(s->parameters) > 0)
            json_set(w->a, v, "parameters", json_copy(w->a, s->parameters));
    }
    if (s->name && strcmp(s->name, arena_printf(w->a, "step_%zu", number)) != 0)
        set_text(w, v, "name", s->name);
    return v;
}

struct json *request_to_json(struct arena *a, const struct request *r)
{
    static const char *const shows[] = { [SHOW_SENTENCE] = "sentence", [SHOW_TABLE] = "table", [SHOW_CHART] = "chart" };
    const struct writer w = { a, NULL };
    struct json *v = json_set(a, json_object(a), "version", json_int(a, QUERY_JSON_VERSION));
    struct json *steps = json_array(a);

    for (size_t i = 0; i < r->n_steps; i++)
        json_push(a, steps, write_step(&w, &r->steps[i], i + 1));
    json_set(a, v, "steps", steps);
    if (r->show != SHOW_AUTO)
        set_text(&w, v, "show", shows[r->show]);
    if (r->show == SHOW_CHART && r->chart)
        set_text(&w, v, "chart", r->chart);
    return v;
}
