/* scene.c - a list in an arena. */
#include "chart/scene.h"
#include "base/arena.h"

static struct shape *add(struct scene *s, struct shape shape)
{
    struct shape *copy = arena_alloc(s->arena, sizeof *copy);

    *copy = shape;
    copy->opacity = 1;
    if (s->last)
        s->last->next = copy;
    else
        s->first = copy;
    s->last = copy;
    return copy;
}

struct shape *scene_rect(struct scene *s, double left, double top, double right, double bottom, uint32_t colour)
{
    return add(s,
               (struct shape){
                   .kind = SHAPE_RECT, .colour = colour, .at = { left, top }, .rect = { right - left, bottom - top } });
}

struct shape *scene_line(struct scene *s, const struct point *points, size_t n, double width, uint32_t colour)
{
    return add(s, (struct shape){ .kind = SHAPE_LINE, .colour = colour, .line = { points, n, width } });
}

struct shape *scene_dot(struct scene *s, double x, double y, double radius, uint32_t colour)
{
    return add(s, (struct shape){ .kind = SHAPE_DOT, .colour = colour, .at = { x, y }, .radius = radius });
}

struct shape *scene_text(struct scene *s, double x, double y, const char *text, struct font font, uint32_t colour,
                         enum shape_anchor anchor)
{
    return add(s, (struct shape){ .kind = SHAPE_TEXT,
                                  .colour = colour,
                                  .at = { x, y },
                                  .text = { .text = text, .font = font, .anchor = anchor } });
}
