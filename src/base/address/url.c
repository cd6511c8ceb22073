/* url.c - a scheme and "://", and of HTTP's addresses where they lead. */
#include "base/address/url.h"
#include "base/arena.h"
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

/* Where the part behind "://" begins; NULL when it is no URL. */
static const char *authority(const char *text)
{
    const char *p = text;

    if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z')))
        return NULL;
    p += strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    return strncmp(p, "://", 3) == 0 ? p + 3 : NULL;
}

bool url_is(const char *text)
{
    return authority(text) != NULL;
}

/* ---- addresses of HTTP ---- */

/* Where the host's name ends: at the port's colon, or at the end. In brackets a colon is part of it. */
static const char *host_end(const char *p, const char *end)
{
    const char *close = *p == '[' ? memchr(p, ']', (size_t)(end - p)) : NULL;
    const char *colon = memchr(close ? close : p, ':', (size_t)(end - (close ? close : p)));

    return colon ? colon : end;
}

static bool is_port(const char *p, const char *end)
{
    long port = 0;

    for (const char *c = p; c < end; c++) {
        if (*c < '0' || *c > '9' || port > 65535)
            return false;
        port = port * 10 + (*c - '0');
    }
    return p < end && port >= 1 && port <= 65535;
}

static bool is_loopback(const char *p, size_t n)
{
    char name[64];
    struct in_addr four;

    if (n >= sizeof name)
        return false;
    memcpy(name, p, n);
    name[n] = '\0';
    if (inet_pton(AF_INET, name, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    return strcasecmp(name, "localhost") == 0 || strcmp(name, "[::1]") == 0;
}

bool url_http(struct arena *a, const char *text, struct url_http *ret)
{
    const char *host = authority(text), *end, *name_end;
    bool is_secure = strncasecmp(text, "https:", 6) == 0;

    if (!host || (!is_secure && strncasecmp(text, "http:", 5) != 0))
        return false;
    end = host + strcspn(host, "/?#");
    name_end = host_end(host, end);
    if (name_end == host || strpbrk(end, "?#") || memchr(host, '@', (size_t)(end - host)) ||
        (name_end < end && !is_port(name_end + 1, end)))
        return false;
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 0x7f || *c == '\\')
            return false;
    *ret = (struct url_http){ .is_secure = is_secure,
                              .is_loopback = is_loopback(host, (size_t)(name_end - host)),
                              .host = arena_dup(a, host, (size_t)(end - host)) };
    return true;
}
