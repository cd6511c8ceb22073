/* distinct.h - the different values of a column, as long as they are few.
 *
 * A set of byte strings that stops looking once it has seen more than COLUMN_VALUES_MAX. Each new member is copied; as
 * a value is copied at most once a column, all copies together are no larger than the source.
 */
#pragma once
#include "base/limits.h"
#include <stddef.h>
#include <stdint.h>

struct arena;

#define DISTINCT_SLOTS 512 /* a power of two, more than twice COLUMN_VALUES_MAX */

struct distinct_value {
    const char *p; /* NUL-terminated copy */
    size_t n;
    uint32_t hash;
};

struct distinct {
    struct distinct_value values[COLUMN_VALUES_MAX + 1]; /* the last only says that there are more */
    size_t n;                                            /* COLUMN_VALUES_MAX + 1 when it has stopped looking */
    size_t last;                                         /* the one found or added last: values come in runs */
    uint16_t slots[DISTINCT_SLOTS];                      /* index + 1; 0 is free */
};

/* All zero is an empty set. */
void distinct_add(struct distinct *d, struct arena *a, const void *p, size_t n);
