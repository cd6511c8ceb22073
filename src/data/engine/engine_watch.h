/* engine_watch.h - stops a query that nobody waits for any more. Internal to the engine's files.
 *
 * The engine works inside our call, so cancelling is done from beside it: a thread asks the cancel every ENGINE_TICK_MS
 * and interrupts the connection, again and again until the watch is stopped, as an interrupt that comes between two
 * steps of the engine is forgotten.
 */
#pragma once
#include "base/attrs.h"
#include "data/engine/duck_api.h"
#include <pthread.h>
#include <stdbool.h>

struct cancel;
struct err;

struct watch {
    const struct duck_api *api;
    duckdb_connection con;
    const struct cancel *cancel;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool done;    /* under the lock */
    bool running; /* there is a thread */
    pthread_t thread;
};

/* With a NULL cancel there is nothing to watch. Must be followed by watch_stop(), also when it failed. */
WARN_UNUSED int watch_start(struct watch *w, const struct duck_api *api, duckdb_connection con,
                            const struct cancel *cancel, struct err *err);
void watch_stop(struct watch *w);
