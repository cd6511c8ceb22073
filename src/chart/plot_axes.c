/* plot_axes.c - both axes: their ends, their marks, and labels that do not meet.
 *
 * Labels of places that do not fit side by side are thinned out where their order says what lies between (times,
 * numbers, lines), and set at a slant where each one names something of its own.
 */
#include "base/arena.h"
#include "base/limits.h"
#include "chart/figures.h"
#include "chart/plot.h"
#include <math.h>
#include <string.h>

#define VALUE_MARKS 5.0  /* about, on the axis of values */
#define NUMBER_ROOM 80.0 /* pixels for each mark of the other, which is wider */
#define TIME_ROOM 84.0
#define GAP 7.0           /* between a label and the plot */
#define APART 9.0         /* between two labels */
#define LINE 14.0         /* of labels */
#define NUMBER_LINE 12.0  /* of the numbers at bars */
#define SLANT_STEP 15.0   /* between two labels at a slant */
#define SLANT_SPARSE 24.0 /* and where not every place has one */
#define SLANT_LONGEST 150.0
#define SINE 0.70710678  /* of 45 degrees */
#define NAME_SHARE 0.38  /* of the width, for the names of bars that lie */
#define LABELLED_BARS 24 /* that have their numbers above them, if those fit */

/* ---- the axis of values ---- */

static void include(double v, double *lo, double *hi)
{
    if (isnan(v))
        return;
    *lo = fmin(*lo, v);
    *hi = fmax(*hi, v);
}

/* From the lowest to the highest sum of what is stacked on a place. */
static void include_stacks(const struct view *v, double *lo, double *hi)
{
    for (size_t i = 0; i < v->points; i++) {
        double up = 0, down = 0;

        for (size_t s = 0; s < v->n_series; s++) {
            double value = v->values[s][i];
            *(value < 0 ? &down : &up) += isnan(value) ? 0 : value;
        }
        include(up, lo, hi);
        include(down, lo, hi);
    }
}

static void include_all(const struct view *v, double *lo, double *hi)
{
    for (size_t i = 0; v->bins && i < v->n_bins; i++)
        include((double)v->bins[i].count, lo, hi);
    for (size_t i = 0; v->bars && i < v->points; i++) {
        include(v->bars[i].from, lo, hi);
        include(v->bars[i].to, lo, hi);
    }
    if (v->type == CHART_STACKED)
        include_stacks(v, lo, hi);
    if (v->bins || v->bars || v->type == CHART_STACKED)
        return;
    for (size_t s = 0; s < v->n_series; s++) {
        for (size_t i = 0; i < v->points; i++)
            include(v->values[s][i], lo, hi);
    }
}

static void choose_value_axis(struct plot *p)
{
    const struct view *v = p->view;
    double lo = INFINITY, hi = -INFINITY, room = v->lying ? (p->right - p->left) / 2 : p->bottom - p->top;
    double marks = fmin(VALUE_MARKS, fmax(1, room / 30));

    include_all(v, &lo, &hi);
    if (v->zero)
        include(0, &lo, &hi);
    if (lo == 0 && hi == 0)
        hi = 1;
    p->value = ticks_numbers(p->scene->arena, lo, hi, marks, v->bins ? NULL : v->unit);
    ticks_trim(&p->value, lo, hi);
}

static double widest_mark(const struct plot *p)
{
    double widest = 0;

    for (size_t i = 0; i < p->value.n; i++)
        widest = fmax(widest, fonts_width(p->fonts, LABEL_FONT, p->value.tick[i].text));
    return widest;
}

static void draw_value_axis(struct plot *p)
{
    for (size_t i = 0; i < p->value.n; i++) {
        const struct tick *t = &p->value.tick[i];
        double at = floor(plot_value(p, t->at)) + 0.5;

        scene_rect(p->scene, p->left, at - 0.5, p->right, at + 0.5, GRID);
        scene_text(p->scene, p->left - GAP, at + 4, t->text, LABEL_FONT, PALE_INK, ANCHOR_END);
    }
}

void plot_zero(struct plot *p)
{
    double at;

    if (p->value.lo > 0 || p->value.hi < 0)
        return;
    at = floor(plot_value(p, 0)) + 0.5;
    if (p->view->lying)
        scene_rect(p->scene, at - 0.5, p->top, at + 0.5, p->bottom, AXIS);
    else
        scene_rect(p->scene, p->left, at - 0.5, p->right, at + 0.5, AXIS);
}

/* ---- labels along the other axis ---- */

/* A label below the plot, kept inside of the picture; not drawn, and false, where it would meet the one before, which
 * ends at *end. */
static bool draw_label(struct plot *p, double x, double y, const char *text, double *end)
{
    double half = fonts_width(p->fonts, LABEL_FONT, text) / 2, right = p->scene->width - 4;
    double middle = fmin(fmax(x, half + 4), right - half);

    if (middle - half < *end)
        return false;
    scene_text(p->scene, middle, y, text, LABEL_FONT, PALE_INK, ANCHOR_MIDDLE);
    *end = middle + half + APART;
    return true;
}

/* Labels in one line, and what they stand under in a second wherever that is new. */
static void draw_marks(struct plot *p, const struct tick *ticks, const double *at, size_t n, double width)
{
    double end = 0, under_end = 0;
    const char *before = "";

    for (size_t i = 0; i < n; i++) {
        const char *text = fonts_fit(p->fonts, p->scene->arena, LABEL_FONT, ticks[i].text, width);

        if (!draw_label(p, at[i], p->foot + GAP + LABEL_SIZE, text, &end) || !ticks[i].under)
            continue;
        if (strcmp(ticks[i].under, before) != 0 &&
            draw_label(p, at[i], p->foot + GAP + LABEL_SIZE + LINE, ticks[i].under, &under_end))
            before = ticks[i].under;
    }
}

static void draw_x_label(struct plot *p, double *room)
{
    const char *text = fonts_fit(p->fonts, p->scene->arena, LABEL_FONT, p->view->x_label, p->right - p->left);

    if (!*text)
        return;
    scene_text(p->scene, (p->left + p->right) / 2, p->bottom, text, LABEL_FONT, PALE_INK, ANCHOR_MIDDLE);
    *room += LINE + 4;
}

/* ---- distances ---- */

static void choose_along(struct plot *p)
{
    const struct view *v = p->view;
    double lo = INFINITY, hi = -INFINITY, width = p->right - p->left;

    for (size_t i = 0; v->bins && i < v->n_bins; i++) {
        include(v->bins[i].from, &lo, &hi);
        include(v->bins[i].to, &lo, &hi);
    }
    for (size_t i = 0; v->x && i < v->points; i++)
        include(v->x[i], &lo, &hi);
    if (v->axis == CHART_TIMES && !v->bins)
        p->along = ticks_times(p->scene->arena, lo, hi, fmax(1, width / TIME_ROOM));
    else
        p->along = ticks_numbers(p->scene->arena, lo, hi, fmax(1, width / NUMBER_ROOM), v->bins ? v->unit : NULL);
}

static void draw_along(struct plot *p)
{
    double *at = arena_array(p->scene->arena, p->along.n, sizeof *at);

    for (size_t i = 0; i < p->along.n; i++) {
        at[i] = plot_along(p, p->along.tick[i].at);
        if (p->view->type == CHART_SCATTER)
            scene_rect(p->scene, floor(at[i]), p->top, floor(at[i]) + 1, p->bottom, GRID);
        else
            scene_rect(p->scene, floor(at[i]), p->bottom, floor(at[i]) + 1, p->bottom + 5, AXIS);
    }
    draw_marks(p, p->along.tick, at, p->along.n, p->right - p->left);
}

/* ---- places ---- */

struct place_labels {
    size_t every; /* so many places have one */
    bool slant;
    double width; /* of each at most */
};

static double widest_place(const struct plot *p)
{
    double widest = 0;

    for (size_t i = 0; i < p->view->points; i++)
        widest = fmax(widest, fonts_width(p->fonts, LABEL_FONT, p->view->places[i].text));
    return widest;
}

static struct place_labels arrange_places(const struct plot *p)
{
    const struct view *v = p->view;
    double band = plot_band(p), widest = widest_place(p);
    bool ordered = v->axis != CHART_NAMES || v->type == CHART_LINE;
    struct place_labels l = { .every = 1, .width = widest };

    if (widest + APART <= band)
        return l;
    if (ordered) {
        l.width = fmin(widest, SLANT_LONGEST);
        l.every = (size_t)ceil((l.width + APART) / band);
        return l;
    }
    l.slant = true;
    l.width = fmin(fmin(widest, SLANT_LONGEST), (p->bottom - p->top) * 0.4 / SINE);
    l.every = band >= SLANT_STEP ? 1 : (size_t)ceil(SLANT_SPARSE / band);
    return l;
}

static double places_room(const struct plot *p, const struct place_labels *l)
{
    bool under = p->view->points > 0 && p->view->places[0].under;

    return l->slant ? (l->width + LABEL_SIZE) * SINE + GAP : GAP + LINE * (under ? 2 : 1);
}

static void draw_slanted(struct plot *p, const struct place_labels *l)
{
    for (size_t i = 0; i < p->view->points; i += l->every) {
        double x = plot_place(p, i), room = fmin(l->width, (x - 4) / SINE);
        const char *text = fonts_fit(p->fonts, p->scene->arena, LABEL_FONT, p->view->places[i].text, room);

        scene_text(p->scene, x + 4, p->foot + GAP + LABEL_SIZE * SINE, text, LABEL_FONT, PALE_INK, ANCHOR_END)
            ->text.slant = true;
    }
}

static void draw_places(struct plot *p, const struct place_labels *l)
{
    struct tick *ticks = arena_array(p->scene->arena, p->view->points, sizeof *ticks);
    double *at = arena_array(p->scene->arena, p->view->points, sizeof *at);
    size_t n = 0;

    if (l->slant) {
        draw_slanted(p, l);
        return;
    }
    for (size_t i = 0; i < p->view->points; i += l->every, n++) {
        ticks[n] = p->view->places[i];
        at[n] = plot_place(p, i);
    }
    draw_marks(p, ticks, at, n, l->width + 1);
}

/* ---- numbers beside bars ---- */

const char *plot_bar_text(const struct plot *p, size_t i)
{
    double v = p->view->values[0][i];
    const char *text = figures_text(p->scene->arena, p->figures, v);
    bool rise = p->view->bars && !p->view->totals[i] && v > 0;

    return rise ? arena_printf(p->scene->arena, "+%s", text) : text;
}

static bool bars_fit(const struct plot *p)
{
    double band = plot_band(p);

    for (size_t i = 0; i < p->view->points; i++) {
        if (fonts_width(p->fonts, LABEL_FONT, plot_bar_text(p, i)) + 4 > band)
            return false;
    }
    return true;
}

/* One bar a place, few enough, and each number fits: then it is said. */
static void choose_labelled(struct plot *p)
{
    const struct view *v = p->view;

    if ((v->type != CHART_BAR && !v->bars) || v->n_series != 1)
        return;
    p->figures = arena_alloc(p->scene->arena, sizeof *p->figures);
    *p->figures = figures_values(v->values[0], v->points, v->unit);
    p->labelled = v->lying || (v->points <= LABELLED_BARS && bars_fit(p));
}

/* ---- bars that stand, lines, dots ---- */

static void upright_axes(struct plot *p)
{
    struct place_labels labels = { 0 };
    double room = GAP + LINE * (p->view->axis == CHART_TIMES && !p->view->bins ? 2 : 1);

    choose_value_axis(p);
    p->left += widest_mark(p) + GAP;
    p->right -= 4;
    if (p->view->bands) {
        labels = arrange_places(p);
        room = places_room(p, &labels);
    }
    draw_x_label(p, &room);
    p->foot = p->bottom -= room;
    choose_labelled(p);
    if (p->labelled)
        p->top += NUMBER_LINE; /* for the one above the highest bar */
    if (p->labelled && p->value.lo < 0)
        p->bottom -= NUMBER_LINE;
    draw_value_axis(p);
    if (p->view->bands) {
        draw_places(p, &labels);
    } else {
        choose_along(p);
        draw_along(p);
    }
}

/* ---- bars that lie ---- */

size_t plot_every(const struct plot *p)
{
    double band = plot_band(p);

    return p->view->lying && band < LINE - 2 ? (size_t)ceil((LINE - 2) / band) : 1;
}

static void draw_names(struct plot *p, double width)
{
    for (size_t i = 0; i < p->view->points; i += plot_every(p)) {
        const char *name = fonts_fit(p->fonts, p->scene->arena, LABEL_FONT, p->view->places[i].text, width);

        scene_text(p->scene, p->left - GAP, plot_place(p, i) + 4, name, LABEL_FONT, INK, ANCHOR_END);
    }
}

static void draw_lying_marks(struct plot *p)
{
    double end = 0;

    for (size_t i = 0; i < p->value.n; i++) {
        double at = floor(plot_value(p, p->value.tick[i].at));

        scene_rect(p->scene, at, p->top, at + 1, p->bottom, GRID);
        draw_label(p, at, p->foot + GAP + LABEL_SIZE, p->value.tick[i].text, &end);
    }
}

/* The numbers say all that an axis could: it ends where the bars do, and leaves room for them on both sides. */
static void end_with_the_bars(struct plot *p)
{
    double lo = 0, hi = 0, widest = 0;

    include_all(p->view, &lo, &hi);
    p->value.lo = lo;
    p->value.hi = hi > lo ? hi : lo + 1;
    for (size_t i = 0; i < p->view->points; i++)
        widest = fmax(widest, fonts_width(p->fonts, LABEL_FONT, plot_bar_text(p, i)));
    p->right -= widest + GAP;
    if (lo < 0)
        p->left += widest + GAP;
}

static void lying_axes(struct plot *p)
{
    double width = fmin(widest_place(p), (p->right - p->left) * NAME_SHARE);

    p->left += width + GAP;
    choose_value_axis(p);
    choose_labelled(p);
    if (!p->labelled)
        p->foot = p->bottom -= GAP + LINE;
    draw_names(p, width + 1);
    if (p->labelled) {
        end_with_the_bars(p);
    } else {
        p->right -= 12; /* for the half of the last mark's label */
        draw_lying_marks(p);
    }
}

void plot_axes(struct plot *p)
{
    if (p->view->lying)
        lying_axes(p);
    else
        upright_axes(p);
}
