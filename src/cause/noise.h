/* noise.h - how far leaves stray without a cause. For src/cause only.
 *
 * Two kinds add up: one as of counted things, whose variance grows with the figure (phi times it), and one in
 * proportion to the figure (sigma times it), as of forecasts that are some per cent off. Both come from medians over
 * the leaves that are asked about, so that half of them may be anything.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct segment;

struct noise {
    double phi, sigma;
};

struct noise_room; /* what is needed for measuring, for n leaves */

struct noise_room *noise_room(struct arena *a, size_t n);

/* Of the leaves whose part is 0. whole: all figures are whole numbers, so counts, whose phi is 1 at least. */
struct noise noise_of(struct noise_room *room, size_t n, const double *expected, const double *actual,
                      const uint32_t *part, bool whole);

/* Of the sum of a segment's leaves. */
double noise_variance(struct noise noise, const struct segment *g);

/* A shift that whole segments share and leaves do not show: the median over n segments, which are at most as many as
 * the room has leaves, of how much of their size they strayed beyond the noise of their leaves. */
double noise_common(struct noise_room *room, struct noise noise, const struct segment *list, size_t n);
