/* ledger.h - where the gate records every call, every observation and every policy decision.
 *
 * A request collects its entries in a trail. The trail is committed when the request ends, and earlier with each change
 * of state that the request makes. A change and its entries become durable in one transaction or not at all.
 *
 * Words that a person may want forgotten (a question, a query, values) never enter an entry. The entry holds a salted
 * SHA-256 of them. The words and their salt stand beside the chain until they are erased. A private request leaves
 * neither.
 *
 * A ledger must keep the order of the entries and must not change them. When it cannot commit, the gate fails the call:
 * what cannot be recorded is not done, or not reported as done.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "store/store.h"
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct err;
struct json;
struct world;

/* The analyst seed's event types, as far as the gate makes them. */
#define RECORD_CALL "tool_called"
#define RECORD_OBSERVATION "observation_recorded"
#define RECORD_DECISION "policy_decision"

/* Words kept beside the chain. */
struct trail_words {
    char hash[SHA256_TEXT_BYTES]; /* SHA-256 of the salt's text and the words' canonical JSON */
    char salt[SHA256_TEXT_BYTES];
    const char *text; /* canonical JSON; NULL: only the salt is kept, the words are elsewhere or nowhere */
};

/* Work for the last transaction of a request. */
struct trail_work {
    store_work *work;
    void *arg;
};

/* What is let go of when the request is over, however it ended. */
struct trail_care {
    void (*done)(void *arg);
    void *arg;
};

struct trail {
    struct arena *arena;
    const struct world *world;
    const char *request_id;
    bool private; /* no words, no hashes of words */
    struct chain_event *events;
    size_t n, cap;
    struct trail_words *words;
    size_t n_words, cap_words;
    struct trail_work *works;
    size_t n_works, cap_works;
    struct trail_care *cares;
    size_t n_cares, cap_cares;
    struct store_span span; /* what was committed so far */
};

void trail_init(struct trail *t, struct arena *a, const struct world *w, const char *request_id, bool private);

/* From now on the trail is private, and so is what it has gathered and not committed: words go, and what stands for
 * them or for a value in its entries becomes {"private": true}. */
void trail_be_private(struct trail *t);

/* Adds an event; the data is taken over. Fails with ERR_TOO_LARGE past TRAIL_EVENTS. */
WARN_UNUSED int trail_add(struct trail *t, const char *event_type, const char *actor, struct json *data,
                          struct err *err);

/* The request is called by another id, in the events so far too. It must live as long as the trail. */
void trail_name(struct trail *t, const char *request_id);

/* Adds work for trail_end(). */
void trail_finally(struct trail *t, store_work *work, void *arg);

/* Adds something for trail_done(). */
void trail_afterwards(struct trail *t, void (*done)(void *arg), void *arg);

/* The request is over: lets go of all that was held for it, the last first. */
void trail_done(struct trail *t);

/* What stands for a value in an entry: {"sha256": ...}, or {"private": true}. keep_text says whether the value itself
 * is kept beside the chain. */
WARN_UNUSED int trail_hide(struct trail *t, const struct json *value, bool keep_text, struct json **ret,
                           struct err *err);

struct ledger {
    /* Runs work (may be NULL) and then writes the trail's events and words, which work may have added to, all in one
     * transaction. On success the span of entries is in *ret; on failure nothing was written. */
    int (*commit)(struct ledger *self, const struct trail *t, store_work *work, void *arg, struct store_span *ret,
                  struct err *err);

    /* What was deleted leaves the disk as far as that can be seen to. */
    int (*settle)(struct ledger *self, struct err *err);
};

/* Commits the trail through the ledger and empties it. A NULL ledger keeps nothing and runs the work without a
 * transaction. */
WARN_UNUSED int trail_commit(struct trail *t, struct ledger *ledger, store_work *work, void *arg, struct err *err);

/* The end of a request: the same, with all the work that was put off to it, in its order. */
WARN_UNUSED int trail_end(struct trail *t, struct ledger *ledger, struct err *err);

/* The real one: the store's transaction and the audit chain. The caller owns the storage. */
struct store_ledger {
    struct ledger base;
    struct store *store;
};
void store_ledger_init(struct store_ledger *l, struct store *s);
