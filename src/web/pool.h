/* pool.h - a fixed number of threads that run exchanges from a queue of bounded length. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct exchange;
struct pool;

/* NULL when a thread cannot be started. */
struct pool *pool_new(unsigned threads, size_t most);

/* Runs all that is queued, then ends the threads. */
void pool_free(struct pool *p);

/* Queues it for exchange_run. False when the queue is full and it is not `must`. */
WARN_UNUSED bool pool_put(struct pool *p, struct exchange *x, bool must);

/* How many wait, and how many run. */
void pool_count(struct pool *p, size_t *ret_waiting, size_t *ret_running);
