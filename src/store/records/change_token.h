/* change_token.h - a number that differs once a file or a list of the user's has changed.
 *
 * For doors that notify their clients of changes, whichever process made them. Equal tokens mean that nothing changed;
 * a token says nothing else. Taking one writes nothing.
 */
#pragma once
#include "base/attrs.h"
#include <stdint.h>

struct err;
struct store;

/* Of what upload://, artifact:// or report:// names; one that is not there, or anything else, has 0. Of the list of the
 * user's uploads and artifacts when uri is NULL. */
WARN_UNUSED int change_token_of(struct store *s, const char *home, const char *user, const char *uri, uint64_t *ret,
                                struct err *err);
