/* verify.h - checks the whole log: streams it with bounded memory on all cores, and names the first bad entry and why.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cancel;
struct chain;
struct err;

/* The clock went back: the entry is earlier than the one before it by so much. */
struct verify_jump {
    uint64_t entry;
    int64_t back_us;
};

struct verify_result {
    bool ok;
    uint64_t entries; /* good ones, from the first */
    char head[SHA256_TEXT_BYTES];
    char root[SHA256_TEXT_BYTES]; /* of the tree over all lines */
    uint64_t bytes;
    uint64_t first_bad; /* sequence number where it breaks, from 1; 0 when ok */
    char reason[ERR_MESSAGE_BYTES];
    struct verify_jump jumps[AUDIT_JUMPS]; /* by more than AUDIT_CLOCK_US; the first of them */
    size_t n_jumps;
};

/* The log is not what it should be: which entry is the first that is wrong, and why. */
void verify_failed(struct verify_result *r, uint64_t entry, const char *reason, va_list args) PRINTF(3, 0);

/* What the log is compared with. */
struct verify_options {
    const struct chain *expected; /* where the chain should stand; NULL: anywhere */
    const char *root;             /* of the tree, in hex, where expected knows its entries but not its tree */
    uint64_t size;                /* how long the file was when expected was read; 0: as long as it is now */
    bool may_be_longer;           /* what is behind the last entry is known to be nobody's */
    struct {                      /* lines that were committed and wait to be appended at byte `at` */
        const char *lines;
        size_t n;
        uint64_t at;
    } waiting;
    int threads; /* 0: as many as cores, at most VERIFY_THREADS */
};

/* Checks the file from its beginning: each line's form and hash, sequence, links. `expected`, when not NULL, is where
 * the chain should stand (from the signed head): a missing tail, a longer file, another root are found by it. Whoever
 * does not hold the log's lock may find it longer because it grew between the two, and asks again with the new head.
 *
 * A change that the chain does not cover (another digit in an id) is known by the tree alone, and only as far as the
 * first full subtree that differs: first_bad is then where that begins, and the reason names both ends.
 *
 * Fails only when the file cannot be read; a bad log is a result. threads 0: as many as cores, at most VERIFY_THREADS.
 */
WARN_UNUSED int verify_log(const char *path, const struct chain *expected, int threads, const struct cancel *cancel,
                           struct verify_result *ret, struct err *err);

/* The same with all that is known. What waits is checked as if it were in the file; what the file already has of it
 * must be the same. */
WARN_UNUSED int verify_log_as(const char *path, const struct verify_options *options, const struct cancel *cancel,
                              struct verify_result *ret, struct err *err);
