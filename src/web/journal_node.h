/* journal_node.h - a journal from inside, for journal.c (writing, the list) and journal_read.c (reading). */
#pragma once
#include "base/limits.h"
#include "web/journal.h"
#include "web/journal_read.h"
#include <pthread.h>
#include <stdatomic.h>

struct journal_event {
    unsigned refs; /* under the journal's lock */
    size_t n;
    char bytes[];
};

struct journal {
    atomic_uint refs;
    char key[ID_TEXT_BYTES];
    char *owner;
    enum journal_kind kind;
    struct journal *prev, *next, *chain; /* the list's, under its lock: by age, and in a bucket */

    pthread_mutex_t m;            /* guards all below */
    struct journals *all;         /* NULL once the list is gone */
    struct journal_event **ring;  /* cap places, a power of two or 0 */
    size_t cap, count;            /* the newest `count` events are kept */
    uint64_t last;                /* number of the newest; 0: none yet */
    size_t bytes;                 /* of all that are kept, with what they take themselves */
    int retry_ms;                 /* 0: not told */
    int64_t ended_us;             /* 0: it goes on */
    struct journal_reader *first; /* those who read now */
    unsigned readers;
};

/* Under the journal's lock. */
void journal_wake_all(struct journal *j);
void journal_event_let_go(struct journal_event *e);
struct journal_event **journal_place(struct journal *j, uint64_t number);
