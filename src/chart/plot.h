/* plot.h - the layout of a picture: from a view to a scene.
 *
 * From the top: the title, what the numbers are, the legend, the plot itself with its axes, the note. The frame
 * (plot.c) takes what its texts need and leaves the rest to the plot; axes (plot_axes.c) take their labels' room from
 * that; the marks (plot_marks.c) fill what is left.
 */
#pragma once
#include "base/attrs.h"
#include "chart/scene.h"
#include "chart/view.h"

struct err;

/* Draws the view into the scene, whose arena is set. Measures of 0 are chosen. */
void plot_draw(struct scene *s, struct fonts *fonts, const struct view *v, int width, int height);

/* ---- between the files of the layout ---- */

#define INK 0x222222u      /* titles, zero lines */
#define PALE_INK 0x5a5a5au /* everything else that is read */
#define GRID 0xe3e3e3u
#define AXIS 0x333333u

#define LABEL_SIZE 11.0
#define LABEL_FONT ((struct font){ .size = LABEL_SIZE })

struct plot {
    struct scene *scene;
    struct fonts *fonts;
    const struct view *view;
    double left, top, right, bottom; /* what is left for axes and marks, and in the end the marks' own area */
    double foot;                     /* below the marks' area: where the other axis' labels begin */
    struct ticks value;              /* the axis of the values */
    struct ticks along;              /* the other, where it has distances */
    bool labelled;                   /* each bar has its number beside it */
    struct figures *figures;         /* for those */
};

/* Where a value stands on its axis, in pixels; where point i stands on the other; where a number does on that. */
double plot_value(const struct plot *p, double v);
double plot_place(const struct plot *p, size_t i);
double plot_along(const struct plot *p, double x);

/* Pixels from one place to the next. */
double plot_band(const struct plot *p);

/* Chooses both axes, takes the room for their labels from the plot, and draws them with the grid. */
void plot_axes(struct plot *p);

/* The line at zero goes over the marks. */
void plot_zero(struct plot *p);

void plot_marks(struct plot *p);

/* Bars that lie so close that their texts would meet have one at every so many only. */
size_t plot_every(const struct plot *p);

/* The text beside bar i of the first series. */
const char *plot_bar_text(const struct plot *p, size_t i);
