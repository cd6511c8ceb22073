/* spawn.h - starting a program: all that stands between fork and exec.
 *
 * The child gets exactly the descriptors it is given, as 0, 1, 2, ..., default signals, the limits asked for and no
 * core. Nothing runs between fork and exec but async-signal-safe calls, with every signal blocked until its handlers
 * are back at their defaults, so starting one from a threaded program is sound. What goes wrong in the child comes back
 * through a pipe that a successful exec closes.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct err;

struct spawn_spec {
    const char *program; /* its file */
    const char *const *argv;
    const char *const *envp; /* all of its environment */
    const int *fds;          /* become 0, 1, 2, ...; everything else is closed */
    size_t n_fds;            /* at least 3, at most SPAWN_FDS */
    uint64_t data_bytes; /* of memory of its own, RLIMIT_DATA, which files it maps do not count to; 0: not limited */
    uint64_t file_bytes; /* of a file it writes to, RLIMIT_FSIZE; 0: not limited */
};

struct spawned {
    pid_t pid;
    int failure; /* what spawn_check() reads; the caller closes it */
};

/* Starts it; whether it became the program is not known yet. ERR_IO and the like when not even a child could be made.
 */
WARN_UNUSED int spawn_start(const struct spawn_spec *spec, struct spawned *ret, struct err *err);

/* Once the child has ended: what kept it from becoming the program, if anything did. */
WARN_UNUSED int spawn_check(const struct spawn_spec *spec, int failure, struct err *err);

/* Waits for its end; the exit status, or 128 + the signal that ended it. */
WARN_UNUSED int spawn_reap(pid_t pid, int *ret_status, struct err *err);
