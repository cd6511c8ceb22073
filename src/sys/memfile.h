/* memfile.h - bytes in memory as a file: for libraries that only open names, and processes that are handed files. */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct err;

#define MEMFILE_PATH_BYTES 32 /* "/proc/self/fd/" and a number */

/* A file in memory that holds the n bytes, to be read from their start; the caller closes *ret_fd.
 * ERR_RESOURCE_EXHAUSTED. */
WARN_UNUSED int memfile_new(const void *p, size_t n, int *ret_fd, struct err *err);

/* The name by which the descriptor's file can be opened again. */
void memfile_path(int fd, char out[static MEMFILE_PATH_BYTES]);
