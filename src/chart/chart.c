/* chart.c - the names of types, the sentence for those who do not see, and the way from a chart to its picture. */
#include "chart/chart.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "chart/plot.h"
#include "chart/png.h"
#include "chart/raster.h"
#include "chart/svg.h"
#include <string.h>

/* The first name of a type is its own. */
static const struct {
    const char *name;
    enum chart_type type;
} names[] = {
    { "line", CHART_LINE },           { "bar", CHART_BAR },
    { "stacked", CHART_STACKED },     { "scatter", CHART_SCATTER },
    { "histogram", CHART_HISTOGRAM }, { "waterfall", CHART_WATERFALL },
    { "share", CHART_SHARE },         { "trend", CHART_LINE },
    { "area", CHART_LINE },           { "column", CHART_BAR },
    { "grouped", CHART_BAR },         { "grouped bar", CHART_BAR },
    { "stacked bar", CHART_STACKED }, { "point", CHART_SCATTER },
    { "hist", CHART_HISTOGRAM },      { "distribution", CHART_HISTOGRAM },
    { "pie", CHART_SHARE },           { "donut", CHART_SHARE },
};

const char *chart_type_name(enum chart_type type)
{
    return names[type].name;
}

/* Equal but for case, and for a dash or underscore where the name has a blank. */
static bool is_name(const char *word, const char *name)
{
    for (; *word && *name; word++, name++) {
        char c = *word >= 'A' && *word <= 'Z' ? (char)(*word + 32) : *word == '_' || *word == '-' ? ' ' : *word;
        if (c != *name)
            return false;
    }
    return *name == '\0' && (*word == '\0' || str_ieq(word, " chart") || str_ieq(word, "_chart"));
}

bool chart_type_find(const char *name, enum chart_type *ret)
{
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (is_name(name, names[i].name)) {
            *ret = names[i].type;
            return true;
        }
    }
    return false;
}

const char *chart_alt(struct arena *a, const struct chart *c)
{
    static const char *const kinds[CHART_TYPES] = {
        [CHART_LINE] = "Line chart",       [CHART_BAR] = "Bar chart",       [CHART_STACKED] = "Stacked bar chart",
        [CHART_SCATTER] = "Scatter chart", [CHART_HISTOGRAM] = "Histogram", [CHART_WATERFALL] = "Waterfall chart",
        [CHART_SHARE] = "Chart of shares",
    };
    bool x = c->x_label && *c->x_label && c->type != CHART_HISTOGRAM, y = c->y_label && *c->y_label;

    return arena_printf(a, "%s%s%s%s%s, %zu %s.", kinds[c->type], y ? " of " : "", y ? c->y_label : "", x ? " by " : "",
                        x ? c->x_label : "", c->points, c->points == 1 ? "point" : "points");
}

/* ---- pictures ---- */

static bool is_side(int side)
{
    return side == 0 || (side >= CHART_SIDE_LEAST && side <= CHART_SIDE_MOST);
}

static int check_size(const struct chart_size *size, struct err *err)
{
    if (is_side(size->width) && is_side(size->height) && size->scale >= 0 && size->scale <= CHART_SCALE_MOST)
        return 0;
    err_set(err, ERR_INVALID_INPUT, "A chart cannot have this size.", "%d x %d at %d", size->width, size->height,
            size->scale);
    return err_action(err, "Its sides may have %d to %d pixels, and its scale be up to %d.", CHART_SIDE_LEAST,
                      CHART_SIDE_MOST, CHART_SCALE_MOST);
}

static int draw(struct scene *s, struct fonts *fonts, const struct chart *c, const struct chart_size *size,
                struct err *err)
{
    struct view v;

    if (view_make(s->arena, c, &v, err))
        return -1;
    plot_draw(s, fonts, &v, size->width, size->height);
    return 0;
}

int chart_svg(const struct chart *c, const struct chart_size *size, struct buf *out, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct fonts *fonts CLEANUP(fonts_cleanup) = NULL;
    struct scene s = { .arena = a };

    if (check_size(size, err) || fonts_open(&fonts, err) || draw(&s, fonts, c, size, err))
        return -1;
    svg_write(out, &s);
    return buf_check(out, err);
}

int chart_png(const struct chart *c, const struct chart_size *size, struct buf *out, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct fonts *fonts CLEANUP(fonts_cleanup) = NULL;
    struct picture picture CLEANUP(picture_done) = { 0 };
    struct scene s = { .arena = a };
    int scale = size->scale > 0 ? size->scale : 1;

    if (check_size(size, err) || fonts_open(&fonts, err) || draw(&s, fonts, c, size, err))
        return -1;
    if (s.width * scale * s.height * scale > CHART_PIXELS)
        return err_set(err, ERR_TOO_LARGE, "The picture would have too many pixels.", "%.0f x %.0f at %d", s.width,
                       s.height, scale);
    picture = raster_scene(fonts, &s, scale);
    return png_write(out, picture.pixels, picture.width, picture.height, err);
}
