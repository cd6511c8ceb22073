/* sqlite.c - SQLite's SQL: no decimals, no dates and no statistics of its own. */
#include "base/arena.h"
#include "query/sql/writer.h"
#include <string.h>

/* A comparison with a number makes one of a text that is one, and leaves any other as it is. */
#define IF_NUMBER(value) ("CASE WHEN CAST(@1 AS NUMERIC) = @1 THEN " value " END")
#define IF_DATE                                                                                                        \
    ("CASE WHEN substr(@1, 11, 1) IN ('', 'T', ' ') AND date(substr(@1, 1, 10), '+0 days') = substr(@1, 1, 10) "       \
     "THEN substr(@1, 1, 10) END")

/* The nearest whole number, of two the even one. */
#define EVEN "CAST(CASE WHEN abs(@1 - CAST(@1 AS INTEGER)) = 0.5 THEN 2 * round(@1 / 2) ELSE round(@1) END AS INTEGER)"

/* A pattern of LIKE as one of GLOB, which tells A from a. */
#define GLOB_PART(text) "replace(replace(replace(" text ", '[', '[[]'), '*', '[*]'), '?', '[?]')"

static bool both_whole(struct writer *w, struct block *b, const struct expr_call *c)
{
    return expr_type(&w->typing, b, c->args[0]).type == COLUMN_INTEGER &&
           expr_type(&w->typing, b, c->args[1]).type == COLUMN_INTEGER;
}

static const char *choose_div(struct writer *w, struct block *b, const struct expr_call *c)
{
    return both_whole(w, b, c) ? "(@1 / @2)" : "CAST(CAST(@1 AS REAL) / @2 AS INTEGER)";
}

/* What is left of a division. Of decimals it is that of whole numbers, moved. */
static const char *choose_modulo(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct value_type x = expr_type(&w->typing, b, c->args[0]), y = expr_type(&w->typing, b, c->args[1]);
    int scale = x.scale > y.scale ? x.scale : y.scale;

    if (both_whole(w, b, c))
        return "(@1 % @2)";
    if (x.type == COLUMN_FLOAT || y.type == COLUMN_FLOAT || scale > 9)
        return "mod(@1, @2)";
    return arena_printf(w->typing.arena,
                        "((CAST(round(@1 * 1e%d) AS INTEGER) %% CAST(round(@2 * 1e%d) AS INTEGER)) / 1e%d)", scale,
                        scale, scale);
}

/* SQLite takes fewer than no places for none. */
static const char *choose_round(struct writer *w, struct block *b, const struct expr_call *c)
{
    int places;

    (void)b;
    if (c->n == 1)
        return "round(@1)";
    if (!type_places(c->args[1], &places)) {
        typing_lacks(&w->typing, "rounding to a number of places that differs");
        return NULL;
    }
    return places < 0 ? arena_printf(w->typing.arena, "(round(@1 / 1e%d) * 1e%d)", -places, -places)
                      : arena_printf(w->typing.arena, "round(@1, %d)", places);
}

static const char *choose_start(struct writer *w, struct block *b, const struct expr_call *c)
{
    static const char *const units[] = {
        "date(@2)", "date(@2, '-6 days', 'weekday 1')", "date(@2, 'start of month')",
        "date(@2, 'start of month', '-' || ((CAST(strftime('%m', @2) AS INTEGER) - 1) % 3) || ' months')",
        "date(@2, 'start of year')"
    };
    int unit = type_unit(&w->typing, c);

    (void)b;
    return unit < 0 ? NULL : units[unit];
}

/* Its letters beyond ASCII have one case, so what was typed with such a letter may not be found. */
static bool is_foreign(const struct expr_call *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->args[i]->kind == EXPR_LITERAL && c->args[i]->literal.text)
            for (const char *p = c->args[i]->literal.text; *p; p++)
                if ((unsigned char)*p >= 128)
                    return true;
    return false;
}

static const char *choose_alike(struct writer *w, struct block *b, const struct expr_call *c)
{
    (void)b;
    if (is_foreign(c)) {
        typing_lacks(&w->typing, "upper and lower case of letters beyond ASCII");
        return NULL;
    }
    if (c->function == FUNCTION_SAME)
        return "(lower(@1) = lower(@2))";
    if (c->function == FUNCTION_CONTAINS)
        return "(instr(lower(@1), lower(@2)) > 0)";
    if (c->function == FUNCTION_STARTS)
        return "(instr(lower(@1), lower(@2)) = 1)";
    return "(lower(@1) GLOB '*' || " GLOB_PART("lower(@2)") ")";
}

static const char *const row_columns[] = { "rowid", "_rowid_", "oid", NULL };

const struct sql_dialect sql_sqlite = {
    .name = "SQLite",
    .param = '?',
    .types = { [COLUMN_TEXT] = "TEXT", [COLUMN_INTEGER] = "INTEGER", [COLUMN_DECIMAL] = "REAL",
               [COLUMN_FLOAT] = "REAL", [COLUMN_BOOLEAN] = "INTEGER", [COLUMN_DATE] = "TEXT",
               [COLUMN_TIMESTAMP] = "TEXT" },
    .convert = {
        [COLUMN_TEXT] = { [COLUMN_INTEGER] = IF_NUMBER("CAST(round(@1) AS INTEGER)"),
                          [COLUMN_DECIMAL] = IF_NUMBER("CAST(@1 AS REAL)"),
                          [COLUMN_FLOAT] = IF_NUMBER("CAST(@1 AS REAL)"),
                          [COLUMN_DATE] = IF_DATE,
                          [COLUMN_TIMESTAMP] = "strftime('%Y-%m-%d %H:%M:%S', @1)" },
        [COLUMN_INTEGER] = { [COLUMN_TEXT] = "CAST(@1 AS TEXT)", [COLUMN_DECIMAL] = "@1", [COLUMN_FLOAT] = "@1",
                             [COLUMN_BOOLEAN] = "(@1 <> 0)" },
        [COLUMN_DECIMAL] = { [COLUMN_TEXT] = "CASE WHEN @1 IS NOT NULL THEN printf('%.@sf', @1) END",
                             [COLUMN_INTEGER] = "CAST(round(@1) AS INTEGER)", [COLUMN_FLOAT] = "@1",
                             [COLUMN_BOOLEAN] = "(@1 <> 0)" },
        [COLUMN_FLOAT] = { [COLUMN_INTEGER] = EVEN, [COLUMN_DECIMAL] = "@1", [COLUMN_BOOLEAN] = "(@1 <> 0)" },
        [COLUMN_BOOLEAN] = { [COLUMN_TEXT] = "CASE @1 WHEN 1 THEN 'true' WHEN 0 THEN 'false' END",
                             [COLUMN_INTEGER] = "@1", [COLUMN_DECIMAL] = "@1", [COLUMN_FLOAT] = "CAST(@1 AS REAL)" },
        [COLUMN_DATE] = { [COLUMN_TEXT] = "@1", [COLUMN_TIMESTAMP] = "(@1 || ' 00:00:00')" },
        [COLUMN_TIMESTAMP] = { [COLUMN_TEXT] = "@1", [COLUMN_DATE] = "substr(@1, 1, 10)" },
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
        [FUNCTION_SAME] = { NULL, choose_alike },
        [FUNCTION_CONTAINS] = { NULL, choose_alike },
        [FUNCTION_STARTS] = { NULL, choose_alike },
        [FUNCTION_ENDS] = { NULL, choose_alike },
        [FUNCTION_LIKE] = { "(@1 GLOB replace(replace(" GLOB_PART("@2") ", '%', '*'), '_', '?'))", NULL },
        [FUNCTION_IS_EMPTY] = { "(@1 IS NULL)", NULL },
        [FUNCTION_ADD] = { "(@1 + @2)", NULL },
        [FUNCTION_SUBTRACT] = { "(@1 - @2)", NULL },
        [FUNCTION_MULTIPLY] = { "(@1 * @2)", NULL },
        [FUNCTION_DIVIDE] = { "(CAST(@1 AS REAL) / @2)", NULL },
        [FUNCTION_DIV] = { NULL, choose_div },
        [FUNCTION_MODULO] = { NULL, choose_modulo },
        [FUNCTION_NEGATE] = { "(- @1)", NULL },
        [FUNCTION_ABS] = { "abs(@1)", NULL },
        [FUNCTION_ROUND] = { NULL, choose_round },
        [FUNCTION_FLOOR] = { "floor(@1)", NULL },
        [FUNCTION_CEILING] = { "ceil(@1)", NULL },
        [FUNCTION_SQRT] = { "sqrt(@1)", NULL },
        [FUNCTION_POWER] = { "pow(@1, @2)", NULL },
        [FUNCTION_LN] = { "ln(@1)", NULL },
        [FUNCTION_EXP] = { "exp(@1)", NULL },
        [FUNCTION_LEAST] = { "min(@#)", NULL },
        [FUNCTION_GREATEST] = { "max(@#)", NULL },
        [FUNCTION_COALESCE] = { "coalesce(@{, })", NULL },
        [FUNCTION_LENGTH] = { "length(@1)", NULL },
        [FUNCTION_LOWER] = { "lower(@1)", NULL },
        [FUNCTION_UPPER] = { "upper(@1)", NULL },
        [FUNCTION_TRIM] = { "trim(@1)", NULL },
        [FUNCTION_SUBSTRING] = { "substr(@{, })", NULL },
        [FUNCTION_REPLACE] = { "replace(@1, @2, @3)", NULL },
        [FUNCTION_CONCAT] = { "(@{ || })", NULL },
        [FUNCTION_YEAR] = { "CAST(strftime('%Y', @1) AS INTEGER)", NULL },
        [FUNCTION_QUARTER] = { "((CAST(strftime('%m', @1) AS INTEGER) + 2) / 3)", NULL },
        [FUNCTION_MONTH] = { "CAST(strftime('%m', @1) AS INTEGER)", NULL },
        /* the number of the week's Thursday in its year */
        [FUNCTION_WEEK] = { "((strftime('%j', date(@1, '-3 days', 'weekday 4')) - 1) / 7 + 1)", NULL },
        [FUNCTION_DAY] = { "CAST(strftime('%d', @1) AS INTEGER)", NULL },
        [FUNCTION_WEEKDAY] = { "((CAST(strftime('%w', @1) AS INTEGER) + 6) % 7 + 1)", NULL },
        [FUNCTION_HOUR] = { "CAST(strftime('%H', @1) AS INTEGER)", NULL },
        [FUNCTION_START_OF] = { NULL, choose_start },
        [FUNCTION_DAYS_BETWEEN] = { "CAST(julianday(@2) - julianday(@1) AS INTEGER)", NULL },
    },
    .aggregates = {
        [AGGREGATE_COUNT] = { .text = "count(@d@1)@t" },
        [AGGREGATE_SUM] = { .text = "sum(@d@1)@t" },
        [AGGREGATE_AVERAGE] = { .text = "avg(@d@1)@t" },
        [AGGREGATE_MIN] = { .text = "min(@1)@t" },
        [AGGREGATE_MAX] = { .text = "max(@1)@t" },
        [AGGREGATE_RANGE] = { .text = "(max(@1)@t - min(@1)@t)" },
    },
    .windows = {
        [WINDOW_ROW_NUMBER] = "row_number()@l",
        [WINDOW_RANK] = "rank()@r",
        [WINDOW_DENSE_RANK] = "dense_rank()@r",
        [WINDOW_SHARE] = "(CAST(@1 AS REAL) / sum(@1)@a)",
        [WINDOW_PREVIOUS] = "lag(@1, @n)@l",
        [WINDOW_NEXT] = "lead(@1, @n)@l",
        [WINDOW_CHANGE] = "(@1 - lag(@1)@l)",
        [WINDOW_GROWTH] = "(CAST(@1 - lag(@1)@l AS REAL) / lag(@1)@l)",
    },
    .place = "@1",
    .row_columns = row_columns,
    .no_limit = " LIMIT -1",
    .add_days = "date(@1, (@2) || ' days')",
    .less_days = "date(@1, (-(@2)) || ' days')",
};
