/* head_file.h - a second copy of the signed head, in a file beside the log: logs/data_agent_runs.head.
 *
 * The first copy is in the database and is lost with it. When the database is lost, or replaced by an older one, this
 * file still says how far the log was signed. So signed entries are never taken for the leftovers of a dead writer.
 *
 * The file has two slots. A writer overwrites the slot with the older head, so a torn write leaves the other one. It is
 * written after the commit, under the log's lock, and not synced. After a power cut it may hold an older head, but
 * never one that was not committed.
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
