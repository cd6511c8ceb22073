/* fuzz_chart.c - any JSON as a query's columns, rows and a wish: whatever chart that makes becomes all three things. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "chart/chart.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A failure must say something; success must give well-formed text. */
static void show(struct arena *a, const struct chart *c)
{
    struct buf svg, png;
    struct json *spec;
    struct err err = { 0 };

    buf_init(&svg, CHART_SVG_BYTES);
    buf_init(&png, CHART_PNG_BYTES);
    if (chart_vega(a, c, &spec, &err) && !*err.message)
        abort();
    if (chart_svg(c, &(struct chart_size){ 0 }, &svg, &err) == 0 &&
        (!str_is_utf8(svg.p, svg.n) || strlen(svg.p) != svg.n))
        abort();
    if (chart_png(c, &(struct chart_size){ 160, 160, 1 }, &png, &err) == 0 && png.n < 60)
        abort();
    buf_done(&svg);
    buf_done(&png);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    struct json *v;
    struct err err = { 0 };

    if (size < 4096 && json_parse(a, (const char *)data, size, &v, &err) == 0) {
        struct chart_wish wish = { json_get_text(v, "type"), json_get_text(v, "x_col"), json_get_text(v, "y_col"),
                                   json_get_text(v, "title") };
        struct chart *c = NULL;

        if (chart_from_table(a, json_get(v, "columns"), json_get(v, "rows"), &wish, &c, &err)) {
            if (!*err.message)
                abort();
        } else if (c) {
            show(a, c);
        }
    }
    arena_free(a);
    return 0;
}
