/* rank_shape.c - dense features: what is asked for, whatever the words. */
#include "read/ranking.h"
#include <math.h>

static const struct link_column *column_of(const struct ranking *g, size_t column)
{
    return column < g->s->n_columns ? &g->s->columns[column] : NULL;
}

static void plain_output(const struct link_column *c, const struct view *v, float *row)
{
    row[DENSE_PLAIN]++;
    row[DENSE_IDS_SHOWN] += (float)((c->traits & (LINK_ID | LINK_KEY)) != 0);
    row[DENSE_NUMBERS_SHOWN] += (float)((c->traits & LINK_NUMBER) != 0);
    row[DENSE_NAMES_SHOWN] += (float)((c->traits & LINK_NAMES) != 0);
    row[DENSE_UNNAMED_SHOWN] += (float)(v->match == MATCH_NONE);
    row[DENSE_FULL_SHOWN] += (float)is_named(v);
    row[DENSE_OWNED_SHOWN] += (float)v->owned;
    row[DENSE_UNIQUE_SHOWN] += (float)((c->traits & LINK_UNIQUE) != 0);
    row[DENSE_SHOWN_FIT] = fminf(row[DENSE_SHOWN_FIT], v->best ? v->best->fit : 0);
}

static void outputs(const struct ranking *g, const struct plan *p, float *row)
{
    row[DENSE_SHOWN_FIT] = 1;
    for (size_t i = 0; i < p->n_outputs; i++) {
        const struct plan_term *t = &p->outputs[i];
        const struct link_column *c = column_of(g, t->column);
        if (t->figure == FIGURE_NONE && c)
            plain_output(c, &g->q->columns[t->column], row);
        row[DENSE_UNITS_SHOWN] += (float)(t->unit != UNIT_NONE);
        row[DENSE_RECKONED_SHOWN] += (float)(t->with != 0);
        row[DENSE_FIGURES_SHOWN] += (float)(t->figure != FIGURE_NONE);
        row[DENSE_COUNTS_SHOWN] +=
            (float)(t->figure == FIGURE_ROWS || t->figure == FIGURE_COUNT || t->figure == FIGURE_DISTINCT);
    }
    row[DENSE_OUTPUTS] = (float)p->n_outputs;
    row[DENSE_ALL_SHOWN] = (float)p->all;
    row[DENSE_IS_DISTINCT] = (float)p->distinct;
}

static void conditions(const struct plan *p, float *row)
{
    for (size_t i = 0; i < p->n_conditions; i++) {
        row[DENSE_EQUALITIES] += (float)(p->conditions[i].op == PLAN_EQ);
        for (size_t k = 0; k < i; k++)
            row[DENSE_SAME_COLUMN] +=
                (float)(p->connective == CONNECT_ALL && p->conditions[i].op == PLAN_EQ &&
                        p->conditions[k].op == PLAN_EQ && p->conditions[i].column == p->conditions[k].column);
    }
    row[DENSE_CONDITIONS] = (float)p->n_conditions;
    row[DENSE_CONDITIONS_INNER] = (float)p->nest.n_conditions;
    row[DENSE_CONNECTIVE] = (float)p->connective;
}

static void grouped_by(const struct ranking *g, size_t column, float *row)
{
    const struct link_column *c = column_of(g, column);

    if (!c)
        return;
    if (c->traits & LINK_UNIQUE)
        row[DENSE_GROUP_UNIQUE] = 1;
    if (g->q->columns[column].match != MATCH_NONE)
        row[DENSE_GROUP_NAMED] = 1;
}

static void grouping(const struct ranking *g, const struct plan *p, float *row)
{
    row[DENSE_GROUPING] = (float)p->grouping;
    row[DENSE_HAS_HAVING] = (float)(p->has_having || p->nest.has_having);
    if (p->grouping == GROUP_NONE)
        return;
    for (size_t i = 0; i < p->n_outputs; i++)
        if (p->outputs[i].figure == FIGURE_NONE)
            grouped_by(g, p->outputs[i].column, row);
    for (size_t i = 0; i < p->n_groups; i++)
        grouped_by(g, p->groups[i], row);
}

static void order(const struct ranking *g, const struct plan *p, float *row)
{
    const struct link_column *c = column_of(g, p->order.column);

    row[DENSE_ORDERED] = p->ordered ? (p->descending ? 2 : 1) : 0;
    row[DENSE_LIMIT] = p->limit_kind == LIMIT_NONE ? 0 : p->limit_kind == LIMIT_ONE ? 1 : (float)p->limit;
    row[DENSE_LIMIT_EACH] = (float)p->has_each;
    if (!p->ordered)
        return;
    row[DENSE_ORDER_COUNTS] = (float)(p->order.figure == FIGURE_ROWS || p->order.figure == FIGURE_COUNT);
    for (size_t i = 0; i < p->n_outputs; i++)
        if (p->outputs[i].figure == p->order.figure && p->outputs[i].column == p->order.column)
            row[DENSE_ORDER_SHOWN] = 1;
    if (!c)
        return;
    row[DENSE_ORDER_TEXT] = (float)((c->traits & (LINK_NUMBER | LINK_DATE)) == 0);
    row[DENSE_ORDER_ID] = (float)((c->traits & (LINK_ID | LINK_KEY)) != 0);
    row[DENSE_ORDER_FIT] = g->q->columns[p->order.column].best ? g->q->columns[p->order.column].best->fit : 0;
    row[DENSE_ORDER_NAMED] = (float)g->q->columns[p->order.column].match;
}

static void nest(const struct plan *p, float *row)
{
    enum plan_nesting k = p->nest.kind;

    row[DENSE_NEST] = (float)k;
    row[DENSE_NEST_WITHOUT] = (float)(k == NEST_NOT_IN || k == NEST_EXCEPT);
    row[DENSE_NEST_SETS] = (float)(k == NEST_INTERSECT || k == NEST_UNION || k == NEST_EXCEPT);
    row[DENSE_NEST_THAN] = (float)(k == NEST_THAN);
}

static void schema(const struct ranking *g, const struct plan_use *u, float *row)
{
    uint64_t rows = 0;

    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (tables_have(u->tables, t) && g->s->tables[t].rows > rows)
            rows = g->s->tables[t].rows;
    row[DENSE_SCHEMA_TABLES] = (float)g->s->n_tables;
    row[DENSE_SCHEMA_COLUMNS] = (float)g->s->n_columns;
    row[DENSE_SCHEMA_ROWS] = (float)log1p((double)rows);
}

void rank_shape(const struct ranking *g, size_t i, float *row)
{
    const struct plan *p = &g->r->candidates[i].plan;

    outputs(g, p, row);
    conditions(p, row);
    grouping(g, p, row);
    order(g, p, row);
    nest(p, row);
    schema(g, &g->uses[i], row);
    row[DENSE_SHOWN_SHARE] = (float)g->uses[i].shown_share;
    row[DENSE_CONDITIONS_SHARE] = (float)g->uses[i].where_share;
}
