/* svg.h - a scene as an SVG document: shapes and real text, nothing else; no script, style sheet or reference. */
#pragma once

struct buf;
struct scene;

/* The buffer's own limit applies: check it with buf_check(). */
void svg_write(struct buf *b, const struct scene *s);
