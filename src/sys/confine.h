/* confine.h - giving up what a process could do, by the kernel's own means and for good.
 *
 * A worker that reads foreign bytes gives up, before it looks at the first of them, everything it does not need:
 *
 *   confine_files()  Landlock: of the file system only what is listed, and TCP only to the ports that are (where the
 *                    kernel's Landlock has it). Must be called before there are threads.
 *   confine_calls()  seccomp, a list of allowed system calls: no exec, no fork, no socket, no ptrace, ... For all
 *                    threads. The first stage still lets files be opened (within what confine_files() left), so that
 *                    libraries can be loaded; the second does not, and can follow the first.
 *
 * A call that is not allowed and means an attack (exec, fork, socket, connect, ptrace, bpf, ...) ends the process with
 * SIGSYS; one that libraries try out of habit (opening a file for the time zone) fails with EPERM. Files can only be
 * opened for reading, memory cannot become code once the work begins, and no_new_privs is set.
 * On a kernel without one of the two, the other still holds, and confine_level() says what is in force.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

struct confine_path {
    const char *path; /* a file or folder; NULL: use fd. One that does not exist is left out */
    int fd;
    bool is_written; /* else it can only be read */
};

enum confine_stage {
    CONFINE_LOADING, /* files may be opened */
    CONFINE_NETWORK, /* as LOADING, and sockets of the internet: only for a source that is a server's */
    CONFINE_LOCAL,   /* as NETWORK, and sockets in the file system: for a server on this machine that is found by one */
    CONFINE_WORKING, /* nothing may be opened any more */
};

/* What the kernel offers; for doctor. */
struct confine_level {
    int landlock; /* the version of its interface; 0: none */
    bool seccomp;
};
struct confine_level confine_level(void);

/* ports: those of other machines that may be connected to; nothing may be waited for on any. */
WARN_UNUSED int confine_files(const struct confine_path *paths, size_t n, const uint16_t *ports, size_t n_ports,
                              struct err *err);
WARN_UNUSED int confine_calls(enum confine_stage stage, struct err *err);
