/* calibrate_fit.c - pooling neighbours that are out of order, until none is. */
#include "train/calibrate_fit.h"
#include "base/buf.h"
#include "base/err.h"
#include "learn/calibration.h"
#include "train/room.h"
#include <math.h>
#include <stdlib.h>

struct seen {
    double score;
    bool is_right;
};

/* A stretch of scores with one probability. */
struct stretch {
    double scores, right, n; /* sums */
};

static int by_score(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;

    return (x->score > y->score) - (x->score < y->score);
}

static double probability(const struct stretch *s)
{
    return (s->right + .5) / (s->n + 1);
}

static void join(struct stretch *a, const struct stretch *b)
{
    a->scores += b->scores;
    a->right += b->right;
    a->n += b->n;
}

/* Equal scores make one stretch, and so does what would fall. */
static size_t pool(const struct seen *seen, size_t n, struct stretch *s)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        struct stretch next = { seen[i].score, seen[i].is_right, 1 };
        if (i > 0 && seen[i].score <= seen[i - 1].score)
            join(&s[k - 1], &next);
        else
            s[k++] = next;
        while (k > 1 && (i + 1 == n || seen[i + 1].score > seen[i].score) &&
               s[k - 2].right * s[k - 1].n >= s[k - 1].right * s[k - 2].n) {
            join(&s[k - 2], &s[k - 1]);
            k--;
        }
    }
    return k;
}

/* Joins what has too few examples with the neighbour whose probability is nearer, the smallest first. */
static size_t join_small(struct stretch *s, size_t k, size_t least, size_t most)
{
    while (k > 1) {
        size_t small = 0, into;
        for (size_t i = 1; i < k; i++)
            small = s[i].n < s[small].n ? i : small;
        if (s[small].n >= (double)least && k <= most)
            break;
        into = small == 0 || (small + 1 < k && probability(&s[small + 1]) - probability(&s[small]) <
                                                   probability(&s[small]) - probability(&s[small - 1]))
                   ? small
                   : small - 1;
        join(&s[into], &s[into + 1]);
        for (size_t i = into + 1; i + 1 < k; i++)
            s[i] = s[i + 1];
        k--;
    }
    return k;
}

/* A stretch's point is at its middle score. Rounded to floats, two could be one. */
static void write_points(const struct stretch *s, size_t k, struct buf *ret)
{
    struct calibration_point last = { -INFINITY, 0 };

    for (size_t i = 0; i < k; i++) {
        struct calibration_point p = { (float)(s[i].scores / s[i].n), (float)probability(&s[i]) };
        p.probability = fmaxf(p.probability, last.probability);
        if (p.score <= last.score)
            continue;
        buf_add(ret, &p, sizeof p);
        last = p;
    }
}

int calibrate_fit(const double *scores, const bool *is_right, size_t n, size_t least, struct buf *ret, struct err *err)
{
    struct seen *seen = room_for(n, sizeof *seen);
    struct stretch *stretches = room_for(n, sizeof *stretches);
    bool all_finite = n > 0;

    for (size_t i = 0; i < n; i++) {
        seen[i] = (struct seen){ scores[i], is_right[i] };
        all_finite = all_finite && isfinite((float)scores[i]);
    }
    if (all_finite) {
        qsort(seen, n, sizeof *seen, by_score);
        write_points(stretches, join_small(stretches, pool(seen, n, stretches), least, CALIBRATION_POINTS_MOST), ret);
    }
    free(seen);
    free(stretches);
    if (!all_finite)
        return err_set(err, ERR_INVALID_INPUT, "There is nothing to calibrate.", "calibrate: %zu examples", n);
    return buf_check(ret, err);
}
