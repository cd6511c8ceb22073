/* known_keys.h - which key signs a home's audit log, remembered outside of the home.
 *
 * Whoever can write to a home, and does not have its key, could put a whole log of their own there, signed with a key
 * of their own. So the public key is remembered at first use in a file that is not in the home (home_settings()), as
 * ssh remembers the keys of hosts: a line, "KEY TIME PATH". A log that is signed by another key than the known one is
 * refused. A home that is begun anew in the same place gets a line more: its key is known as a later one, and that
 * there was an earlier is told until a person removes that line.
 *
 * Safe for several processes. Lines of homes that are not there now stay: a disk may not be mounted.
 */
#pragma once
#include "base/attrs.h"
#include "base/sign.h"
#include <stdbool.h>
#include <stdint.h>

struct err;

#define KEY_PIN_FILE "keys/audit.pub"           /* in the home: the public key, which goes with a backup */
#define KEY_TEXT_BYTES (2 * SIGN_KEY_BYTES + 1) /* a public key in hex, and its end */

enum known_key {
    KEY_IS_KNOWN,   /* the known one */
    KEY_IS_LATER,   /* known, but another one signed there before */
    KEY_IS_NEW,     /* nothing is known of that home */
    KEY_IS_ANOTHER, /* another one is known */
};

/* What is known of the key of the home at that path; `folder` is the settings' folder, and NULL knows nothing.
 * *ret_known is the first one known, or empty. */
WARN_UNUSED int known_key_look(const char *folder, const char *home, const char *key, enum known_key *ret,
                               char ret_known[static KEY_TEXT_BYTES], struct err *err);

/* Remembers the key, beside what was known. Without a folder nothing is done. */
WARN_UNUSED int known_key_keep(const char *folder, const char *home, const char *key, int64_t now_us, struct err *err);

/* Forgets the home. */
WARN_UNUSED int known_key_forget(const char *folder, const char *home, struct err *err);
