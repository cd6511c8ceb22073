/* errand.h - a message about tasks, read as what it wants done. No model, no state, no tasks: only the words.
 *
 * A message may want several things ("add buy milk and show my list"); each is an errand. What a person calls a task is
 * kept in their own spelling. A message that wants nothing of the kind gives no errand, and one that only mentions a
 * task ("I don't need to buy milk", "did I call John?") must not change any: it gives none either, or a list.
 *
 * How sure a reading is comes from how it was said: an order in so many words is surer than a wish. The thresholds are
 * the tasks seed's (model/tasks.h); below them the caller asks.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;

#define ERRANDS 5 /* of one message: more is a list to import, not a sentence */

struct errand {
    const char *intent; /* a tasks.IntentType */
    double confidence;
    const char *about;       /* update, complete, delete: the words that say which task; else NULL */
    const char *title;       /* create, update: what it is to be called; else NULL */
    const char *description; /* update: the new description; else NULL */
    const char *status;      /* list: "pending" or "completed"; NULL: all */
};

/* Reads a message; returns how many errands there are. */
size_t errand_read(struct arena *a, const char *message, struct errand ret[static ERRANDS]);

enum errand_reply { REPLY_NONE, REPLY_YES, REPLY_NO };

/* Whether a message only says yes or no to what was asked before. */
enum errand_reply errand_reply(const char *message);
