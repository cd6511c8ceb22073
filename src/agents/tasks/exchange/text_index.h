/* tally.h - texts, each with a number that begins at 0. For src/agents/tasks only.
 *
 * Texts are told apart by half of their SHA-256, so that nobody can make a file whose texts are slow to look up. It
 * lives in its arena and grows as it must.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct arena;
struct tally;

struct tally *tally_new(struct arena *a);

/* The text's number; valid until the next call. */
int64_t *tally_at(struct tally *t, const char *p, size_t n);
