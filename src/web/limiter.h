/* limiter.h - how often one client may ask: a bucket of tokens an address, filled at a steady rate.
 *
 * An IPv6 client counts by its /64, which is what one customer is given. Used by one thread.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stdint.h>

struct limiter;
union web_address;

/* A bucket holds two seconds' worth. */
struct limiter *limiter_new(unsigned rate);
void limiter_free(struct limiter *l);

/* Takes one; false when there is none. */
WARN_UNUSED bool limiter_take(struct limiter *l, const union web_address *a, int64_t now_us);
