/* transform_sql.c - SELECT, FROM, WHERE, GROUP BY, ORDER BY, LIMIT: one function each.
 *
 * Whatever the operation, the parts mean the same: rows come from a table, or from two that are joined; conditions
 * leave some out; columns or figures are made of them; the result is put in order and cut. An operation only says which
 * parts it cannot do without. Groups are always in order, so that the same rows give the same bytes.
 */
#include "agents/analyst/transform_sql.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sql.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <inttypes.h>

static const char *text_at(const struct json *list, size_t i)
{
    return json_text(json_at(list, i), NULL);
}

static bool is(const struct transform *t, const char *operation)
{
    return strcmp(json_get_text(t->args, "operation"), operation) == 0;
}

/* ---- what each operation needs ---- */

static int need(const struct transform *t, const char *field, struct err *err)
{
    const struct json *v = json_get(t->args, field);

    if (json_len(v) > 0 || json_text(v, NULL))
        return 0;
    return err_say(err, ERR_INVALID_INPUT, "%s needs %s.", json_get_text(t->args, "operation"), field);
}

static int check_needs(const struct transform *t, struct err *err)
{
    static const struct {
        const char *operation, *field;
    } needs[] = { { "filter", "where" },  { "aggregate", "aggregation" }, { "join", "with" },
                  { "join", "on" },       { "transform", "expressions" }, { "sort", "order" },
                  { "select", "columns" } };
    const char *how = json_get_text(t->args, "aggregation");

    for (size_t i = 0; i < COUNT_OF(needs); i++)
        if (is(t, needs[i].operation) && need(t, needs[i].field, err) < 0)
            return -1;
    if (is(t, "aggregate") && strcmp(how, "count") != 0 && need(t, "columns", err) < 0)
        return -1;
    if (json_get(t->args, "with") && (need(t, "on", err) < 0 || !t->table))
        return t->table ? -1 : err_say(err, ERR_INVALID_INPUT, "Only a table can be joined, not a query.");
    return 0;
}

/* ---- SELECT ---- */

static void add_as(struct transform *t, const char *name)
{
    buf_adds(&t->sql, " AS ");
    sql_add_name(&t->sql, name);
}

static void add_term(struct transform *t, const char *text)
{
    term_write(&t->scope, text, &t->sql);
}

/* A term and what the result calls it. An unknown column keeps its name: under a new one the engine would not say that
 * there is none. */
static void add_named(struct transform *t, const char *text, const char *name)
{
    add_term(t, text);
    if (!t->scope.unknown)
        add_as(t, name);
}

static void comma(struct transform *t, bool *first)
{
    if (!*first)
        buf_adds(&t->sql, ", ");
    *first = false;
}

static bool is_key(const struct transform *t, const char *name)
{
    const struct json *on = json_get(t->args, "on");

    for (size_t i = 0; i < json_len(on); i++)
        if (str_same(text_at(on, i), name))
            return true;
    return false;
}

/* All of both tables: a key that both have once, a further name that both have with its table's before it. Stars leave
 * out what a policy blocks, where a name would be refused. */
static void select_both(struct transform *t)
{
    const char *before = " EXCLUDE (";

    buf_adds(&t->sql, "a.*, b.*");
    for (size_t i = 0; i < json_len(t->scope.joined); i++) {
        const char *name = json_get_text(json_at(t->scope.joined, i), "name");
        if (!term_column(t->scope.columns, name))
            continue;
        buf_adds(&t->sql, before);
        sql_add_name(&t->sql, name);
        before = ", ";
    }
    buf_adds(&t->sql, *before == ',' ? ")" : "");
    for (size_t i = 0; i < json_len(t->scope.joined); i++) {
        const char *name = json_get_text(json_at(t->scope.joined, i), "name");
        if (!term_column(t->scope.columns, name) || is_key(t, name))
            continue;
        buf_adds(&t->sql, ", b.");
        sql_add_name(&t->sql, name);
        add_as(t, arena_printf(t->scope.a, "%s %s", json_get_text(t->args, "with"), name));
    }
}

static void select_columns(struct transform *t, const struct json *columns, bool *first)
{
    for (size_t i = 0; i < json_len(columns); i++) {
        comma(t, first);
        add_named(t, text_at(columns, i), text_at(columns, i));
    }
    if (json_len(columns) > 0)
        return;
    comma(t, first);
    if (t->scope.joined)
        select_both(t);
    else
        buf_adds(&t->sql, "*");
}

static void select_expressions(struct transform *t, bool *first)
{
    const struct json *list = json_get(t->args, "expressions");

    for (size_t i = 0; i < json_len(list); i++) {
        const char *text = json_get_text(json_at(list, i), "expression");
        const char *as = json_get_text(json_at(list, i), "as");
        comma(t, first);
        add_named(t, text, as ? as : text);
    }
}

/* What the model calls average is avg in SQL, and so on. */
static const char *function_of(const char *aggregation)
{
    static const char *const names[][2] = {
        { "sum", "sum(" },       { "mean", "avg(" },   { "avg", "avg(" },
        { "average", "avg(" },   { "min", "min(" },    { "max", "max(" },
        { "median", "median(" }, { "std", "stddev(" }, { "distinct", "count(DISTINCT " }
    };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i][0], aggregation) == 0)
            return names[i][1];
    return "count(";
}

static void select_figures(struct transform *t, bool *first)
{
    const struct json *groups = json_get(t->args, "group_by"), *columns = json_get(t->args, "columns");
    const char *how = json_get_text(t->args, "aggregation");

    for (size_t i = 0; i < json_len(groups); i++) {
        comma(t, first);
        add_named(t, text_at(groups, i), text_at(groups, i));
    }
    if (json_len(columns) == 0) {
        comma(t, first);
        buf_adds(&t->sql, "count(*)");
        add_as(t, "count");
    }
    for (size_t i = 0; i < json_len(columns); i++) {
        comma(t, first);
        buf_adds(&t->sql, function_of(how));
        add_term(t, text_at(columns, i));
        buf_addc(&t->sql, ')');
        add_as(t, arena_printf(t->scope.a, "%s_%s", how, text_at(columns, i)));
    }
}

static void add_select(struct transform *t)
{
    bool first = true;

    buf_adds(&t->sql, json_get_truth(t->args, "distinct") ? "SELECT DISTINCT " : "SELECT ");
    if (is(t, "aggregate")) {
        select_figures(t, &first);
        return;
    }
    select_columns(t, json_get(t->args, "columns"), &first);
    if (is(t, "transform"))
        select_expressions(t, &first);
}

/* ---- FROM ---- */

/* "customer_id", or "customer_id = id" where the two tables call it differently. */
static void add_key(struct transform *t, const char *text)
{
    const char *sign = strchr(text, '='), *left = text, *right = text;
    size_t n;

    if (sign && !term_column(t->scope.columns, text)) {
        left = str_trim(text, (size_t)(sign - text), &n);
        left = arena_dup(t->scope.a, left, n);
        right = str_trim(sign + 1, strlen(sign + 1), &n);
        right = arena_dup(t->scope.a, right, n);
    }
    buf_adds(&t->sql, "a.");
    sql_add_name(&t->sql, left);
    buf_adds(&t->sql, " = b.");
    sql_add_name(&t->sql, right);
}

static void add_join(struct transform *t)
{
    const struct json *on = json_get(t->args, "on");
    const char *kind = json_get_text(t->args, "join_type");

    if (!json_get(t->args, "with"))
        return;
    buf_adds(&t->sql, kind && strcmp(kind, "left") == 0 ? " LEFT JOIN " : " JOIN ");
    sql_add_name(&t->sql, json_get_text(t->args, "with"));
    buf_adds(&t->sql, " AS b ON ");
    for (size_t i = 0; i < json_len(on); i++) {
        buf_adds(&t->sql, i ? " AND " : "");
        add_key(t, text_at(on, i));
    }
}

static void add_from(struct transform *t)
{
    const struct json *params = json_get(t->args, "params");

    buf_adds(&t->sql, " FROM ");
    if (t->table) {
        sql_add_name(&t->sql, t->table);
    } else { /* a last line that is a comment must not swallow the bracket */
        buf_addf(&t->sql, "(%s\n)", json_get_text(t->args, "query"));
        for (size_t i = 0; i < json_len(params); i++)
            json_push(t->scope.a, t->params, json_at(params, i));
    }
    buf_adds(&t->sql, " AS a");
    add_join(t);
}

/* ---- WHERE ---- */

static bool is_day(const struct json *v)
{
    size_t n = 0;
    const char *text = json_text(v, &n);
    int64_t days;

    return text && date_read(text, n, &days);
}

/* A ? for the value, as the type it is compared with. A text is compared with a number's text. */
static void add_value(struct transform *t, enum term_type type, const struct json *v)
{
    const char *digits = json_digits(v);

    json_push(t->scope.a, t->params,
              type == TERM_TEXT && digits ? json_str(t->scope.a, digits) : json_copy(t->scope.a, v));
    if ((type == TERM_DATE || type == TERM_TIME) && json_text(v, NULL))
        buf_adds(&t->sql, type == TERM_DATE || is_day(v) ? "CAST(? AS DATE)" : "CAST(? AS TIMESTAMP)");
    else
        buf_addc(&t->sql, '?');
}

/* A day compared with a time stands for the whole day. */
static void add_side(struct transform *t, const char *sql, enum term_type type, const struct json *v)
{
    const struct json *first = json_is(v, JSON_ARRAY) ? json_at(v, 0) : v;

    buf_addf(&t->sql, type == TERM_TIME && is_day(first) ? "CAST(%s AS DATE)" : "%s", sql);
}

static bool is_value(const struct json *v)
{
    return json_text(v, NULL) || json_digits(v) || json_is(v, JSON_BOOL);
}

static int compare_list(struct transform *t, const char *op, const char *sql, enum term_type type, const struct json *v,
                        struct err *err)
{
    if (!json_is(v, JSON_ARRAY) || json_len(v) == 0)
        return err_say(err, ERR_INVALID_INPUT, "%s needs a list of values.", op);
    for (size_t i = 0; i < json_len(v); i++)
        if (!is_value(json_at(v, i))) /* NOT IN with a null among them would keep no row at all */
            return err_say(err, ERR_INVALID_INPUT, "%s needs values; what is empty is found by is_null.", op);
    add_side(t, sql, type, v);
    buf_adds(&t->sql, strcmp(op, "in") == 0 ? " IN (" : " NOT IN (");
    for (size_t i = 0; i < json_len(v); i++) {
        buf_adds(&t->sql, i ? ", " : "");
        add_value(t, type, json_at(v, i));
    }
    buf_addc(&t->sql, ')');
    return 0;
}

static int compare_part(struct transform *t, const char *function, const char *sql, const struct json *v,
                        struct err *err)
{
    if (!json_text(v, NULL))
        return err_say(err, ERR_INVALID_INPUT, "That comparison needs a text.");
    buf_addf(&t->sql, "%s(lower(CAST(%s AS VARCHAR)), lower(?))", function, sql);
    json_push(t->scope.a, t->params, json_copy(t->scope.a, v));
    return 0;
}

static int compare_one(struct transform *t, const char *op, const char *sql, enum term_type type, const struct json *v,
                       struct err *err)
{
    if (!is_value(v))
        return err_say(err, ERR_INVALID_INPUT, "%s needs a value.", op);
    add_side(t, sql, type, v);
    buf_addf(&t->sql, " %s ", strcmp(op, "!=") == 0 ? "<>" : op);
    add_value(t, type, v);
    return 0;
}

/* Each end by itself: one may be a day and the other a moment. */
static int compare_between(struct transform *t, const char *sql, enum term_type type, const struct json *v,
                           struct err *err)
{
    if (json_len(v) != 2 || !json_is(v, JSON_ARRAY))
        return err_say(err, ERR_INVALID_INPUT, "between needs a list of two values.");
    if (compare_one(t, ">=", sql, type, json_at(v, 0), err) < 0)
        return -1;
    buf_adds(&t->sql, " AND ");
    return compare_one(t, "<=", sql, type, json_at(v, 1), err);
}

static int add_condition(struct transform *t, const struct json *condition, struct err *err)
{
    static const char *const parts[][2] = { { "contains", "contains" },
                                            { "starts_with", "starts_with" },
                                            { "ends_with", "ends_with" } };
    const char *op = json_get_text(condition, "op");
    const struct json *v = json_get(condition, "value");
    struct buf sql CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);
    enum term_type type = term_write(&t->scope, json_get_text(condition, "column"), &sql);

    if (buf_check(&sql, err) < 0)
        return -1;
    if (strcmp(op, "is_null") == 0 || strcmp(op, "not_null") == 0) {
        buf_addf(&t->sql, "%s IS %sNULL", sql.p, *op == 'n' ? "NOT " : "");
        return 0;
    }
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (strcmp(op, parts[i][0]) == 0)
            return compare_part(t, parts[i][1], sql.p, v, err);
    if (strcmp(op, "in") == 0 || strcmp(op, "not_in") == 0)
        return compare_list(t, op, sql.p, type, v, err);
    if (strcmp(op, "between") == 0)
        return compare_between(t, sql.p, type, v, err);
    return compare_one(t, op, sql.p, type, v, err);
}

static int add_where(struct transform *t, struct err *err)
{
    const struct json *where = json_get(t->args, "where");

    for (size_t i = 0; i < json_len(where); i++) {
        buf_adds(&t->sql, i ? " AND " : " WHERE ");
        if (add_condition(t, json_at(where, i), err) < 0)
            return -1;
    }
    return 0;
}

/* ---- GROUP BY, ORDER BY, LIMIT ---- */

/* Of figures the order is by what the result calls its columns; of rows, by any term. */
static void write_order(struct transform *t, struct buf *b)
{
    const struct json *order = json_get(t->args, "order");

    for (size_t i = 0; i < json_len(order); i++) {
        const char *text = json_get_text(json_at(order, i), "column");
        const char *way = json_get_text(json_at(order, i), "direction");
        buf_adds(b, i ? ", " : "");
        if (is(t, "aggregate"))
            sql_add_name(b, text);
        else
            term_write(&t->scope, text, b);
        buf_adds(b, way && strcmp(way, "desc") == 0 ? " DESC NULLS LAST" : " ASC NULLS LAST");
    }
}

static void add_groups(struct transform *t)
{
    size_t n = is(t, "aggregate") ? json_len(json_get(t->args, "group_by")) : 0;

    for (size_t i = 1; i <= n; i++)
        buf_addf(&t->sql, i == 1 ? " GROUP BY %zu" : ", %zu", i);
}

static void add_order(struct transform *t)
{
    size_t groups = is(t, "aggregate") ? json_len(json_get(t->args, "group_by")) : 0;
    bool any = json_len(json_get(t->args, "order")) > 0;
    int64_t limit = json_get_int(t->args, "limit", 0);

    if (any) {
        buf_adds(&t->sql, " ORDER BY ");
        write_order(t, &t->sql);
    }
    for (size_t i = 1; i <= groups; i++, any = true)
        buf_addf(&t->sql, any ? ", %zu" : " ORDER BY %zu", i);
    if (limit > 0)
        buf_addf(&t->sql, " LIMIT %" PRId64, limit);
}

int transform_write(struct transform *t, struct err *err)
{
    struct buf order CLEANUP(buf_done) = BUF(ENGINE_SQL_BYTES);

    if (check_needs(t, err) < 0)
        return -1;
    write_order(t, &order);
    t->scope.order = order.n > 0 ? arena_dup(t->scope.a, order.p, order.n) : NULL;
    add_select(t);
    add_from(t);
    if (add_where(t, err) < 0)
        return -1;
    add_groups(t);
    add_order(t);
    if (t->scope.wants_order)
        return err_say(err, ERR_INVALID_INPUT, "change, growth and running need an order.");
    if (buf_check(&order, err) < 0)
        return -1;
    return buf_check(&t->sql, err);
}
