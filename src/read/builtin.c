/* builtin.c - the models' bytes, and one opening of them for the whole process. */
#include "read/builtin.h"
#include "base/arena.h"
#include "base/err.h"
#include "learn/bundle.h"
#include <pthread.h>

extern const unsigned char read_bundle[], read_bundle_end[]; /* reader_bundle.S, made by scripts/generate/embed-bytes */

static struct {
    pthread_once_t once;
    struct read_models models;
    int rc;
    struct err err;
} builtin = { .once = PTHREAD_ONCE_INIT };

static int open_bytes(struct err *err)
{
    size_t n = (size_t)(read_bundle_end - read_bundle);
    struct bundle *bundle;

    if (n == 0)
        return err_set(err, ERR_ENGINE_UNAVAILABLE, "This program was built without what reads questions.",
                       "no reader.bundle");
    if (bundle_open(read_bundle, n, &bundle, err))
        return -1;
    return read_models_open(arena_new(), bundle, &builtin.models, err); /* both stay */
}

static void open_once(void)
{
    builtin.rc = open_bytes(&builtin.err);
}

int read_models_builtin(const struct read_models **ret, struct err *err)
{
    pthread_once(&builtin.once, open_once);
    if (builtin.rc) {
        *err = builtin.err;
        return -1;
    }
    *ret = &builtin.models;
    return 0;
}
