/* type.c - what the value of an expression is, function by function. */
#include "base/num.h"
#include "query/types/types.h"
#include <string.h>

#define TYPE(...) ((struct value_type){ __VA_ARGS__ })

/* ---- functions ---- */

/* What a function gives. */
enum gives { TRUTH, WHOLE, REAL, TEXT, DAY, FIRST, COMMON, NUMERIC, PRODUCT, ROUNDED, VALUE, FLOORED };

static const struct {
    enum takes takes;
    enum gives gives;
} functions[FUNCTIONS_END] = {
    [FUNCTION_AND] = { TAKES_BOOLEAN, TRUTH },       [FUNCTION_OR] = { TAKES_BOOLEAN, TRUTH },
    [FUNCTION_NOT] = { TAKES_BOOLEAN, TRUTH },       [FUNCTION_EQ] = { TAKES_COMPARED, TRUTH },
    [FUNCTION_NE] = { TAKES_COMPARED, TRUTH },       [FUNCTION_LT] = { TAKES_COMPARED, TRUTH },
    [FUNCTION_LE] = { TAKES_COMPARED, TRUTH },       [FUNCTION_GT] = { TAKES_COMPARED, TRUTH },
    [FUNCTION_GE] = { TAKES_COMPARED, TRUTH },       [FUNCTION_BETWEEN] = { TAKES_COMPARED, TRUTH },
    [FUNCTION_IN] = { TAKES_COMPARED, TRUTH },       [FUNCTION_SAME] = { TAKES_TEXT, TRUTH },
    [FUNCTION_CONTAINS] = { TAKES_TEXT, TRUTH },     [FUNCTION_STARTS] = { TAKES_TEXT, TRUTH },
    [FUNCTION_ENDS] = { TAKES_TEXT, TRUTH },         [FUNCTION_LIKE] = { TAKES_TEXT, TRUTH },
    [FUNCTION_IS_EMPTY] = { TAKES_ANY, TRUTH },      [FUNCTION_ADD] = { TAKES_NUMBER, NUMERIC },
    [FUNCTION_SUBTRACT] = { TAKES_NUMBER, NUMERIC }, [FUNCTION_MULTIPLY] = { TAKES_NUMBER, PRODUCT },
    [FUNCTION_DIVIDE] = { TAKES_NUMBER, REAL },      [FUNCTION_DIV] = { TAKES_NUMBER, WHOLE },
    [FUNCTION_MODULO] = { TAKES_NUMBER, NUMERIC },   [FUNCTION_NEGATE] = { TAKES_NUMBER, FIRST },
    [FUNCTION_ABS] = { TAKES_NUMBER, FIRST },        [FUNCTION_ROUND] = { TAKES_NUMBER, ROUNDED },
    [FUNCTION_FLOOR] = { TAKES_NUMBER, FLOORED },    [FUNCTION_CEILING] = { TAKES_NUMBER, FLOORED },
    [FUNCTION_SQRT] = { TAKES_NUMBER, REAL },        [FUNCTION_POWER] = { TAKES_NUMBER, REAL },
    [FUNCTION_LN] = { TAKES_NUMBER, REAL },          [FUNCTION_EXP] = { TAKES_NUMBER, REAL },
    [FUNCTION_LEAST] = { TAKES_ALIKE, COMMON },      [FUNCTION_GREATEST] = { TAKES_ALIKE, COMMON },
    [FUNCTION_CASE] = { TAKES_OWN, VALUE },          [FUNCTION_COALESCE] = { TAKES_ALIKE, COMMON },
    [FUNCTION_LENGTH] = { TAKES_TEXT, WHOLE },       [FUNCTION_LOWER] = { TAKES_TEXT, TEXT },
    [FUNCTION_UPPER] = { TAKES_TEXT, TEXT },         [FUNCTION_TRIM] = { TAKES_TEXT, TEXT },
    [FUNCTION_SUBSTRING] = { TAKES_TEXT, TEXT },     [FUNCTION_REPLACE] = { TAKES_TEXT, TEXT },
    [FUNCTION_CONCAT] = { TAKES_TEXT, TEXT },        [FUNCTION_NUMBER] = { TAKES_OWN, VALUE },
    [FUNCTION_WHOLE] = { TAKES_OWN, WHOLE },         [FUNCTION_DATE] = { TAKES_OWN, DAY },
    [FUNCTION_TEXT] = { TAKES_OWN, TEXT },           [FUNCTION_YEAR] = { TAKES_DAY, WHOLE },
    [FUNCTION_QUARTER] = { TAKES_DAY, WHOLE },       [FUNCTION_MONTH] = { TAKES_DAY, WHOLE },
    [FUNCTION_WEEK] = { TAKES_DAY, WHOLE },          [FUNCTION_DAY] = { TAKES_DAY, WHOLE },
    [FUNCTION_WEEKDAY] = { TAKES_DAY, WHOLE },       [FUNCTION_HOUR] = { TAKES_TIME, WHOLE },
    [FUNCTION_START_OF] = { TAKES_DAY, DAY },        [FUNCTION_DAYS_BETWEEN] = { TAKES_DAY, WHOLE },
};

/* ---- aggregates and windows ---- */

static const enum gives windows[WINDOWS_END] = {
    [WINDOW_ROW_NUMBER] = WHOLE, [WINDOW_RANK] = WHOLE,     [WINDOW_DENSE_RANK] = WHOLE, [WINDOW_OVER] = FIRST,
    [WINDOW_RUNNING] = FIRST,    [WINDOW_MOVING] = FIRST,   [WINDOW_SHARE] = REAL,       [WINDOW_PREVIOUS] = FIRST,
    [WINDOW_NEXT] = FIRST,       [WINDOW_CHANGE] = NUMERIC, [WINDOW_GROWTH] = REAL,
};

enum takes function_takes(enum query_function f)
{
    return functions[f].takes;
}

bool aggregate_takes_number(enum query_aggregate f)
{
    return query_aggregate_info(f)->of_numbers;
}

/* ---- types ---- */

static bool is_number(struct value_type t)
{
    return column_is_number(t.type);
}

bool type_unify(struct value_type x, struct value_type y, struct value_type *ret)
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
static struct value_type type_common(struct typing *ty, struct block *b, const struct expr *const *list, size_t n)
{
    struct value_type all = { .empty = true };

    for (size_t i = 0; i < n; i++)
        if (!type_unify(all, expr_type(ty, b, list[i]), &all)) {
            typing_fail(ty, ERR_TYPE_MISMATCH, "values of different types stand beside each other");
            break;
        }
    return all;
}

struct value_type type_of_case(struct typing *ty, struct block *b, const struct expr_call *c)
{
    const struct expr *values[QUERY_MANY];
    size_t n = 0;

    for (size_t i = 1; i < c->n && n < QUERY_MANY; i += 2)
        values[n++] = c->args[i];
    if (c->n % 2 == 1 && n < QUERY_MANY)
        values[n++] = c->args[c->n - 1];
    return type_common(ty, b, values, n);
}

/* As a number: what is none already is read as one. */
static struct value_type as_number(struct value_type t)
{
    if (t.empty || is_number(t))
        return t;
    return TYPE(.type = t.type == COLUMN_BOOLEAN ? COLUMN_INTEGER : COLUMN_FLOAT);
}

static bool is_day(struct value_type t)
{
    return !t.empty && (t.type == COLUMN_DATE || t.type == COLUMN_TIMESTAMP);
}

/* A day and a number of days are a day; two days are a number. */
static struct value_type sum_type(struct typing *ty, struct block *b, const struct expr_call *c)
{
    struct value_type x = expr_type(ty, b, c->args[0]), y = expr_type(ty, b, c->args[1]), both;

    if (is_day(x) && (c->function == FUNCTION_SUBTRACT && (is_day(y) || y.type == COLUMN_TEXT)))
        return TYPE(.type = COLUMN_INTEGER);
    if ((is_day(x) || is_day(y)) && c->function != FUNCTION_MODULO)
        return TYPE(.type = COLUMN_DATE);
    type_unify(as_number(x), as_number(y), &both);
    return both;
}

#define PRODUCT_SCALE 18 /* with more places, digits before the point would be lost */

static struct value_type product_type(struct value_type x, struct value_type y)
{
    struct value_type both;

    type_unify(as_number(x), as_number(y), &both);
    if (both.type == COLUMN_DECIMAL)
        both.scale = x.scale + y.scale;
    return both.scale > PRODUCT_SCALE ? TYPE(.type = COLUMN_FLOAT) : both;
}

#define PLACES 30 /* past which rounding does nothing */

bool type_places(const struct expr *e, int *ret)
{
    int64_t n;

    if (e->kind != EXPR_LITERAL || e->literal.type != COLUMN_INTEGER || !e->literal.text ||
        !num_int64(e->literal.text, strlen(e->literal.text), &n))
        return false;
    *ret = n < -PLACES ? -PLACES : n > PLACES ? PLACES : (int)n;
    return true;
}

int type_unit(struct typing *ty, const struct expr_call *c)
{
    if (c->args[0]->kind == EXPR_LITERAL && c->args[0]->literal.text)
        for (int i = 0; query_units[i]; i++)
            if (strcmp(query_units[i], c->args[0]->literal.text) == 0)
                return i;
    return typing_fail(ty, ERR_INVALID_QUERY, "no such unit of time");
}

static struct value_type rounded_type(struct typing *ty, struct block *b, const struct expr_call *c)
{
    struct value_type t = as_number(expr_type(ty, b, c->args[0]));
    int places = 0;

    if (t.type != COLUMN_DECIMAL)
        return t;
    if (c->n > 1 && !type_places(c->args[1], &places))
        return TYPE(.type = COLUMN_FLOAT);
    t.scale = places < 0 ? 0 : places < t.scale ? places : t.scale;
    return t;
}

static struct value_type value_type(struct typing *ty, struct block *b, const struct expr_call *c)
{
    return c->function == FUNCTION_NUMBER ? as_number(expr_type(ty, b, c->args[0])) : type_of_case(ty, b, c);
}

static struct value_type call_type(struct typing *ty, struct block *b, const struct expr_call *c)
{
    struct value_type t;

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
        return as_number(expr_type(ty, b, c->args[0]));
    case COMMON:
        return type_common(ty, b, c->args, c->n);
    case NUMERIC:
        return sum_type(ty, b, c);
    case PRODUCT:
        return product_type(expr_type(ty, b, c->args[0]), expr_type(ty, b, c->args[1]));
    case ROUNDED:
        return rounded_type(ty, b, c);
    case FLOORED:
        t = as_number(expr_type(ty, b, c->args[0]));
        t.scale = 0;
        return t;
    case VALUE:
        return value_type(ty, b, c);
    }
    return TYPE(.empty = true);
}

static struct value_type aggregate_type(struct typing *ty, struct block *b, const struct expr_aggregate *g)
{
    const struct query_aggregate_info *info = query_aggregate_info(g->function);

    if (info->gives != GIVES_SAME)
        return TYPE(.type = info->gives == GIVES_WHOLE ? COLUMN_INTEGER : COLUMN_FLOAT);
    if (!g->arg)
        return TYPE(.empty = true);
    return info->of_numbers ? as_number(expr_type(ty, b, g->arg)) : expr_type(ty, b, g->arg);
}

static struct value_type window_type(struct typing *ty, struct block *b, const struct expr_window *e)
{
    if (windows[e->function] == WHOLE || windows[e->function] == REAL)
        return TYPE(.type = windows[e->function] == WHOLE ? COLUMN_INTEGER : COLUMN_FLOAT);
    if (!e->arg)
        return TYPE(.empty = true);
    return windows[e->function] == NUMERIC ? as_number(expr_type(ty, b, e->arg)) : expr_type(ty, b, e->arg);
}

static struct value_type literal_type(const struct expr_literal *l)
{
    struct value_type t = { .type = l->type, .empty = !l->text };
    const char *point = l->text && l->type == COLUMN_DECIMAL ? strchr(l->text, '.') : NULL;

    if (point)
        t.scale = (int)strspn(point + 1, "0123456789");
    return t.scale > 37 ? TYPE(.type = COLUMN_FLOAT) : t;
}

static struct value_type kind_type(struct typing *ty, struct block *b, const struct expr *e)
{
    struct typed_relation *of;
    struct typed_column *column;
    struct block *inner;

    switch (e->kind) {
    case EXPR_COLUMN:
        column = block_find(ty, b, &e->column, &of);
        return column ? column->type : TYPE(.empty = true);
    case EXPR_LITERAL:
        return literal_type(&e->literal);
    case EXPR_CALL:
        return call_type(ty, b, &e->call);
    case EXPR_AGGREGATE:
        return aggregate_type(ty, b, &e->aggregate);
    case EXPR_WINDOW:
        return window_type(ty, b, &e->window);
    case EXPR_QUERY:
        inner = block_open(ty, e->query.query, b);
        return inner && inner->n > 0 ? inner->columns[0].type : TYPE(.empty = true);
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        return TYPE(.type = COLUMN_BOOLEAN);
    case EXPR_PLACE:
        break;
    }
    return TYPE(.type = COLUMN_INTEGER);
}

struct value_type expr_type(struct typing *ty, struct block *b, const struct expr *e)
{
    struct value_type t = { .empty = true };

    if (ty->failed)
        return t;
    if (++ty->depth > TYPING_DEPTH)
        typing_fail(ty, ERR_TOO_LARGE, "Expressions stand in each other too deep.");
    else
        t = kind_type(ty, b, e);
    ty->depth--;
    return t;
}

/* ---- what arguments are made to be ---- */

/* Things are compared as one type; a date and a timestamp by the day. */
static struct value_type compared_type(struct typing *ty, struct block *b, const struct expr_call *c)
{
    struct value_type all = type_common(ty, b, c->args, c->n);

    if (all.type == COLUMN_TIMESTAMP && !all.empty)
        for (size_t i = 0; i < c->n; i++)
            if (expr_type(ty, b, c->args[i]).type == COLUMN_DATE)
                return TYPE(.type = COLUMN_DATE);
    return all;
}

struct value_type type_of_argument(struct typing *ty, struct block *b, const struct expr_call *c, size_t i)
{
    struct value_type own = expr_type(ty, b, c->args[i]);

    switch (functions[c->function].takes) {
    case TAKES_TEXT:
        return c->function == FUNCTION_SUBSTRING && i > 0 ? TYPE(.type = COLUMN_INTEGER) : TYPE(.type = COLUMN_TEXT);
    case TAKES_NUMBER:
        return as_number(own);
    case TAKES_DAY:
        if (c->function == FUNCTION_START_OF && i == 0)
            return own;
        return TYPE(.type = COLUMN_DATE);
    case TAKES_TIME:
        return TYPE(.type = COLUMN_TIMESTAMP);
    case TAKES_BOOLEAN:
        return TYPE(.type = COLUMN_BOOLEAN);
    case TAKES_ALIKE:
        return type_common(ty, b, c->args, c->n);
    case TAKES_COMPARED:
        return compared_type(ty, b, c);
    case TAKES_ANY:
    case TAKES_OWN:
        break;
    }
    return own;
}
