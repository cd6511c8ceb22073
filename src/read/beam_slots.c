/* beam_slots.c - what may fill the slots of a sketch: columns, pairs of columns, sets of conditions, numbers.
 *
 * The lists are short and sorted; which options of different slots go together is for the beam to find out.
 */
#include "base/arena.h"
#include "read/beam_node.h"
#include "read/question_node.h"
#include <math.h>
#include <stdlib.h>

#define SHOWN_COLUMNS 10 /* that sets are made of; of larger sets four more than they have */
#define SHOWN_SETS 14
#define MAIN_TABLES 4
#define FIGURE_COLUMNS 6
#define GROUP_COLUMNS 5
#define ORDER_COLUMNS 7
#define NUMBERS 4
#define OTHER_COLUMNS 5

#define SAME_WORDS 2.5   /* price of two columns that the same words name */
#define NO_NUMBER 1.5    /* ... of a number that nobody said */
#define OTHER_COLUMN 1.5 /* ... of another column on the other side of a set operation */
#define LATER_NUMBER .4  /* ... of a number that is not the first one */

struct making *making_start(struct beam *b, size_t list)
{
    if (!b->making)
        b->making = arena_array(b->scratch, 2, sizeof *b->making);
    b->making[list].n = 0;
    return &b->making[list];
}

static int compare_options(const void *a, const void *b)
{
    const struct option *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    for (size_t i = 0; i < x->n; i++)
        if (x->items[i] != y->items[i])
            return x->items[i] < y->items[i] ? -1 : 1;
    return x->span.first < y->span.first ? -1 : x->span.first > y->span.first;
}

void making_put(struct making *m, const struct option *o)
{
    if (m->n < OPTIONS_MOST)
        m->o[m->n++] = *o;
}

/* Half of the way from log-odds to probabilities among the options: how good the best one is counts, and how much
 * better it is than the others. */
static void weigh(struct making *m)
{
    double sum = 0, less;

    for (size_t i = 0; i < m->n; i++)
        sum += exp(m->o[i].score - m->o[0].score);
    less = m->n > 0 ? .5 * (m->o[0].score + log(sum)) : 0;
    for (size_t i = 0; i < m->n; i++)
        m->o[i].score -= less;
}

struct options making_keep(struct beam *b, struct making *m, size_t most)
{
    struct option *o;

    qsort(m->o, m->n, sizeof *m->o, compare_options);
    weigh(m);
    if (m->n > most)
        m->n = most;
    o = arena_array(b->scratch, m->n + 1, sizeof *o);
    memcpy(o, m->o, m->n * sizeof *o);
    return (struct options){ o, m->n };
}

/* A slot that a sketch does not have is filled in one way. */
static struct options nothing(void)
{
    static const struct option none;

    return (struct options){ &none, 1 };
}

/* ---- shown columns ---- */

static size_t place_of(const struct beam *b, uint32_t column)
{
    const struct mention *m = b->q->columns[column].best;

    return m ? m->first : SIZE_MAX;
}

static bool have_same_words(const struct beam *b, uint32_t x, uint32_t y)
{
    const struct view *a = &b->q->columns[x], *c = &b->q->columns[y];

    if (!a->best || !c->best || a->other || c->other)
        return false;
    return a->best->first < c->best->first + c->best->n && c->best->first < a->best->first + a->best->n;
}

/* In the order in which they are named; behind them those that are not. */
static void order_by_place(const struct beam *b, struct option *o)
{
    for (size_t i = 1; i < o->n; i++)
        for (size_t k = i; k > 0 && place_of(b, o->items[k]) < place_of(b, o->items[k - 1]); k--) {
            uint32_t kept = o->items[k];
            o->items[k] = o->items[k - 1];
            o->items[k - 1] = kept;
        }
}

static void add_to_set(const struct beam *b, const struct scored *by, struct option o, size_t from, size_t top,
                       size_t left, struct making *ret)
{
    if (left == 0) {
        order_by_place(b, &o);
        making_put(ret, &o);
        return;
    }
    for (size_t i = from; i + left <= top; i++) {
        struct option next = o;
        uint32_t c = by[i].item;
        next.score += by[i].score;
        for (size_t k = 0; k < o.n; k++)
            if (have_same_words(b, o.items[k], c))
                next.score -= SAME_WORDS;
        next.items[next.n++] = c;
        next.tables |= beam_table_of(b, c);
        add_to_set(b, by, next, i + 1, top, left - 1, ret);
    }
}

/* Sets of n of the likeliest columns of a role. */
static void make_sets(const struct beam *b, enum read_role role, size_t n, size_t top, struct making *ret)
{
    add_to_set(b, b->role[role], (struct option){ 0 }, 0, top < b->n_columns ? top : b->n_columns, n, ret);
}

/* Tables all columns of which may be shown. */
static struct options main_tables(struct beam *b)
{
    struct making *m = making_start(b, 0);

    for (size_t i = 0; i < b->n_tables && i < MAIN_TABLES; i++)
        making_put(m, &(struct option){ .score = b->tables[i].score - b->tables[0].score,
                                        .tables = (uint64_t)1 << b->tables[i].item,
                                        .items = { b->tables[i].item },
                                        .n = 1 });
    return making_keep(b, m, MAIN_TABLES);
}

static struct options shown(struct beam *b, size_t n)
{
    size_t top = n < 3 ? SHOWN_COLUMNS : n + 4;
    struct making *m = making_start(b, 0);

    if (n == 0)
        return nothing();
    if (!b->shown[n].o) {
        make_sets(b, ROLE_SHOWN, n, top, m);
        b->shown[n] = making_keep(b, m, SHOWN_SETS);
    }
    return b->shown[n];
}

/* ---- figures, groups, orders ---- */

static bool needs_number(enum plan_figure f)
{
    return f == FIGURE_SUM || f == FIGURE_AVERAGE || f == FIGURE_MEDIAN || f == FIGURE_RANGE || f == FIGURE_SPREAD;
}

static bool fits_figure(const struct beam *b, enum plan_figure f, uint32_t column)
{
    return !needs_number(f) || (b->schema->columns[column].traits & LINK_NUMBER);
}

/* The likeliest columns of a role that a figure can be worked out of, added to what is there already. */
static void make_columns(const struct beam *b, const struct option *o, enum read_role role, enum plan_figure f,
                         size_t most, struct making *ret)
{
    for (size_t i = 0, n = 0; i < b->n_columns && n < most; i++) {
        struct option next = *o;
        uint32_t c = b->role[role][i].item;
        if (!fits_figure(b, f, c))
            continue;
        n++;
        next.score += b->role[role][i].score;
        next.items[next.n++] = c;
        next.tables |= beam_table_of(b, c);
        making_put(ret, &next);
    }
}

/* The same figure of the same column is not shown twice. */
static bool is_new(const struct plan *p, const struct option *o, const size_t *outputs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (o->items[i] == o->items[n] && p->outputs[outputs[i]].figure == p->outputs[outputs[n]].figure)
            return false;
    return true;
}

/* Columns of all figures that are shown, in their order; figures of rows have none. */
static struct options figures(struct beam *b, const struct plan *p)
{
    struct options ret = nothing();
    size_t outputs[PLAN_OUTPUTS], n = 0;

    for (size_t i = 0; i < p->n_outputs; i++) {
        enum plan_figure f = p->outputs[i].figure;
        struct making *m = making_start(b, 0);
        size_t kept = 0;
        if (f == FIGURE_NONE || f == FIGURE_ROWS)
            continue;
        outputs[n] = i;
        for (size_t k = 0; k < ret.n; k++)
            make_columns(b, &ret.o[k], ROLE_FIGURE, f, FIGURE_COLUMNS, m);
        for (size_t k = 0; k < m->n; k++)
            if (is_new(p, &m->o[k], outputs, n))
                m->o[kept++] = m->o[k];
        m->n = kept;
        ret = making_keep(b, m, 8);
        n++;
    }
    return ret;
}

static struct options group(struct beam *b, const struct plan *p)
{
    struct making *m = making_start(b, 0);

    if (p->grouping != GROUP_HIDDEN)
        return nothing();
    make_sets(b, ROLE_GROUP, p->n_groups, GROUP_COLUMNS, m);
    return making_keep(b, m, GROUP_COLUMNS);
}

static struct options order(struct beam *b, const struct plan *p)
{
    struct making *m = making_start(b, 0);

    if (!p->ordered || p->order.figure == FIGURE_ROWS || p->order.column == PLAN_PLACE)
        return nothing();
    make_columns(b, &(struct option){ 0 }, ROLE_ORDER, p->order.figure, ORDER_COLUMNS, m);
    return making_keep(b, m, ORDER_COLUMNS);
}

/* ---- numbers of havings and limits ---- */

static void make_numbers(const struct beam *b, const struct option *o, bool is_limit, struct making *ret)
{
    size_t n = 0;

    for (size_t i = 0; i < b->q->n_numbers && n < NUMBERS; i++) {
        const struct question_number *number = &b->q->numbers[i];
        const struct mention *m = number->mention;
        struct option next = *o;
        if (number->in_value || (is_limit && (m->number < 2 || m->number > 1000 || strchr(m->text, '.'))))
            continue;
        next.score -= LATER_NUMBER * (double)n++;
        next.value = m->text;
        next.span = (struct plan_span){ m->first, m->n };
        making_put(ret, &next);
    }
}

/* Each number with the next one, where that is larger: "between 2 and 4". */
static void make_ranges(const struct beam *b, const struct option *o, struct making *ret)
{
    for (size_t i = 0; i + 1 < b->q->n_numbers; i++) {
        const struct mention *m = b->q->numbers[i].mention, *n = b->q->numbers[i + 1].mention;
        struct option next = *o;
        if (m->number >= n->number || m->first + m->n > n->first)
            continue;
        next.value = m->text;
        next.until = n->text;
        next.span = (struct plan_span){ m->first, n->first + n->n - m->first };
        making_put(ret, &next);
    }
}

/* "Several" and "multiple" are more than one. */
static void make_several(const struct option *o, enum plan_op op, struct making *ret)
{
    struct option next = *o;

    if (op != PLAN_GT && op != PLAN_GE)
        return;
    next.score -= NO_NUMBER;
    next.value = op == PLAN_GT ? "1" : "2";
    making_put(ret, &next);
}

static struct options having(struct beam *b, const struct plan_having *h)
{
    struct making *columns = making_start(b, 0), *m = making_start(b, 1);

    if (h->term.figure == FIGURE_ROWS)
        making_put(columns, &(struct option){ 0 });
    else
        make_columns(b, &(struct option){ 0 }, ROLE_FIGURE, h->term.figure, FIGURE_COLUMNS, columns);
    for (size_t i = 0; i < columns->n; i++) {
        if (h->op == PLAN_BETWEEN)
            make_ranges(b, &columns->o[i], m);
        else
            make_numbers(b, &columns->o[i], false, m);
        if (h->term.figure == FIGURE_ROWS)
            make_several(&columns->o[i], h->op, m);
    }
    return making_keep(b, m, 8);
}

static struct options limit(struct beam *b, const struct plan *p)
{
    struct making *m = making_start(b, 0);

    if (p->limit_kind != LIMIT_SOME)
        return nothing();
    make_numbers(b, &(struct option){ 0 }, true, m);
    return making_keep(b, m, NUMBERS);
}

/* ---- what a nest needs of its own ---- */

/* What the other side of a set operation shows: the same columns, or one of another name. */
static void make_others(struct beam *b, const struct plan *p, struct making *m)
{
    struct option others = { .score = -OTHER_COLUMN };
    bool has_conditions = p->nest.n_conditions > 0 || p->nest.kind == NEST_EXCEPT;

    if (p->n_outputs == 1 && !p->all && p->outputs[0].figure == FIGURE_NONE)
        make_columns(b, &others, ROLE_SHOWN, FIGURE_NONE, OTHER_COLUMNS, m);
    for (size_t i = 0; i < m->n; i++)
        m->o[i].inner = m->o[i].tables;
    for (size_t i = 0; i < m->n; i++)
        m->o[i].tables = 0;
    if (has_conditions || m->n == 0)
        making_put(m, &(struct option){ 0 });
}

static void make_both(struct beam *b, enum read_role role, enum plan_figure f, struct making *m)
{
    make_columns(b, &(struct option){ 0 }, role, f, FIGURE_COLUMNS, m);
    for (size_t i = 0; i < m->n; i++)
        m->o[i].inner = m->o[i].tables; /* the same column is looked at in both */
}

static struct options nest(struct beam *b, const struct plan *p)
{
    const struct plan_nest *n = &p->nest;
    struct making *m = making_start(b, 0);

    if (n->has_having)
        return having(b, &n->having);
    if (n->kind == NEST_THAN)
        make_both(b, ROLE_ORDER, n->term.figure == FIGURE_NONE ? FIGURE_SUM : n->term.figure, m);
    else if (n->kind == NEST_SAME)
        make_both(b, ROLE_WHERE, FIGURE_NONE, m);
    else if (n->kind == NEST_INTERSECT || n->kind == NEST_UNION || n->kind == NEST_EXCEPT)
        make_others(b, p, m);
    else
        return nothing();
    return making_keep(b, m, FIGURE_COLUMNS);
}

bool beam_slots(struct beam *b, struct shape *s)
{
    size_t plain = sketch_plain(&s->sketch);
    const struct plan *p = &s->plan;

    s->slot[SLOT_SHOWN] = p->all ? main_tables(b) : shown(b, plain);
    s->slot[SLOT_FIGURE] = figures(b, p);
    s->slot[SLOT_GROUP] = group(b, p);
    s->slot[SLOT_HAVING] = p->has_having ? having(b, &p->having) : nothing();
    s->slot[SLOT_ORDER] = order(b, p);
    s->slot[SLOT_LIMIT] = limit(b, p);
    s->slot[SLOT_WHERE] = beam_where(b, p);
    s->slot[SLOT_NEST] = nest(b, p);
    for (size_t i = 0; i < SLOTS; i++)
        if (s->slot[i].n == 0)
            return false;
    return true;
}
