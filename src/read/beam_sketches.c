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

static const size_t tops[SKETCH_PARTS] = { 8, 2, 6, 6, 8, 7 };

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

#define ASKED_MOST 12 /* values of one part that are not learned */
#define CLASSES (LINEAR_CLASSES_MOST + ASKED_MOST)

struct parts {
    double log[SKETCH_PARTS][CLASSES];
    const char *value[SKETCH_PARTS][CLASSES];
    uint8_t order[SKETCH_PARTS][CLASSES]; /* classes, the likeliest first */
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

    linear_scores(&m->model, f->id, f->n, p);
    log_softmax(p, m->model.classes, p);
    for (size_t i = 0; i < m->model.classes; i++)
        ret->value[part][i] = m->values[i];
    ret->n[part] = m->model.classes;
}

/* What a word asks for of one table, where learning has not met it: the rows beside another one, the first in the file,
 * differences. */
static const struct asked {
    enum link_operator op;
    enum sketch_part part;
    const char *value;
} all_asked[] = {
    { OPERATOR_NEXT, SKETCH_NEST, "next1" },
    { OPERATOR_AFTER, SKETCH_NEST, "next1" },
    { OPERATOR_PREVIOUS, SKETCH_NEST, "previous1" },
    { OPERATOR_BEFORE, SKETCH_NEST, "previous1" },
    { OPERATOR_DIFFERENCE, SKETCH_NEST, "difference1" },
    { OPERATOR_DIFFERENCE, SKETCH_SHOWN, "0+range" },
    { OPERATOR_GT, SKETCH_NEST, "difference1" },
    { OPERATOR_SHARE, SKETCH_NEST, "share0" },
    { OPERATOR_EQ, SKETCH_NEST, "same1" },
    { OPERATOR_YES_NO, SKETCH_NEST, "exists" },
    { OPERATOR_YES_NO, SKETCH_NEST, "compare>1" },
    { OPERATOR_YES_NO, SKETCH_NEST, "compare<1" },
    { OPERATOR_YES_NO, SKETCH_NEST, "compare=1" },
    { OPERATOR_FIRST, SKETCH_ORDER, "place<1" },
    { OPERATOR_TOP, SKETCH_ORDER, "place<1" },
    { OPERATOR_LAST, SKETCH_ORDER, "place>1" },
    { OPERATOR_BOTTOM, SKETCH_ORDER, "place>1" },
    { OPERATOR_LATEST, SKETCH_ORDER, "place>1" },
};
#define ASKED_LOG (-2.5)

static bool has_value(const struct parts *p, size_t part, const char *value)
{
    for (size_t i = 0; i < p->n[part]; i++)
        if (strcmp(p->value[part][i], value) == 0)
            return true;
    return false;
}

static void add_asked(const struct beam *b, struct parts *p)
{
    if (b->schema->n_tables > 1)
        return;
    for (const struct asked *x = all_asked; x < all_asked + COUNT_OF(all_asked); x++) {
        size_t n = p->n[x->part];
        if (n == CLASSES || !question_has(b->q, x->op) || has_value(p, x->part, x->value))
            continue;
        p->value[x->part][n] = x->value;
        p->log[x->part][n] = ASKED_LOG;
        p->n[x->part]++;
    }
}

static void order_part(struct parts *p, size_t part)
{
    uint8_t *order = p->order[part];

    for (size_t i = 0; i < p->n[part]; i++) {
        size_t at = i;
        for (; at > 0 && p->log[part][order[at - 1]] < p->log[part][i]; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
}

static void score_parts(const struct beam *b, struct parts *ret)
{
    uint32_t room[READ_FEATURES];
    struct features f = { .id = room, .room = READ_FEATURES };

    sketch_features(b->q, &f);
    for (size_t i = 0; i < SKETCH_PARTS; i++)
        score_part(&b->models->sketch[i], &f, ret, i);
    add_asked(b, ret);
    for (size_t i = 0; i < SKETCH_PARTS; i++)
        order_part(ret, i);
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

static bool is_plain_query(const struct plan *p)
{
    return p->grouping == GROUP_NONE && !p->ordered && !p->distinct;
}

static bool nest_makes_sense(const struct plan *p, size_t figures)
{
    switch (p->nest.kind) {
    case NEST_INTERSECT:
    case NEST_UNION:
    case NEST_EXCEPT:
        return p->grouping == GROUP_NONE && !p->ordered && figures == 0;
    case NEST_NEXT:
    case NEST_PREVIOUS:
        return is_plain_query(p) && figures == 0;
    case NEST_EXISTS:
        return is_plain_query(p) && p->n_conditions > 0;
    case NEST_DIFFERENCE:
    case NEST_COMPARE:
    case NEST_SHARE:
        return is_plain_query(p) && p->n_outputs == 1 && p->n_conditions > 0;
    case NEST_NONE:
    case NEST_THAN:
    case NEST_IN:
    case NEST_NOT_IN:
    case NEST_SAME:
    case NEST_COUNTED:
    case NESTINGS:
        break;
    }
    return true;
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
    return nest_makes_sense(p, figures);
}

static bool make_shape(const struct parts *parts, const struct pick *p, struct shape *ret)
{
    *ret = (struct shape){ .score = 0 };
    for (size_t i = 0; i < SKETCH_PARTS; i++) {
        const char *value = parts->value[i][p->class[i]];
        memcpy(ret->sketch.part[i], value, strlen(value) + 1);
        ret->part[i] = parts->log[i][p->class[i]];
        ret->score += sketch_weights[i] * ret->part[i];
    }
    if (!sketch_plan(&ret->sketch, &ret->plan))
        return false;
    ret->score += WEIGHT_CONDITION * (double)(ret->plan.n_conditions + ret->plan.nest.n_conditions) +
                  WEIGHT_OUTPUT * (double)ret->plan.n_outputs + (ret->plan.nest.kind != NEST_NONE ? WEIGHT_NEST : 0);
    return p->is_seen || makes_sense(&ret->plan);
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
        if (make_shape(parts, &picks->pick[i], s) && beam_slots(b, s))
            b->n_shapes++;
    }
}
