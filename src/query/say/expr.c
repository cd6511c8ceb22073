/* expr.c - figures and other expressions in words.
 *
 * Functions, aggregates and windows each have a pattern in a table: $1 is the first argument, $* all of them. To add
 * one is to add a line.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/str.h"
#include "query/say/speech.h"
#include <string.h>

/* ---- functions ---- */

/* NULL: a condition, or one with words of its own below. */
static const char *const functions[FUNCTIONS_END] = {
    [FUNCTION_ADD] = "$1 plus $2",
    [FUNCTION_SUBTRACT] = "$1 minus $2",
    [FUNCTION_MULTIPLY] = "$1 times $2",
    [FUNCTION_DIVIDE] = "$1 divided by $2",
    [FUNCTION_DIV] = "whole part of $1 divided by $2",
    [FUNCTION_MODULO] = "remainder of $1 divided by $2",
    [FUNCTION_NEGATE] = "minus $1",
    [FUNCTION_ABS] = "absolute value of $1",
    [FUNCTION_ROUND] = "$1 rounded to $2 decimal places",
    [FUNCTION_FLOOR] = "$1 rounded down",
    [FUNCTION_CEILING] = "$1 rounded up",
    [FUNCTION_SQRT] = "square root of $1",
    [FUNCTION_POWER] = "$1 to the power of $2",
    [FUNCTION_LN] = "natural logarithm of $1",
    [FUNCTION_EXP] = "e to the power of $1",
    [FUNCTION_LEAST] = "the least of $*",
    [FUNCTION_GREATEST] = "the greatest of $*",
    [FUNCTION_COALESCE] = "the first of $* that is not empty",
    [FUNCTION_LENGTH] = "length of $1",
    [FUNCTION_LOWER] = "$1 in lower case",
    [FUNCTION_UPPER] = "$1 in upper case",
    [FUNCTION_TRIM] = "$1 without blanks at its ends",
    [FUNCTION_SUBSTRING] = "$3 characters of $1 from the $2. on",
    [FUNCTION_REPLACE] = "$1 with $2 replaced by $3",
    [FUNCTION_CONCAT] = "$* joined",
    [FUNCTION_NUMBER] = "$1 as a number",
    [FUNCTION_WHOLE] = "$1 as a whole number",
    [FUNCTION_DATE] = "$1",
    [FUNCTION_TEXT] = "$1",
    [FUNCTION_YEAR] = "year of $1",
    [FUNCTION_QUARTER] = "quarter (1 to 4) of $1",
    [FUNCTION_MONTH] = "month (1 to 12) of $1",
    [FUNCTION_WEEK] = "week (1 to 53) of $1",
    [FUNCTION_DAY] = "day of the month of $1",
    [FUNCTION_WEEKDAY] = "weekday (1 is Monday) of $1",
    [FUNCTION_HOUR] = "hour of $1",
    [FUNCTION_DAYS_BETWEEN] = "days from $1 to $2",
};

/* The same with the fewest arguments, where that reads otherwise. */
static const char *const shorter[FUNCTIONS_END] = {
    [FUNCTION_SUBSTRING] = "$1 from its $2. character on",
};

static bool is_dealt_in_parts(enum query_function f)
{
    return (f >= FUNCTION_ADD && f <= FUNCTION_MODULO) || f == FUNCTION_POWER || f == FUNCTION_CASE ||
           f == FUNCTION_COALESCE || f == FUNCTION_CONCAT || f == FUNCTION_ROUND || f == FUNCTION_LEAST ||
           f == FUNCTION_GREATEST || f == FUNCTION_REPLACE || f == FUNCTION_DAYS_BETWEEN || f <= FUNCTION_IS_EMPTY;
}

const char *say_bracketed(const struct speech *s, const struct expr *e)
{
    const char *text = say_expr(s, e);

    return e->kind == EXPR_CALL && is_dealt_in_parts(e->call.function) ? arena_printf(s->a, "(%s)", text) : text;
}

/* Words that go on over a comma or an "and", so that the next of a list would seem a part of them. */
static bool goes_on(const struct expr *e)
{
    return e->kind == EXPR_QUERY ||
           (e->kind == EXPR_CALL &&
            (e->call.function == FUNCTION_CASE || e->call.function == FUNCTION_LEAST ||
             e->call.function == FUNCTION_GREATEST || e->call.function == FUNCTION_CONCAT ||
             (e->call.function == FUNCTION_COALESCE && e->call.n > 2) || e->call.function <= FUNCTION_IS_EMPTY));
}

const char *say_item(const struct speech *s, const struct expr *e, size_t n)
{
    const char *text = say_expr(s, e);

    return n > 1 && goes_on(e) && *text != '(' && strchr(text, ' ') ? arena_printf(s->a, "(%s)", text) : text;
}

const char *say_list(const struct speech *s, const struct expr *const *list, size_t n)
{
    const char *text = "";

    for (size_t i = 0; i < n; i++)
        text = arena_printf(s->a, "%s%s%s", text, joint(i, n), say_item(s, list[i], n));
    return text;
}

const struct expr *number_read(const struct expr *e)
{
    return e->kind == EXPR_CALL && e->call.function == FUNCTION_NUMBER ? e->call.args[0] : e;
}

/* "a plus b plus c" needs no brackets, "(a plus b) times c" does. */
static const char *argument(const struct speech *s, enum query_function f, const struct expr *e, bool is_first)
{
    if (f >= FUNCTION_ADD && f <= FUNCTION_EXP)
        e = number_read(e);
    if (e->kind == EXPR_CALL && e->call.function == f && is_first && f >= FUNCTION_ADD && f <= FUNCTION_MULTIPLY)
        return say_expr(s, e);
    return say_bracketed(s, e);
}

static const char *fill(const struct speech *s, const char *pattern, const struct expr_call *c)
{
    struct buf b CLEANUP(buf_done) = BUF(QUERY_TEXT_BYTES);

    for (const char *p = pattern; *p; p++) {
        if (*p != '$') {
            buf_addc(&b, *p);
            continue;
        }
        p++;
        for (size_t i = 0; *p == '*' && i < c->n; i++)
            buf_addf(&b, "%s%s", joint(i, c->n), argument(s, c->function, c->args[i], false));
        if (*p != '*')
            buf_adds(&b, argument(s, c->function, c->args[*p - '1'], *p == '1'));
    }
    return arena_dup(s->a, b.p, b.n);
}

/* "high where units is over 5, low where units is under 2, else middle" */
static const char *case_of(const struct speech *s, const struct expr_call *c)
{
    const char *text = "";
    size_t i;

    for (i = 0; i + 1 < c->n; i += 2)
        text = arena_printf(s->a, "%s%s%s where %s", text, i ? ", " : "", say_bracketed(s, c->args[i + 1]),
                            say_condition(s, c->args[i], false, STYLE_WHERE));
    return i < c->n ? arena_printf(s->a, "%s, else %s", text, say_bracketed(s, c->args[i]))
                    : arena_printf(s->a, "%s, else empty", text);
}

/* "month of order_date", whatever it is a part of: months of years, not of all years. */
static const char *start_of(const struct speech *s, const struct expr_call *c)
{
    const struct expr *unit = c->args[0];

    return arena_printf(s->a, "%s of %s",
                        unit->kind == EXPR_LITERAL && unit->literal.text ? unit->literal.text : "start",
                        say_expr(s, c->args[1]));
}

static bool is_int(const struct expr *e, const char *text)
{
    return e->kind == EXPR_LITERAL && e->literal.type == COLUMN_INTEGER && e->literal.text &&
           strcmp(e->literal.text, text) == 0;
}

/* The parts of a date that was made a text: its year, month and day stand where they always do. */
static const char *part_of_date(const struct speech *s, const struct expr_call *c)
{
    static const char *const parts[][3] = { { "1", "4", "year of %s" },
                                            { "6", "2", "month (1 to 12) of %s" },
                                            { "9", "2", "day of the month of %s" },
                                            { "1", "7", "month of %s" } };
    const struct expr *of = c->args[0];

    if (c->n != 3 || of->kind != EXPR_CALL || of->call.function != FUNCTION_TEXT ||
        !is_time(type_of_expr(s, of->call.args[0])))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (is_int(c->args[1], parts[i][0]) && is_int(c->args[2], parts[i][1]))
            return arena_printf(s->a, "%.*s%s", (int)strlen(parts[i][2]) - 2, parts[i][2], say_expr(s, of));
    return NULL;
}

/* A group by days: the date of what has a time. */
static const char *date_of(const struct speech *s, const struct expr_call *c)
{
    enum column_type type = type_of_expr(s, c->args[0]);

    return arena_printf(s->a,
                        type == COLUMN_TIMESTAMP ? "day of %s"
                        : type == COLUMN_DATE    ? "%s"
                                                 : "%s as a date",
                        say_bracketed(s, c->args[0]));
}

static const char *instead_of_empty(const struct speech *s, const struct expr_call *c)
{
    return c->n == 2 ? arena_printf(s->a, "%s (%s where it is empty)", say_bracketed(s, c->args[0]),
                                    say_bracketed(s, c->args[1]))
                     : NULL;
}

static const char *rounded(const struct speech *s, const struct expr_call *c)
{
    if (c->n == 1 || is_int(c->args[1], "0"))
        return arena_printf(s->a, "%s rounded", say_bracketed(s, c->args[0]));
    return is_int(c->args[1], "1") ? arena_printf(s->a, "%s rounded to 1 decimal place", say_bracketed(s, c->args[0]))
                                   : NULL;
}

/* Those with words of their own, where they have; NULL: the pattern says it. */
static const char *(*const own[FUNCTIONS_END])(const struct speech *, const struct expr_call *) = {
    [FUNCTION_CASE] = case_of,  [FUNCTION_START_OF] = start_of, [FUNCTION_SUBSTRING] = part_of_date,
    [FUNCTION_DATE] = date_of,  [FUNCTION_DIVIDE] = say_ratio,  [FUNCTION_COALESCE] = instead_of_empty,
    [FUNCTION_ROUND] = rounded,
};

static const char *call_text(const struct speech *s, const struct expr *e)
{
    const struct expr_call *c = &e->call;
    const char *text = own[c->function] ? own[c->function](s, c) : NULL;

    if (text)
        return text;
    if (!functions[c->function])
        return arena_printf(s->a, "whether %s", say_condition(s, e, false, STYLE_WHERE));
    return fill(s,
                c->n == query_function_info(c->function)->least && shorter[c->function] ? shorter[c->function]
                                                                                        : functions[c->function],
                c);
}

/* ---- all of them ---- */

const char *say_expr(const struct speech *s, const struct expr *e)
{
    if (speech_spent(s))
        return "...";
    switch (e->kind) {
    case EXPR_COLUMN:
        return say_column(s, &e->column);
    case EXPR_LITERAL:
        return say_literal(s, &e->literal, NULL);
    case EXPR_CALL:
        return call_text(s, e);
    case EXPR_AGGREGATE:
        return say_aggregate(s, &e->aggregate);
    case EXPR_WINDOW:
        return say_window(s, &e->window);
    case EXPR_QUERY:
        return say_value_of(s, e->query.query);
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        return arena_printf(s->a, "whether %s", say_condition(s, e, false, STYLE_WHERE));
    case EXPR_PLACE:
        break;
    }
    return "place in the file";
}
