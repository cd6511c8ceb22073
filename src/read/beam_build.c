/* beam_build.c - the plan of a filling: the sketch's empty plan with the options' columns and values in it.
 *
 * Plain outputs come first, in the order in which they are named, and figures behind them.
 */
#include "read/beam_node.h"
#include <stdlib.h>
#include <string.h>

static const struct option *option_of(const struct beam *b, const struct filling *f, enum slot slot)
{
    return &b->shapes[f->shape].slot[slot].o[f->at[slot]];
}

static void set_outputs(const struct option *plain, const struct option *figures, struct plan *p)
{
    size_t n_plain = 0, n_figures = 0;

    for (size_t i = 0; i < p->n_outputs; i++) {
        struct plan_term *t = &p->outputs[i];
        if (t->figure == FIGURE_NONE)
            t->column = plain->items[n_plain++];
        else if (t->figure != FIGURE_ROWS)
            t->column = figures->items[n_figures++];
    }
    if (p->all)
        p->main = plain->items[0];
}

/* The outer ones first. */
static void set_conditions(const struct beam *b, const struct option *o, struct plan *p)
{
    for (size_t i = 0; i < o->n; i++) {
        const struct plan_condition *c = &b->scores->conditions[o->items[i]].condition;
        if (i < p->n_conditions)
            p->conditions[i] = *c;
        else
            p->nest.conditions[i - p->n_conditions] = *c;
    }
}

static void set_having(const struct option *o, struct plan_having *h)
{
    if (o->n > 0)
        h->term.column = o->items[0];
    h->value = o->value;
    h->until = o->until;
    h->span = o->span;
}

static bool is_set(enum plan_nesting kind)
{
    return kind == NEST_INTERSECT || kind == NEST_UNION || kind == NEST_EXCEPT;
}

static void set_nest(const struct option *o, const struct tables *t, struct plan_nest *n)
{
    if (n->has_having)
        set_having(o, &n->having);
    else if (is_set(n->kind))
        n->outputs[0] = o->n > 0 ? o->items[0] : LINK_NONE;
    else if (o->n > 0)
        n->column = n->term.column = o->items[0];
    if (n->kind == NEST_IN || n->kind == NEST_NOT_IN) {
        n->column = t->outer_column;
        n->inner = t->inner_column;
    }
    if (t->inner) {
        n->tables = t->inner->tables;
        n->n_joins = t->inner->n_joins;
        memcpy(n->joins, t->inner->joins, n->n_joins * sizeof *n->joins);
    }
}

static void set_tables(const struct join_tree *t, struct plan *p)
{
    p->tables = t->tables;
    p->n_joins = t->n_joins;
    memcpy(p->joins, t->joins, t->n_joins * sizeof *t->joins);
}

/* A number is either a limit, or a condition's, or a having's. */
static bool uses_a_number_twice(const struct plan *p)
{
    const struct plan_span *own[3] = { &p->limit_span, &p->having.span, &p->nest.having.span };

    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < i; k++)
            if (spans_meet(own[i], own[k]))
                return true;
        for (size_t k = 0; k < p->n_conditions; k++)
            if (spans_meet(own[i], &p->conditions[k].span))
                return true;
        for (size_t k = 0; k < p->nest.n_conditions; k++)
            if (spans_meet(own[i], &p->nest.conditions[k].span))
                return true;
    }
    return false;
}

static void set_scores(const struct beam *b, const struct filling *f, struct candidate *c)
{
    c->sketch = b->shapes[f->shape].sketch;
    memcpy(c->sketch_part, b->shapes[f->shape].part, sizeof c->sketch_part);
    c->prior = b->shapes[f->shape].score;
    for (size_t i = 0; i < SKETCH_PARTS; i++)
        c->prior -= c->sketch_part[i];
    c->shown = option_of(b, f, SLOT_SHOWN)->score;
    c->figure = option_of(b, f, SLOT_FIGURE)->score + option_of(b, f, SLOT_HAVING)->score;
    c->group = option_of(b, f, SLOT_GROUP)->score;
    c->order = option_of(b, f, SLOT_ORDER)->score + option_of(b, f, SLOT_NEST)->score;
    c->where = option_of(b, f, SLOT_WHERE)->score;
    c->table = 0;
    for (uint64_t t = f->tables.outer->tables | (f->tables.inner ? f->tables.inner->tables : 0); t; t &= t - 1)
        c->table += b->scores->table[__builtin_ctzll(t)];
    c->join_cost = f->tables.cost;
    c->score = f->score;
}

bool beam_build(const struct beam *b, const struct filling *f, struct candidate *ret)
{
    struct plan *p = &ret->plan;

    *ret = (struct candidate){ .plan = b->shapes[f->shape].plan };
    set_outputs(option_of(b, f, SLOT_SHOWN), option_of(b, f, SLOT_FIGURE), p);
    set_conditions(b, option_of(b, f, SLOT_WHERE), p);
    if (p->grouping == GROUP_HIDDEN)
        for (size_t i = 0; i < p->n_groups; i++)
            p->groups[i] = option_of(b, f, SLOT_GROUP)->items[i];
    if (p->has_having)
        set_having(option_of(b, f, SLOT_HAVING), &p->having);
    if (option_of(b, f, SLOT_ORDER)->n > 0)
        p->order.column = option_of(b, f, SLOT_ORDER)->items[0];
    if (p->limit_kind == LIMIT_SOME) {
        p->limit = strtoull(option_of(b, f, SLOT_LIMIT)->value, NULL, 10);
        p->limit_span = option_of(b, f, SLOT_LIMIT)->span;
    }
    set_nest(option_of(b, f, SLOT_NEST), &f->tables, &p->nest);
    set_tables(f->tables.outer, p);
    set_scores(b, f, ret);
    return !uses_a_number_twice(p) && !(is_set(p->nest.kind) && p->nest.outputs[0] == p->outputs[0].column);
}
