/* growing.h - arrays that grow. Running out of memory ends the process, as everywhere for data with a bound of its own:
 * builders count what they take and refuse more than DATA_TABLE_BYTES.
 */
#pragma once
#include <stdint.h>
#include <stdlib.h>

/* Room for `need` elements of the size; *cap is what there was and what there is now. Grows by half. */
static inline void *room_for(void *p, size_t need, size_t size, size_t *cap)
{
    size_t more = *cap + *cap / 2;

    if (need <= *cap)
        return p;
    if (more < need)
        more = need;
    if (more > PTRDIFF_MAX / size)
        abort();
    p = realloc(p, more * size);
    if (!p)
        abort();
    *cap = more;
    return p;
}

static inline void *room_new(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);

    if (!p)
        abort();
    return p;
}
