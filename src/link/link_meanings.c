/* link_meanings.c - values by what they mean. */
#include "link/link_node.h"

void link_meanings(struct linking *l)
{
    (void)l;
}
