/* plan_facts.c - what a plan has, as bits. */
#include "read/ranking.h"

static uint64_t op_fact(enum plan_op op)
{
    static const uint64_t facts[PLAN_OPERATORS] = {
        [PLAN_EQ] = FACT(EQUAL),        [PLAN_NE] = FACT(UNEQUAL),        [PLAN_LT] = FACT(LESS),
        [PLAN_LE] = FACT(LESS_EQUAL),   [PLAN_GT] = FACT(MORE),           [PLAN_GE] = FACT(MORE_EQUAL),
        [PLAN_BETWEEN] = FACT(BETWEEN), [PLAN_CONTAINS] = FACT(CONTAINS), [PLAN_STARTS] = FACT(STARTS),
        [PLAN_ENDS] = FACT(ENDS),       [PLAN_LACKS] = FACT(LACKS),       [PLAN_EMPTY] = FACT(EMPTY),
        [PLAN_FILLED] = FACT(FILLED),   [PLAN_WITHIN] = FACT(PERIOD),     [PLAN_RECURS] = FACT(PERIOD),
    };

    return facts[op];
}

static uint64_t figure_fact(enum plan_figure f, bool is_shown)
{
    static const uint64_t facts[FIGURES] = {
        [FIGURE_SUM] = FACT(SUM),       [FIGURE_AVERAGE] = FACT(AVERAGE), [FIGURE_MEDIAN] = FACT(MEDIAN),
        [FIGURE_MIN] = FACT(MIN),       [FIGURE_MAX] = FACT(MAX),         [FIGURE_RANGE] = FACT(RANGE),
        [FIGURE_SPREAD] = FACT(SPREAD),
    };
    uint64_t count = is_shown ? FACT(COUNT) : FACT(COUNT_ASIDE);

    if (f == FIGURE_DISTINCT)
        return count | FACT(DIFFERENT);
    return f == FIGURE_ROWS || f == FIGURE_COUNT ? count : facts[f];
}

static uint64_t conditions_facts(const struct plan_condition *c, size_t n)
{
    uint64_t ret = n > 1 ? FACT(CONDITIONS) : 0;

    for (size_t i = 0; i < n; i++)
        ret |= op_fact(c[i].op);
    return ret;
}

static uint64_t having_facts(const struct plan_having *h)
{
    return FACT(HAVING) | figure_fact(h->term.figure, false) | op_fact(h->op);
}

static uint64_t order_facts(const struct plan *p)
{
    bool is_cut = p->limit_kind != LIMIT_NONE;
    bool of_rows = p->order.figure == FIGURE_ROWS || p->order.figure == FIGURE_COUNT;
    uint64_t ret = figure_fact(p->order.figure, false) | (is_cut ? FACT(LIMIT) : 0);

    if (p->order.column == PLAN_PLACE)
        return ret | FACT(PLACE);
    if (of_rows)
        ret |= p->descending ? FACT(ROWS_DOWN) : FACT(ROWS_UP);
    if (is_cut)
        return ret | (p->descending ? FACT(FIRST_DOWN) : FACT(FIRST_UP));
    return ret | (p->descending ? FACT(SORT_DOWN) : FACT(SORT_UP));
}

static uint64_t nest_facts(const struct plan_nest *n)
{
    static const uint64_t facts[NESTINGS] = {
        [NEST_THAN] = FACT(THAN),
        [NEST_IN] = FACT(IN),
        [NEST_NOT_IN] = FACT(WITHOUT),
        [NEST_INTERSECT] = FACT(BOTH),
        [NEST_UNION] = FACT(EITHER),
        [NEST_EXCEPT] = FACT(WITHOUT),
        [NEST_NEXT] = FACT(NEXT),
        [NEST_PREVIOUS] = FACT(PREVIOUS),
        [NEST_DIFFERENCE] = FACT(DIFFERENCE),
        [NEST_SHARE] = FACT(SHARE),
        [NEST_EXISTS] = FACT(YES_NO),
        [NEST_COMPARE] = FACT(YES_NO),
        [NEST_COUNTED] = FACT(COUNT),
    };
    uint64_t ret = facts[n->kind] | conditions_facts(n->conditions, n->n_conditions);

    if (n->kind == NEST_THAN || n->kind == NEST_COMPARE)
        ret |= op_fact(n->op);
    if (n->kind == NEST_THAN)
        ret |= figure_fact(n->term.figure, false);
    return ret | (n->has_having ? having_facts(&n->having) : 0);
}

uint64_t plan_facts(const struct plan *p)
{
    uint64_t ret = conditions_facts(p->conditions, p->n_conditions) | nest_facts(&p->nest);

    for (size_t i = 0; i < p->n_outputs; i++)
        ret |= figure_fact(p->outputs[i].figure, true);
    if (p->n_outputs > 1)
        ret |= FACT(OUTPUTS);
    if (p->distinct)
        ret |= FACT(DISTINCT);
    if (p->connective != CONNECT_ALL || p->nest.connective != CONNECT_ALL)
        ret |= FACT(EITHER);
    if (p->grouping != GROUP_NONE || p->has_each)
        ret |= FACT(GROUP);
    if (p->has_having)
        ret |= having_facts(&p->having);
    return ret | (p->ordered ? order_facts(p) : 0);
}
