/* gzip.h - compressing an answer. */
#pragma once
#include <stddef.h>

/* The n bytes compressed, for free(); NULL when that makes them no shorter. */
void *gzip_new(const void *p, size_t n, size_t *ret_n);
