/* phrase.c - splitting, and matching by trying: a phrase is one sentence, so nothing cleverer is needed. */
#include "lang/phrase.h"
#include "base/arena.h"
#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- words ---- */

static bool is_edge(char c)
{
    return strchr(".,;:!?\"'()[]{}`", c) != NULL;
}

static void take_word(struct phrase *c, const char *from, const char *to)
{
    const char *p = from, *end = to;

    while (p < end && is_edge(*p))
        p++;
    while (end > p && is_edge(end[-1]))
        end--;
    c->words[c->n++] = (struct phrase_word){ p, (size_t)(end - p), from, to };
}

void phrase_split(const char *p, const char *end, struct phrase *ret)
{
    ret->n = 0;
    ret->asks = false;
    while (p < end) {
        const char *from;
        while (p < end && isspace((unsigned char)*p))
            p++;
        from = p;
        while (p < end && !isspace((unsigned char)*p))
            p++;
        if (p > from)
            take_word(ret, from, ret->n + 1 == PHRASE_WORDS ? (p = end) : p);
    }
    if (ret->n > 0) {
        const struct phrase_word *last = &ret->words[ret->n - 1];
        ret->asks = memchr(last->p, '?', (size_t)(last->to - last->p)) != NULL;
    }
}

/* One of the alternatives "a|b|c", which end at `end`. */
static bool is_one_of(const struct phrase_word *w, const char *choices, const char *end)
{
    while (choices < end) {
        const char *bar = memchr(choices, '|', (size_t)(end - choices));
        size_t n = (size_t)((bar ? bar : end) - choices);
        if (n == w->n && strncasecmp(choices, w->p, n) == 0)
            return true;
        choices += n + 1;
    }
    return false;
}

bool phrase_word_is(const struct phrase_word *w, const char *choices)
{
    return is_one_of(w, choices, choices + strlen(choices));
}

/* ---- patterns ---- */

struct matching {
    const struct phrase_word *end; /* of the phrase */
    const char *const *names;
    struct phrase_part *parts;
};

static size_t part_of(const struct matching *m, const char *token, size_t n)
{
    size_t i = 0;

    while (m->names[i] && (strlen(m->names[i]) != n || strncmp(m->names[i], token, n) != 0))
        i++;
    assert(m->names[i] && i < PHRASE_PARTS);
    return i;
}

static bool fits(const struct matching *m, const char *pattern, const struct phrase_word *w);

static bool fits_part(const struct matching *m, const char *token, size_t n, const char *next,
                      const struct phrase_word *w)
{
    size_t part = part_of(m, token + 1, n - 2);

    for (const struct phrase_word *stop = w + 1; stop <= m->end; stop++)
        if (fits(m, next, stop)) {
            m->parts[part] = (struct phrase_part){ w, stop };
            return true;
        }
    return false;
}

/* As many of the choices as there are, and fewer where the rest does not fit then. */
static bool fits_many(const struct matching *m, const char *choices, const char *end, const struct phrase_word *w)
{
    const struct phrase_word *stop = w;

    while (stop < m->end && is_one_of(stop, choices, end))
        stop++;
    while (!fits(m, end, stop))
        if (stop-- == w)
            return false;
    return true;
}

static bool fits(const struct matching *m, const char *pattern, const struct phrase_word *w)
{
    const char *end, *next;

    pattern += strspn(pattern, " ");
    end = pattern + strcspn(pattern, " ");
    next = end;
    switch (*pattern) {
    case '\0':
        return w == m->end;
    case '<':
        return fits_part(m, pattern, (size_t)(end - pattern), next, w);
    case '[':
        return (w < m->end && is_one_of(w, pattern + 1, end - 1) && fits(m, next, w + 1)) || fits(m, next, w);
    case '*':
        return fits_many(m, pattern + 1, end, w);
    default:
        return w < m->end && is_one_of(w, pattern, end) && fits(m, next, w + 1);
    }
}

bool phrase_fits(const struct phrase *p, const char *pattern, const char *const *names,
                 struct phrase_part ret[static PHRASE_PARTS])
{
    struct matching m = { p->words + p->n, names, ret };

    memset(ret, 0, PHRASE_PARTS * sizeof *ret);
    return fits(&m, pattern, p->words);
}

const char *phrase_text(struct arena *a, const struct phrase_part *part, const char *trailing)
{
    const char *from, *to;

    if (!part->first)
        return NULL;
    from = part->first->from;
    to = part->end[-1].to;
    while (to > from && strchr(trailing, to[-1]))
        to--;
    if (to - from > 1 && (*from == '"' || *from == '\'') && to[-1] == *from)
        from++, to--;
    return to > from ? arena_dup(a, from, (size_t)(to - from)) : NULL;
}
