/* key_check.h - compares the key of a home with the known one (store/log/known_keys.h) when the home is opened.
 *
 * The first key of a home is remembered outside of it. Another key later has one of two reasons. Either a new home
 * stands in the place of the old one: a person is told. Or the log is somebody else's: nothing is written to it.
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
