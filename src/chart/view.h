/* view.h - a chart made ready to be shown: checked, cleaned, ordered, counted.
 *
 * All that a Vega-Lite specification and a picture have in common is decided here, so that they show the same thing:
 * which numbers are gaps, in what order a line runs, what a histogram's intervals are, where a waterfall's bars begin
 * and end, what each place on the x axis is called, and whether bars lie.
 */
#pragma once
#include "base/attrs.h"
#include "chart/chart.h"
#include "chart/ticks.h"

/* From where to where a bar reaches. */
struct bar {
    double from, to; /* NAN, both: a gap */
};

struct bin {
    double from, to; /* from <= v < to */
    size_t count;
};

struct view {
    enum chart_type type; /* a share is a bar here, of a unit "%" */
    enum chart_axis axis;
    const char *title, *x_label, *y_label, *note, *unit; /* clean; "" when there is none */
    const char *alt;
    size_t points, n_series;
    const char **names;     /* of the series; clean */
    double **values;        /* of each series; what is no gap is finite */
    const double *x;        /* of each point, where the axis has no bands; NULL else */
    struct tick *places;    /* of each point, where it has: its label */
    const bool *totals;     /* NULL: none */
    struct bar *bars;       /* of a waterfall */
    const struct bin *bins; /* of a histogram */
    size_t n_bins;
    bool zero;  /* the axis of values shows zero */
    bool bands; /* points have places of equal width side by side, not distances */
    bool lying; /* the places are below each other, and bars run to the right */
    bool empty; /* there is no number at all */
};

/* Errors as in chart.h. The view borrows nothing of the chart. */
WARN_UNUSED int view_make(struct arena *a, const struct chart *c, struct view *ret, struct err *err);

/* "Jan 2024": a place's label on one line. */
const char *view_place(struct arena *a, const struct view *v, size_t i);

/* The colours of series, apart for people who see few (Okabe and Ito's), as 0xrrggbb. i < CHART_SERIES. */
unsigned view_colour(size_t i);

/* Of a waterfall's bars. */
#define COLOUR_RISE 0x0072b2u
#define COLOUR_FALL 0xd55e00u
#define COLOUR_TOTAL 0x6b7280u
