/* key_check.h - a home's key held against the one that is known for it (store/log/known_keys.h), when it is opened.
 *
 * The key that signs is remembered outside of the home at first use. Another one later is either a new home in the
 * place of the old one, which a person is told of, or somebody else's log, which is not written to.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct store;
struct world;

/* Remembers the key of a home that is new. A store whose log is signed by another key than the known one is distrusted
 * (store.h); that is no failure. *ret_is_new_home: the home has no log yet, and another one was at this place before.
 * Fails, for the diary alone, when what is known cannot be read or written. */
WARN_UNUSED int key_check(struct store *s, const char *settings, const char *home, const struct world *world,
                          bool *ret_is_new_home, struct err *err);
