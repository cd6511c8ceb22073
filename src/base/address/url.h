/* url.h - addresses in general; those of database servers, which may hold a secret, are address.h's. */
#pragma once
#include <stdbool.h>

struct arena;

/* True for "scheme://...", a scheme being a letter and letters, digits, "+", "-" or "." (RFC 3986). */
bool url_is(const char *text);

/* What a request over HTTP needs to know of an address, and a person may be told: not a user, a password or a query,
 * which it must not have. */
struct url_http {
    bool is_secure;   /* https */
    bool is_loopback; /* localhost, 127.0.0.0/8 or ::1: it does not leave the machine */
    const char *host; /* with the port where one was given: "127.0.0.1:8080", "[::1]" */
};

/* False when the text is not "http://host[:port][/path]", or the same with https. */
bool url_http(struct arena *a, const char *text, struct url_http *ret);
