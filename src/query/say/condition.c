/* condition.c - conditions in words, and their opposites.
 *
 * A condition that does not hold is said by its own opposite ("is not over 5"), an "and" or "or" by those of its parts,
 * so no "not" stands in front of brackets.
 */
#include "base/arena.h"
#include "base/str.h"
#include "base/text/show.h"
#include "base/timefmt.h"
#include "query/say/speech.h"
#include <string.h>

#define CONDITIONS_PAIRED 32 /* that are looked through for two that make a period: each is held against all */

/* ---- comparisons ---- */

/* The same order as FUNCTION_EQ to FUNCTION_GE. */
static const struct {
    const char *number, *time, *text, *opposite;
} comparisons[] = {
    { "", "", "", "" },
    { "not ", "not ", "not ", "" },
    { "under ", "before ", "alphabetically before ", "not under " },
    { "at most ", "on or before ", "alphabetically not after ", "not at most " },
    { "over ", "after ", "alphabetically after ", "not over " },
    { "at least ", "on or after ", "alphabetically not before ", "not at least " },
};

static bool is_literal(const struct expr *e)
{
    return e->kind == EXPR_LITERAL;
}

/* a < b is b > a. */
static enum query_function turned(enum query_function f)
{
    static const enum query_function other[] = { FUNCTION_EQ, FUNCTION_NE, FUNCTION_GT,
                                                 FUNCTION_GE, FUNCTION_LT, FUNCTION_LE };

    return f >= FUNCTION_EQ && f <= FUNCTION_GE ? other[f - FUNCTION_EQ] : f;
}

/* What a value is compared with. */
static const char *operand(const struct speech *s, const struct expr *e, const struct column *beside, bool is_equal)
{
    if (is_literal(e))
        return say_literal(s, &e->literal, beside);
    if (e->kind == EXPR_QUERY)
        return say_value_of(s, e->query.query);
    return arena_printf(s->a, "%s%s", is_equal ? "the same as " : "", say_bracketed(s, e));
}

/* What a condition is on: a time compared by its day is just that time, a text read as a number that text. */
static const char *subject_of(const struct speech *s, const struct expr *e)
{
    while (e->kind == EXPR_CALL && (e->call.function == FUNCTION_DATE || e->call.function == FUNCTION_NUMBER) &&
           (e->call.function == FUNCTION_NUMBER || is_time(type_of_expr(s, e->call.args[0]))))
        e = e->call.args[0];
    return say_expr(s, e);
}

static bool has_gaps(const struct column *c)
{
    return c && c->nulls + c->misfits > 0;
}

static const char *link_word(enum condition_style style, enum query_function f, bool negated)
{
    if (style == STYLE_WHERE)
        return "is ";
    if (f == FUNCTION_EQ || f == FUNCTION_NE)
        return (f == FUNCTION_NE) != negated ? "not equal to " : "equal to ";
    return "";
}

static const char *comparison(const struct speech *s, const struct expr_call *c, bool negated,
                              enum condition_style style)
{
    bool flip = is_literal(c->args[0]) && !is_literal(c->args[1]);
    const struct expr *left = c->args[flip], *right = c->args[!flip];
    enum query_function f = flip ? turned(c->function) : c->function;
    const struct column *beside = column_behind(s, left);
    enum column_type type = type_of_expr(s, left);
    bool is_equal = f == FUNCTION_EQ || f == FUNCTION_NE, is_not = is_equal && (f == FUNCTION_NE) != negated;
    const char *subject = subject_of(s, left), *value = operand(s, right, beside, is_equal && style == STYLE_WHERE);
    const char *word = negated && !is_equal                       ? comparisons[f - FUNCTION_EQ].opposite
                       : is_time(type)                            ? comparisons[f - FUNCTION_EQ].time
                       : type == COLUMN_TEXT && is_literal(right) ? comparisons[f - FUNCTION_EQ].text
                                                                  : comparisons[f - FUNCTION_EQ].number;

    if (is_equal && style == STYLE_WITH)
        return arena_printf(s->a, "%s %s%s", subject, link_word(style, f, negated), value);
    if (is_not && is_literal(right) && has_gaps(beside))
        return arena_printf(s->a, "%s is neither %s nor empty", subject, value);
    if (is_equal)
        return arena_printf(s->a, "%s is %s%s", subject, is_not ? "not " : "", value);
    return arena_printf(s->a, "%s %s%s%s", subject, link_word(style, f, negated), word, value);
}

static const char *between(const struct speech *s, const struct expr_call *c, bool negated, enum condition_style style)
{
    const struct column *beside = column_behind(s, c->args[0]);
    const struct expr *from = c->args[1], *to = c->args[2];
    const char *not = negated ? "not " : "", *is = style == STYLE_WHERE ? "is " : "", *period = NULL;

    if (is_literal(from) && is_literal(to) && from->literal.type == COLUMN_DATE && from->literal.text &&
        to->literal.text)
        period = show_period(s->a, from->literal.text, to->literal.text);
    if (period)
        return arena_printf(s->a, "%s %s%s%s%s", subject_of(s, c->args[0]), is, not,
                            strcmp(from->literal.text, to->literal.text) == 0 ? "" : "in ", period);
    return arena_printf(s->a, "%s %s%sbetween %s and %s", subject_of(s, c->args[0]), is, not,
                        operand(s, from, beside, false), operand(s, to, beside, false));
}

/* "West or East"; "neither West nor East". The first argument is the subject, or there is one in each of `of`. */
static const char *among(const struct speech *s, const struct expr *subject, const struct expr *const *values, size_t n,
                         bool negated)
{
    const struct column *beside = column_behind(s, subject);
    const char *text = "";

    for (size_t i = 0; i < n; i++)
        text = arena_printf(s->a, "%s%s%s", text,
                            i == 0    ? ""
                            : negated ? " nor "
                                      : " or ",
                            operand(s, values[i], beside, false));
    if (n == 1 && !(negated && has_gaps(beside)))
        return arena_printf(s->a, "%s is %s%s", subject_of(s, subject), negated ? "not " : "", text);
    return arena_printf(s->a, "%s is %s%s%s", subject_of(s, subject), negated ? "neither " : "", text,
                        negated && has_gaps(beside) ? " nor empty" : "");
}

/* ---- texts ---- */

static const char *about_text(const struct speech *s, const struct expr_call *c, bool negated,
                              enum condition_style style)
{
    static const char *const verbs[][2] = { { "contains", "contain" },
                                            { "starts with", "start with" },
                                            { "ends with", "end with" } };
    const struct expr *value = c->args[1];
    const char *text = is_literal(value) && value->literal.text ? say_text(s, value->literal.text, true)
                                                                : operand(s, value, NULL, false);

    (void)style;
    return arena_printf(s->a, "%s %s%s %s", say_expr(s, c->args[0]), negated ? "does not " : "",
                        verbs[c->function - FUNCTION_CONTAINS][negated], text);
}

static const char *like(const struct speech *s, const struct expr_call *c, bool negated, enum condition_style style)
{
    const char *pattern = is_literal(c->args[1]) ? c->args[1]->literal.text : NULL, *subject = say_expr(s, c->args[0]);
    size_t n = pattern ? strlen(pattern) : 0, from, to;
    const char *verb, *base;

    (void)style;
    if (!pattern)
        return arena_printf(s->a, "%s %s %s", subject, negated ? "does not match" : "matches",
                            operand(s, c->args[1], NULL, false));
    from = strspn(pattern, "%");
    to = n;
    while (to > from && pattern[to - 1] == '%')
        to--;
    if (to == from || strcspn(pattern + from, "%_") < to - from)
        return arena_printf(s->a, "%s %s %s (%% is any text, _ any character)", subject,
                            negated ? "does not match" : "matches", say_text(s, pattern, true));
    verb = from == 0 && to == n ? "is" : from == 0 ? "starts with" : to == n ? "ends with" : "contains";
    base = from == 0 && to == n ? "equal" : from == 0 ? "start with" : to == n ? "end with" : "contain";
    return arena_printf(s->a, "%s %s%s exactly %s", subject, negated ? "does not " : "", negated ? base : verb,
                        say_text(s, arena_dup(s->a, pattern + from, to - from), true));
}

static const char *same_text(const struct speech *s, const struct expr_call *c, bool negated,
                             enum condition_style style)
{
    const struct expr *value = c->args[1];

    (void)style;
    if (!is_literal(value) || !value->literal.text)
        return arena_printf(s->a, "%s is %s%s (upper and lower case alike)", say_expr(s, c->args[0]),
                            negated ? "not " : "", operand(s, value, NULL, true));
    return arena_printf(s->a, "%s is %s%s", say_expr(s, c->args[0]), negated ? "not " : "",
                        value->literal.type == COLUMN_TEXT ? say_text(s, value->literal.text, true)
                                                           : say_literal(s, &value->literal, NULL));
}

/* ---- and, or ---- */

/* "A or empty": the opposite of a condition, which an empty value meets, too. People mean that by "is not West". */
static const struct expr *or_empty(const struct expr_call *c)
{
    const struct expr *first = c->args[0], *second = c->args[1];
    bool is_not =
        first->kind == EXPR_CALL && (first->call.function == FUNCTION_NE || first->call.function == FUNCTION_NOT);

    if (c->n != 2 || !is_not || second->kind != EXPR_CALL || second->call.function != FUNCTION_IS_EMPTY)
        return NULL;
    if (first->call.function == FUNCTION_NOT)
        first = first->call.args[0];
    return first->kind == EXPR_CALL && first->call.n > 0 && expr_same(first->call.args[0], second->call.args[0]) ? first
                                                                                                                 : NULL;
}

static const char *empty_or_not(const struct speech *s, const struct expr *e)
{
    const char *text = "";

    if (e->call.function == FUNCTION_IN) {
        for (size_t i = 1; i < e->call.n; i++)
            text = arena_printf(s->a, "%s%s%s", text, i > 1 ? " or " : "",
                                operand(s, e->call.args[i], column_behind(s, e->call.args[0]), false));
        return arena_printf(s->a, "%s is not %s", say_expr(s, e->call.args[0]), text);
    }
    if (e->call.function == FUNCTION_NE || e->call.function == FUNCTION_EQ)
        return arena_printf(s->a, "%s is not %s", say_expr(s, e->call.args[0]),
                            operand(s, e->call.args[1], column_behind(s, e->call.args[0]), false));
    return say_condition(s, e, true, STYLE_WHERE);
}

/* "a = x or a = y" is one of two values. */
static const struct expr *one_subject(const struct expr_call *c)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct expr *e = c->args[i];
        if (e->kind != EXPR_CALL || e->call.function != FUNCTION_EQ || !is_literal(e->call.args[1]) ||
            !expr_same(e->call.args[0], c->args[0]->call.args[0]))
            return NULL;
    }
    return c->args[0]->call.args[0];
}

static const char *or_of(const struct speech *s, const struct expr_call *c, bool negated)
{
    const struct expr *subject = one_subject(c);
    const struct expr **values = arena_array(s->a, c->n, sizeof *values);

    if (!subject)
        return NULL;
    for (size_t i = 0; i < c->n; i++)
        values[i] = c->args[i]->call.args[1];
    return among(s, subject, values, c->n, negated);
}

/* Parts of an "and" or "or", which the opposite turns into each other. */
static const char *several(const struct speech *s, const struct expr_call *c, bool negated, enum condition_style style)
{
    bool is_or = (c->function == FUNCTION_OR) != negated;
    const char *text = "";

    for (size_t i = 0; i < c->n; i++) {
        const struct expr *e = c->args[i];
        bool mixed = e->kind == EXPR_CALL && (e->call.function == FUNCTION_AND || e->call.function == FUNCTION_OR) &&
                     e->call.function != c->function && !(e->call.function == FUNCTION_OR && one_subject(&e->call));
        const char *part = say_condition(s, e, negated, style);
        text = arena_printf(s->a, mixed ? "%s%s(%s)" : "%s%s%s", text, i == 0 ? "" : is_or ? " or " : " and ", part);
    }
    return text;
}

static const char *either(const struct speech *s, const struct expr_call *c, bool negated, enum condition_style style)
{
    const struct expr *opposite = c->function == FUNCTION_OR && !negated ? or_empty(c) : NULL;
    const char *text = NULL;

    if (opposite)
        return empty_or_not(s, opposite);
    if (c->function == FUNCTION_OR)
        text = or_of(s, c, negated);
    return text ? text : several(s, c, negated, style);
}

/* ---- all of them ---- */

static const char *not_of(const struct speech *s, const struct expr_call *c, bool negated, enum condition_style style)
{
    return say_condition(s, c->args[0], !negated, style);
}

static const char *in_list(const struct speech *s, const struct expr_call *c, bool negated, enum condition_style style)
{
    (void)style;
    return among(s, c->args[0], c->args + 1, c->n - 1, negated);
}

static const char *is_empty(const struct speech *s, const struct expr_call *c, bool negated, enum condition_style style)
{
    (void)style;
    return arena_printf(s->a, "%s is %sempty", say_expr(s, c->args[0]), negated ? "not " : "");
}

static const char *(*const conditions[])(const struct speech *, const struct expr_call *, bool,
                                         enum condition_style) = {
    [FUNCTION_AND] = either,          [FUNCTION_OR] = either,         [FUNCTION_NOT] = not_of,
    [FUNCTION_EQ] = comparison,       [FUNCTION_NE] = comparison,     [FUNCTION_LT] = comparison,
    [FUNCTION_LE] = comparison,       [FUNCTION_GT] = comparison,     [FUNCTION_GE] = comparison,
    [FUNCTION_BETWEEN] = between,     [FUNCTION_IN] = in_list,        [FUNCTION_SAME] = same_text,
    [FUNCTION_CONTAINS] = about_text, [FUNCTION_STARTS] = about_text, [FUNCTION_ENDS] = about_text,
    [FUNCTION_LIKE] = like,           [FUNCTION_IS_EMPTY] = is_empty,
};

const char *say_condition(const struct speech *s, const struct expr *e, bool negated, enum condition_style style)
{
    if (speech_spent(s))
        return "...";
    switch (e->kind) {
    case EXPR_CALL:
        if (e->call.function < COUNT_OF(conditions))
            return conditions[e->call.function](s, &e->call, negated, style);
        break;
    case EXPR_IN_QUERY:
        return say_membership(s, &e->query, negated != e->query.negated);
    case EXPR_EXISTS:
        return say_existence(s, &e->query, negated != e->query.negated);
    case EXPR_LITERAL:
        if (e->literal.text)
            return (strcmp(e->literal.text, "true") == 0) != negated ? "always" : "never";
        return "never";
    case EXPR_COLUMN:
    case EXPR_AGGREGATE:
    case EXPR_WINDOW:
    case EXPR_QUERY:
    case EXPR_PLACE:
        break;
    }
    return arena_printf(s->a, "%s is %s", say_expr(s, e), negated ? "false" : "true");
}

/* ---- a list that holds ---- */

static bool see_query(const struct expr *e, void *arg)
{
    *(bool *)arg |= e->kind == EXPR_QUERY || e->kind == EXPR_IN_QUERY || e->kind == EXPR_EXISTS;
    return true;
}

/* 0: plain; 1: an "or", which needs a comma to end it; 2: with a query, whose words may go on and on. */
static int weight(const struct expr *e)
{
    bool has_query = false;

    expr_walk(e, &(struct expr_visitor){ see_query, &has_query, false });
    if (has_query)
        return 2;
    return e->kind == EXPR_CALL && e->call.function == FUNCTION_OR && !or_empty(&e->call) && !one_subject(&e->call);
}

/* The first day of a period, or the last, that the comparison is with; false where it is none of days. */
static bool end_of_days(const struct expr *e, bool *ret_is_from, int64_t *ret_day)
{
    const struct expr_literal *l;
    enum query_function f;
    bool midnight;

    if (e->kind != EXPR_CALL || e->call.function < FUNCTION_LT || e->call.function > FUNCTION_GE ||
        !is_literal(e->call.args[1]))
        return false;
    f = e->call.function;
    l = &e->call.args[1]->literal;
    midnight = l->type == COLUMN_TIMESTAMP && l->text && strlen(l->text) >= 10 &&
               strspn(l->text + 10, " T0:.") == strlen(l->text + 10);
    if (!l->text || (l->type != COLUMN_DATE && !midnight) || !date_read(l->text, 10, ret_day) ||
        (midnight && f != FUNCTION_GE && f != FUNCTION_LT))
        return false;
    *ret_is_from = f == FUNCTION_GE || f == FUNCTION_GT;
    *ret_day += f == FUNCTION_GT ? 1 : f == FUNCTION_LT ? -1 : 0;
    return true;
}

/* "order_date is in 2025", where two conditions say so together; NULL. */
static const char *period_of(const struct speech *s, const struct expr *x, const struct expr *y)
{
    char first[TIME_TEXT_BYTES], last[TIME_TEXT_BYTES];
    bool x_from, y_from;
    int64_t a, b;
    const char *name;

    if (!end_of_days(x, &x_from, &a) || !end_of_days(y, &y_from, &b) || x_from == y_from ||
        !expr_same(x->call.args[0], y->call.args[0]))
        return NULL;
    date_text(x_from ? a : b, first);
    date_text(x_from ? b : a, last);
    name = show_period(s->a, first, last);
    return name ? arena_printf(s->a, "%s is %s%s", subject_of(s, x->call.args[0]),
                               strcmp(first, last) == 0 ? "" : "in ", name)
                : NULL;
}

/* The condition among those behind that makes a period with this one; n: none. */
static size_t partner_of(const struct speech *s, const struct expr *const *list, size_t i, size_t n)
{
    for (size_t k = i + 1; k < n && n <= CONDITIONS_PAIRED; k++)
        if (period_of(s, list[i], list[k]))
            return k;
    return n;
}

/* The conditions by which they are said: those that make a period with one before are left out. */
static bool is_partner(const struct speech *s, const struct expr *const *list, size_t i, size_t n)
{
    for (size_t k = 0; k < i; k++)
        if (partner_of(s, list, k, n) == i)
            return true;
    return false;
}

const char *say_conditions(const struct speech *s, const struct expr *const *list, size_t n, enum condition_style style)
{
    const char *text = "";
    size_t said = 0;
    int before = 0;

    for (int w = 0; w <= 2; w++)
        for (size_t i = 0; i < n; i++) {
            const char *part;
            bool is_or = list[i]->kind == EXPR_CALL && list[i]->call.function == FUNCTION_OR;
            size_t partner = w == 0 ? partner_of(s, list, i, n) : n;
            if (weight(list[i]) != w || (w == 0 && is_partner(s, list, i, n)))
                continue;
            part = partner < n ? period_of(s, list[i], list[partner]) : say_condition(s, list[i], false, style);
            if (w > 0 && n > 1 && is_or)
                part = arena_printf(s->a, "either %s", part);
            text = arena_printf(s->a, "%s%s%s", text,
                                said == 0                                    ? ""
                                : before == 2 || before == 1 || (w && is_or) ? ", and "
                                                                             : " and ",
                                part);
            before = w;
            said++;
        }
    return text;
}
