/* lane.h - calls that run side by side: at most MCP_CALLS threads, made when they are needed, and MCP_WAITING calls in
 * line behind them. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct lane;
struct mcp_call;

/* run is called with each call, in some thread, and ends it. */
struct lane *lane_new(void (*run)(struct mcp_call *c));

/* False, and the call is still the caller's, when too many wait. */
WARN_UNUSED bool lane_add(struct lane *l, struct mcp_call *c);

/* Takes no more calls, waits for those that are there, frees it. */
void lane_free(struct lane *l);
