/* chart_testing.h - what the tests of charts share: making pictures, and reading them back without the code under test.
 */
#pragma once
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "chart/chart.h"
#include "scratch.h"
#include <math.h>
#include <zlib.h>

#define BLUE 0x0072b2u

/* ---- SVG ---- */

static inline void draw_svg(const struct chart *c, int width, int height, struct buf *out)
{
    struct err err;

    assert_int_equal(chart_svg(c, &(struct chart_size){ width, height, 0 }, out, &err), 0);
}

static inline size_t count_of(const char *text, const char *part)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        n++;
    return n;
}

static inline void assert_svg_has(const struct buf *svg, const char *text)
{
    if (!strstr(svg->p, text))
        print_error("no '%s' in\n%s\n", text, svg->p);
    assert_non_null(strstr(svg->p, text));
}

static inline void assert_svg_lacks(const struct buf *svg, const char *text)
{
    assert_null(strstr(svg->p, text));
}

/* ---- PNG ---- */

struct pixels {
    size_t width, height;
    unsigned char *p; /* three bytes a pixel */
};

static inline uint32_t png_word(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;

    return (uint32_t)u[0] << 24 | (uint32_t)u[1] << 16 | (uint32_t)u[2] << 8 | u[3];
}

/* The chunk of that type; its length and checksum are asserted. */
static inline const char *png_chunk(const struct buf *png, const char *type, size_t *ret_n)
{
    for (size_t at = 8; at + 12 <= png->n;) {
        size_t n = png_word(png->p + at);
        uLong crc = crc32(0, (const Bytef *)png->p + at + 4, (uInt)n + 4);

        assert_true(at + 12 + n <= png->n);
        assert_int_equal(png_word(png->p + at + 8 + n), crc);
        if (memcmp(png->p + at + 4, type, 4) == 0) {
            *ret_n = n;
            return png->p + at + 8;
        }
        at += 12 + n;
    }
    fail_msg("no chunk %s", type);
    return NULL;
}

static inline void png_unfilter(struct pixels *x, const unsigned char *rows)
{
    size_t stride = x->width * 3;

    for (size_t y = 0; y < x->height; y++, rows += stride + 1) {
        assert_true(rows[0] <= 2);
        for (size_t i = 0; i < stride; i++) {
            unsigned left = i >= 3 ? x->p[y * stride + i - 3] : 0, up = y > 0 ? x->p[(y - 1) * stride + i] : 0;
            x->p[y * stride + i] = (unsigned char)(rows[1 + i] + (rows[0] == 1 ? left : rows[0] == 2 ? up : 0));
        }
    }
}

static inline struct pixels read_png(const struct buf *png)
{
    struct pixels x;
    unsigned char *rows;
    uLong n;
    size_t packed_n = 0, head_n = 0;
    const char *head, *packed;

    assert_true(png->n > 8);
    assert_memory_equal(png->p, "\x89PNG\r\n\x1a\n", 8);
    head = png_chunk(png, "IHDR", &head_n);
    assert_int_equal(head_n, 13);
    assert_memory_equal(head + 8, "\x08\x02\0\0\0", 5);
    x.width = png_word(head);
    x.height = png_word(head + 4);
    n = (x.width * 3 + 1) * x.height;
    rows = malloc(n);
    x.p = malloc(x.width * x.height * 3);
    packed = png_chunk(png, "IDAT", &packed_n);
    assert_int_equal(uncompress(rows, &n, (const Bytef *)packed, packed_n), Z_OK);
    assert_int_equal(n, (x.width * 3 + 1) * x.height);
    png_unfilter(&x, rows);
    free(rows);
    return x;
}

static inline uint32_t pixel(const struct pixels *x, size_t column, size_t row)
{
    const unsigned char *p = x->p + 3 * (row * x->width + column);

    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

/* How many pixels of a part of the picture have exactly this colour. */
static inline size_t pixels_of(const struct pixels *x, uint32_t colour, double left, double top, double right,
                               double bottom)
{
    size_t n = 0;

    for (size_t row = (size_t)(top * (double)x->height); row < (size_t)(bottom * (double)x->height); row++) {
        for (size_t column = (size_t)(left * (double)x->width); column < (size_t)(right * (double)x->width); column++)
            n += pixel(x, column, row) == colour;
    }
    return n;
}

static inline struct pixels draw_png(const struct chart *c, struct chart_size size)
{
    struct buf png CLEANUP(buf_done) = BUF(CHART_PNG_BYTES);
    struct err err;

    assert_int_equal(chart_png(c, &size, &png, &err), 0);
    return read_png(&png);
}
