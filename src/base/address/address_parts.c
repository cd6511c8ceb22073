/* address_parts.c - where an address is cut; each part is what is left of it behind the one before. */
#include "base/address/address_parts.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

bool parts_is_postgres(struct span scheme)
{
    return (scheme.n == strlen("postgres") && strncasecmp(scheme.p, "postgres", scheme.n) == 0) ||
           (scheme.n == strlen("postgresql") && strncasecmp(scheme.p, "postgresql", scheme.n) == 0);
}

bool parts_is_of_postgres(struct span scheme)
{
    for (size_t i = 0; i + strlen("postgres") <= scheme.n; i++)
        if (strncasecmp(scheme.p + i, "postgres", strlen("postgres")) == 0)
            return true;
    return false;
}

struct span parts_span(const char *from, const char *to)
{
    return (struct span){ from, (size_t)(to - from) };
}

const char *parts_first_of(const char *p, const char *end, const char *chars)
{
    while (p < end && !strchr(chars, *p))
        p++;
    return p;
}

/* ":" or what stands for one in a user's name, where nobody but a password's owner would write it. NULL: there is none.
 */
static const char *find_colon(const char *p, const char *end, size_t *ret_n)
{
    for (; p < end; p++) {
        *ret_n = *p == ':' ? 1 : end - p >= 3 && strncasecmp(p, "%3A", 3) == 0 ? 3 : 0;
        if (*ret_n)
            return p;
    }
    return NULL;
}

/* True when what follows the colon can be no port: then somebody forgot the host, or it was cut off. */
static bool is_no_port(const char *p, const char *stop)
{
    const char *end = parts_first_of(p, stop, ",");

    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return p < end;
}

/* The user's part, which ends at an "@". What is left begins at the host. */
static const char *cut_user(const char *p, const char *end, bool strict, struct parts *ret)
{
    const char *stop = parts_first_of(p, end, "/?#"), *at = memrchr(p, '@', (size_t)(stop - p)), *colon;
    const char *late = strict ? memrchr(stop, '@', (size_t)(end - stop)) : NULL;
    size_t n = 0;

    colon = strict && *p != '[' ? find_colon(p, stop, &n) : NULL;
    if (colon && (late || (!at && is_no_port(colon + n, stop)))) {
        ret->is_unclear = true;
        at = late ? late : end;
    }
    if (!at)
        return p;
    colon = find_colon(p, at, &n);
    ret->has_user = true;
    ret->user = parts_span(p, colon ? colon : at);
    if (colon) {
        ret->has_password = true;
        ret->password = parts_span(colon + n, at);
        ret->is_unclear |= n > 1;
    }
    return at < end ? at + 1 : end;
}

void parts_cut(const char *p, const char *end, struct parts *ret)
{
    const char *behind = p + strspn(p, SCHEME_CHARS), *stop;
    const struct span none = parts_span(end, end);

    *ret = (struct parts){ parts_span(p, behind), none, none, none, none, none, none, .is_unclear = false };
    p = cut_user(behind + strlen("://"), end, parts_is_of_postgres(ret->scheme), ret);
    stop = parts_first_of(p, end, "/?#");
    ret->host = parts_span(p, stop);
    p = parts_first_of(stop, end, "?#");
    ret->path = parts_span(stop, p);
    if (p < end && *p == '?') {
        stop = parts_first_of(p, end, "#");
        ret->has_query = true;
        ret->query = parts_span(p + 1, stop);
        p = stop;
    }
    if (p < end) {
        ret->has_fragment = true;
        ret->fragment = parts_span(p + 1, end);
    }
}

/* ---- parameters ---- */

static int hex_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

size_t parts_decode(struct span s, char *to, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n && n + 1 < room; i++) {
        bool is_code = s.p[i] == '%' && i + 2 < s.n && hex_of(s.p[i + 1]) >= 0 && hex_of(s.p[i + 2]) >= 0;
        to[n++] = is_code ? (char)(hex_of(s.p[i + 1]) * 16 + hex_of(s.p[i + 2])) : s.p[i];
        i += is_code ? 2 : 0;
    }
    to[n] = '\0';
    return n;
}

bool parts_next(struct span *query, struct parameter *ret)
{
    const char *end = query->p + query->n, *stop, *equal;

    if (query->n == 0)
        return false;
    stop = parts_first_of(query->p, end, "&");
    equal = parts_first_of(query->p, stop, "=");
    ret->whole = parts_span(query->p, stop);
    ret->name = parts_span(query->p, equal);
    ret->value = parts_span(equal < stop ? equal + 1 : stop, stop);
    parts_decode(ret->name, ret->known, sizeof ret->known);
    *query = stop < end ? parts_span(stop + 1, end) : parts_span(end, end);
    return true;
}

bool parts_is_secret(const struct parameter *p)
{
    size_t n = strlen(p->known), word = strlen("password");

    return n >= word && strcasecmp(p->known + n - word, "password") == 0;
}
