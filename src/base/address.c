/* address.c - an address as spans of its text, from which the shown and the plain form are put together. */
#include "base/address.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/url.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

struct span {
    const char *p;
    size_t n;
};

/* An address, cut up. What it does not have is empty; separators belong to no part. */
struct parts {
    struct span scheme, user, password, host, path, query, fragment;
    bool has_password, has_user, has_query, has_fragment;
    bool is_unclear; /* where the password ends, or that it is one */
};

#define SCHEME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."

static bool is_postgres(struct span scheme)
{
    return (scheme.n == strlen("postgres") && strncasecmp(scheme.p, "postgres", scheme.n) == 0) ||
           (scheme.n == strlen("postgresql") && strncasecmp(scheme.p, "postgresql", scheme.n) == 0);
}

/* postgresql+psycopg2:// as well, which programs of others write. */
static bool is_of_postgres(struct span scheme)
{
    for (size_t i = 0; i + strlen("postgres") <= scheme.n; i++)
        if (strncasecmp(scheme.p + i, "postgres", strlen("postgres")) == 0)
            return true;
    return false;
}

static struct span span(const char *from, const char *to)
{
    return (struct span){ from, (size_t)(to - from) };
}

/* The first of the characters in [p, end), or end. */
static const char *first_of(const char *p, const char *end, const char *chars)
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
    const char *end = first_of(p, stop, ",");

    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return p < end;
}

/* The user's part, which ends at an "@". What is left begins at the host. */
static const char *cut_user(const char *p, const char *end, bool strict, struct parts *ret)
{
    const char *stop = first_of(p, end, "/?#"), *at = memrchr(p, '@', (size_t)(stop - p)), *colon;
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
    ret->user = span(p, colon ? colon : at);
    if (colon) {
        ret->has_password = true;
        ret->password = span(colon + n, at);
        ret->is_unclear |= n > 1;
    }
    return at < end ? at + 1 : end;
}

/* The address that begins at p with its scheme and "://", and ends at `end`. */
static void cut(const char *p, const char *end, struct parts *ret)
{
    const char *behind = p + strspn(p, SCHEME_CHARS), *stop;

    *ret = (struct parts){ .scheme = span(p, behind) };
    p = cut_user(behind + strlen("://"), end, is_of_postgres(ret->scheme), ret);
    stop = first_of(p, end, "/?#");
    ret->host = span(p, stop);
    p = first_of(stop, end, "?#");
    ret->path = span(stop, p);
    if (p < end && *p == '?') {
        stop = first_of(p, end, "#");
        ret->has_query = true;
        ret->query = span(p + 1, stop);
        p = stop;
    }
    if (p < end) {
        ret->has_fragment = true;
        ret->fragment = span(p + 1, end);
    }
}

/* ---- parameters ---- */

static int hex_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

/* Decodes into `to`, which has room for what is decoded and a NUL, or cuts it; returns its length. */
static size_t decode(struct span s, char *to, size_t room)
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

struct parameter {
    struct span whole, name, value;
    char known[64]; /* its name, decoded */
};

/* The next one of a query; false behind the last. */
static bool next_parameter(struct span *query, struct parameter *ret)
{
    const char *end = query->p + query->n, *stop, *equal;

    if (query->n == 0)
        return false;
    stop = first_of(query->p, end, "&");
    equal = first_of(query->p, stop, "=");
    ret->whole = span(query->p, stop);
    ret->name = span(query->p, equal);
    ret->value = span(equal < stop ? equal + 1 : stop, stop);
    decode(ret->name, ret->known, sizeof ret->known);
    *query = stop < end ? span(stop + 1, end) : span(end, end);
    return true;
}

static bool is_secret(const struct parameter *p)
{
    size_t n = strlen(p->known), word = strlen("password");

    return n >= word && strcasecmp(p->known + n - word, "password") == 0;
}

/* ---- the forms ---- */

enum form { FORM_SHOWN, FORM_PLAIN };

static void add(struct buf *b, struct span s)
{
    buf_add(b, s.p, s.n);
}

static void add_query(struct buf *b, struct span query, enum form form)
{
    struct parameter p;
    char before = '?';

    while (next_parameter(&query, &p)) {
        if (is_secret(&p) && form == FORM_PLAIN)
            continue;
        buf_addc(b, before);
        before = '&';
        add(b, is_secret(&p) ? p.name : p.whole);
        if (is_secret(&p) && p.value.n > 0)
            buf_adds(b, "=" ADDRESS_MASK);
    }
}

static void add_scheme(struct buf *b, struct span scheme, enum form form)
{
    if (form == FORM_PLAIN && is_postgres(scheme)) {
        buf_adds(b, "postgres");
        return;
    }
    for (size_t i = 0; i < scheme.n; i++)
        buf_addc(b, is_postgres(scheme) ? (char)tolower((unsigned char)scheme.p[i]) : scheme.p[i]);
}

static void add_form(struct buf *b, const struct parts *p, enum form form)
{
    add_scheme(b, p->scheme, form);
    buf_adds(b, "://");
    add(b, p->user);
    if (p->has_password && form == FORM_SHOWN)
        buf_adds(b, ":" ADDRESS_MASK);
    if (p->has_user)
        buf_addc(b, '@');
    add(b, p->host);
    add(b, p->path);
    if (p->has_query)
        add_query(b, p->query, form);
    if (p->has_fragment)
        buf_addc(b, '#');
    add(b, p->fragment);
}

static const char *form_of(struct arena *a, const struct parts *p, size_t n, enum form form)
{
    struct buf b CLEANUP(buf_done) = BUF(4 * n + 64);

    add_form(&b, p, form);
    return arena_dup(a, b.p, b.n);
}

bool address_is(const char *text)
{
    return url_is(text) && is_postgres((struct span){ text, strspn(text, SCHEME_CHARS) });
}

const char *address_plain(struct arena *a, const char *text)
{
    struct parts p;

    if (!url_is(text))
        return text;
    cut(text, text + strlen(text), &p);
    return form_of(a, &p, strlen(text), FORM_PLAIN);
}

bool address_below(const char *address, const char *base)
{
    const char *host = strstr(base, "://");
    size_t least = host ? (size_t)(host - base) + strlen("://") : 0, n = strlen(base);

    if (strcmp(address, base) == 0)
        return true;
    while (n > least && base[n - 1] == '/')
        n--;
    if (strncmp(address, base, n) != 0 || (address[n] != '\0' && address[n] != '/' && address[n] != '#'))
        return false;
    return !strchr(address + n, '?');
}

/* ---- masking ---- */

static bool is_mask(struct span s)
{
    return s.n == strlen(ADDRESS_MASK) && memcmp(s.p, ADDRESS_MASK, s.n) == 0;
}

/* A mask, or what address_blot() left. */
static bool is_blotted(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != '*')
            return false;
    return s.n > 0;
}

/* Has it a password to mask? What is masked already need not be written anew. */
static bool has_secret(const struct parts *p)
{
    struct span query = p->query;
    struct parameter one;

    if (p->has_password && !is_blotted(p->password))
        return true;
    while (next_parameter(&query, &one))
        if (is_secret(&one) && one.value.n > 0 && !is_blotted(one.value))
            return true;
    return false;
}

/* Where the scheme in front of "://" begins; `start` when there is none that matters. */
static const char *scheme_before(const char *start, const char *colon)
{
    const char *p = colon;

    while (p > start && strchr(SCHEME_CHARS, p[-1]))
        p--;
    return p;
}

/* In a text an address ends at a blank or a quotation mark; a text that is one is it as a whole. */
static const char *end_in_text(const char *text, const char *at)
{
    return at == text ? at + strlen(at) : at + strcspn(at, " \t\r\n\v\f\"<>`");
}

/* The next address with a password, behind `at`, of a PostgreSQL server or of any kind; *ret_end is where it ends.
 * False: there is none. */
static bool next_secret(const char *text, const char *at, bool any, struct parts *ret, const char **ret_end)
{
    const char *done = at;

    while ((at = strstr(at, "://")) != NULL) {
        const char *from = scheme_before(done, at);

        *ret_end = end_in_text(text, from);
        at += strlen("://");
        if (from == text || any ? !url_is(from) : !is_of_postgres(span(from, at)))
            continue;
        cut(from, *ret_end, ret);
        if (has_secret(ret))
            return true;
    }
    return false;
}

const char *address_mask(struct arena *a, const char *text)
{
    const char *done = text, *end;
    struct buf b CLEANUP(buf_done) = BUF(4 * strlen(text) + 64);
    struct parts p;

    while (next_secret(text, done, false, &p, &end)) {
        buf_add(&b, done, (size_t)(p.scheme.p - done));
        add_form(&b, &p, FORM_SHOWN);
        done = end;
    }
    if (done == text)
        return text;
    buf_adds(&b, done);
    return arena_dup(a, b.p, b.n);
}

/* ---- blotting ---- */

/* Every span is one of the text that is to be changed. */
static void blot(struct span s)
{
    memset((char *)(uintptr_t)s.p, '*', s.n);
}

/* A value behind "password =": up to a blank, or in quotation marks. */
static struct span value_at(const char *p)
{
    const char *end;

    p += strspn(p, " \t");
    if (*p != '\'')
        return (struct span){ p, strcspn(p, " \t\r\n\"\\") };
    for (end = ++p; *end && *end != '\'' && *end != '\n'; end++)
        if (*end == '\\' && end[1])
            end++;
    return span(p, end);
}

/* Words that a connection string has beside a password, and hardly anything else. */
static bool is_connection(const char *text)
{
    return strcasestr(text, "host=") || strcasestr(text, "dbname=") || strcasestr(text, "user=");
}

static bool blot_keywords(char *text)
{
    static const char word[] = "password";
    bool found = false;

    for (const char *p = is_connection(text) ? text : ""; (p = strcasestr(p, word)) != NULL;) {
        const char *behind = p + strlen(word) + strspn(p + strlen(word), " \t");
        bool begins = p == text || strchr(" \t\r\n\"'", p[-1]);
        struct span value;

        p = behind;
        if (!begins || *behind != '=')
            continue;
        value = value_at(behind + 1);
        found |= value.n > 0 && !is_blotted(value);
        blot(value);
    }
    return found;
}

bool address_blot(char *text, bool any)
{
    const char *at = text;
    bool found = false;
    struct parameter one;
    struct parts p;

    while (next_secret(text, at, any, &p, &at)) {
        blot(p.password);
        while (next_parameter(&p.query, &one))
            if (is_secret(&one))
                blot(one.value);
        found = true;
    }
    return blot_keywords(text) || found;
}

/* ---- cutting ---- */

static int unclear(struct err *err)
{
    err_say(err, ERR_INVALID_INPUT, "It cannot be told which part of that address is the password.");
    return err_action(err, "Write @, /, ?, # and : within a password or a name as %%40, %%2F, %%3F, %%23 and %%3A.");
}

/* The one that libpq would take: the last of them. A mask gives way to a password. */
static struct span password_of(const struct parts *p)
{
    struct span query = p->query, secret = p->password;
    struct parameter one;

    while (next_parameter(&query, &one))
        if (strcmp(one.known, "password") == 0 && one.value.n > 0 && (secret.n == 0 || !is_mask(one.value)))
            secret = one.value;
    return secret;
}

int address_cut(struct arena *a, const char *text, struct address_cut *ret, struct err *err)
{
    struct span secret;
    struct parts p;

    cut(text, text + strlen(text), &p);
    if (p.is_unclear)
        return unclear(err);
    secret = password_of(&p);
    p.has_password = p.password.n > 0;
    *ret = (struct address_cut){ .shown = form_of(a, &p, strlen(text), FORM_SHOWN), .is_masked = is_mask(secret) };
    if (ret->is_masked || decode(secret, ret->password, sizeof ret->password) <= SECRET_BYTES)
        return 0;
    explicit_bzero(ret->password, sizeof ret->password);
    return err_say(err, ERR_INVALID_INPUT, "The password in an address has at most %d bytes.", SECRET_BYTES);
}

/* ---- where it leads ---- */

static const char *decoded(struct arena *a, struct span s)
{
    char *text = arena_alloc(a, s.n + 1);

    decode(s, text, s.n + 1);
    return text;
}

/* Takes hosts and ports apart: "a:1,b", "[::1]:5432". */
static void cut_hosts(struct arena *a, struct span s, struct address_place *ret)
{
    struct buf hosts CLEANUP(buf_done) = BUF(s.n + 64), ports CLEANUP(buf_done) = BUF(s.n + 64);

    for (const char *p = s.p, *end = s.p + s.n; p < end;) {
        const char *stop = first_of(p, end, ","), *close = *p == '[' ? memchr(p, ']', (size_t)(stop - p)) : NULL;
        const char *colon = memchr(close ? close : p, ':', (size_t)(stop - (close ? close : p)));
        struct span host = close ? span(p + 1, close) : span(p, colon ? colon : stop);

        buf_adds(&hosts, decoded(a, host));
        buf_add(&ports, colon ? colon + 1 : stop, colon ? (size_t)(stop - colon - 1) : 0);
        if (stop < end) {
            buf_addc(&hosts, ',');
            buf_addc(&ports, ',');
        }
        p = stop + (stop < end);
    }
    ret->hosts = arena_dup(a, hosts.p, hosts.n);
    ret->ports = arena_dup(a, ports.p, ports.n);
}

void address_place(struct arena *a, const char *text, struct address_place *ret)
{
    struct parameter one;
    struct span query;
    struct parts p;

    cut(text, text + strlen(text), &p);
    cut_hosts(a, p.host, ret);
    ret->user = decoded(a, p.user);
    ret->database = decoded(a, p.path.n > 0 ? (struct span){ p.path.p + 1, p.path.n - 1 } : p.path);
    for (query = p.query; next_parameter(&query, &one);) {
        const char **to = strcmp(one.known, "host") == 0     ? &ret->hosts
                          : strcmp(one.known, "port") == 0   ? &ret->ports
                          : strcmp(one.known, "dbname") == 0 ? &ret->database
                          : strcmp(one.known, "user") == 0   ? &ret->user
                                                             : NULL;
        if (to)
            *to = decoded(a, one.value);
    }
}
