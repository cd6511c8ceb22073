/* markup.c - runs of harmless bytes are appended whole. */
#include "base/text/markup.h"
#include "base/buf.h"
#include <string.h>

static const char *entity_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void markup_text(struct buf *b, const char *p, size_t n)
{
    size_t from = 0;

    for (size_t i = 0; i < n; i++) {
        const char *entity = entity_of(p[i]);
        if (!entity)
            continue;
        buf_add(b, p + from, i - from);
        buf_adds(b, entity);
        from = i + 1;
    }
    buf_add(b, p + from, n - from);
}
