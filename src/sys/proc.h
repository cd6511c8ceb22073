/* proc.h - child processes: exec'd, bounded in time, memory and output, and never left behind.
 *
 * A child gets exactly the descriptors 0, 1 and 2, the environment it is given and the limits asked for, and a process
 * group of its own, which is killed whole when time is up or the caller cancels: SIGTERM, and after PROC_TERM_MS
 * SIGKILL. What a child leaves running in its group is killed when it ends. It dies with the thread that runs it and
 * dumps no core. Nothing runs between fork and exec but async-signal-safe calls, so starting one from a threaded
 * program is sound.
 *
 * SIGCHLD must not be ignored (SIG_IGN, which a process can inherit): the kernel would throw the exit status away.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct buf;
struct cancel;
struct err;

struct proc_spec {
    const char *const *argv;     /* NULL-terminated; argv[0] without a slash is searched in PATH's absolute folders */
    const char *const *envp;     /* NULL: this process's own */
    const char *cwd;             /* NULL: this process's own */
    const void *input;           /* its standard input, a file in memory */
    size_t input_n;              /* 0: an empty one */
    int64_t timeout_ms;          /* required, greater than 0; at most PROC_TIMEOUT_MS count */
    uint64_t memory_bytes;       /* address space; 0: not limited */
    const struct cancel *cancel; /* may be NULL; asked every PROC_TICK_MS */
};

struct proc_result {
    bool timed_out;
    int status; /* exit status, or 128 + the signal that ended it */
};

/* Runs it to its end, collecting standard output and standard error, each within its buffer's limit; output past the
 * limit ends the child and fails with ERR_TOO_LARGE. A time-out is not an error: it is in the result. A cancel fails
 * with the error that cancel_check() gives. A program or folder that is not there is ERR_NOT_FOUND, one that cannot be
 * started ERR_IO. On failure both buffers are as they were. */
WARN_UNUSED int proc_run(const struct proc_spec *spec, struct buf *out, struct buf *errors, struct proc_result *ret,
                         struct err *err);
