/* records.c - the one thing all formats share: a quote written twice is one. */
#include "data/records.h"
#include <string.h>

const char *cell_text(const struct cell *c, struct buf *scratch, size_t *ret_n)
{
    const char *p = c->p, *end = c->p + c->n, *quote;

    if (!c->doubled) {
        *ret_n = c->n;
        return c->p;
    }
    buf_cut(scratch, 0);
    while ((quote = memchr(p, '"', (size_t)(end - p)))) {
        buf_add(scratch, p, (size_t)(quote + 1 - p));
        p = quote + 2;
    }
    buf_add(scratch, p, (size_t)(end - p));
    *ret_n = scratch->n;
    return scratch->p;
}
