/* mend.h - text from anywhere as text that a table can hold: UTF-8 without NUL. */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct arena;

/* How many texts needed it; said in the notes by whoever counts. */
struct mended {
    uint64_t nuls; /* had a NUL, which became U+FFFD */
    uint64_t odd;  /* were not UTF-8 and were read as Latin-1 */
};

/* The text itself when nothing is wrong with it, else a mended copy in the arena; *n becomes its length, which is at
 * most three times what it was. */
const char *mend_text(struct arena *a, const char *p, size_t *n, struct mended *counts);

struct notes;
void mend_tell(struct notes *notes, const struct mended *counts);
