/* columns.h - a table's values, column by column, in the engine's own layout: what every source becomes.
 *
 * Columns are immutable. They are made by a builder (builder.h) or by the CSV loader, handed to the engine as they are,
 * and can be saved to a file and mapped from it again, which is what makes a second opening of a large source
 * immediate. A mapped file is checked (its checksums and every offset) before anything in it is believed.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct column;
struct columns;
struct err;

void columns_free(struct columns *c);

uint64_t columns_rows(const struct columns *c);

/* The descriptions of the columns, as table.h has them; the columns' own. */
size_t columns_describe(const struct columns *c, const struct column **ret);

/* A value as text, whatever its type: digits, ISO dates, true and false. NULL where there is none, and for a misfit.
 * Valid until scratch changes; row from 0. For looking at some values; reading all of them is the engine's work. */
const char *columns_value(const struct columns *c, size_t column, uint64_t row, struct buf *scratch, size_t *ret_n);

/* Misfit i of a column (table.h says how many there are), in the order of their rows; *ret_row from 0. */
const char *columns_misfit(const struct columns *c, size_t column, uint64_t i, uint64_t *ret_row, size_t *ret_n);

/* Bytes of memory they take. */
size_t columns_bytes(const struct columns *c);

/* Appends them to the file as one block; columns_map() finds them again at the offset where the block began. The offset
 * must be a multiple of COLUMNS_ALIGN. */
#define COLUMNS_ALIGN 64
WARN_UNUSED int columns_save(const struct columns *c, int fd, uint64_t *ret_bytes, struct err *err);

/* Maps a block, read-only. ERR_DATA_UNREADABLE when it is damaged, cut short or of another version: it is then made
 * anew from the source. The file must not change while it is mapped. */
WARN_UNUSED int columns_map(int fd, uint64_t offset, uint64_t bytes, struct columns **ret, struct err *err);
