/* head_file.h - the signed head a second time, in a file of its own beside the log: logs/data_agent_runs.head.
 *
 * The database's copy goes with the database. When that is lost, or an older one is put in its place, this file still
 * says how far the log was signed, so that signed entries are never taken for what a dead writer left behind.
 *
 * The file has two places for a head; a writer fills the one with the older, so that a torn write leaves the other. It
 * is written after the commit it tells of and under the log's lock, and not synced: after a power cut it may be an
 * older head, never one that was not committed.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct err;

#define HEADS_FILE "logs/data_agent_runs.head"

/* Opens the file in the log's folder, and makes it when it is not there. */
WARN_UNUSED int head_file_open(const char *folder, int *ret_fd, struct err *err);

/* Under the log's lock: keeps a head as store_head() gives it. 0 or an errno. */
int head_file_write(int fd, const char *signed_head);

/* How far the newest head in the file goes, signature unseen. False when the file has none. */
bool head_file_newest(int fd, uint64_t *ret_entries, uint64_t *ret_bytes);

/* The newest head in the file as text, in the arena; NULL when it has none. */
const char *head_file_text(int fd, struct arena *a);
