/* examples.c - two arrays that double. */
#include "train/reader/examples.h"
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

const uint32_t *examples_row(const struct examples *e, size_t i, size_t *ret_n)
{
    *ret_n = e->start[i + 1] - e->start[i];
    return e->features + e->start[i];
}
