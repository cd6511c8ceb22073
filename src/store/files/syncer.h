/* syncer.h - one fdatasync at a time, in a thread of its own, so that its caller can do something else meanwhile.
 *
 * For one caller at a time. The thread is made by the first start; where none can be made, the wait does the work.
 */
#pragma once

struct syncer;

struct syncer *syncer_new(void);
void syncer_free(struct syncer *s);

/* Begins to sync the file's data. Every start is followed by a wait. */
void syncer_start(struct syncer *s, int fd);

/* 0, or the errno of the sync that was started. */
int syncer_wait(struct syncer *s);
