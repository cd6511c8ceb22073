/* beam.c - the likeliest plans of a question.
 *
 * All sketches' fillings stand in one heap. The best one is taken out, gets its choices of tables, and those that are
 * next to it (one slot filled by its next option) go in, until READ_LOOKED are looked at or none left can be among the
 * best any more. So each filling is made at most once, and the worse ones never.
 */
#include "base/arena.h"
#include "read/beam_node.h"
#include "read/question_node.h"
#include <math.h>
#include <stdlib.h>

#define LOOKED 4000   /* fillings that are looked at */
#define LOOKED_ONE 90 /* ... of one sketch, so that others have their turn */
#define KEPT 450      /* fillings with tables: some are no plans, or the same */
#define CONDITIONS_KEPT 60

/* ---- scores of all parts ---- */

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

static struct scored *sort_scores(struct arena *a, const double *scores, size_t n)
{
    struct scored *ret = arena_array(a, n + 1, sizeof *ret);

    for (size_t i = 0; i < n; i++)
        ret[i] = (struct scored){ scores[i], (uint32_t)i };
    qsort(ret, n, sizeof *ret, by_score);
    return ret;
}

static void score_columns(struct beam *b)
{
    uint32_t room[READ_FEATURES];

    for (size_t r = 0; r < ROLES; r++)
        b->scores->column[r] = arena_array(b->arena, b->schema->n_columns + 1, sizeof(double));
    for (size_t i = 0; i < b->schema->n_columns; i++) {
        struct features f = { .id = room, .room = READ_FEATURES };
        column_features(b->q, i, &f);
        for (size_t r = 0; r < ROLES; r++)
            b->scores->column[r][i] = linear_score(&b->models->role[r], f.id, f.n);
        if (b->schema->columns[i].table < PLAN_TABLES)
            b->n_columns = i + 1;
    }
    for (size_t r = 0; r < ROLES; r++)
        b->role[r] = sort_scores(b->arena, b->scores->column[r], b->n_columns);
}

static void score_tables(struct beam *b)
{
    uint32_t room[READ_FEATURES];

    b->n_tables = b->schema->n_tables < PLAN_TABLES ? b->schema->n_tables : PLAN_TABLES;
    b->scores->table = arena_array(b->arena, b->schema->n_tables + 1, sizeof(double));
    for (size_t i = 0; i < b->schema->n_tables; i++) {
        struct features f = { .id = room, .room = READ_FEATURES };
        table_features(b->q, i, &f);
        b->scores->table[i] = linear_score(&b->models->table, f.id, f.n);
    }
    b->tables = sort_scores(b->arena, b->scores->table, b->n_tables);
}

static int by_condition_score(const void *a, const void *b)
{
    const struct read_condition *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->condition.span.first != y->condition.span.first)
        return x->condition.span.first < y->condition.span.first ? -1 : 1;
    if (x->condition.column != y->condition.column)
        return x->condition.column < y->condition.column ? -1 : 1;
    if (x->condition.op != y->condition.op)
        return x->condition.op < y->condition.op ? -1 : 1;
    if (x->condition.other != y->condition.other)
        return x->condition.other < y->condition.other ? -1 : 1;
    return x->condition.value && y->condition.value ? strcmp(x->condition.value, y->condition.value) : 0;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_known(const struct read_condition *list, size_t n, const struct plan_condition *c)
{
    for (size_t i = 0; i < n; i++) {
        const struct plan_condition *k = &list[i].condition;
        if (k->column == c->column && k->op == c->op && k->is_column == c->is_column && k->other == c->other &&
            same_text(k->value, c->value) && same_text(k->until, c->until))
            return true;
    }
    return false;
}

static void score_conditions(struct beam *b)
{
    struct read_condition *all = arena_array(b->scratch, READ_PROPOSED, sizeof *all);
    uint32_t room[READ_FEATURES];
    size_t n = conditions_propose(b->arena, b->q, b->scores->column[ROLE_WHERE], all, READ_PROPOSED), kept = 0;

    for (size_t i = 0; i < n; i++) {
        struct features f = { .id = room, .room = READ_FEATURES };
        condition_features(b->q, &all[i], &f);
        all[i].score = linear_score(&b->models->condition, f.id, f.n);
    }
    qsort(all, n, sizeof *all, by_condition_score);
    for (size_t i = 0; i < n && kept < CONDITIONS_KEPT; i++)
        if (!is_known(all, kept, &all[i].condition))
            all[kept++] = all[i];
    b->scores->conditions = arena_array(b->arena, kept + 1, sizeof *all);
    memcpy(b->scores->conditions, all, kept * sizeof *all);
    b->scores->n_conditions = kept;
}

/* ---- the heap of fillings ---- */

struct node {
    double hope;  /* its score with that of the tables that its columns need */
    double score; /* of its sketch and options */
    uint32_t shape;
    uint8_t at[SLOTS];
    uint8_t last; /* slots before it stay as they are, so that each filling is made in one way */
};

struct heap {
    struct node *node;
    size_t n, room;
};

static bool is_better(const struct node *a, const struct node *b)
{
    if (a->hope != b->hope)
        return a->hope > b->hope;
    if (a->shape != b->shape)
        return a->shape < b->shape;
    return memcmp(a->at, b->at, sizeof a->at) < 0;
}

static void push(struct heap *h, const struct node *n)
{
    size_t at = h->n;

    if (h->n == h->room)
        return;
    for (h->n++; at > 0 && is_better(n, &h->node[(at - 1) / 2]); at = (at - 1) / 2)
        h->node[at] = h->node[(at - 1) / 2];
    h->node[at] = *n;
}

static struct node pop(struct heap *h)
{
    struct node best = h->node[0], moved = h->node[--h->n];
    size_t at = 0;

    for (size_t c; (c = 2 * at + 1) < h->n; at = c) {
        if (c + 1 < h->n && is_better(&h->node[c + 1], &h->node[c]))
            c++;
        if (!is_better(&h->node[c], &moved))
            break;
        h->node[at] = h->node[c];
    }
    h->node[at] = moved;
    return best;
}

static struct needs needs_of(const struct shape *s, const struct node *n)
{
    struct needs ret = { 0 };

    for (size_t i = 0; i < SLOTS; i++) {
        const struct option *o = &s->slot[i].o[n->at[i]];
        ret.outer |= o->tables;
        ret.inner |= o->inner;
        if (i == SLOT_SHOWN || i == SLOT_FIGURE)
            ret.shown |= o->tables;
    }
    if (s->slot[SLOT_NEST].o[n->at[SLOT_NEST]].inner && !s->plan.nest.has_having)
        ret.shown = 0; /* the inner query shows another column */
    return ret;
}

static void hope(const struct beam *b, struct node *n)
{
    struct needs needs = needs_of(&b->shapes[n->shape], n);

    n->hope = n->score + beam_tables_hope(b, needs.outer, needs.inner);
}

static void push_next(const struct beam *b, const struct node *n, struct heap *h)
{
    const struct shape *s = &b->shapes[n->shape];

    for (int i = n->last; i < SLOTS; i++) {
        struct node next = *n;
        const struct options *o = &s->slot[i];
        if (n->at[i] + 1u >= o->n)
            continue;
        next.at[i]++;
        next.last = (uint8_t)i;
        next.score += slot_weights[i] * (o->o[next.at[i]].score - o->o[n->at[i]].score);
        hope(b, &next);
        push(h, &next);
    }
}

static void push_first(const struct beam *b, struct heap *h)
{
    for (size_t i = 0; i < b->n_shapes; i++) {
        struct node n = { .score = b->shapes[i].score, .shape = (uint32_t)i };
        for (size_t k = 0; k < SLOTS; k++)
            n.score += slot_weights[k] * b->shapes[i].slot[k].o[0].score;
        hope(b, &n);
        push(h, &n);
    }
}

/* ---- the best fillings with their tables ---- */

static int by_filling(const void *a, const void *b)
{
    const struct filling *x = a, *y = b;
    int c;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->shape != y->shape)
        return x->shape < y->shape ? -1 : 1;
    c = memcmp(x->at, y->at, sizeof x->at);
    if (c != 0)
        return c;
    if (x->tables.outer->tables != y->tables.outer->tables)
        return x->tables.outer->tables < y->tables.outer->tables ? -1 : 1;
    return x->tables.inner_column < y->tables.inner_column ? -1 : x->tables.inner_column > y->tables.inner_column;
}

struct best {
    struct filling *f;
    size_t n;
    double least; /* worse ones are not kept */
};

/* Twice as many are kept as are wanted, and cut now and then. */
static void keep_filling(struct best *best, const struct filling *f)
{
    best->f[best->n++] = *f;
    if (best->n < 2 * KEPT)
        return;
    qsort(best->f, best->n, sizeof *best->f, by_filling);
    best->n = KEPT;
    best->least = best->f[KEPT - 1].score;
}

static void look_at(struct beam *b, const struct node *n, struct best *best)
{
    const struct shape *s = &b->shapes[n->shape];
    struct needs needs = needs_of(s, n);
    struct tables tables[BEAM_TABLES];
    size_t count = beam_tables(b, s, &needs, best->least - n->score, tables);

    for (size_t i = 0; i < count; i++) {
        struct filling f = { .score = n->score + tables[i].score, .shape = n->shape, .tables = tables[i] };
        memcpy(f.at, n->at, sizeof f.at);
        keep_filling(best, &f);
    }
}

static void find_fillings(struct beam *b, struct best *ret)
{
    struct heap h = { .room = LOOKED * SLOTS };
    unsigned *looked = arena_array(b->scratch, b->n_shapes + 1, sizeof *looked);

    h.node = arena_array(b->scratch, h.room, sizeof *h.node);
    ret->f = arena_array(b->scratch, 2 * KEPT + 1, sizeof *ret->f);
    ret->n = 0;
    ret->least = -HUGE_VAL;
    push_first(b, &h);
    for (size_t i = 0; i < LOOKED && h.n > 0; i++) {
        struct node n = pop(&h);
        if (looked[n.shape] >= LOOKED_ONE)
            continue;
        looked[n.shape]++;
        look_at(b, &n, ret);
        push_next(b, &n, &h);
    }
    qsort(ret->f, ret->n, sizeof *ret->f, by_filling);
}

/* ---- candidates ---- */

static bool is_taken(const uint64_t *hashes, size_t n, uint64_t hash)
{
    for (size_t i = 0; i < n; i++)
        if (hashes[i] == hash)
            return true;
    return false;
}

static void make_candidates(const struct beam *b, const struct best *best, struct reading *ret)
{
    uint64_t hashes[READ_TRIED];

    ret->candidates = arena_array(b->arena, READ_TRIED, sizeof *ret->candidates);
    for (size_t i = 0; i < best->n && ret->n < READ_TRIED; i++) {
        struct candidate *c = &ret->candidates[ret->n];
        uint64_t hash;
        if (!beam_build(b, &best->f[i], c))
            continue;
        hash = plan_hash(&c->plan);
        if (is_taken(hashes, ret->n, hash) || !plan_query(b->arena, b->schema, &c->plan, &c->query))
            continue;
        c->rank = ret->n;
        hashes[ret->n++] = hash;
    }
}

struct beam *beam_begin(struct arena *a, struct arena *scratch, const struct read_models *m, const struct link *l,
                        struct reading *ret)
{
    struct beam *b = arena_alloc(a, sizeof *b);

    *ret = (struct reading){ .link = l };
    *b = (struct beam){
        .arena = a, .scratch = scratch, .models = m, .link = l, .schema = l->schema, .scores = &ret->scores
    };
    b->q = question_new(a, l);
    score_columns(b);
    score_tables(b);
    score_conditions(b);
    beam_sketches(b);
    return b;
}

void beam_read(struct arena *a, const struct read_models *m, const struct link *l, struct reading *ret)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct best best = { 0 };
    struct beam *b = beam_begin(a, scratch, m, l, ret);

    find_fillings(b, &best);
    make_candidates(b, &best, ret);
}
