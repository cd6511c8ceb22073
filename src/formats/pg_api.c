/* pg_api.c - the library is the system's own: its interface has kept the same number since 2005. */
#include "formats/pg_api.h"
#include "base/err.h"
#include "sys/library.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define LIBRARY "libpq.so.5"

static const struct library_function functions[] = {
#define X(name) { "PQ" #name, offsetof(struct pg_api, name) },
    PG_FUNCTIONS(X)
#undef X
};

static struct pg_api loaded;
static bool is_loaded;
static char failure[LIBRARY_WHY_BYTES]; /* why it is not */

static void load_once(void)
{
    is_loaded = library_load(LIBRARY, functions, COUNT_OF(functions), &loaded, failure) == 0;
}

int pg_api(const struct pg_api **ret, struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_once);
    if (!is_loaded) {
        err_set(err, ERR_ENGINE_UNAVAILABLE, "The library that talks to PostgreSQL is not installed.", "%s", failure);
        return err_action(err, "Install Debian's package libpq5, or what your system calls it.");
    }
    *ret = &loaded;
    return 0;
}
