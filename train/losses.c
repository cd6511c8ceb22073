/* losses.c - the logistic loss, and LambdaMART's.
 *
 * LambdaMART (Burges 2010): each pair of a better and a worse candidate is pushed apart, as far as it is not yet, and
 * as strongly as a swap of the two would change the list's NDCG. A list's pushes are shrunk to the logarithm of their
 * sum, so that lists with many pairs do not drown the others.
 */
#include "train/losses.h"
#include "learn/linear.h"
#include "train/room.h"
#include <math.h>
#include <stdbool.h>

void gradients_yes_no(const double *scores, const uint8_t *label, const float *importance, size_t first, size_t n,
                      float *gradients, float *hessians)
{
    for (size_t i = first; i < first + n; i++) {
        double p = logistic(scores[i]), heavy = importance ? (double)importance[i] : 1;
        gradients[i] = (float)(heavy * (p - (label[i] ? 1 : 0)));
        hessians[i] = (float)(heavy * p * (1 - p));
    }
}

struct place {
    double score;
    uint32_t row;
    uint8_t label;
};

struct order_room {
    struct place *places;
    double *gradients, *hessians; /* by place */
};

struct order_room *order_room_new(size_t longest)
{
    struct order_room *r = room_for(1, sizeof *r);

    r->places = room_for(longest, sizeof *r->places);
    r->gradients = room_for(longest, sizeof *r->gradients);
    r->hessians = room_for(longest, sizeof *r->hessians);
    return r;
}

void order_room_free(struct order_room *r)
{
    free(r->places);
    free(r->gradients);
    free(r->hessians);
    free(r);
}

static int by_score(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->score < y->score || x->score > y->score)
        return x->score < y->score ? 1 : -1;
    return (x->row > y->row) - (x->row < y->row);
}

static double discount(size_t place)
{
    return 1 / log2((double)place + 2);
}

static double value(unsigned label)
{
    return ldexp(1, (int)label) - 1;
}

/* The DCG of the best order, down to the depth; 0: there is nothing to order. */
static double best_dcg(const struct place *places, size_t n, size_t depth)
{
    size_t counts[256] = { 0 }, at = 0;
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        counts[places[i].label]++;
    for (unsigned label = 255; label > 0; label--)
        for (size_t i = 0; i < counts[label] && at < depth; i++)
            sum += value(label) * discount(at++);
    return sum;
}

/* Pushes the places i and k, of different labels, apart; returns how strongly. */
static double push(struct order_room *r, size_t i, size_t k, double scale)
{
    size_t better = r->places[i].label > r->places[k].label ? i : k, worse = better == i ? k : i;
    double gap = r->places[better].score - r->places[worse].score;
    double change =
        fabs(value(r->places[i].label) - value(r->places[k].label)) * fabs(discount(i) - discount(k)) * scale;
    double wrong = logistic(-gap), lambda = change * wrong, hessian = change * wrong * (1 - wrong);

    r->gradients[better] -= lambda;
    r->gradients[worse] += lambda;
    r->hessians[better] += hessian;
    r->hessians[worse] += hessian;
    return 2 * lambda;
}

static double push_all(struct order_room *r, size_t n, size_t depth)
{
    double best = best_dcg(r->places, n, depth), sum = 0;

    for (size_t i = 0; best > 0 && i < depth; i++)
        for (size_t k = i + 1; k < n; k++)
            if (r->places[i].label != r->places[k].label)
                sum += push(r, i, k, 1 / best);
    return sum;
}

void gradients_order(struct order_room *r, const double *scores, const uint8_t *label, size_t n, unsigned depth,
                     float *gradients, float *hessians)
{
    double sum, shrink;

    for (size_t i = 0; i < n; i++) {
        r->places[i] = (struct place){ scores[i], (uint32_t)i, label[i] };
        r->gradients[i] = r->hessians[i] = 0;
    }
    qsort(r->places, n, sizeof *r->places, by_score);
    sum = push_all(r, n, depth > 0 && depth < n ? depth : n);
    shrink = sum > 0 ? log2(1 + sum) / sum : 1;
    for (size_t i = 0; i < n; i++) {
        gradients[r->places[i].row] = (float)(r->gradients[i] * shrink);
        hessians[r->places[i].row] = (float)(r->hessians[i] * shrink);
    }
}
