/* audit_check.h - does everything in a home agree about its audit log? The one check behind `audit verify` and the
 * doctor.
 *
 * Four things say how far the log goes and what is in it: the log's file, the signed head in the database, the second
 * copy of the head beside the log (head_file.h), and a witness kept elsewhere (witness.h). Two say which key signs:
 * keys/audit.pub in the home, and the known keys outside of it (known_keys.h). A result names the first that disagrees,
 * and says what to do.
 *
 * The check never writes: it appends and cuts off no line, and neither makes nor upgrades a database. It holds the
 * log's lock, for reading, only while it looks at the four. Others may write meanwhile.
 */
#pragma once
#include "base/attrs.h"
#include "store/log/known_keys.h"
#include "store/log/verify.h"

struct arena;
struct cancel;
struct err;
struct json;
struct location;

struct audit_check_spec {
    const char *home;
    const char *settings;           /* home_settings(); NULL: no key is known */
    const char *key;                /* the public key that must have signed, in hex; NULL: the known one */
    const struct location *witness; /* the witness's file; NULL: none */
};

struct audit_check {
    struct verify_result log; /* .ok, .first_bad and .reason are of the whole */
    char action[ERR_MESSAGE_BYTES];
    char key[KEY_TEXT_BYTES]; /* that signed; empty before the first entry */
    struct json *notes;       /* what is no fault and yet worth telling, as texts */
    uint64_t witnessed;       /* heads of the witness that agree */
};

/* Fails only when something cannot be looked at (ERR_IO, ERR_BUSY, cancelled); whatever is wrong is a result. */
WARN_UNUSED int audit_check_run(const struct audit_check_spec *ask, const struct cancel *cancel, struct arena *a,
                                struct audit_check *ret, struct err *err);
