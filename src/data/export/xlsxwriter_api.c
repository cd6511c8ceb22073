/* xlsxwriter_api.c - the library is the system's own, of the version of its header. */
#include "data/export/xlsxwriter_api.h"
#include "base/err.h"
#include "sys/library.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define LIBRARY "libxlsxwriter.so." LXW_SOVERSION

static const struct library_function functions[] = {
#define X(name) { #name, offsetof(struct xlsxwriter_api, name) },
    XLSXWRITER_FUNCTIONS(X)
#undef X
};

static struct xlsxwriter_api loaded;
static bool is_loaded;
static char failure[LIBRARY_WHY_BYTES]; /* why it is not */

static void load_once(void)
{
    is_loaded = library_load(LIBRARY, functions, COUNT_OF(functions), &loaded, failure) == 0;
}

int xlsxwriter_api(const struct xlsxwriter_api **ret, struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_once);
    if (!is_loaded) {
        err_set(err, ERR_ENGINE_UNAVAILABLE, "The library that writes workbooks could not be loaded.", "%s", failure);
        return err_action(err, "Install Debian's package libxlsxwriter4, or what your system calls it.");
    }
    *ret = &loaded;
    return 0;
}
