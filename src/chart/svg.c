/* svg.c - one element a shape. Numbers have two decimals at most: a hundredth of a pixel is not seen. */
#include "chart/svg.h"
#include "base/buf.h"
#include "base/text/markup.h"
#include "chart/scene.h"
#include <string.h>

/* Fonts as wide as ours stand first, so that labels still do not meet where it is not installed. */
#define FAMILY "'DejaVu Sans',Verdana,Geneva,sans-serif"

static void add_number(struct buf *b, double v)
{
    char text[64];
    int n = snprintf(text, sizeof text, "%.2f", v + 0.0);

    while (text[n - 1] == '0')
        n--;
    if (text[n - 1] == '.')
        n--;
    text[n] = '\0';
    buf_adds(b, strcmp(text, "-0") == 0 ? "0" : text);
}

static void add_attr(struct buf *b, const char *name, double v)
{
    buf_addf(b, " %s=\"", name);
    add_number(b, v);
    buf_addc(b, '"');
}

/* Texts are clean (clean_text()): only what XML gives a meaning is left to replace. */
static void add_escaped(struct buf *b, const char *text)
{
    markup_text(b, text, strlen(text));
}

static void add_paint(struct buf *b, const char *what, const struct shape *s)
{
    buf_addf(b, " %s=\"#%06x\"", what, s->colour);
    if (s->opacity < 1)
        add_attr(b, "opacity", s->opacity);
}

static void add_line(struct buf *b, const struct shape *s)
{
    buf_adds(b, "<polyline points=\"");
    for (size_t i = 0; i < s->line.n; i++) {
        if (i > 0)
            buf_addc(b, ' ');
        add_number(b, s->line.points[i].x);
        buf_addc(b, ',');
        add_number(b, s->line.points[i].y);
    }
    buf_adds(b, "\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    add_attr(b, "stroke-width", s->line.width);
    add_paint(b, "stroke", s);
    buf_adds(b, "/>\n");
}

static void add_text(struct buf *b, const struct shape *s)
{
    static const char *const anchors[] = { [ANCHOR_MIDDLE] = "middle", [ANCHOR_END] = "end" };

    buf_adds(b, "<text");
    add_attr(b, "x", s->at.x);
    add_attr(b, "y", s->at.y);
    add_attr(b, "font-size", s->text.font.size);
    if (s->text.font.bold)
        buf_adds(b, " font-weight=\"bold\"");
    if (s->text.anchor != ANCHOR_START)
        buf_addf(b, " text-anchor=\"%s\"", anchors[s->text.anchor]);
    if (s->text.slant) {
        buf_adds(b, " transform=\"rotate(-45 ");
        add_number(b, s->at.x);
        buf_addc(b, ' ');
        add_number(b, s->at.y);
        buf_adds(b, ")\"");
    }
    add_paint(b, "fill", s);
    buf_addc(b, '>');
    add_escaped(b, s->text.text);
    buf_adds(b, "</text>\n");
}

static void add_shape(struct buf *b, const struct shape *s)
{
    switch (s->kind) {
    case SHAPE_RECT:
        buf_adds(b, "<rect");
        add_attr(b, "x", s->at.x);
        add_attr(b, "y", s->at.y);
        add_attr(b, "width", s->rect.width);
        add_attr(b, "height", s->rect.height);
        add_paint(b, "fill", s);
        buf_adds(b, "/>\n");
        break;
    case SHAPE_LINE:
        add_line(b, s);
        break;
    case SHAPE_DOT:
        buf_adds(b, "<circle");
        add_attr(b, "cx", s->at.x);
        add_attr(b, "cy", s->at.y);
        add_attr(b, "r", s->radius);
        add_paint(b, "fill", s);
        buf_adds(b, "/>\n");
        break;
    case SHAPE_TEXT:
        add_text(b, s);
        break;
    }
}

void svg_write(struct buf *b, const struct scene *s)
{
    buf_adds(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    add_attr(b, "width", s->width);
    add_attr(b, "height", s->height);
    buf_addf(b, " viewBox=\"0 0 %d %d\" font-family=\"" FAMILY "\">\n<title>", (int)s->width, (int)s->height);
    add_escaped(b, *s->title ? s->title : s->alt);
    buf_adds(b, "</title>\n<desc>");
    add_escaped(b, s->alt);
    buf_adds(b, "</desc>\n");
    for (const struct shape *shape = s->first; shape; shape = shape->next)
        add_shape(b, shape);
    buf_adds(b, "</svg>\n");
}
