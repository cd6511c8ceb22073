/* type.c - the types of expressions, as far as they matter to what SQL leaves unsaid: a text beside a date is
 * read as a date, beside a number as a number. */
#include "base/arena.h"
#include "base/str.h"
#include "query/from_sql/node.h"
#include <string.h>

/* ---- types ---- */

static enum column_type both(enum column_type x, enum column_type y)
{
    if (x == y)
        return x;
    if (x == TYPE_UNKNOWN || y == TYPE_UNKNOWN || !column_is_number(x) || !column_is_number(y))
        return TYPE_UNKNOWN;
    return x == COLUMN_FLOAT || y == COLUMN_FLOAT ? COLUMN_FLOAT : COLUMN_DECIMAL;
}

/* What the values of a CASE or a COALESCE have in common; an empty one fits anything. */
static enum column_type common(const struct scope *s, const struct expr_call *c)
{
    bool is_case = c->function == FUNCTION_CASE;
    enum column_type type = TYPE_UNKNOWN;
    bool any = false;

    for (size_t i = 0; i < c->n; i++) {
        if ((is_case && i % 2 == 0 && i + 1 < c->n) || is_empty_literal(c->args[i]))
            continue;
        type = any ? both(type, type_of(s, c->args[i])) : type_of(s, c->args[i]);
        any = true;
    }
    return any ? type : TYPE_UNKNOWN;
}

/* What a function gives, where that does not depend on its arguments. */
static const struct {
    enum query_function first, last;
    enum column_type type;
} gives[] = {
    { FUNCTION_AND, FUNCTION_IS_EMPTY, COLUMN_BOOLEAN },
    { FUNCTION_DIVIDE, FUNCTION_DIVIDE, COLUMN_FLOAT },
    { FUNCTION_DIV, FUNCTION_DIV, COLUMN_INTEGER },
    { FUNCTION_SQRT, FUNCTION_EXP, COLUMN_FLOAT },
    { FUNCTION_LENGTH, FUNCTION_LENGTH, COLUMN_INTEGER },
    { FUNCTION_LOWER, FUNCTION_CONCAT, COLUMN_TEXT },
    { FUNCTION_NUMBER, FUNCTION_NUMBER, COLUMN_FLOAT },
    { FUNCTION_WHOLE, FUNCTION_WHOLE, COLUMN_INTEGER },
    { FUNCTION_DATE, FUNCTION_DATE, COLUMN_DATE },
    { FUNCTION_TEXT, FUNCTION_TEXT, COLUMN_TEXT },
    { FUNCTION_YEAR, FUNCTION_HOUR, COLUMN_INTEGER },
    { FUNCTION_START_OF, FUNCTION_START_OF, COLUMN_DATE },
    { FUNCTION_DAYS_BETWEEN, FUNCTION_DAYS_BETWEEN, COLUMN_INTEGER },
};

static enum column_type call_type(const struct scope *s, const struct expr_call *c)
{
    for (size_t i = 0; i < COUNT_OF(gives); i++)
        if (c->function >= gives[i].first && c->function <= gives[i].last)
            return gives[i].type;
    if (c->function == FUNCTION_CASE || c->function == FUNCTION_COALESCE || c->function == FUNCTION_LEAST ||
        c->function == FUNCTION_GREATEST)
        return common(s, c);
    if (c->n == 2 && c->function != FUNCTION_ROUND)
        return both(type_of(s, c->args[0]), type_of(s, c->args[1]));
    return type_of(s, c->args[0]);
}

static enum column_type aggregate_type(const struct scope *s, const struct expr_aggregate *g)
{
    switch (query_aggregate_info(g->function)->gives) {
    case GIVES_SAME:
        return type_of(s, g->arg);
    case GIVES_WHOLE:
        return COLUMN_INTEGER;
    case GIVES_REAL:
        break;
    }
    return COLUMN_FLOAT;
}

static enum column_type query_type(const struct query *q)
{
    while (q->kind != QUERY_BLOCK)
        q = q->left;
    if (q->n_outputs != 1)
        return TYPE_UNKNOWN;
    if (q->outputs[0].expr->kind == EXPR_AGGREGATE && q->outputs[0].expr->aggregate.function == AGGREGATE_COUNT)
        return COLUMN_INTEGER;
    return TYPE_UNKNOWN;
}

enum column_type type_of(const struct scope *s, const struct expr *e)
{
    const struct shape_column *c;

    switch (e->kind) {
    case EXPR_COLUMN:
        c = shape_column_of(s, &e->column);
        return c ? c->type : TYPE_UNKNOWN;
    case EXPR_LITERAL:
        return e->literal.text ? e->literal.type : TYPE_UNKNOWN;
    case EXPR_CALL:
        return call_type(s, &e->call);
    case EXPR_AGGREGATE:
        return aggregate_type(s, &e->aggregate);
    case EXPR_WINDOW:
        return e->window.arg ? type_of(s, e->window.arg) : COLUMN_INTEGER;
    case EXPR_QUERY:
        return query_type(e->query.query);
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        return COLUMN_BOOLEAN;
    case EXPR_PLACE:
        return COLUMN_INTEGER;
    }
    return TYPE_UNKNOWN;
}

bool is_empty_literal(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && !e->literal.text;
}

bool never_empty(const struct expr *e)
{
    if (e->kind == EXPR_AGGREGATE)
        return e->aggregate.function == AGGREGATE_COUNT;
    return e->kind == EXPR_LITERAL && e->literal.text;
}

/* ---- literals ---- */

static bool is_literal_text(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && e->literal.type == COLUMN_TEXT && e->literal.text;
}

static size_t digits(const char *p)
{
    return strspn(p, "0123456789");
}

/* "-12" and "-12.50"; how the type is, TYPE_UNKNOWN for what is no plain number. */
static enum column_type number_type(const char *text)
{
    const char *p = text + (*text == '-');
    size_t whole = digits(p);

    if (whole == 0 || whole > 18)
        return TYPE_UNKNOWN;
    p += whole;
    if (!*p)
        return COLUMN_INTEGER;
    if (*p != '.' || digits(p + 1) == 0 || digits(p + 1) > 18 || p[1 + digits(p + 1)])
        return TYPE_UNKNOWN;
    return COLUMN_DECIMAL;
}

/* The number without zeros before it, as a literal of its type has it. */
static const char *plain_number(struct arena *a, const char *text)
{
    const char *sign = *text == '-' ? "-" : "", *p = text + (*text == '-');

    while (*p == '0' && str_is_digit(p[1]))
        p++;
    return arena_printf(a, "%s%s", sign, p);
}

/* "2024-01-31". */
static bool is_date(const char *text)
{
    return digits(text) == 4 && text[4] == '-' && digits(text + 5) == 2 && text[7] == '-' && digits(text + 8) == 2 &&
           (!text[10] || text[10] == ' ' || text[10] == 'T');
}

/* "2024-01-31 08:15:00". */
static bool is_time(const char *text)
{
    return is_date(text) && text[10] && digits(text + 11) == 2 && text[13] == ':' && digits(text + 14) == 2 &&
           text[16] == ':' && digits(text + 17) == 2 && !text[19];
}

static const struct expr *boolean(struct arena *a, const char *text)
{
    static const char *const words[] = { "true", "false", "t", "f", "yes", "no", "y", "n", "1", "0" };

    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_ieq(text, words[i]))
            return expr_literal(a, COLUMN_BOOLEAN, i % 2 ? "false" : "true");
    return NULL;
}

static const struct expr *date_or_time(struct arena *a, enum column_type type, const char *text)
{
    if (!is_date(text) || (text[10] && !is_time(text)))
        return NULL;
    if (type == COLUMN_DATE)
        return expr_literal(a, type, arena_dup(a, text, 10));
    return expr_literal(a, type, arena_printf(a, "%.10s %s", text, text[10] ? text + 11 : "00:00:00"));
}

/* The text as a value of the type; NULL when it is none. */
static const struct expr *literal_as(struct arena *a, enum column_type type, const char *text)
{
    enum column_type number = number_type(text);

    if (type == COLUMN_BOOLEAN)
        return boolean(a, text);
    if (type == COLUMN_DATE || type == COLUMN_TIMESTAMP)
        return date_or_time(a, type, text);
    if (number == TYPE_UNKNOWN || (type == COLUMN_INTEGER && number != COLUMN_INTEGER))
        return NULL;
    return expr_literal(a, number, plain_number(a, text));
}

/* ---- comparing ---- */

const struct expr *as_number(struct tree_reader *r, const struct scope *s, const struct expr *e)
{
    const struct expr *number;

    if (type_of(s, e) != COLUMN_TEXT)
        return e;
    if (!is_literal_text(e))
        return expr_call1(r->arena, FUNCTION_NUMBER, e);
    number = literal_as(r->arena, COLUMN_DECIMAL, e->literal.text);
    return number ? number : unsaid_expr(r, "a text in place of a number", NULL);
}

const struct expr *as_text(struct tree_reader *r, const struct scope *s, const struct expr *e)
{
    enum column_type type = type_of(s, e);

    return type == COLUMN_TEXT || type == TYPE_UNKNOWN ? e : expr_call1(r->arena, FUNCTION_TEXT, e);
}

static bool is_day(enum column_type type)
{
    return type == COLUMN_DATE || type == COLUMN_TIMESTAMP;
}

/* x is a text and y is not. */
static int agree_text(struct tree_reader *r, const struct expr **x, enum column_type other)
{
    const struct expr *as;

    if (is_literal_text(*x)) {
        as = literal_as(r->arena, other, (*x)->literal.text);
        if (!as)
            return unsaid(r, "a text compared with a %s", column_type_name(other));
        *x = as;
        return 0;
    }
    if (column_is_number(other))
        *x = expr_call1(r->arena, FUNCTION_NUMBER, *x);
    else if (other == COLUMN_DATE)
        *x = expr_call1(r->arena, FUNCTION_DATE, *x);
    else
        return unsaid(r, "a text column compared with a %s", column_type_name(other));
    return 0;
}

/* x is a boolean and y is a number: only 1 and 0 can be meant. */
static int agree_boolean(struct tree_reader *r, const struct expr **y)
{
    const struct expr *as = (*y)->kind == EXPR_LITERAL ? boolean(r->arena, (*y)->literal.text) : NULL;

    if (!as)
        return unsaid(r, "a truth value compared with a number");
    *y = as;
    return 0;
}

int agree(struct tree_reader *r, const struct scope *s, const struct expr **x, const struct expr **y)
{
    enum column_type tx = type_of(s, *x), ty = type_of(s, *y);

    if (tx == TYPE_UNKNOWN || ty == TYPE_UNKNOWN || tx == ty || (column_is_number(tx) && column_is_number(ty)) ||
        (is_day(tx) && is_day(ty)))
        return 0;
    if (tx == COLUMN_TEXT)
        return agree_text(r, x, ty);
    if (ty == COLUMN_TEXT)
        return agree_text(r, y, tx);
    if (tx == COLUMN_BOOLEAN && column_is_number(ty))
        return agree_boolean(r, y);
    if (ty == COLUMN_BOOLEAN && column_is_number(tx))
        return agree_boolean(r, x);
    return unsaid(r, "a %s compared with a %s", column_type_name(tx), column_type_name(ty));
}

/* ---- constants ---- */

/* A decimal is given as a whole number and how many of its digits stand behind the point. */
static const char *scaled(struct arena *a, const char *whole, int64_t scale)
{
    const char *sign = *whole == '-' ? "-" : "", *p = whole + (*whole == '-');
    size_t n = strlen(p), behind = (size_t)scale;

    if (n <= behind)
        p = arena_printf(a, "%0*d%s", (int)(behind + 1 - n), 0, p), n = behind + 1;
    return arena_printf(a, "%s%.*s.%s", sign, (int)(n - behind), p, p + n - behind);
}

static const struct expr *decimal(struct tree_reader *r, const struct json *type, const char *whole)
{
    int64_t scale = json_get_int(json_get(type, "type_info"), "scale", 0);

    if (scale < 0 || scale > 38)
        return unsaid_expr(r, "such a number", NULL);
    return scale ? expr_literal(r->arena, COLUMN_DECIMAL, scaled(r->arena, whole, scale))
                 : expr_literal(r->arena, COLUMN_INTEGER, whole);
}

static const struct expr *real(struct tree_reader *r, const char *text)
{
    if (!strpbrk(text, "eE"))
        text = arena_printf(r->arena, "%se0", text);
    return expr_literal(r->arena, COLUMN_FLOAT, text);
}

const struct expr *tree_constant(struct tree_reader *r, const struct json *constant)
{
    const struct json *value = json_get(constant, "value"), *type = json_get(value, "type"),
                      *v = json_get(value, "value");
    const char *id = json_get_text(type, "id"), *text = json_text(v, NULL), *number = json_digits(v);

    if (!id)
        return unsaid_expr(r, "a value without a type", NULL);
    if (json_get_truth(value, "is_null"))
        return expr_empty(r->arena);
    if (strcmp(id, "VARCHAR") == 0 && text)
        return expr_text(r->arena, text);
    if (strcmp(id, "BOOLEAN") == 0 && json_is(v, JSON_BOOL))
        return expr_literal(r->arena, COLUMN_BOOLEAN, json_truth(v) ? "true" : "false");
    if (!number)
        return unsaid_expr(r, "a value of the type", id);
    if (strcmp(id, "INTEGER") == 0 || strcmp(id, "BIGINT") == 0)
        return expr_literal(r->arena, COLUMN_INTEGER, number);
    if (strcmp(id, "DECIMAL") == 0 && json_is_int(v))
        return decimal(r, type, number);
    return strcmp(id, "DOUBLE") == 0 ? real(r, number) : unsaid_expr(r, "a value of the type", id);
}

/* A scalar of the caller's. */
static const struct expr *parameter_value(struct tree_reader *r, const struct json *v)
{
    const char *number = json_digits(v);

    if (json_is(v, JSON_NULL))
        return expr_empty(r->arena);
    if (json_is(v, JSON_BOOL))
        return expr_literal(r->arena, COLUMN_BOOLEAN, json_truth(v) ? "true" : "false");
    if (json_text(v, NULL))
        return expr_text(r->arena, json_text(v, NULL));
    if (!number)
        return unsaid_expr(r, "a parameter that was not given", NULL);
    if (number_type(number) != TYPE_UNKNOWN)
        return expr_literal(r->arena, number_type(number), number);
    return real(r, number);
}

const struct expr *tree_parameter(struct tree_reader *r, const struct json *parameter)
{
    const char *name = json_get_text(parameter, "identifier");
    size_t i = 0;

    if (!name || digits(name) == 0 || name[digits(name)] || digits(name) > 4)
        return unsaid_expr(r, "a parameter with a name", NULL);
    for (const char *p = name; *p; p++)
        i = i * 10 + (size_t)(*p - '0');
    return parameter_value(r, i > 0 ? json_at(r->in->params, i - 1) : NULL);
}

/* ---- casts ---- */

static bool is_one(const char *word, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

/* Digits behind the point. */
static size_t places(const char *number)
{
    const char *point = strchr(number, '.');

    return point ? strlen(point + 1) : 0;
}

/* A literal that a CAST to a number does not change, or only reads. */
static const struct expr *cast_literal_number(struct arena *a, const struct json *type, const struct expr *e)
{
    const char *id = json_get_text(type, "id");
    int64_t scale = json_get_int(json_get(type, "type_info"), "scale", 3);
    const struct expr *number = is_literal_text(e) ? literal_as(a, COLUMN_DECIMAL, e->literal.text) : e;

    if (!number || number->kind != EXPR_LITERAL || !number->literal.text || !column_is_number(number->literal.type))
        return NULL;
    if (strcmp(id, "DOUBLE") == 0)
        return is_literal_text(e) ? expr_literal(a, COLUMN_FLOAT, arena_printf(a, "%se0", number->literal.text)) : e;
    if (number->literal.type == COLUMN_FLOAT)
        return NULL;
    if (strcmp(id, "DECIMAL") == 0)
        return scale >= 0 && places(number->literal.text) <= (size_t)scale ? number : NULL;
    return number->literal.type == COLUMN_INTEGER ? number : NULL;
}

static const struct expr *cast_number(struct tree_reader *r, const struct json *type, const struct scope *s,
                                      const struct expr *e)
{
    const struct json *info = json_get(type, "type_info");
    bool is_decimal = strcmp(json_get_text(type, "id"), "DECIMAL") == 0;

    if (type_of(s, e) == COLUMN_BOOLEAN || is_day(type_of(s, e)))
        return unsaid_expr(r, "a CAST to a number of what is none", NULL);
    e = as_number(r, s, e);
    if (!e || !is_decimal)
        return e;
    return expr_call2(r->arena, FUNCTION_ROUND, e, expr_int(r->arena, json_get_int(info, "scale", info ? 0 : 3)));
}

static const struct expr *cast_time(struct tree_reader *r, const struct scope *s, const struct expr *e)
{
    if (is_literal_text(e))
        e = date_or_time(r->arena, COLUMN_TIMESTAMP, e->literal.text);
    if (e && type_of(s, e) == COLUMN_TIMESTAMP)
        return e;
    return unsaid_expr(r, "a CAST to a time", NULL);
}

static const struct expr *cast_literal(struct tree_reader *r, enum column_type type, const struct expr *e)
{
    const struct expr *as = is_literal_text(e) ? literal_as(r->arena, type, e->literal.text) : NULL;

    if (as || type == COLUMN_DATE)
        return as ? as : expr_call1(r->arena, FUNCTION_DATE, e);
    return unsaid_expr(r, "a CAST to a truth value", NULL);
}

const struct expr *tree_cast(struct tree_reader *r, const struct json *cast, const struct scope *s)
{
    static const char *const wholes[] = { "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT" };
    static const char *const numbers[] = { "DOUBLE", "DECIMAL" };
    const struct json *type = json_get(cast, "cast_type");
    const char *id = json_get_text(type, "id");
    const struct expr *e = tree_value(r, json_get(cast, "child"), s), *literal;
    bool is_whole = id && is_one(id, wholes, COUNT_OF(wholes));

    if (!e)
        return NULL;
    if (!id)
        return unsaid_expr(r, "a CAST without a type", NULL);
    literal = is_whole || is_one(id, numbers, COUNT_OF(numbers)) ? cast_literal_number(r->arena, type, e) : NULL;
    if (literal || is_empty_literal(e))
        return literal ? literal : e;
    if (is_whole)
        return type_of(s, e) == COLUMN_INTEGER ? e : expr_call1(r->arena, FUNCTION_WHOLE, e);
    if (is_one(id, numbers, COUNT_OF(numbers)))
        return cast_number(r, type, s, e);
    if (strcmp(id, "VARCHAR") == 0)
        return type_of(s, e) == COLUMN_TEXT ? e : expr_call1(r->arena, FUNCTION_TEXT, e);
    if (strcmp(id, "DATE") == 0)
        return type_of(s, e) == COLUMN_DATE ? e : cast_literal(r, COLUMN_DATE, e);
    if (strcmp(id, "BOOLEAN") == 0)
        return type_of(s, e) == COLUMN_BOOLEAN ? e : cast_literal(r, COLUMN_BOOLEAN, e);
    return strcmp(id, "TIMESTAMP") == 0 ? cast_time(r, s, e) : unsaid_expr(r, "a CAST to", id);
}
