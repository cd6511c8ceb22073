/* markup.h - text inside HTML and XML. */
#pragma once
#include <stddef.h>

struct buf;

/* Appends the text with & < > " written as entities, so that it can begin nothing, in an element or an attribute. */
void markup_text(struct buf *b, const char *p, size_t n);
