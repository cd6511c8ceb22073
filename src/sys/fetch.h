/* fetch.h - one HTTP request to another server, and its reply.
 *
 * Nothing in this program leaves the machine unless a person named where to. So a request goes to exactly the address
 * it was given: no redirect is followed, no proxy of the environment is used, no cookie or login of the user is sent.
 * Only http and https; certificates are checked, and the host against them.
 *
 * All of it is bounded: the reply's size, the time to connect, the time in all. A cancel is honoured within 100 ms. No
 * error holds the address, a header or a byte of either body. libcurl is loaded with the first request.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct err;

struct fetch {
    const char *url;
    const char *authorities;    /* a file of certificates (PEM) to trust a server by; NULL: the system's */
    const char *const *headers; /* "Name: value"; NULL-terminated, or NULL. Without line ends: the caller has looked */
    const void *body;
    size_t n_body;
    size_t most;        /* bytes of the reply's body */
    int64_t connect_ms; /* at most */
    int64_t timeout_ms; /* at most, in all */
};

struct fetch_reply {
    int status;             /* 200 to 599, whatever it is */
    int64_t retry_after_ms; /* what the server asks for; 0: nothing */
    const char *body;       /* in the arena, with a NUL behind it */
    size_t n;
};

/* Whether requests can be made at all; ERR_ENGINE_UNAVAILABLE when libcurl is not installed. */
WARN_UNUSED int fetch_ready(struct err *err);

/* Sends the body by POST. From any thread. Fails with
 *   ERR_INVALID_INPUT  an address that is none, or neither http nor https
 *   ERR_IO             nobody answers there, or the answer breaks off or is no HTTP: may be tried again
 *   ERR_POLICY_VIOLATION  the server's certificate is not to be trusted
 *   ERR_TOO_LARGE      more than `most`
 *   ERR_QUERY_TIMEOUT, ERR_CANCELLED
 *   ERR_ENGINE_UNAVAILABLE  libcurl is not installed, or too old. */
WARN_UNUSED int fetch_post(struct arena *a, const struct fetch *f, const struct cancel *cancel, struct fetch_reply *ret,
                           struct err *err);
