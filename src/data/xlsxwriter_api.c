/* xlsxwriter_api.c - dlopen and a table of names. The library is the system's own, of the version of its header. */
#include "data/xlsxwriter_api.h"
#include "base/err.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define LIBRARY "libxlsxwriter.so." LXW_SOVERSION

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define X(name) { #name, offsetof(struct xlsxwriter_api, name) },
    XLSXWRITER_FUNCTIONS(X)
#undef X
};

static struct xlsxwriter_api loaded;
static struct err load_error;
static int load_result;

static int unavailable(const char *why)
{
    err_set(&load_error, ERR_ENGINE_UNAVAILABLE, "The library that writes workbooks could not be loaded.", "%s",
            why ? why : "no reason given");
    return err_action(&load_error, "Install libxlsxwriter, or export as CSV.");
}

static int load(void)
{
    void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);

    if (!handle)
        return unavailable(dlerror());
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        void *symbol = dlsym(handle, functions[i].name);
        if (!symbol)
            return unavailable(dlerror());
        /* ISO C has no conversion from an object's pointer to a function's; POSIX says they look the same. */
        memcpy((char *)&loaded + functions[i].offset, &symbol, sizeof symbol);
    }
    return 0;
}

static void load_once(void)
{
    load_result = load();
}

int xlsxwriter_api(const struct xlsxwriter_api **ret, struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_once);
    if (load_result < 0) {
        *err = load_error;
        return -1;
    }
    *ret = &loaded;
    return 0;
}
