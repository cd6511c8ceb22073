/* stamp.h - whether what a home holds of a user's has changed since somebody looked, told by a number.
 *
 * For doors that tell their clients of changes, whichever process made them. Equal numbers mean that nothing changed;
 * nothing else can be read from one. Nothing is written down for a look.
 */
#pragma once
#include "base/attrs.h"
#include <stdint.h>

struct err;
struct store;

/* Of what upload://, artifact:// or report:// names; one that is not there, or anything else, has 0. Of the list of the
 * user's uploads and artifacts when uri is NULL. */
WARN_UNUSED int stamp_of(struct store *s, const char *home, const char *user, const char *uri, uint64_t *ret,
                         struct err *err);
