/* unbuild_where.c - conditions of a query as those of a plan. */
#include "base/arena.h"
#include "read/unbuild.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_call(const struct expr *e, enum query_function f)
{
    return e->kind == EXPR_CALL && e->call.function == f;
}

/* The column itself, where it is read as something else to be compared. */
static const struct expr *bare(const struct expr *e)
{
    return is_call(e, FUNCTION_NUMBER) || is_call(e, FUNCTION_DATE) || is_call(e, FUNCTION_TEXT) ? e->call.args[0] : e;
}

static bool is_value(const struct expr *e)
{
    return e->kind == EXPR_LITERAL || (is_call(e, FUNCTION_NEGATE) && e->call.args[0]->kind == EXPR_LITERAL);
}

static bool value_of(struct unbuild *u, const struct expr *e, enum column_type *ret_type, const char **ret)
{
    const bool negative = is_call(e, FUNCTION_NEGATE);
    const struct expr_literal *l = negative ? &e->call.args[0]->literal : &e->literal;

    if (!is_value(e) || !l->text)
        return unbuild_fail(u, "compared with an expression");
    *ret_type = l->type;
    *ret = negative ? arena_printf(u->arena, "-%s", l->text) : l->text;
    return true;
}

/* ---- one condition ---- */

static bool op_of(enum query_function f, enum plan_op *ret)
{
    static const struct {
        enum query_function function;
        enum plan_op op;
    } all[] = {
        { FUNCTION_EQ, PLAN_EQ }, { FUNCTION_SAME, PLAN_EQ }, { FUNCTION_NE, PLAN_NE }, { FUNCTION_LT, PLAN_LT },
        { FUNCTION_LE, PLAN_LE }, { FUNCTION_GT, PLAN_GT },   { FUNCTION_GE, PLAN_GE },
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].function == f) {
            *ret = all[i].op;
            return true;
        }
    return false;
}

/* a < b as b > a. */
static enum plan_op turned(enum plan_op op)
{
    return op == PLAN_LT ? PLAN_GT : op == PLAN_LE ? PLAN_GE : op == PLAN_GT ? PLAN_LT : op == PLAN_GE ? PLAN_LE : op;
}

/* What holds where the other does not, empty values apart. */
static bool opposite(enum plan_op op, enum plan_op *ret)
{
    static const enum plan_op others[PLAN_OPERATORS] = {
        [PLAN_EQ] = PLAN_NE,          [PLAN_NE] = PLAN_EQ,          [PLAN_LT] = PLAN_GE,
        [PLAN_LE] = PLAN_GT,          [PLAN_GT] = PLAN_LE,          [PLAN_GE] = PLAN_LT,
        [PLAN_CONTAINS] = PLAN_LACKS, [PLAN_LACKS] = PLAN_CONTAINS, [PLAN_EMPTY] = PLAN_FILLED,
        [PLAN_FILLED] = PLAN_EMPTY,
    };

    *ret = others[op];
    return op == PLAN_NE || *ret != PLAN_EQ;
}

/* A date's part that is a number: a year is a period, the others come again. */
static bool unbuild_part(struct unbuild *u, const struct named *names, const struct expr *x, const struct expr *y,
                         struct plan_condition *ret)
{
    static const struct {
        enum query_function function;
        const char *name;
    } parts[] = {
#define X(part, text) { FUNCTION_##part, text },
        PLAN_PARTS(X)
#undef X
    };
    enum column_type type;
    const char *value;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (is_call(x, parts[i].function)) {
            if (!value_of(u, y, &type, &value) || !unbuild_column(u, names, bare(x->call.args[0]), &ret->column))
                return false;
            ret->op = PLAN_RECURS;
            ret->value = arena_printf(u->arena, "%s %s", parts[i].name, value);
            return true;
        }
    return unbuild_fail(u, "a condition on an expression");
}

static bool unbuild_comparison(struct unbuild *u, const struct named *names, const struct expr *e, enum plan_op op,
                               struct plan_condition *ret)
{
    const struct expr *x = bare(e->call.args[0]), *y = bare(e->call.args[1]);

    if (is_value(x) && !is_value(y)) {
        const struct expr *swap = x;
        x = y;
        y = swap;
        op = turned(op);
    }
    ret->op = op;
    if (x->kind == EXPR_CALL && op == PLAN_EQ)
        return unbuild_part(u, names, x, y, ret);
    if (!unbuild_column(u, names, x, &ret->column))
        return false;
    if (is_value(y))
        return value_of(u, y, &ret->type, &ret->value);
    ret->is_column = true;
    return unbuild_column(u, names, y, &ret->other);
}

/* LIKE with % at its ends alone. */
static bool unbuild_like(struct unbuild *u, const char *pattern, struct plan_condition *ret)
{
    size_t n = strlen(pattern);
    const bool before = n > 0 && pattern[0] == '%', behind = n > before && pattern[n - 1] == '%';

    pattern += before;
    n -= (size_t)before + behind;
    for (size_t i = 0; i < n; i++)
        if (pattern[i] == '%' || pattern[i] == '_')
            return unbuild_fail(u, "a pattern with more than its ends open");
    ret->value = arena_dup(u->arena, pattern, n);
    ret->type = COLUMN_TEXT;
    ret->op = before && behind ? PLAN_CONTAINS : before ? PLAN_ENDS : behind ? PLAN_STARTS : PLAN_EQ;
    return n > 0 || unbuild_fail(u, "a pattern of nothing");
}

static bool unbuild_words(struct unbuild *u, const struct named *names, const struct expr *e,
                          struct plan_condition *ret)
{
    const enum query_function f = e->call.function;

    if (!unbuild_column(u, names, bare(e->call.args[0]), &ret->column) ||
        !value_of(u, e->call.args[1], &ret->type, &ret->value))
        return false;
    if (f == FUNCTION_LIKE)
        return unbuild_like(u, ret->value, ret);
    ret->op = f == FUNCTION_CONTAINS ? PLAN_CONTAINS : f == FUNCTION_STARTS ? PLAN_STARTS : PLAN_ENDS;
    return true;
}

static bool unbuild_between(struct unbuild *u, const struct named *names, const struct expr *e,
                            struct plan_condition *ret)
{
    ret->op = PLAN_BETWEEN;
    return unbuild_column(u, names, bare(e->call.args[0]), &ret->column) &&
           value_of(u, e->call.args[1], &ret->type, &ret->value) &&
           value_of(u, e->call.args[2], &ret->type, &ret->until);
}

static bool unbuild_condition(struct unbuild *u, const struct named *names, const struct expr *e,
                              struct plan_condition *ret)
{
    enum plan_op op;

    *ret = (struct plan_condition){ .other = LINK_NONE };
    if (e->kind != EXPR_CALL)
        return unbuild_fail(u, "a condition that is no comparison");
    if (op_of(e->call.function, &op))
        return unbuild_comparison(u, names, e, op, ret);
    switch ((int)e->call.function) {
    case FUNCTION_BETWEEN:
        return unbuild_between(u, names, e, ret);
    case FUNCTION_LIKE:
    case FUNCTION_CONTAINS:
    case FUNCTION_STARTS:
    case FUNCTION_ENDS:
        return unbuild_words(u, names, e, ret);
    case FUNCTION_IS_EMPTY:
        ret->op = PLAN_EMPTY;
        return unbuild_column(u, names, e->call.args[0], &ret->column);
    case FUNCTION_NOT:
        if (!unbuild_condition(u, names, e->call.args[0], ret))
            return false;
        return opposite(ret->op, &ret->op) || unbuild_fail(u, "a negation that plans have not");
    default:
        return unbuild_fail(u, "a condition that is no comparison");
    }
}

/* ---- several ---- */

/* Conditions of which one must hold, or one alone. */
struct any {
    struct plan_condition list[PLAN_CONDITIONS];
    size_t n;
};

static bool add_any(struct unbuild *u, const struct named *names, const struct expr *e, struct any *to)
{
    if (to->n == PLAN_CONDITIONS)
        return unbuild_fail(u, "too many conditions");
    return unbuild_condition(u, names, e, &to->list[to->n++]);
}

static bool unbuild_any(struct unbuild *u, const struct named *names, const struct expr *e, struct any *to)
{
    if (is_call(e, FUNCTION_IN)) {
        for (size_t i = 1; i < e->call.n; i++)
            if (!add_any(u, names, expr_call2(u->arena, FUNCTION_EQ, e->call.args[0], e->call.args[i]), to))
                return false;
        return true;
    }
    if (!is_call(e, FUNCTION_OR))
        return add_any(u, names, e, to);
    for (size_t i = 0; i < e->call.n; i++) {
        if (is_call(e->call.args[i], FUNCTION_AND))
            return unbuild_fail(u, "and within or");
        if (!unbuild_any(u, names, e->call.args[i], to))
            return false;
    }
    return true;
}

static bool has_query(const struct expr *e)
{
    if (e->kind == EXPR_QUERY || e->kind == EXPR_IN_QUERY || e->kind == EXPR_EXISTS)
        return true;
    for (size_t i = 0; e->kind == EXPR_CALL && i < e->call.n; i++)
        if (has_query(e->call.args[i]))
            return true;
    return false;
}

static bool add(struct unbuild *u, struct conditions *to, const struct plan_condition *c)
{
    if (to->n == PLAN_CONDITIONS)
        return unbuild_fail(u, "too many conditions");
    to->list[to->n++] = *c;
    return true;
}

/* None of a list: different from each of them. */
static bool unbuild_none_of(struct unbuild *u, const struct named *names, const struct expr *e, struct conditions *to)
{
    for (size_t i = 1; i < e->call.n; i++) {
        struct plan_condition c;
        if (!unbuild_condition(u, names, expr_call2(u->arena, FUNCTION_NE, e->call.args[0], e->call.args[i]), &c) ||
            !add(u, to, &c))
            return false;
    }
    return true;
}

/* a <= x and x <= b is one condition. */
static bool merge(struct conditions *to, size_t i)
{
    struct plan_condition *x = &to->list[i];

    for (size_t k = 0; k < i; k++) {
        struct plan_condition *low = x->op == PLAN_GE ? x : &to->list[k], *high = low == x ? &to->list[k] : x;
        if (low->op == PLAN_GE && high->op == PLAN_LE && low->column == high->column && low->type == high->type &&
            !low->is_column && !high->is_column) {
            low->op = PLAN_BETWEEN;
            low->until = high->value;
            to->list[k] = *low;
            return true;
        }
    }
    return false;
}

static bool finish(struct unbuild *u, struct conditions *to, const struct any *any)
{
    if (any->n == 0) {
        for (size_t i = 1; i < to->n; i++)
            if (merge(to, i)) {
                memmove(&to->list[i], &to->list[i + 1], (to->n - i - 1) * sizeof *to->list);
                to->n--;
                i--;
            }
        return true;
    }
    if (to->n > 1)
        return unbuild_fail(u, "several conditions beside or");
    to->connective = to->n == 0 ? CONNECT_ANY : CONNECT_MIXED;
    for (size_t i = 0; i < any->n; i++)
        if (!add(u, to, &any->list[i]))
            return false;
    return true;
}

bool unbuild_conditions(struct unbuild *u, const struct named *names, const struct query *q, struct conditions *ret)
{
    struct any any = { .n = 0 };

    *ret = (struct conditions){ .n = 0 };
    for (size_t i = 0; i < q->n_where; i++) {
        const struct expr *e = q->where[i];
        struct any next = { .n = 0 };
        if (has_query(e)) {
            if (ret->nest || is_call(e, FUNCTION_OR))
                return unbuild_fail(u, ret->nest ? "two nested queries" : "a nested query beside or");
            ret->nest = e;
        } else if (is_call(e, FUNCTION_NOT) && is_call(e->call.args[0], FUNCTION_IN)) {
            if (!unbuild_none_of(u, names, e->call.args[0], ret))
                return false;
        } else if (!unbuild_any(u, names, e, &next)) {
            return false;
        } else if (next.n == 1) {
            if (!add(u, ret, next.list))
                return false;
        } else {
            if (any.n > 0)
                return unbuild_fail(u, "two alternatives");
            any = next;
        }
    }
    return finish(u, ret, &any);
}

bool unbuild_having(struct unbuild *u, const struct named *names, const struct query *q, struct plan_having *ret)
{
    const struct expr *e = q->having[0], *x, *y;
    enum column_type type;

    *ret = (struct plan_having){ .term.column = LINK_NONE };
    if (q->n_having > 1 || e->kind != EXPR_CALL)
        return unbuild_fail(u, "several conditions on groups");
    if (has_query(e))
        return unbuild_fail(u, "a nested query on groups");
    if (is_call(e, FUNCTION_BETWEEN)) {
        ret->op = PLAN_BETWEEN;
        return unbuild_term(u, names, e->call.args[0], &ret->term) &&
               value_of(u, e->call.args[1], &type, &ret->value) && value_of(u, e->call.args[2], &type, &ret->until);
    }
    if (!op_of(e->call.function, &ret->op))
        return unbuild_fail(u, "a condition on groups that is no comparison");
    x = e->call.args[0];
    y = e->call.args[1];
    if (is_value(x)) {
        y = x;
        x = e->call.args[1];
        ret->op = turned(ret->op);
    }
    if (!unbuild_term(u, names, x, &ret->term) || !value_of(u, y, &type, &ret->value))
        return false;
    return ret->term.figure != FIGURE_NONE || unbuild_fail(u, "a condition on groups by a column");
}
