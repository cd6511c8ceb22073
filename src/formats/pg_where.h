/* pg_where.h - where the URL of a server leads to, for whoever is to be let there and nowhere else. */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

struct pg_where {
    uint16_t ports[PG_PORTS]; /* of TCP; of more hosts than that, the last are not reached */
    size_t n;
    bool is_local; /* one of them is found by a socket in the file system */
};

/* Adds what the URL names. Errors: ERR_ENGINE_UNAVAILABLE. One that cannot be read leads nowhere: connecting says so.
 */
WARN_UNUSED int pg_where(const char *url, struct pg_where *where, struct err *err);
