/* todotxt_words.c - see todotxt_words.h. */
#include "agents/tasks/exchange/todotxt_words.h"
#include "base/attrs.h"
#include <string.h>

bool todotxt_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

const char *todotxt_skip_blanks(const char *p, const char *end)
{
    while (p < end && todotxt_is_blank(*p))
        p++;
    return p;
}

bool todotxt_next(const char **p, const char *end, struct todotxt_word *ret)
{
    const char *from = todotxt_skip_blanks(*p, end), *stop = from;

    while (stop < end && !todotxt_is_blank(*stop))
        stop++;
    *ret = (struct todotxt_word){ from, (size_t)(stop - from) };
    *p = stop;
    return stop > from;
}

bool todotxt_is_tag(const struct todotxt_word *w)
{
    return w->n > 1 && (*w->p == '+' || *w->p == '@');
}

const char *todotxt_key(const struct todotxt_word *w)
{
    static const char *const keys[] = { "due", "rec", "rrule", "pri", "remind", "tz", "desc", TODOTXT_TITLE_WORDS };

    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        size_t n = strlen(keys[i]);
        if (w->n > n + 1 && w->p[n] == ':' && memcmp(w->p, keys[i], n) == 0)
            return keys[i];
    }
    return NULL;
}
