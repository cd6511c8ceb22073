/* worker_node.h - what the parent's two files share. Nobody else includes it. */
#pragma once
#include "base/limits.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct err;
struct worker_page;

struct worker {
    char *program;
    struct worker_page *page;
    size_t n;                 /* channels */
    int fds[WORKER_CHANNELS]; /* -1: not open */
    int failure;              /* spawn.h's; -1 */
    pthread_mutex_t lock;
    pthread_cond_t freed;       /* a channel */
    bool busy[WORKER_CHANNELS]; /* under the lock, as is all that follows */
    pid_t pid;                  /* 0: none, or reaped */
    int status;                 /* once reaped: its exit status, or 128 + a signal */
    bool killed;                /* by us */
    bool lied;                  /* it said what is not in the protocol */
};

/* Kills it and waits for its end; lied: that is why. */
void worker_kill(struct worker *w, bool lied);

/* What its death means; it is dead afterwards if it was not before. Always -1. */
int worker_died(struct worker *w, struct err *err);
