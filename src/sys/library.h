/* library.h - shared libraries that are loaded when they are first needed.
 *
 * A library that few commands use is not linked: finding it and what it needs in turn would cost every start of the
 * program, and of every worker. Its functions are listed once, in an X macro, from which both a struct of pointers with
 * exactly its header's types and this table of names are made.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct library_function {
    const char *name;
    size_t offset; /* of its pointer in the struct */
};

#define LIBRARY_WHY_BYTES 256 /* of the loader's text: a path and a sentence */

/* Loads the library, a path or a name for the loader to find, and fills the struct in. It stays loaded. -1, and `why`
 * is the loader's own text, when it is not there or lacks a function. */
WARN_UNUSED int library_load(const char *name, const struct library_function *functions, size_t n, void *table,
                             char why[static LIBRARY_WHY_BYTES]);
