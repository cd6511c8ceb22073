/* runner.h - who runs an investigation: a lock that its runner holds as long as it lives.
 *
 * Starting an investigation and running it are two calls, the second in the background. Between them this process
 * promises the run: it holds the session's lock, which the run then takes over. Whoever finds a session that says it is
 * running, and its lock free, knows that the runner died, however it died. A promise that nobody took up within
 * METRICS_START_SECONDS is dropped by whoever looks next.
 */
#pragma once
#include "base/attrs.h"
#include <pthread.h>
#include <stdbool.h>

struct err;
struct promise;

/* The promises of this process. */
struct runners {
    pthread_mutex_t lock;
    struct promise *first;
};

#define RUNNERS                                                                                                        \
    {                                                                                                                  \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                                              \
    }

/* Promises the run of the session whose lock is at path; ERR_CONFLICT when somebody runs it. */
WARN_UNUSED int runner_promise(struct runners *r, const char *path, struct err *err);

/* Takes a promise up, or, where there is none, the lock itself. *ret_fd is the held lock: closing it lets go. */
WARN_UNUSED int runner_begin(struct runners *r, const char *path, int *ret_fd, struct err *err);

/* Drops a promise that will not be kept. */
void runner_drop(struct runners *r, const char *path);

/* Whether somebody, in whichever process, runs or has promised it. */
bool runner_lives(struct runners *r, const char *path);
