/* address.c - the shown and the plain form of an address, put together from its parts, and what is done with passwords.
 */
#include "base/address/address.h"
#include "base/address/address_parts.h"
#include "base/address/url.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

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

    while (parts_next(&query, &p)) {
        if (p.whole.n == 0 || (parts_is_secret(&p) && form == FORM_PLAIN))
            continue;
        buf_addc(b, before);
        before = '&';
        add(b, parts_is_secret(&p) ? p.name : p.whole);
        if (parts_is_secret(&p) && p.value.n > 0)
            buf_adds(b, "=" ADDRESS_MASK);
    }
}

static void add_scheme(struct buf *b, struct span scheme, enum form form)
{
    if (form == FORM_PLAIN && parts_is_postgres(scheme)) {
        buf_adds(b, "postgres");
        return;
    }
    for (size_t i = 0; i < scheme.n; i++)
        buf_addc(b, parts_is_postgres(scheme) ? (char)tolower((unsigned char)scheme.p[i]) : scheme.p[i]);
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
    return url_is(text) && parts_is_postgres((struct span){ text, strspn(text, SCHEME_CHARS) });
}

const char *address_plain(struct arena *a, const char *text)
{
    struct parts p;

    if (!url_is(text))
        return text;
    parts_cut(text, text + strlen(text), &p);
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
    while (parts_next(&query, &one))
        if (parts_is_secret(&one) && one.value.n > 0 && !is_blotted(one.value))
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
        if (from == text || any ? !url_is(from) : !parts_is_of_postgres(parts_span(from, at)))
            continue;
        parts_cut(from, *ret_end, ret);
        if (has_secret(ret))
            return true;
    }
    return false;
}

static const char *mask_once(struct arena *a, const char *text)
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

/* Behind an address that was masked another may come to light, once; each round masks one at least. */
const char *address_mask(struct arena *a, const char *text)
{
    const char *masked = mask_once(a, text);

    while (masked != text) {
        text = masked;
        masked = mask_once(a, text);
    }
    return text;
}

/* ---- blotting ---- */

/* Every span is one of the text that is to be changed. False when there was nothing to blot. */
static bool blot(struct span s)
{
    bool found = s.n > 0 && !is_blotted(s);

    memset((char *)(uintptr_t)s.p, '*', s.n);
    return found;
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
    return parts_span(p, end);
}

bool address_is_keywords(const char *text)
{
    static const char *const words[] = { "password", "pwd", "passwd" };

    for (size_t i = 0; i < COUNT_OF(words); i++)
        for (const char *p = text; (p = strcasestr(p, words[i])) != NULL; p++) {
            const char *behind = p + strlen(words[i]);
            bool begins = p == text || strchr(" \t\r\n;,", p[-1]);
            if (begins && behind[strspn(behind, " \t\r\n")] == '=')
                return true;
        }
    return false;
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
        found |= blot(value);
    }
    return found;
}

static bool blot_addresses(char *text, bool any)
{
    const char *at = text;
    bool found = false;
    struct parameter one;
    struct parts p;

    while (next_secret(text, at, any, &p, &at)) {
        found |= blot(p.password);
        while (parts_next(&p.query, &one))
            found |= parts_is_secret(&one) && blot(one.value);
    }
    return found;
}

bool address_blot(char *text, bool any)
{
    bool found = false;

    while (blot_addresses(text, any) || blot_keywords(text))
        found = true;
    return found;
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

    while (parts_next(&query, &one))
        if (strcmp(one.known, "password") == 0 && one.value.n > 0 && (secret.n == 0 || !is_mask(one.value)))
            secret = one.value;
    return secret;
}

int address_cut(struct arena *a, const char *text, struct address_cut *ret, struct err *err)
{
    struct span secret;
    struct parts p;

    parts_cut(text, text + strlen(text), &p);
    if (p.is_unclear)
        return unclear(err);
    secret = password_of(&p);
    p.has_password = p.password.n > 0;
    *ret = (struct address_cut){ .shown = form_of(a, &p, strlen(text), FORM_SHOWN), .is_masked = is_mask(secret) };
    if (address_mask(a, ret->shown) != ret->shown) /* another address within it */
        return unclear(err);
    if (ret->is_masked || parts_decode(secret, ret->password, sizeof ret->password) <= SECRET_BYTES)
        return 0;
    explicit_bzero(ret->password, sizeof ret->password);
    return err_say(err, ERR_INVALID_INPUT, "The password in an address has at most %d bytes.", SECRET_BYTES);
}

/* ---- where it leads ---- */

static const char *decoded(struct arena *a, struct span s)
{
    char *text = arena_alloc(a, s.n + 1);

    parts_decode(s, text, s.n + 1);
    return text;
}

/* Takes hosts and ports apart: "a:1,b", "[::1]:5432". */
static void cut_hosts(struct arena *a, struct span s, struct address_place *ret)
{
    struct buf hosts CLEANUP(buf_done) = BUF(s.n + 64), ports CLEANUP(buf_done) = BUF(s.n + 64);

    for (const char *p = s.p, *end = s.p + s.n; p < end;) {
        const char *stop = parts_first_of(p, end, ","), *close = *p == '[' ? memchr(p, ']', (size_t)(stop - p)) : NULL;
        const char *colon = memchr(close ? close : p, ':', (size_t)(stop - (close ? close : p)));
        struct span host = close ? parts_span(p + 1, close) : parts_span(p, colon ? colon : stop);

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

    parts_cut(text, text + strlen(text), &p);
    cut_hosts(a, p.host, ret);
    ret->user = decoded(a, p.user);
    ret->database = decoded(a, p.path.n > 0 ? (struct span){ p.path.p + 1, p.path.n - 1 } : p.path);
    for (query = p.query; parts_next(&query, &one);) {
        const char **to = strcmp(one.known, "host") == 0     ? &ret->hosts
                          : strcmp(one.known, "port") == 0   ? &ret->ports
                          : strcmp(one.known, "dbname") == 0 ? &ret->database
                          : strcmp(one.known, "user") == 0   ? &ret->user
                                                             : NULL;
        if (to)
            *to = decoded(a, one.value);
    }
}
