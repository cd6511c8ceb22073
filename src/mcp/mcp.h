/* mcp.h - serving the Model Context Protocol, whatever is served.
 *
 * Three revisions: 2026-07-28, in which every request describes itself and nothing is kept between requests, and
 * 2025-11-25 and 2025-06-18, which begin with a handshake. What is served comes from a host (mcp_host.h); the product's
 * host reads the operation table (mcp_ops.h), a test's brings its own tools.
 *
 * Over stdio one process serves one client. Over HTTP the routes of mcp_routes() serve any number, with the web
 * server's checks in front (Host, Origin, who asks).
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct err;
struct journals;
struct log;
struct mcp;
struct mcp_host;
struct web_route;
struct world;

struct mcp_config {
    const struct mcp_host *host;
    const struct world *world;
    struct journals *journals; /* for streams; NULL over stdio */
    struct log *log;           /* may be NULL */
};

struct mcp *mcp_new(const struct mcp_config *config);
void mcp_free(struct mcp *m); /* ends what runs, waits for it */

/* Takes no more requests, cancels what runs and tells those who listen that it ends; may be called more than once. A
 * server over HTTP does it before web_stop(), which then has nothing to wait for. */
void mcp_stop(struct mcp *m);

/* Serves one client on two descriptors until `in` ends. Requests run side by side, up to MCP_CALLS. Nothing but the
 * protocol goes to `out`. */
WARN_UNUSED int mcp_stdio(struct mcp *m, int in, int out, struct err *err);

/* POST, GET and DELETE of /mcp; they are the server's own. */
const struct web_route *mcp_routes(struct mcp *m, size_t *ret_n);
