/* accept.c - RFC 9110's lists, read without allocating. What cannot be understood takes nothing. */
#include "web/accept.h"
#include "base/str.h"
#include <strings.h>

/* The next entry of a list: *at moves behind its comma. False at the end. */
static bool next_entry(const char **at, const char **ret, size_t *ret_n)
{
    size_t n;

    if (!**at)
        return false;
    n = strcspn(*at, ",");
    *ret = str_trim(*at, n, ret_n);
    *at += n + ((*at)[n] == ',');
    return true;
}

/* True when the parameters behind an entry's name say q=0, 0.0, ... */
static bool is_refused(const char *p, const char *end)
{
    while ((p = memchr(p, ';', (size_t)(end - p)))) {
        size_t n;
        const char *param = str_trim(p + 1, (size_t)(end - p - 1), &n);

        if (n > 2 && (param[0] == 'q' || param[0] == 'Q') && param[1] == '=')
            return param[2] == '0' && strspn(param + 2, "0.") >= strcspn(param + 2, " \t;,");
        p++;
    }
    return false;
}

/* How closely an entry's name of n bytes names the type: 3 exactly, 2 its family, 1 as anything, 0 not at all. */
static int closeness(const char *name, size_t n, const char *type)
{
    size_t family = strcspn(type, "/") + 1;

    if (n == strlen(type) && strncasecmp(name, type, n) == 0)
        return 3;
    if (n == family + 1 && n >= 2 && name[n - 1] == '*' && strncasecmp(name, type, family) == 0)
        return 2;
    return (n == 3 && memcmp(name, "*/*", 3) == 0) || (n == 1 && *name == '*');
}

bool accept_takes(const char *list, const char *type)
{
    const char *entry;
    size_t n;
    int best = 0;
    bool takes = false;

    while (next_entry(&list, &entry, &n)) {
        size_t name = 0;
        int close;

        while (name < n && !strchr("; \t", entry[name]))
            name++;
        close = closeness(entry, name, type);
        if (close > best) {
            best = close;
            takes = !is_refused(entry + name, entry + n);
        }
    }
    return takes;
}
