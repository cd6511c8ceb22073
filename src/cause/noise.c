/* noise.c - medians of what leaves strayed. */
#include "cause/noise.h"
#include "base/arena.h"
#include "cause/segments.h"
#include <math.h>
#include <stdlib.h>

#define MEDIAN_DEVIATION 0.6744897501960817 /* of the size of a normal deviation: its median */
#define SIGMA_MOST 1.0                      /* beyond that a figure is not even roughly expected */

struct stray {
    double much, weight;
};

struct noise_room {
    struct stray *list;
};

struct noise_room *noise_room(struct arena *a, size_t n)
{
    struct noise_room *room = arena_alloc(a, sizeof *room);

    room->list = arena_array(a, n, sizeof *room->list);
    return room;
}

static int by_size(const void *left, const void *right)
{
    const struct stray *a = left, *b = right;

    return (a->much > b->much) - (a->much < b->much);
}

/* The value below which half of the weight lies; 0 without any. */
static double median(struct stray *list, size_t n)
{
    double all = 0, below = 0;

    qsort(list, n, sizeof *list, by_size);
    for (size_t i = 0; i < n; i++)
        all += list[i].weight;
    for (size_t i = 0; i < n; i++) {
        below += list[i].weight;
        if (below >= all / 2)
            return list[i].much;
    }
    return 0;
}

static double deviation(struct stray *list, size_t n)
{
    return median(list, n) / MEDIAN_DEVIATION;
}

struct noise noise_of(struct noise_room *room, size_t n, const double *expected, const double *actual,
                      const uint32_t *part, bool whole)
{
    struct noise noise = { 0 };
    size_t m = 0;
    double root;

    /* Leaves that came or went altogether say nothing of how far those strayed that stayed. */
    for (size_t i = 0; i < n; i++)
        if (part[i] == 0 && fmin(fabs(expected[i]), fabs(actual[i])) > 0) {
            double size = (fabs(expected[i]) + fabs(actual[i])) / 2;
            room->list[m++] = (struct stray){ fabs(actual[i] - expected[i]) / sqrt(size), 1 };
        }
    root = deviation(room->list, m);
    noise.phi = fmax(root * root, whole ? 1 : 0);

    /* What is more than that, by weight: relative noise is seen on large leaves, and hidden on small ones. */
    m = 0;
    for (size_t i = 0; i < n; i++)
        if (part[i] == 0 && fmin(fabs(expected[i]), fabs(actual[i])) > 0) {
            double size = (fabs(expected[i]) + fabs(actual[i])) / 2, d = actual[i] - expected[i];
            room->list[m++] = (struct stray){ sqrt(fmax(0, d * d - noise.phi * size)) / size,
                                              fmin(fabs(expected[i]), fabs(actual[i])) };
        }
    noise.sigma = fmin(deviation(room->list, m), SIGMA_MOST);
    return noise;
}

double noise_variance(struct noise noise, const struct segment *g)
{
    return noise.phi * segment_size(g) + noise.sigma * noise.sigma * g->squares;
}

double noise_common(struct noise_room *room, struct noise noise, const struct segment *list, size_t n)
{
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        double size = segment_size(&list[i]), change = list[i].change;
        if (size > 0)
            room->list[m++] =
                (struct stray){ sqrt(fmax(0, change * change - noise_variance(noise, &list[i]))) / size, size };
    }
    return deviation(room->list, m);
}
