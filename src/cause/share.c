/* share.c - sums by part, then differences of them. */
#include "cause/share.h"
#include "base/arena.h"
#include "base/err.h"
#include <math.h>

struct sums {
    exact baseline, actual, baseline_weight, actual_weight;
};

static int too_large(struct err *err)
{
    err_say(err, ERR_TOO_LARGE, "The figures are too large to be added up exactly.");
    return err_action(err, "Measure in larger units, thousands or millions.");
}

static int add_up(const struct share_leaves *l, const uint32_t *part, struct sums *sums, struct err *err)
{
    for (size_t i = 0; i < l->n; i++) {
        struct sums *s = &sums[part[i]];
        if (!exact_add(&s->baseline, l->baseline[i]) || !exact_add(&s->actual, l->actual[i]))
            return too_large(err);
        if (l->baseline_weight && (!exact_add(&s->baseline_weight, l->baseline_weight[i]) ||
                                   !exact_add(&s->actual_weight, l->actual_weight[i])))
            return too_large(err);
    }
    return 0;
}

static int add_parts(const struct sums *sums, size_t parts, struct sums *ret, struct err *err)
{
    for (size_t i = 0; i < parts; i++)
        if (!exact_add(&ret->baseline, sums[i].baseline) || !exact_add(&ret->actual, sums[i].actual) ||
            !exact_add(&ret->baseline_weight, sums[i].baseline_weight) ||
            !exact_add(&ret->actual_weight, sums[i].actual_weight))
            return too_large(err);
    return 0;
}

/* ---- sums ---- */

static int share_of_sum(const struct sums *s, struct share *ret, struct err *err)
{
    *ret = (struct share){ .baseline = s->baseline, .actual = s->actual, .has_baseline = true, .has_actual = true };
    if (__builtin_sub_overflow(s->actual, s->baseline, &ret->contribution))
        return too_large(err);
    return 0;
}

/* ---- ratios ---- */

struct level {
    double n0, n1, d0, d1;
};

static struct level level_of(const struct share_leaves *l, const struct sums *s)
{
    return (struct level){ exact_real(s->baseline, l->scale), exact_real(s->actual, l->scale),
                           exact_real(s->baseline_weight, l->weight_scale),
                           exact_real(s->actual_weight, l->weight_scale) };
}

static double pull(const struct level *p, const struct level *whole)
{
    double level = whole->n0 / whole->d0;

    return (p->n1 - level * p->d1) / whole->d1 - (p->n0 - level * p->d0) / whole->d0;
}

/* What the part's own rate did; all of it is the share's where the part was not there before or is not after. */
static double rate_effect(const struct level *p, const struct level *whole)
{
    return p->d0 != 0 && p->d1 != 0 ? p->d1 / whole->d1 * (p->n1 / p->d1 - p->n0 / p->d0) : 0;
}

static int share_of_ratio(const struct level *p, const struct level *whole, struct share *ret, struct err *err)
{
    double change = pull(p, whole);

    *ret = (struct share){ .has_baseline = p->d0 != 0, .has_actual = p->d1 != 0, .rate = rate_effect(p, whole) };
    ret->mix = change - ret->rate;
    if (!exact_round(change, RATIO_SCALE, &ret->contribution) ||
        (ret->has_baseline && !exact_round(p->n0 / p->d0, RATIO_SCALE, &ret->baseline)) ||
        (ret->has_actual && !exact_round(p->n1 / p->d1, RATIO_SCALE, &ret->actual)))
        return too_large(err);
    return 0;
}

static int share_ratios(const struct share_leaves *l, const struct sums *sums, const struct sums *all, size_t parts,
                        struct shares *ret, struct err *err)
{
    struct level whole = level_of(l, all);

    if (whole.d0 == 0 || whole.d1 == 0) {
        err_say(err, ERR_DATA_EMPTY, "What the metric divides by is 0 in one of the periods.");
        return err_action(err, "Compare periods that have such rows.");
    }
    if (share_of_ratio(&whole, &whole, &ret->whole, err) < 0)
        return -1;
    for (size_t i = 0; i < parts; i++) {
        struct level p = level_of(l, &sums[i]);
        if (share_of_ratio(&p, &whole, &ret->parts[i], err) < 0)
            return -1;
    }
    /* Rounded figures: the change is the difference of the two shown, and the rest is what the causes leave of it. */
    ret->whole.contribution = ret->whole.actual - ret->whole.baseline;
    ret->parts[0].contribution = ret->whole.contribution;
    for (size_t i = 1; i < parts; i++)
        ret->parts[0].contribution -= ret->parts[i].contribution;
    for (size_t i = 0; i < l->n; i++) {
        struct sums leaf = { l->baseline[i], l->actual[i], l->baseline_weight[i], l->actual_weight[i] };
        struct level p = level_of(l, &leaf);
        ret->rate += rate_effect(&p, &whole);
        ret->mix += pull(&p, &whole) - rate_effect(&p, &whole);
    }
    ret->scale = RATIO_SCALE;
    return 0;
}

/* ---- all ---- */

int share_all(const struct share_leaves *l, const uint32_t *part, size_t parts, struct arena *a, struct shares *ret,
              struct err *err)
{
    struct sums *sums = arena_array(a, parts, sizeof *sums), all = { 0 };
    struct shares made = { .scale = l->scale, .parts = arena_array(a, parts, sizeof *made.parts) };
    double change;

    if (add_up(l, part, sums, err) < 0 || add_parts(sums, parts, &all, err) < 0)
        return -1;
    if (l->baseline_weight) {
        if (share_ratios(l, sums, &all, parts, &made, err) < 0)
            return -1;
    } else {
        if (share_of_sum(&all, &made.whole, err) < 0)
            return -1;
        for (size_t i = 0; i < parts; i++)
            if (share_of_sum(&sums[i], &made.parts[i], err) < 0)
                return -1;
    }
    change = exact_real(made.whole.contribution, made.scale);
    for (size_t i = 0; change != 0 && i < parts; i++)
        made.parts[i].of_change = exact_real(made.parts[i].contribution, made.scale) / change;
    *ret = made;
    return 0;
}
