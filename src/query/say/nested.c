/* nested.c - a query inside another as a phrase: "the average age of all singers", "without any orders whose amount is
 * over 5". */
#include "base/arena.h"
#include "base/str.h"
#include "query/say/speech.h"
#include <string.h>

static struct speech inside(const struct speech *s, const struct query *q)
{
    struct speech in = speech_in(s, q);

    in.is_phrase = true;
    return in;
}

/* A block that only takes rows by conditions. */
static bool is_simple(const struct query *q)
{
    return q->kind == QUERY_BLOCK && q->n_having == 0 && q->limit == 0 && q->offset == 0;
}

/* Conditions behind whose rows they are of: " whose age is over 40", " where age is over 40 and country is France". */
static const char *conditions(const struct speech *in, const struct expr *const *list, size_t n)
{
    bool plain = n == 1 && in->q->n_from == 1 && list[0]->kind == EXPR_CALL && list[0]->call.function > FUNCTION_OR &&
                 list[0]->call.args[0]->kind == EXPR_COLUMN;

    return n ? arena_printf(in->a, " %s %s", plain ? "whose" : "where", say_conditions(in, list, n, STYLE_WHERE)) : "";
}

static const char *own_conditions(const struct speech *in)
{
    const struct expr **list;
    size_t n = conditions_on_rows(in, &list);

    return conditions(in, list, n);
}

/* ---- a value ---- */

static bool is_same_table(const struct query *x, const struct query *y)
{
    return x && x->n_from == 1 && y->n_from == 1 && x->from[0].kind == RELATION_TABLE &&
           y->from[0].kind == RELATION_TABLE && str_ieq(x->from[0].tables[0], y->from[0].tables[0]);
}

/* A figure of all rows that meet conditions. */
static const char *figure(const struct speech *in)
{
    const struct query *q = in->q;
    const struct expr *e = q->outputs[0].expr;
    const char *text = say_expr(in, e), *rows = say_rows(in), *where = own_conditions(in);
    bool same = is_same_table(in->around->q, q), counts = strcmp(text, say_count(in)) == 0;

    if (*where)
        return arena_printf(in->a, "the %s%s%s", text,
                            counts  ? say_rows_behind_count(in)
                            : *rows ? arena_printf(in->a, " of %s", rows)
                                    : " of rows",
                            where);
    if (counts)
        return arena_printf(in->a, "the %s%s", text, say_rows_behind_count(in));
    if (same && in->around->q->n_where == 1)
        return arena_printf(in->a, "the %s", text);
    return arena_printf(in->a, "the %s of %s%s", text, same ? "all " : "", *rows ? rows : "rows");
}

/* "the country of the singer with the highest age" */
static const char *extreme(const struct speech *in)
{
    const struct query *q = in->q;
    const char *noun;

    if (q->kind != QUERY_BLOCK || query_groups(q) || q->limit != 1 || q->offset || q->n_per || q->n_order != 1 ||
        q->n_outputs != 1 || q->n_from != 1 || q->distinct)
        return NULL;
    noun = *say_rows(in) ? say_noun(in, &q->from[0], false) : "row";
    return arena_printf(in->a, "the %s of the %s%s with the %s %s", say_expr(in, q->outputs[0].expr), noun,
                        own_conditions(in),
                        is_time(type_of_expr(in, q->order[0].by)) ? q->order[0].descending ? "latest" : "earliest"
                        : q->order[0].descending                  ? "highest"
                                                                  : "lowest",
                        say_expr(in, q->order[0].by));
}

const char *say_value_of(const struct speech *s, const struct query *q)
{
    struct speech in = inside(s, q);
    const char *text;

    if (speech_spent(s))
        return "...";
    if (is_simple(q) && q->n_outputs == 1 && query_groups(q) && q->n_groups == 0 && q->from[0].kind == RELATION_TABLE)
        return figure(&in);
    text = extreme(&in);
    if (text)
        return text;
    if (is_simple(q) && q->n_outputs == 1 && !query_groups(q) && q->n_order == 0 && q->n_from == 1)
        return arena_printf(s->a, "the %s of the %s%s", say_expr(&in, q->outputs[0].expr),
                            *say_rows(&in) ? say_noun(&in, &q->from[0], false) : "row", own_conditions(&in));
    return arena_printf(s->a, "(%s)", say_query(&in, q));
}

/* ---- among others ---- */

const char *say_membership(const struct speech *s, const struct expr_query *e, bool negated)
{
    struct speech in = inside(s, e->query);
    const struct query *q = e->query;
    const char *subject = say_bracketed(s, e->arg), *is = negated ? "is not" : "is", *what;
    bool plain =
        is_simple(q) && q->n_outputs == 1 && !query_groups(q) && q->n_from == 1 && q->from[0].kind == RELATION_TABLE;

    if (!plain)
        return arena_printf(s->a, "%s %s among (%s)", subject, is, say_query(&in, q));
    what = say_expr(&in, q->outputs[0].expr);
    return arena_printf(s->a, "%s %s %s%s of any %s%s", subject, is, strcmp(what, subject) == 0 ? "that" : "the ",
                        strcmp(what, subject) == 0 ? "" : what,
                        *say_rows(&in) ? say_noun(&in, &q->from[0], false) : "row", own_conditions(&in));
}

const char *say_existence(const struct speech *s, const struct expr_query *e, bool negated)
{
    struct speech in = inside(s, e->query);
    const struct query *q = e->query;

    if (!is_simple(q) || query_groups(q) || q->n_from != 1)
        return arena_printf(s->a, "there %s (%s)", negated ? "is nothing in" : "is something in", say_query(&in, q));
    return arena_printf(s->a, "there is %s %s%s", negated ? "no" : "a",
                        *say_rows(&in) ? say_noun(&in, &q->from[0], false) : "row", own_conditions(&in));
}

/* ---- ties ---- */

/* The column of the one that is a column of the other around it. */
static const struct expr *tied_column(const struct speech *in, const struct expr *condition,
                                      const struct expr **ret_own)
{
    const struct expr *x, *y;

    if (condition->kind != EXPR_CALL || condition->call.function != FUNCTION_EQ)
        return NULL;
    x = condition->call.args[0];
    y = condition->call.args[1];
    if (x->kind != EXPR_COLUMN || y->kind != EXPR_COLUMN || !x->column.of || !y->column.of)
        return NULL;
    if (query_relation(in->q, y->column.of)) {
        const struct expr *swap = x;
        x = y;
        y = swap;
    }
    *ret_own = x;
    return query_relation(in->q, x->column.of) && !query_relation(in->q, y->column.of) &&
                   query_relation(in->around->q, y->column.of)
               ? y
               : NULL;
}

static const char *with_any(const struct speech *in, bool negated, const char *where)
{
    return arena_printf(in->a, "%s any %s%s", negated ? "without" : "with", say_rows(in), where);
}

static const char *tie_of_membership(const struct speech *s, const struct expr_query *e)
{
    struct speech in = inside(s, e->query);
    const struct query *q = e->query;

    if (!is_simple(q) || query_groups(q) || q->n_outputs != 1 || q->outputs[0].expr->kind != EXPR_COLUMN ||
        e->arg->kind != EXPR_COLUMN || q->from[0].kind != RELATION_TABLE ||
        !rows_are_tied(s, &e->arg->column, &in, &q->outputs[0].expr->column))
        return NULL;
    return with_any(&in, e->negated, own_conditions(&in));
}

static const char *tie_of_existence(const struct speech *s, const struct expr_query *e)
{
    struct speech in = inside(s, e->query);
    const struct query *q = e->query;
    const struct expr **rest = arena_array(s->a, q->n_where + 1, sizeof *rest);
    const struct expr *outer = NULL, *own = NULL;
    size_t n = 0;

    if (!is_simple(q) || query_groups(q) || q->n_from != 1 || q->from[0].kind != RELATION_TABLE)
        return NULL;
    for (size_t i = 0; i < q->n_where; i++) {
        const struct expr *x, *y = tied_column(&in, q->where[i], &x);
        if (y && !outer) {
            outer = y;
            own = x;
        } else {
            rest[n++] = q->where[i];
        }
    }
    if (!outer || !rows_are_tied(s, &outer->column, &in, &own->column))
        return NULL;
    return with_any(&in, e->negated, conditions(&in, rest, n));
}

const char *say_tie(const struct speech *s, const struct expr *condition)
{
    struct expr_query e;
    const struct expr *inner = condition;
    bool negated = false;

    while (inner->kind == EXPR_CALL && inner->call.function == FUNCTION_NOT) {
        inner = inner->call.args[0];
        negated = !negated;
    }
    if (inner->kind != EXPR_IN_QUERY && inner->kind != EXPR_EXISTS)
        return NULL;
    e = inner->query;
    e.negated = e.negated != negated;
    return inner->kind == EXPR_EXISTS ? tie_of_existence(s, &e) : tie_of_membership(s, &e);
}
