/* beam_why.c - why a plan is not among the candidates: the first of its parts that was out of reach.
 *
 * The parts are looked for where the beam took them from: in its sketches, in its lists of columns and conditions.
 */
#include "base/arena.h"
#include "read/beam_node.h"
#include "read/sketch.h"
#include <stdlib.h>
#include <string.h>

/* Lists are cut about here. */
#define REACH 8

/* How many classes of a part are likelier than the wanted one; as many as there are where it is none. */
static size_t place_of_part(const struct beam *b, enum sketch_part part, const char *value)
{
    const struct sketch_model *m = &b->models->sketch[part];
    double scores[LINEAR_CLASSES_MOST];
    uint32_t room[READ_FEATURES];
    struct features f = { .id = room, .room = READ_FEATURES };
    size_t class = 0, better = 0;

    while (class < m->model.classes && strcmp(m->values[class], value) != 0)
        class ++;
    if (class == m->model.classes)
        return class;
    sketch_features(b->q, &f);
    linear_scores(&m->model, f.id, f.n, scores);
    for (size_t i = 0; i < m->model.classes; i++)
        better += scores[i] > scores[class];
    return better;
}

static bool same_sketch(const struct sketch *x, const struct sketch *y)
{
    for (size_t i = 0; i < SKETCH_PARTS; i++)
        if (strcmp(x->part[i], y->part[i]) != 0)
            return false;
    return true;
}

static const char *why_sketch(const struct beam *b, const struct plan *p, const struct shape **ret)
{
    struct sketch s;
    size_t worst = 0, place = 0;

    if (!sketch_of(p, &s))
        return "sketch: too long";
    for (size_t i = 0; i < b->n_shapes; i++)
        if (same_sketch(&b->shapes[i].sketch, &s)) {
            *ret = &b->shapes[i];
            return NULL;
        }
    for (size_t i = 0; i < SKETCH_PARTS; i++) {
        size_t at = place_of_part(b, (enum sketch_part)i, s.part[i]);
        if (at == b->models->sketch[i].model.classes)
            return arena_printf(b->arena, "sketch: %s '%s' is unknown", sketch_part_names[i], s.part[i]);
        if (at > place) {
            place = at;
            worst = i;
        }
    }
    return arena_printf(b->arena, "sketch: %s '%s' is number %zu", sketch_part_names[worst], s.part[worst], place + 1);
}

/* ---- conditions ---- */

static bool same_value(const char *x, const char *y)
{
    char *end_x, *end_y;
    double a, c;

    if (!x || !y)
        return x == y;
    if (strcasecmp(x, y) == 0)
        return true;
    a = strtod(x, &end_x);
    c = strtod(y, &end_y);
    return *x && *y && !*end_x && !*end_y && a >= c && a <= c;
}

static bool same_condition(const struct plan_condition *x, const struct plan_condition *y)
{
    if (x->is_column || y->is_column)
        return x->is_column && y->is_column && x->column == y->column && x->op == y->op && x->other == y->other;
    return x->column == y->column && x->op == y->op && same_value(x->value, y->value) && same_value(x->until, y->until);
}

static const char *why_condition(const struct beam *b, const struct plan_condition *c)
{
    bool has_column = false, has_value = false;

    for (size_t i = 0; i < b->scores->n_conditions; i++) {
        const struct plan_condition *k = &b->scores->conditions[i].condition;
        bool is_column = k->column == c->column, is_value = same_value(k->value, c->value);
        if (same_condition(k, c)) {
            if (i < REACH + 2)
                return NULL;
            return arena_printf(b->arena, "condition: number %zu", i + 1);
        }
        has_column |= is_column && k->op == c->op;
        has_value |= is_value && k->op == c->op;
    }
    if (c->is_column)
        return "condition: compares two columns";
    return has_value    ? "condition: not proposed with this column"
           : has_column ? "condition: not proposed with this value"
                        : "condition: not proposed";
}

static const char *why_conditions(const struct beam *b, const struct plan *p)
{
    const char *why = NULL;

    for (size_t i = 0; i < p->n_conditions && !why; i++)
        why = why_condition(b, &p->conditions[i]);
    for (size_t i = 0; i < p->nest.n_conditions && !why; i++)
        why = why_condition(b, &p->nest.conditions[i]);
    return why;
}

/* ---- columns ---- */

static const char *why_column(const struct beam *b, size_t column, enum read_role role)
{
    if (column >= PLAN_PLACE)
        return NULL;
    for (size_t i = 0; i < b->n_columns; i++)
        if (b->role[role][i].item == column) {
            if (i < REACH)
                return NULL;
            return arena_printf(b->arena, "%s column: number %zu", read_role_names[role], i + 1);
        }
    return "column: of a table that is not looked at";
}

static const char *why_columns(const struct beam *b, const struct plan *p)
{
    const char *why = NULL;

    for (size_t i = 0; i < p->n_outputs && !why; i++)
        why = why_column(b, p->outputs[i].column, p->outputs[i].figure == FIGURE_NONE ? ROLE_SHOWN : ROLE_FIGURE);
    if (!why && p->has_having)
        why = why_column(b, p->having.term.column, ROLE_FIGURE);
    for (size_t i = 0; i < p->n_groups && !why; i++)
        why = why_column(b, p->groups[i], ROLE_GROUP);
    if (!why && p->ordered)
        why = why_column(b, p->order.column, ROLE_ORDER);
    if (!why && p->nest.kind == NEST_THAN)
        why = why_column(b, p->nest.column, ROLE_ORDER);
    return why;
}

/* ---- options ---- */

static bool has_item(const struct option *o, size_t item)
{
    for (size_t i = 0; i < o->n; i++)
        if (o->items[i] == item)
            return true;
    return false;
}

static bool is_shown(const struct option *o, const struct plan *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_outputs; i++)
        if (p->outputs[i].figure == FIGURE_NONE) {
            if (!has_item(o, p->outputs[i].column))
                return false;
            n++;
        }
    return n == o->n;
}

static bool same_conditions(const struct beam *b, const struct option *o, size_t at, const struct plan_condition *c,
                            size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool is_there = false;
        for (size_t k = at; k < at + n; k++)
            is_there |= same_condition(&b->scores->conditions[o->items[k]].condition, &c[i]);
        if (!is_there)
            return false;
    }
    return true;
}

/* Which options the plan has, where one is far down its list or not on it. */
static const char *why_options(const struct beam *b, const struct shape *s, const struct plan *p)
{
    const struct options *shown = &s->slot[SLOT_SHOWN], *where = &s->slot[SLOT_WHERE];
    size_t at_shown = 0, at_where = 0;

    while (!p->all && at_shown < shown->n && !is_shown(&shown->o[at_shown], p))
        at_shown++;
    while (at_where < where->n &&
           !(same_conditions(b, &where->o[at_where], 0, p->conditions, p->n_conditions) &&
             same_conditions(b, &where->o[at_where], p->n_conditions, p->nest.conditions, p->nest.n_conditions)))
        at_where++;
    if (at_shown == shown->n || at_where == where->n)
        return arena_printf(b->arena, "options: %s not kept", at_shown == shown->n ? "shown columns" : "conditions");
    if (at_shown > 3 || at_where > 3)
        return arena_printf(b->arena, "options: shown columns number %zu, conditions number %zu", at_shown + 1,
                            at_where + 1);
    return NULL;
}

/* ---- tables and the rest ---- */

static const char *why_tables(const struct beam *b, const struct plan *p)
{
    struct candidate like = { .plan = *p };
    struct join_tree trees[4];
    size_t n = join_trees(b->schema, p->tables, trees, 4);

    for (size_t i = 0; i < n; i++) {
        memcpy(like.plan.joins, trees[i].joins, sizeof like.plan.joins);
        like.plan.n_joins = trees[i].n_joins;
        like.plan.tables = trees[i].tables;
        if (plan_same(&like.plan, p)) {
            if (i > 1)
                return arena_printf(b->arena, "join: tree number %zu", i + 1);
            return plan_needs(b->schema, p) == p->tables ? "combination" : "combination, with a table of no column";
        }
    }
    return n == 0 ? "join: none" : "join: another tree";
}

/* Whether some candidate differs in its tables only. */
static bool is_there_but_for_tables(const struct reading *r, const struct plan *p)
{
    for (size_t i = 0; i < r->n; i++) {
        struct plan like = r->candidates[i].plan;
        like.tables = p->tables;
        like.n_joins = p->n_joins;
        memcpy(like.joins, p->joins, sizeof like.joins);
        like.nest.tables = p->nest.tables;
        like.nest.n_joins = p->nest.n_joins;
        memcpy(like.nest.joins, p->nest.joins, sizeof like.nest.joins);
        if (plan_same(&like, p))
            return true;
    }
    return false;
}

const char *beam_why_not(struct arena *a, const struct read_models *m, const struct link *l, const struct reading *r,
                         const struct plan *wanted)
{
    struct reading again;
    const struct shape *s = NULL;
    struct beam *b = beam_begin(a, a, m, l, &again);
    const char *why = why_sketch(b, wanted, &s);

    if (!why)
        why = why_conditions(b, wanted);
    if (!why)
        why = why_columns(b, wanted);
    if (!why)
        why = why_options(b, s, wanted);
    if (why)
        return why;
    why = why_tables(b, wanted);
    return is_there_but_for_tables(r, wanted) ? arena_printf(a, "tables only: %s", why) : why;
}
