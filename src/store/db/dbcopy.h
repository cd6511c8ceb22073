/* dbcopy.h - a copy of a SQLite database as it is at one moment, while others write to it. */
#pragma once
#include "base/attrs.h"

struct cancel;
struct err;

/* Copies `from` as of its last commit into `to`, an empty file that the caller made (and removes, whatever happens).
 * The writers of `from` are not held up. The copy is one file that needs no other, and durable. */
WARN_UNUSED int dbcopy_make(const char *from, const char *to, const struct cancel *cancel, struct err *err);
