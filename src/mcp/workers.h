/* workers.h - the threads that calls run in: at most MCP_CALLS of them, made when they are needed. Up to MCP_WAITING
 * calls wait in line behind them. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct workers;
struct mcp_call;

/* run is called with each call, in some thread, and ends it. */
struct workers *workers_new(void (*run)(struct mcp_call *c));

/* False, and the call is still the caller's, when too many wait. */
WARN_UNUSED bool workers_add(struct workers *l, struct mcp_call *c);

/* Takes no more calls, waits for those that are there, frees it. */
void workers_free(struct workers *l);
