/* edit.c - edits of conditions, of what is shown, and of order and limit. */
#include "query/edit/edit.h"
#include "base/arena.h"
#include "base/err.h"
#include "query/edit/edit_part.h"
#include <string.h>

int query_edit_refuse(struct err *err, const char *sentence)
{
    return err_set(err, ERR_INVALID_QUERY, sentence, "edit: %s", sentence);
}

struct query *edit_copy(struct arena *a, const struct query *q, struct err *err)
{
    struct query *copy;

    if (q->kind != QUERY_BLOCK) {
        query_edit_refuse(err,
                          "Two queries are combined here; only the order and the limit of the whole can be changed.");
        return NULL;
    }
    copy = arena_alloc(a, sizeof *copy);
    *copy = *q;
    return copy;
}

/* ---- what a block that groups may show ---- */

struct search {
    const struct expr *part;
    bool found;
};

static bool search_part(const struct expr *e, void *arg)
{
    struct search *s = arg;
    const struct expr_visitor v = { search_part, s, false };

    s->found |= expr_same(e, s->part);
    if (s->found || e->kind == EXPR_AGGREGATE)
        return false;
    if (e->kind == EXPR_WINDOW && window_aggregates(e->window.function)) {
        /* Its aggregate is over rows of the result: what it is of stands in the open. */
        expr_walk(e->window.arg->aggregate.arg, &v);
        expr_walk(e->window.arg->aggregate.where, &v);
    }
    return true;
}

bool edit_mentions(const struct expr *e, const struct expr *part)
{
    struct search s = { part, false };

    expr_walk(e, &(struct expr_visitor){ search_part, &s, false });
    return s.found;
}

static bool is_group(const struct query *q, const struct expr *e)
{
    for (size_t i = 0; i < q->n_groups; i++)
        if (expr_same(q->groups[i], e))
            return true;
    return false;
}

struct judge {
    const struct query *query;
    bool loose; /* a column that is neither a group nor in an aggregate */
};

static bool judge_part(const struct expr *e, void *arg)
{
    struct judge *j = arg;
    const struct expr_visitor v = { judge_part, j, false };

    if (j->loose || e->kind == EXPR_AGGREGATE || is_group(j->query, e))
        return false;
    j->loose =
        e->kind == EXPR_PLACE || (e->kind == EXPR_COLUMN && e->column.of && query_relation(j->query, e->column.of));
    if (e->kind == EXPR_WINDOW && window_aggregates(e->window.function)) {
        expr_walk(e->window.arg->aggregate.arg, &v);
        expr_walk(e->window.arg->aggregate.where, &v);
    }
    return !j->loose;
}

int edit_done(const struct query *made, const struct query **ret, struct err *err)
{
    struct judge j = { made, false };
    const struct expr_visitor v = { judge_part, &j, false };

    if (query_groups(made)) {
        for (size_t i = 0; i < made->n_outputs; i++)
            expr_walk(made->outputs[i].expr, &v);
        for (size_t i = 0; i < made->n_having; i++)
            expr_walk(made->having[i], &v);
        for (size_t i = 0; i < made->n_order; i++)
            expr_walk(made->order[i].by, &v);
        for (size_t i = 0; i < made->n_per; i++)
            expr_walk(made->per[i], &v);
        if (j.loose)
            return query_edit_refuse(
                err, "With groups, only groups and totals of them can be shown, sorted by or counted per.");
        if (made->n_outputs == 0)
            return query_edit_refuse(err, "With groups, something must be chosen to be shown.");
    }
    *ret = made;
    return 0;
}

/* ---- conditions ---- */

struct columns {
    const struct expr *column;
    bool several;
};

static bool see_column(const struct expr *e, void *arg)
{
    struct columns *c = arg;

    if (e->kind == EXPR_COLUMN) {
        c->several |= c->column && !expr_same(c->column, e);
        c->column = e;
    }
    return true;
}

const struct expr *query_condition_column(const struct expr *condition)
{
    struct columns c = { 0 };

    expr_walk(condition, &(struct expr_visitor){ see_column, &c, false });
    return c.several ? NULL : c.column;
}

static bool is_on(const struct expr *condition, const struct expr *column)
{
    const struct expr *own = query_condition_column(condition);

    return own && expr_same(own, column);
}

static size_t conditions_on(const struct query *q, const struct expr *column)
{
    size_t n = 0;

    for (size_t i = 0; i < q->n_where; i++)
        n += is_on(q->where[i], column);
    return n;
}

/* A condition on rows knows no groups. */
static int check_condition(const struct expr *condition, struct err *err)
{
    if (expr_has_aggregate(condition) || expr_has_window(condition))
        return query_edit_refuse(err, "A condition on rows cannot have a total in it.");
    return 0;
}

int query_edit_add_condition(struct arena *a, const struct query *q, const struct expr *condition,
                             const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);

    if (!made || check_condition(condition, err) < 0)
        return -1;
    for (size_t i = 0; i < q->n_where; i++)
        if (expr_same(q->where[i], condition))
            return query_edit_refuse(err, "That condition is there already.");
    made->where = exprs_with(a, q->where, q->n_where, condition);
    made->n_where = q->n_where + 1;
    return edit_done(made, ret, err);
}

/* Those on the column give way to `condition`; NULL: to nothing. */
static void swap_conditions(struct arena *a, struct query *made, const struct expr *column,
                            const struct expr *condition)
{
    const struct expr **where = arena_array(a, made->n_where + 1, sizeof *where);
    size_t n = 0;

    for (size_t i = 0; i < made->n_where; i++) {
        const bool out = is_on(made->where[i], column);
        if (out && !condition)
            continue;
        where[n++] = out ? condition : made->where[i];
        if (out)
            condition = NULL;
    }
    if (condition)
        where[n++] = condition;
    made->where = where;
    made->n_where = n;
}

int query_edit_replace_condition(struct arena *a, const struct query *q, const struct expr *column,
                                 const struct expr *condition, const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);

    if (!made || check_condition(condition, err) < 0)
        return -1;
    if (conditions_on(q, column) == 0)
        return query_edit_refuse(err, "There is no condition on that column to replace.");
    swap_conditions(a, made, column, condition);
    return edit_done(made, ret, err);
}

int query_edit_remove_condition(struct arena *a, const struct query *q, const struct expr *column,
                                const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);

    if (!made)
        return -1;
    if (conditions_on(q, column) == 0)
        return query_edit_refuse(err, "There is no condition on that column to remove.");
    swap_conditions(a, made, column, NULL);
    return edit_done(made, ret, err);
}

/* The list with `by` in place of the condition, or without it; false where it is not there. */
static bool swap_one(struct arena *a, const struct expr *const **list, size_t *n, const struct expr *condition,
                     const struct expr *by)
{
    const struct expr **made = arena_array(a, *n + 1, sizeof *made);
    size_t kept = 0;
    bool found = false;

    for (size_t i = 0; i < *n; i++) {
        const bool out = !found && expr_same((*list)[i], condition);
        found |= out;
        if (!out || by)
            made[kept++] = out ? by : (*list)[i];
    }
    *list = made;
    *n = kept;
    return found;
}

int query_edit_condition(struct arena *a, const struct query *q, const struct expr *condition, const struct expr *by,
                         const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);

    if (!made)
        return -1;
    if (swap_one(a, &made->where, &made->n_where, condition, by))
        return by && check_condition(by, err) < 0 ? -1 : edit_done(made, ret, err);
    if (!swap_one(a, &made->having, &made->n_having, condition, by))
        return query_edit_refuse(err, "That condition is not there.");
    return edit_done(made, ret, err);
}

int query_edit_period(struct arena *a, const struct query *q, const struct expr *column, const struct expr *from,
                      const struct expr *until, const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);
    const struct expr *condition;

    if (!made)
        return -1;
    if (!from && !until)
        return query_edit_refuse(err, "A period needs a first day or a last one.");
    if (from && until)
        condition = expr_call(a, FUNCTION_BETWEEN, (const struct expr *const[]){ column, from, until }, 3);
    else
        condition = expr_call2(a, from ? FUNCTION_GE : FUNCTION_LE, column, from ? from : until);
    swap_conditions(a, made, column, condition);
    return edit_done(made, ret, err);
}

/* ---- what is shown ---- */

int query_edit_outputs(struct arena *a, const struct query *q, const struct output *outputs, size_t n,
                       const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);
    struct output *copy = arena_array(a, n, sizeof *copy);

    if (!made)
        return -1;
    if (n > 0)
        memcpy(copy, outputs, n * sizeof *copy);
    made->outputs = copy;
    made->n_outputs = n;
    return made->distinct ? query_edit_distinct(a, made, true, ret, err) : edit_done(made, ret, err);
}

static bool is_shown(const struct query *q, const struct expr *e)
{
    for (size_t i = 0; i < q->n_outputs; i++)
        if (expr_same(q->outputs[i].expr, e))
            return true;
    return q->n_outputs == 0 && e->kind == EXPR_COLUMN;
}

int query_edit_distinct(struct arena *a, const struct query *q, bool distinct, const struct query **ret,
                        struct err *err)
{
    struct query *made = edit_copy(a, q, err);

    if (!made)
        return -1;
    for (size_t i = 0; i < q->n_order && distinct; i++)
        if (!is_shown(q, q->order[i].by))
            return query_edit_refuse(err, "Rows that are shown once can only be sorted by what is shown.");
    made->distinct = distinct;
    return edit_done(made, ret, err);
}

/* ---- order and limit ---- */

static const struct query *leftmost(const struct query *q)
{
    while (q->kind != QUERY_BLOCK)
        q = q->left;
    return q;
}

int query_edit_order(struct arena *a, const struct query *q, size_t i, bool descending, const struct query **ret,
                     struct err *err)
{
    struct query *made = arena_alloc(a, sizeof *made);
    struct ordering *order = arena_alloc(a, sizeof *order);

    if (i >= leftmost(q)->n_outputs)
        return query_edit_refuse(err, "There is no such column to sort by.");
    *order = (struct ordering){ .descending = descending };
    order->by = q->kind == QUERY_BLOCK ? q->outputs[i].expr : expr_column(a, NULL, query_output_name(a, q, i));
    *made = *q;
    made->order = order;
    made->n_order = 1;
    return edit_done(made, ret, err);
}

int query_edit_sort(struct arena *a, const struct query *q, const struct ordering *order, size_t n,
                    const struct query **ret, struct err *err)
{
    struct query *made = arena_alloc(a, sizeof *made);
    struct ordering *copy = arena_array(a, n, sizeof *copy);

    if (n > 0)
        memcpy(copy, order, n * sizeof *copy);
    *made = *q;
    made->order = copy;
    made->n_order = n;
    return edit_done(made, ret, err);
}

int query_edit_limit(struct arena *a, const struct query *q, size_t limit, const struct query **ret, struct err *err)
{
    struct query *made = arena_alloc(a, sizeof *made);

    *made = *q;
    made->limit = limit;
    if (limit == 0) {
        made->offset = 0;
        made->n_per = 0;
    }
    return edit_done(made, ret, err);
}

int query_edit_per(struct arena *a, const struct query *q, const struct expr *const *per, size_t n,
                   const struct query **ret, struct err *err)
{
    struct query *made = edit_copy(a, q, err);
    const struct expr **copy = arena_array(a, n, sizeof *copy);

    if (!made)
        return -1;
    if (n > 0 && q->limit == 0)
        return query_edit_refuse(err, "Say how many rows each is to have: there is no limit.");
    if (n > 0)
        memcpy(copy, per, n * sizeof *copy);
    for (size_t i = 0; i < n && query_groups(q); i++)
        if (!is_group(q, per[i]))
            return query_edit_refuse(err, "A limit of groups can only be per one of the groups.");
    made->per = copy;
    made->n_per = n;
    return edit_done(made, ret, err);
}
