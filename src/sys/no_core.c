/* no_core.c - two calls that cannot fail for a process that asks for less. */
#include "sys/no_core.h"
#include "base/attrs.h"
#include <sys/prctl.h>
#include <sys/resource.h>

void no_core(void)
{
    const struct rlimit none = { .rlim_cur = 0, .rlim_max = 0 };

    setrlimit(RLIMIT_CORE, &none);
    if (!SANITIZED)
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
