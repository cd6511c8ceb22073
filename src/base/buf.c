/* buf.c - doubling growth, never past the maximum; an empty buffer points at a shared "" and owns nothing. */
#include "base/buf.h"
#include "base/err.h"
#include <assert.h>
#include <stdint.h>

char buf_empty[1];

/* A maximum below half of all memory keeps the doubling and the NUL from overflowing. */
void buf_init(struct buf *b, size_t max)
{
    assert(max < SIZE_MAX / 2);
    *b = (struct buf)BUF(max);
}

void buf_done(struct buf *b)
{
    if (b->cap)
        free(b->p);
    buf_init(b, b->max);
}

bool buf_reserve(struct buf *b, size_t n)
{
    size_t need, cap;
    char *p;

    if (b->failed)
        return false;
    if (n > b->max - b->n) {
        b->failed = true;
        return false;
    }
    need = b->n + n + 1;
    if (need <= b->cap)
        return true;
    cap = b->cap ? b->cap : 64;
    while (cap < need)
        cap *= 2;
    if (cap > b->max + 1)
        cap = b->max + 1;
    p = realloc(b->cap ? b->p : NULL, cap);
    if (!p) {
        b->failed = true;
        return false;
    }
    p[b->n] = '\0';
    b->p = p;
    b->cap = cap;
    return true;
}

void buf_add(struct buf *b, const void *p, size_t n)
{
    if (n == 0 || !buf_reserve(b, n))
        return;
    memcpy(b->p + b->n, p, n);
    b->n += n;
    b->p[b->n] = '\0';
}

void buf_adds(struct buf *b, const char *s)
{
    buf_add(b, s, strlen(s));
}

void buf_addc(struct buf *b, char c)
{
    buf_add(b, &c, 1);
}

void buf_fill(struct buf *b, char c, size_t n)
{
    if (n == 0 || !buf_reserve(b, n))
        return;
    memset(b->p + b->n, c, n);
    b->n += n;
    b->p[b->n] = '\0';
}

void buf_addf(struct buf *b, const char *fmt, ...)
{
    va_list args, again;
    int n;

    va_start(args, fmt);
    va_copy(again, args);
    n = vsnprintf(NULL, 0, fmt, args);
    if (n < 0)
        b->failed = true;
    if (n > 0 && buf_reserve(b, (size_t)n)) {
        vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
        b->n += (size_t)n;
    }
    va_end(again);
    va_end(args);
}

void buf_cut(struct buf *b, size_t n)
{
    if (n < b->n) {
        b->n = n;
        b->p[n] = '\0';
    }
    b->failed = false;
}

int buf_check(const struct buf *b, struct err *err)
{
    if (!b->failed)
        return 0;
    return err_set(err, ERR_TOO_LARGE, "That is larger than this program handles in one piece.",
                   "buffer stopped at %zu of at most %zu bytes", b->n, b->max);
}

char *buf_take(struct buf *b, size_t *ret_n)
{
    char *p = b->cap ? b->p : calloc(1, 1);

    if (!p)
        abort();
    if (ret_n)
        *ret_n = b->n;
    buf_init(b, b->max);
    return p;
}
