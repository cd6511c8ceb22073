/* log_file.h - the audit log as a file: appends what was committed, in order, whole, and once.
 *
 * Every line has a fixed place. The chain's position in the database says how long the file is once it has all lines,
 * and the outbox holds the last of them. So the length of the file says which lines are missing, whoever wrote the
 * others and however they died. Nothing is parsed. Lines are written under the log's own lock
 * (logs/data_agent_runs.lock).
 *
 * Safe for several threads and processes.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chain;
struct db;
struct err;
struct log_file;

/* Opens the log in a folder that exists, and makes it when it is not there. The database, which is for reading, is the
 * log's alone from now on and closed with it, also when this fails. */
WARN_UNUSED int log_file_open(const char *folder, struct db *db, struct log_file **ret, struct err *err);
void log_file_close(struct log_file *f);

/* Room on the disk for the n bytes that will stand at byte `at`, so that appending them cannot fail for want of it.
 * Where the file system cannot promise room, it is not promised. One thread at a time. */
WARN_UNUSED int log_file_reserve(struct log_file *f, uint64_t at, uint64_t n, struct err *err);

/* Writes lines that are about to be committed to where they belong, byte `at`, and begins to sync them. What is before
 * them is appended first when it is missing; what a dead writer left there is cut off. Takes the log's lock, which
 * log_file_settle gives back. Called by who holds the database's lock for writing; on failure nothing may be committed.
 */
WARN_UNUSED int log_file_ahead(struct log_file *f, uint64_t at, const void *lines, size_t n, struct err *err);

/* After the commit: keeps the head a second time and waits for the sync, `last` being the last line's sequence number;
 * on failure the lines wait in the outbox. 0 when nothing was committed: they are taken back. */
WARN_UNUSED int log_file_settle(struct log_file *f, uint64_t at, uint64_t last, const char *signed_head,
                                struct err *err);

/* Keeps the head a second time (head_file.h) where there is no second one yet. */
WARN_UNUSED int log_file_keep_head(struct log_file *f, const char *signed_head, struct err *err);

/* Appends all that waits in the outbox. A piece of a line, or anything else where the outbox's lines belong, is
 * replaced by them; what a dead writer left behind the last committed line is moved to logs/data_agent_runs.cut, of
 * which LOG_CUT_BYTES are kept. Fails with ERR_STORE_DAMAGED, and changes nothing, when the file lacks lines that the
 * outbox no longer has, holds more than a writer announced, or was signed further than the database knows. */
WARN_UNUSED int log_file_catch_up(struct log_file *f, struct err *err);

/* Whether the file ends with the chain's last entry, by its length and its last line. ERR_STORE_DAMAGED when not. */
WARN_UNUSED int log_file_check_tail(struct log_file *f, const struct chain *c, struct err *err);

/* The last entry that is known to be on the disk; its line, and those before it, may leave the outbox. */
uint64_t log_file_synced(struct log_file *f);

/* Whether the last attempt to append failed, so that lines wait. */
bool log_file_is_behind(struct log_file *f);
