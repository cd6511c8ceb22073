/* transform.c - df.transform: what it takes, which rows it means, and the request it becomes.
 *
 * SQL in place of a table is a part of the request where the form can say it. Where it cannot, its rows are one more
 * table to the writer, and the SQL stands in front of what is written.
 */
#include "agents/analyst/transform.h"
#include "access/columns.h"
#include "access/query_rows.h"
#include "agents/analyst/transform_request.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sql.h"
#include "base/str.h"
#include "gate/gate.h"
#include "gate/op.h"
#include "gate/table.h"
#include "grid/table.h"
#include "inquiry/described.h"
#include "model/fields.h"
#include "query/check/check.h"
#include "query/json/request_json.h"
#include "query/sql/sql.h"
#include <stdlib.h>
#include <string.h>

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

/* A work in progress: what is asked, the data, and the SQL that came of it. */
struct work {
    struct call *call;
    struct transform t;
    struct described data;
    struct table *tables; /* the data's, or the rows of SQL that the form does not have */
    size_t n_tables;
    const char *rows;      /* such SQL; NULL: there is none */
    struct json *params;   /* its values */
    struct json *left_out; /* columns that a star would have given */
    const char *sql;       /* what was run */
};

static int run_sql(struct work *w, const char *sql, struct json *params, bool restate, struct json **ret,
                   struct err *err)
{
    static const char *const same[] = { "data", "timeout", "row_limit" };
    struct arena *a = w->call->arena;
    const struct json *given = w->t.args;
    struct json *args = json_object(a);

    for (size_t i = 0; i < COUNT_OF(same); i++)
        if (json_get(given, same[i]))
            json_set(a, args, same[i], json_get(given, same[i]));
    columns_hand_on(w->call, given, args);
    json_set(a, args, "query", json_str(a, sql));
    json_set(a, args, "params", params);
    json_set(a, args, "restate", json_bool(a, restate));
    return gate_nested(w->call, "sql.run", args, ret, err);
}

/* ---- SQL that the form does not have ---- */

/* The writer's parameters behind those that stand before them: $1 becomes $3. Names and texts stand in quotes. */
static void add_shifted(struct buf *b, const char *sql, size_t by)
{
    char quote = 0;

    for (const char *p = sql; *p; p++) {
        char *end;
        if (quote ? *p == quote : *p == '"' || *p == '\'')
            quote = quote ? 0 : *p;
        buf_addc(b, *p);
        if (quote || *p != '$')
            continue;
        buf_addf(b, "%zu", (size_t)strtoul(p + 1, &end, 10) + by);
        p = end - 1;
    }
}

/* Its rows in front of what is done with them, with their places under the name that the engine gives a table's. */
static int around_rows(struct work *w, const char *sql, struct json *params, const char **ret, struct json **ret_params,
                       struct err *err)
{
    struct arena *a = w->call->arena;
    struct buf b CLEANUP(buf_done) = BUF(SQL_CHARS);
    struct json *all = json_array(a);

    buf_adds(&b, "WITH ");
    sql_add_name(&b, w->t.table);
    /* a last line that is a comment must not swallow the bracket */
    buf_addf(&b, " AS (SELECT *, row_number() OVER () AS rowid FROM (%s\n)) ", w->rows);
    add_shifted(&b, sql, json_len(w->params));
    for (size_t i = 0; i < json_len(w->params); i++)
        json_push(a, all, json_copy(a, json_at(w->params, i)));
    for (size_t i = 0; i < json_len(params); i++)
        json_push(a, all, json_at(params, i));
    *ret = arena_dup(a, b.p, b.n);
    *ret_params = all;
    return buf_check(&b, err);
}

/* In the seed's categories: what makes no sense as a query is told as SQL that makes none. */
static int refuse(const struct check_finding *f, struct err *err)
{
    return err_say(err, f->code == ERR_INVALID_QUERY ? ERR_SQL_SYNTAX : f->code, "%s%s%s", f->message,
                   f->fix ? " " : "", f->fix ? f->fix : "");
}

static int run_request(struct work *w, const struct request *r, struct json **ret, struct err *err)
{
    const struct check_input in = { .tables = w->tables, .n_tables = w->n_tables, .author = CHECK_WRITTEN };
    struct arena *a = w->call->arena;
    struct check_result check;
    struct json *params;

    query_check(a, &in, r, &check);
    if (check.n_errors > 0)
        return refuse(check.findings, err);
    if (query_sql(a, &sql_duckdb, w->tables, w->n_tables, r, &w->sql, &params, err) < 0 ||
        (w->rows && around_rows(w, w->sql, params, &w->sql, &params, err) < 0))
        return -1;
    return run_sql(w, w->sql, params, false, ret, err);
}

/* ---- which rows ---- */

/* All columns of a table that may be read, found by asking for none of its rows. */
static int find_stars(struct work *w, const char *table, const struct json **ret, struct err *err)
{
    struct arena *a = w->call->arena;
    struct query q = query_over(a, relation_table(a, table));
    const struct expr *never = expr_call2(a, FUNCTION_EQ, expr_int(a, 0), expr_int(a, 1));
    struct request r;
    struct json *result, *left_out;

    q.where = &never;
    q.n_where = 1;
    r = request_of(a, &q);
    if (run_request(w, &r, &result, err) < 0)
        return -1;
    *ret = json_get(result, "columns");
    left_out = json_get(result, "left_out");
    for (size_t i = 0; i < json_len(left_out); i++)
        json_push(a, w->left_out, json_at(left_out, i));
    return 0;
}

/* Fills in the table and its columns. A table that is not there has none: the check will say so. */
static int find_table(struct work *w, struct err *err)
{
    struct transform *t = &w->t;
    const struct json *tables = w->data.list, *table;
    const char *name = json_get_text(t->args, "table"), *with = json_get_text(t->args, "with");

    table = table_named(tables, name);
    if (!name && choose_table(tables, t->args, &table, err) < 0)
        return -1;
    t->table = t->scope.of = table ? json_get_text(table, "name") : name;
    t->scope.columns = json_get(table, "columns");
    if (!with)
        return 0;
    t->scope.with = str_same(with, t->table) ? arena_printf(t->scope.a, "%s 2", with) : with;
    table = table_named(tables, with);
    t->scope.joined = table ? json_get(table, "columns") : json_array(t->scope.a);
    return 0;
}

/* The rows of SQL as a table that has no name in the data. */
static void take_rows(struct work *w, const struct json *columns)
{
    struct arena *a = w->call->arena;
    struct table *t = arena_alloc(a, sizeof *t);

    *t = (struct table){ .name = "rows", .source = "", .n_columns = json_len(columns) };
    t->columns = arena_array(a, t->n_columns, sizeof *t->columns);
    for (size_t i = 0; i < t->n_columns; i++) {
        const char *type = json_get_text(json_at(columns, i), "type");
        t->columns[i].name = json_get_text(json_at(columns, i), "name");
        for (size_t k = 0; k < COLUMN_TYPES; k++)
            if (strcmp(column_type_name((enum column_type)k), type) == 0)
                t->columns[i].type = (enum column_type)k;
    }
    w->tables = t;
    w->n_tables = 1;
    w->rows = json_get_text(w->t.args, "query");
    w->t.table = t->name;
}

/* The rows of a query that somebody wrote: as a part of the request, where the form can say it. Its columns are found
 * by asking for none of its rows. */
static int find_query(struct work *w, struct err *err)
{
    struct arena *a = w->call->arena;
    struct transform *t = &w->t;
    const char *sql = arena_printf(a, "SELECT * FROM (%s\n) AS a WHERE 0 = 1", json_get_text(t->args, "query"));
    struct json *params = json_get(t->args, "params"), *result;
    struct request r;
    struct err unsaid;

    w->params = params ? params : json_array(a);
    if (run_sql(w, sql, json_copy(a, w->params), true, &result, err) < 0)
        return -1;
    t->scope.of = "rows";
    t->scope.columns = t->stars = json_get(result, "columns");
    if (json_get(result, "query") && request_from_json(a, json_get(result, "query"), &r, &unsaid) == 0 &&
        r.n_steps == 1 && r.steps->query->kind == QUERY_BLOCK && r.steps->query->n_from == 1 &&
        r.steps->query->from->kind == RELATION_QUERY) {
        t->query = r.steps->query->from->query;
        return 0;
    }
    take_rows(w, t->scope.columns);
    return 0;
}

static int find_rows(struct work *w, struct err *err)
{
    const char *with = json_get_text(w->t.args, "with");

    if (describe_data(w->call, json_get(w->t.args, "data"), &w->data, err) < 0)
        return -1;
    w->tables = w->data.tables;
    w->n_tables = w->data.n;
    if (json_get(w->t.args, "query"))
        return find_query(w, err);
    if (find_table(w, err) < 0)
        return -1;
    if (!transform_lists(&w->t))
        return 0;
    if (find_stars(w, w->t.table, &w->t.stars, err) < 0)
        return -1;
    return with ? find_stars(w, with, &w->t.with_stars, err) : 0;
}

/* ---- running ---- */

/* number(x) of a text that is none is a mistake, and no empty value. */
static int check_numbers(struct work *w, const struct request *r, struct err *err)
{
    for (size_t i = 0; i < w->t.scope.n_numbers; i++) {
        const struct request counting = transform_misfits(&w->t, r, w->t.scope.numbers[i]);
        struct json *result;
        int64_t n = 0;
        if (run_request(w, &counting, &result, err) < 0)
            return -1;
        if (!json_int64(json_at(json_at(json_get(result, "rows"), 0), 0), &n) || n == 0)
            continue;
        err_say(err, ERR_TYPE_MISMATCH, "A text that should be a number is none.");
        return err_action(err, "Use number_or_null, which leaves it empty.");
    }
    return 0;
}

static int transform(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct work w = { .call = c, .t = { .scope = { .a = c->arena }, .args = args }, .left_out = json_array(c->arena) };
    struct request r;
    struct json *result;

    if (json_get(args, "query") && json_get(args, "table"))
        return err_say(err, ERR_INVALID_INPUT, "Give a table or a query, not both.");
    if (transform_needs(args, err) < 0 || find_rows(&w, err) < 0 || transform_request(&w.t, &r, err) < 0 ||
        check_numbers(&w, &r, err) < 0 || run_request(&w, &r, &result, err) < 0)
        return -1;
    if (json_len(w.left_out) > 0 && !json_get(result, "left_out"))
        json_set(c->arena, result, "left_out", w.left_out);
    *ret = json_set(c->arena, result, "sql", json_str(c->arena, w.sql));
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
