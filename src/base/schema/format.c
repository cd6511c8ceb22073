/* format.c - the grammars of RFC 3986 and RFC 5321 as small recognisers; times and ids have modules of their own.
 *
 * Nothing is copied out or decoded: a recogniser walks the bytes once and says yes or no. Character classes are ASCII
 * by definition here, so no locale is asked.
 */
#include "base/schema/format.h"
#include "base/attrs.h"
#include "base/id.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include <arpa/inet.h>
#include <assert.h>
#include <strings.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_alnum(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* ---- times and ids ---- */

static bool is_date(const char *p, size_t n)
{
    int64_t days;

    return date_read(p, n, &days);
}

static bool is_date_time(const char *p, size_t n)
{
    int64_t us;

    return time_read(p, n, &us);
}

/* A time is what makes a date-time behind a date; any day far from the calendar's ends serves. */
static bool is_time(const char *p, size_t n)
{
    char text[FORMAT_TIME_BYTES + 11] = "2000-06-30T";

    if (n > FORMAT_TIME_BYTES)
        return false;
    memcpy(text + 11, p, n);
    return is_date_time(text, n + 11);
}

/* ---- addresses of hosts ---- */

/* inet_pton() wants a NUL; what is longer than the longest address is none. */
static bool is_address(int family, const char *p, size_t n)
{
    char text[INET6_ADDRSTRLEN];
    unsigned char address[sizeof(struct in6_addr)];

    if (n >= sizeof text || memchr(p, '\0', n))
        return false;
    memcpy(text, p, n);
    text[n] = '\0';
    return inet_pton(family, text, address) == 1;
}

/* ---- RFC 3986 ---- */

/* True when all n bytes are unreserved, sub-delims, percent-encoded or in `also`. */
static bool is_uri_text(const char *p, size_t n, const char *also)
{
    for (size_t i = 0; i < n; i++) {
        if (is_alnum(p[i]) || is_one_of(p[i], "-._~!$&'()*+,;=") || is_one_of(p[i], also))
            continue;
        if (p[i] != '%' || n - i < 3 || !is_hex(p[i + 1]) || !is_hex(p[i + 2]))
            return false;
        i += 2;
    }
    return true;
}

/* "v" HEX+ "." and then anything a name may hold, or a colon: addresses yet to be invented. */
static bool is_future_address(const char *p, size_t n)
{
    size_t i = 1;

    if (n == 0 || (p[0] != 'v' && p[0] != 'V'))
        return false;
    while (i < n && is_hex(p[i]))
        i++;
    if (i == 1 || i + 1 >= n || p[i] != '.' || memchr(p, '%', n))
        return false;
    return is_uri_text(p + i + 1, n - i - 1, ":");
}

static bool is_uri_host(const char *p, size_t n)
{
    if (n < 2 || p[0] != '[')
        return is_uri_text(p, n, "");
    return p[n - 1] == ']' && (is_address(AF_INET6, p + 1, n - 2) || is_future_address(p + 1, n - 2));
}

/* [ userinfo "@" ] host [ ":" port ], all of it between "//" and the path. */
static bool is_uri_authority(const char *p, size_t n)
{
    const char *at = memchr(p, '@', n);
    size_t host;

    if (at) {
        size_t user = (size_t)(at - p);
        if (!is_uri_text(p, user, ":"))
            return false;
        p += user + 1;
        n -= user + 1;
    }
    for (host = n; host > 0 && is_digit(p[host - 1]); host--)
        ;
    /* Only digits behind the last colon make a port; a name of digits has no colon before it. */
    if (host > 0 && p[host - 1] == ':')
        n = host - 1;
    return is_uri_host(p, n);
}

/* Bytes before the first of the stops, or all of them. */
static size_t span_before(const char *p, size_t n, const char *stops)
{
    size_t i = 0;

    while (i < n && !is_one_of(p[i], stops))
        i++;
    return i;
}

static bool is_scheme(const char *p, size_t n)
{
    if (n == 0 || !is_alnum(p[0]) || is_digit(p[0]))
        return false;
    for (size_t i = 1; i < n; i++)
        if (!is_alnum(p[i]) && !is_one_of(p[i], "+-."))
            return false;
    return true;
}

static bool is_uri(const char *p, size_t n)
{
    const char *end = p + n;
    size_t part = span_before(p, n, ":/?#");

    if (part == n || p[part] != ':' || !is_scheme(p, part))
        return false;
    p += part + 1;
    if (end - p >= 2 && p[0] == '/' && p[1] == '/') {
        p += 2;
        part = span_before(p, (size_t)(end - p), "/?#");
        if (!is_uri_authority(p, part))
            return false;
        p += part;
    }
    part = span_before(p, (size_t)(end - p), "?#");
    if (!is_uri_text(p, part, ":@/"))
        return false;
    p += part;
    if (p < end && *p == '?') {
        part = span_before(p, (size_t)(end - p), "#");
        if (!is_uri_text(p + 1, part - 1, ":@/?"))
            return false;
        p += part;
    }
    return p == end || is_uri_text(p + 1, (size_t)(end - p) - 1, ":@/?");
}

/* ---- RFC 5321 ---- */

/* Dots join non-empty runs of atext. */
static bool is_dot_atom(const char *p, size_t n)
{
    bool in_atom = false;

    for (size_t i = 0; i < n; i++) {
        if (is_alnum(p[i]) || is_one_of(p[i], "!#$%&'*+-/=?^_`{|}~"))
            in_atom = true;
        else if (p[i] == '.' && in_atom)
            in_atom = false;
        else
            return false;
    }
    return in_atom;
}

/* Printable ASCII between quotes; a backslash takes the next character as it is. */
static bool is_quoted(const char *p, size_t n)
{
    if (n < 2 || p[0] != '"' || p[n - 1] != '"')
        return false;
    for (size_t i = 1; i < n - 1; i++) {
        if (p[i] == '\\')
            i++;
        else if (p[i] == '"')
            return false;
        if (i == n - 1 || p[i] < ' ' || p[i] > '~')
            return false;
    }
    return true;
}

static bool is_label(const char *p, size_t n)
{
    if (n == 0 || n > 63 || p[0] == '-' || p[n - 1] == '-')
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_alnum(p[i]) && p[i] != '-')
            return false;
    return true;
}

static bool is_host_name(const char *p, size_t n)
{
    for (;;) {
        size_t label = span_before(p, n, ".");
        if (!is_label(p, label))
            return false;
        if (label == n)
            return true;
        p += label + 1;
        n -= label + 1;
    }
}

static bool is_mail_domain(const char *p, size_t n)
{
    static const char v6[] = "IPv6:";
    size_t tag = sizeof v6 - 1;

    if (n > 255)
        return false;
    if (n < 2 || p[0] != '[' || p[n - 1] != ']')
        return is_host_name(p, n);
    p++;
    n -= 2;
    if (n > tag && strncasecmp(p, v6, tag) == 0)
        return is_address(AF_INET6, p + tag, n - tag);
    return is_address(AF_INET, p, n);
}

/* The last "@" parts the two: a quoted local part may hold others. */
static bool is_email(const char *p, size_t n)
{
    const char *at = memrchr(p, '@', n);
    size_t local;

    if (!at)
        return false;
    local = (size_t)(at - p);
    if (local > 64 || !(is_dot_atom(p, local) || is_quoted(p, local)))
        return false;
    return is_mail_domain(at + 1, n - local - 1);
}

/* ---- the table ---- */

static const struct {
    const char *name, *wanted;
    bool (*fits)(const char *p, size_t n);
} formats[] = {
    [FORMAT_DATE] = { "date", "a date such as 2026-01-23", is_date },
    [FORMAT_DATE_TIME] = { "date-time", "a date and time such as 2026-01-23T10:30:00Z", is_date_time },
    [FORMAT_TIME] = { "time", "a time with its offset, such as 10:30:00Z", is_time },
    [FORMAT_UUID] = { "uuid", "a UUID such as 123e4567-e89b-42d3-a456-426614174000", id_is_uuid },
    [FORMAT_URI] = { "uri", "a full address such as https://example.com/page", is_uri },
    [FORMAT_EMAIL] = { "email", "an e-mail address such as name@example.com", is_email },
};

enum format format_find(const char *name)
{
    for (size_t i = FORMAT_NONE + 1; i < COUNT_OF(formats); i++)
        if (strcmp(formats[i].name, name) == 0)
            return (enum format)i;
    return FORMAT_NONE;
}

bool format_fits(enum format f, const char *p, size_t n)
{
    assert(f < COUNT_OF(formats));
    return f == FORMAT_NONE || formats[f].fits(p, n);
}

const char *format_wanted(enum format f)
{
    assert(f > FORMAT_NONE && f < COUNT_OF(formats));
    return formats[f].wanted;
}
