/* link_periods.c - periods of time. */
#include "link/link_node.h"

void link_periods(struct linking *l)
{
    (void)l;
}
