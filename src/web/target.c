/* target.c - a request's target taken apart, strictly, and the route for it.
 *
 * The path is cut at its slashes before anything is decoded, so a %2F stays within its part. Nothing is normalised: an
 * empty part, "." and ".." are parts that no route has. What is not well-formed UTF-8, holds a NUL or ends within an
 * escape is refused.
 */
#include "base/arena.h"
#include "base/str.h"
#include "web/parts.h"

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Decodes n bytes; NULL when they are not well-formed. */
static const char *decode(struct arena *a, const char *p, size_t n, bool plus_is_space)
{
    char *out = arena_dup(a, p, n);
    size_t to = 0;

    for (size_t i = 0; i < n; i++) {
        char c = p[i];
        if (c == '%') {
            int high = i + 2 < n ? digit(p[i + 1]) : -1, low = high >= 0 ? digit(p[i + 2]) : -1;
            if (low < 0 || (high == 0 && low == 0))
                return NULL;
            c = (char)(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        out[to++] = c;
    }
    out[to] = '\0';
    return str_is_utf8(out, to) ? out : NULL;
}

/* "name=value&name&..." */
static int read_query(struct exchange *x, const char *p)
{
    while (*p) {
        size_t n = strcspn(p, "&"), name = strcspn(p, "=&"), skip = name < n;
        const char *key, *value;

        if (n > 0) {
            key = decode(x->arena, p, name, true);
            value = decode(x->arena, p + name + skip, n - name - skip, true);
            if (!key || !value)
                return -1;
            pairs_add(x->arena, &x->query, key, value);
        }
        p += n + (p[n] == '&');
    }
    return 0;
}

int target_read(struct exchange *x)
{
    char *end = x->target + strcspn(x->target, "?#");
    bool has_query = *end == '?';

    if (x->target[0] != '/' || *end == '#')
        return -1;
    if (has_query && read_query(x, end + 1) < 0)
        return -1;
    *end = '\0';
    x->path = decode(x->arena, x->target, (size_t)(end - x->target), false);
    return x->path ? 0 : -1;
}

/* ---- routes ---- */

static bool is_dots(const char *s)
{
    return strcmp(s, ".") == 0 || strcmp(s, "..") == 0;
}

/* The rest of a path is given as it is decoded; no part of it may be empty, ".", ".." or hide a slash. */
static const char *read_rest(struct arena *a, const char *p)
{
    for (const char *part = p;;) {
        size_t n = strcspn(part, "/");
        const char *text = decode(a, part, n, false);

        if (!text || !*text || is_dots(text) || strchr(text, '/'))
            return NULL;
        if (!part[n])
            return decode(a, p, strlen(p), false);
        part += n + 1;
    }
}

static const char *param_name(struct arena *a, const char *braced, size_t n)
{
    bool is_rest = braced[1] == '*';

    return arena_dup(a, braced + 1 + is_rest, n - 2 - is_rest);
}

/* Whether one part of the target fits one of the pattern; a parameter is noted. */
static bool fits_part(struct arena *a, const char *pattern, size_t np, const char *p, size_t n,
                      struct web_pairs *params)
{
    const char *text;

    if (pattern[0] != '{') {
        if (np == n && memcmp(pattern, p, n) == 0)
            return true;
        if (!memchr(p, '%', n))
            return false;
    }
    text = decode(a, p, n, false);
    if (!text || is_dots(text))
        return false;
    if (pattern[0] != '{')
        return strlen(text) == np && memcmp(text, pattern, np) == 0;
    if (!*text)
        return false;
    pairs_add(a, params, param_name(a, pattern, np), text);
    return true;
}

static bool fits(struct arena *a, const char *pattern, const char *path, struct web_pairs *params)
{
    params->n = 0;
    for (;;) {
        size_t np, n;

        pattern++, path++; /* the slashes */
        np = strcspn(pattern, "/");
        if (np > 2 && pattern[0] == '{' && pattern[1] == '*') {
            const char *rest = read_rest(a, path);
            if (rest)
                pairs_add(a, params, param_name(a, pattern, np), rest);
            return rest;
        }
        n = strcspn(path, "/");
        if (!fits_part(a, pattern, np, path, n, params))
            return false;
        pattern += np;
        path += n;
        if (!*pattern || !*path)
            return !*pattern && !*path;
    }
}

static bool is_method(const char *route, const char *method)
{
    return strcmp(route, method) == 0 || (strcmp(route, "GET") == 0 && strcmp(method, "HEAD") == 0);
}

/* Adds a method to the list for Allow, once. */
static const char *allow(struct arena *a, const char *list, const char *method)
{
    const char *shown = strcmp(method, "GET") == 0 ? "GET, HEAD" : method;

    if (!list)
        return arena_printf(a, "OPTIONS, %s", shown);
    return strstr(list, shown) ? list : arena_printf(a, "%s, %s", list, shown);
}

const struct web_route *target_route(struct exchange *x, const char **ret_allow)
{
    const char *list = NULL;

    for (size_t i = 0; i < x->w->n_routes; i++) {
        const struct web_route *r = &x->w->routes[i];
        if (!fits(x->arena, r->path, x->target, &x->params))
            continue;
        if (is_method(r->method, x->method))
            return r;
        list = allow(x->arena, list, r->method);
    }
    *ret_allow = list;
    return NULL;
}
