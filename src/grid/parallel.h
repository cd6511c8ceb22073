/* parallel.h - the same work on many pieces, by as many threads as the machine has processors.
 *
 * Pieces are handed out one by one. What comes of a piece must not depend on which thread does it, or in which order.
 */
#pragma once
#include <stddef.h>

/* Calls work(arg, i) for every i below n, and returns when all are done. threads 0: as many as there are processors, at
 * most CREW_THREADS. Where no thread can be started, the caller does all of it. */
void parallel_run(size_t n, size_t threads, void (*work)(void *arg, size_t i), void *arg);
