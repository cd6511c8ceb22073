/* cause.c - the search: the best segment, its leaves taken out, the next; then what is no more than noise is dropped
 * from the end.
 *
 * The parameters, and why:
 *   CHANCE         a cause's squared deviation, in units of the noise, must exceed twice the logarithm of the number of
 *                  segments (the largest that so many would reach by chance) by this much: noise is measured, not
 *                  known, and its tails are heavier than a normal deviation's.
 *   SMALLEST       of the strongest cause's change: whoever asks why is not helped by less.
 *   SMALLEST_BACK  the same for what moved the other way.
 */
#include "cause/cause.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "cause/noise.h"
#include "cause/segments.h"
#include <float.h>
#include <math.h>

#define CHANCE 10.0
#define SMALLEST 0.01
#define SMALLEST_BACK 0.25
#define DULL 2         /* causes in a row that are no more than noise: behind them there is nothing more */
#define ROUNDING 1e-18 /* of the squared size: what sums of binary numbers may be off by, and far more */

struct search {
    const struct cause_leaves *leaves;
    struct arena *a; /* scratch */
    const struct cancel *cancel;
    double *expected;
    bool whole; /* all figures are whole numbers */
    struct segments segments;
    struct noise_room *room;
    struct noise noise; /* of the leaves that are left */
    uint32_t *place;    /* of a mask: 1 + its cuboid */
    double *sums;       /* as many as the largest cuboid has segments */
    struct cause_found *found;
};

struct best {
    const struct cuboid *cuboid; /* NULL: none */
    const struct segment *segment;
    double score, evidence;
};

/* ---- one segment ---- */

/* What is more than noise alone would give. */
static double evidence(const struct search *s, const struct segment *g)
{
    double size = segment_size(g);

    if (size <= 0)
        return 0;
    return g->change * g->change / fmax(g->before, g->after) - noise_variance(s->noise, g) / size;
}

/* ---- splits ---- */

static void split_by(struct search *s, struct cuboid *parent, const struct cuboid *parts)
{
    for (size_t i = 0; i < parent->n; i++)
        s->sums[i] = 0;
    for (size_t i = 0; i < parts->n; i++)
        if (parts->list[i].leaves > 0)
            s->sums[parent->of[parts->list[i].leaf]] += evidence(s, &parts->list[i]);
    for (size_t i = 0; i < parent->n; i++)
        parent->list[i].split = fmax(parent->list[i].split, s->sums[i]);
}

static int split_all(struct search *s, struct err *err)
{
    for (size_t k = 0; k < s->segments.n; k++) {
        struct cuboid *c = &s->segments.cuboids[k];
        if (cancel_check(s->cancel, err) < 0)
            return -1;
        for (size_t i = 0; i < c->n; i++)
            c->list[i].split = -DBL_MAX;
        for (unsigned i = 0; i < s->leaves->attributes; i++) {
            uint32_t mask = c->mask | UINT32_C(1) << i;
            if (mask != c->mask && s->place[mask])
                split_by(s, c, &s->segments.cuboids[s->place[mask] - 1]);
        }
    }
    return 0;
}

/* ---- the best ---- */

/* Where all moved together, what moved less is no cause of it. */
static bool is_small(const struct search *s, const struct segment *g, double strongest)
{
    bool is_back = g->change * strongest < 0;

    if (s->found->together && (g->change < 0) != (s->found->factor < 1))
        return true;
    return fabs(g->change) < fabs(strongest) * (is_back ? SMALLEST_BACK : SMALLEST);
}

/* Of equals, the one of fewer attributes, then of the first attributes, then of the first leaf: their order here. */
static struct best find_best(const struct search *s, unsigned from, double strongest)
{
    struct best best = { 0 };

    for (size_t k = 0; k < s->segments.n; k++) {
        const struct cuboid *c = &s->segments.cuboids[k];
        if (c->depth < from || c->depth > s->found->depth)
            continue;
        for (size_t i = 0; i < c->n; i++) {
            const struct segment *g = &c->list[i];
            double much = evidence(s, g), score = much - fmax(0, g->split - much);
            if (g->leaves > 0 && much > 0 && score > best.score && !is_small(s, g, strongest))
                best = (struct best){ c, g, score, much };
        }
    }
    return best;
}

static int look(struct search *s, unsigned from, double strongest, struct best *ret, struct err *err)
{
    const struct cause_leaves *l = s->leaves;

    if (segments_sum(&s->segments, l->n, s->expected, l->actual, s->found->part, s->cancel, err) < 0)
        return -1;
    s->noise = noise_of(s->room, l->n, s->expected, l->actual, s->found->part, s->whole);
    if (split_all(s, err) < 0)
        return -1;
    *ret = find_best(s, from, strongest);
    return 0;
}

/* Takes the segment's leaves out. */
static void take(struct search *s, const struct best *b)
{
    const struct cause_leaves *l = s->leaves;
    struct cause *cause = &s->found->causes[s->found->n++];
    size_t segment = (size_t)(b->segment - b->cuboid->list);

    *cause = (struct cause){ .score = b->evidence / fmax(b->evidence, b->segment->split) };
    for (unsigned i = 0; i < l->attributes; i++)
        if (b->cuboid->mask >> i & 1) {
            cause->attribute[cause->n] = i;
            cause->value[cause->n++] = l->codes[b->segment->leaf * l->attributes + i];
        }
    for (size_t i = 0; i < l->n; i++)
        if (s->found->part[i] == 0 && b->cuboid->of[i] == segment)
            s->found->part[i] = (uint32_t)s->found->n;
}

/* ---- beyond chance ---- */

/* The sums of the leaves of one part. */
static struct segment sum_part(const struct search *s, uint32_t part)
{
    struct segment g = { 0 };

    for (size_t i = 0; i < s->leaves->n; i++)
        if (s->found->part[i] == part)
            segment_add(&g, s->expected[i], s->leaves->actual[i]);
    return g;
}

/* How much of their size the values of single attributes strayed together, of the leaves that are left. */
static double common_shift(struct search *s)
{
    struct segment *list;
    size_t n = 0;

    for (size_t k = 0; k < s->segments.n; k++)
        n += s->segments.cuboids[k].depth == 1 ? s->segments.cuboids[k].n : 0;
    list = arena_array(s->a, n, sizeof *list);
    n = 0;
    for (size_t k = 0; k < s->segments.n; k++) {
        const struct cuboid *c = &s->segments.cuboids[k];
        if (c->depth != 1)
            continue;
        for (size_t i = 0; i < s->leaves->n; i++)
            if (s->found->part[i] == 0)
                segment_add(&list[n + c->of[i]], s->expected[i], s->leaves->actual[i]);
        n += c->n;
    }
    return noise_common(s->room, s->noise, list, n);
}

static bool is_beyond(const struct search *s, const struct segment *g, double shift)
{
    double size = segment_size(g);
    double chance = fmax(noise_variance(s->noise, g) + shift * shift * size * size, ROUNDING * size * size);

    return g->change * g->change >= chance * (CHANCE + 2 * log((double)s->found->searched));
}

/* Whether the last cause is more than noise, which is measured without it and those before it. Behind the first cause,
 * which the question is about, what whole segments stray together counts as noise too. */
static bool is_last_beyond(struct search *s)
{
    struct segment last = sum_part(s, (uint32_t)s->found->n);

    s->noise = noise_of(s->room, s->leaves->n, s->expected, s->leaves->actual, s->found->part, s->whole);
    return is_beyond(s, &last, s->found->n > 1 ? common_shift(s) : 0);
}

/* The leaves of the last cause are nobody's again. */
static void give_back(struct search *s)
{
    for (size_t i = 0; i < s->leaves->n; i++)
        if (s->found->part[i] == s->found->n)
            s->found->part[i] = 0;
}

/* Drops causes from the end as long as they are no more than noise. */
static int drop_noise(struct search *s, struct err *err)
{
    struct cause_found *f = s->found;

    for (; f->n > 0; f->n--) {
        if (cancel_check(s->cancel, err) < 0)
            return -1;
        if (is_last_beyond(s))
            return 0;
        give_back(s);
    }
    return 0;
}

/* ---- what is expected ---- */

static bool is_whole(const double *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] != floor(list[i]))
            return false;
    return true;
}

/* Of a ratio: the numerator at the old rate. A leaf's own counts as much as its denominator does beside an average
 * leaf's at the whole's rate: what is rare has no rate of its own. */
static void expect_rates(struct search *s)
{
    const struct cause_leaves *l = s->leaves;
    double above = 0, below = 0, extra, rate;

    for (size_t i = 0; i < l->n; i++) {
        above += l->baseline[i];
        below += l->baseline_weight[i];
    }
    extra = fabs(below) / (double)l->n;
    rate = below != 0 ? above / below : 0;
    for (size_t i = 0; i < l->n; i++) {
        double weight = l->baseline_weight[i] + extra;
        s->expected[i] = weight != 0 ? l->actual_weight[i] * ((l->baseline[i] + extra * rate) / weight) : 0;
    }
}

static void expect(struct search *s)
{
    const struct cause_leaves *l = s->leaves;

    s->whole = is_whole(l->baseline, l->n) && is_whole(l->actual, l->n);
    s->expected = arena_array(s->a, l->n, sizeof *s->expected);
    if (l->baseline_weight) {
        expect_rates(s);
        return;
    }
    for (size_t i = 0; i < l->n; i++)
        s->expected[i] = l->baseline[i];
}

/* ---- all of it ---- */

/* Where the whole explains more than any part of it, all moved alike: what is expected moves with it. */
static int settle_whole(struct search *s, const struct best *whole, struct err *err)
{
    struct cause_found *f = s->found;
    struct segment all = *whole->segment;

    if (all.before <= 0 || all.after <= 0)
        return 0;
    f->factor = all.after / all.before;
    for (size_t i = 0; i < s->leaves->n; i++)
        s->expected[i] *= f->factor;
    s->noise = noise_of(s->room, s->leaves->n, s->expected, s->leaves->actual, f->part, s->whole);
    f->together = is_beyond(s, &all, 0);
    if (!f->together)
        for (size_t i = 0; i < s->leaves->n; i++)
            s->expected[i] /= f->factor;
    return cancel_check(s->cancel, err);
}

static int run(struct search *s, struct err *err)
{
    struct best best;
    double strongest = 0;
    int dull = 0;

    if (look(s, 0, 0, &best, err) < 0)
        return -1;
    if (best.cuboid && best.cuboid->depth == 0 && settle_whole(s, &best, err) < 0)
        return -1;
    while (s->found->n < CAUSE_MOST && dull < DULL) {
        if (look(s, 1, strongest, &best, err) < 0)
            return -1;
        if (!best.cuboid)
            break;
        if (s->found->n == 0)
            strongest = best.segment->change;
        take(s, &best);
        dull = is_last_beyond(s) ? 0 : dull + 1;
    }
    return drop_noise(s, err);
}

static void prepare(struct search *s)
{
    size_t largest = 1;
    unsigned built = s->segments.built;

    s->place = arena_array(s->a, (size_t)1 << s->leaves->attributes, sizeof *s->place);
    for (size_t k = 0; k < s->segments.n; k++) {
        s->place[s->segments.cuboids[k].mask] = (uint32_t)k + 1;
        largest = s->segments.cuboids[k].n > largest ? s->segments.cuboids[k].n : largest;
    }
    s->sums = arena_array(s->a, largest, sizeof *s->sums);
    s->room = noise_room(s->a, s->leaves->n + s->segments.total);
    /* Without the parts of a segment nothing is known of its misfit: the deepest layer serves only for that. */
    s->found->depth = built == s->leaves->attributes || built == 1 ? built : built - 1;
    if (s->found->depth > CAUSE_DEPTH)
        s->found->depth = CAUSE_DEPTH;
    s->found->searched = s->segments.total;
}

int cause_find(const struct cause_leaves *leaves, size_t most, const struct cancel *cancel, struct arena *a,
               struct cause_found *ret, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct cause_found found = { .part = arena_array(a, leaves->n, sizeof *found.part), .factor = 1 };
    struct search s = { .leaves = leaves, .a = scratch, .cancel = cancel, .found = &found };
    unsigned depth = leaves->attributes < CAUSE_DEPTH + 1 ? leaves->attributes : CAUSE_DEPTH + 1;

    if (segments_build(leaves, depth, cancel, scratch, &s.segments, err) < 0)
        return -1;
    prepare(&s);
    expect(&s);
    if (leaves->n > 0 && leaves->attributes > 0 && run(&s, err) < 0)
        return -1;
    for (; found.n > most; found.n--)
        give_back(&s);
    *ret = found;
    return 0;
}
