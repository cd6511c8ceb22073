/* library.c - dlopen and dlsym. Symbols are bound lazily, as such libraries are large and little of them is used.
 *
 * What dlerror() gives is its thread's, and gone with it; whoever asks why may be another one. So it is copied. */
#include "sys/library.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int library_load(const char *name, const struct library_function *functions, size_t n, void *table,
                 char why[static LIBRARY_WHY_BYTES])
{
    void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    const char *said;

    for (size_t i = 0; handle && i < n; i++) {
        void *symbol = dlsym(handle, functions[i].name);
        if (!symbol)
            break;
        /* ISO C has no conversion from an object's pointer to a function's; POSIX says they look the same. */
        memcpy((char *)table + functions[i].offset, &symbol, sizeof symbol);
        if (i + 1 == n)
            return 0;
    }
    said = dlerror();
    snprintf(why, LIBRARY_WHY_BYTES, "%s", said ? said : "no reason given");
    return -1;
}
