/* builder.h - typed columns out of rows of values (datum.h), whatever they came from.
 *
 * Rows are added in their order; nothing is decided until builder_end(), when each column gets the one type that holds
 * all of its values exactly (types.h). Values that do not fit a column whose others agree are kept beside it, counted
 * and told in the notes; they are never silently made null. The same rows give the same columns, whatever the size of
 * the batches they were added in.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct builder;
struct cancel;
struct columns;
struct datum;
struct err;
struct notes;
struct row_list;

struct builder *builder_new(size_t n_columns);
void builder_free(struct builder *b);

/* The texts that DATUM_SHARED values mean: text i is bytes[at[i] .. at[i + 1]). Borrowed until builder_end(). */
void builder_share(struct builder *b, const char *bytes, const uint64_t *at, size_t n);

/* Adds rows of n_columns values each, one row behind the other; texts are copied. ERR_TOO_LARGE past
 * DATA_TABLE_BYTES of memory. */
WARN_UNUSED int builder_add(struct builder *b, const struct datum *values, size_t rows, struct err *err);

/* Takes rows out again, numbered as they were added; NULL: none. No row may be added afterwards. */
void builder_drop(struct builder *b, const struct row_list *rows);

/* Settles the types and moves the values out; the builder is empty afterwards. What was assumed goes to the notes.
 * names: not empty, different from each other even when folded (names_settle() in names.h sees to that). Errors:
 * ERR_DATA_UNREADABLE (a shared text that is not there), and cancel's. */
WARN_UNUSED int builder_end(struct builder *b, const char *const *names, const struct cancel *cancel,
                            struct notes *notes, struct columns **ret, struct err *err);
