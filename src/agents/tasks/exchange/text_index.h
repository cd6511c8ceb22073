/* text_index.h - texts, each with a number that begins at 0. For src/agents/tasks only.
 *
 * Texts are told apart by half of their SHA-256, so that nobody can make a file whose texts are slow to look up. The
 * index lives in its arena and grows as needed.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct arena;
struct text_index;

struct text_index *text_index_new(struct arena *a);

/* The text's number; valid until the next call. */
int64_t *text_index_at(struct text_index *t, const char *p, size_t n);
