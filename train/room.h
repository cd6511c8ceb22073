/* room.h - memory for fitting. A tool that has no memory has no way on: it ends. */
#pragma once
#include <stdlib.h>

/* n zeroed elements; free() gives them back. */
static inline void *room_for(size_t n, size_t size)
{
    void *p = calloc(n > 0 ? n : 1, size);

    if (!p)
        abort();
    return p;
}
