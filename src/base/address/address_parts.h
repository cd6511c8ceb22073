/* address_parts.h - an address as spans of its text. For src/base/address*.c only; address.h says what is what in it.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#define SCHEME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."

struct span {
    const char *p;
    size_t n;
};

/* An address, cut up. What it does not have is empty; separators belong to no part. */
struct parts {
    struct span scheme, user, password, host, path, query, fragment;
    bool has_password, has_user, has_query, has_fragment;
    bool is_unclear; /* where the password ends, or that it is one */
};

struct span parts_span(const char *from, const char *to);

/* The first of the characters in [p, end), or end. */
const char *parts_first_of(const char *p, const char *end, const char *chars);

/* Cuts up the address that begins at p with its scheme and "://", and ends at `end`. */
void parts_cut(const char *p, const char *end, struct parts *ret);

/* A server that can be read here; or one of that kind: postgresql+psycopg2:// as well, which programs of others write.
 */
bool parts_is_postgres(struct span scheme);
bool parts_is_of_postgres(struct span scheme);

/* Decodes "%40" and its like into `to`, which has room for what is decoded and a NUL, or cuts it; returns its length.
 */
size_t parts_decode(struct span s, char *to, size_t room);

struct parameter {
    struct span whole, name, value;
    char known[64]; /* its name, decoded */
};

/* Takes the next parameter off a query; false behind the last. */
bool parts_next(struct span *query, struct parameter *ret);

/* True when its value is a password. */
bool parts_is_secret(const struct parameter *p);
