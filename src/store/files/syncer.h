/* syncer.h - runs one fdatasync at a time in a thread of its own, while its caller does something else.
 *
 * One caller at a time. The first start makes the thread. Where no thread can be made, the wait itself syncs.
 */
#pragma once

struct syncer;

struct syncer *syncer_new(void);
void syncer_free(struct syncer *s);

/* Begins to sync the file's data. Every start is followed by a wait. */
void syncer_start(struct syncer *s, int fd);

/* 0, or the errno of the sync that was started. */
int syncer_wait(struct syncer *s);
