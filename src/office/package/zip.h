/* zip.h - the directory at the end of a zip file. Internal to package.c; package.h is for everybody else. */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct err;
struct part;

/* Reads the directory of the n bytes; the parts live in the arena and borrow from the bytes. */
WARN_UNUSED int zip_parts(struct arena *a, const char *p, size_t n, struct part **ret, size_t *ret_n, struct err *err);
