/* transform.c - df.transform: what it takes, which table it means, and the query it becomes. */
#include "agents/analyst/transform.h"
#include "access/columns.h"
#include "access/query_rows.h"
#include "agents/analyst/transform_sql.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "model/fields.h"

/* ---- which table ---- */

static const struct json *table_named(const struct json *tables, const char *name)
{
    for (size_t i = 0; name && i < json_len(tables); i++)
        if (str_same(json_get_text(json_at(tables, i), "name"), name))
            return json_at(tables, i);
    return NULL;
}

/* How many of the texts are columns of the table. */
static size_t count_known(const struct json *table, const struct json *texts, const char *key)
{
    size_t known = 0;

    for (size_t i = 0; i < json_len(texts); i++) {
        const struct json *v = json_at(texts, i);
        const char *text = key ? json_get_text(v, key) : json_text(v, NULL);
        known += text && term_column(json_get(table, "columns"), text) != NULL;
    }
    return known;
}

static size_t fit_of(const struct json *table, const struct json *args)
{
    return count_known(table, json_get(args, "columns"), NULL) + count_known(table, json_get(args, "group_by"), NULL) +
           count_known(table, json_get(args, "where"), "column") +
           count_known(table, json_get(args, "order"), "column") + count_known(table, json_get(args, "on"), NULL);
}

/* The only table there is to see, or the only one that has most of the columns named. */
static int choose_table(const struct json *tables, const struct json *args, const struct json **ret, struct err *err)
{
    const struct json *best = NULL, *other = table_named(tables, json_get_text(args, "with"));
    size_t best_fit = 0;
    bool tied = false;

    for (size_t i = 0; i < json_len(tables); i++) {
        const struct json *t = json_at(tables, i);
        size_t fit = 1 + fit_of(t, args);
        if (json_get_truth(t, "hidden") || t == other)
            continue;
        tied = fit == best_fit || (tied && fit < best_fit);
        if (fit > best_fit) {
            best = t;
            best_fit = fit;
        }
    }
    if (!best || tied) {
        err_say(err, ERR_INVALID_INPUT, "The data has several tables that could be meant.");
        return err_action(err, "Say which one with table; data.describe lists them.");
    }
    *ret = best;
    return 0;
}

/* Fills in the table and its columns. A table that is not there has none: the query will say so. */
static int find_table(struct call *c, struct transform *t, struct err *err)
{
    struct json *args = json_set(c->arena, json_object(c->arena), "data", json_get(t->args, "data")), *described;
    const struct json *tables, *table;
    const char *name = json_get_text(t->args, "table");

    if (gate_nested(c, "data.describe", args, &described, err) < 0)
        return -1;
    tables = json_get(described, "tables");
    table = table_named(tables, name);
    if (!name && choose_table(tables, t->args, &table, err) < 0)
        return -1;
    t->table = table ? json_get_text(table, "name") : name;
    t->scope.columns = json_get(table, "columns");
    if (json_get(t->args, "with")) {
        table = table_named(tables, json_get_text(t->args, "with"));
        t->scope.joined = table ? json_get(table, "columns") : json_array(c->arena);
    }
    return 0;
}

/* ---- running ---- */

static int run_query(struct call *c, const struct json *given, const char *sql, struct json *params, struct json **ret,
                     struct err *err)
{
    static const char *const same[] = { "data", "timeout", "row_limit" };
    struct json *args = json_object(c->arena);

    for (size_t i = 0; i < COUNT_OF(same); i++)
        if (json_get(given, same[i]))
            json_set(c->arena, args, same[i], json_get(given, same[i]));
    columns_hand_on(c, given, args);
    json_set(c->arena, args, "query", json_str(c->arena, sql));
    json_set(c->arena, args, "params", params);
    json_set(c->arena, args, "restate", json_bool(c->arena, false));
    return gate_nested(c, "sql.run", args, ret, err);
}

/* The columns of a query's rows, found by asking for none of them. */
static int find_columns(struct call *c, struct transform *t, struct err *err)
{
    const char *sql = arena_printf(c->arena, "SELECT * FROM (%s\n) AS a LIMIT 0", json_get_text(t->args, "query"));
    struct json *params = json_get(t->args, "params") ? json_get(t->args, "params") : json_array(c->arena), *result;

    if (run_query(c, t->args, sql, params, &result, err) < 0)
        return -1;
    t->scope.columns = json_get(result, "columns");
    return 0;
}

static void transform_done(struct transform *t)
{
    buf_done(&t->sql);
}

static int transform(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct transform t CLEANUP(transform_done) = {
        .scope = { .a = c->arena }, .args = args, .sql = BUF(SQL_CHARS), .params = json_array(c->arena)
    };
    struct json *result;

    if (json_get(args, "query") && json_get(args, "table"))
        return err_say(err, ERR_INVALID_INPUT, "Give a table or a query, not both.");
    if ((json_get(args, "query") ? find_columns(c, &t, err) : find_table(c, &t, err)) < 0 ||
        transform_write(&t, err) < 0 || run_query(c, args, t.sql.p, t.params, &result, err) < 0)
        return -1;
    *ret = json_set(c->arena, result, "sql", json_strn(c->arena, t.sql.p, t.sql.n));
    return 0;
}

/* ---- declarations ---- */

static const struct model_enum operations = { "Operation",
                                              VALUES("filter", "aggregate", "join", "transform", "sort", "select") };
static const struct model_enum aggregations = { "Aggregation", VALUES("sum", "mean", "avg", "average", "median", "min",
                                                                      "max", "count", "distinct", "std") };
static const struct model_enum comparisons = { "Comparison",
                                               VALUES("=", "!=", "<", "<=", ">", ">=", "in", "not_in", "between",
                                                      "contains", "starts_with", "ends_with", "is_null", "not_null") };
static const struct model_enum directions = { "Direction", VALUES("asc", "desc") };
static const struct model_enum join_types = { "JoinType", VALUES("inner", "left") };

#define TERM(n, f, s) FIELD(n, TEXT, (f), s, .range = BETWEEN(1, 2 * DATA_NAME_BYTES))
#define TERMS(n, s)                                                                                                    \
    FIELD(n, LIST, OPT | MODEL_WORDS, s, .range = AT_MOST(TRANSFORM_COLUMNS),                                          \
          .each = EACH(TEXT, .range = BETWEEN(1, 2 * DATA_NAME_BYTES)))
#define LIST_OF(n, e, s) FIELD(n, LIST, MODEL_WORDS, s, .range = AT_MOST(TRANSFORM_CONDITIONS), .each = EACH_ENTITY(e))

static const struct model_field condition_fields[] = {
    TERM("column", REQ, "A column, or a function of one."),
    FIELD("op", ENUM, REQ, "How it is compared.", .values = &comparisons),
    FIELD("value", ANY, 0, "With what; a list for in, not_in and between."),
    END,
};
static const struct model_entity condition = ENTITY("Condition", "What a row must fulfil.", condition_fields);

static const struct model_field order_fields[] = {
    TERM("column", REQ, "A column, or a function of one; of an aggregate, a column of its result."),
    FIELD("direction", ENUM, 0, "Smallest first (asc) or largest first (desc).", .values = &directions,
          .otherwise = "\"asc\""),
    END,
};
static const struct model_entity order = ENTITY("Order", "What rows are sorted by.", order_fields);

static const struct model_field expression_fields[] = {
    TERM("expression", REQ,
         "revenue / units, month(date), round(x, 2), share(x), change(x), growth(x), running(x) ..."),
    TERM("as", 0, "What the new column is called; as it is written, unless said."),
    END,
};
static const struct model_entity expression = ENTITY("Expression", "A column to calculate.", expression_fields);

static const struct model_field input_fields[] = {
    DATA_FIELD,
    FIELD("table", TEXT, MODEL_WORDS, "Of data with several tables: the one it is about.",
          .range = BETWEEN(1, DATA_NAME_BYTES)),
    FIELD("query", TEXT, MODEL_WORDS, "In place of a table: the rows of one SELECT statement.",
          .range = BETWEEN(1, TRANSFORM_SQL_CHARS)),
    FIELD("params", LIST, MODEL_WORDS, "Values for the query's parameters.", .range = AT_MOST(SQL_PARAMS),
          .each = EACH(ANY)),
    FIELD("operation", ENUM, REQ, "What to do.", .values = &operations),
    TERMS("columns", "The columns to give, to sum up or to choose; month(date) and the like are columns too."),
    FIELD("aggregation", ENUM, OPT, "aggregate: how to sum up.", .values = &aggregations),
    TERMS("group_by", "aggregate: one row for each of these."),
    LIST_OF("where", condition, "Only rows that fulfil all of these."),
    FIELD("with", TEXT, MODEL_WORDS, "join: the other table.", .range = BETWEEN(1, DATA_NAME_BYTES)),
    TERMS("on", "join: the columns that must be equal, as customer_id, or as customer_id = id."),
    FIELD("join_type", ENUM, 0, "join: whether rows without a partner are left out (inner) or kept (left).",
          .values = &join_types),
    LIST_OF("expressions", expression, "transform: the columns to calculate."),
    LIST_OF("order", order, "What the result is sorted by."),
    FIELD("distinct", BOOL, 0, "Whether equal rows are given once."),
    FIELD("limit", INT, 0, "How many rows to give.", .range = BETWEEN(1, ANALYST_ROW_LIMIT)),
    FIELD("timeout", INT, 0, "Seconds it may take.", .range = BETWEEN(1, ANALYST_TIMEOUT_SECONDS),
          .otherwise = TEXT_OF(ANALYST_TIMEOUT_DEFAULT)),
    FIELD("row_limit", INT, 0, "Rows to return at most.", .range = BETWEEN(1, ANALYST_ROW_LIMIT),
          .otherwise = TEXT_OF(ANALYST_ROW_LIMIT)),
    COLUMN_FIELDS,
    END,
};
static const struct model_entity input = ENTITY("df.transform", "What to do with which rows.", input_fields);

static const struct model_field output_fields[] = {
    QUERY_ROWS_FIELDS,
    FIELD("sql", TEXT, REQ, "The query that ran."),
    END,
};
static const struct model_entity output = ENTITY("df.transform result", "The rows that came out.", output_fields);

static const struct op ops[] = {
    { .name = "df.transform",
      .summary = "Filter, aggregate, join, calculate, sort or choose rows, without writing SQL.",
      .use = "Filter, aggregate, join, calculate, sort or choose rows of a file without writing SQL.",
      .group = OP_GROUP_DATA,
      .detail =
          "Columns may be functions of columns: year, quarter, month, week, day, date, weekday, hour, round, abs, "
          "floor, ceil, lower, upper, trim, length, text, number, number_or_null, share, rank, change, growth and "
          "running, and two of them with + - * / between. The result of an aggregate calls its figures "
          "aggregation_column: sum_revenue.",
      .input = &input,
      .output = &output,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT,
      .timeout_ms = ANALYST_TIMEOUT_SECONDS * 1000,
      .run = transform },
};

int transform_add(struct op_table *t, struct err *err)
{
    return op_table_add(t, ops, COUNT_OF(ops), NULL, err);
}
