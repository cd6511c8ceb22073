/* place.h - where in the canonical JSON of a request something stands.
 *
 * A place is made on the way down, on the stack, and becomes a text only where something is said about it.
 */
#pragma once
#include <stddef.h>

struct arena;

/* A member, or an element where the key is NULL. */
struct place {
    const struct place *up; /* NULL: the document */
    const char *key;
    size_t index;
};

/* "steps[0].query.where[1]"; "the query" for the document itself. */
const char *place_text(struct arena *a, const struct place *at);
