/* scene.h - a picture as a list of shapes, from back to front: what lies between the layout and the writers.
 *
 * The layout (plot.h) makes one; svg.h writes it as text, raster.h paints it. Coordinates are CSS pixels from the upper
 * left corner. Everything lives in the scene's arena.
 */
#pragma once
#include "chart/fonts.h"
#include <stddef.h>
#include <stdint.h>

enum shape_kind { SHAPE_RECT, SHAPE_LINE, SHAPE_DOT, SHAPE_TEXT };
enum shape_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct point {
    double x, y;
};

struct shape {
    enum shape_kind kind;
    uint32_t colour; /* 0xrrggbb */
    double opacity;
    struct point at; /* a rectangle's upper left corner, a dot's centre, a text's anchor on its baseline */
    union {
        struct {
            double width, height;
        } rect;
        struct {
            const struct point *points; /* joined by straight strokes with round ends and joints */
            size_t n;
            double width;
        } line;
        double radius; /* of a dot */
        struct {
            const char *text;
            struct font font;
            enum shape_anchor anchor;
            bool slant; /* rising by 45 degrees */
        } text;
    };
    struct shape *next;
};

struct scene {
    struct arena *arena;
    double width, height;
    const char *title, *alt; /* for those who do not see it */
    struct shape *first, *last;
};

/* An empty scene's arena must be set. Each adds a shape on top, opaque, and returns it. */
struct shape *scene_rect(struct scene *s, double left, double top, double right, double bottom, uint32_t colour);
struct shape *scene_line(struct scene *s, const struct point *points, size_t n, double width, uint32_t colour);
struct shape *scene_dot(struct scene *s, double x, double y, double radius, uint32_t colour);
struct shape *scene_text(struct scene *s, double x, double y, const char *text, struct font font, uint32_t colour,
                         enum shape_anchor anchor);
