/* buf.h - a growable byte buffer that cannot grow past its maximum.
 *
 * Every buffer is given a maximum when it is made. Appending past it (or running out of memory) marks the buffer as
 * failed; from then on appending does nothing, so a writer appends freely and asks once at the end with buf_check().
 * The content always has a NUL behind it that its length does not count.
 */
#pragma once
#include "base/attrs.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct err;

struct buf {
    char *p;     /* NUL-terminated; "" while nothing was allocated */
    size_t n;    /* bytes of content */
    size_t cap;  /* bytes allocated, 0 while nothing was */
    size_t max;  /* n never exceeds this */
    bool failed; /* an append did not fit; the content up to then stands */
};

/* An empty buffer, for a declaration: struct buf b CLEANUP(buf_done) = BUF(LIMIT); */
extern char buf_empty[1];
#define BUF(limit)                                                                                                     \
    {                                                                                                                  \
        .p = buf_empty, .max = (limit)                                                                                 \
    }

/* The maximum must be less than SIZE_MAX / 2. */
void buf_init(struct buf *b, size_t max);

/* Frees the content. The buffer may be initialised again; doing it twice is harmless. Fits CLEANUP(buf_done). */
void buf_done(struct buf *b);

void buf_add(struct buf *b, const void *p, size_t n);
void buf_adds(struct buf *b, const char *s);
void buf_addc(struct buf *b, char c);
void buf_addf(struct buf *b, const char *fmt, ...) PRINTF(2, 3);

/* Appends c n times. */
void buf_fill(struct buf *b, char c, size_t n);

/* Room for n more bytes; the caller writes at b->p + b->n and then adds to b->n itself. False when it does not fit. */
WARN_UNUSED bool buf_reserve(struct buf *b, size_t n);

/* Cuts the content to n bytes and clears the failure. */
void buf_cut(struct buf *b, size_t n);

/* 0 if every append fitted, else ERR_TOO_LARGE. */
WARN_UNUSED int buf_check(const struct buf *b, struct err *err);

/* Moves the content out; the caller frees it with free(). The buffer is empty afterwards. */
WARN_UNUSED char *buf_take(struct buf *b, size_t *ret_n);
