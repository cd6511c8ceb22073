/* edit_group.c - edits of groups and measures: what changes wherever it is used. */
#include "base/arena.h"
#include "base/err.h"
#include "query/edit/edit.h"
#include "query/edit/edit_part.h"
#include <string.h>

/* ---- one expression in place of another ---- */

struct change {
    struct arena *a;
    const struct expr *from, *to;
};

static const struct expr *changed(const struct change *c, const struct expr *e);

static const struct expr *const *changed_list(const struct change *c, const struct expr *const *list, size_t n)
{
    const struct expr **made = arena_array(c->a, n, sizeof *made);

    for (size_t i = 0; i < n; i++)
        made[i] = changed(c, list[i]);
    return made;
}

static const struct ordering *changed_order(const struct change *c, const struct ordering *order, size_t n)
{
    struct ordering *made = arena_array(c->a, n, sizeof *made);

    for (size_t i = 0; i < n; i++) {
        made[i] = order[i];
        made[i].by = changed(c, order[i].by);
    }
    return made;
}

/* The aggregate of a window is over rows of the result; what it is of changes with them. */
static const struct expr *changed_result_aggregate(const struct change *c, const struct expr *e)
{
    struct expr made = *e;

    made.aggregate.arg = changed(c, e->aggregate.arg);
    made.aggregate.where = changed(c, e->aggregate.where);
    return expr_new(c->a, &made);
}

static const struct expr *changed_window(const struct change *c, const struct expr *e)
{
    struct expr made = *e;

    made.window.arg =
        window_aggregates(e->window.function) ? changed_result_aggregate(c, e->window.arg) : changed(c, e->window.arg);
    made.window.per = changed_list(c, e->window.per, e->window.n_per);
    made.window.order = changed_order(c, e->window.order, e->window.n_order);
    return expr_new(c->a, &made);
}

/* What has nothing to change is shared. */
static const struct expr *changed(const struct change *c, const struct expr *e)
{
    struct expr made;

    if (!e || expr_same(e, c->from))
        return e ? c->to : NULL;
    if (!edit_mentions(e, c->from))
        return e;
    made = *e;
    switch (e->kind) {
    case EXPR_CALL:
        made.call.args = changed_list(c, e->call.args, e->call.n);
        break;
    case EXPR_WINDOW:
        return changed_window(c, e);
    case EXPR_IN_QUERY:
        made.query.arg = changed(c, e->query.arg);
        break;
    case EXPR_COLUMN:
    case EXPR_LITERAL:
    case EXPR_AGGREGATE:
    case EXPR_QUERY:
    case EXPR_EXISTS:
    case EXPR_PLACE:
        return e;
    }
    return expr_new(c->a, &made);
}

/* Outputs and order; a name that was given to what is another thing now is dropped. */
static void change_shown(const struct change *c, struct query *q)
{
    struct output *outputs = arena_array(c->a, q->n_outputs, sizeof *outputs);

    for (size_t i = 0; i < q->n_outputs; i++) {
        outputs[i] = q->outputs[i];
        outputs[i].expr = changed(c, q->outputs[i].expr);
        if (outputs[i].expr != q->outputs[i].expr)
            outputs[i].name = NULL;
    }
    q->outputs = outputs;
    q->order = changed_order(c, q->order, q->n_order);
}

/* ---- groups ---- */

static int check_group(const struct query *q, const struct expr *group, struct err *err)
{
    if (expr_has_aggregate(group) || expr_has_window(group))
        return query_edit_refuse(err, "Rows cannot be grouped by a total of them.");
    for (size_t i = 0; i < q->n_groups; i++)
        if (expr_same(q->groups[i], group))
            return query_edit_refuse(err, "It is grouped by that already.");
    return 0;
}

/* How many outputs at the front are groups. */
static size_t leading_groups(const struct query *q)
{
    size_t n = 0;

    for (; n < q->n_outputs; n++) {
        bool group = false;
        for (size_t i = 0; i < q->n_groups && !group; i++)
            group = expr_same(q->outputs[n].expr, q->groups[i]);
        if (!group)
            break;
    }
    return n;
}

int query_edit_add_group(struct arena *a, const struct query *q, const struct expr *group, const struct query **ret,
                         struct err *err)
{
    struct query *made = edit_copy(a, q, err);
    struct output *outputs = arena_array(a, q->n_outputs + 1, sizeof *outputs);
    const size_t at = leading_groups(q);

    if (!made || check_group(q, group, err) < 0)
        return -1;
    if (!query_groups(q))
        return query_edit_refuse(err, "These are single rows; choose what to work out for each group first.");
    for (size_t i = 0; i < q->n_outputs; i++)
        outputs[i + (i >= at)] = q->outputs[i];
    outputs[at].expr = group;
    made->outputs = outputs;
    made->n_outputs = q->n_outputs + 1;
    made->groups = exprs_with(a, q->groups, q->n_groups, group);
    made->n_groups = q->n_groups + 1;
    return edit_done(made, ret, err);
}

/* The group that is to be edited, if there is one and no condition on groups uses it. */
static int check_free(const struct query *q, size_t i, struct err *err)
{
    if (i >= q->n_groups)
        return query_edit_refuse(err, "There is no such group.");
    for (size_t k = 0; k < q->n_having; k++)
        if (edit_mentions(q->having[k], q->groups[i]))
            return query_edit_refuse(err, "A condition on the groups uses this one; change the condition first.");
    return 0;
}

int query_edit_replace_group(struct arena *a, const struct query *q, size_t i, const struct expr *group,
                             const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);
    struct change c = { .a = a, .to = group };
    const struct expr **groups = arena_array(a, q->n_groups, sizeof *groups);

    if (!made || check_free(q, i, err) < 0 || check_group(q, group, err) < 0)
        return -1;
    memcpy(groups, q->groups, q->n_groups * sizeof *groups);
    groups[i] = group;
    c.from = q->groups[i];
    change_shown(&c, made);
    made->per = changed_list(&c, q->per, q->n_per);
    made->groups = groups;
    return edit_done(made, ret, err);
}

/* Outputs, order and "per" without those that use the expression. */
static void drop_mentions(struct arena *a, struct query *q, const struct expr *part)
{
    struct output *outputs = arena_array(a, q->n_outputs, sizeof *outputs);
    struct ordering *order = arena_array(a, q->n_order, sizeof *order);
    const struct expr **per = arena_array(a, q->n_per, sizeof *per);
    size_t n_outputs = 0, n_order = 0, n_per = 0;

    for (size_t i = 0; i < q->n_outputs; i++)
        if (!edit_mentions(q->outputs[i].expr, part))
            outputs[n_outputs++] = q->outputs[i];
    for (size_t i = 0; i < q->n_order; i++)
        if (!edit_mentions(q->order[i].by, part))
            order[n_order++] = q->order[i];
    for (size_t i = 0; i < q->n_per; i++)
        if (!edit_mentions(q->per[i], part))
            per[n_per++] = q->per[i];
    q->outputs = outputs;
    q->n_outputs = n_outputs;
    q->order = order;
    q->n_order = n_order;
    q->per = per;
    q->n_per = n_per;
}

int query_edit_remove_group(struct arena *a, const struct query *q, size_t i, const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);
    const struct expr **groups = arena_array(a, q->n_groups, sizeof *groups);
    size_t n = 0;

    if (!made || check_free(q, i, err) < 0)
        return -1;
    for (size_t k = 0; k < q->n_groups; k++)
        if (k != i)
            groups[n++] = q->groups[k];
    drop_mentions(a, made, q->groups[i]);
    made->groups = groups;
    made->n_groups = n;
    if (made->n_outputs == 0)
        return query_edit_refuse(err, "Nothing would be left to show.");
    return edit_done(made, ret, err);
}

/* ---- measures ---- */

struct measures {
    const struct expr *aggregate;
    bool several;
};

/* The aggregates of a window's argument's argument count, the window's own does not: it is of rows of the result. */
static bool see_aggregate(const struct expr *e, void *arg)
{
    struct measures *m = arg;
    const struct expr_visitor v = { see_aggregate, m, false };

    if (e->kind == EXPR_WINDOW && window_aggregates(e->window.function)) {
        expr_walk(e->window.arg->aggregate.arg, &v);
        return false;
    }
    if (e->kind != EXPR_AGGREGATE)
        return true;
    m->several |= m->aggregate && !expr_same(m->aggregate, e);
    m->aggregate = e;
    return false;
}

int query_edit_measure(struct arena *a, const struct query *q, size_t i, const struct expr *aggregate,
                       const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);
    struct measures m = { 0 };
    struct expr to = *aggregate;
    struct output *outputs = arena_array(a, q->n_outputs, sizeof *outputs);
    struct change c = { .a = a };

    if (!made)
        return -1;
    if (aggregate->kind != EXPR_AGGREGATE)
        return query_edit_refuse(err, "A measure is a total, a count, an average or the like.");
    if (i >= q->n_outputs)
        return query_edit_refuse(err, "There is no such column.");
    expr_walk(q->outputs[i].expr, &(struct expr_visitor){ see_aggregate, &m, false });
    if (!m.aggregate || m.several)
        return query_edit_refuse(err, m.several
                                          ? "That column is worked out from several totals; say which it is to be."
                                          : "That column is no total that could be another one.");
    if (!to.aggregate.where)
        to.aggregate.where = m.aggregate->aggregate.where;
    c.from = m.aggregate;
    c.to = expr_new(a, &to);
    memcpy(outputs, q->outputs, q->n_outputs * sizeof *outputs);
    outputs[i] = (struct output){ .expr = changed(&c, q->outputs[i].expr) };
    made->outputs = outputs;
    made->order = changed_order(&c, q->order, q->n_order);
    return edit_done(made, ret, err);
}
