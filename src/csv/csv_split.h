/* csv_split.h - records of a regular text, cut into cells as fast as memory gives them. Internal to the loader.
 *
 * The text is looked at 64 bytes at a time: one bit for each separator, line end and quote, so that the bytes of a cell
 * are not looked at one by one. What is not plain (csv_table.h has the list) is left to csv_read(): split_record() says
 * so and has then cut nothing.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A cell: bytes of the text, or of whoever gave it. */
struct csv_span {
    const char *p;
    uint32_t n;
    bool doubled; /* holds quotes written twice */
};

struct split;

/* Fast reading of text[0 .. n) stops at `end`, which must be 64 bytes or more before n. NULL when there is nothing to
 * be read so. quotes: cells may stand in them. */
struct split *split_new(const char *text, size_t n, size_t end, char separator, bool quotes);
void split_free(struct split *s);

/* Cuts the record at `at` into n cells, `stride` apart. False: it is not plain, or behind the end. */
bool split_record(struct split *s, size_t at, size_t n, struct csv_span *cells, size_t stride, size_t *ret_next);
