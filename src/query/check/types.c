/* types.c - whether values can stand beside each other and be what a function takes.
 *
 * The writers would read a text beside a number as one (query/types). Where that is meant it can be said, with "number"
 * or "date"; unsaid it is mostly a mistake. A text that stands in the request is taken for what it can be read as.
 */
#include "base/arena.h"
#include "base/num.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "query/check/part.h"
#include <string.h>

#define DAY_CHARS 10    /* of 2024-01-31 */
#define SHOWN_BYTES 120 /* of a name or text in a message */

/* ---- words ---- */

/* "text", "a number", "a date" */
static const char *type_words(struct value_type t)
{
    static const char *const words[COLUMN_TYPES] = {
        [COLUMN_TEXT] = "text",        [COLUMN_INTEGER] = "a number",      [COLUMN_DECIMAL] = "a number",
        [COLUMN_FLOAT] = "a number",   [COLUMN_BOOLEAN] = "true or false", [COLUMN_DATE] = "a date",
        [COLUMN_TIMESTAMP] = "a time",
    };

    return t.empty ? "empty" : words[t.type];
}

const char *check_shown(struct checking *c, const char *text)
{
    const size_t all = strlen(text), n = str_fit_bytes(text, all, SHOWN_BYTES);

    return n == all ? text : arena_printf(c->a, "%.*s...", (int)n, text);
}

const char *check_describe(struct checking *c, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_COLUMN:
        return arena_printf(c->a, "'%s'", check_shown(c, e->column.name));
    case EXPR_LITERAL:
        if (!e->literal.text)
            return "an empty value";
        return arena_printf(c->a, e->literal.type == COLUMN_TEXT ? "\"%s\"" : "%s", check_shown(c, e->literal.text));
    case EXPR_CALL:
        return arena_printf(c->a, "what '%s' gives", query_function_info(e->call.function)->name);
    case EXPR_AGGREGATE:
        return arena_printf(c->a, "the %s", query_aggregate_info(e->aggregate.function)->name);
    case EXPR_WINDOW:
        return arena_printf(c->a, "the %s", query_window_info(e->window.function)->name);
    case EXPR_QUERY:
        return "what the query gives";
    case EXPR_IN_QUERY:
    case EXPR_EXISTS:
        return "the condition";
    case EXPR_PLACE:
        break;
    }
    return "the row's place";
}

/* ---- what a text can be read as ---- */

static bool is_text(struct value_type t)
{
    return !t.empty && t.type == COLUMN_TEXT;
}

static bool is_number(struct value_type t)
{
    return t.empty || column_is_number(t.type) || t.type == COLUMN_BOOLEAN;
}

static bool is_day(struct value_type t)
{
    return !t.empty && (t.type == COLUMN_DATE || t.type == COLUMN_TIMESTAMP);
}

static bool reads_as_number(const char *text)
{
    const char *p = text + strspn(text, " ");
    size_t n;

    p += *p == '-' || *p == '+';
    n = strspn(p, "0123456789.");
    return n > 0 && strpbrk(p, "0123456789") && p[n + strspn(p + n, " ")] == '\0';
}

static bool reads_as_day(const char *text)
{
    int64_t day;

    return strlen(text) >= DAY_CHARS && date_read(text, DAY_CHARS, &day) &&
           (text[DAY_CHARS] == '\0' || text[DAY_CHARS] == ' ' || text[DAY_CHARS] == 'T');
}

/* A text that stands in the request and is written as such a value. */
static bool reads_as(const struct expr *e, struct value_type t)
{
    if (e->kind != EXPR_LITERAL || e->literal.type != COLUMN_TEXT || !e->literal.text || t.empty)
        return false;
    return t.type == COLUMN_TEXT || (column_is_number(t.type) && reads_as_number(e->literal.text)) ||
           (is_day(t) && reads_as_day(e->literal.text));
}

/* "Read it as a number, with 'number'."; NULL where that is no way. */
static const char *read_it(struct value_type own, struct value_type wanted)
{
    if (!is_text(own) || wanted.empty)
        return NULL;
    if (column_is_number(wanted.type))
        return "Read it as a number, with 'number'.";
    return is_day(wanted) ? "Read it as a date, with 'date'." : NULL;
}

/* ---- one value ---- */

static bool wrong_type(struct checking *c, const struct place *at, const struct expr *e, struct value_type own,
                       const char *name, const char *wants, struct value_type wanted)
{
    check_error(c, ERR_TYPE_MISMATCH, "type", at, read_it(own, wanted), "'%s' needs %s, and %s is %s.", name, wants,
                check_describe(c, e), type_words(own));
    return false;
}

static bool takes_number(struct checking *c, const struct place *at, const struct expr *e, struct value_type own,
                         const char *name)
{
    const struct value_type number = { .type = COLUMN_FLOAT };

    return is_number(own) || reads_as(e, number) || wrong_type(c, at, e, own, name, "a number", number);
}

static bool takes_day(struct checking *c, const struct place *at, const struct expr *e, struct value_type own,
                      const char *name)
{
    const struct value_type day = { .type = COLUMN_DATE };

    return own.empty || is_day(own) || reads_as(e, day) || wrong_type(c, at, e, own, name, "a date", day);
}

static bool takes_boolean(struct checking *c, const struct place *at, const struct expr *e, struct value_type own,
                          const char *name)
{
    if (own.empty || own.type == COLUMN_BOOLEAN)
        return true;
    check_error(c, ERR_TYPE_MISMATCH, "type", at, "Compare it with a value.",
                "'%s' needs something true or false, and %s is %s.", name, check_describe(c, e), type_words(own));
    return false;
}

bool check_condition_type(struct checking *c, const struct context *x, const struct expr *e, const struct place *at)
{
    struct value_type own = expr_type(&c->typing, x->block, e);

    if (own.empty || own.type == COLUMN_BOOLEAN)
        return true;
    check_error(c, ERR_TYPE_MISMATCH, "type", at, "Compare it with a value.",
                "A condition is true or false, and %s is %s.", check_describe(c, e), type_words(own));
    return false;
}

bool check_literal(struct checking *c, const struct expr_literal *l, const struct place *at)
{
    if (!l->text || !(l->type == COLUMN_DATE || l->type == COLUMN_TIMESTAMP) || reads_as_day(l->text))
        return true;
    check_error(c, ERR_TYPE_MISMATCH, "type", at, "Write it as 2024-01-31.", "\"%s\" is no date.",
                check_shown(c, l->text));
    return false;
}

/* ---- values beside each other ---- */

/* What is compared: an expression of some type. */
struct beside {
    const struct expr *e; /* NULL: a column of a query */
    struct value_type type;
};

static const char *beside_words(struct checking *c, const struct beside *b)
{
    return b->e ? check_describe(c, b->e) : "what the query gives";
}

static bool not_alike(struct checking *c, const struct place *at, const struct beside *x, const struct beside *y)
{
    const char *fix = read_it(x->type, y->type);

    check_error(c, ERR_TYPE_MISMATCH, "type", at, fix ? fix : read_it(y->type, x->type),
                "%s is %s and %s is %s: they cannot stand beside each other.", beside_words(c, x), type_words(x->type),
                beside_words(c, y), type_words(y->type));
    return false;
}

/* A text beside something else must be a value of that kind. */
static bool are_alike(const struct beside *x, const struct beside *y)
{
    struct value_type both;

    if (x->type.empty || y->type.empty)
        return true;
    if (is_text(x->type) != is_text(y->type))
        return is_text(x->type) ? x->e && reads_as(x->e, y->type) : y->e && reads_as(y->e, x->type);
    return type_unify(x->type, y->type, &both);
}

/* Each value of the list, each second one from `from` on or all, and of a "case" also the last. */
static bool check_alike(struct checking *c, const struct context *x, const struct expr_call *call,
                        const struct place *at)
{
    const bool is_case = call->function == FUNCTION_CASE;
    struct beside all[QUERY_MANY];
    size_t n = 0;

    for (size_t i = 0; i < call->n; i++)
        if (!is_case || i % 2 == 1 || i + 1 == call->n)
            all[n++] = (struct beside){ call->args[i], expr_type(&c->typing, x->block, call->args[i]) };
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (!are_alike(&all[k], &all[i]))
                return not_alike(c, at, &all[k], &all[i]);
    return true;
}

/* A date and a number of days, two dates to subtract, or numbers. */
static bool check_sum(struct checking *c, const struct context *x, const struct expr_call *call, const struct place *at)
{
    const char *name = query_function_info(call->function)->name;
    struct value_type t[2] = { expr_type(&c->typing, x->block, call->args[0]),
                               expr_type(&c->typing, x->block, call->args[1]) };
    const bool less = call->function == FUNCTION_SUBTRACT;

    if (is_day(t[0]) && is_day(t[1]) && !less) {
        check_error(c, ERR_TYPE_MISMATCH, "type", at, NULL, "Two dates cannot be added.");
        return false;
    }
    if (is_day(t[1]) && less)
        return takes_day(c, at, call->args[0], t[0], name);
    if (is_day(t[0]) && less && reads_as(call->args[1], t[0]))
        return true;
    for (size_t i = 0; i < 2; i++)
        if (!is_day(t[i]) && !takes_number(c, at, call->args[i], t[i], name))
            return false;
    return true;
}

/* number, whole, date, text */
static bool check_reading(struct checking *c, const struct expr_call *call, struct value_type own,
                          const struct place *at)
{
    const char *name = query_function_info(call->function)->name;
    const bool reads = own.empty || is_text(own) || call->function == FUNCTION_TEXT;
    const bool wants_day = call->function == FUNCTION_DATE;

    if (reads || (wants_day ? is_day(own) : is_number(own)))
        return true;
    return wrong_type(c, at, call->args[0], own, name, wants_day ? "a text or a date" : "a text or a number",
                      (struct value_type){ .empty = true });
}

static bool check_case(struct checking *c, const struct context *x, const struct expr_call *call,
                       const struct place *at)
{
    for (size_t i = 0; i + 1 < call->n; i += 2)
        if (!takes_boolean(c, at, call->args[i], expr_type(&c->typing, x->block, call->args[i]), "case"))
            return false;
    return check_alike(c, x, call, at);
}

static bool check_unit(struct checking *c, const struct expr *e, const struct place *at)
{
    for (size_t i = 0; e->kind == EXPR_LITERAL && e->literal.text && query_units[i]; i++)
        if (strcmp(query_units[i], e->literal.text) == 0)
            return true;
    check_error(c, ERR_INVALID_QUERY, "type", at, "It is one of day, week, month, quarter and year.",
                "%s is no unit of time.", check_describe(c, e));
    return false;
}

static bool check_argument(struct checking *c, const struct context *x, const struct expr_call *call, size_t i,
                           const struct place *at)
{
    const char *name = query_function_info(call->function)->name;
    const struct expr *e = call->args[i];
    struct value_type own = expr_type(&c->typing, x->block, e);

    switch (function_takes(call->function)) {
    case TAKES_TEXT:
        return call->function != FUNCTION_SUBSTRING || i == 0 || takes_number(c, at, e, own, name);
    case TAKES_NUMBER:
        return takes_number(c, at, e, own, name);
    case TAKES_DAY:
        return call->function == FUNCTION_START_OF && i == 0 ? check_unit(c, e, at) : takes_day(c, at, e, own, name);
    case TAKES_TIME:
        return takes_day(c, at, e, own, name);
    case TAKES_BOOLEAN:
        return takes_boolean(c, at, e, own, name);
    case TAKES_ANY:
    case TAKES_ALIKE:
    case TAKES_COMPARED:
    case TAKES_OWN:
        break;
    }
    return true;
}

bool check_call_types(struct checking *c, const struct context *x, const struct expr_call *call, const struct place *at)
{
    const enum takes takes = function_takes(call->function);
    bool good = true;

    if (call->function == FUNCTION_CASE)
        return check_case(c, x, call, at);
    if (takes == TAKES_OWN)
        return check_reading(c, call, expr_type(&c->typing, x->block, call->args[0]), at);
    if (call->function == FUNCTION_ADD || call->function == FUNCTION_SUBTRACT)
        return check_sum(c, x, call, at);
    if (takes == TAKES_ALIKE || takes == TAKES_COMPARED)
        return check_alike(c, x, call, at);
    for (size_t i = 0; i < call->n; i++)
        good = check_argument(c, x, call, i, at) && good;
    return good;
}

bool check_in_types(struct checking *c, const struct context *x, const struct expr_query *e, const struct block *inner,
                    const struct place *at)
{
    const struct beside arg = { e->arg, expr_type(&c->typing, x->block, e->arg) };
    const struct beside list = { NULL, inner->columns[0].type };

    return are_alike(&arg, &list) || not_alike(c, at, &arg, &list);
}

bool check_aggregate_types(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                           const struct place *at)
{
    return !g->arg || !aggregate_takes_number(g->function) ||
           takes_number(c, at, g->arg, expr_type(&c->typing, x->block, g->arg),
                        query_aggregate_info(g->function)->name);
}

bool check_window_types(struct checking *c, const struct context *x, const struct expr_window *w,
                        const struct place *at)
{
    const bool of_numbers = w->function == WINDOW_SHARE || w->function == WINDOW_CHANGE || w->function == WINDOW_GROWTH;

    return !of_numbers ||
           takes_number(c, at, w->arg, expr_type(&c->typing, x->block, w->arg), query_window_info(w->function)->name);
}

bool check_sides(struct checking *c, const struct block *left, const struct block *right, const struct place *at)
{
    if (left->n != right->n) {
        check_error(c, ERR_INVALID_QUERY, "shape", at, "Select as many on both sides.",
                    "One side has %zu columns and the other %zu.", left->n, right->n);
        return false;
    }
    for (size_t i = 0; i < left->n; i++) {
        const struct beside x = { NULL, left->columns[i].type }, y = { NULL, right->columns[i].type };
        if (are_alike(&x, &y))
            continue;
        check_error(c, ERR_TYPE_MISMATCH, "type", at, NULL, "Column %zu is %s on one side and %s on the other.", i + 1,
                    type_words(x.type), type_words(y.type));
        return false;
    }
    return true;
}
