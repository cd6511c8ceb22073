/* duckdb.c - DuckDB's SQL. It has all of the form. */
#include "base/arena.h"
#include "query/sql/writer.h"
#include <string.h>

/* A text that is a number, or a date, and nothing else. */
#define NUMBER_TEXT "nullif(regexp_extract(trim(@1), '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$'), '')"
#define READ_NUMBER(type) ("TRY_CAST(" NUMBER_TEXT " AS " type ")")
#define DATE_TEXT "nullif(regexp_extract(@1, '^([0-9]{4}-[0-9]{2}-[0-9]{2})([T ].*)?$', 1), '')"

/* The scale of a rounded decimal has to be known before any row is read. */
static const char *choose_round(struct writer *w, struct block *b, const struct expr_call *c)
{
    int places;

    (void)b;
    if (c->n == 1)
        return "round(@1)";
    return type_places(c->args[1], &places) ? arena_printf(w->typing.arena, "round(@1, %d)", places)
                                            : "round(CAST(@1 AS DOUBLE), CAST(@2 AS INTEGER))";
}

/* Too many places for an exact product. */
static const char *choose_product(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct value_type x = expr_type(&w->typing, b, c->args[0]), y = expr_type(&w->typing, b, c->args[1]);

    return x.scale + y.scale > 18 ? "(CAST(@1 AS DOUBLE) * @2)" : "(@1 * @2)";
}

static const char *choose_div(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct value_type x = expr_type(&w->typing, b, c->args[0]), y = expr_type(&w->typing, b, c->args[1]);

    return x.type == COLUMN_INTEGER && y.type == COLUMN_INTEGER
               ? "(@1 // nullif(@2, 0))"
               : "TRY_CAST(trunc(CAST(@1 AS DOUBLE) / nullif(CAST(@2 AS DOUBLE), 0)) AS BIGINT)";
}

/* Of a timestamp: a date's, compared with another date, is taken by the engine for unequal where it is empty. */
static const char *choose_start(struct writer *w, struct block *b, const struct expr_call *c)
{
    static const char *const units[] = { "CAST(@2 AS DATE)", "CAST(date_trunc('week', CAST(@2 AS TIMESTAMP)) AS DATE)",
                                         "CAST(date_trunc('month', CAST(@2 AS TIMESTAMP)) AS DATE)",
                                         "CAST(date_trunc('quarter', CAST(@2 AS TIMESTAMP)) AS DATE)",
                                         "CAST(date_trunc('year', CAST(@2 AS TIMESTAMP)) AS DATE)" };
    int unit = type_unit(&w->typing, c);

    (void)b;
    return unit < 0 ? NULL : units[unit];
}

static const char *const row_columns[] = { "rowid", NULL };

const struct sql_dialect sql_duckdb = {
    .name = "DuckDB",
    .param = '$',
    .types = { [COLUMN_TEXT] = "VARCHAR", [COLUMN_INTEGER] = "BIGINT", [COLUMN_DECIMAL] = "DECIMAL(38,9)",
               [COLUMN_FLOAT] = "DOUBLE", [COLUMN_BOOLEAN] = "BOOLEAN", [COLUMN_DATE] = "DATE",
               [COLUMN_TIMESTAMP] = "TIMESTAMP" },
    .convert = {
        [COLUMN_TEXT] = { [COLUMN_INTEGER] = READ_NUMBER("BIGINT"),
                          [COLUMN_DECIMAL] = READ_NUMBER("DOUBLE"),
                          [COLUMN_FLOAT] = READ_NUMBER("DOUBLE"),
                          [COLUMN_DATE] = ("TRY_CAST(" DATE_TEXT " AS DATE)"),
                          [COLUMN_TIMESTAMP] = "TRY_CAST(@1 AS TIMESTAMP)" },
        [COLUMN_INTEGER] = { [COLUMN_TEXT] = "CAST(@1 AS VARCHAR)", [COLUMN_DECIMAL] = "@1", [COLUMN_FLOAT] = "@1",
                             [COLUMN_BOOLEAN] = "(@1 <> 0)" },
        [COLUMN_DECIMAL] = { [COLUMN_TEXT] = "CAST(@1 AS VARCHAR)", [COLUMN_INTEGER] = "TRY_CAST(@1 AS BIGINT)",
                             [COLUMN_FLOAT] = "CAST(@1 AS DOUBLE)", [COLUMN_BOOLEAN] = "(@1 <> 0)" },
        [COLUMN_FLOAT] = { [COLUMN_TEXT] = "CAST(@1 AS VARCHAR)", [COLUMN_INTEGER] = "TRY_CAST(@1 AS BIGINT)",
                           [COLUMN_DECIMAL] = "@1", [COLUMN_BOOLEAN] = "(@1 <> 0)" },
        [COLUMN_BOOLEAN] = { [COLUMN_TEXT] = "CAST(@1 AS VARCHAR)", [COLUMN_INTEGER] = "CAST(@1 AS BIGINT)",
                             [COLUMN_DECIMAL] = "CAST(@1 AS BIGINT)", [COLUMN_FLOAT] = "CAST(@1 AS DOUBLE)" },
        [COLUMN_DATE] = { [COLUMN_TEXT] = "CAST(@1 AS VARCHAR)", [COLUMN_TIMESTAMP] = "CAST(@1 AS TIMESTAMP)" },
        [COLUMN_TIMESTAMP] = { [COLUMN_TEXT] = "CAST(@1 AS VARCHAR)", [COLUMN_DATE] = "CAST(@1 AS DATE)" },
    },
    .functions = {
        [FUNCTION_AND] = { "(@{ AND })", NULL },
        [FUNCTION_OR] = { "(@{ OR })", NULL },
        [FUNCTION_NOT] = { "(NOT @1)", NULL },
        [FUNCTION_EQ] = { "(@1 = @2)", NULL },
        [FUNCTION_NE] = { "(@1 <> @2)", NULL },
        [FUNCTION_LT] = { "(@1 < @2)", NULL },
        [FUNCTION_LE] = { "(@1 <= @2)", NULL },
        [FUNCTION_GT] = { "(@1 > @2)", NULL },
        [FUNCTION_GE] = { "(@1 >= @2)", NULL },
        [FUNCTION_BETWEEN] = { "(@1 BETWEEN @2 AND @3)", NULL },
        [FUNCTION_IN] = { "(@1 IN (@+))", NULL },
        [FUNCTION_SAME] = { "(lower(@1) = lower(@2))", NULL },
        [FUNCTION_CONTAINS] = { "contains(lower(@1), lower(@2))", NULL },
        [FUNCTION_STARTS] = { "starts_with(lower(@1), lower(@2))", NULL },
        [FUNCTION_ENDS] = { "suffix(lower(@1), lower(@2))", NULL },
        [FUNCTION_LIKE] = { "(@1 LIKE @2)", NULL },
        [FUNCTION_IS_EMPTY] = { "(@1 IS NULL)", NULL },
        [FUNCTION_ADD] = { "(@1 + @2)", NULL },
        [FUNCTION_SUBTRACT] = { "(@1 - @2)", NULL },
        [FUNCTION_MULTIPLY] = { NULL, choose_product },
        [FUNCTION_DIVIDE] = { "(CAST(@1 AS DOUBLE) / nullif(CAST(@2 AS DOUBLE), 0))", NULL },
        [FUNCTION_DIV] = { NULL, choose_div },
        [FUNCTION_MODULO] = { "(@1 % nullif(@2, 0))", NULL },
        [FUNCTION_NEGATE] = { "(- @1)", NULL },
        [FUNCTION_ABS] = { "abs(@1)", NULL },
        [FUNCTION_ROUND] = { NULL, choose_round },
        [FUNCTION_FLOOR] = { "floor(@1)", NULL },
        [FUNCTION_CEILING] = { "ceil(@1)", NULL },
        /* of what has no root, no logarithm: empty, not an error */
        [FUNCTION_SQRT] = { "nullif(pow(CAST(@1 AS DOUBLE), 0.5), CAST('nan' AS DOUBLE))", NULL },
        [FUNCTION_POWER] = { "nullif(pow(CAST(@1 AS DOUBLE), CAST(@2 AS DOUBLE)), CAST('nan' AS DOUBLE))", NULL },
        [FUNCTION_LN] = { "ln(nullif(greatest(CAST(@1 AS DOUBLE), 0), 0))", NULL },
        [FUNCTION_EXP] = { "exp(CAST(@1 AS DOUBLE))", NULL },
        [FUNCTION_LEAST] = { "least(@{, })", NULL },
        [FUNCTION_GREATEST] = { "greatest(@{, })", NULL },
        [FUNCTION_COALESCE] = { "coalesce(@{, })", NULL },
        [FUNCTION_LENGTH] = { "length(@1)", NULL },
        [FUNCTION_LOWER] = { "lower(@1)", NULL },
        [FUNCTION_UPPER] = { "upper(@1)", NULL },
        [FUNCTION_TRIM] = { "trim(@1)", NULL },
        [FUNCTION_SUBSTRING] = { "substring(@{, })", NULL },
        [FUNCTION_REPLACE] = { "replace(@1, @2, @3)", NULL },
        [FUNCTION_CONCAT] = { "(@{ || })", NULL },
        [FUNCTION_YEAR] = { "year(@1)", NULL },
        [FUNCTION_QUARTER] = { "quarter(@1)", NULL },
        [FUNCTION_MONTH] = { "month(@1)", NULL },
        [FUNCTION_WEEK] = { "week(@1)", NULL },
        [FUNCTION_DAY] = { "day(@1)", NULL },
        [FUNCTION_WEEKDAY] = { "isodow(@1)", NULL },
        [FUNCTION_HOUR] = { "hour(@1)", NULL },
        [FUNCTION_START_OF] = { NULL, choose_start },
        [FUNCTION_DAYS_BETWEEN] = { "date_diff('day', @1, @2)", NULL },
    },
    .aggregates = {
        [AGGREGATE_COUNT] = { .text = "count(@d@1)@t" },
        [AGGREGATE_SUM] = { .text = "sum(@d@1@f)@t" },
        [AGGREGATE_AVERAGE] = { .text = "avg(@d@1@f)@t" },
        [AGGREGATE_MEDIAN] = { .text = "median(@dCAST(@1 AS DOUBLE))@t" },
        [AGGREGATE_QUANTILE] = { .text = "quantile_cont(@dCAST(@1 AS DOUBLE), @n)@t" },
        [AGGREGATE_MIN] = { .text = "min(@1)@t" },
        [AGGREGATE_MAX] = { .text = "max(@1)@t" },
        [AGGREGATE_RANGE] = { .text = "(max(@1)@t - min(@1)@t)" },
        [AGGREGATE_DEVIATION] = { .text = "stddev_samp(@d@1@o)@t", .in_order = true },
        [AGGREGATE_DEVIATION_ALL] = { .text = "stddev_pop(@d@1@o)@t", .in_order = true },
        [AGGREGATE_VARIANCE] = { .text = "var_samp(@d@1@o)@t", .in_order = true },
        [AGGREGATE_VARIANCE_ALL] = { .text = "var_pop(@d@1@o)@t", .in_order = true },
        /* ordered by one term it would be another function */
        [AGGREGATE_MODE] = { .text = "mode(@1 ORDER BY @1, @1)@t" },
        [AGGREGATE_FIRST] = { .text = "first(@1@o)@t", .window = "first_value(@1 IGNORE NULLS)@t", .skips_empty = true, .in_order = true },
        [AGGREGATE_LAST] = { .text = "last(@1@o)@t", .window = "last_value(@1 IGNORE NULLS)@t", .skips_empty = true, .in_order = true },
    },
    .windows = {
        [WINDOW_ROW_NUMBER] = "row_number()@l",
        [WINDOW_RANK] = "rank()@r",
        [WINDOW_DENSE_RANK] = "dense_rank()@r",
        [WINDOW_SHARE] = "(CAST(@1 AS DOUBLE) / nullif(CAST(sum(@1)@a AS DOUBLE), 0))",
        [WINDOW_PREVIOUS] = "lag(@1, @n)@l",
        [WINDOW_NEXT] = "lead(@1, @n)@l",
        [WINDOW_CHANGE] = "(@1 - lag(@1)@l)",
        [WINDOW_GROWTH] = "(CAST(@1 - lag(@1)@l AS DOUBLE) / nullif(CAST(lag(@1)@l AS DOUBLE), 0))",
    },
    .place = "(@1 + 1)",
    .row_columns = row_columns,
    .distinct_window = true,
    .has_decimals = true,
    .no_limit = "",
    .add_days = "(@1 + CAST(@2 AS INTEGER))",
    .less_days = "(@1 - CAST(@2 AS INTEGER))",
};
