/* host.h - is a request meant for this server? Against pages that make a browser ask it: by a name that somebody's DNS
 * points here (Host), or from a page of another origin (Origin). */
#pragma once
#include <stdbool.h>

struct conn;
struct web;

/* Host: localhost, a loopback address, the address the client connected to, or one of the configured names; with our
 * port or none. */
bool host_is_ours(const struct web *w, const struct conn *c, const char *host);

/* Origin: http or https, and a host as above. Without a port it is another server's (80 or 443), unless that is our
 * port or the name is a configured one, which a proxy may serve. */
bool host_is_our_origin(const struct web *w, const struct conn *c, const char *origin);
