/* mhd_api.c - the library is the system's own: its interface has kept the same number since 2013. */
#include "web/mhd_api.h"
#include "base/err.h"
#include "sys/library.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define LIBRARY "libmicrohttpd.so.12"

static const struct library_function functions[] = {
#define X(name) { "MHD_" #name, offsetof(struct mhd_api, name) },
    MHD_FUNCTIONS(X)
#undef X
};

struct mhd_api mhd_api;
static bool is_loaded;
static char failure[LIBRARY_WHY_BYTES]; /* why it is not */

static void load_once(void)
{
    is_loaded = library_load(LIBRARY, functions, COUNT_OF(functions), &mhd_api, failure) == 0;
}

int mhd_load(struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_once);
    if (is_loaded)
        return 0;
    err_set(err, ERR_ENGINE_UNAVAILABLE, "The library that serves HTTP could not be loaded.", "%s", failure);
    return err_action(err, "Install Debian's package libmicrohttpd12, or what your system calls it.");
}
