/* arena.c - a list of blocks, the newest first; a request larger than a block gets one of its own. Blocks are small,
 * which malloc hands out and takes back fastest, until the arena is large. */
#include "base/arena.h"
#include "base/budget.h"
#include "base/limits.h"
#include <assert.h>
#include <stdalign.h>
#include <stdint.h>

struct block {
    struct block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

struct arena {
    struct block *head; /* the one being filled */
    size_t used;
    size_t claim;
};

static struct block *block_new(size_t size)
{
    struct block *b = malloc(sizeof *b + size);

    if (!b)
        abort();
    b->next = NULL;
    b->used = 0;
    b->size = size;
    return b;
}

struct arena *arena_new(void)
{
    struct arena *a = calloc(1, sizeof *a);

    if (!a)
        abort();
    return a;
}

void arena_free(struct arena *a)
{
    if (!a)
        return;
    for (struct block *b = a->head, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    budget_return(a->claim);
    free(a);
}

void arena_cleanup(struct arena **a)
{
    arena_free(*a);
}

/* Room for size bytes, which is already rounded up. A large piece goes behind the head, whose room stays in use. */
static struct block *block_for(struct arena *a, size_t size)
{
    struct block *b = a->head;
    size_t usual;

    if (b && b->size - b->used >= size)
        return b;
    if (b && size > ARENA_BLOCK_BYTES / 4) {
        struct block *own = block_new(size);
        own->next = b->next;
        b->next = own;
        return own;
    }
    usual = a->used < ARENA_BLOCK_MOST ? ARENA_BLOCK_BYTES : ARENA_BLOCK_MOST;
    b = block_new(size > usual ? size : usual);
    b->next = a->head;
    a->head = b;
    return b;
}

static void *take(struct arena *a, size_t size)
{
    size_t align = alignof(max_align_t);
    struct block *b;
    void *p;

    if (size > SIZE_MAX / 2)
        abort();
    size = (size + align - 1) / align * align;
    b = block_for(a, size);
    p = b->bytes + b->used;
    b->used += size;
    a->used += size;
    return p;
}

void *arena_alloc(struct arena *a, size_t size)
{
    void *p = take(a, size);

    memset(p, 0, size);
    return p;
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        abort();
    return arena_alloc(a, n * size);
}

char *arena_dup(struct arena *a, const void *p, size_t n)
{
    char *copy = take(a, n + 1);

    if (n)
        memcpy(copy, p, n);
    copy[n] = '\0';
    return copy;
}

char *arena_str(struct arena *a, const char *s)
{
    return arena_dup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list args)
{
    va_list again;
    char small[256], *text;
    int n;

    va_copy(again, args);
    n = vsnprintf(small, sizeof small, fmt, args);
    if (n < 0)
        n = 0;
    if ((size_t)n < sizeof small) {
        text = arena_dup(a, small, (size_t)n);
    } else {
        text = take(a, (size_t)n + 1);
        vsnprintf(text, (size_t)n + 1, fmt, again);
    }
    va_end(again);
    return text;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list args;
    char *text;

    va_start(args, fmt);
    text = arena_vprintf(a, fmt, args);
    va_end(args);
    return text;
}

size_t *arena_claim(struct arena *a)
{
    return &a->claim;
}

size_t arena_used(const struct arena *a)
{
    return a->used;
}
