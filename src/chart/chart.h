/* chart.h - one description of a chart, and the three things it can become.
 *
 * A struct chart says what is to be seen: its type, its texts, what stands on the x axis and one or more series of
 * numbers. It is plain data that borrows everything it points to. From it come
 *
 *   chart_vega()   a Vega-Lite v5 specification with its data inside: for the page, and for any program
 *   chart_svg()    a picture as SVG: real text, no scripts, nothing remote
 *   chart_png()    the same picture as PNG, drawn with FreeType in a font that is part of the program
 *
 * Both pictures come from one layout, and the same chart gives the same bytes on every machine with the same FreeType
 * and zlib. A chart of query rows is made by chart_from_table():
 *
 *     struct chart *c;
 *     struct buf png CLEANUP(buf_done) = BUF(CHART_PNG_BYTES);
 *
 *     if (chart_from_table(a, columns, rows, &(struct chart_wish){ .title = "Revenue" }, &c, err))
 *         return -1;
 *     if (c && chart_png(c, &(struct chart_size){ .scale = 2 }, &png, err))
 *         return -1;
 *
 * What is drawn
 *   line       one line for each series; a gap in the numbers is a gap in the line
 *   bar        one bar for each name, or with several series a group of them; long names make the bars lie
 *   stacked    the series on top of each other, negative ones below zero
 *   scatter    a dot for each pair of numbers
 *   histogram  how often the numbers of the first series fall into equal, round intervals; x is not looked at
 *   waterfall  how parts add up: each number of the first series stands on the sum of those before it. Where `totals`
 *              says so it is a sum itself, and stands on zero
 *   share      each number of the first series as its part of their sum, in lying bars: what others draw as a pie. It
 *              takes no negative numbers
 *
 * A number that is NaN, infinite or beyond 1e300 is a gap; a point without an x, or with a time outside of the years 0
 * to 9999, is left out. A chart without any number is a picture that says so. Texts
 * may be any UTF-8, are cut where there is no room for them, and characters that the font lacks are shown as boxes;
 * scripts that need joining or run from right to left are drawn letter by letter from the left in PNG. Labels are
 * thinned out when there are too many; choosing the ten largest and calling the rest "others" is the caller's business.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct err;
struct json;

enum chart_type {
    CHART_LINE,
    CHART_BAR,
    CHART_STACKED,
    CHART_SCATTER,
    CHART_HISTOGRAM,
    CHART_WATERFALL,
    CHART_SHARE,
    CHART_TYPES /* how many */
};

/* What stands on the x axis. */
enum chart_axis {
    CHART_NAMES,   /* names, in the order given */
    CHART_NUMBERS, /* numbers; a line is drawn in their order. Bars have one place for each, whatever the distances */
    CHART_TIMES,   /* seconds since 1970, UTC; shown as dates, with the time of day where one has any */
};

struct chart_series {
    const char *name;     /* for the legend; may be NULL when there is only one */
    const double *values; /* as many as the chart has points; a gap is NAN */
};

struct chart {
    enum chart_type type;
    const char *title;   /* NULL or "": none; so are the next three */
    const char *x_label; /* what the x axis shows: "month" */
    const char *y_label; /* what the numbers are: "revenue" */
    const char *note;    /* a small line below: "Source: sales.csv" */
    const char *unit;    /* "%" (0.125 is shown as 12.5%), a sign such as "$", or a word such as "kg"; NULL: none */

    enum chart_axis axis;
    size_t points;            /* how many there are; may be 0 */
    const char *const *names; /* CHART_NAMES: one for each point; bars of the same name hide each other in Vega-Lite */
    const double *x;          /* CHART_NUMBERS, CHART_TIMES: one for each point */
    const struct chart_series *series;
    size_t n_series;
    const bool *totals; /* waterfall: which points are sums; NULL: none */
};

/* A picture's measures in CSS pixels. 0 stands for what suits the chart. Bounds are CHART_SIDE_LEAST, CHART_SIDE_MOST,
 * CHART_SCALE_MOST and CHART_PIXELS. */
struct chart_size {
    int width, height;
    int scale; /* PNG: device pixels for each; 2 for sharp screens and print. 0 is 1 */
};

/* Each appends to a buffer, or gives a tree in the arena. Errors: ERR_INVALID_INPUT (a chart or size against the rules
 * above), ERR_TOO_LARGE (too many points or series, or the buffer's maximum), and for pictures ERR_ENGINE_UNAVAILABLE
 * (no FreeType). Safe from several threads at once. */
WARN_UNUSED int chart_vega(struct arena *a, const struct chart *c, struct json **ret, struct err *err);
WARN_UNUSED int chart_svg(const struct chart *c, const struct chart_size *size, struct buf *out, struct err *err);
WARN_UNUSED int chart_png(const struct chart *c, const struct chart_size *size, struct buf *out, struct err *err);

/* One sentence that stands in for the picture: "Bar chart of revenue by region, 5 points." */
const char *chart_alt(struct arena *a, const struct chart *c);

/* "line", "bar", "stacked", ...; and back, where "pie" is a share, "column" a bar and so on. False when unknown. */
const char *chart_type_name(enum chart_type type);
WARN_UNUSED bool chart_type_find(const char *name, enum chart_type *ret);

/* What a caller wants of a chart; each may be NULL: chosen by what the rows hold. */
struct chart_wish {
    const char *type; /* a name as in chart_type_find() */
    const char *x_col, *y_col;
    const char *title;
};

/* A chart of a query's rows: `columns` is a list of names or of {"name", ..., "unit"?}, `rows` a list of lists. What a
 * column holds is read from its values: numbers, dates (also 2024-03 and whole numbers in a column called year), text.
 * A text column whose values repeat under the same x makes the series; without y_col, further number columns of the
 * same unit and order of size do. *ret is NULL, and that is no error, when nothing was wished for but a title and no
 * chart would help: one row, no numbers, raw rows with many equal names, more bars than anybody reads.
 *
 * The chart lives in the arena. Errors: ERR_MISSING_COLUMN, ERR_TYPE_MISMATCH (a y without numbers),
 * ERR_INVALID_INPUT (an unknown type; rows that want grouping first), ERR_TOO_LARGE. */
WARN_UNUSED int chart_from_table(struct arena *a, const struct json *columns, const struct json *rows,
                                 const struct chart_wish *wish, struct chart **ret, struct err *err);
