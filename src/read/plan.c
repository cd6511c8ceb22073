/* plan.c - what plans are made of, and plans compared. */
#include "read/plan.h"
#include "base/mix.h"
#include <stdlib.h>
#include <string.h>

/* ---- columns ---- */

struct list {
    size_t *at;
    size_t n, max;
};

static void add_column(struct list *l, size_t column)
{
    if (column >= PLAN_PLACE || l->n == l->max)
        return;
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i] == column)
            return;
    l->at[l->n++] = column;
}

static void add_term(struct list *l, const struct plan_term *t)
{
    add_column(l, t->column);
    if (t->with)
        add_column(l, t->other);
}

static void add_conditions(struct list *l, const struct plan_condition *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        add_column(l, c[i].column);
        if (c[i].is_column)
            add_column(l, c[i].other);
    }
}

static bool is_set(enum plan_nesting kind)
{
    return kind == NEST_INTERSECT || kind == NEST_UNION || kind == NEST_EXCEPT;
}

static void add_outer(struct list *l, const struct plan *p)
{
    const enum plan_nesting kind = p->nest.kind;

    for (size_t i = 0; i < p->n_outputs; i++)
        add_term(l, &p->outputs[i]);
    add_conditions(l, p->conditions, p->n_conditions);
    for (size_t i = 0; p->grouping == GROUP_HIDDEN && i < p->n_groups; i++)
        add_column(l, p->groups[i]);
    if (p->has_having)
        add_term(l, &p->having.term);
    if (p->ordered)
        add_term(l, &p->order);
    if (p->has_each)
        add_column(l, p->each);
    if (kind == NEST_THAN || kind == NEST_SAME || kind == NEST_IN || kind == NEST_NOT_IN)
        add_column(l, p->nest.column);
}

/* What the inner query shows beside its conditions. */
static void add_inner_shown(struct list *l, const struct plan *p)
{
    const struct plan_nest *n = &p->nest;

    if (n->kind == NEST_THAN)
        add_term(l, &n->term);
    else if (n->kind == NEST_IN || n->kind == NEST_NOT_IN)
        add_column(l, n->inner);
    else if (n->kind == NEST_SAME)
        add_column(l, n->column);
    else if (n->kind == NEST_DIFFERENCE || n->kind == NEST_SHARE || n->kind == NEST_COMPARE || is_set(n->kind))
        for (size_t i = 0; i < p->n_outputs; i++) {
            struct plan_term t = p->outputs[i];
            if (is_set(n->kind) && n->outputs[i] != LINK_NONE)
                t.column = n->outputs[i];
            add_term(l, &t);
        }
}

static void add_inner(struct list *l, const struct plan *p)
{
    const struct plan_nest *n = &p->nest;

    if (n->kind == NEST_NONE || n->kind == NEST_EXISTS || n->kind == NEST_COUNTED)
        return;
    add_inner_shown(l, p);
    add_conditions(l, n->conditions, n->n_conditions);
    if (n->has_having)
        add_term(l, &n->having.term);
}

size_t plan_columns(const struct plan *p, size_t *ret, size_t max)
{
    struct list l = { ret, 0, max };

    add_outer(&l, p);
    add_inner(&l, p);
    return l.n;
}

/* More columns than any plan has. */
#define MANY (4 * (PLAN_OUTPUTS + 2 * PLAN_CONDITIONS + PLAN_GROUPS))

static uint64_t tables_of(const struct link_schema *s, const struct list *l)
{
    uint64_t tables = 0;

    for (size_t i = 0; i < l->n; i++)
        if (l->at[i] < s->n_columns && s->columns[l->at[i]].table < PLAN_TABLES)
            tables |= UINT64_C(1) << s->columns[l->at[i]].table;
    return tables;
}

static bool names_place(const struct plan *p)
{
    bool found = p->ordered && p->order.column == PLAN_PLACE;

    for (size_t i = 0; i < p->n_outputs; i++)
        found |= p->outputs[i].column == PLAN_PLACE;
    for (size_t i = 0; i < p->n_conditions; i++)
        found |= p->conditions[i].column == PLAN_PLACE;
    return found || p->nest.kind == NEST_NEXT || p->nest.kind == NEST_PREVIOUS;
}

uint64_t plan_needs(const struct link_schema *s, const struct plan *p)
{
    size_t columns[MANY];
    struct list l = { columns, 0, MANY };
    uint64_t tables;

    add_outer(&l, p);
    tables = tables_of(s, &l);
    if ((p->all || names_place(p)) && p->main < PLAN_TABLES)
        tables |= UINT64_C(1) << p->main;
    return tables;
}

uint64_t plan_nest_needs(const struct link_schema *s, const struct plan *p)
{
    size_t columns[MANY];
    struct list l = { columns, 0, MANY };

    add_inner(&l, p);
    return tables_of(s, &l);
}

/* ---- comparing ---- */

/* Equal texts have equal hashes; numbers that are written in two ways ("5", "5.0") too. */
static uint64_t mix_value(uint64_t h, enum column_type type, const char *text)
{
    uint64_t bits = 0;
    double v;
    char *end;

    if (!text)
        return mix(h, 1);
    if (column_is_number(type)) {
        v = strtod(text, &end) + 0.0;
        if (!*end && end > text) {
            memcpy(&bits, &v, sizeof bits);
            return mix(h, bits);
        }
    }
    return mix(mix(h, mix_hash(text, strlen(text))), strlen(text));
}

static uint64_t term_hash(const struct plan_term *t)
{
    const uint64_t h = mix(mix(mix(7, (uint64_t)t->figure), t->column), (uint64_t)t->unit);

    return t->with ? mix(mix(h, (uint64_t)t->with), t->other) : h;
}

bool plan_term_same(const struct plan_term *t, const struct plan_term *u)
{
    return t->figure == u->figure && t->column == u->column && t->unit == u->unit && t->with == u->with &&
           (!t->with || t->other == u->other);
}

static uint64_t condition_hash(const struct plan_condition *c)
{
    uint64_t h = mix(mix(11, c->column), (uint64_t)c->op);

    if (c->is_column)
        return mix(mix(h, 3), c->other);
    return mix_value(mix_value(h, c->type, c->value), c->type, c->until);
}

/* The order of all that "and" or "or" ties does not matter; of MIXED the first is apart. */
static uint64_t conditions_hash(const struct plan_condition *c, size_t n, enum plan_connective connective)
{
    uint64_t h = mix(13, n > 1 ? (uint64_t)connective : 0), sum = 0;
    const bool mixed = n > 1 && connective == CONNECT_MIXED;

    if (mixed)
        h = mix(h, condition_hash(c));
    for (size_t i = mixed; i < n; i++)
        sum += condition_hash(&c[i]);
    return mix(mix(h, sum), n);
}

static uint64_t having_hash(bool has, const struct plan_having *h)
{
    if (!has)
        return 17;
    return mix_value(mix_value(mix(term_hash(&h->term), (uint64_t)h->op), COLUMN_INTEGER, h->value), COLUMN_INTEGER,
                     h->until);
}

static uint64_t tables_hash(uint64_t tables, const size_t *joins, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += mix(19, joins[i]);
    return mix(mix(tables, sum), n);
}

/* Outputs are a set of those of both sides: each is hashed with the one beside it. */
static uint64_t outputs_hash(const struct plan *p)
{
    uint64_t sum = 0;

    if (p->all)
        return mix(23, p->main);
    for (size_t i = 0; i < p->n_outputs; i++) {
        const size_t beside = is_set(p->nest.kind) ? p->nest.outputs[i] : LINK_NONE;
        sum += mix(term_hash(&p->outputs[i]), beside == LINK_NONE ? p->outputs[i].column : beside);
    }
    return mix(sum, p->n_outputs);
}

static uint64_t group_hash(const struct plan *p)
{
    uint64_t sum = 0;

    for (size_t i = 0; p->grouping == GROUP_HIDDEN && i < p->n_groups; i++)
        sum += mix(29, p->groups[i]);
    return mix(mix(sum, (uint64_t)p->grouping), having_hash(p->has_having, &p->having));
}

static uint64_t order_hash(const struct plan *p)
{
    uint64_t h = p->ordered ? mix(term_hash(&p->order), p->descending) : 31;

    h = mix(mix(h, (uint64_t)p->limit_kind), p->has_each ? p->each : LINK_NONE);
    return p->limit_kind == LIMIT_SOME ? mix(h, p->limit) : h;
}

static uint64_t nest_hash(const struct plan_nest *n)
{
    uint64_t h = mix(37, (uint64_t)n->kind);

    if (n->kind == NEST_NONE || n->kind == NEST_EXISTS || n->kind == NEST_COUNTED)
        return h;
    if (n->kind == NEST_THAN || n->kind == NEST_COMPARE)
        h = mix(h, (uint64_t)n->op);
    if (n->kind == NEST_THAN)
        h = mix(h, term_hash(&n->term));
    if (n->kind == NEST_THAN || n->kind == NEST_SAME || n->kind == NEST_IN || n->kind == NEST_NOT_IN)
        h = mix(h, n->column);
    if (n->kind == NEST_IN || n->kind == NEST_NOT_IN)
        h = mix(h, n->inner);
    h = mix(h, conditions_hash(n->conditions, n->n_conditions, n->connective));
    return mix(mix(h, having_hash(n->has_having, &n->having)), tables_hash(n->tables, n->joins, n->n_joins));
}

/* 64 bits of each part: for plans of one question, equal hashes are equal plans. */
uint64_t plan_hash(const struct plan *p)
{
    uint64_t h = mix(outputs_hash(p), p->distinct);

    h = mix(h, conditions_hash(p->conditions, p->n_conditions, p->connective));
    h = mix(h, group_hash(p));
    h = mix(h, order_hash(p));
    h = mix(h, nest_hash(&p->nest));
    h = mix(h, names_place(p) ? p->main : 0);
    return mix(h, tables_hash(p->tables, p->joins, p->n_joins));
}

bool plan_same(const struct plan *p, const struct plan *q)
{
    return plan_hash(p) == plan_hash(q);
}
