/* builder_node.h - what builder.c and builder_end.c share. Nobody else includes it. */
#pragma once
#include "grid/columns/builder.h"
#include "grid/datum.h"
#include <stdbool.h>

/* One part of one column, as it came. */
struct raw {
    uint8_t *kinds;      /* enum datum_kind */
    int64_t *values;     /* an integer, a double's bits, an index, or raw_text_value() */
    char *bytes;         /* of texts */
    uint8_t *currencies; /* of numbers, 0 where there is none; NULL: nowhere is one */
    size_t n_bytes, bytes_cap;
};

struct builder {
    size_t n_columns;
    uint64_t rows;
    struct raw *raws; /* n_columns a part, one part behind the other */
    uint64_t *part_rows;
    size_t n_parts, raws_cap, part_rows_cap;
    size_t room;   /* rows that the last part's arrays hold */
    bool is_full;  /* a text column of the last part has as many bytes as a part may */
    size_t memory; /* bytes taken by all */
    size_t most;   /* that may be taken: DATA_TABLE_BYTES, less only in a test */
    const char *shared_bytes;
    const uint64_t *shared_at;
    size_t n_shared;
};

static inline struct raw *builder_raw(const struct builder *b, size_t part, size_t column)
{
    return &b->raws[part * b->n_columns + column];
}

/* A text's place and length in one number: DATA_CELL_BYTES needs 21 bits. */
#define RAW_LENGTH_BITS 24
static inline int64_t raw_text_value(size_t from, uint32_t n)
{
    return (int64_t)((uint64_t)from << RAW_LENGTH_BITS | n);
}

void raw_done(struct raw *r);
