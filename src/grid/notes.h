/* notes.h - what was assumed while reading a table, as sentences for the person whose table it is.
 *
 * A reader that pads a short row or skips an empty line says so here; nothing is assumed silently. A list holds at most
 * DATA_NOTES sentences: the last place is kept for how many more there were.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stddef.h>
#include <stdint.h>

struct arena;
struct json;

struct notes {
    struct arena *arena; /* holds the sentences */
    const char *text[DATA_NOTES];
    size_t n;    /* sentences held */
    size_t more; /* those that found no place */
};

void notes_init(struct notes *n, struct arena *a);
void notes_add(struct notes *n, const char *fmt, ...) PRINTF(2, 3);

/* Adds all that are in the other list. */
void notes_join(struct notes *n, const struct notes *other);

/* "1 line was", "3 lines were": the count, the noun in its number, and a verb in its number. */
const char *notes_count(struct notes *n, uint64_t count, const char *noun, const char *one, const char *many);

/* The sentences, ending with "and 7 more" when some found no place; in the arena. */
const char *const *notes_end(struct notes *n, size_t *ret_n);

/* The same as an array of texts in that arena. */
struct json *notes_json(struct notes *n, struct arena *a);
