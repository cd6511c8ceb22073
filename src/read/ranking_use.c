/* ranking_use.c - what each candidate uses of the schema, and which words of the question that explains. */
#include "base/arena.h"
#include "base/mix.h"
#include "read/ranking.h"
#include <math.h>
#include <string.h>

#define COLUMNS_MOST 64 /* of a plan: all its lists together have fewer */

bool plan_use_has(const struct plan_use *u, size_t column)
{
    for (size_t i = 0; i < u->n_columns; i++)
        if (u->columns[i] == column)
            return true;
    return false;
}

static bool texts_equal(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static size_t find_condition(const struct ranking *g, const struct plan_condition *c)
{
    const struct read_scores *s = &g->r->scores;

    for (size_t i = 0; i < s->n_conditions; i++) {
        const struct plan_condition *other = &s->conditions[i].condition;
        if (other->column == c->column && other->op == c->op && other->span.first == c->span.first &&
            texts_equal(other->value, c->value) && texts_equal(other->until, c->until))
            return i;
    }
    return LINK_NONE;
}

static void use_conditions(const struct ranking *g, const struct plan_condition *c, size_t n, struct plan_use *u)
{
    for (size_t i = 0; i < n; i++) {
        u->conditions[u->n_conditions++] = find_condition(g, &c[i]);
        if (c[i].span.n == 0)
            continue;
        token_set_add(&u->parts, c[i].span.first, c[i].span.n);
        if (c[i].span.first < u->first_condition)
            u->first_condition = c[i].span.first;
    }
}

static void use_span(struct plan_use *u, const struct plan_span *s)
{
    if (s->n == 0)
        return;
    token_set_add(&u->parts, s->first, s->n);
    if (s->first < u->first_condition)
        u->first_condition = s->first;
}

static void use_names(const struct ranking *g, struct plan_use *u)
{
    for (size_t i = 0; i < u->n_columns; i++)
        token_set_join(&u->parts, &g->columns[u->columns[i]]);
    for (size_t t = 0; t < g->s->n_tables && t < PLAN_TABLES; t++)
        if (tables_have(u->tables, t))
            token_set_join(&u->parts, &g->tables[t]);
}

static void use_operators(const struct ranking *g, struct plan_use *u)
{
    uint64_t explained = facts_explain(u->facts);

    u->explained = u->parts;
    for (size_t i = 0; i < g->l->n_mentions; i++) {
        const struct mention *m = &g->l->mentions[i];
        if (m->kind == MENTION_OPERATOR && explained >> m->op & 1)
            token_set_add(&u->explained, m->first, m->n);
    }
}

static void use_of(const struct ranking *g, const struct candidate *c, struct plan_use *u)
{
    const struct plan *p = &c->plan;
    size_t columns[COLUMNS_MOST], n = plan_columns(p, columns, COLUMNS_MOST);

    u->columns = arena_array(g->arena, n, sizeof *u->columns);
    for (size_t i = 0; i < n; i++)
        if (columns[i] < g->s->n_columns)
            u->columns[u->n_columns++] = columns[i];
    u->tables = p->tables | p->nest.tables;
    u->needed = plan_needs(g->s, p) | plan_nest_needs(g->s, p);
    u->facts = plan_facts(p);
    u->first_condition = g->l->n_tokens;
    use_conditions(g, p->conditions, p->n_conditions, u);
    use_conditions(g, p->nest.conditions, p->nest.n_conditions, u);
    if (p->has_having)
        use_span(u, &p->having.span);
    if (p->nest.has_having)
        use_span(u, &p->nest.having.span);
    if (p->limit_kind == LIMIT_SOME)
        use_span(u, &p->limit_span);
    use_names(g, u);
    use_operators(g, u);
}

/* A plan without its tables: those that differ in nothing else have the same. */
static uint64_t hash_but_tables(struct plan *copy, const struct plan *p)
{
    *copy = *p;
    copy->tables = copy->nest.tables = 0;
    copy->n_joins = copy->nest.n_joins = 0;
    return plan_hash(copy);
}

static void find_rivals(struct ranking *g)
{
    const struct reading *r = g->r;
    uint64_t *hashes = arena_array(g->arena, r->n, sizeof *hashes);
    struct plan copy;

    for (size_t i = 0; i < r->n; i++)
        hashes[i] = hash_but_tables(&copy, &r->candidates[i].plan);
    for (size_t i = 0; i < r->n; i++) {
        struct plan_use *u = &g->uses[i];
        u->rivals_joins = SIZE_MAX;
        u->rivals_table = -INFINITY;
        for (size_t k = 0; k < r->n; k++) {
            const struct plan *p = &r->candidates[k].plan;
            if (hashes[k] != hashes[i])
                continue;
            u->rivals++;
            u->rivals_table = fmax(u->rivals_table, r->candidates[k].table);
            if (p->n_joins + p->nest.n_joins < u->rivals_joins)
                u->rivals_joins = p->n_joins + p->nest.n_joins;
        }
    }
}

/* ---- what candidates have in common ---- */

struct parts_hash {
    uint64_t tables, shown, where;
};

/* Conditions in any order. */
static uint64_t hash_conditions(const struct plan_condition *c, size_t n)
{
    uint64_t sum = n;

    for (size_t i = 0; i < n; i++) {
        uint64_t h = mix(mix(c[i].column, c[i].op), c[i].span.first);
        sum += c[i].value ? mix(h, mix_hash(c[i].value, strlen(c[i].value))) : h;
    }
    return sum;
}

static struct parts_hash hash_parts(const struct plan *p)
{
    struct parts_hash ret = { .tables = mix(mix(0, p->tables), p->nest.tables), .shown = p->all };

    for (size_t i = 0; i < p->n_outputs; i++)
        ret.shown += mix(mix(7, p->outputs[i].figure), p->outputs[i].column);
    ret.where = mix(mix(mix(0, hash_conditions(p->conditions, p->n_conditions)), p->connective),
                    hash_conditions(p->nest.conditions, p->nest.n_conditions));
    return ret;
}

/* Consensus: likely candidates that agree on a part speak for it. */
static void find_shares(struct ranking *g)
{
    struct parts_hash *hashes = arena_array(g->arena, g->r->n, sizeof *hashes);

    for (size_t i = 0; i < g->r->n; i++)
        hashes[i] = hash_parts(&g->r->candidates[i].plan);
    for (size_t i = 0; i < g->r->n; i++)
        for (size_t k = 0; k < g->r->n; k++) {
            struct plan_use *u = &g->uses[i];
            u->tables_share += hashes[i].tables == hashes[k].tables ? g->share[k] : 0;
            u->shown_share += hashes[i].shown == hashes[k].shown ? g->share[k] : 0;
            u->where_share += hashes[i].where == hashes[k].where ? g->share[k] : 0;
        }
}

void ranking_uses(struct ranking *g)
{
    g->uses = arena_array(g->arena, g->r->n, sizeof *g->uses);
    for (size_t i = 0; i < g->r->n; i++)
        use_of(g, &g->r->candidates[i], &g->uses[i]);
    find_rivals(g);
    find_shares(g);
}

size_t rank_left(const struct ranking *g, size_t candidate, size_t *ret, size_t max)
{
    const struct plan_use *u = &g->uses[candidate];
    size_t n = 0;

    for (size_t i = 0; i < g->l->n_tokens && n < max; i++)
        if (token_set_has(&g->content, i) && !token_set_has(&u->explained, i))
            ret[n++] = i;
    return n;
}
