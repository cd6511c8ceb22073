/* vega.c - a view as a Vega-Lite v5 specification.
 *
 * The data stands inside, under field names of our own (x, y, series, ...): a column's name may hold dots and brackets,
 * which Vega-Lite would take for a path. What people read is in titles. Nothing is left to aggregation, sorting or time
 * zones on the other side: histograms come counted, names in their order, times in UTC.
 */
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "chart/chart.h"
#include "chart/view.h"
#include <math.h>
#include <string.h>

#define SCHEMA "https://vega.github.io/schema/vega-lite/v5.json" /* a name; nothing fetches it */
#define LYING_STEP 26                                            /* pixels for each bar that lies */
#define HEIGHT 300
#define COLOUR_BYTES 8

struct writer {
    struct arena *arena;
    const struct view *view;
    struct json *values; /* of the data */
    struct json *encoding;
    struct json *tooltip;
};

/* ---- small pieces ---- */

static struct json *text(const struct writer *w, const char *s)
{
    return json_str(w->arena, s);
}

/* null for a gap; 3 rather than 3.0. */
static struct json *number(const struct writer *w, double v)
{
    if (isnan(v))
        return json_null(w->arena);
    if (fabs(v) < 1e15 && v == floor(v))
        return json_int(w->arena, (int64_t)v);
    return json_double(w->arena, v);
}

static struct json *set(const struct writer *w, struct json *object, const char *key, struct json *v)
{
    return json_set(w->arena, object, key, v);
}

static struct json *new_row(const struct writer *w)
{
    struct json *row = json_object(w->arena);

    json_push(w->arena, w->values, row);
    return row;
}

static struct json *field(const struct writer *w, const char *name, const char *type, const char *title)
{
    struct json *f = json_object(w->arena);

    set(w, f, "field", text(w, name));
    set(w, f, "type", text(w, type));
    if (title)
        set(w, f, "title", *title ? text(w, title) : json_null(w->arena));
    return f;
}

static struct json *colour(const struct writer *w, unsigned rgb)
{
    char hex[COLOUR_BYTES];

    snprintf(hex, sizeof hex, "#%06x", rgb & 0xffffff);
    return text(w, hex);
}

static void add_tooltip(const struct writer *w, struct json *f)
{
    json_push(w->arena, w->tooltip, f);
}

/* d3's format for the numbers. */
static const char *number_format(const struct writer *w)
{
    return strcmp(w->view->unit, "%") == 0 ? ".1~%" : ",.6~g";
}

static struct json *formatted(const struct writer *w, struct json *f)
{
    if (w->view->type != CHART_HISTOGRAM)
        set(w, f, "format", text(w, strcmp(w->view->unit, "%") == 0 ? ".1~%" : ",.12~g"));
    return f;
}

/* "revenue ($)" */
static const char *value_title(const struct writer *w)
{
    const struct view *v = w->view;

    if (v->type == CHART_HISTOGRAM)
        return "count";
    if (!*v->unit || strcmp(v->unit, "%") == 0)
        return v->y_label;
    return *v->y_label ? arena_printf(w->arena, "%s (%s)", v->y_label, v->unit) : v->unit;
}

/* The channels that values and places are on. */
static const char *value_channel(const struct writer *w)
{
    return w->view->lying ? "x" : "y";
}

static const char *place_channel(const struct writer *w)
{
    return w->view->lying ? "y" : "x";
}

/* ---- axes ---- */

/* Large numbers are shortened on the axis: 1.5M. Lines need not begin at zero. */
static void encode_value(const struct writer *w, const char *name)
{
    struct json *f = field(w, name, "quantitative", value_title(w)), *axis = json_object(w->arena);
    double largest = 0;

    for (size_t s = 0; s < w->view->n_series; s++) {
        for (size_t i = 0; i < w->view->points; i++)
            largest = fmax(largest, fabs(w->view->values[s][i]));
    }
    if (w->view->type != CHART_HISTOGRAM)
        set(w, axis, "format", text(w, largest >= 1e5 && strcmp(w->view->unit, "%") != 0 ? "~s" : number_format(w)));
    set(w, f, "axis", axis);
    if (w->view->type == CHART_LINE || w->view->type == CHART_SCATTER)
        set(w, f, "scale", set(w, json_object(w->arena), "zero", json_bool(w->arena, w->view->zero)));
    if (w->view->type == CHART_STACKED)
        set(w, f, "stack", text(w, "zero"));
    else if (w->view->type == CHART_BAR)
        set(w, f, "stack", json_null(w->arena));
    set(w, w->encoding, value_channel(w), f);
}

/* Names in the order of the chart, whatever is missing of the first series. */
static struct json *encode_band(const struct writer *w)
{
    const struct view *v = w->view;
    struct json *f = field(w, "x", "ordinal", v->x_label), *axis = json_object(w->arena), *names = json_array(w->arena);

    for (size_t i = 0; i < v->points; i++)
        json_push(w->arena, names, text(w, view_place(w->arena, v, i)));
    set(w, f, "sort", json_null(w->arena));
    set(w, f, "scale", set(w, json_object(w->arena), "domain", names));
    if (!v->lying) {
        set(w, axis, "labelAngle", json_int(w->arena, v->points > CHART_LYING_BARS ? -45 : 0));
        set(w, axis, "labelOverlap", text(w, "greedy"));
        set(w, f, "axis", axis);
    }
    return f;
}

static void encode_place(const struct writer *w)
{
    const struct view *v = w->view;
    struct json *f;

    if (v->bands) {
        f = encode_band(w);
    } else if (v->axis == CHART_TIMES) {
        f = field(w, "x", "temporal", v->x_label);
        set(w, f, "scale", set(w, json_object(w->arena), "type", text(w, "utc")));
    } else {
        f = field(w, "x", "quantitative", v->x_label);
        set(w, f, "scale", set(w, json_object(w->arena), "zero", json_bool(w->arena, false)));
    }
    set(w, w->encoding, place_channel(w), f);
    add_tooltip(w,
                field(w, v->axis == CHART_TIMES && !v->bands ? "when" : "x",
                      v->bands || v->axis == CHART_TIMES ? "nominal" : "quantitative", *v->x_label ? v->x_label : "x"));
}

static void encode_series(const struct writer *w)
{
    const struct view *v = w->view;
    struct json *f, *domain = json_array(w->arena), *range = json_array(w->arena), *scale = json_object(w->arena);

    if (v->n_series < 2)
        return;
    for (size_t i = 0; i < v->n_series; i++) {
        json_push(w->arena, domain, text(w, v->names[i]));
        json_push(w->arena, range, colour(w, view_colour(i)));
    }
    set(w, scale, "domain", domain);
    set(w, scale, "range", range);
    f = field(w, "series", "nominal", "");
    set(w, f, "scale", scale);
    set(w, w->encoding, "color", f);
    if (v->type == CHART_BAR) {
        f = field(w, "series", "nominal", NULL);
        set(w, f, "sort", json_null(w->arena));
        set(w, w->encoding, v->lying ? "yOffset" : "xOffset", f);
    }
    add_tooltip(w, field(w, "series", "nominal", "series"));
}

/* ---- rows ---- */

static const char *utc_text(const struct writer *w, double time)
{
    const char *shown = ticks_time_text(w->arena, time);
    size_t n = strlen(shown);

    /* 2024-03-01, 2024-03-01 12:30 or 2024-03-01 12:30:05 */
    return n == 10 ? arena_printf(w->arena, "%sT00:00:00Z", shown)
                   : arena_printf(w->arena, "%.10sT%s%sZ", shown, shown + 11, n == 16 ? ":00" : "");
}

static void put_place(const struct writer *w, struct json *row, size_t i)
{
    const struct view *v = w->view;

    if (v->bands) {
        set(w, row, "x", text(w, view_place(w->arena, v, i)));
    } else if (v->axis == CHART_TIMES) {
        set(w, row, "x", text(w, utc_text(w, v->x[i])));
        set(w, row, "when", text(w, ticks_time_text(w->arena, v->x[i])));
    } else {
        set(w, row, "x", number(w, v->x[i]));
    }
}

static const char *add_series(const struct writer *w)
{
    static const char *const marks[CHART_TYPES] = {
        [CHART_LINE] = "line", [CHART_BAR] = "bar", [CHART_STACKED] = "bar", [CHART_SCATTER] = "point"
    };
    const struct view *v = w->view;

    for (size_t s = 0; s < v->n_series; s++) {
        for (size_t i = 0; i < v->points; i++) {
            struct json *row = new_row(w);
            put_place(w, row, i);
            set(w, row, "y", number(w, v->values[s][i]));
            if (v->n_series > 1)
                set(w, row, "series", text(w, v->names[s]));
        }
    }
    encode_place(w);
    encode_value(w, "y");
    encode_series(w);
    add_tooltip(w, formatted(w, field(w, "y", "quantitative", *v->y_label ? v->y_label : "y")));
    return marks[v->type];
}

static const char *add_waterfall(const struct writer *w)
{
    static const char *const kinds[] = { "rise", "fall", "total" };
    static const unsigned colours[] = { COLOUR_RISE, COLOUR_FALL, COLOUR_TOTAL };
    const struct view *v = w->view;
    struct json *scale = json_object(w->arena), *domain = json_array(w->arena), *range = json_array(w->arena), *f;

    for (size_t i = 0; i < v->points; i++) {
        struct json *row;
        if (isnan(v->bars[i].to))
            continue;
        row = new_row(w);
        put_place(w, row, i);
        set(w, row, "y", number(w, v->values[0][i]));
        set(w, row, "from", number(w, v->bars[i].from));
        set(w, row, "to", number(w, v->bars[i].to));
        set(w, row, "kind", text(w, kinds[v->totals[i] ? 2 : v->bars[i].to < v->bars[i].from]));
    }
    for (size_t i = 0; i < 3; i++) {
        json_push(w->arena, domain, text(w, kinds[i]));
        json_push(w->arena, range, colour(w, colours[i]));
    }
    encode_place(w);
    encode_value(w, "from");
    set(w, w->encoding, v->lying ? "x2" : "y2", set(w, json_object(w->arena), "field", text(w, "to")));
    set(w, scale, "domain", domain);
    set(w, scale, "range", range);
    f = field(w, "kind", "nominal", NULL);
    set(w, f, "scale", scale);
    set(w, f, "legend", json_null(w->arena));
    set(w, w->encoding, "color", f);
    add_tooltip(w, formatted(w, field(w, "y", "quantitative", *v->y_label ? v->y_label : "y")));
    return "bar";
}

static const char *add_histogram(const struct writer *w)
{
    const struct view *v = w->view;
    const char *title = *v->x_label ? v->x_label : v->y_label;
    struct json *f;

    for (size_t i = 0; i < v->n_bins; i++) {
        struct json *row = new_row(w);
        set(w, row, "from", number(w, v->bins[i].from));
        set(w, row, "to", number(w, v->bins[i].to));
        set(w, row, "count", json_int(w->arena, (int64_t)v->bins[i].count));
    }
    f = field(w, "from", "quantitative", title);
    set(w, f, "bin", set(w, json_object(w->arena), "binned", json_bool(w->arena, true)));
    set(w, w->encoding, "x", f);
    set(w, w->encoding, "x2", set(w, json_object(w->arena), "field", text(w, "to")));
    encode_value(w, "count");
    add_tooltip(w, field(w, "from", "quantitative", "from"));
    add_tooltip(w, field(w, "to", "quantitative", "to"));
    add_tooltip(w, field(w, "count", "quantitative", "count"));
    return "bar";
}

/* ---- all of it ---- */

static struct json *mark_of(const struct writer *w, const char *type)
{
    struct json *mark = json_object(w->arena);
    bool dots = w->view->type == CHART_LINE && w->view->points <= 32;

    set(w, mark, "type", text(w, type));
    if (w->view->type == CHART_SCATTER)
        set(w, mark, "filled", json_bool(w->arena, true));
    if (dots)
        set(w, mark, "point", json_bool(w->arena, true));
    if (w->view->n_series < 2 && !w->view->bars)
        set(w, mark, "color", colour(w, view_colour(0)));
    return mark;
}

static void add_size(const struct writer *w, struct json *spec)
{
    bool groups = w->view->type == CHART_BAR && w->view->n_series > 1;
    struct json *height = json_int(w->arena, HEIGHT), *step = json_object(w->arena);

    if (w->view->lying)
        height = set(w, step, "step", json_int(w->arena, groups ? LYING_STEP / 2 : LYING_STEP));
    set(w, spec, "width", text(w, "container"));
    set(w, spec, "height", height);
}

int chart_vega(struct arena *a, const struct chart *c, struct json **ret, struct err *err)
{
    struct view v;
    struct writer w = { .arena = a, .view = &v };
    struct json *spec = json_object(a), *data = json_object(a);
    const char *mark;

    if (view_make(a, c, &v, err))
        return -1;
    w.values = json_array(a);
    w.encoding = json_object(a);
    w.tooltip = json_array(a);
    set(&w, spec, "$schema", text(&w, SCHEMA));
    if (*v.title)
        set(&w, spec, "title", text(&w, v.title));
    set(&w, spec, "description", text(&w, v.alt));
    add_size(&w, spec);
    mark = v.type == CHART_HISTOGRAM ? add_histogram(&w) : v.bars ? add_waterfall(&w) : add_series(&w);
    set(&w, spec, "data", set(&w, data, "values", w.values));
    set(&w, spec, "mark", mark_of(&w, mark));
    set(&w, w.encoding, "tooltip", w.tooltip);
    set(&w, spec, "encoding", w.encoding);
    *ret = spec;
    return 0;
}
