/* arena.h - memory that is freed all at once.
 *
 * One request, one arena: everything a request builds lives until the request ends, so no small allocation has an owner
 * of its own. Blocks come from malloc and are larger in a large arena. Running out of memory aborts: what is allocated
 * here is small or already bounded by a limit of its own (a parsed document by JSON_MAX_BYTES, say); what is sized by
 * foreign input goes through buf.h, which can refuse.
 *
 * An arena is used by one thread at a time.
 */
#pragma once
#include "base/attrs.h"
#include <stdarg.h>
#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *a);

/* For CLEANUP(arena_cleanup). */
void arena_cleanup(struct arena **a);

/* Zeroed memory, aligned for any type. A size of 0 gives a valid pointer. */
void *arena_alloc(struct arena *a, size_t size);

/* n elements of size each; aborts when the product overflows. */
void *arena_array(struct arena *a, size_t n, size_t size);

/* A copy of n bytes with a NUL behind it. */
char *arena_dup(struct arena *a, const void *p, size_t n);
char *arena_str(struct arena *a, const char *s);

char *arena_printf(struct arena *a, const char *fmt, ...) PRINTF(2, 3);
char *arena_vprintf(struct arena *a, const char *fmt, va_list args) PRINTF(2, 0);

/* What the arena has of the memory for large answers; budget.c's own. Freeing the arena gives it back. */
size_t *arena_claim(struct arena *a);

/* Bytes handed out so far, for tests and for a request's memory figure. */
size_t arena_used(const struct arena *a);
