/* transform_term.c - terms read from left to right: columns, numbers, functions and brackets, with signs between.
 *
 * Where several columns' names fit, the longest is taken: with a column "a-b" there, a-b is that column and a - b is a
 * difference. Brackets may stand DEPTH deep.
 */
#include "agents/analyst/transform_term.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/sql.h"
#include "base/str.h"
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

/* Behind the argument comes `behind`; \x01 in it stands for the argument once more, \x02 for the order. */
static const struct function {
    const char *name, *before, *behind;
    enum term_type gives;
    bool takes_number; /* round(x, 2) */
    bool orders;
} functions[] = {
    { "year", "year(", ")", TERM_OTHER, false, false },
    { "quarter", "(strftime(", ", '%Y-Q') || quarter(\x01))", TERM_TEXT, false, false },
    { "month", "strftime(", ", '%Y-%m')", TERM_TEXT, false, false },
    { "week", "strftime(", ", '%G-W%V')", TERM_TEXT, false, false },
    { "day", "CAST(", " AS DATE)", TERM_DATE, false, false },
    { "date", "CAST(", " AS DATE)", TERM_DATE, false, false },
    { "weekday", "dayname(", ")", TERM_TEXT, false, false },
    { "hour", "hour(", ")", TERM_OTHER, false, false },
    { "round", "round(", ")", TERM_OTHER, true, false },
    { "abs", "abs(", ")", TERM_OTHER, false, false },
    { "floor", "floor(", ")", TERM_OTHER, false, false },
    { "ceil", "ceil(", ")", TERM_OTHER, false, false },
    { "lower", "lower(", ")", TERM_TEXT, false, false },
    { "upper", "upper(", ")", TERM_TEXT, false, false },
    { "trim", "trim(", ")", TERM_TEXT, false, false },
    { "length", "length(", ")", TERM_OTHER, false, false },
    { "text", "CAST(", " AS VARCHAR)", TERM_TEXT, false, false },
    { "number", "CAST(", " AS DECIMAL(28, 6))", TERM_OTHER, false, false },
    { "number_or_null", "TRY_CAST(", " AS DECIMAL(28, 6))", TERM_OTHER, false, false },
    { "share", "(", " / nullif(sum(\x01) OVER (), 0))", TERM_OTHER, false, false },
    { "rank", "rank() OVER (ORDER BY ", " DESC NULLS LAST)", TERM_OTHER, false, false },
    { "change", "(", " - lag(\x01) OVER (ORDER BY \x02))", TERM_OTHER, false, true },
    { "growth", "((", " - lag(\x01) OVER (ORDER BY \x02)) / nullif(abs(lag(\x01) OVER (ORDER BY \x02)), 0))",
      TERM_OTHER, false, true },
    { "running", "sum(", ") OVER (ORDER BY \x02)", TERM_OTHER, false, true },
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

/* Each reads what it can and gives its SQL, in the scope's arena; NULL: it is none. */
static const char *read_sum(struct parse *t);

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

static const char *name_sql(struct arena *a, const char *table, const char *name)
{
    struct buf b CLEANUP(buf_done) = BUF(2 * DATA_NAME_BYTES + 8);

    buf_adds(&b, table);
    sql_add_name(&b, name);
    return arena_dup(a, b.p, b.n);
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

static const char *read_column(struct parse *t)
{
    size_t n = 0;
    const struct json *c = longest_at(t->scope->columns, t->p, &n), *other = longest_at(t->scope->joined, t->p, &n);

    if (!c && !other)
        return NULL;
    if (t->p[n] == '(' && function_of(t->p, n))
        return NULL; /* month(x), of a table that has a column called month */
    t->p += n;
    t->type = type_of(other ? other : c);
    return name_sql(t->scope->a, other ? "b." : t->scope->joined ? "a." : "", json_get_text(other ? other : c, "name"));
}

/* A plain number stands as it is: it cannot be anything else. */
static const char *read_number(struct parse *t)
{
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
    return arena_dup(t->scope->a, t->p - n, n);
}

static void add_behind(struct parse *t, const struct function *f, const char *argument, struct buf *b)
{
    for (const char *p = f->behind; *p; p++) {
        if (*p == '\x01')
            buf_adds(b, argument);
        else if (*p == '\x02')
            buf_adds(b, t->scope->order ? t->scope->order : "1");
        else
            buf_addc(b, *p);
    }
    t->scope->wants_order |= f->orders && !t->scope->order;
}

/* The digits of round(x, 2); "" when there are none. */
static const char *read_digits(struct parse *t)
{
    const char *digits;

    if (!take(t, ','))
        return "";
    skip_blanks(t);
    digits = read_number(t);
    return digits && strlen(digits) <= 2 ? digits : NULL;
}

static const char *read_function(struct parse *t)
{
    struct buf b CLEANUP(buf_done) = BUF(SQL_CHARS);
    const struct function *f;
    const char *argument, *digits = "";
    size_t n = 0;

    while (is_word(t->p[n]))
        n++;
    f = n > 0 ? function_of(t->p, n) : NULL;
    t->p += f ? n : 0;
    if (!f || !take(t, '('))
        return NULL;
    argument = read_sum(t);
    if (argument && f->takes_number)
        digits = read_digits(t);
    if (!argument || !digits || !take(t, ')'))
        return NULL;
    buf_addf(&b, *digits ? "%s%s, %s" : "%s%s", f->before, argument, digits);
    add_behind(t, f, argument, &b);
    t->type = f->gives;
    return b.failed ? NULL : arena_dup(t->scope->a, b.p, b.n);
}

static const char *read_brackets(struct parse *t)
{
    const char *inner;

    if (!take(t, '('))
        return NULL;
    inner = read_sum(t);
    return inner && take(t, ')') ? inner : NULL;
}

static const char *read_factor(struct parse *t)
{
    const char *(*const readers[])(struct parse *) = { read_column, read_number, read_function, read_brackets };
    const char *found = NULL, *begin;

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
static const char *read_row(struct parse *t, const char *(*read)(struct parse *), const char *signs)
{
    const char *left = read(t);

    while (left) {
        const char sign = (skip_blanks(t), *t->p), *right;
        if (sign != signs[0] && sign != signs[1])
            break;
        t->p++;
        right = read(t);
        if (!right)
            return NULL;
        left = arena_printf(t->scope->a, sign == '/' ? "(%s %c nullif(%s, 0))" : "(%s %c %s)", left, sign, right);
        t->type = TERM_OTHER;
    }
    return left;
}

static const char *read_product(struct parse *t)
{
    return read_row(t, read_factor, "*/");
}

static const char *read_sum(struct parse *t)
{
    return read_row(t, read_product, "+-");
}

enum term_type term_write(struct term_scope *s, const char *text, struct buf *b)
{
    struct parse t = { .scope = s, .p = text };
    const char *sql = read_sum(&t);

    skip_blanks(&t);
    s->unknown = !sql || *t.p;
    if (s->unknown)
        sql_add_name(b, text);
    else
        buf_adds(b, sql);
    return s->unknown ? TERM_OTHER : t.type;
}
