/* glyphs.h - the outlines of a text, for those who paint them. Internal to fonts.c and raster.c. */
#pragma once
#include "chart/fonts.h"
#include "chart/freetype_api.h"

/* The FreeType library that the fonts are open in. */
FT_Library fonts_library(const struct fonts *f);

/* Gets each glyph's outline at `scale` times the font's size, its origin at zero, and where that origin lies behind the
 * text's, in pixels of the picture. The outline may be changed. */
typedef void glyph_fn(void *arg, FT_Outline *outline, double x);
void fonts_draw(struct fonts *f, struct font font, double scale, const char *text, glyph_fn *draw, void *arg);
