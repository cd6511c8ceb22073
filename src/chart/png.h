/* png.h - pixels as a PNG file: eight bits each of red, green and blue, no metadata, so equal pixels are equal bytes.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct buf;
struct err;

/* Appends it. `pixels` has 3 * width * height bytes, row by row from the top. ERR_TOO_LARGE. */
WARN_UNUSED int png_write(struct buf *b, const unsigned char *pixels, size_t width, size_t height, struct err *err);
