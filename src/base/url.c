/* url.c - the user's part ends at the last "@" before the first "/", "?" or "#": a password may hold an "@" that
 * somebody forgot to escape. */
#include "base/url.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/buf.h"
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

/* Copies the user's part without its password; what is left begins at the "@", or at p when there is none. */
static const char *mask_user(const char *p, struct buf *out)
{
    size_t n = strcspn(p, "/?#");
    const char *at = memrchr(p, '@', n), *colon = at ? memchr(p, ':', (size_t)(at - p)) : NULL;

    if (!colon)
        return p;
    buf_add(out, p, (size_t)(colon - p) + 1);
    buf_adds(out, URL_MASK);
    return at;
}

/* Copies the rest, with a mask for the value of every parameter whose name ends in "password". */
static void mask_parameters(const char *p, struct buf *out)
{
    static const char word[] = "password=";
    const char *found;

    while ((found = strcasestr(p, word)) != NULL) {
        buf_add(out, p, (size_t)(found - p) + sizeof word - 1);
        buf_adds(out, URL_MASK);
        p = found + sizeof word - 1;
        p += strcspn(p, "&#");
    }
    buf_adds(out, p);
}

const char *url_mask(struct arena *a, const char *text)
{
    const char *rest = authority(text);
    struct buf b CLEANUP(buf_done) = BUF(4 * strlen(text) + 64);

    if (!rest)
        return text;
    buf_add(&b, text, (size_t)(rest - text));
    mask_parameters(mask_user(rest, &b), &b);
    return arena_dup(a, b.p, b.n);
}
