/* store.h - the state of a home and its audit log, changed together or not at all.
 *
 * One SQLite database (state.db) holds state. One file (logs/data_agent_runs.jsonl) holds the audit chain. A change and
 * its audit entries are one transaction. The finished lines of the entries wait in an outbox table, beside the chain's
 * new position and its signed head. After the commit, whoever holds the log's lock appends the lines that the file
 * lacks, in order, and syncs it. store_write() returns when both are durable. A crash leaves lines in the outbox; it
 * never leaves state without its lines, or lines without their state. The next to open or write appends them.
 *
 * Several threads share one store, and several processes one home. Threads that write at the same time share a commit
 * (group commit). The work of each runs in its own savepoint, so one can fail without the others.
 *
 * Room for the lines is reserved in the file before the commit. A full disk therefore refuses the change; it cannot
 * part the change from its log.
 */
#pragma once
#include "base/attrs.h"
#include "store/log/chain.h"
#include "store/log/known_keys.h"
#include <stdbool.h>

struct arena;
struct cancel;
struct db;
struct err;
struct store;
struct tx;
struct verify_result;
struct world;

/* Opens (and makes, and migrates) the store of a home that exists. A database newer than this program is refused. Lines
 * that wait are appended to the log; a torn last line is replaced by its whole. The world must outlive the store.
 *
 * A log that lacks other lines, or whose end is not the chain's, or a key that is missing does not keep the store from
 * opening, so that people can look: store_check() says what it is, and writing is refused. */
WARN_UNUSED int store_open(const char *home, const struct world *world, struct store **ret, struct err *err);

/* Opens a store that exists only to look at it: nothing is made, brought up to date, appended or cut off, and writing
 * is refused. */
WARN_UNUSED int store_look(const char *home, const struct world *world, struct store **ret, struct err *err);
void store_close(struct store *s); /* no call may be under way; fine with NULL */

/* 0, or ERR_STORE_DAMAGED with what is known to be wrong. Looks at nothing anew. */
WARN_UNUSED int store_check(struct store *s, struct err *err);

/* From now on writes are refused for this reason: somebody who knows more than the store has found it to be damaged. */
void store_distrust(struct store *s, const struct err *why);

/* The public key that signs, in hex. */
void store_key(const struct store *s, char ret[static KEY_TEXT_BYTES]);

/* A write: its work runs inside the transaction and must be short, for others wait. */
typedef int store_work(struct tx *tx, void *arg, struct err *err);

/* What a write added to the chain; first is 0 when it added nothing. */
struct store_span {
    uint64_t first, last;
    char head[SHA256_TEXT_BYTES];
};

/* Runs work and makes it durable together with the entries it added. On failure nothing of it stays.
 *
 * The lines are in the log's file before the commit; where they cannot be written the change is refused. Once the
 * commit is durable the write has succeeded: when the log's own sync fails all the same, the lines wait in the outbox,
 * the next write first tries again, and is refused if that fails too. ret may be NULL. */
WARN_UNUSED int store_write(struct store *s, store_work *work, void *arg, struct store_span *ret, struct err *err);

/* Within work: the database, and an entry for the log. */
struct db *tx_db(struct tx *tx);
WARN_UNUSED int tx_audit(struct tx *tx, const struct chain_event *e, struct err *err);

/* read() gets a connection that may only read; it is this thread's until it returns. All its questions see the same
 * commit, the last one before the first of them. Waits up to DB_WAIT_MS for one that is free. */
typedef int store_reading(struct db *db, void *arg, struct err *err);
WARN_UNUSED int store_read(struct store *s, store_reading *read, void *arg, struct err *err);

/* Where the chain stands and the head as it was signed with it: {"bytes","head","key","length","root","signature",
 * "timestamp"} as canonical JSON. The signature, by `key`, is over the canonical JSON of the others. */
WARN_UNUSED int store_head(struct store *s, struct arena *a, struct chain *ret_chain, const char **ret_signed,
                           struct err *err);

/* Sees to it that what was committed is in the log, also by others who have not come to it yet. Damage found by it
 * (ERR_STORE_DAMAGED) stays: every write after it is refused. */
WARN_UNUSED int store_catch_up(struct store *s, struct err *err);

/* For whoever makes room, copies the home or has deleted what must not be found again: all lines are in the log, none
 * is left in the outbox, and everything is in the database's main file. */
WARN_UNUSED int store_settle(struct store *s, struct err *err);

#define STORE_HOLDS_FILE "holds.lock" /* in the home; it holds nothing */

/* Holds something of the home's by its name, against whoever else holds it, in this process or another, until it is let
 * go or the process ends. Waits up to wait_ms, then fails with ERR_BUSY. Never while writing. */
WARN_UNUSED int store_hold(struct store *s, const char *name, int64_t wait_ms, int *ret_hold, struct err *err);
void store_let_go(int hold);
