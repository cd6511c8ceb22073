/* journal.h - events in order, each with a number, that any number of streams read at their own pace.
 *
 * A stream (web_follow) is a place in a journal and nothing else, so a slow reader costs no memory and a broken stream
 * goes on where it broke: an event's id is "<key>.<number>", and whoever comes back with it as Last-Event-ID and is the
 * same owner reads on behind it. A journal that has ended is kept for JOURNAL_KEEP_MS, so that the end of an answer can
 * still be fetched; one that nobody follows and nobody ended is the writer's to end.
 *
 * A journal holds at most JOURNAL_BYTES: a live feed drops its oldest events, an answer's journal (JOURNAL_WHOLE) must
 * stay whole and refuses more. Journals are counted references; all calls may come from any thread.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct journal;
struct journals;
struct world;

struct journals *journals_new(const struct world *world);
void journals_free(struct journals *all); /* ends all of them; those still held live on until let go */

enum journal_kind { JOURNAL_WHOLE, JOURNAL_FEED };

/* A new one, held by the caller, that `owner` may come back to. ERR_BUSY when there are JOURNALS_MAX. */
WARN_UNUSED int journal_new(struct journals *all, const char *owner, enum journal_kind kind, struct journal **ret,
                            struct err *err);
struct journal *journal_hold(struct journal *j);
void journal_let_go(struct journal *j);

/* Adds an event and wakes its readers. event may be NULL (no event: line), data may be "" and hold line ends.
 * ERR_TOO_LARGE when a whole journal is full, ERR_BUSY when all of them together are; ERR_CONFLICT when it has ended.
 */
WARN_UNUSED int journal_add(struct journal *j, const char *event, const char *data, struct err *err);

/* Tells readers to come back after so many milliseconds (the retry: field), from the next event on. */
void journal_set_retry(struct journal *j, int ms);

/* No more events: streams end when they have read them all. */
void journal_end(struct journal *j);

/* Ends the streams that read it now, once they have read what there is; the journal goes on. */
void journal_disconnect(struct journal *j);

/* The number of its newest event; 0: none yet. Who follows it from there hears what comes next. */
uint64_t journal_last(struct journal *j);

/* How many streams read it now. */
unsigned journal_readers(struct journal *j);

/* The journal and the number that an event's id names, if it is this owner's and still there; held by the caller.
 * ERR_NOT_FOUND otherwise, in the same words whatever the reason. */
WARN_UNUSED int journal_find(struct journals *all, const char *owner, const char *event_id, struct journal **ret,
                             uint64_t *ret_after, struct err *err);
