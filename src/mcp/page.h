/* page.h - lists in pages: a cursor is a place in one list, sealed. */
#pragma once
#include "base/attrs.h"

struct json;
struct mcp_call;
struct mcp_page;
struct rpc_error;

/* A page for the request's cursor; fails with invalid params when the cursor is none of ours for this list. */
WARN_UNUSED int page_open(struct mcp_call *c, struct mcp_page *ret, struct rpc_error *e);

/* The result: the items under a name, and the next cursor when there are more. */
struct json *page_close(struct mcp_call *c, const struct mcp_page *page, const char *name);
