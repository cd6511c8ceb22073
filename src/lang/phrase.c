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
    c->words[c->n++] = (struct phrase_word){ .p = p, .n = (size_t)(end - p), .from = from, .to = to };
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

#define STRAIGHT_BYTES 24 /* of a word with an apostrophe */

/* A word with the apostrophe that phones write, with a plain one in its place; 0 when it has none. */
static size_t straighten(const struct phrase_word *w, char out[static STRAIGHT_BYTES])
{
    const char *at = memchr(w->p, 0xe2, w->n);
    size_t before = at ? (size_t)(at - w->p) : 0, rest = at ? w->n - before : 0;

    if (rest < 3 || memcmp(at, "\xe2\x80\x99", 3) != 0 || w->n >= STRAIGHT_BYTES || memchr(at + 3, 0xe2, rest - 3))
        return 0;
    memcpy(out, w->p, before);
    out[before] = '\'';
    memcpy(out + before + 1, at + 3, rest - 3);
    return w->n - 2;
}

/* One of the alternatives "a|b|c", which end at `end`. */
static bool is_one_of(const struct phrase_word *w, const char *choices, const char *end)
{
    char straight[STRAIGHT_BYTES];
    const struct phrase_word plain = { .p = straight, .n = straighten(w, straight) };

    if (plain.n > 0)
        return is_one_of(&plain, choices, end);
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
    return !w->is_quoted && is_one_of(w, choices, choices + strlen(choices));
}

/* ---- patterns ---- */

struct matching {
    const struct phrase_word *end; /* of the phrase */
    const struct phrase_grammar *grammar;
    struct phrase_part *parts;
    const struct phrase_word **ret_stop; /* where a beginning may end; NULL: only at the end */
};

static size_t part_of(const struct matching *m, const char *token, size_t n)
{
    const char *const *names = m->grammar->names;
    size_t i = 0;

    while (names[i] && (strlen(names[i]) != n || strncmp(names[i], token, n) != 0))
        i++;
    assert(names[i] && i < PHRASE_PARTS);
    return i;
}

static bool takes(const struct matching *m, size_t part, const struct phrase_word *w, const struct phrase_word *stop)
{
    return !m->grammar->takes || m->grammar->takes(m->grammar->arg, part, w, (size_t)(stop - w));
}

static bool fits(const struct matching *m, const char *pattern, const struct phrase_word *w);

/* The last of a pattern can only go to the end. */
static bool fits_part(const struct matching *m, const char *token, size_t n, const char *next,
                      const struct phrase_word *w)
{
    size_t part = part_of(m, token + 1, n - 2), left = (size_t)(m->end - w), reach = m->grammar->reach;
    const struct phrase_word *most = *next && reach > 0 && reach < left ? w + reach : m->end;

    for (const struct phrase_word *stop = *next || left == 0 ? w + 1 : m->end; stop <= most; stop++)
        if (fits(m, next, stop) && takes(m, part, w, stop)) {
            m->parts[part] = (struct phrase_part){ w, stop };
            return true;
        }
    return false;
}

static bool is_word(const struct matching *m, const struct phrase_word *w, const char *choices, const char *end)
{
    return w < m->end && !w->is_quoted && is_one_of(w, choices, end);
}

/* As many of the choices as there are, and fewer where the rest does not fit then. */
static bool fits_many(const struct matching *m, const char *choices, const char *end, const struct phrase_word *w)
{
    const struct phrase_word *stop = w;

    while (stop - w < PHRASE_MANY && is_word(m, stop, choices, end))
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
        if (m->ret_stop)
            *m->ret_stop = w;
        return m->ret_stop || w == m->end;
    case '<':
        return fits_part(m, pattern, (size_t)(end - pattern), next, w);
    case '[':
        return (is_word(m, w, pattern + 1, end - 1) && fits(m, next, w + 1)) || fits(m, next, w);
    case '*':
        return fits_many(m, pattern + 1, end, w);
    default:
        return is_word(m, w, pattern, end) && fits(m, next, w + 1);
    }
}

bool phrase_match(const struct phrase_word *w, size_t n, const char *pattern, const struct phrase_grammar *g,
                  struct phrase_part ret[static PHRASE_PARTS])
{
    struct matching m = { .end = n > 0 ? w + n : w, .grammar = g, .parts = ret };

    memset(ret, 0, PHRASE_PARTS * sizeof *ret);
    return fits(&m, pattern, w);
}

bool phrase_begins(const struct phrase_word *w, size_t n, const char *pattern, size_t *ret_n)
{
    const struct phrase_word *stop = w;
    struct matching m = { .end = n > 0 ? w + n : w, .ret_stop = &stop };

    if (!fits(&m, pattern, w))
        return false;
    *ret_n = (size_t)(stop - w);
    return true;
}

bool phrase_fits(const struct phrase *p, const char *pattern, const char *const *names,
                 struct phrase_part ret[static PHRASE_PARTS])
{
    return phrase_match(p->words, p->n, pattern, &(struct phrase_grammar){ .names = names }, ret);
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
