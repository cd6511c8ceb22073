/* cell.c - a value of an answer as people read it, and what it is called.
 *
 * Figures are copied from the rows' own digits, with thousands separated; nothing goes through a binary number. How a
 * figure is read depends on what it is: a share is a percentage, a year has no thousands.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"
#include "base/text/show.h"
#include "query/say/told.h"
#include <ctype.h>
#include <string.h>

#define CELL_CHARS 200  /* of a text in a sentence: who wants all of it looks at the table */
#define LABEL_CHARS 100 /* longer words for a figure are no name for it */

void tell_count(struct told *t, size_t n, const char *one, const char *many)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%zu", n);
    show_number(t->b, digits);
    buf_addf(t->b, " %s", n == 1 ? one : many);
}

void tell_capital(struct told *t, const char *text)
{
    buf_addc(t->b, (char)toupper((unsigned char)text[0]));
    buf_adds(t->b, text[0] ? text + 1 : "");
}

const struct json *told_cell(const struct told *t, size_t row, size_t output)
{
    return json_at(json_at(t->rows->rows, row), output);
}

/* ---- how figures are read ---- */

enum read_as { READ_NUMBER, READ_PERCENT, READ_NAME };

static enum read_as reading_of(const struct speech *s, const struct expr *e);

static enum read_as reading_of_column(const struct speech *s, const struct expr_column *c)
{
    const struct column *column;
    struct meant m;
    struct speech inner;

    if (!meaning_of(s, c, &m))
        return READ_NUMBER;
    if (!m.table) {
        inner = speech_in(s, m.of);
        return speech_spent(s) ? READ_NUMBER : reading_of(&inner, m.expr);
    }
    column = &m.table->columns[m.column];
    if (column->unit && strcmp(column->unit, "%") == 0 && column_is_number(column->type))
        return READ_PERCENT;
    return show_is_label(column->name) ? READ_NAME : READ_NUMBER;
}

/* A count in a part of the rows over the same count in all of them. */
static bool is_share(const struct expr_call *c)
{
    const struct expr *over = c->args[0], *under = c->args[1];

    if (under->kind == EXPR_QUERY && under->query.query->kind == QUERY_BLOCK && under->query.query->n_outputs == 1)
        under = under->query.query->outputs[0].expr;
    else if (over->kind != EXPR_AGGREGATE || !over->aggregate.where)
        return false;
    if (over->kind != EXPR_AGGREGATE || under->kind != EXPR_AGGREGATE ||
        over->aggregate.function != under->aggregate.function || under->aggregate.where ||
        over->aggregate.distinct != under->aggregate.distinct || !over->aggregate.arg != !under->aggregate.arg)
        return false;
    return !over->aggregate.arg ||
           (over->aggregate.arg->kind == EXPR_COLUMN && under->aggregate.arg->kind == EXPR_COLUMN &&
            str_ieq(over->aggregate.arg->column.name, under->aggregate.arg->column.name));
}

static enum read_as reading_of_call(const struct speech *s, const struct expr_call *c)
{
    if (c->function == FUNCTION_YEAR)
        return READ_NAME;
    if (c->function == FUNCTION_ROUND || c->function == FUNCTION_NUMBER || c->function == FUNCTION_COALESCE)
        return reading_of(s, c->args[0]);
    return c->function == FUNCTION_DIVIDE && is_share(c) ? READ_PERCENT : READ_NUMBER;
}

/* What stays of an argument's reading: a mean of percentages is one, the sum of years is no year. */
static enum read_as reading_of_aggregate(const struct speech *s, const struct expr_aggregate *g)
{
    bool counts = g->function == AGGREGATE_COUNT || g->function == AGGREGATE_VARIANCE ||
                  g->function == AGGREGATE_VARIANCE_ALL || !g->arg;
    bool is_one = g->function == AGGREGATE_MIN || g->function == AGGREGATE_MAX || g->function == AGGREGATE_MODE ||
                  g->function == AGGREGATE_FIRST || g->function == AGGREGATE_LAST;
    enum read_as as = counts ? READ_NUMBER : reading_of(s, g->arg);

    return as == READ_NAME && !is_one ? READ_NUMBER : as;
}

static enum read_as reading_of(const struct speech *s, const struct expr *e)
{
    struct speech inner;

    switch (e->kind) {
    case EXPR_COLUMN:
        return reading_of_column(s, &e->column);
    case EXPR_CALL:
        return reading_of_call(s, &e->call);
    case EXPR_AGGREGATE:
        return reading_of_aggregate(s, &e->aggregate);
    case EXPR_WINDOW:
        if (e->window.function == WINDOW_SHARE || e->window.function == WINDOW_GROWTH)
            return READ_PERCENT;
        return e->window.arg ? reading_of(s, e->window.arg) : READ_NUMBER;
    case EXPR_QUERY:
        inner = speech_in(s, e->query.query);
        return !speech_spent(s) && inner.q->n_outputs == 1 ? reading_of(&inner, inner.q->outputs[0].expr) : READ_NUMBER;
    case EXPR_PLACE:
        return READ_NAME;
    case EXPR_LITERAL:
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        break;
    }
    return READ_NUMBER;
}

/* ---- values ---- */

static void tell_text(struct told *t, const char *text)
{
    size_t n = strlen(text), fit = str_fit_chars(text, n, CELL_CHARS);

    buf_addf(t->b, "%.*s%s", (int)fit, text, fit < n ? "..." : "");
    if (n == 0)
        buf_adds(t->b, "(blank)");
}

void tell_name(struct told *t, const struct json *v)
{
    if (json_is(v, JSON_NUMBER))
        buf_adds(t->b, json_digits(v));
    else if (json_text(v, NULL))
        tell_text(t, json_text(v, NULL));
    else if (json_is(v, JSON_BOOL))
        buf_adds(t->b, json_truth(v) ? "true" : "false");
    else
        buf_adds(t->b, "(empty)");
}

/* A whole number among floats, "558.0". */
static const char *without_zero(const struct told *t, const char *digits)
{
    size_t n = strlen(digits);

    return n > 2 && strcmp(digits + n - 2, ".0") == 0 ? arena_dup(t->s.a, digits, n - 2) : digits;
}

void tell_value(struct told *t, const struct expr *e, const struct json *v)
{
    const char *digits = json_is(v, JSON_NUMBER) ? json_digits(v) : NULL;
    enum read_as as = digits && e ? reading_of(&t->s, e) : READ_NUMBER;

    if (!digits || as == READ_NAME) {
        tell_name(t, v);
    } else if (as == READ_PERCENT && !strpbrk(digits, "eE")) {
        show_number(t->b, show_scaled(t->s.a, digits, 2));
        buf_addc(t->b, '%');
    } else {
        show_number(t->b, without_zero(t, digits));
    }
}

/* ---- names ---- */

/* Whether the name stands in the text around the place. */
static bool covers(const char *text, const char *at, const char *name)
{
    size_t n = strlen(name);

    if (n == 0)
        return false;
    for (const char *p = strstr(text, name); p && p <= at; p = strstr(p + 1, name))
        if (at < p + n)
            return true;
    return false;
}

static bool is_of_name(const struct told *t, const char *text, const char *at)
{
    for (size_t i = 0; i < t->s.n_tables; i++) {
        const struct table *table = &t->s.tables[i];
        if (covers(text, at, table->name))
            return true;
        for (size_t c = 0; c < table->n_columns; c++)
            if (covers(text, at, table->columns[c].name))
                return true;
    }
    return false;
}

bool told_has_number(const struct told *t, const char *text)
{
    for (const char *p = text; *p; p++) {
        size_t digits = strspn(p, "0123456789");
        if (digits == 0)
            continue;
        if (!is_of_name(t, text, p) && strncmp(p + digits, "th percentile", 13) != 0)
            return true;
        p += digits - 1;
    }
    return false;
}

static const char *heading_of(const struct told *t, const struct expr *e)
{
    const struct query *q = t->s.q;
    struct output output = { e, NULL };
    struct query one = { .kind = QUERY_BLOCK, .outputs = &output, .n_outputs = 1 };

    for (size_t i = 0; i < q->n_outputs; i++)
        if (q->outputs[i].expr == e)
            return query_output_name(t->s.a, q, i);
    return query_output_name(t->s.a, &one, 0);
}

const char *told_label(const struct told *t, const struct expr *e)
{
    const char *text = say_expr(&t->s, e);
    size_t n = strlen(text);

    return str_fit_chars(text, n, LABEL_CHARS) < n || told_has_number(t, text) ? heading_of(t, e) : text;
}
