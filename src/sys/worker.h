/* worker.h - a long-lived child that works for us: exec'd, bounded, spoken to over channels, killed when it hangs.
 *
 * A worker is this same program, or the one given, started with its own argv[0] (WORKER_NAME) and exactly these
 * descriptors: 0, 1 (both /dev/null), 2 (ours, or the same), 3 a page of shared memory that holds a struct cancel for
 * each channel, then the channels (stream sockets), then the files it is to work on, of which the first is whatever
 * begin() is to know. Its environment is empty but for a few names. It has limits on its memory and writes no core.
 *
 * It dies with its parent, whose end closes the channels: the worker's first thread does nothing but wait for that, so
 * not even a job that hangs outlives us. (PR_SET_PDEATHSIG means the thread that forked, which may end long before.)
 *
 * A channel carries one job at a time: a request, any number of pieces of output, then an answer or an error. Frames
 * are a length, a letter and bytes, bounded by WORKER_FRAME_BYTES. Several channels work side by side. While a caller
 * waits for an answer its cancel is passed on through the shared page; a worker that does not give in within
 * WORKER_KILL_MS is killed. Whatever ends a worker ends all of its jobs with ERR_DATA_UNREADABLE or the error that
 * the worker's death means (memory: ERR_RESOURCE_EXHAUSTED), and never this process. A job that put nothing out has
 * left nothing behind either: whoever wants it done all the same may start another worker and ask that.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct err;
struct json;
struct worker;

#define WORKER_NAME "assay-worker"

struct worker_spec {
    const char *program; /* NULL: /proc/self/exe */
    const int *files;    /* given to the worker in this order; still the caller's to close */
    size_t n_files;
    size_t channels;       /* jobs side by side, 1 to WORKER_CHANNELS */
    uint64_t memory_bytes; /* of its own, files it maps apart; 0: not limited */
    uint64_t file_bytes;   /* of a file it writes to; 0: not limited */
    bool silent;           /* it gets no descriptor of ours to speak on, which may be a terminal */
};

WARN_UNUSED int worker_start(const struct worker_spec *spec, struct worker **ret, struct err *err);

/* Kills it and waits for its end. No call may be under way. */
void worker_free(struct worker *w);

/* False once it has ended. */
bool worker_alive(struct worker *w);

/* True when it was killed from outside: by the kernel for want of memory, by somebody, or by us since one of its jobs
 * did not give in. Not when it crashed, did what is forbidden, or lied: another one would do the same. */
bool worker_was_killed(struct worker *w);

/* Ends it for an answer that cannot be true, as for anything else that is not in the protocol: its other calls fail. */
void worker_refuse(struct worker *w);

/* Takes what a job puts out while it runs. */
struct worker_output {
    void *arg;
    int (*write)(void *arg, const void *p, size_t n, struct err *err); /* -1 ends the job */
    void (*step)(void *arg, int n, int of, const char *text);          /* may be NULL */
};

/* Does one job: waits for a free channel, sends {"job","args"}, hands output on (output may be NULL: it is dropped),
 * and returns the answer in the arena. May be called from several threads. */
WARN_UNUSED int worker_call(struct worker *w, const char *job, const struct json *args,
                            const struct worker_output *output, const struct cancel *cancel, struct arena *a,
                            struct json **ret, struct err *err);

/* ---- in the worker ---- */

/* What a job may do while it runs. */
struct job_io {
    const struct cancel *cancel; /* the caller's, through the shared page */
    struct arena *arena;         /* the answer is built here */
    bool is_brief;               /* there is no room for a large one: it may end with ERR_BUSY */
    void *channel;               /* for the two functions below */
};
WARN_UNUSED int job_write(struct job_io *io, const void *p, size_t n, struct err *err);
void job_step(struct job_io *io, int n, int of, const char *text);

struct job {
    const char *name;
    int (*run)(void *state, const struct json *args, struct job_io *io, struct json **ret, struct err *err);
};

struct worker_env {
    const struct job *jobs; /* ends with a NULL name */
    void *state;
    const int *files; /* the descriptors of the files it was given */
    size_t n_files;
};

/* True when this process was started as a worker: main() then does nothing but worker_main(). */
bool worker_is(int argc, char **argv);

/* begin() gets the files and makes the state, confines the process and names the jobs; it runs before any channel is
 * read and before there are threads. Returns the exit status when the parent has closed its ends. */
int worker_main(int argc, char **argv, int (*begin)(struct worker_env *env, struct err *err));
