/* attest.h - compares what the database keeps for people with the signed log.
 *
 * Requests keep things to be shown again: an analysis, the description of an artifact, the hash of its file. The log
 * holds a salted hash of each. Whoever can write to the home can change rows of the database. Nobody can change the log
 * without the key. So everything is compared with the log before it is shown, and refused when it differs.
 *
 * The hashes are read from the log once and kept in memory. Each comparison first reads and checks the lines that were
 * added since: the hash and link of every line, and the root of the tree against the signed head. Lines that were read
 * before are not read again, so changing them later has no effect.
 *
 * Safe for several threads.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct attest;
struct buf;
struct cancel;
struct db;
struct err;
struct json;
struct store;
struct world;

/* What the log has hashes of. */
#define ATTEST_ANALYSIS "analysis"           /* an analysis's plan, steps and response, by the request's id */
#define ATTEST_ANALYSIS_ITEM "analysis_item" /* what a list shows of it */
#define ATTEST_TURN "turn"                   /* what a turn of a conversation said, by the request's id */
#define ATTEST_ARTIFACT "artifact"           /* an artifact's description, by its own id */
#define ATTEST_CONTENT "content"             /* the hash of its file */

enum attested {
    ATTEST_SAME,    /* it is what was kept */
    ATTEST_OTHER,   /* something else was */
    ATTEST_UNKNOWN, /* the log says nothing of it: an older program kept it, or nobody did */
};

/* What the signed log says of a value that is kept under that id. ERR_AUDIT_BROKEN when the log itself is not whole. */
WARN_UNUSED int attest_look(struct store *s, const char *what, const char *id, const struct json *value,
                            const struct cancel *cancel, enum attested *ret, struct err *err);

/* 0 when the signed log says that this is what was kept under that id. ERR_AUDIT_BROKEN when it says something else or
 * nothing, and when the log itself is not whole. */
WARN_UNUSED int attest_value(struct store *s, const char *what, const char *id, const struct json *value,
                             const struct cancel *cancel, struct err *err);

/* The same of an artifact: its description, and the hash of its file. One that an older program made has no hash of its
 * description in the log; the file's hash always has been there. */
WARN_UNUSED int attest_artifact(struct store *s, const struct json *artifact, const struct cancel *cancel,
                                struct err *err);

/* 0 when the log, as far as it goes, is what was signed. ERR_AUDIT_BROKEN. */
WARN_UNUSED int attest_log(struct store *s, const struct cancel *cancel, struct err *err);

/* A value's salted hash, as the log holds it; the salt is new and stays beside the log. *text gets the salt and, behind
 * it, the value's canonical JSON. */
WARN_UNUSED int attest_salted(const struct world *w, const struct json *value, struct buf *text,
                              char ret_salt[static SHA256_TEXT_BYTES], char ret_hash[static SHA256_TEXT_BYTES],
                              struct err *err);

/* The same of words beside the chain, as a line of the log names them: SHA-256 of the salt and the text. */
bool attest_words(const char *hash, const char *salt, const char *text);

/* Everything that is kept to be shown, counted. */
struct attest_count {
    uint64_t all, other, unknown;
};
WARN_UNUSED int attest_all(struct store *s, const struct cancel *cancel, struct attest_count *ret, struct err *err);

/* When a home of an older program was brought up to date: what it holds is attested as it is (attest_old.c). */
WARN_UNUSED int attest_existing(struct store *s, struct err *err);

/* Whether the log attests anything yet. */
WARN_UNUSED int attest_has_any(struct store *s, bool *ret, struct err *err);

/* For the store: what it remembers. */
struct attest *attest_new(void);
void attest_free(struct attest *t);
