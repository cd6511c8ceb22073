/* raster.c - each shape becomes an outline, the outline a mask of coverage, and the mask is blended in.
 *
 * A stroke is a quadrilateral with a disc at each end: all contours run clockwise, and FreeType's nonzero rule makes
 * one area of them. FreeType counts points with a short, so a long line is painted in pieces; it is opaque, so that
 * does not show. Outlines have y upwards, in 64ths of a pixel.
 */
#include "chart/raster.h"
#include "chart/glyphs.h"
#include "chart/scene.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BACKGROUND 0xff    /* white */
#define ROUND 0.5522847498 /* of the radius: how far a cubic's handles reach for a quarter circle */
#define SLANT 46341        /* the sine of 45 degrees, 16.16 */
#define PIECE 1000         /* strokes painted at once */
#define DISC_POINTS 12
#define QUAD_POINTS 4
#define PATH_POINTS ((PIECE + 1) * DISC_POINTS + PIECE * QUAD_POINTS)
#define PATH_CONTOURS (2 * PIECE + 1)

_Static_assert(PATH_POINTS < 32767, "FreeType counts points with a short");

struct path {
    FT_Vector points[PATH_POINTS];
    char tags[PATH_POINTS];
    short contours[PATH_CONTOURS];
    short n_points, n_contours;
};

struct painter {
    struct picture picture;
    unsigned char *mask; /* a byte a pixel; all zero between two shapes */
    struct fonts *fonts;
    FT_Library library;
    double scale;
    const struct shape *shape; /* being painted */
    struct path *path;
};

/* ---- masks ---- */

struct region {
    FT_Pos left, bottom, right, top; /* whole pixels, y upwards; 0 is the picture's upper edge, so y is negative */
};

static struct region clip(const struct painter *p, const FT_BBox *box)
{
    struct region r = { box->xMin >> 6, box->yMin >> 6, (box->xMax + 63) >> 6, (box->yMax + 63) >> 6 };

    r.left = r.left < 0 ? 0 : r.left;
    r.top = r.top > 0 ? 0 : r.top;
    r.right = r.right > (FT_Pos)p->picture.width ? (FT_Pos)p->picture.width : r.right;
    r.bottom = r.bottom < -(FT_Pos)p->picture.height ? -(FT_Pos)p->picture.height : r.bottom;
    return r;
}

static unsigned char blend(unsigned char under, unsigned over, unsigned cover)
{
    unsigned sum = under * (255 - cover) + over * cover;

    return (unsigned char)((sum + 127) / 255);
}

/* Lays the shape's colour over the region where the mask says so, and clears the mask. */
static void pour(struct painter *p, const struct region *r, size_t pitch)
{
    uint32_t colour = p->shape->colour;
    unsigned opacity = (unsigned)(p->shape->opacity * 255 + 0.5);

    for (FT_Pos y = r->bottom; y < r->top; y++) {
        unsigned char *mask = p->mask + (size_t)(r->top - 1 - y) * pitch;
        unsigned char *out = p->picture.pixels + 3 * ((size_t)(-y - 1) * p->picture.width + (size_t)r->left);

        for (size_t i = 0; i < pitch; i++, out += 3) {
            unsigned cover = mask[i] * opacity / 255;
            if (cover == 0)
                continue;
            out[0] = blend(out[0], colour >> 16 & 0xff, cover);
            out[1] = blend(out[1], colour >> 8 & 0xff, cover);
            out[2] = blend(out[2], colour & 0xff, cover);
        }
        memset(mask, 0, pitch);
    }
}

static void fill(struct painter *p, FT_Outline *outline)
{
    FT_BBox box;
    FT_Bitmap bitmap = { .pixel_mode = FT_PIXEL_MODE_GRAY, .num_grays = 256, .buffer = p->mask };
    struct region r;

    freetype_api.Outline_Get_CBox(outline, &box);
    r = clip(p, &box);
    if (r.left >= r.right || r.bottom >= r.top)
        return;
    freetype_api.Outline_Translate(outline, -r.left * 64, -r.bottom * 64);
    bitmap.width = (unsigned)(r.right - r.left);
    bitmap.rows = (unsigned)(r.top - r.bottom);
    bitmap.pitch = (int)bitmap.width;
    if (freetype_api.Outline_Get_Bitmap(p->library, outline, &bitmap) == 0)
        pour(p, &r, bitmap.width);
}

/* ---- our own outlines ---- */

static FT_Pos fixed(double v)
{
    return (FT_Pos)floor(v * 64 + 0.5);
}

static void add_point(struct painter *p, double x, double y, char tag)
{
    struct path *path = p->path;

    assert(path->n_points < PATH_POINTS);
    path->points[path->n_points] = (FT_Vector){ fixed(x * p->scale), fixed(-y * p->scale) };
    path->tags[path->n_points++] = tag;
}

static void end_contour(struct painter *p)
{
    struct path *path = p->path;

    assert(path->n_contours < PATH_CONTOURS);
    path->contours[path->n_contours++] = (short)(path->n_points - 1);
}

static void paint_path(struct painter *p)
{
    struct path *path = p->path;
    FT_Outline outline = { .n_contours = path->n_contours,
                           .n_points = path->n_points,
                           .points = path->points,
                           .tags = path->tags,
                           .contours = path->contours };

    if (path->n_points > 0)
        fill(p, &outline);
    path->n_points = path->n_contours = 0;
}

static void add_disc(struct painter *p, struct point c, double r)
{
    /* Quarter by quarter, clockwise: a point on the circle, then two handles. */
    static const double circle[DISC_POINTS][2] = { { 1, 0 },       { 1, ROUND },  { ROUND, 1 },  { 0, 1 },
                                                   { -ROUND, 1 },  { -1, ROUND }, { -1, 0 },     { -1, -ROUND },
                                                   { -ROUND, -1 }, { 0, -1 },     { ROUND, -1 }, { 1, -ROUND } };

    for (int i = 0; i < DISC_POINTS; i++)
        add_point(p, c.x + circle[i][0] * r, c.y + circle[i][1] * r, i % 3 == 0 ? FT_CURVE_TAG_ON : FT_CURVE_TAG_CUBIC);
    end_contour(p);
}

static void add_quad(struct painter *p, struct point a, struct point b, double width)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
    double nx, ny;

    if (length == 0)
        return;
    nx = dy / length * width / 2;
    ny = -dx / length * width / 2;
    add_point(p, a.x + nx, a.y + ny, FT_CURVE_TAG_ON);
    add_point(p, b.x + nx, b.y + ny, FT_CURVE_TAG_ON);
    add_point(p, b.x - nx, b.y - ny, FT_CURVE_TAG_ON);
    add_point(p, a.x - nx, a.y - ny, FT_CURVE_TAG_ON);
    end_contour(p);
}

static void paint_line(struct painter *p)
{
    const struct shape *s = p->shape;

    for (size_t from = 0; from + 1 < s->line.n; from += PIECE) {
        add_disc(p, s->line.points[from], s->line.width / 2);
        for (size_t i = from; i < from + PIECE && i + 1 < s->line.n; i++) {
            add_quad(p, s->line.points[i], s->line.points[i + 1], s->line.width);
            add_disc(p, s->line.points[i + 1], s->line.width / 2);
        }
        paint_path(p);
    }
}

static void paint_rect(struct painter *p)
{
    double left = p->shape->at.x, top = p->shape->at.y;
    double right = left + p->shape->rect.width, bottom = top + p->shape->rect.height;

    add_point(p, left, top, FT_CURVE_TAG_ON);
    add_point(p, right, top, FT_CURVE_TAG_ON);
    add_point(p, right, bottom, FT_CURVE_TAG_ON);
    add_point(p, left, bottom, FT_CURVE_TAG_ON);
    end_contour(p);
    paint_path(p);
}

/* ---- text ---- */

struct pen {
    struct painter *painter;
    double behind; /* pixels that the text begins behind its anchor; negative: before it */
};

static void paint_glyph(void *arg, FT_Outline *outline, double x)
{
    const struct pen *pen = arg;
    struct painter *p = pen->painter;
    FT_Matrix turn = { SLANT, -SLANT, SLANT, SLANT };

    freetype_api.Outline_Translate(outline, fixed((pen->behind + x) * p->scale), 0);
    if (p->shape->text.slant)
        freetype_api.Outline_Transform(outline, &turn);
    freetype_api.Outline_Translate(outline, fixed(p->shape->at.x * p->scale), fixed(-p->shape->at.y * p->scale));
    fill(p, outline);
}

static void paint_text(struct painter *p)
{
    const struct shape *s = p->shape;
    double width = fonts_width(p->fonts, s->text.font, s->text.text);
    double part = s->text.anchor == ANCHOR_START ? 0 : s->text.anchor == ANCHOR_MIDDLE ? 0.5 : 1;
    struct pen pen = { p, -width * part };

    fonts_draw(p->fonts, s->text.font, p->scale, s->text.text, paint_glyph, &pen);
}

/* ---- all of it ---- */

static void paint_shape(struct painter *p)
{
    switch (p->shape->kind) {
    case SHAPE_RECT:
        paint_rect(p);
        break;
    case SHAPE_LINE:
        paint_line(p);
        break;
    case SHAPE_DOT:
        add_disc(p, p->shape->at, p->shape->radius);
        paint_path(p);
        break;
    case SHAPE_TEXT:
        paint_text(p);
        break;
    }
}

static void *room(size_t n)
{
    void *p = calloc(n, 1);

    if (!p)
        abort();
    return p;
}

struct picture raster_scene(struct fonts *fonts, const struct scene *s, int scale)
{
    struct painter p = { .fonts = fonts, .library = fonts_library(fonts), .scale = scale };
    size_t n;

    p.picture.width = (size_t)s->width * (size_t)scale;
    p.picture.height = (size_t)s->height * (size_t)scale;
    n = p.picture.width * p.picture.height;
    p.picture.pixels = room(n * 3);
    p.mask = room(n);
    p.path = room(sizeof *p.path);
    memset(p.picture.pixels, BACKGROUND, n * 3);
    for (p.shape = s->first; p.shape; p.shape = p.shape->next)
        paint_shape(&p);
    free(p.mask);
    free(p.path);
    return p.picture;
}

void picture_done(struct picture *p)
{
    free(p->pixels);
    p->pixels = NULL;
}
