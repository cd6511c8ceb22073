/* curl_api.c - the library is the system's own: its interface has kept the same number since 2006. */
#include "sys/curl_api.h"
#include "base/err.h"
#include "sys/library.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define LIBRARY "libcurl.so.4"

static const struct library_function functions[] = {
#define X(name) { "curl_" #name, offsetof(struct curl_api, name) },
    CURL_FUNCTIONS(X)
#undef X
};

static struct curl_api loaded;
static bool is_loaded;
static char failure[LIBRARY_WHY_BYTES] = "it cannot be initialised"; /* why it is not */

static void load_once(void)
{
    is_loaded = library_load(LIBRARY, functions, COUNT_OF(functions), &loaded, failure) == 0 &&
                loaded.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int curl_api(const struct curl_api **ret, struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_once);
    if (!is_loaded) {
        err_set(err, ERR_ENGINE_UNAVAILABLE, "The library that talks to other servers is not installed.", "%s",
                failure);
        return err_action(err, "Install Debian's package libcurl4, or what your system calls it.");
    }
    *ret = &loaded;
    return 0;
}
