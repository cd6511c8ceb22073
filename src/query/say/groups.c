/* groups.c - figures of groups in a sentence: who leads, and how a course in time begins and ends.
 *
 * Figures are compared exactly, as the rows have them. Who leads is only told where it can be known: of a result that
 * was cut, when it is sorted by the figure.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"
#include "query/say/told.h"
#include <string.h>

/* What the sentence is about. */
struct lead {
    const struct query *q;
    size_t figure, n_figures;      /* the output that leads, and how many could */
    const struct ordering *order;  /* by that figure; NULL */
    bool lowest, is_cut, is_alone; /* is_alone: one row */
};

static bool is_group(const struct query *q, const struct expr *e)
{
    for (size_t i = 0; i < q->n_groups; i++)
        if (expr_same(q->groups[i], e))
            return true;
    return false;
}

/* An output that says which group a row is: a group, or a value that its rows share. */
static bool is_name(const struct query *q, const struct expr *e)
{
    return is_group(q, e) || (e->kind == EXPR_AGGREGATE && e->aggregate.function == AGGREGATE_FIRST);
}

/* -1, 0 or 1; dates are texts that sort by time. Empty ones come before all others. */
static int compare(const struct json *a, const struct json *b)
{
    const char *x = json_text(a, NULL), *y = json_text(b, NULL);
    int order;

    if (json_is(a, JSON_NUMBER) && json_is(b, JSON_NUMBER))
        return json_number_compare(a, b);
    if (x && y) {
        order = strcmp(x, y);
        return (order > 0) - (order < 0);
    }
    return (json_is(a, JSON_NULL) ? 0 : 1) - (json_is(b, JSON_NULL) ? 0 : 1);
}

static bool can_lead(const struct told *t, const struct expr *e)
{
    enum column_type type = type_of_expr(&t->s, e);

    return !is_name(t->s.q, e) && (column_is_number(type) || is_time(type));
}

/* The figure that the rows are sorted by, or else the first. */
static bool find_lead(const struct told *t, struct lead *ret)
{
    const struct query *q = t->s.q;
    bool sorted = false;

    *ret = (struct lead){ .q = q, .figure = q->n_outputs, .is_alone = t->n == 1 };
    for (size_t i = 0; i < q->n_outputs; i++) {
        const struct expr *e = q->outputs[i].expr;
        bool is_order = q->n_order > 0 && expr_same(q->order[0].by, e);
        if (!can_lead(t, e))
            continue;
        if (ret->n_figures++ == 0 || (is_order && !sorted)) {
            ret->figure = i;
            sorted = is_order;
        }
    }
    ret->order = sorted ? &q->order[0] : NULL;
    ret->lowest = sorted && !q->order[0].descending;
    ret->is_cut = !sorted && (t->rows->truncated || (q->limit > 0 && t->n == q->limit));
    return ret->figure < q->n_outputs;
}

static size_t leader(const struct told *t, const struct lead *l, size_t *ret_ties)
{
    size_t best = 0, ties = 0;

    for (size_t i = 1; i < t->n; i++) {
        const struct json *v = told_cell(t, i, l->figure), *w = told_cell(t, best, l->figure);
        int order = compare(v, w);
        if (json_is(v, JSON_NULL))
            continue;
        if (json_is(w, JSON_NULL) || order == (l->lowest ? -1 : 1)) {
            best = i;
            ties = 0;
        } else if (order == 0) {
            ties++;
        }
    }
    *ret_ties = ties;
    return best;
}

/* The names of the row's groups; false where none is shown. */
static bool tell_row(struct told *t, size_t row)
{
    const struct query *q = t->s.q;
    size_t said = 0;

    for (size_t i = 0; i < q->n_outputs; i++) {
        if (!is_name(q, q->outputs[i].expr))
            continue;
        buf_adds(t->b, said++ > 0 ? ", " : "");
        tell_name(t, told_cell(t, row, i));
    }
    return said > 0;
}

/* "Total revenue and average units by region" */
static void tell_head(struct told *t, const struct lead *l)
{
    const struct query *q = l->q;
    const char *text = "";
    size_t said = 0;

    for (size_t i = 0; l->n_figures <= FIGURES_TOLD && i < q->n_outputs; i++)
        if (can_lead(t, q->outputs[i].expr))
            text = arena_printf(t->s.a, "%s%s%s", text, joint(said++, l->n_figures), told_label(t, q->outputs[i].expr));
    tell_capital(t, *text ? text : "figures");
    for (size_t i = 0; i < q->n_groups; i++)
        buf_addf(t->b, "%s%s", i == 0 ? " by " : joint(i, q->n_groups), told_label(t, q->groups[i]));
    buf_adds(t->b, ": ");
}

/* ---- who leads ---- */

static void tell_alone(struct told *t, const struct lead *l)
{
    const struct expr *e = l->q->outputs[l->figure].expr;
    const char *extreme = l->lowest ? "lowest" : "highest";
    size_t said = 0;

    if (is_time(type_of_expr(&t->s, e)))
        extreme = l->lowest ? "earliest" : "latest";
    if (tell_row(t, 0))
        buf_adds(t->b, l->order ? arena_printf(t->s.a, " is %s with ", extreme) : " ");
    else if (l->order)
        buf_addf(t->b, "the %s is ", extreme);
    for (size_t i = 0; i < l->q->n_outputs; i++) {
        if (!can_lead(t, l->q->outputs[i].expr))
            continue;
        buf_adds(t->b, joint(said++, l->n_figures));
        tell_value(t, l->q->outputs[i].expr, told_cell(t, 0, i));
    }
    buf_addc(t->b, '.');
}

static void tell_leader(struct told *t, const struct lead *l)
{
    const struct expr *e = l->q->outputs[l->figure].expr;
    const char *extreme = l->lowest ? "lowest" : "highest";
    size_t ties, best = leader(t, l, &ties);
    bool is_named;

    if (is_time(type_of_expr(&t->s, e)))
        extreme = l->lowest ? "earliest" : "latest";
    if (json_is(told_cell(t, best, l->figure), JSON_NULL)) {
        buf_adds(t->b, "no values; ");
        return;
    }
    if (l->is_cut)
        return;
    is_named = tell_row(t, best);
    if (is_named)
        buf_addf(t->b, "%s is ", ties > 0 ? ", among others," : "");
    buf_addf(t->b, "%s%s", is_named ? "" : "the ", extreme);
    if (l->n_figures > 1)
        buf_addf(t->b, " in %s", told_label(t, e));
    buf_adds(t->b, is_named ? " with " : " is ");
    tell_value(t, e, told_cell(t, best, l->figure));
    buf_adds(t->b, "; ");
}

/* ---- a course in time ---- */

/* The output of the only group, where that is a time. */
static bool is_course(const struct told *t, const struct lead *l, size_t *ret)
{
    const struct query *q = l->q;

    if (q->n_groups != 1 || q->limit > 0 || t->rows->truncated || t->n < 3 ||
        !column_is_number(type_of_expr(&t->s, q->outputs[l->figure].expr)))
        return false;
    for (size_t i = 0; i < q->n_outputs; i++) {
        const struct expr *e = q->outputs[i].expr;
        bool is_year = e->kind == EXPR_CALL && e->call.function == FUNCTION_YEAR;
        if (!is_group(q, e))
            continue;
        *ret = i;
        return is_year || is_time(type_of_expr(&t->s, e)) ||
               (e->kind == EXPR_COLUMN && str_ieq(e->column.name, "year"));
    }
    return false;
}

/* "up from 10 in 2025-01 to 15 in 2025-06; " */
static void tell_course(struct told *t, const struct lead *l)
{
    const struct expr *e = l->q->outputs[l->figure].expr;
    size_t when, first = t->n, last = t->n;
    int change;

    if (!is_course(t, l, &when))
        return;
    for (size_t i = 0; i < t->n; i++) {
        const struct json *v = told_cell(t, i, when);
        if (json_is(v, JSON_NULL) || json_is(told_cell(t, i, l->figure), JSON_NULL))
            continue;
        if (first == t->n || compare(v, told_cell(t, first, when)) < 0)
            first = i;
        if (last == t->n || compare(v, told_cell(t, last, when)) > 0)
            last = i;
    }
    if (first == last)
        return;
    change = compare(told_cell(t, last, l->figure), told_cell(t, first, l->figure));
    buf_adds(t->b, change > 0 ? "up from " : change < 0 ? "down from " : "from ");
    tell_value(t, e, told_cell(t, first, l->figure));
    buf_adds(t->b, " in ");
    tell_name(t, told_cell(t, first, when));
    buf_adds(t->b, " to ");
    tell_value(t, e, told_cell(t, last, l->figure));
    buf_adds(t->b, " in ");
    tell_name(t, told_cell(t, last, when));
    buf_adds(t->b, "; ");
}

/* ---- all of it ---- */

static bool has_empty(const struct told *t, size_t output)
{
    for (size_t i = 0; i < t->n; i++)
        if (json_is(told_cell(t, i, output), JSON_NULL))
            return true;
    return false;
}

/* "4 groups, one of rows without region." */
static void tell_number(struct told *t)
{
    const struct query *q = t->s.q;

    tell_count(t, t->n, "group", "groups");
    for (size_t i = 0; i < q->n_outputs; i++) {
        const struct expr *e = q->outputs[i].expr;
        const struct column *c = column_behind(&t->s, e->kind == EXPR_CALL ? e->call.args[e->call.n - 1] : e);
        if (is_group(q, e) && has_empty(t, i))
            buf_addf(t->b, ", %s of rows without %s", q->n_groups == 1 ? "one" : "some",
                     c ? c->name : told_label(t, e));
    }
    buf_adds(t->b, t->rows->truncated ? " shown, and there are more." : ".");
}

bool tell_groups(struct told *t)
{
    struct lead l;

    if (!find_lead(t, &l))
        return false;
    tell_head(t, &l);
    if (l.is_alone && l.n_figures <= FIGURES_TOLD && !json_is(told_cell(t, 0, l.figure), JSON_NULL)) {
        tell_alone(t, &l);
        return true;
    }
    tell_leader(t, &l);
    tell_course(t, &l);
    tell_number(t);
    return true;
}
