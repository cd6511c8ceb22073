/* type.c - what an expression's value is, as far as the SQL depends on it: which division, which text, which cast.
 *
 * The check has the types that people are told about; here a text where a number is wanted is read as one, as the
 * writer has to write something.
 */
#include "base/num.h"
#include "query/sql/writer.h"
#include <string.h>

#define TYPE(...) ((struct sql_type){ __VA_ARGS__ })

/* ---- functions ---- */

/* What a function gives. */
enum gives { TRUTH, WHOLE, REAL, TEXT, DAY, FIRST, COMMON, NUMERIC, PRODUCT, ROUNDED, VALUE, FLOORED };

static const struct {
    enum sql_takes takes;
    enum gives gives;
} functions[FUNCTIONS_END] = {
    [FUNCTION_AND] = { SQL_TAKES_BOOLEAN, TRUTH },       [FUNCTION_OR] = { SQL_TAKES_BOOLEAN, TRUTH },
    [FUNCTION_NOT] = { SQL_TAKES_BOOLEAN, TRUTH },       [FUNCTION_EQ] = { SQL_TAKES_COMPARED, TRUTH },
    [FUNCTION_NE] = { SQL_TAKES_COMPARED, TRUTH },       [FUNCTION_LT] = { SQL_TAKES_COMPARED, TRUTH },
    [FUNCTION_LE] = { SQL_TAKES_COMPARED, TRUTH },       [FUNCTION_GT] = { SQL_TAKES_COMPARED, TRUTH },
    [FUNCTION_GE] = { SQL_TAKES_COMPARED, TRUTH },       [FUNCTION_BETWEEN] = { SQL_TAKES_COMPARED, TRUTH },
    [FUNCTION_IN] = { SQL_TAKES_COMPARED, TRUTH },       [FUNCTION_SAME] = { SQL_TAKES_TEXT, TRUTH },
    [FUNCTION_CONTAINS] = { SQL_TAKES_TEXT, TRUTH },     [FUNCTION_STARTS] = { SQL_TAKES_TEXT, TRUTH },
    [FUNCTION_ENDS] = { SQL_TAKES_TEXT, TRUTH },         [FUNCTION_LIKE] = { SQL_TAKES_TEXT, TRUTH },
    [FUNCTION_IS_EMPTY] = { SQL_TAKES_ANY, TRUTH },      [FUNCTION_ADD] = { SQL_TAKES_NUMBER, NUMERIC },
    [FUNCTION_SUBTRACT] = { SQL_TAKES_NUMBER, NUMERIC }, [FUNCTION_MULTIPLY] = { SQL_TAKES_NUMBER, PRODUCT },
    [FUNCTION_DIVIDE] = { SQL_TAKES_NUMBER, REAL },      [FUNCTION_DIV] = { SQL_TAKES_NUMBER, WHOLE },
    [FUNCTION_MODULO] = { SQL_TAKES_NUMBER, NUMERIC },   [FUNCTION_NEGATE] = { SQL_TAKES_NUMBER, FIRST },
    [FUNCTION_ABS] = { SQL_TAKES_NUMBER, FIRST },        [FUNCTION_ROUND] = { SQL_TAKES_NUMBER, ROUNDED },
    [FUNCTION_FLOOR] = { SQL_TAKES_NUMBER, FLOORED },    [FUNCTION_CEILING] = { SQL_TAKES_NUMBER, FLOORED },
    [FUNCTION_SQRT] = { SQL_TAKES_NUMBER, REAL },        [FUNCTION_POWER] = { SQL_TAKES_NUMBER, REAL },
    [FUNCTION_LN] = { SQL_TAKES_NUMBER, REAL },          [FUNCTION_EXP] = { SQL_TAKES_NUMBER, REAL },
    [FUNCTION_LEAST] = { SQL_TAKES_ALIKE, COMMON },      [FUNCTION_GREATEST] = { SQL_TAKES_ALIKE, COMMON },
    [FUNCTION_CASE] = { SQL_TAKES_OWN, VALUE },          [FUNCTION_COALESCE] = { SQL_TAKES_ALIKE, COMMON },
    [FUNCTION_LENGTH] = { SQL_TAKES_TEXT, WHOLE },       [FUNCTION_LOWER] = { SQL_TAKES_TEXT, TEXT },
    [FUNCTION_UPPER] = { SQL_TAKES_TEXT, TEXT },         [FUNCTION_TRIM] = { SQL_TAKES_TEXT, TEXT },
    [FUNCTION_SUBSTRING] = { SQL_TAKES_TEXT, TEXT },     [FUNCTION_REPLACE] = { SQL_TAKES_TEXT, TEXT },
    [FUNCTION_CONCAT] = { SQL_TAKES_TEXT, TEXT },        [FUNCTION_NUMBER] = { SQL_TAKES_OWN, VALUE },
    [FUNCTION_WHOLE] = { SQL_TAKES_OWN, WHOLE },         [FUNCTION_DATE] = { SQL_TAKES_OWN, DAY },
    [FUNCTION_TEXT] = { SQL_TAKES_OWN, TEXT },           [FUNCTION_YEAR] = { SQL_TAKES_DAY, WHOLE },
    [FUNCTION_QUARTER] = { SQL_TAKES_DAY, WHOLE },       [FUNCTION_MONTH] = { SQL_TAKES_DAY, WHOLE },
    [FUNCTION_WEEK] = { SQL_TAKES_DAY, WHOLE },          [FUNCTION_DAY] = { SQL_TAKES_DAY, WHOLE },
    [FUNCTION_WEEKDAY] = { SQL_TAKES_DAY, WHOLE },       [FUNCTION_HOUR] = { SQL_TAKES_TIME, WHOLE },
    [FUNCTION_START_OF] = { SQL_TAKES_DAY, DAY },        [FUNCTION_DAYS_BETWEEN] = { SQL_TAKES_DAY, WHOLE },
};

/* ---- aggregates and windows ---- */

/* What an aggregate works on and gives: X as it is, or a number. */
static const struct {
    bool takes_number;
    enum gives gives;
} aggregates[AGGREGATES_END] = {
    [AGGREGATE_COUNT] = { false, WHOLE },       [AGGREGATE_SUM] = { true, FIRST },
    [AGGREGATE_AVERAGE] = { true, REAL },       [AGGREGATE_MEDIAN] = { true, REAL },
    [AGGREGATE_QUANTILE] = { true, REAL },      [AGGREGATE_MIN] = { false, FIRST },
    [AGGREGATE_MAX] = { false, FIRST },         [AGGREGATE_DEVIATION] = { true, REAL },
    [AGGREGATE_DEVIATION_ALL] = { true, REAL }, [AGGREGATE_VARIANCE] = { true, REAL },
    [AGGREGATE_VARIANCE_ALL] = { true, REAL },  [AGGREGATE_MODE] = { false, FIRST },
    [AGGREGATE_FIRST] = { false, FIRST },       [AGGREGATE_LAST] = { false, FIRST },
};

static const enum gives windows[WINDOWS_END] = {
    [WINDOW_ROW_NUMBER] = WHOLE, [WINDOW_RANK] = WHOLE,     [WINDOW_DENSE_RANK] = WHOLE, [WINDOW_OVER] = FIRST,
    [WINDOW_RUNNING] = FIRST,    [WINDOW_MOVING] = FIRST,   [WINDOW_SHARE] = REAL,       [WINDOW_PREVIOUS] = FIRST,
    [WINDOW_NEXT] = FIRST,       [WINDOW_CHANGE] = NUMERIC, [WINDOW_GROWTH] = REAL,
};

enum sql_takes sql_takes(enum query_function f)
{
    return functions[f].takes;
}

bool sql_aggregate_takes_number(enum query_aggregate f)
{
    return aggregates[f].takes_number;
}

/* ---- types ---- */

static bool is_number(struct sql_type t)
{
    return column_is_number(t.type);
}

bool sql_unify(struct sql_type x, struct sql_type y, struct sql_type *ret)
{
    if (x.empty || y.empty) {
        *ret = x.empty ? y : x;
        return true;
    }
    if (is_number(x) && is_number(y)) {
        *ret = TYPE(.type = x.type > y.type ? x.type : y.type, .scale = x.scale > y.scale ? x.scale : y.scale);
        ret->scale = ret->type == COLUMN_DECIMAL ? ret->scale : 0;
        return true;
    }
    if (x.type == y.type) {
        *ret = x;
        return true;
    }
    if ((x.type == COLUMN_DATE && y.type == COLUMN_TIMESTAMP) ||
        (x.type == COLUMN_TIMESTAMP && y.type == COLUMN_DATE)) {
        *ret = TYPE(.type = COLUMN_TIMESTAMP);
        return true;
    }
    if ((x.type == COLUMN_BOOLEAN && is_number(y)) || (y.type == COLUMN_BOOLEAN && is_number(x))) {
        *ret = is_number(x) ? x : y;
        return true;
    }
    /* A text beside something else is read as that. */
    if (x.type == COLUMN_TEXT || y.type == COLUMN_TEXT) {
        *ret = x.type == COLUMN_TEXT ? y : x;
        if (is_number(*ret))
            *ret = TYPE(.type = COLUMN_FLOAT);
        return ret->type != COLUMN_BOOLEAN;
    }
    return false;
}

/* The one type of a list. */
static struct sql_type common(struct writer *w, struct block *b, const struct expr *const *list, size_t n)
{
    struct sql_type all = { .empty = true };

    for (size_t i = 0; i < n; i++)
        if (!sql_unify(all, sql_type(w, b, list[i]), &all)) {
            sql_fail(w, ERR_TYPE_MISMATCH, "values of different types stand beside each other");
            break;
        }
    return all;
}

struct sql_type sql_case_type(struct writer *w, struct block *b, const struct expr_call *c)
{
    const struct expr *values[QUERY_MANY];
    size_t n = 0;

    for (size_t i = 1; i < c->n && n < QUERY_MANY; i += 2)
        values[n++] = c->args[i];
    if (c->n % 2 == 1 && n < QUERY_MANY)
        values[n++] = c->args[c->n - 1];
    return common(w, b, values, n);
}

/* As a number: what is none already is read as one. */
static struct sql_type as_number(struct sql_type t)
{
    if (t.empty || is_number(t))
        return t;
    return TYPE(.type = t.type == COLUMN_BOOLEAN ? COLUMN_INTEGER : COLUMN_FLOAT);
}

static bool is_day(struct sql_type t)
{
    return !t.empty && (t.type == COLUMN_DATE || t.type == COLUMN_TIMESTAMP);
}

/* A day and a number of days are a day; two days are a number. */
static struct sql_type sum_type(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct sql_type x = sql_type(w, b, c->args[0]), y = sql_type(w, b, c->args[1]), both;

    if (is_day(x) && (c->function == FUNCTION_SUBTRACT && (is_day(y) || y.type == COLUMN_TEXT)))
        return TYPE(.type = COLUMN_INTEGER);
    if ((is_day(x) || is_day(y)) && c->function != FUNCTION_MODULO)
        return TYPE(.type = COLUMN_DATE);
    sql_unify(as_number(x), as_number(y), &both);
    return both;
}

#define PRODUCT_SCALE 18 /* with more places, digits before the point would be lost */

static struct sql_type product_type(struct sql_type x, struct sql_type y)
{
    struct sql_type both;

    sql_unify(as_number(x), as_number(y), &both);
    if (both.type == COLUMN_DECIMAL)
        both.scale = x.scale + y.scale;
    return both.scale > PRODUCT_SCALE ? TYPE(.type = COLUMN_FLOAT) : both;
}

#define PLACES 30 /* past which rounding does nothing */

bool sql_places(const struct expr *e, int *ret)
{
    int64_t n;

    if (e->kind != EXPR_LITERAL || e->literal.type != COLUMN_INTEGER || !e->literal.text ||
        !num_int64(e->literal.text, strlen(e->literal.text), &n))
        return false;
    *ret = n < -PLACES ? -PLACES : n > PLACES ? PLACES : (int)n;
    return true;
}

int sql_unit(struct writer *w, const struct expr_call *c)
{
    if (c->args[0]->kind == EXPR_LITERAL && c->args[0]->literal.text)
        for (int i = 0; query_units[i]; i++)
            if (strcmp(query_units[i], c->args[0]->literal.text) == 0)
                return i;
    return sql_fail(w, ERR_INVALID_QUERY, "no such unit of time");
}

static struct sql_type rounded_type(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct sql_type t = as_number(sql_type(w, b, c->args[0]));
    int places = 0;

    if (t.type != COLUMN_DECIMAL)
        return t;
    if (c->n > 1 && !sql_places(c->args[1], &places))
        return TYPE(.type = COLUMN_FLOAT);
    t.scale = places < 0 ? 0 : places < t.scale ? places : t.scale;
    return t;
}

static struct sql_type value_type(struct writer *w, struct block *b, const struct expr_call *c)
{
    return c->function == FUNCTION_NUMBER ? as_number(sql_type(w, b, c->args[0])) : sql_case_type(w, b, c);
}

static struct sql_type call_type(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct sql_type t;

    switch (functions[c->function].gives) {
    case TRUTH:
        return TYPE(.type = COLUMN_BOOLEAN);
    case WHOLE:
        return TYPE(.type = COLUMN_INTEGER);
    case REAL:
        return TYPE(.type = COLUMN_FLOAT);
    case DAY:
        return TYPE(.type = COLUMN_DATE);
    case TEXT:
        return TYPE(.type = COLUMN_TEXT);
    case FIRST:
        return as_number(sql_type(w, b, c->args[0]));
    case COMMON:
        return common(w, b, c->args, c->n);
    case NUMERIC:
        return sum_type(w, b, c);
    case PRODUCT:
        return product_type(sql_type(w, b, c->args[0]), sql_type(w, b, c->args[1]));
    case ROUNDED:
        return rounded_type(w, b, c);
    case FLOORED:
        t = as_number(sql_type(w, b, c->args[0]));
        t.scale = 0;
        return t;
    case VALUE:
        return value_type(w, b, c);
    }
    return TYPE(.empty = true);
}

static struct sql_type aggregate_type(struct writer *w, struct block *b, const struct expr_aggregate *g)
{
    if (aggregates[g->function].gives != FIRST)
        return TYPE(.type = aggregates[g->function].gives == WHOLE ? COLUMN_INTEGER : COLUMN_FLOAT);
    if (!g->arg)
        return TYPE(.empty = true);
    return aggregates[g->function].takes_number ? as_number(sql_type(w, b, g->arg)) : sql_type(w, b, g->arg);
}

static struct sql_type window_type(struct writer *w, struct block *b, const struct expr_window *e)
{
    if (windows[e->function] == WHOLE || windows[e->function] == REAL)
        return TYPE(.type = windows[e->function] == WHOLE ? COLUMN_INTEGER : COLUMN_FLOAT);
    if (!e->arg)
        return TYPE(.empty = true);
    return windows[e->function] == NUMERIC ? as_number(sql_type(w, b, e->arg)) : sql_type(w, b, e->arg);
}

static struct sql_type literal_type(const struct expr_literal *l)
{
    struct sql_type t = { .type = l->type, .empty = !l->text };
    const char *point = l->text && l->type == COLUMN_DECIMAL ? strchr(l->text, '.') : NULL;

    if (point)
        t.scale = (int)strspn(point + 1, "0123456789");
    return t.scale > 37 ? TYPE(.type = COLUMN_FLOAT) : t;
}

static struct sql_type kind_type(struct writer *w, struct block *b, const struct expr *e)
{
    struct sql_relation *of;
    struct sql_column *column;
    struct block *inner;

    switch (e->kind) {
    case EXPR_COLUMN:
        column = sql_find(w, b, &e->column, &of);
        return column ? column->type : TYPE(.empty = true);
    case EXPR_LITERAL:
        return literal_type(&e->literal);
    case EXPR_CALL:
        return call_type(w, b, &e->call);
    case EXPR_AGGREGATE:
        return aggregate_type(w, b, &e->aggregate);
    case EXPR_WINDOW:
        return window_type(w, b, &e->window);
    case EXPR_QUERY:
        inner = sql_open(w, e->query.query, b);
        return inner && inner->n > 0 ? inner->columns[0].type : TYPE(.empty = true);
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        return TYPE(.type = COLUMN_BOOLEAN);
    case EXPR_PLACE:
        break;
    }
    return TYPE(.type = COLUMN_INTEGER);
}

struct sql_type sql_type(struct writer *w, struct block *b, const struct expr *e)
{
    struct sql_type t = { .empty = true };

    if (w->failed)
        return t;
    if (++w->depth > SQL_DEPTH)
        sql_fail(w, ERR_TOO_LARGE, "Expressions stand in each other too deep.");
    else
        t = kind_type(w, b, e);
    w->depth--;
    return t;
}

/* ---- what arguments are made to be ---- */

/* Things are compared as one type; a date and a timestamp by the day. */
static struct sql_type compared_type(struct writer *w, struct block *b, const struct expr_call *c)
{
    struct sql_type all = common(w, b, c->args, c->n);

    if (all.type == COLUMN_TIMESTAMP && !all.empty)
        for (size_t i = 0; i < c->n; i++)
            if (sql_type(w, b, c->args[i]).type == COLUMN_DATE)
                return TYPE(.type = COLUMN_DATE);
    return all;
}

struct sql_type sql_argument_type(struct writer *w, struct block *b, const struct expr_call *c, size_t i)
{
    struct sql_type own = sql_type(w, b, c->args[i]);

    switch (functions[c->function].takes) {
    case SQL_TAKES_TEXT:
        return c->function == FUNCTION_SUBSTRING && i > 0 ? TYPE(.type = COLUMN_INTEGER) : TYPE(.type = COLUMN_TEXT);
    case SQL_TAKES_NUMBER:
        return as_number(own);
    case SQL_TAKES_DAY:
        if (c->function == FUNCTION_START_OF && i == 0)
            return own;
        return TYPE(.type = COLUMN_DATE);
    case SQL_TAKES_TIME:
        return TYPE(.type = COLUMN_TIMESTAMP);
    case SQL_TAKES_BOOLEAN:
        return TYPE(.type = COLUMN_BOOLEAN);
    case SQL_TAKES_ALIKE:
        return common(w, b, c->args, c->n);
    case SQL_TAKES_COMPARED:
        return compared_type(w, b, c);
    case SQL_TAKES_ANY:
    case SQL_TAKES_OWN:
        break;
    }
    return own;
}
