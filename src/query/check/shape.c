/* shape.c - what may stand where: aggregates, windows, outputs, steps, and how much of all. */
#include "base/arena.h"
#include "base/str.h"
#include "query/check/part.h"

bool check_aggregate_shape(struct checking *c, const struct context *x, const struct expr_aggregate *g,
                           const struct place *at)
{
    const char *name = query_aggregate_info(g->function)->name;

    if (!x->aggregates)
        check_error(c, ERR_INVALID_QUERY, "shape", at,
                    str_same(x->clause, "a condition on rows") ? "Put the condition among those on groups, 'having'."
                                                               : NULL,
                    "'%s' is of several rows and cannot stand in %s.", name, x->clause);
    else if (!g->arg && g->function != AGGREGATE_COUNT)
        check_error(c, ERR_INVALID_QUERY, "shape", at, "Say what it is of, in 'arg'.", "'%s' is of nothing.", name);
    else if (g->function == AGGREGATE_QUANTILE && !(g->number >= 0 && g->number <= 1))
        check_error(c, ERR_INVALID_QUERY, "shape", at, "The median is 0.5.",
                    "The number of a quantile is from 0 to 1.");
    else
        return true;
    return false;
}

bool check_window_shape(struct checking *c, const struct context *x, const struct expr_window *w,
                        const struct place *at)
{
    const char *name = query_window_info(w->function)->name;

    if (!x->windows)
        check_error(c, ERR_INVALID_QUERY, "shape", at, "Work it out in a query of its own, and ask of its rows.",
                    "'%s' looks at other rows and cannot stand in %s.", name, x->clause);
    else if (query_window_info(w->function)->takes_argument && !w->arg)
        check_error(c, ERR_INVALID_QUERY, "shape", at, "Say what it is of, in 'arg'.", "'%s' is of nothing.", name);
    else if (window_aggregates(w->function) && w->arg->kind != EXPR_AGGREGATE)
        check_error(c, ERR_INVALID_QUERY, "shape", at, "Take its sum or its average.",
                    "'%s' needs an aggregate to work out.", name);
    else
        return true;
    return false;
}

bool check_call_shape(struct checking *c, const struct expr_call *call, const struct place *at)
{
    const struct query_function_info *info = query_function_info(call->function);

    if (call->n >= info->least && call->n <= info->most)
        return true;
    check_error(c, ERR_INVALID_QUERY, "shape", at, NULL, "'%s' takes %zu to %zu arguments and has %zu.", info->name,
                info->least, info->most, call->n);
    return false;
}

bool check_one_output(struct checking *c, const struct block *inner, const struct place *at)
{
    if (inner->n == 1)
        return true;
    check_error(c, ERR_INVALID_QUERY, "shape", at, "Select one column.",
                "A query with %zu columns cannot stand for one value.", inner->n);
    return false;
}

bool check_block_shape(struct checking *c, const struct query *q, const struct place *at)
{
    if (q->n_from == 0)
        check_error(c, ERR_INVALID_QUERY, "shape", at, "Say which table, in 'from'.", "The query is over no table.");
    else if (q->n_outputs == 0 && query_groups(q))
        check_error(c, ERR_INVALID_QUERY, "shape", at, "Select the groups and what is worked out of each.",
                    "A query with groups must say what it shows.");
    else if (q->n_per > 0 && q->limit == 0 && q->offset == 0)
        check_error(c, ERR_INVALID_QUERY, "shape", at, "Say how many rows of each, in 'limit'.",
                    "'per' is a limit for each, and there is no limit.");
    else
        return true;
    return false;
}

/* Step names differ, and all of it is bounded. */
bool check_request_shape(struct checking *c)
{
    const struct request *r = c->request;
    const struct place steps = { NULL, "steps", 0 };

    if (r->n_steps == 0) {
        check_error(c, ERR_INVALID_QUERY, "shape", &steps, NULL, "The request has no step.");
        return false;
    }
    if (!request_is_bounded(r)) {
        check_error(c, ERR_TOO_LARGE, "shape", NULL, "Ask for less at once.",
                    "This asks for more than %d things at once.", QUERY_NODES);
        return false;
    }
    for (size_t i = 0; i < r->n_steps; i++)
        if (r->steps[i].name && check_step(c, r->steps[i].name, i)) {
            check_error(c, ERR_INVALID_QUERY, "name", &(struct place){ &steps, NULL, i }, "Give one another name.",
                        "Two steps are called '%s'.", check_shown(c, r->steps[i].name));
            return false;
        }
    return true;
}
