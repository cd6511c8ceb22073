/* raster.h - a scene painted: FreeType's own rasteriser fills every shape, glyph or not, with 256 steps of coverage. */
#pragma once
#include <stddef.h>

struct fonts;
struct scene;

struct picture {
    unsigned char *pixels; /* red, green, blue; row by row */
    size_t width, height;
};

/* At `scale` pixels for each of the scene's, which has at most CHART_PIXELS then; freed with picture_done(). */
struct picture raster_scene(struct fonts *fonts, const struct scene *s, int scale);
void picture_done(struct picture *p);
