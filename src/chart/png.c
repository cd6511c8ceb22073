/* png.c - zlib does the work. Each row is stored as it is, or as what changes from its left or upper neighbour,
 * whichever has the smallest sum: charts are mostly rows like the one above. */
#include "chart/png.h"
#include "base/buf.h"
#include "base/err.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LEVEL 6 /* level 9 saves 4% and takes three times as long */

static void add_word(struct buf *b, uint32_t v)
{
    unsigned char bytes[] = { (unsigned char)(v >> 24), (unsigned char)(v >> 16), (unsigned char)(v >> 8),
                              (unsigned char)v };

    buf_add(b, bytes, sizeof bytes);
}

static void add_chunk(struct buf *b, const char type[static 4], const unsigned char *p, size_t n)
{
    uLong crc = crc32(0, (const Bytef *)type, 4);

    add_word(b, (uint32_t)n);
    buf_add(b, type, 4);
    buf_add(b, p, n);
    if (n > 0) /* crc32() takes no bytes for a wish to begin */
        crc = crc32(crc, p, (uInt)n);
    add_word(b, (uint32_t)crc);
}

enum filter { FILTER_NONE, FILTER_LEFT, FILTER_UP, FILTERS };

/* The row through a filter; returns the sum of its bytes, taken as signed. */
static unsigned long filter_row(enum filter filter, const unsigned char *row, const unsigned char *above, size_t n,
                                unsigned char *out)
{
    unsigned long sum = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned char left = i >= 3 ? row[i - 3] : 0, up = above ? above[i] : 0;
        unsigned char take = filter == FILTER_LEFT ? left : filter == FILTER_UP ? up : 0;

        out[i] = (unsigned char)(row[i] - take);
        sum += out[i] < 128 ? out[i] : 256u - out[i];
    }
    return sum;
}

/* All rows, each with its filter's number before it. `try` has room for one row. */
static void filter_rows(const unsigned char *pixels, size_t stride, size_t height, unsigned char *try,
                        unsigned char *out)
{
    for (size_t y = 0; y < height; y++, out += stride + 1) {
        const unsigned char *row = pixels + y * stride, *above = y > 0 ? row - stride : NULL;
        unsigned long best;

        if (above && memcmp(row, above, stride) == 0) {
            out[0] = FILTER_UP;
            memset(out + 1, 0, stride);
            continue;
        }
        best = filter_row(FILTER_NONE, row, above, stride, out + 1);
        out[0] = FILTER_NONE;
        for (int filter = FILTER_LEFT; filter < FILTERS; filter++) {
            unsigned long sum = filter_row((enum filter)filter, row, above, stride, try);
            if (sum >= best)
                continue;
            best = sum;
            out[0] = (unsigned char)filter;
            memcpy(out + 1, try, stride);
        }
    }
}

static unsigned char *room(size_t n)
{
    unsigned char *p = malloc(n);

    if (!p)
        abort();
    return p;
}

int png_write(struct buf *b, const unsigned char *pixels, size_t width, size_t height, struct err *err)
{
    static const unsigned char signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
    unsigned char head[13] = { 0 };
    size_t stride = width * 3, n = (stride + 1) * height;
    uLong bound = compressBound(n);
    unsigned char *try = room(stride), *rows = room(n), *packed = room(bound);

    filter_rows(pixels, stride, height, try, rows);
    if (compress2(packed, &bound, rows, n, LEVEL) != Z_OK)
        abort(); /* there was room; zlib can only have run out of memory */
    for (int i = 0; i < 4; i++) {
        head[i] = (unsigned char)(width >> (24 - 8 * i));
        head[4 + i] = (unsigned char)(height >> (24 - 8 * i));
    }
    head[8] = 8; /* bits a sample */
    head[9] = 2; /* red, green and blue */
    buf_add(b, signature, sizeof signature);
    add_chunk(b, "IHDR", head, sizeof head);
    add_chunk(b, "IDAT", packed, bound);
    add_chunk(b, "IEND", NULL, 0);
    free(try);
    free(rows);
    free(packed);
    return buf_check(b, err);
}
