/* examples.c - two arrays that double. */
#include "train/reader/examples.h"
#include "train/room.h"
#include <stdlib.h>
#include <string.h>

static void *grown(void *p, size_t n, size_t size)
{
    void *q = realloc(p, n * size);

    if (!q)
        abort();
    return q;
}

static void make_room(struct examples *e, size_t rows, size_t features)
{
    size_t used = e->n > 0 ? e->start[e->n] : 0;

    if (!e->start || e->n + rows > e->room) {
        e->room = (e->n + rows) * 2;
        e->start = grown(e->start, e->room + 1, sizeof *e->start);
        e->start[0] = 0;
    }
    if (used + features > e->room_features) {
        e->room_features = (used + features) * 2;
        e->features = grown(e->features, e->room_features, sizeof *e->features);
    }
}

void examples_add(struct examples *e, const struct features *row)
{
    make_room(e, 1, row->n);
    if (row->n > 0)
        memcpy(e->features + e->start[e->n], row->id, row->n * sizeof *row->id);
    e->start[e->n + 1] = e->start[e->n] + row->n;
    e->n++;
}

void examples_add_all(struct examples *e, const struct examples *more)
{
    size_t features = more->n > 0 ? more->start[more->n] : 0, at;

    make_room(e, more->n, features);
    at = e->start[e->n];
    if (features > 0)
        memcpy(e->features + at, more->features, features * sizeof *e->features);
    for (size_t i = 0; i < more->n; i++)
        e->start[e->n + i + 1] = at + more->start[i + 1];
    e->n += more->n;
}

void examples_done(struct examples *e)
{
    free(e->features);
    free(e->start);
    *e = (struct examples){ 0 };
}

struct feature_rows examples_rows(const struct examples *e, size_t first, size_t end)
{
    return (struct feature_rows){ .features = e->features, .start = e->start + first, .n = end - first };
}

/* Features that meet in a place are counted as one. */
#define PLACES (1u << 22)

static uint8_t *count_databases(const struct feature_rows *rows, const uint32_t *of)
{
    uint32_t *last = room_for(PLACES, sizeof *last);
    uint8_t *count = room_for(PLACES, 1);

    for (size_t i = 0; i < rows->n; i++)
        for (uint64_t k = rows->start[i]; k < rows->start[i + 1]; k++) {
            uint32_t place = rows->features[k] % PLACES;
            if (last[place] == of[i] + 1)
                continue;
            last[place] = of[i] + 1;
            if (count[place] < UINT8_MAX)
                count[place]++;
        }
    free(last);
    return count;
}

void examples_common(const struct feature_rows *rows, const uint32_t *of, unsigned least, struct examples *ret)
{
    uint8_t *count = count_databases(rows, of);
    uint64_t first = rows->n > 0 ? rows->start[0] : 0, n = rows->n > 0 ? rows->start[rows->n] - first : 0;

    make_room(ret, rows->n, n);
    for (size_t i = 0; i < rows->n; i++) {
        uint64_t at = ret->start[ret->n];
        for (uint64_t k = rows->start[i]; k < rows->start[i + 1]; k++)
            if (count[rows->features[k] % PLACES] >= least)
                ret->features[at++] = rows->features[k];
        ret->start[++ret->n] = at;
    }
    free(count);
}

const uint32_t *examples_row(const struct examples *e, size_t i, size_t *ret_n)
{
    *ret_n = e->start[i + 1] - e->start[i];
    return e->features + e->start[i];
}
