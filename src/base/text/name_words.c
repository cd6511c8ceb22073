/* name_words.c - cutting a name into words. */
#include "base/text/name_words.h"
#include <string.h>

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return is_upper(c) || (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

/* True when a word goes on from one character to the next. */
static bool joined(char before, char after)
{
    if (is_digit(before))
        return is_digit(after);
    return is_letter(after) && (is_upper(before) || !is_upper(after));
}

size_t name_words(const char *name, struct name_word *words, size_t max)
{
    size_t n = 0;

    for (const char *p = name; *p && n < max;) {
        const char *from = p;
        if (!is_letter(*p) && !is_digit(*p)) {
            p++;
            continue;
        }
        while (p[1] && joined(p[0], p[1]))
            p++;
        p++;
        words[n++] = (struct name_word){ from, (size_t)(p - from) };
    }
    return n;
}

char name_lower(char c)
{
    return is_upper(c) ? (char)(c + ('a' - 'A')) : c;
}

bool name_same(const char *p, const char *lowered, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (name_lower(p[i]) != lowered[i])
            return false;
    return true;
}

bool name_word_is(const struct name_word *w, const char *lowered)
{
    return w->n == strlen(lowered) && name_same(w->p, lowered, w->n);
}

bool name_word_in(const struct name_word *w, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (name_word_is(w, list[i]))
            return true;
    return false;
}
