/* http.h - the HTTP door: the contract's routes over the operation table, the page, and what describes them.
 *
 * It decodes a request, calls the gate and encodes what comes back; what an operation takes and gives is read from the
 * table, so a new operation needs nothing here. Routes of other doors (MCP over HTTP) are handed in by the program.
 */
#pragma once
#include "base/attrs.h"
#include "web/web.h"

struct arena;
struct err;
struct gate;
struct http;
struct journals;
struct json;

struct http_config {
    struct web_config web;
    struct gate *gate;            /* policy.any_path must not be set */
    struct journals *journals;    /* of all streams */
    const char *user;             /* whom requests act for; NULL: "local" */
    bool private;                 /* keeps nothing of any request, whatever it says itself */
    const struct web_route *more; /* routes of other doors, tried first */
    size_t n_more;

    /* How the program is: the body of GET /health, and its status. Must answer at once, from memory alone; NULL: the
     * door only says that it is there. */
    struct json *(*health)(struct arena *a, void *arg, int *ret_status);
    void *health_arg;
};

/* Serves until it is closed. What the config points to must outlive it. */
WARN_UNUSED int http_open(const struct http_config *config, struct http **ret, struct err *err);
uint16_t http_port(const struct http *h);
void http_close(struct http *h); /* lets what runs finish for a moment; see web_stop */
