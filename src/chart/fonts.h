/* fonts.h - the text of pictures: how wide it is, and what of it fits. glyphs.h has its outlines.
 *
 * DejaVu Sans, plain and bold, is part of the program, so that a chart looks the same everywhere. Widths are taken from
 * the font's own units and know nothing of pixels: a picture has one layout at every scale. Hinting is off.
 *
 * A `fonts` holds a FreeType library of its own and is used by one thread.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct fonts;

struct font {
    double size; /* pixels of an em */
    bool bold;
};

/* ERR_ENGINE_UNAVAILABLE. */
WARN_UNUSED int fonts_open(struct fonts **ret, struct err *err);
void fonts_cleanup(struct fonts **f); /* for CLEANUP */

/* Width in pixels. The text must be well-formed. */
double fonts_width(struct fonts *f, struct font font, const char *text);

/* The text, or as much of it as fits with an ellipsis behind it. Never empty unless the text is. */
const char *fonts_fit(struct fonts *f, struct arena *a, struct font font, const char *text, double width);

/* The text in at most `most` lines of that width, broken at blanks; the last is cut. Returns how many. */
size_t fonts_wrap(struct fonts *f, struct arena *a, struct font font, const char *text, double width, size_t most,
                  const char **ret_lines);
