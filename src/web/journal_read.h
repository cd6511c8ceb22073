/* journal_read.h - reading a journal: what a stream (stream.c) needs and nobody else.
 *
 * A reader is a place in a journal. Its owner asks for bytes with journal_read; when there are none, its `sleep` is
 * called, and later, once, its `wake`. Both are called under the journal's lock, so a wake can neither come before the
 * sleep it ends nor get lost; they must be short and call nothing of the journal's.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct journal;
struct journal_event;

/* What may be told to a reader from outside, the later the stronger. */
enum journal_nudge {
    JOURNAL_NONE,
    JOURNAL_BEAT,  /* send a heartbeat, if it still waits */
    JOURNAL_LEAVE, /* read what there is, then stop */
    JOURNAL_BREAK, /* stop at once */
};

struct journal_reader {
    void (*sleep)(struct journal_reader *r);
    void (*wake)(struct journal_reader *r);

    /* the journal's own, under its lock */
    struct journal_reader *prev, *next;
    uint64_t after;             /* the last event that was begun */
    uint64_t until;             /* with has_end: the last it may read */
    struct journal_event *part; /* the event it is in the middle of, held; NULL: between two */
    size_t offset;              /* in it */
    enum journal_nudge nudge;
    bool is_asleep, has_end;
};

/* Begins to read behind event number `after`. The journal is held until journal_detach. */
void journal_attach(struct journal *j, struct journal_reader *r, uint64_t after);
void journal_detach(struct journal *j, struct journal_reader *r);

/* Up to max bytes: what there is, or a heartbeat if one was asked for. 0: there are none now, and sleep was called.
 * -1: there will be none any more; -2: broken off. */
long journal_read(struct journal *j, struct journal_reader *r, char *to, size_t max);

/* Tells it, and wakes it if it sleeps. */
void journal_tell(struct journal *j, struct journal_reader *r, enum journal_nudge nudge);
