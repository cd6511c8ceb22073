/* wordnet.c - no table yet. */
#include "link/wordnet.h"

bool wordnet_is_there(void)
{
    return false;
}

bool wordnet_has(const char *stem)
{
    (void)stem;
    return false;
}

size_t wordnet_related(const char *stem, struct related *ret, size_t max)
{
    (void)stem, (void)ret, (void)max;
    return 0;
}
