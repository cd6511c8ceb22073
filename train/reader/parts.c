/* parts.c - see parts.h. */
#include "train/reader/parts.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct buf *parts_add(struct parts *p, const char *name)
{
    struct buf *b = &p->part[p->n].bytes;

    assert(p->n < BUNDLE_PARTS_MOST);
    snprintf(p->part[p->n].name, BUNDLE_NAME_BYTES, "%s", name);
    buf_init(b, BUNDLE_BYTES_MOST);
    p->n++;
    return b;
}

int parts_write(const struct parts *p, struct buf *ret, struct err *err)
{
    struct bundle_part list[BUNDLE_PARTS_MOST];

    for (size_t i = 0; i < p->n; i++)
        list[i] = (struct bundle_part){ p->part[i].name, p->part[i].bytes.p, p->part[i].bytes.n };
    return bundle_write(list, p->n, ret, err);
}

void parts_print(const struct parts *p)
{
    for (size_t i = 0; i < p->n; i++)
        printf("  %8zu %s\n", p->part[i].bytes.n, p->part[i].name);
}

void parts_done(struct parts *p)
{
    for (size_t i = 0; i < p->n; i++)
        buf_done(&p->part[i].bytes);
    p->n = 0;
}
