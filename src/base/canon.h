/* canon.h - is a text already in the canonical form of json.h? Answered in one pass, without a tree or memory of its
 * own. */
#pragma once
#include "base/attrs.h"

/* Checks the canonical JSON value that begins at p, in text that is readable up to end, with at most `depth` levels of
 * lists and objects. Returns the place behind the value; NULL, and in *ret_why a fixed text for people, when what is
 * there is no JSON or another spelling of it. */
WARN_UNUSED const char *canon_skip(const char *p, const char *end, unsigned depth, const char **ret_why);
