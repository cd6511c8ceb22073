/* duck_api.c - where the library is, a table of names, and a check that it is the one duckdb.h describes.
 *
 * The library is looked for beside the program and in ../lib/assay, by its full path: the loader's own search would
 * also take one from LD_LIBRARY_PATH or the system, which is another version's, or somebody's. That symbols are bound
 * lazily saves 4 of the 13 ms it takes otherwise.
 */
#include "data/engine/duck_api.h"
#include "base/err.h"
#include "base/str.h"
#include "sys/library.h"
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#define VERSION "v1.4." /* fixes of this series keep its interface; others are not known to */

/* Seen from the program's folder. */
static const char *const places[] = { "libduckdb.so", "../lib/assay/libduckdb.so" };

static const struct library_function functions[] = {
#define X(name) { "duckdb_" #name, offsetof(struct duck_api, name) },
    DUCK_FUNCTIONS(X)
#undef X
};

static int unavailable(struct err *err, const char *what, const char *why)
{
    err_set(err, ERR_ENGINE_UNAVAILABLE, "The engine that answers questions about data could not be loaded.", "%s: %s",
            what, why);
    return err_action(err, "Reinstall assay, or run \"make build\" in its source folder.");
}

int duck_load(const char *path, struct duck_api *ret, struct err *err)
{
    struct duck_api api;
    char why[LIBRARY_WHY_BYTES];

    if (library_load(path, functions, COUNT_OF(functions), &api, why))
        return unavailable(err, path, why);
    if (!str_starts(api.library_version(), VERSION))
        return unavailable(err, path, api.library_version());
    *ret = api;
    return 0;
}

bool duck_find(char path[static PATH_MAX])
{
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

    if (n <= 0)
        return false;
    program[n] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        int used = snprintf(path, PATH_MAX, "%s/%s", program, places[i]);
        if (used < PATH_MAX && access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static struct duck_api loaded;
static struct err load_error;
static int load_result;

static void load_once(void)
{
    char path[PATH_MAX];

    if (duck_find(path))
        load_result = duck_load(path, &loaded, &load_error);
    else
        load_result = unavailable(&load_error, places[0], "it is neither beside the program nor in ../lib/assay");
}

int duck_api(const struct duck_api **ret, struct err *err)
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
