/* transform_term.c - terms read from left to right: columns, numbers, functions and brackets, with signs between.
 *
 * Where several columns' names fit, the longest is taken: with a column "a-b" there, a-b is that column and a - b is a
 * difference. Brackets may stand DEPTH deep. What a function is in the form stands in one table; those of periods give
 * texts, as people write them: 2024-03, 2024-Q1, 2024-W07.
 */
#include "agents/analyst/transform_term.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "query/query.h"
#include <ctype.h>
#include <string.h>

#define DEPTH 16 /* round(number(a) / (b + c), 2) has three */

struct parse {
    struct term_scope *scope;
    const char *p; /* what is left of the text */
    int depth;
    enum term_type type; /* of what was read last */
};

/* ---- functions ---- */

typedef const struct expr *maker(struct parse *t, const struct expr *x);

static const struct expr *text_of(struct parse *t, const struct expr *x)
{
    return expr_call1(t->scope->a, FUNCTION_TEXT, x);
}

static const struct expr *joined(struct parse *t, const struct expr *x, const char *between, const struct expr *y)
{
    const struct expr *parts[] = { text_of(t, x), expr_text(t->scope->a, between), text_of(t, y) };

    return expr_call(t->scope->a, FUNCTION_CONCAT, parts, COUNT_OF(parts));
}

static const struct expr *make_month(struct parse *t, const struct expr *x)
{
    struct arena *a = t->scope->a;
    const struct expr *first = expr_call2(a, FUNCTION_START_OF, expr_text(a, "month"), x);
    const struct expr *parts[] = { text_of(t, first), expr_int(a, 1), expr_int(a, 7) };

    return expr_call(a, FUNCTION_SUBSTRING, parts, COUNT_OF(parts));
}

static const struct expr *make_quarter(struct parse *t, const struct expr *x)
{
    struct arena *a = t->scope->a;

    return joined(t, expr_call1(a, FUNCTION_YEAR, x), "-Q", expr_call1(a, FUNCTION_QUARTER, x));
}

/* A week belongs to the year that most of its days are in: the last days of December to the next, the first of January
 * to the one before. */
static const struct expr *make_week(struct parse *t, const struct expr *x)
{
    struct arena *a = t->scope->a;
    const struct expr *week = expr_call1(a, FUNCTION_WEEK, x), *month = expr_call1(a, FUNCTION_MONTH, x);
    const struct expr *year = expr_call1(a, FUNCTION_YEAR, x), *one = expr_int(a, 1);
    const struct expr *next = expr_call2(a, FUNCTION_AND, expr_call2(a, FUNCTION_EQ, month, expr_int(a, 12)),
                                         expr_call2(a, FUNCTION_EQ, week, one));
    const struct expr *last = expr_call2(a, FUNCTION_AND, expr_call2(a, FUNCTION_EQ, month, one),
                                         expr_call2(a, FUNCTION_GE, week, expr_int(a, 52)));
    const struct expr *cases[] = { next, expr_call2(a, FUNCTION_ADD, year, one), last,
                                   expr_call2(a, FUNCTION_SUBTRACT, year, one), year };
    const struct expr *short_week = expr_call2(a, FUNCTION_LT, week, expr_int(a, 10));
    const struct expr *padded[] = { short_week, expr_text(a, "-W0"), expr_text(a, "-W") };
    const struct expr *parts[] = { text_of(t, expr_call(a, FUNCTION_CASE, cases, COUNT_OF(cases))),
                                   expr_call(a, FUNCTION_CASE, padded, COUNT_OF(padded)), text_of(t, week) };

    return expr_call(a, FUNCTION_CONCAT, parts, COUNT_OF(parts));
}

static const struct expr *make_weekday(struct parse *t, const struct expr *x)
{
    static const char *const names[] = { "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" };
    struct arena *a = t->scope->a;
    const struct expr *cases[2 * COUNT_OF(names)], *day = expr_call1(a, FUNCTION_WEEKDAY, x);

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        cases[2 * i] = expr_call2(a, FUNCTION_EQ, day, expr_int(a, (long long)i + 1));
        cases[2 * i + 1] = expr_text(a, names[i]);
    }
    return expr_call(a, FUNCTION_CASE, cases, COUNT_OF(cases));
}

static const struct expr *window(struct parse *t, enum query_window f, const struct expr *arg,
                                 const struct ordering *order, size_t n)
{
    struct expr_window w = { .function = f, .arg = arg, .order = order, .n_order = n, .number = 1 };

    return expr_new(t->scope->a, &(struct expr){ .kind = EXPR_WINDOW, .window = w });
}

static const struct expr *in_order(struct parse *t, enum query_window f, const struct expr *arg)
{
    t->scope->wants_order |= t->scope->n_order == 0;
    return window(t, f, arg, t->scope->order, t->scope->n_order);
}

static const struct expr *make_share(struct parse *t, const struct expr *x)
{
    return window(t, WINDOW_SHARE, x, NULL, 0);
}

static const struct expr *make_rank(struct parse *t, const struct expr *x)
{
    struct ordering *order = arena_alloc(t->scope->a, sizeof *order);

    *order = (struct ordering){ .by = x, .descending = true };
    return window(t, WINDOW_RANK, NULL, order, 1);
}

static const struct expr *make_change(struct parse *t, const struct expr *x)
{
    return in_order(t, WINDOW_CHANGE, x);
}

/* From a loss, too, more is growth. */
static const struct expr *make_growth(struct parse *t, const struct expr *x)
{
    struct arena *a = t->scope->a;

    return expr_call2(a, FUNCTION_DIVIDE, in_order(t, WINDOW_CHANGE, x),
                      expr_call1(a, FUNCTION_ABS, in_order(t, WINDOW_PREVIOUS, x)));
}

static const struct expr *make_running(struct parse *t, const struct expr *x)
{
    return in_order(t, WINDOW_RUNNING, expr_aggregate(t->scope->a, AGGREGATE_SUM, x));
}

/* A text that is no number is a mistake here, and is looked for before anything is run. */
static const struct expr *make_number(struct parse *t, const struct expr *x)
{
    struct term_scope *s = t->scope;

    if (t->type == TERM_TEXT)
        s->numbers = exprs_with(s->a, s->numbers, s->n_numbers++, x);
    return expr_call1(s->a, FUNCTION_NUMBER, x);
}

static const struct function {
    const char *name;
    enum term_type gives;
    enum query_function function; /* the form's own, where there is no maker */
    maker *make;
    bool takes_number; /* round(x, 2) */
} functions[] = {
    { "year", TERM_OTHER, FUNCTION_YEAR, NULL, false },
    { "quarter", TERM_TEXT, FUNCTIONS_END, make_quarter, false },
    { "month", TERM_TEXT, FUNCTIONS_END, make_month, false },
    { "week", TERM_TEXT, FUNCTIONS_END, make_week, false },
    { "day", TERM_DATE, FUNCTION_DATE, NULL, false },
    { "date", TERM_DATE, FUNCTION_DATE, NULL, false },
    { "weekday", TERM_TEXT, FUNCTIONS_END, make_weekday, false },
    { "hour", TERM_OTHER, FUNCTION_HOUR, NULL, false },
    { "round", TERM_OTHER, FUNCTION_ROUND, NULL, true },
    { "abs", TERM_OTHER, FUNCTION_ABS, NULL, false },
    { "floor", TERM_OTHER, FUNCTION_FLOOR, NULL, false },
    { "ceil", TERM_OTHER, FUNCTION_CEILING, NULL, false },
    { "lower", TERM_TEXT, FUNCTION_LOWER, NULL, false },
    { "upper", TERM_TEXT, FUNCTION_UPPER, NULL, false },
    { "trim", TERM_TEXT, FUNCTION_TRIM, NULL, false },
    { "length", TERM_OTHER, FUNCTION_LENGTH, NULL, false },
    { "text", TERM_TEXT, FUNCTION_TEXT, NULL, false },
    { "number", TERM_OTHER, FUNCTIONS_END, make_number, false },
    { "number_or_null", TERM_OTHER, FUNCTION_NUMBER, NULL, false },
    { "share", TERM_OTHER, FUNCTIONS_END, make_share, false },
    { "rank", TERM_OTHER, FUNCTIONS_END, make_rank, false },
    { "change", TERM_OTHER, FUNCTIONS_END, make_change, false },
    { "growth", TERM_OTHER, FUNCTIONS_END, make_growth, false },
    { "running", TERM_OTHER, FUNCTIONS_END, make_running, false },
};

static const struct function *function_of(const char *name, size_t n)
{
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (strlen(functions[i].name) == n && strncasecmp(functions[i].name, name, n) == 0)
            return &functions[i];
    return NULL;
}

/* ---- reading ---- */

const struct json *term_column(const struct json *columns, const char *name)
{
    for (size_t i = 0; i < json_len(columns); i++)
        if (str_same(json_get_text(json_at(columns, i), "name"), name))
            return json_at(columns, i);
    return NULL;
}

static enum term_type type_of(const struct json *column)
{
    const char *type = json_get_text(column, "type");

    if (str_ieq(type, "text") || str_ieq(type, "varchar"))
        return TERM_TEXT;
    if (str_ieq(type, "date"))
        return TERM_DATE;
    return str_starts(type, "time") || str_starts(type, "TIMESTAMP") || str_starts(type, "date") ? TERM_TIME
                                                                                                 : TERM_OTHER;
}

/* Each reads what it can, in the scope's arena; NULL: it is none. */
static const struct expr *read_sum(struct parse *t);

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || c == '_';
}

static void skip_blanks(struct parse *t)
{
    while (*t->p == ' ' || *t->p == '\t')
        t->p++;
}

static bool take(struct parse *t, char c)
{
    skip_blanks(t);
    if (*t->p != c)
        return false;
    t->p++;
    return true;
}

/* The longest column whose name stands at p and ends there. */
static const struct json *longest_at(const struct json *columns, const char *p, size_t *longest)
{
    const struct json *found = NULL;

    for (size_t i = 0; i < json_len(columns); i++) {
        const char *name = json_get_text(json_at(columns, i), "name");
        size_t n = strlen(name);
        if (n > *longest && strncasecmp(p, name, n) == 0 && !(is_word(p[n]) && is_word(name[n - 1]))) {
            found = json_at(columns, i);
            *longest = n;
        }
    }
    return found;
}

static const struct expr *read_column(struct parse *t)
{
    size_t n = 0;
    const struct json *c = longest_at(t->scope->columns, t->p, &n), *other = longest_at(t->scope->joined, t->p, &n);

    if (!c && !other)
        return NULL;
    if (t->p[n] == '(' && function_of(t->p, n))
        return NULL; /* month(x), of a table that has a column called month */
    t->p += n;
    t->type = type_of(other ? other : c);
    return expr_column(t->scope->a, other ? t->scope->with : t->scope->of, json_get_text(other ? other : c, "name"));
}

/* A plain number stands as it is: it cannot be anything else. */
static const struct expr *read_number(struct parse *t)
{
    const char *digits;
    size_t n = 0;

    while (str_is_digit(t->p[n]))
        n++;
    if (n > 0 && t->p[n] == '.' && str_is_digit(t->p[n + 1]))
        for (n++; str_is_digit(t->p[n]);)
            n++;
    if (n == 0 || n > DATA_NUMBER_BYTES || is_word(t->p[n]))
        return NULL;
    t->p += n;
    t->type = TERM_OTHER;
    digits = arena_dup(t->scope->a, t->p - n, n);
    return expr_literal(t->scope->a, strchr(digits, '.') ? COLUMN_DECIMAL : COLUMN_INTEGER, digits);
}

/* The digits of round(x, 2); false when there are some that cannot be. */
static bool read_digits(struct parse *t, const struct expr **ret)
{
    if (!take(t, ','))
        return true;
    skip_blanks(t);
    *ret = read_number(t);
    return *ret && strlen((*ret)->literal.text) <= 2 && !strchr((*ret)->literal.text, '.');
}

static const struct expr *read_function(struct parse *t)
{
    const struct function *f;
    const struct expr *args[2] = { NULL }, *made;
    size_t n = 0;

    while (is_word(t->p[n]))
        n++;
    f = n > 0 ? function_of(t->p, n) : NULL;
    t->p += f ? n : 0;
    if (!f || !take(t, '('))
        return NULL;
    args[0] = read_sum(t);
    if (!args[0] || (f->takes_number && !read_digits(t, &args[1])) || !take(t, ')'))
        return NULL;
    made = f->make ? f->make(t, args[0]) : expr_call(t->scope->a, f->function, args, args[1] ? 2 : 1);
    t->type = f->gives;
    return made;
}

static const struct expr *read_brackets(struct parse *t)
{
    const struct expr *inner;

    if (!take(t, '('))
        return NULL;
    inner = read_sum(t);
    return inner && take(t, ')') ? inner : NULL;
}

static const struct expr *read_factor(struct parse *t)
{
    static const struct expr *(*const readers[])(struct parse *) = { read_column, read_number, read_function,
                                                                     read_brackets };
    const struct expr *found = NULL;
    const char *begin;

    skip_blanks(t);
    begin = t->p;
    if (++t->depth > DEPTH)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(readers) && !found; i++) {
        t->p = begin;
        found = readers[i](t);
    }
    t->depth--;
    return found;
}

/* One or more, from left to right, with one of two signs between: a - b - c is (a - b) - c. */
static const struct expr *read_row(struct parse *t, const struct expr *(*read)(struct parse *), const char *signs,
                                   const enum query_function *functions_of)
{
    const struct expr *left = read(t), *right;

    while (left) {
        const char sign = (skip_blanks(t), *t->p);
        if (sign != signs[0] && sign != signs[1])
            break;
        t->p++;
        right = read(t);
        if (!right)
            return NULL;
        left = expr_call2(t->scope->a, functions_of[sign == signs[1]], left, right);
        t->type = TERM_OTHER;
    }
    return left;
}

static const struct expr *read_product(struct parse *t)
{
    return read_row(t, read_factor, "*/", (const enum query_function[]){ FUNCTION_MULTIPLY, FUNCTION_DIVIDE });
}

static const struct expr *read_sum(struct parse *t)
{
    return read_row(t, read_product, "+-", (const enum query_function[]){ FUNCTION_ADD, FUNCTION_SUBTRACT });
}

const struct expr *term_read(struct term_scope *s, const char *text, enum term_type *ret)
{
    struct parse t = { .scope = s, .p = text };
    const struct expr *e = read_sum(&t);

    skip_blanks(&t);
    *ret = e && !*t.p ? t.type : TERM_OTHER;
    return e && !*t.p ? e : expr_column(s->a, s->of, text);
}
