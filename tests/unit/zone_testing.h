/* zone_testing.h - zone files made by hand: transitions, offsets and a footer, in version 1 or 2 of the format. */
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define ZONE_MADE_BYTES 512

struct zone_made {
    unsigned char p[ZONE_MADE_BYTES];
    size_t n;
};

struct zone_change {
    int64_t at;
    unsigned char kind;
};

static inline void zone_put(struct zone_made *m, int64_t v, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--)
        m->p[m->n++] = (unsigned char)((uint64_t)v >> 8 * i);
}

static inline void zone_put_head(struct zone_made *m, char version, size_t leaps, size_t changes, size_t kinds)
{
    memcpy(m->p + m->n, "TZif", 4);
    m->p[m->n + 4] = (unsigned char)version;
    memset(m->p + m->n + 5, 0, 15);
    m->n += 20;
    zone_put(m, 0, 4);
    zone_put(m, 0, 4);
    zone_put(m, (int64_t)leaps, 4);
    zone_put(m, (int64_t)changes, 4);
    zone_put(m, (int64_t)kinds, 4);
    zone_put(m, kinds > 0 ? 4 : 0, 4); /* of names: "ABC" and its end */
}

static inline void zone_put_body(struct zone_made *m, int bytes, const struct zone_change *changes, size_t n_changes,
                                 const int *offsets, size_t n_offsets)
{
    for (size_t i = 0; i < n_changes; i++)
        zone_put(m, changes[i].at, bytes);
    for (size_t i = 0; i < n_changes; i++)
        m->p[m->n++] = changes[i].kind;
    for (size_t i = 0; i < n_offsets; i++) {
        zone_put(m, offsets[i], 4);
        zone_put(m, 0, 2);
    }
    memcpy(m->p + m->n, "ABC", 4);
    m->n += 4;
}

/* A file of version 2 without transitions: all is said by the footer. */
static inline void zone_make(struct zone_made *m, const char *footer)
{
    int offset = 0;

    m->n = 0;
    zone_put_head(m, '2', 0, 0, 0);
    zone_put_head(m, '2', 0, 0, 1);
    zone_put_body(m, 8, NULL, 0, &offset, 1);
    m->n += (size_t)snprintf((char *)m->p + m->n, ZONE_MADE_BYTES - m->n, "\n%s\n", footer);
}
