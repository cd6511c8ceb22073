/* transform_request.c - relations, conditions, groups, outputs, order, limit: one function each.
 *
 * Whatever the operation, the parts mean the same: rows come from a table, or from two that are joined; conditions
 * leave some out; columns or figures are made of them; the result is put in order and cut. An operation only says which
 * parts it cannot do without. Groups are always in order, so that the same rows give the same bytes.
 */
#include "agents/analyst/transform_request.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <string.h>

static const char *text_at(const struct json *list, size_t i)
{
    return json_text(json_at(list, i), NULL);
}

static bool is(const struct transform *t, const char *operation)
{
    return strcmp(json_get_text(t->args, "operation"), operation) == 0;
}

static const struct expr *read_term(struct transform *t, const char *text)
{
    enum term_type ignored;

    return term_read(&t->scope, text, &ignored);
}

/* ---- what each operation needs ---- */

static int need(const struct json *args, const char *field, struct err *err)
{
    const struct json *v = json_get(args, field);

    if (json_len(v) > 0 || json_text(v, NULL))
        return 0;
    return err_say(err, ERR_INVALID_INPUT, "%s needs %s.", json_get_text(args, "operation"), field);
}

int transform_needs(const struct json *args, struct err *err)
{
    static const struct {
        const char *operation, *field;
    } needs[] = { { "filter", "where" },  { "aggregate", "aggregation" }, { "join", "with" },
                  { "join", "on" },       { "transform", "expressions" }, { "sort", "order" },
                  { "select", "columns" } };
    const char *what = json_get_text(args, "operation"), *how = json_get_text(args, "aggregation");

    for (size_t i = 0; i < COUNT_OF(needs); i++)
        if (strcmp(what, needs[i].operation) == 0 && need(args, needs[i].field, err) < 0)
            return -1;
    if (strcmp(what, "aggregate") == 0 && strcmp(how, "count") != 0 && need(args, "columns", err) < 0)
        return -1;
    if (!json_get(args, "with"))
        return 0;
    if (json_get(args, "query"))
        return err_say(err, ERR_INVALID_INPUT, "Only a table can be joined, not a query.");
    return need(args, "on", err);
}

/* ---- relations ---- */

/* "customer_id", or "customer_id = id" where the two tables call it differently. */
static const struct expr *make_key(struct transform *t, const char *text)
{
    const char *sign = strchr(text, '='), *left = text, *right = text;
    size_t n;

    if (sign && !term_column(t->scope.columns, text)) {
        left = str_trim(text, (size_t)(sign - text), &n);
        left = arena_dup(t->scope.a, left, n);
        right = str_trim(sign + 1, strlen(sign + 1), &n);
        right = arena_dup(t->scope.a, right, n);
    }
    return expr_call2(t->scope.a, FUNCTION_EQ, expr_column(t->scope.a, t->scope.of, left),
                      expr_column(t->scope.a, t->scope.with, right));
}

static void add_relations(struct transform *t, struct query *q)
{
    struct arena *a = t->scope.a;
    struct relation *from = arena_array(a, 2, sizeof *from);
    const struct json *on = json_get(t->args, "on");
    const struct expr *const *keys = NULL;
    const char *kind = json_get_text(t->args, "join_type"), *with = json_get_text(t->args, "with");

    from[0] = t->table ? relation_table(a, t->table) : (struct relation){ .kind = RELATION_QUERY, .query = t->query };
    from[0].name = t->scope.of;
    *q = query_over(a, from[0]);
    if (!with)
        return;
    for (size_t i = 0; i < json_len(on); i++)
        keys = exprs_with(a, keys, i, make_key(t, text_at(on, i)));
    from[1] = relation_table(a, with);
    from[1].name = t->scope.with;
    from[1].join = kind && strcmp(kind, "left") == 0 ? JOIN_LEFT : JOIN_INNER;
    from[1].on = json_len(on) == 1 ? keys[0] : expr_call(a, FUNCTION_AND, keys, json_len(on));
    q->from = from;
    q->n_from = 2;
}

/* ---- outputs ---- */

static void add_output(struct transform *t, struct query *q, const struct expr *e, const char *name)
{
    struct output *outputs = arena_array(t->scope.a, q->n_outputs + 1, sizeof *outputs);

    if (q->n_outputs > 0)
        memcpy(outputs, q->outputs, q->n_outputs * sizeof *outputs);
    outputs[q->n_outputs++] = (struct output){ e, name };
    q->outputs = outputs;
}

static bool is_key(const struct transform *t, const char *name)
{
    const struct json *on = json_get(t->args, "on");

    for (size_t i = 0; i < json_len(on); i++)
        if (str_same(text_at(on, i), name))
            return true;
    return false;
}

/* All of both tables: a key that both have once, a further name that both have with its table's before it. */
static void add_all(struct transform *t, struct query *q)
{
    struct arena *a = t->scope.a;

    for (size_t i = 0; i < json_len(t->stars); i++) {
        const char *name = json_get_text(json_at(t->stars, i), "name");
        add_output(t, q, expr_column(a, t->scope.of, name), name);
    }
    for (int shared = 0; shared < 2; shared++)
        for (size_t i = 0; i < json_len(t->with_stars); i++) {
            const char *name = json_get_text(json_at(t->with_stars, i), "name");
            const char *other = arena_printf(a, "%s %s", json_get_text(t->args, "with"), name);
            bool both = term_column(t->scope.columns, name) != NULL;
            if (both == (shared == 1) && !(both && is_key(t, name)))
                add_output(t, q, expr_column(a, t->scope.with, name), both ? other : name);
        }
}

bool transform_lists(const struct transform *t)
{
    return json_len(json_get(t->args, "columns")) == 0 && !is(t, "aggregate") &&
           (!t->table || is(t, "transform") || json_get(t->args, "with"));
}

static void add_columns(struct transform *t, struct query *q)
{
    const struct json *columns = json_get(t->args, "columns"), *list = json_get(t->args, "expressions");

    for (size_t i = 0; i < json_len(columns); i++)
        add_output(t, q, read_term(t, text_at(columns, i)), text_at(columns, i));
    if (transform_lists(t))
        add_all(t, q);
    for (size_t i = 0; is(t, "transform") && i < json_len(list); i++) {
        const char *text = json_get_text(json_at(list, i), "expression"), *as = json_get_text(json_at(list, i), "as");
        add_output(t, q, read_term(t, text), as ? as : text);
    }
}

/* What a model calls average is one thing under several names. */
static const struct expr *figure_of(struct transform *t, const char *how, const struct expr *arg)
{
    static const struct {
        const char *name;
        enum query_aggregate function;
    } names[] = { { "sum", AGGREGATE_SUM },         { "mean", AGGREGATE_AVERAGE }, { "avg", AGGREGATE_AVERAGE },
                  { "average", AGGREGATE_AVERAGE }, { "min", AGGREGATE_MIN },      { "max", AGGREGATE_MAX },
                  { "median", AGGREGATE_MEDIAN },   { "std", AGGREGATE_DEVIATION } };
    struct expr_aggregate g = { .function = AGGREGATE_COUNT, .arg = arg, .distinct = strcmp(how, "distinct") == 0 };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].name, how) == 0)
            g.function = names[i].function;
    return expr_new(t->scope.a, &(struct expr){ .kind = EXPR_AGGREGATE, .aggregate = g });
}

static void add_figures(struct transform *t, struct query *q)
{
    const struct json *groups = json_get(t->args, "group_by"), *columns = json_get(t->args, "columns");
    const char *how = json_get_text(t->args, "aggregation");

    for (size_t i = 0; i < json_len(groups); i++) {
        const struct expr *group = read_term(t, text_at(groups, i));
        q->groups = exprs_with(t->scope.a, q->groups, q->n_groups++, group);
        add_output(t, q, group, text_at(groups, i));
    }
    if (json_len(columns) == 0)
        add_output(t, q, expr_aggregate(t->scope.a, AGGREGATE_COUNT, NULL), "count");
    for (size_t i = 0; i < json_len(columns); i++)
        add_output(t, q, figure_of(t, how, read_term(t, text_at(columns, i))),
                   arena_printf(t->scope.a, "%s_%s", how, text_at(columns, i)));
}

/* ---- conditions ---- */

static bool is_day(const struct json *v)
{
    size_t n = 0;
    const char *text = json_text(v, &n);
    int64_t days;

    return text && date_read(text, n, &days);
}

/* The value in the type that it is compared with: a day stands for all of it, a text is compared with a number's text.
 */
static const struct expr *value_of(struct transform *t, enum term_type type, const struct json *v)
{
    struct arena *a = t->scope.a;
    const char *digits = json_digits(v), *text = json_text(v, NULL);

    if (text && (type == TERM_DATE || type == TERM_TIME))
        return expr_literal(a, type == TERM_DATE || is_day(v) ? COLUMN_DATE : COLUMN_TIMESTAMP, text);
    if (!digits)
        return text ? expr_text(a, text) : expr_literal(a, COLUMN_BOOLEAN, json_truth(v) ? "true" : "false");
    if (type == TERM_TEXT)
        return expr_text(a, digits);
    return expr_literal(a,
                        strpbrk(digits, "eE") ? COLUMN_FLOAT
                        : strchr(digits, '.') ? COLUMN_DECIMAL
                                              : COLUMN_INTEGER,
                        digits);
}

static bool is_value(const struct json *v)
{
    return json_text(v, NULL) || json_digits(v) || json_is(v, JSON_BOOL);
}

/* One of a list of any length: as many lists as it takes. */
static int compare_list(struct transform *t, const char *op, const struct expr *x, enum term_type type,
                        const struct json *v, const struct expr **ret, struct err *err)
{
    struct arena *a = t->scope.a;
    const struct expr *args[QUERY_MANY] = { x }, *any[QUERY_MANY];
    size_t n = 0;

    if (!json_is(v, JSON_ARRAY) || json_len(v) == 0)
        return err_say(err, ERR_INVALID_INPUT, "%s needs a list of values.", op);
    for (size_t i = 0; i < json_len(v);) {
        size_t k = 1;
        if (n == COUNT_OF(any))
            return err_say(err, ERR_TOO_LARGE, "%s takes a shorter list of values.", op);
        for (; i < json_len(v) && k < COUNT_OF(args); i++) {
            if (!is_value(json_at(v, i))) /* with a null among them, none of them would keep no row at all */
                return err_say(err, ERR_INVALID_INPUT, "%s needs values; what is empty is found by is_null.", op);
            args[k++] = value_of(t, type, json_at(v, i));
        }
        any[n++] = expr_call(a, FUNCTION_IN, args, k);
    }
    *ret = n == 1 ? any[0] : expr_call(a, FUNCTION_OR, any, n);
    if (strcmp(op, "in") != 0)
        *ret = expr_call1(a, FUNCTION_NOT, *ret);
    return 0;
}

static int compare_part(struct transform *t, enum query_function f, const struct expr *x, enum term_type type,
                        const struct json *v, const struct expr **ret, struct err *err)
{
    struct arena *a = t->scope.a;

    if (!json_text(v, NULL))
        return err_say(err, ERR_INVALID_INPUT, "That comparison needs a text.");
    *ret = expr_call2(a, f, type == TERM_TEXT ? x : expr_call1(a, FUNCTION_TEXT, x), expr_text(a, json_text(v, NULL)));
    return 0;
}

static int compare_one(struct transform *t, const char *op, const struct expr *x, enum term_type type,
                       const struct json *v, const struct expr **ret, struct err *err)
{
    static const struct {
        const char *op;
        enum query_function function;
    } signs[] = { { "=", FUNCTION_EQ },  { "!=", FUNCTION_NE }, { "<", FUNCTION_LT },
                  { "<=", FUNCTION_LE }, { ">", FUNCTION_GT },  { ">=", FUNCTION_GE } };

    if (!is_value(v))
        return err_say(err, ERR_INVALID_INPUT, "%s needs a value.", op);
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (strcmp(signs[i].op, op) == 0)
            *ret = expr_call2(t->scope.a, signs[i].function, x, value_of(t, type, v));
    return 0;
}

/* Each end by itself: one may be a day and the other a moment. */
static int compare_between(struct transform *t, const struct expr *x, enum term_type type, const struct json *v,
                           const struct expr **ret, struct err *err)
{
    const struct expr *from, *to;

    if (json_len(v) != 2 || !json_is(v, JSON_ARRAY))
        return err_say(err, ERR_INVALID_INPUT, "between needs a list of two values.");
    if (compare_one(t, ">=", x, type, json_at(v, 0), &from, err) < 0 ||
        compare_one(t, "<=", x, type, json_at(v, 1), &to, err) < 0)
        return -1;
    *ret = expr_call2(t->scope.a, FUNCTION_AND, from, to);
    return 0;
}

static int make_condition(struct transform *t, const struct json *condition, const struct expr **ret, struct err *err)
{
    static const struct {
        const char *op;
        enum query_function function;
    } parts[] = { { "contains", FUNCTION_CONTAINS },
                  { "starts_with", FUNCTION_STARTS },
                  { "ends_with", FUNCTION_ENDS } };
    const char *op = json_get_text(condition, "op");
    const struct json *v = json_get(condition, "value");
    enum term_type type;
    const struct expr *x = term_read(&t->scope, json_get_text(condition, "column"), &type);

    if (strcmp(op, "is_null") == 0 || strcmp(op, "not_null") == 0) {
        *ret = expr_call1(t->scope.a, FUNCTION_IS_EMPTY, x);
        if (*op == 'n')
            *ret = expr_call1(t->scope.a, FUNCTION_NOT, *ret);
        return 0;
    }
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (strcmp(op, parts[i].op) == 0)
            return compare_part(t, parts[i].function, x, type, v, ret, err);
    if (strcmp(op, "in") == 0 || strcmp(op, "not_in") == 0)
        return compare_list(t, op, x, type, v, ret, err);
    if (strcmp(op, "between") == 0)
        return compare_between(t, x, type, v, ret, err);
    return compare_one(t, op, x, type, v, ret, err);
}

static int add_conditions(struct transform *t, struct query *q, struct err *err)
{
    const struct json *where = json_get(t->args, "where");

    for (size_t i = 0; i < json_len(where); i++) {
        const struct expr *condition;
        if (make_condition(t, json_at(where, i), &condition, err) < 0)
            return -1;
        q->where = exprs_with(t->scope.a, q->where, q->n_where++, condition);
    }
    return 0;
}

/* ---- order ---- */

/* The output that the result calls so. */
static const struct expr *output_named(const struct query *q, const char *name)
{
    for (size_t i = 0; i < q->n_outputs; i++)
        if (str_same(q->outputs[i].name, name))
            return q->outputs[i].expr;
    return NULL;
}

/* Of figures the order is by what the result calls its columns; of rows, by any term. */
static size_t make_order(struct transform *t, const struct query *q, const struct ordering **ret)
{
    const struct json *order = json_get(t->args, "order");
    struct ordering *list = arena_array(t->scope.a, json_len(order), sizeof *list);

    for (size_t i = 0; i < json_len(order); i++) {
        const char *text = json_get_text(json_at(order, i), "column");
        const char *way = json_get_text(json_at(order, i), "direction");
        const struct expr *by = is(t, "aggregate") ? output_named(q, text) : read_term(t, text);
        list[i] = (struct ordering){ .by = by ? by : expr_column(t->scope.a, t->scope.of, text),
                                     .descending = way && strcmp(way, "desc") == 0 };
    }
    *ret = list;
    return json_len(order);
}

int transform_request(struct transform *t, struct request *ret, struct err *err)
{
    struct query *q = arena_alloc(t->scope.a, sizeof *q);
    const struct ordering *order;

    add_relations(t, q);
    if (is(t, "aggregate")) {
        add_figures(t, q);
    } else {
        t->scope.n_order = make_order(t, q, &order);
        t->scope.order = order;
        add_columns(t, q);
    }
    if (add_conditions(t, q, err) < 0)
        return -1;
    q->n_order = make_order(t, q, &q->order);
    q->distinct = json_get_truth(t->args, "distinct");
    q->limit = (size_t)json_get_int(t->args, "limit", 0);
    if (t->scope.wants_order)
        return err_say(err, ERR_INVALID_INPUT, "change, growth and running need an order.");
    *ret = request_of(t->scope.a, q);
    return 0;
}

struct request transform_misfits(struct transform *t, const struct request *r, const struct expr *text)
{
    struct arena *a = t->scope.a;
    const struct query *of = r->steps->query;
    struct query *q = arena_alloc(a, sizeof *q);
    const struct expr *empty = expr_call1(a, FUNCTION_IS_EMPTY, expr_call1(a, FUNCTION_NUMBER, text));
    const struct expr *there = expr_call1(a, FUNCTION_NOT, expr_call1(a, FUNCTION_IS_EMPTY, text));

    *q = (struct query){ .kind = QUERY_BLOCK, .from = of->from, .n_from = of->n_from };
    q->where = exprs_with(a, exprs_with(a, of->where, of->n_where, there), of->n_where + 1, empty);
    q->n_where = of->n_where + 2;
    add_output(t, q, expr_aggregate(a, AGGREGATE_COUNT, NULL), "misfits");
    return request_of(a, q);
}
