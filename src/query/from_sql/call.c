/* call.c - functions of one row. Most have one in the form under another name; the others are made of several,
 * and only where that is equal for every value. */
#include "base/arena.h"
#include "base/str.h"
#include "query/from_sql/node.h"
#include <string.h>

/* What the arguments must be. */
enum wants { WANTS_ANY, WANTS_NUMBERS, WANTS_TEXT };

static const struct simple {
    const char *name;
    enum query_function function;
    size_t least, most;
    enum wants wants;
} simple[] = {
    { "+", FUNCTION_ADD, 2, 2, WANTS_NUMBERS },
    { "-", FUNCTION_SUBTRACT, 2, 2, WANTS_NUMBERS },
    { "*", FUNCTION_MULTIPLY, 2, 2, WANTS_NUMBERS },
    { "/", FUNCTION_DIVIDE, 2, 2, WANTS_NUMBERS },
    { "%", FUNCTION_MODULO, 2, 2, WANTS_NUMBERS },
    { "mod", FUNCTION_MODULO, 2, 2, WANTS_NUMBERS },
    { "-", FUNCTION_NEGATE, 1, 1, WANTS_NUMBERS },
    { "abs", FUNCTION_ABS, 1, 1, WANTS_NUMBERS },
    { "round", FUNCTION_ROUND, 1, 2, WANTS_NUMBERS },
    { "floor", FUNCTION_FLOOR, 1, 1, WANTS_NUMBERS },
    { "ceil", FUNCTION_CEILING, 1, 1, WANTS_NUMBERS },
    { "ceiling", FUNCTION_CEILING, 1, 1, WANTS_NUMBERS },
    { "sqrt", FUNCTION_SQRT, 1, 1, WANTS_NUMBERS },
    { "power", FUNCTION_POWER, 2, 2, WANTS_NUMBERS },
    { "pow", FUNCTION_POWER, 2, 2, WANTS_NUMBERS },
    { "**", FUNCTION_POWER, 2, 2, WANTS_NUMBERS },
    { "^", FUNCTION_POWER, 2, 2, WANTS_NUMBERS },
    { "ln", FUNCTION_LN, 1, 1, WANTS_NUMBERS },
    { "exp", FUNCTION_EXP, 1, 1, WANTS_NUMBERS },
    { "least", FUNCTION_LEAST, 2, QUERY_MANY, WANTS_ANY },
    { "greatest", FUNCTION_GREATEST, 2, QUERY_MANY, WANTS_ANY },
    { "length", FUNCTION_LENGTH, 1, 1, WANTS_TEXT },
    { "len", FUNCTION_LENGTH, 1, 1, WANTS_TEXT },
    { "char_length", FUNCTION_LENGTH, 1, 1, WANTS_TEXT },
    { "character_length", FUNCTION_LENGTH, 1, 1, WANTS_TEXT },
    { "lower", FUNCTION_LOWER, 1, 1, WANTS_TEXT },
    { "lcase", FUNCTION_LOWER, 1, 1, WANTS_TEXT },
    { "upper", FUNCTION_UPPER, 1, 1, WANTS_TEXT },
    { "ucase", FUNCTION_UPPER, 1, 1, WANTS_TEXT },
    { "trim", FUNCTION_TRIM, 1, 1, WANTS_TEXT },
    { "replace", FUNCTION_REPLACE, 3, 3, WANTS_TEXT },
    { "||", FUNCTION_CONCAT, 2, 2, WANTS_TEXT },
    { "~~", FUNCTION_LIKE, 2, 2, WANTS_TEXT },
    { "year", FUNCTION_YEAR, 1, 1, WANTS_ANY },
    { "quarter", FUNCTION_QUARTER, 1, 1, WANTS_ANY },
    { "month", FUNCTION_MONTH, 1, 1, WANTS_ANY },
    { "week", FUNCTION_WEEK, 1, 1, WANTS_ANY },
    { "weekofyear", FUNCTION_WEEK, 1, 1, WANTS_ANY },
    { "day", FUNCTION_DAY, 1, 1, WANTS_ANY },
    { "dayofmonth", FUNCTION_DAY, 1, 1, WANTS_ANY },
    { "isodow", FUNCTION_WEEKDAY, 1, 1, WANTS_ANY },
    { "hour", FUNCTION_HOUR, 1, 1, WANTS_ANY },
};

static const struct simple *find_simple(const char *name, size_t n)
{
    for (size_t i = 0; i < COUNT_OF(simple); i++)
        if (str_ieq(simple[i].name, name) && n >= simple[i].least && n <= simple[i].most)
            return &simple[i];
    return NULL;
}

static bool is_day(enum column_type type)
{
    return type == COLUMN_DATE || type == COLUMN_TIMESTAMP;
}

static const struct expr *call(struct tree_reader *r, enum query_function f, const struct list *l)
{
    return expr_call(r->arena, f, l->at, l->n);
}

/* A literal text; NULL. */
static const char *text_of(const struct expr *e)
{
    return e->kind == EXPR_LITERAL && e->literal.type == COLUMN_TEXT ? e->literal.text : NULL;
}

/* ---- numbers and days ---- */

static const struct expr *read_simple(struct tree_reader *r, const struct simple *f, const struct scope *s,
                                      struct list *l)
{
    for (size_t i = 0; i < l->n && f->wants != WANTS_ANY; i++) {
        if (f->wants == WANTS_NUMBERS && (is_day(type_of(s, l->at[i])) || type_of(s, l->at[i]) == COLUMN_BOOLEAN))
            return unsaid_expr(r, "reckoning with dates or truth values", NULL);
        l->at[i] = f->wants == WANTS_NUMBERS ? as_number(r, s, l->at[i]) : as_text(r, s, l->at[i]);
        if (!l->at[i])
            return NULL;
    }
    if (f->function >= FUNCTION_YEAR && f->function <= FUNCTION_HOUR && type_of(s, l->at[0]) == COLUMN_TEXT)
        return unsaid_expr(r, "a date's part of a text", NULL);
    return call(r, f->function, l);
}

/* "//" of whole numbers alone rounds. */
static const struct expr *read_div(struct tree_reader *r, const struct scope *s, const struct list *l)
{
    if (l->n != 2 || type_of(s, l->at[0]) != COLUMN_INTEGER || type_of(s, l->at[1]) != COLUMN_INTEGER)
        return unsaid_expr(r, "// of what may be no whole number", NULL);
    return call(r, FUNCTION_DIV, l);
}

static const struct expr *read_minus(struct tree_reader *r, const struct scope *s, struct list *l)
{
    if (type_of(s, l->at[0]) == COLUMN_DATE && type_of(s, l->at[1]) == COLUMN_DATE)
        return expr_call2(r->arena, FUNCTION_DAYS_BETWEEN, l->at[1], l->at[0]);
    return read_simple(r, find_simple("-", 2), s, l);
}

/* From 0, Sunday. */
static const struct expr *day_of_week(struct tree_reader *r, const struct scope *s, const struct expr *day)
{
    if (type_of(s, day) == COLUMN_TEXT)
        return unsaid_expr(r, "a date's part of a text", NULL);
    return expr_call2(r->arena, FUNCTION_MODULO, expr_call1(r->arena, FUNCTION_WEEKDAY, day), expr_int(r->arena, 7));
}

static const struct expr *read_date_part(struct tree_reader *r, const struct scope *s, struct list *l)
{
    const char *part = text_of(l->at[0]);
    const struct simple *f = part ? find_simple(part, 1) : NULL;
    struct list of = { .at = l->at + 1, .n = 1 };

    if (part && (str_ieq(part, "dow") || str_ieq(part, "weekday") || str_ieq(part, "dayofweek")))
        return day_of_week(r, s, l->at[1]);
    if (!f || f->function < FUNCTION_YEAR || f->function > FUNCTION_HOUR)
        return unsaid_expr(r, "the part of a date", part);
    return read_simple(r, f, s, &of);
}

static const struct expr *read_date_trunc(struct tree_reader *r, const struct scope *s, struct list *l)
{
    const char *unit = text_of(l->at[0]);

    if (!is_day(type_of(s, l->at[1])))
        return unsaid_expr(r, "date_trunc of what is no date", NULL);
    for (size_t i = 0; unit && query_units[i]; i++)
        if (str_ieq(query_units[i], unit)) {
            l->at[0] = expr_text(r->arena, query_units[i]);
            return call(r, FUNCTION_START_OF, l);
        }
    return unsaid_expr(r, "date_trunc to the unit", unit);
}

static const struct expr *read_days_between(struct tree_reader *r, const struct scope *s, struct list *l)
{
    const char *unit = text_of(l->at[0]);

    if (!unit || !str_ieq(unit, "day") || type_of(s, l->at[1]) != COLUMN_DATE || type_of(s, l->at[2]) != COLUMN_DATE)
        return unsaid_expr(r, "date_diff but of days between dates", NULL);
    return expr_call2(r->arena, FUNCTION_DAYS_BETWEEN, l->at[1], l->at[2]);
}

/* The parts of a day's text that a format stands for. */
static const struct {
    const char *format;
    long long from, n;
} formats[] = { { "%Y", 1, 4 },    { "%m", 6, 2 },    { "%d", 9, 2 },
                { "%Y-%m", 1, 7 }, { "%m-%d", 6, 5 }, { "%Y-%m-%d", 1, 10 } };

static const struct expr *read_strftime(struct tree_reader *r, const struct scope *s, const struct list *l)
{
    const char *format = text_of(l->at[0]) ? text_of(l->at[0]) : text_of(l->at[1]);
    const struct expr *day = text_of(l->at[0]) ? l->at[1] : l->at[0];
    const struct expr *args[3];

    if (!is_day(type_of(s, day)))
        return unsaid_expr(r, "strftime of what is no date", NULL);
    for (size_t i = 0; format && i < COUNT_OF(formats); i++)
        if (strcmp(formats[i].format, format) == 0) {
            args[0] = expr_call1(r->arena, FUNCTION_TEXT, day);
            args[1] = expr_int(r->arena, formats[i].from);
            args[2] = expr_int(r->arena, formats[i].n);
            return expr_call(r->arena, FUNCTION_SUBSTRING, args, COUNT_OF(args));
        }
    return unsaid_expr(r, "strftime with the format", format);
}

/* ---- texts ---- */

/* From which character below 1, and how many below 0, mean other things to each engine. */
static const struct expr *read_substring(struct tree_reader *r, const struct scope *s, struct list *l)
{
    l->at[0] = as_text(r, s, l->at[0]);
    for (size_t i = 1; i < l->n; i++)
        if (l->at[i]->kind == EXPR_LITERAL &&
            (l->at[i]->literal.type != COLUMN_INTEGER || !l->at[i]->literal.text || l->at[i]->literal.text[0] == '-' ||
             (i == 1 && strcmp(l->at[i]->literal.text, "0") == 0)))
            return unsaid_expr(r, "substring from before the first character", NULL);
    return call(r, FUNCTION_SUBSTRING, l);
}

/* concat() leaves empty values out, "||" gives an empty one. */
static const struct expr *read_concat(struct tree_reader *r, const struct scope *s, struct list *l)
{
    for (size_t i = 0; i < l->n; i++) {
        l->at[i] = as_text(r, s, l->at[i]);
        if (!never_empty(l->at[i]))
            l->at[i] = expr_call2(r->arena, FUNCTION_COALESCE, l->at[i], expr_text(r->arena, ""));
    }
    return l->n == 1 ? l->at[0] : call_many(r, FUNCTION_CONCAT, l->at, l->n);
}

/* A pattern of letters with "%" before it, behind it, or both, as the form has it; NULL for any other. */
static const struct expr *without_case(struct tree_reader *r, const struct expr *x, const char *pattern)
{
    size_t n = strlen(pattern), before = n > 0 && pattern[0] == '%', behind = n > 1 && pattern[n - 1] == '%';
    const char *word;

    if (n <= before + behind)
        return NULL;
    word = arena_dup(r->arena, pattern + before, n - before - behind);
    if (strpbrk(word, "%_\\"))
        return NULL;
    return expr_call2(r->arena,
                      before && behind ? FUNCTION_CONTAINS
                      : before         ? FUNCTION_ENDS
                      : behind         ? FUNCTION_STARTS
                                       : FUNCTION_SAME,
                      x, expr_text(r->arena, word));
}

static const struct expr *read_ilike(struct tree_reader *r, const struct scope *s, struct list *l)
{
    const char *pattern = text_of(l->at[1]);
    const struct expr *x = as_text(r, s, l->at[0]), *made = pattern ? without_case(r, x, pattern) : NULL;

    if (made)
        return made;
    return expr_call2(r->arena, FUNCTION_LIKE, expr_call1(r->arena, FUNCTION_LOWER, x),
                      expr_call1(r->arena, FUNCTION_LOWER, as_text(r, s, l->at[1])));
}

/* contains('x') and the like tell upper from lower case. */
static const struct expr *read_part_of_text(struct tree_reader *r, const struct scope *s, const struct list *l,
                                            const char *pattern)
{
    const char *word = text_of(l->at[1]);

    if (!word || strpbrk(word, "%_\\"))
        return unsaid_expr(r, "a search in a text but for plain words", NULL);
    return expr_call2(r->arena, FUNCTION_LIKE, as_text(r, s, l->at[0]),
                      expr_text(r->arena, arena_printf(r->arena, "%s%s%s", pattern[0] == '%' ? "%" : "", word,
                                                       pattern[1] == '%' ? "%" : "")));
}

/* ---- choices ---- */

static const struct expr *read_nullif(struct tree_reader *r, const struct scope *s, struct list *l)
{
    const struct expr *x = l->at[0], *y = l->at[1], *args[3];

    if (agree(r, s, &x, &y))
        return NULL;
    args[0] = expr_call2(r->arena, FUNCTION_EQ, x, y);
    args[1] = expr_empty(r->arena);
    args[2] = l->at[0];
    return expr_call(r->arena, FUNCTION_CASE, args, COUNT_OF(args));
}

static const struct expr * not(struct tree_reader * r, const struct expr *e)
{
    return e ? expr_call1(r->arena, FUNCTION_NOT, e) : NULL;
}

/* Functions that are made of others, by name and number of arguments. */
static const struct expr *read_special(struct tree_reader *r, const char *name, const struct scope *s, struct list *l)
{
    size_t n = l->n;

    if (n == 2 && str_ieq(name, "//"))
        return read_div(r, s, l);
    if (n == 2 && (str_ieq(name, "-") || str_ieq(name, "subtract")))
        return read_minus(r, s, l);
    if (n == 1 && str_ieq(name, "+"))
        return l->at[0];
    if (n == 2 && (str_ieq(name, "date_part") || str_ieq(name, "datepart")))
        return read_date_part(r, s, l);
    if (n == 1 && (str_ieq(name, "dayofweek") || str_ieq(name, "weekday")))
        return day_of_week(r, s, l->at[0]);
    if (n == 2 && (str_ieq(name, "date_trunc") || str_ieq(name, "datetrunc")))
        return read_date_trunc(r, s, l);
    if (n == 3 && (str_ieq(name, "date_diff") || str_ieq(name, "datediff")))
        return read_days_between(r, s, l);
    if (n == 2 && str_ieq(name, "strftime"))
        return read_strftime(r, s, l);
    if ((n == 2 || n == 3) && (str_ieq(name, "substring") || str_ieq(name, "substr")))
        return read_substring(r, s, l);
    if (n >= 1 && str_ieq(name, "concat"))
        return read_concat(r, s, l);
    if (n == 2 && str_ieq(name, "~~*"))
        return read_ilike(r, s, l);
    if (n == 2 && str_ieq(name, "!~~*"))
        return not(r, read_ilike(r, s, l));
    if (n == 2 && str_ieq(name, "!~~"))
        return not(r, read_simple(r, find_simple("~~", 2), s, l));
    if (n == 2 && str_ieq(name, "contains"))
        return read_part_of_text(r, s, l, "%%");
    if (n == 2 && (str_ieq(name, "starts_with") || str_ieq(name, "prefix") || str_ieq(name, "^@")))
        return read_part_of_text(r, s, l, ".%");
    if (n == 2 && (str_ieq(name, "ends_with") || str_ieq(name, "suffix")))
        return read_part_of_text(r, s, l, "%.");
    if (n == 2 && str_ieq(name, "nullif"))
        return read_nullif(r, s, l);
    if (n == 2 && str_ieq(name, "ifnull"))
        return call(r, FUNCTION_COALESCE, l);
    return unsaid_expr(r, "the function", name);
}

static bool is_special(const char *name, size_t n)
{
    return n == 2 && str_ieq(name, "-");
}

const struct expr *tree_function(struct tree_reader *r, const struct json *e, const struct scope *s)
{
    const char *name = json_get_text(e, "function_name");
    const struct simple *f;
    const struct expr *made;
    struct list l = { 0 };
    bool is_aggregate = false;

    if (!name)
        return unsaid_expr(r, "a function without a name", NULL);
    made = tree_aggregate(r, e, s, &is_aggregate);
    if (is_aggregate)
        return made;
    if (json_get_truth(e, "distinct") || json_is(json_get(e, "filter"), JSON_OBJECT))
        return unsaid_expr(r, "the aggregate", name);
    if (tree_list(r, json_get(e, "children"), s, &l))
        return NULL;
    f = find_simple(name, l.n);
    return f && !is_special(name, l.n) ? read_simple(r, f, s, &l) : read_special(r, name, s, &l);
}
