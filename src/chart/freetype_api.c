/* freetype_api.c - the library is the system's own: its interface has kept the same number since 2003. */
#include "chart/freetype_api.h"
#include "base/err.h"
#include "sys/library.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define LIBRARY "libfreetype.so.6"

static const struct library_function functions[] = {
#define X(name) { "FT_" #name, offsetof(struct freetype_api, name) },
    FREETYPE_FUNCTIONS(X)
#undef X
};

struct freetype_api freetype_api;
static bool is_loaded;
static char failure[LIBRARY_WHY_BYTES]; /* why it is not */

static void load_once(void)
{
    is_loaded = library_load(LIBRARY, functions, COUNT_OF(functions), &freetype_api, failure) == 0;
}

int freetype_load(struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_once);
    if (is_loaded)
        return 0;
    err_set(err, ERR_ENGINE_UNAVAILABLE, "The library that draws charts could not be loaded.", "%s", failure);
    return err_action(err, "Install Debian's package libfreetype6, or what your system calls it.");
}
