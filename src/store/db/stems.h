/* stems.h - the words of a text as the index of documents knows them, each with its stem.
 *
 * SQLite's FTS5 splits, folds (case, accents) and stems here exactly as it does for the index (STEMS_TOKENIZER). So a
 * question, a passage and a sentence of it can be compared word for word with what was found. One thread at a time uses
 * a reader. Making one takes some tens of microseconds.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct err;
struct stems;

/* As the index is declared with it. */
#define STEMS_TOKENIZER "porter unicode61 remove_diacritics 2"

WARN_UNUSED int stems_new(struct stems **ret, struct err *err);
void stems_free(struct stems *w);

/* For CLEANUP(stems_cleanup). */
void stems_cleanup(struct stems **w);

struct stem {
    const char *stem; /* n bytes, without a NUL; valid until each() returns */
    size_t n;
    size_t from, to; /* where it stands in the text */
};

typedef void stems_each(void *arg, const struct stem *w);

/* Calls each() for every word, in order. The text must be well-formed UTF-8 and below 2 GiB. */
WARN_UNUSED int stems_read(struct stems *w, const char *text, size_t n, stems_each *each, void *arg, struct err *err);
