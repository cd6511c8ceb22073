/* host.c - names are compared as text, in ASCII, whatever their case. An address that is written in an unusual way
 * (127.1, [0::1]) is none of ours. */
#include "web/host.h"
#include "base/str.h"
#include "web/parts.h"
#include <arpa/inet.h>
#include <strings.h>

struct host {
    const char *name; /* with the brackets of an IPv6 address */
    size_t n;
    unsigned port; /* 0: not said */
};

/* "name", "name:port", "[v6]", "[v6]:port". */
static bool read_host(const char *s, struct host *ret)
{
    const char *p;
    unsigned port = 0;

    ret->n = *s == '[' ? strcspn(s, "]") + 1 : strcspn(s, ":");
    if (ret->n > strlen(s) || ret->n == 0)
        return false;
    ret->name = s;
    p = s + ret->n;
    if (*p == ':') {
        if (!p[1])
            return false;
        for (p++; *p >= '0' && *p <= '9' && port < 65536; p++)
            port = port * 10 + (unsigned)(*p - '0');
        if (port == 0)
            return false;
    }
    ret->port = port;
    return !*p && port < 65536;
}

static bool is_name(const struct host *h, const char *name)
{
    return strlen(name) == h->n && strncasecmp(h->name, name, h->n) == 0;
}

static bool is_configured(const struct web *w, const struct host *h)
{
    for (const char *const *name = w->config.names; name && *name; name++)
        if (is_name(h, *name))
            return true;
    return false;
}

/* The address the client connected to; it cannot be a name that somebody else points here. */
static bool is_local(const struct conn *c, const struct host *h)
{
    char text[INET6_ADDRSTRLEN + 2] = "[";
    const union web_address *a = &c->local;

    if (a->any.sa_family == AF_INET)
        return inet_ntop(AF_INET, &a->v4.sin_addr, text, sizeof text) && is_name(h, text);
    if (a->any.sa_family != AF_INET6)
        return false;
    if (IN6_IS_ADDR_V4MAPPED(&a->v6.sin6_addr))
        return inet_ntop(AF_INET, a->v6.sin6_addr.s6_addr + 12, text, sizeof text) && is_name(h, text);
    if (!inet_ntop(AF_INET6, &a->v6.sin6_addr, text + 1, sizeof text - 2))
        return false;
    text[strlen(text) + 1] = '\0';
    text[strlen(text)] = ']';
    return is_name(h, text);
}

static bool is_usual(const struct conn *c, const struct host *h)
{
    return is_name(h, "localhost") || is_name(h, "127.0.0.1") || is_name(h, "[::1]") || is_local(c, h);
}

bool host_is_ours(const struct web *w, const struct conn *c, const char *host)
{
    struct host h;

    return read_host(host, &h) && (h.port == 0 || h.port == w->port) && (is_usual(c, &h) || is_configured(w, &h));
}

bool host_is_our_origin(const struct web *w, const struct conn *c, const char *origin)
{
    struct host h;
    bool is_https = str_starts(origin, "https://");

    if (!is_https && !str_starts(origin, "http://"))
        return false;
    if (!read_host(origin + strlen(is_https ? "https://" : "http://"), &h))
        return false;
    if (is_configured(w, &h))
        return h.port == 0 || h.port == w->port;
    return is_usual(c, &h) && (h.port ? h.port : is_https ? 443u : 80u) == w->port;
}
