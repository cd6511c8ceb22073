/* base64.h - bytes as text and back (RFC 4648): the usual alphabet with padding, and the one for URLs without. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;

enum base64_form {
    BASE64,     /* + and /, padded with = */
    BASE64_URL, /* - and _, unpadded */
};

/* NUL-terminated, in the arena. */
const char *base64_text(struct arena *a, enum base64_form form, const void *p, size_t n);

/* Strictly, so that bytes have one text only: false for any other character, length, padding, or bits left over. */
bool base64_read(struct arena *a, enum base64_form form, const char *text, size_t n, const char **ret, size_t *ret_n);
