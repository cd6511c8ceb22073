/* columns_node.h - how columns lie in memory. For the files that make, save and scan them; nobody else includes it.
 *
 * The rows are cut into parts, the same for all columns, so that parts can be made by different threads and joined
 * without copying. A part of a column holds its values in the engine's own layout:
 *
 *   boolean 1 byte, 0 or 1       date 4: days since 1970-01-01        integer 8        float 8
 *   timestamp 8: microseconds    decimal 2, 4, 8 or 16 by precision (part_width)
 *   text: n_texts texts, and either one of them a row (width 0), or a code of `width` bytes a row
 *
 * A row without a value has a zero (or any text) and its bit in `valid` taken away. A misfit (types.h) has no value
 * either; its text is in the column's list of misfits.
 */
#pragma once
#include "grid/table.h"
#include "grid/types/values.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct arena;

struct part {
    void *values;     /* or codes; NULL for plain text */
    uint64_t *valid;  /* a bit a row; NULL: all have a value */
    uint32_t *at;     /* of texts: n_texts + 1 ends */
    char *bytes;      /* of texts */
    uint32_t n_texts; /* of texts: how many; as many as rows when width is 0 */
    uint32_t width;   /* of a value or a code in bytes */
};

/* All values of a column that do not fit its type, in the order of their rows. */
struct misfits {
    uint64_t n;
    uint64_t *rows; /* from 0 */
    uint64_t *at;   /* n + 1 ends */
    char *bytes;
};

struct columns {
    uint64_t rows;
    size_t n_columns, n_parts;
    uint64_t *starts;        /* n_parts + 1: the first row of each part, and the end */
    struct part *parts;      /* n_parts a column, one column behind the other */
    struct misfits *misfits; /* one a column */
    struct column *described;
    struct arena *arena; /* of the descriptions */
    void *map;           /* a mapped block that holds all values; NULL: each array is its own */
    size_t map_bytes;
};

/* Empty columns with their lists; rows and starts are the caller's to set. */
struct columns *columns_new(size_t n_columns, size_t n_parts);

static inline struct part *columns_part(const struct columns *c, size_t column, size_t part)
{
    return &c->parts[column * c->n_parts + part];
}

static inline uint64_t columns_part_rows(const struct columns *c, size_t part)
{
    return c->starts[part + 1] - c->starts[part];
}

/* Bytes of one value of the column; 0 for text. */
uint32_t part_width(const struct column *c);

static inline bool part_has(const struct part *p, uint64_t row)
{
    return !p->valid || (p->valid[row / 64] >> (row % 64) & 1);
}

/* Which text of the part a row has. */
static inline uint32_t part_code(const struct part *p, uint64_t row)
{
    if (p->width == 0)
        return (uint32_t)row;
    if (p->width == 1)
        return ((const uint8_t *)p->values)[row];
    if (p->width == 2)
        return ((const uint16_t *)p->values)[row];
    return ((const uint32_t *)p->values)[row];
}

static inline const char *part_text(const struct part *p, uint32_t code, size_t *ret_n)
{
    *ret_n = p->at[code + 1] - p->at[code];
    return p->bytes + p->at[code];
}

/* A value of an integer or decimal column, times 10^scale. */
static inline int128 part_exact(const struct part *p, uint64_t row)
{
    int128 wide;

    if (p->width == 2)
        return ((const int16_t *)p->values)[row];
    if (p->width == 4)
        return ((const int32_t *)p->values)[row];
    if (p->width == 8)
        return ((const int64_t *)p->values)[row];
    memcpy(&wide, (const char *)p->values + row * sizeof wide, sizeof wide); /* its alignment is the file's */
    return wide;
}

/* The part that holds a row. */
size_t columns_find_part(const struct columns *c, uint64_t row);

/* Words of a validity mask over the rows. */
static inline size_t part_words(uint64_t rows)
{
    return (size_t)((rows + 63) / 64);
}

/* Fills in what a description says of the values: nulls, distinct, the lists of values and of the first misfits. The
 * rest of the description must stand. */
void columns_count(struct columns *c);
