/* feature.c - sorting a row's features; the rest of feature.h is small enough to be part of its callers. */
#include "learn/feature.h"
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void features_unique(struct features *f)
{
    size_t kept = 0;

    if (f->n == 0)
        return;
    qsort(f->id, f->n, sizeof *f->id, compare);
    for (size_t i = 1; i < f->n; i++)
        if (f->id[i] != f->id[kept])
            f->id[++kept] = f->id[i];
    f->n = kept + 1;
}
