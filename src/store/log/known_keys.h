/* known_keys.h - remembers, outside of a home, which key signs its audit log.
 *
 * Whoever can write to a home without having its key could put another log there, signed with a key of their own. So
 * the public key is remembered at first use, in a file outside of the home (home_settings()), as ssh remembers the keys
 * of hosts. Each line is "KEY TIME PATH". A log that another key signed is refused. A new home in the same place adds a
 * line: its key is known as the later one. That there was an earlier one is told until a person removes its line.
 *
 * Safe for several processes. Lines of homes that are not there stay: a disk may not be mounted.
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
