/* reply.h - the headers that every answer has. */
#pragma once
#include "web/parts.h"

/* Security, X-Request-Id and caching, and those of the list (may be NULL). */
void reply_add_headers(struct exchange *x, struct MHD_Response *r, const struct web_pairs *more);
