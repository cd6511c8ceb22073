/* plot_marks.c - what a chart is drawn for: bars, lines, dots. */
#include "base/arena.h"
#include "chart/plot.h"
#include <math.h>
#include <string.h>

#define BAR_SHARE 0.72 /* of a place that its bars take */
#define BAR_MOST 84.0  /* pixels of one: a single bar is no wall */
#define BAR_LEAST 0.6  /* and of one among thousands, which would not be seen */
#define SNAP_FROM 3.0  /* a bar as wide as this begins and ends on whole pixels */
#define LINE_WIDTH 2.2
#define LINE_DOTS 32  /* points of a line that are marked one by one */
#define LINE_DOT 3.0  /* their radius */
#define DOT 3.4       /* of a scatter */
#define DOT_SMALL 2.2 /* of one with many */
#define DOTS_MANY 600
#define DOT_OPACITY 0.65 /* so that many on one point are seen as many */
#define CONNECTOR 0x8a8a8au

/* ---- bars ---- */

struct slot {
    double from, to; /* across the bars, in pixels */
};

/* Where the k-th of n bars at a place stands. */
static struct slot slot_of(const struct plot *p, size_t i, size_t k, size_t n)
{
    double each = fmin(fmax(plot_band(p) * BAR_SHARE / (double)n, BAR_LEAST), BAR_MOST);
    double from = plot_place(p, i) - each * (double)n / 2 + each * (double)k;
    struct slot s = { from, from + each };

    if (each >= SNAP_FROM) {
        s.from = floor(s.from + 0.5);
        s.to = floor(s.to + 0.5) - (n > 1 && each > 8 ? 1 : 0);
    }
    return s;
}

/* A bar is at least a hair: a value that is not zero is seen. */
static void draw_bar(struct plot *p, struct slot slot, double from, double to, uint32_t colour)
{
    double a = plot_value(p, fmin(from, to)), b = plot_value(p, fmax(from, to));

    if (from != to && fabs(a - b) < 1) {
        a = from < to ? a : b + (p->view->lying ? -1 : 1);
        b = a + (p->view->lying ? 1 : -1);
    }
    if (p->view->lying)
        scene_rect(p->scene, a, slot.from, b, slot.to, colour);
    else
        scene_rect(p->scene, slot.from, b, slot.to, a, colour);
}

/* The number at the end of a bar that reaches from one value to another. */
static void draw_number(struct plot *p, size_t i, double from, double to)
{
    bool down = to < from;
    double end = plot_value(p, to), middle = plot_place(p, i);
    const char *text = plot_bar_text(p, i);

    if (p->view->lying)
        scene_text(p->scene, end + (down ? -5 : 5), middle + 4, text, LABEL_FONT, INK,
                   down ? ANCHOR_END : ANCHOR_START);
    else
        scene_text(p->scene, middle, end + (down ? 13 : -5), text, LABEL_FONT, INK, ANCHOR_MIDDLE);
}

static void draw_bars(struct plot *p)
{
    const struct view *v = p->view;

    for (size_t i = 0; i < v->points; i++) {
        for (size_t s = 0; s < v->n_series; s++) {
            double value = v->values[s][i];
            if (isnan(value))
                continue;
            draw_bar(p, slot_of(p, i, s, v->n_series), 0, value, view_colour(s));
            if (p->labelled && i % plot_every(p) == 0)
                draw_number(p, i, 0, value);
        }
    }
}

static void draw_stacks(struct plot *p)
{
    const struct view *v = p->view;

    for (size_t i = 0; i < v->points; i++) {
        double up = 0, down = 0;
        for (size_t s = 0; s < v->n_series; s++) {
            double value = v->values[s][i], *level = value < 0 ? &down : &up;
            if (isnan(value) || value == 0)
                continue;
            draw_bar(p, slot_of(p, i, 0, 1), *level, *level + value, view_colour(s));
            *level += value;
        }
    }
}

/* A thin line from the end of one bar of a waterfall to the beginning of the next. */
static void draw_connector(struct plot *p, size_t i, size_t next)
{
    double at = plot_value(p, p->view->bars[i].to);
    double from = slot_of(p, i, 0, 1).to, to = slot_of(p, next, 0, 1).from;

    at = floor(at);
    if (to <= from)
        return;
    if (p->view->lying)
        scene_rect(p->scene, at, from, at + 1, to, CONNECTOR);
    else
        scene_rect(p->scene, from, at, to, at + 1, CONNECTOR);
}

static void draw_waterfall(struct plot *p)
{
    const struct view *v = p->view;
    size_t before = v->points;

    for (size_t i = 0; i < v->points; i++) {
        const struct bar *bar = &v->bars[i];
        if (isnan(bar->to))
            continue;
        if (before < v->points)
            draw_connector(p, before, i);
        draw_bar(p, slot_of(p, i, 0, 1), bar->from, bar->to,
                 v->totals[i]          ? COLOUR_TOTAL
                 : bar->to < bar->from ? COLOUR_FALL
                                       : COLOUR_RISE);
        if (p->labelled && i % plot_every(p) == 0)
            draw_number(p, i, bar->from, bar->to);
        before = i;
    }
}

static void draw_histogram(struct plot *p)
{
    for (size_t i = 0; i < p->view->n_bins; i++) {
        const struct bin *bin = &p->view->bins[i];
        double from = floor(plot_along(p, bin->from) + 0.5), to = floor(plot_along(p, bin->to) + 0.5);

        if (bin->count > 0)
            draw_bar(p, (struct slot){ from, fmax(from + 1, to - 1) }, 0, (double)bin->count, view_colour(0));
    }
}

/* ---- lines and dots ---- */

/* One stretch without gaps; a point on its own is a dot. */
static void draw_stretch(struct plot *p, size_t series, size_t from, size_t to)
{
    size_t n = to - from;
    struct point *points = arena_array(p->scene->arena, n, sizeof *points);

    for (size_t i = 0; i < n; i++)
        points[i] = (struct point){ plot_place(p, from + i), plot_value(p, p->view->values[series][from + i]) };
    if (n > 1)
        scene_line(p->scene, points, n, LINE_WIDTH, view_colour(series));
    for (size_t i = 0; i < n && (n == 1 || p->view->points <= LINE_DOTS); i++)
        scene_dot(p->scene, points[i].x, points[i].y, LINE_DOT, view_colour(series));
}

static void draw_lines(struct plot *p)
{
    const struct view *v = p->view;

    /* the first series last, so that it lies on top */
    for (size_t s = v->n_series; s-- > 0;) {
        for (size_t from = 0, to; from < v->points; from = to + 1) {
            for (to = from; to < v->points && !isnan(v->values[s][to]);)
                to++;
            if (to > from)
                draw_stretch(p, s, from, to);
        }
    }
}

static void draw_dots(struct plot *p)
{
    const struct view *v = p->view;
    double radius = v->points * v->n_series > DOTS_MANY ? DOT_SMALL : DOT;

    for (size_t s = 0; s < v->n_series; s++) {
        for (size_t i = 0; i < v->points; i++) {
            if (isnan(v->values[s][i]))
                continue;
            scene_dot(p->scene, plot_place(p, i), plot_value(p, v->values[s][i]), radius, view_colour(s))->opacity =
                DOT_OPACITY;
        }
    }
}

void plot_marks(struct plot *p)
{
    static void (*const draw[CHART_TYPES])(struct plot *) = {
        [CHART_LINE] = draw_lines,          [CHART_BAR] = draw_bars,
        [CHART_STACKED] = draw_stacks,      [CHART_SCATTER] = draw_dots,
        [CHART_HISTOGRAM] = draw_histogram, [CHART_WATERFALL] = draw_waterfall,
        [CHART_SHARE] = draw_bars,
    };

    draw[p->view->type](p);
}
