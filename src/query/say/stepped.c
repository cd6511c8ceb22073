/* stepped.c - a figure worked out for each step of time, of which an average is taken: "average monthly total revenue".
 *
 * It takes two blocks, one over the other; people say it in one breath. What the inner block asks for besides is said
 * as if it were of the outer one: that the time is not empty goes without saying.
 */
#include "base/arena.h"
#include "base/str.h"
#include "query/say/speech.h"
#include <string.h>

static const char *word_of(const struct expr *e, const struct expr **ret_column, const char **ret_unit)
{
    static const char *const units[][2] = { { "day", "daily" },
                                            { "week", "weekly" },
                                            { "month", "monthly" },
                                            { "quarter", "quarterly" },
                                            { "year", "yearly" } };
    const char *unit = NULL;

    if (e->kind != EXPR_CALL)
        return NULL;
    if (e->call.function == FUNCTION_START_OF && e->call.args[0]->kind == EXPR_LITERAL)
        unit = e->call.args[0]->literal.text;
    else if (e->call.function == FUNCTION_YEAR)
        unit = "year";
    *ret_column = e->call.args[e->call.n - 1];
    for (size_t i = 0; unit && i < COUNT_OF(units); i++)
        if (strcmp(units[i][0], unit) == 0) {
            *ret_unit = units[i][0];
            return units[i][1];
        }
    return NULL;
}

/* The outer groups are the inner ones but the last. */
static bool groups_fit(const struct speech *s, const struct query *inner)
{
    struct meant m;

    for (size_t i = 0; i < s->q->n_groups; i++)
        if (s->q->groups[i]->kind != EXPR_COLUMN || !meaning_of(s, &s->q->groups[i]->column, &m) || m.of != inner ||
            !expr_same(m.expr, inner->groups[i]))
            return false;
    return inner->n_groups == s->q->n_groups + 1;
}

const struct query *stepped_query(const struct speech *s)
{
    const struct query *q = s->q, *inner;
    const struct expr *column;
    const char *unit;

    if (!q || q->n_from != 1 || q->from[0].kind != RELATION_QUERY || q->n_where > 0 || q->n_having > 0 || q->distinct)
        return NULL;
    inner = q->from[0].query;
    if (inner->kind != QUERY_BLOCK || inner->n_having > 0 || inner->n_order > 0 || inner->limit > 0 || inner->offset ||
        inner->distinct || inner->n_groups == 0 || inner->n_outputs != inner->n_groups + 1 || !groups_fit(s, inner))
        return NULL;
    for (size_t i = 0; i < inner->n_groups; i++)
        if (!expr_same(inner->outputs[i].expr, inner->groups[i]))
            return NULL;
    return word_of(inner->groups[inner->n_groups - 1], &column, &unit) ? inner : NULL;
}

static size_t count_times(const struct speech *s, const struct query *q)
{
    size_t n = 0;

    for (size_t i = 0; i < q->n_from; i++) {
        const struct table *t = q->from[i].kind == RELATION_TABLE ? table_named(s, q->from[i].tables[0]) : NULL;
        for (size_t c = 0; t && c < t->n_columns; c++)
            n += is_time(t->columns[c].type);
    }
    return n;
}

const char *stepped_figure(const struct speech *s, const struct expr_aggregate *g)
{
    const struct query *inner = stepped_query(s);
    const struct expr *column;
    const char *unit, *word, *text;
    struct speech in;
    struct meant m;

    if (!inner || !g->arg || g->distinct || g->where || g->arg->kind != EXPR_COLUMN ||
        !meaning_of(s, &g->arg->column, &m) || m.of != inner || m.expr != inner->outputs[inner->n_groups].expr)
        return NULL;
    in = speech_in(s, inner);
    word = word_of(inner->groups[inner->n_groups - 1], &column, &unit);
    text = arena_printf(s->a, "%s %s", word, say_expr(&in, m.expr));
    return count_times(s, inner) == 1 ? text : arena_printf(s->a, "%s per %s of %s", text, unit, say_expr(&in, column));
}

const struct expr *stepped_time(const struct query *inner)
{
    const struct expr *column = NULL;
    const char *unit;

    word_of(inner->groups[inner->n_groups - 1], &column, &unit);
    return column;
}
