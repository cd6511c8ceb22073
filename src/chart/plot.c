/* plot.c - the frame: size, title, what the numbers are, legend, note, and the picture of nothing. */
#include "chart/plot.h"
#include "base/arena.h"
#include "base/limits.h"
#include "chart/figures.h"
#include <math.h>
#include <string.h>

#define WIDTH 720
#define HEIGHT 420
#define MARGIN 18.0
#define TITLE_FONT ((struct font){ .size = 16, .bold = true })
#define TITLE_LINE 21.0 /* from one line to the next */
#define TITLE_LINES 2
#define TEXT_FONT ((struct font){ .size = 12 })
#define TEXT_LINE 18.0
#define NOTE_FONT ((struct font){ .size = 10 })
#define NOTE_LINE 16.0
#define LEGEND_NAME 200.0 /* pixels of a name */
#define LEGEND_SWATCH 11.0
#define LEGEND_GAP 18.0
#define LYING_ROW 26.0    /* of one bar that lies */
#define LYING_GROUP 15.0  /* of each bar in a group that lies */
#define LYING_FRAME 24.0  /* around all of them */
#define LEGEND_SHARE 0.45 /* of the height: where it ends at the latest */
#define EMPTY_TEXT "No data"
#define LEAST_ROOM 36.0 /* pixels for axes and marks, below which nothing could be read */
#define SMALL_TEXT "Too small to draw"

/* ---- places ---- */

static double share_of(const struct ticks *t, double v)
{
    return t->hi > t->lo ? (v - t->lo) / (t->hi - t->lo) : 0.5;
}

double plot_value(const struct plot *p, double v)
{
    double share = share_of(&p->value, v);

    return p->view->lying ? p->left + share * (p->right - p->left) : p->bottom - share * (p->bottom - p->top);
}

double plot_along(const struct plot *p, double x)
{
    return p->left + share_of(&p->along, x) * (p->right - p->left);
}

double plot_band(const struct plot *p)
{
    double room = p->view->lying ? p->bottom - p->top : p->right - p->left;

    return p->view->points > 0 ? room / (double)p->view->points : room;
}

double plot_place(const struct plot *p, size_t i)
{
    if (!p->view->bands)
        return plot_along(p, p->view->x[i]);
    return (p->view->lying ? p->top : p->left) + ((double)i + 0.5) * plot_band(p);
}

/* ---- the frame ---- */

static void draw_title(struct plot *p)
{
    const char *lines[TITLE_LINES];
    size_t n =
        fonts_wrap(p->fonts, p->scene->arena, TITLE_FONT, p->view->title, p->right - p->left, TITLE_LINES, lines);

    for (size_t i = 0; i < n; i++) {
        scene_text(p->scene, p->left, p->top + TITLE_FONT.size - 2, lines[i], TITLE_FONT, INK, ANCHOR_START);
        p->top += TITLE_LINE;
    }
    if (n > 0)
        p->top += 2;
}

/* "revenue, kg"; a histogram shows how many there are of what the numbers are. */
static const char *subtitle(const struct plot *p)
{
    const struct view *v = p->view;
    struct arena *a = p->scene->arena;
    const char *what = v->type == CHART_HISTOGRAM ? "count" : v->y_label;

    if (!*v->unit || figures_has_sign(v->unit) || v->type == CHART_HISTOGRAM)
        return what;
    return *what ? arena_printf(a, "%s, %s", what, v->unit) : v->unit;
}

static void draw_subtitle(struct plot *p)
{
    const char *text = fonts_fit(p->fonts, p->scene->arena, TEXT_FONT, subtitle(p), p->right - p->left);

    if (!*text || p->view->empty)
        return;
    scene_text(p->scene, p->left, p->top + TEXT_FONT.size - 1, text, TEXT_FONT, PALE_INK, ANCHOR_START);
    p->top += TEXT_LINE;
}

static void draw_swatch(struct plot *p, double x, size_t i)
{
    if (p->view->type == CHART_SCATTER)
        scene_dot(p->scene, x + LEGEND_SWATCH / 2, p->top + 7, 4, view_colour(i));
    else if (p->view->type == CHART_LINE)
        scene_rect(p->scene, x, p->top + 6, x + LEGEND_SWATCH, p->top + 9, view_colour(i));
    else
        scene_rect(p->scene, x, p->top + 2, x + LEGEND_SWATCH, p->top + 2 + LEGEND_SWATCH, view_colour(i));
}

/* Line by line, down to `end`; names that find no room above it are counted. */
static void draw_legend(struct plot *p, double end)
{
    const struct view *v = p->view;
    double x = p->left, longest = fmin(LEGEND_NAME, (p->right - p->left) / 2 - LEGEND_SWATCH - LEGEND_GAP);
    double baseline = TEXT_FONT.size - 1;

    if (v->n_series < 2 || v->empty)
        return;
    p->top += 4;
    for (size_t i = 0; i < v->n_series; i++) {
        const char *name = fonts_fit(p->fonts, p->scene->arena, TEXT_FONT, v->names[i], longest);
        double width = LEGEND_SWATCH + 6 + fonts_width(p->fonts, TEXT_FONT, name);

        if (x > p->left && x + width > p->right) {
            x = p->left;
            p->top += TEXT_LINE;
        }
        if (p->top + TEXT_LINE > end) {
            name = arena_printf(p->scene->arena, "and %zu more", v->n_series - i);
            scene_text(p->scene, x, p->top + baseline, name, TEXT_FONT, PALE_INK, ANCHOR_START);
            break;
        }
        draw_swatch(p, x, i);
        scene_text(p->scene, x + LEGEND_SWATCH + 6, p->top + baseline, name, TEXT_FONT, INK, ANCHOR_START);
        x += width + LEGEND_GAP;
    }
    p->top += TEXT_LINE;
}

static void draw_note(struct plot *p)
{
    const char *text = fonts_fit(p->fonts, p->scene->arena, NOTE_FONT, p->view->note, p->right - p->left);

    if (!*text)
        return;
    scene_text(p->scene, p->left, p->bottom, text, NOTE_FONT, PALE_INK, ANCHOR_START);
    p->bottom -= NOTE_LINE;
}

static void draw_nothing(struct plot *p, const char *why)
{
    scene_rect(p->scene, p->left, p->top, p->right, p->bottom, 0xf6f6f6);
    scene_text(p->scene, (p->left + p->right) / 2, (p->top + p->bottom) / 2 + 5, why, TEXT_FONT, PALE_INK,
               ANCHOR_MIDDLE);
}

/* ---- size ---- */

static double lying_height(const struct view *v)
{
    size_t groups = v->type == CHART_BAR ? v->n_series : 1;
    double row = groups > 1 ? LYING_GROUP * (double)groups + 10 : LYING_ROW;

    return row * (double)v->points + LYING_FRAME;
}

/* A chart of bars that lie is as high as they need; drawing its frame first tells what that takes. */
static double height_of(const struct plot *p, int height)
{
    double wanted = p->top + lying_height(p->view) + MARGIN + (*p->view->note ? NOTE_LINE : 0);

    if (height > 0)
        return height;
    if (!p->view->lying || p->view->empty)
        return HEIGHT;
    wanted = ceil(wanted);
    return wanted < CHART_SIDE_LEAST ? CHART_SIDE_LEAST : wanted > CHART_SIDE_MOST ? CHART_SIDE_MOST : wanted;
}

void plot_draw(struct scene *s, struct fonts *fonts, const struct view *v, int width, int height)
{
    struct plot p = { .scene = s, .fonts = fonts, .view = v, .left = MARGIN, .top = MARGIN };
    struct shape *paper;

    s->width = width > 0 ? width : WIDTH;
    s->title = v->title;
    s->alt = v->alt;
    p.right = s->width - MARGIN;
    paper = scene_rect(s, 0, 0, s->width, 0, 0xffffff);
    draw_title(&p);
    draw_subtitle(&p);
    draw_legend(&p, (height > 0 ? height : HEIGHT) * LEGEND_SHARE);
    s->height = height_of(&p, height);
    paper->rect.height = s->height;
    p.bottom = s->height - MARGIN;
    draw_note(&p);
    p.top += 12;
    if (v->empty || p.bottom - p.top < LEAST_ROOM) {
        draw_nothing(&p, v->empty ? EMPTY_TEXT : SMALL_TEXT);
        return;
    }
    plot_axes(&p);
    plot_marks(&p);
    plot_zero(&p);
}
