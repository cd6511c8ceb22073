/* witness.h - keeps the signed head in another place, so that an older copy of a whole home is found out.
 *
 * Whoever can write to a home can replace all of it by an older copy, and whoever has its key can sign another history.
 * Neither can change a head that was given to somebody else before. A witness is a file that only grows, one line for
 * each head: {"head": the signed head, "witnessed_at": when}. It may lie on another machine, in a git repository, or
 * with any program that takes a line.
 */
#pragma once
#include "base/attrs.h"
#include "store/log/verify.h"
#include <stdint.h>

struct arena;
struct cancel;
struct err;
struct json;
struct location;
struct store;

/* Hands the store's signed head on: to "git DIR" (a commit of DIR/assay-heads.jsonl), to "command COMMAND" (a line on
 * its standard input), else to a file's end. *ret_entries is how far the head goes. ERR_IO and the like; a program that
 * ends with another status than 0 has failed. */
WARN_UNUSED int witness_tell(struct store *s, const char *to, int64_t now_us, uint64_t *ret_entries, struct err *err);

/* Where the log that is compared with a witness stands. */
struct witness_log {
    const char *path;    /* of its file */
    const char *waiting; /* lines that are committed and not in the file yet */
    size_t waiting_n;
    uint64_t waiting_at; /* where they belong; the file is read up to there */
    uint64_t entries;
    const char *key; /* that must have signed, in hex */
};

/* What a witness says against the log; .entry 0: nothing. */
struct witness_result {
    uint64_t entry;
    char reason[ERR_MESSAGE_BYTES];
    uint64_t agreeing; /* heads */
};

/* Compares every head in the witness's file with the log; notes gets what is only worth telling. */
WARN_UNUSED int witness_check(const struct location *file, const struct witness_log *log, const struct cancel *cancel,
                              struct arena *a, struct json *notes, struct witness_result *ret, struct err *err);
