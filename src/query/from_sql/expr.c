/* expr.c - expressions of the tree: conditions, comparisons, subqueries; functions are call.c's. */
#include "base/arena.h"
#include "base/str.h"
#include "query/from_sql/node.h"
#include <string.h>

static const struct expr *read_node(struct tree_reader *r, const struct json *e, const struct scope *s);

static bool is_class(const struct json *e, const char *name)
{
    const char *class = json_get_text(e, "class");

    return class && strcmp(class, name) == 0;
}

static const char *type_text(const struct json *e)
{
    const char *type = json_get_text(e, "type");

    return type ? type : "";
}

/* ---- calls ---- */

const struct expr *call_many(struct tree_reader *r, enum query_function f, const struct expr *const *args, size_t n)
{
    while (n > QUERY_MANY) {
        const struct expr *first = expr_call(r->arena, f, args, QUERY_MANY), **rest;
        n -= QUERY_MANY;
        rest = arena_array(r->arena, n + 1, sizeof *rest);
        rest[0] = first;
        memcpy(rest + 1, args + QUERY_MANY, n * sizeof *rest);
        args = rest;
        n++;
    }
    return n == 1 ? args[0] : expr_call(r->arena, f, args, n);
}

static const struct expr * not(struct tree_reader * r, const struct expr *e)
{
    return e ? expr_call1(r->arena, FUNCTION_NOT, e) : NULL;
}

int tree_list(struct tree_reader *r, const struct json *array, const struct scope *s, struct list *ret)
{
    for (size_t i = 0; i < json_len(array); i++) {
        const struct expr *e = tree_value(r, json_at(array, i), s);
        if (!e)
            return -1;
        list_add(r, ret, e);
    }
    return 0;
}

/* ---- comparisons ---- */

static enum query_function comparison(const char *type)
{
    static const struct {
        const char *type;
        enum query_function function;
    } all[] = {
        { "COMPARE_EQUAL", FUNCTION_EQ },
        { "COMPARE_NOTEQUAL", FUNCTION_NE },
        { "COMPARE_LESSTHAN", FUNCTION_LT },
        { "COMPARE_GREATERTHAN", FUNCTION_GT },
        { "COMPARE_LESSTHANOREQUALTO", FUNCTION_LE },
        { "COMPARE_GREATERTHANOREQUALTO", FUNCTION_GE },
    };

    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(all[i].type, type) == 0)
            return all[i].function;
    return FUNCTIONS_END;
}

static const struct expr *read_comparison(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    enum query_function f = comparison(type_text(e));
    const struct expr *x, *y;

    if (f == FUNCTIONS_END)
        return unsaid_expr(r, "IS DISTINCT FROM", NULL);
    x = tree_value(r, json_get(e, "left"), s);
    y = x ? tree_value(r, json_get(e, "right"), s) : NULL;
    return y && !agree(r, s, &x, &y) ? expr_call2(r->arena, f, x, y) : NULL;
}

static const struct expr *read_between(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct expr *part[3];

    part[0] = tree_value(r, json_get(e, "input"), s);
    part[1] = part[0] ? tree_value(r, json_get(e, "lower"), s) : NULL;
    part[2] = part[1] ? tree_value(r, json_get(e, "upper"), s) : NULL;
    if (!part[2] || agree(r, s, &part[0], &part[1]) || agree(r, s, &part[0], &part[2]) ||
        agree(r, s, &part[0], &part[1]))
        return NULL;
    return expr_call(r->arena, FUNCTION_BETWEEN, part, COUNT_OF(part));
}

/* "in" with more values than one call takes is an "or" of several. */
static const struct expr *in_many(struct tree_reader *r, const struct list *l)
{
    struct list parts = { 0 };

    for (size_t i = 1; i < l->n; i += QUERY_MANY - 1) {
        const struct expr *args[QUERY_MANY] = { l->at[0] };
        size_t n = l->n - i < QUERY_MANY - 1 ? l->n - i : QUERY_MANY - 1;
        memcpy(args + 1, l->at + i, n * sizeof *args);
        list_add(r, &parts, expr_call(r->arena, FUNCTION_IN, args, n + 1));
    }
    return call_many(r, FUNCTION_OR, parts.at, parts.n);
}

static const struct expr *read_in(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    struct list l = { 0 };

    if (tree_list(r, json_get(e, "children"), s, &l))
        return NULL;
    if (l.n < 2)
        return unsaid_expr(r, "IN without values", NULL);
    for (size_t turn = 0; turn < 2; turn++) /* the first may change with any of them */
        for (size_t i = 1; i < l.n; i++)
            if (agree(r, s, &l.at[0], &l.at[i]))
                return NULL;
    return in_many(r, &l);
}

/* ---- operators ---- */

static const struct expr *read_only_child(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct json *children = json_get(e, "children");

    return json_len(children) == 1 ? tree_value(r, json_at(children, 0), s) : unsaid_expr(r, type_text(e), NULL);
}

static const struct expr *read_is_empty(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct expr *child = read_only_child(r, e, s);

    return child ? expr_call1(r->arena, FUNCTION_IS_EMPTY, child) : NULL;
}

static const struct expr *read_coalesce(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    struct list l = { 0 };

    if (tree_list(r, json_get(e, "children"), s, &l))
        return NULL;
    for (size_t i = 1; i < l.n; i++)
        if (agree(r, s, &l.at[0], &l.at[i]))
            return NULL;
    return l.n == 0 ? unsaid_expr(r, "COALESCE of nothing", NULL) : call_many(r, FUNCTION_COALESCE, l.at, l.n);
}

/* NOT of IN stays a "not": x NOT IN (q) is no truth value where q gives an empty one, whatever the form's "not in" is.
 */
static const struct expr *negate(struct tree_reader *r, const struct expr *e)
{
    struct expr copy;

    if (!e)
        return NULL;
    copy = *e;
    copy.query.negated = true;
    if (e->kind == EXPR_EXISTS && !e->query.negated)
        return expr_new(r->arena, &copy);
    return not(r, e);
}

static const struct expr *read_operator(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const char *type = type_text(e);

    if (strcmp(type, "OPERATOR_NOT") == 0)
        return negate(r, read_only_child(r, e, s));
    if (strcmp(type, "OPERATOR_IS_NULL") == 0)
        return read_is_empty(r, e, s);
    if (strcmp(type, "OPERATOR_IS_NOT_NULL") == 0)
        return not(r, read_is_empty(r, e, s));
    if (strcmp(type, "COMPARE_IN") == 0)
        return read_in(r, e, s);
    if (strcmp(type, "COMPARE_NOT_IN") == 0)
        return not(r, read_in(r, e, s));
    if (strcmp(type, "OPERATOR_COALESCE") == 0)
        return read_coalesce(r, e, s);
    return unsaid_expr(r, "the operator", type);
}

static const struct expr *read_conjunction(struct tree_reader *r, const struct json *e, const struct scope *s,
                                           bool is_condition)
{
    const struct json *children = json_get(e, "children");
    bool is_and = strcmp(type_text(e), "CONJUNCTION_AND") == 0;
    struct list l = { 0 };

    for (size_t i = 0; i < json_len(children); i++) {
        const struct json *child = json_at(children, i);
        const struct expr *one = is_condition ? tree_condition(r, child, s) : tree_value(r, child, s);
        if (!one)
            return NULL;
        list_add(r, &l, one);
    }
    if (l.n == 0 || (!is_and && strcmp(type_text(e), "CONJUNCTION_OR") != 0))
        return unsaid_expr(r, "a condition of nothing", NULL);
    return call_many(r, is_and ? FUNCTION_AND : FUNCTION_OR, l.at, l.n);
}

static const struct expr *read_case(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct json *checks = json_get(e, "case_checks");
    const struct expr *otherwise;
    struct list l = { 0 };

    for (size_t i = 0; i < json_len(checks); i++) {
        const struct expr *when = tree_condition(r, json_get(json_at(checks, i), "when_expr"), s), *then;
        then = when ? tree_value(r, json_get(json_at(checks, i), "then_expr"), s) : NULL;
        if (!then)
            return NULL;
        list_add(r, &l, when);
        list_add(r, &l, then);
    }
    if (json_is(json_get(e, "else_expr"), JSON_OBJECT)) {
        otherwise = tree_value(r, json_get(e, "else_expr"), s);
        if (!otherwise)
            return NULL;
        if (!is_empty_literal(otherwise))
            list_add(r, &l, otherwise);
    }
    if (l.n < 2 || l.n > QUERY_MANY)
        return unsaid_expr(r, "a CASE of so many conditions", NULL);
    return expr_call(r->arena, FUNCTION_CASE, l.at, l.n);
}

/* ---- subqueries ---- */

static const struct expr *query_expr(struct tree_reader *r, enum expr_kind kind, const struct query *q,
                                     const struct expr *arg)
{
    struct query *copy = arena_alloc(r->arena, sizeof *copy);

    *copy = *q;
    return expr_new(r->arena, &(struct expr){ .kind = kind, .query = { .query = copy, .arg = arg } });
}

/* A query inside an expression sees the one around it. */
static int read_inner(struct tree_reader *r, const struct json *e, const struct scope *names, struct query *ret,
                      struct shape *ret_shape)
{
    return tree_query(r, json_get(json_get(e, "subquery"), "node"), names, ret, ret_shape);
}

/* The values of a query as a type's; only an output of a plain block can be changed so. */
static int agree_output(struct tree_reader *r, const struct scope *s, const struct expr **arg, struct query *q,
                        const struct shape_column *output)
{
    enum column_type type = type_of(s, *arg);
    bool is_number = column_is_number(type);

    if (type == TYPE_UNKNOWN || output->type == TYPE_UNKNOWN || type == output->type ||
        (is_number && output->type != TYPE_UNKNOWN && column_is_number(output->type)))
        return 0;
    if (type == COLUMN_TEXT && column_is_number(output->type)) {
        *arg = as_number(r, s, *arg);
        return *arg ? 0 : -1;
    }
    if (is_number && output->type == COLUMN_TEXT && q->kind == QUERY_BLOCK && q->n_outputs == 1 && !q->distinct) {
        struct output *made = arena_alloc(r->arena, sizeof *made);
        *made = q->outputs[0];
        made->expr = expr_call1(r->arena, FUNCTION_NUMBER, made->expr);
        q->outputs = made;
        return 0;
    }
    return unsaid(r, "IN a subquery of another type");
}

static const struct expr *read_in_query(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct scope inside = { .around = s, .visible = s, .with = s->with };
    const struct expr *arg = tree_value(r, json_get(e, "child"), s);
    struct shape shape;
    struct query q;

    if (!arg || read_inner(r, e, &inside, &q, &shape))
        return NULL;
    if (shape.n != 1)
        return unsaid_expr(r, "IN a subquery of several columns", NULL);
    if (agree_output(r, s, &arg, &q, &shape.columns[0]))
        return NULL;
    return query_expr(r, EXPR_IN_QUERY, &q, arg);
}

/* x > ANY (q) holds where q has a row with x > it. x > ALL (q) comes as NOT x <= ANY (q), and holds where q has no row
 * for which x <= it is true or unknown. */
static const struct expr *read_any(struct tree_reader *r, const struct json *e, const struct scope *s, bool is_not)
{
    enum query_function f = comparison(json_get_text(e, "comparison_type") ? json_get_text(e, "comparison_type") : "");
    struct scope_relation relation = { .relation = { .kind = RELATION_QUERY, .name = unique_name(r, s, "others") } };
    const struct scope inside = { .around = s, .visible = s, .with = s->with, .relations = &relation, .n = 1 };
    const struct expr *x = tree_value(r, json_get(e, "child"), s), *y, *holds;
    struct query *q = arena_alloc(r->arena, sizeof *q), whole;

    if (!x)
        return NULL;
    if (f == FUNCTIONS_END)
        return unsaid_expr(r, "such a comparison with ANY", NULL);
    if (read_inner(r, e, &inside, q, &relation.shape))
        return NULL;
    if (relation.shape.n != 1)
        return unsaid_expr(r, "ANY of several columns", NULL);
    relation.relation.query = q;
    y = expr_column(r->arena, relation.relation.name, relation.shape.columns[0].name);
    if (agree(r, &inside, &x, &y))
        return NULL;
    holds = expr_call2(r->arena, f, x, y);
    if (is_not)
        holds = expr_call2(r->arena, FUNCTION_COALESCE, holds, expr_literal(r->arena, COLUMN_BOOLEAN, "true"));
    whole = query_over(r->arena, relation.relation);
    whole.where = exprs_with(r->arena, NULL, 0, holds);
    whole.n_where = 1;
    return query_expr(r, EXPR_EXISTS, &whole, NULL);
}

static bool is_any(const struct json *e)
{
    const char *type = json_get_text(e, "subquery_type"), *compared = json_get_text(e, "comparison_type");

    return is_class(e, "SUBQUERY") && type && strcmp(type, "ANY") == 0 && compared &&
           strcmp(compared, "COMPARE_EQUAL") != 0;
}

static const struct expr *read_subquery(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct scope inside = { .around = s, .visible = s, .with = s->with };
    const char *type = json_get_text(e, "subquery_type");
    const struct expr *made;
    struct shape shape;
    struct query q;

    if (is_any(e))
        return unsaid_expr(r, "ANY or ALL but as a condition", NULL);
    if (type && strcmp(type, "ANY") == 0)
        return read_in_query(r, e, s);
    if (read_inner(r, e, &inside, &q, &shape))
        return NULL;
    if (type && strcmp(type, "SCALAR") == 0)
        return shape.n == 1 ? query_expr(r, EXPR_QUERY, &q, NULL)
                            : unsaid_expr(r, "a subquery of several columns in place of a value", NULL);
    made = query_expr(r, EXPR_EXISTS, &q, NULL);
    if (type && strcmp(type, "EXISTS") == 0)
        return made;
    return type && strcmp(type, "NOT_EXISTS") == 0 ? negate(r, made) : unsaid_expr(r, "a subquery as", type);
}

/* ---- all ---- */

static const struct expr *read_node(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    if (is_class(e, "COLUMN_REF"))
        return tree_column(r, e, s);
    if (is_class(e, "CONSTANT"))
        return tree_constant(r, e);
    if (is_class(e, "COMPARISON"))
        return read_comparison(r, e, s);
    if (is_class(e, "CONJUNCTION"))
        return read_conjunction(r, e, s, false);
    if (is_class(e, "FUNCTION"))
        return tree_function(r, e, s);
    if (is_class(e, "OPERATOR"))
        return read_operator(r, e, s);
    if (is_class(e, "BETWEEN"))
        return read_between(r, e, s);
    if (is_class(e, "SUBQUERY"))
        return read_subquery(r, e, s);
    if (is_class(e, "CASE"))
        return read_case(r, e, s);
    if (is_class(e, "CAST"))
        return tree_cast(r, e, s);
    if (is_class(e, "WINDOW"))
        return tree_window(r, e, s);
    if (is_class(e, "PARAMETER"))
        return tree_parameter(r, e);
    return unsaid_expr(r, "an expression of the kind", json_get_text(e, "class"));
}

const struct expr *tree_value(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct expr *made;

    if (enter(r))
        return NULL;
    made = read_node(r, e, s);
    leave(r);
    return made;
}

static const struct expr *read_condition_node(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct json *child = json_at(json_get(e, "children"), 0);

    if (is_class(e, "CONJUNCTION"))
        return read_conjunction(r, e, s, true);
    if (is_any(e))
        return read_any(r, e, s, false);
    if (strcmp(type_text(e), "OPERATOR_NOT") == 0 && is_any(child))
        return negate(r, read_any(r, child, s, true));
    return read_node(r, e, s);
}

const struct expr *tree_condition(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const struct expr *made;

    if (enter(r))
        return NULL;
    made = read_condition_node(r, e, s);
    leave(r);
    return made;
}

/* "and" of "and" is one list, which the tree has only where brackets were written. */
static void split(struct tree_reader *r, const struct expr *e, struct list *ret)
{
    if (e->kind == EXPR_CALL && e->call.function == FUNCTION_AND)
        for (size_t i = 0; i < e->call.n; i++)
            split(r, e->call.args[i], ret);
    else
        list_add(r, ret, e);
}

int tree_conditions(struct tree_reader *r, const struct json *e, const struct scope *s, struct list *ret)
{
    const struct expr *made;

    if (!json_is(e, JSON_OBJECT))
        return 0;
    made = tree_condition(r, e, s);
    if (!made)
        return -1;
    split(r, made, ret);
    return 0;
}

long long constant_int(const struct json *e)
{
    const struct json *value = json_get(e, "value");
    int64_t n;

    if (!is_class(e, "CONSTANT") || json_get_truth(value, "is_null") || !json_int64(json_get(value, "value"), &n) ||
        strcmp(json_get_text(json_get(value, "type"), "id") ? json_get_text(json_get(value, "type"), "id") : "",
               "DECIMAL") == 0)
        return -1;
    return n < 0 ? -1 : n;
}
