/* columns_block.h - how columns lie in a file. Internal to columns_save.c and columns_map.c.
 *
 *   head         struct block_head
 *   arrays       values, masks, texts; each begins at a multiple of COLUMNS_ALIGN
 *   description  a JSON array of table.h's columns
 *   directory    the parts' first rows (one more than there are parts), a struct block_part for each part of each
 *                column, a struct block_misfits for each column
 *   checksum     CRC-64 of all that is before it
 *
 * Little-endian, in the machine's own layout: a block is a cache's, never sent elsewhere. Offsets count from the head;
 * 0 stands for an array that is not there.
 */
#pragma once
#include <assert.h>
#include <stdint.h>

#define BLOCK_MAGIC "assaycol"
#define BLOCK_VERSION 1

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a block is little-endian");

struct block_head {
    char magic[8];
    uint32_t version, n_columns;
    uint64_t bytes; /* of the whole block */
    uint64_t rows, n_parts;
    uint64_t description, description_bytes;
    uint64_t directory;
};

struct block_part {
    uint64_t values, valid, at, bytes;
    uint32_t n_texts, width;
};

struct block_misfits {
    uint64_t n, rows, at, bytes;
};

#define BLOCK_CHECKSUM_BYTES sizeof(uint64_t)
