/* pg_api.c - dlopen and a table of names. The library is the system's own: its interface has kept the same number since
 * 2005. */
#include "formats/pg_api.h"
#include "base/err.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define LIBRARY "libpq.so.5"

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define X(name) { "PQ" #name, offsetof(struct pg_api, name) },
    PG_FUNCTIONS(X)
#undef X
};

static struct pg_api loaded;
static struct err load_error;
static int load_result;

static int unavailable(const char *why)
{
    err_set(&load_error, ERR_ENGINE_UNAVAILABLE, "The library that talks to PostgreSQL is not installed.", "%s: %s",
            LIBRARY, why ? why : "no reason given");
    return err_action(&load_error, "Install Debian's package libpq5, or what your system calls it.");
}

static void load_once(void)
{
    void *handle = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);

    load_result = handle ? 0 : unavailable(dlerror());
    for (size_t i = 0; i < COUNT_OF(functions) && load_result == 0; i++) {
        void *symbol = dlsym(handle, functions[i].name);
        if (!symbol)
            load_result = unavailable(functions[i].name);
        else /* ISO C has no conversion from an object's pointer to a function's; POSIX says they look the same */
            memcpy((char *)&loaded + functions[i].offset, &symbol, sizeof symbol);
    }
}

int pg_api(const struct pg_api **ret, struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_once);
    if (load_result) {
        *err = load_error;
        return -1;
    }
    *ret = &loaded;
    return 0;
}
