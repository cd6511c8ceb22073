/* url.h - addresses that may hold a secret, and what of them may be written down. */
#pragma once
#include <stdbool.h>

struct arena;

/* True for "scheme://...", a scheme being a letter and letters, digits, "+", "-" or "." (RFC 3986). */
bool url_is(const char *text);

#define URL_MASK "***" /* in place of a password */

/* The text as a log or a message may hold it: in "scheme://user:password@host/...?password=..." each password is "***".
 * Anything that is no URL stays as it is. In the arena, or the text itself. */
const char *url_mask(struct arena *a, const char *text);
