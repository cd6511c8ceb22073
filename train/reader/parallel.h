/* parallel.h - the same work for each of many things, on one thread or two.
 *
 * Work on one thing writes to nothing of another's, so who did what does not show. */
#pragma once
#include <stddef.h>

void parallel(unsigned threads, size_t n, void (*work)(void *state, size_t i), void *state);
