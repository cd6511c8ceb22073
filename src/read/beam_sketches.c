/* beam_sketches.c - the likeliest sketches: those that were seen in learning, and new ones of likely parts.
 *
 * Each part's values have probabilities of their own. How often the parts were seen together tells likely sketches from
 * those that only their parts make likely.
 */
#include "base/arena.h"
#include "read/beam_node.h"
#include "read/question_node.h"
#include <stdlib.h>

#define SHAPES 100       /* sketches that are filled */
#define SHAPES_TRIED 400 /* ... of these, as some make no sense */
#define PRIOR_WEIGHT .3
#define LEAST (-16.0) /* of the sum of log-probabilities: less likely ones are not looked at */

static const size_t tops[SKETCH_PARTS] = { 8, 2, 6, 6, 6, 5 };

struct pick {
    double score;
    uint8_t class[SKETCH_PARTS];
    bool is_seen;
};

/* The best picks so far: a heap with the worst on top. */
struct picks {
    struct pick pick[SHAPES_TRIED];
    size_t n;
};

struct parts {
    double log[SKETCH_PARTS][LINEAR_CLASSES_MOST];
    uint8_t order[SKETCH_PARTS][LINEAR_CLASSES_MOST]; /* classes, the likeliest first */
    size_t n[SKETCH_PARTS];
};

static int compare_picks(const void *a, const void *b)
{
    const struct pick *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return memcmp(x->class, y->class, sizeof x->class);
}

static void sift_down(struct picks *h, size_t at)
{
    for (;;) {
        size_t worst = at;
        for (size_t c = 2 * at + 1; c <= 2 * at + 2 && c < h->n; c++)
            if (compare_picks(&h->pick[c], &h->pick[worst]) > 0)
                worst = c;
        if (worst == at)
            return;
        struct pick kept = h->pick[at];
        h->pick[at] = h->pick[worst];
        h->pick[worst] = kept;
        at = worst;
    }
}

static void add_pick(struct picks *h, const struct pick *p)
{
    if (h->n < SHAPES_TRIED) {
        h->pick[h->n++] = *p;
        if (h->n == SHAPES_TRIED)
            for (size_t i = h->n / 2; i-- > 0;)
                sift_down(h, i);
        return;
    }
    if (compare_picks(p, &h->pick[0]) > 0)
        return;
    h->pick[0] = *p;
    sift_down(h, 0);
}

/* ---- the parts ---- */

static void score_part(const struct sketch_model *m, const struct features *f, struct parts *ret, size_t part)
{
    double *p = ret->log[part];
    size_t n = m->model.classes;

    linear_scores(&m->model, f->id, f->n, p);
    log_softmax(p, n, p);
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        for (; at > 0 && p[ret->order[part][at - 1]] < p[i]; at--)
            ret->order[part][at] = ret->order[part][at - 1];
        ret->order[part][at] = (uint8_t)i;
    }
    ret->n[part] = n;
}

static void score_parts(const struct beam *b, struct parts *ret)
{
    uint32_t room[READ_FEATURES];
    struct features f = { .id = room, .room = READ_FEATURES };

    sketch_features(b->q, &f);
    for (size_t i = 0; i < SKETCH_PARTS; i++)
        score_part(&b->models->sketch[i], &f, ret, i);
}

/* ---- the picks ---- */

static const struct sketch_prior *find_prior(const struct read_models *m, const uint8_t *class)
{
    size_t from = 0, behind = m->n_priors;

    while (from < behind) {
        size_t middle = from + (behind - from) / 2;
        int c = memcmp(m->priors[middle].class, class, SKETCH_PARTS);
        if (c == 0)
            return &m->priors[middle];
        if (c < 0)
            from = middle + 1;
        else
            behind = middle;
    }
    return NULL;
}

/* Sketches that were seen, each by its parts. */
static void pick_seen(const struct beam *b, const struct parts *parts, struct picks *ret)
{
    const struct read_models *m = b->models;

    for (size_t i = 0; i < m->n_priors; i++) {
        struct pick p = { .is_seen = true };
        memcpy(p.class, m->priors[i].class, sizeof p.class);
        for (size_t k = 0; k < SKETCH_PARTS; k++)
            p.score += parts->log[k][p.class[k]];
        if (p.score < LEAST)
            continue;
        p.score += PRIOR_WEIGHT * (double)m->priors[i].log;
        add_pick(ret, &p);
    }
}

/* Those that were not, of the likeliest parts. */
static void pick_new(const struct beam *b, const struct parts *parts, struct pick p, size_t part, struct picks *ret)
{
    if (part == SKETCH_PARTS) {
        if (find_prior(b->models, p.class))
            return;
        p.score += PRIOR_WEIGHT * b->models->unseen;
        add_pick(ret, &p);
        return;
    }
    for (size_t i = 0; i < parts->n[part] && i < tops[part]; i++) {
        struct pick next = p;
        next.class[part] = parts->order[part][i];
        next.score += parts->log[part][next.class[part]];
        if (next.score < LEAST)
            break;
        pick_new(b, parts, next, part + 1, ret);
    }
}

/* ---- what makes sense ---- */

static bool is_set(enum plan_nesting k)
{
    return k == NEST_INTERSECT || k == NEST_UNION || k == NEST_EXCEPT;
}

/* For sketches that nobody was seen to ask for. */
static bool makes_sense(const struct plan *p)
{
    size_t figures = 0, plain;

    for (size_t i = 0; i < p->n_outputs; i++)
        figures += p->outputs[i].figure != FIGURE_NONE;
    plain = p->n_outputs - figures;
    if (p->grouping == GROUP_NONE) {
        if (p->has_having || (figures > 0 && (plain > 0 || p->ordered)))
            return false;
        if (p->ordered && p->order.figure != FIGURE_NONE)
            return false;
    } else if (p->all || (plain == 0 && p->grouping != GROUP_HIDDEN))
        return false;
    else if (figures == 0 && !p->has_having && !(p->ordered && p->order.figure != FIGURE_NONE))
        return false;
    if (p->distinct && (p->grouping != GROUP_NONE || plain == 0))
        return false;
    return !(is_set(p->nest.kind) && (p->ordered || p->grouping != GROUP_NONE || figures > 0));
}

static bool make_shape(const struct beam *b, const struct parts *parts, const struct pick *p, struct shape *ret)
{
    *ret = (struct shape){ .score = p->score };
    for (size_t i = 0; i < SKETCH_PARTS; i++) {
        memcpy(ret->sketch.part[i], b->models->sketch[i].values[p->class[i]], SKETCH_TEXT);
        ret->part[i] = parts->log[i][p->class[i]];
    }
    return sketch_plan(&ret->sketch, &ret->plan) && (p->is_seen || makes_sense(&ret->plan));
}

void beam_sketches(struct beam *b)
{
    struct picks *picks = arena_alloc(b->scratch, sizeof *picks);
    struct parts *parts = arena_alloc(b->scratch, sizeof *parts);

    score_parts(b, parts);
    pick_seen(b, parts, picks);
    pick_new(b, parts, (struct pick){ 0 }, 0, picks);
    qsort(picks->pick, picks->n, sizeof *picks->pick, compare_picks);
    b->shapes = arena_array(b->scratch, SHAPES, sizeof *b->shapes);
    for (size_t i = 0; i < picks->n && b->n_shapes < SHAPES; i++) {
        struct shape *s = &b->shapes[b->n_shapes];
        if (make_shape(b, parts, &picks->pick[i], s) && beam_slots(b, s))
            b->n_shapes++;
    }
}
