/* headers.h - the headers in which 2026-07-28 repeats what a request says, so that what stands between client and
 * server need not read bodies. They must agree with it. */
#pragma once
#include "base/attrs.h"

struct arena;
struct exchange;
struct mcp_host;
struct rpc;
struct rpc_error;

/* Of a request whose _meta is there. Fails with RPC_HEADER_MISMATCH. */
WARN_UNUSED int headers_check(struct exchange *x, struct arena *a, const struct mcp_host *h, const struct rpc *r,
                              struct rpc_error *e);
