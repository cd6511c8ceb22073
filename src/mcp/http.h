/* http.h - the routes of Streamable HTTP. */
#pragma once
#include "web/web.h"

struct mcp;

/* POST, GET and DELETE of /mcp. */
void mcp_http_routes(struct mcp *m, struct web_route routes[static 3]);
