/* pattern.c - patterns matched against folded words, by trying.
 *
 * A pattern has a handful of words and a line DUE_WINDOW at most, so trying is enough; optional words are tried first
 * with and then without. Every word of a message is asked whether a date begins there and few can begin one, so the
 * first words of all patterns of a table are kept as a set of hashes.
 */
#include "agents/tasks/dates/rules.h"
#include "base/attrs.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <assert.h>
#include <string.h>

/* ---- words ---- */

static void fold(const struct phrase_word *w, char out[static DUE_WORD_BYTES])
{
    size_t n = 0;

    for (size_t i = 0; i < w->n; i++) {
        char c = w->p[i];
        if (w->n - i >= 3 && memcmp(w->p + i, "\xe2\x80\x99", 3) == 0) {
            c = '\'';
            i += 2;
        }
        if (n + 1 == DUE_WORD_BYTES) {
            n = 0;
            break;
        }
        out[n++] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    while (n > 0 && out[n - 1] == '\'') /* three days' time */
        n--;
    out[n] = '\0';
}

/* `p` of a word may be a spelling of its own, so its marks are looked for from its end in the message. */
const char *due_marks(const struct phrase_word *w)
{
    const char *p = w->to;

    while (p > w->from && strchr(".,;:!?\"')]}", p[-1]))
        p--;
    return p;
}

/* "Friday at 10. Thank you": a sentence begins behind the figure, and no month. */
static bool begins_sentence(const struct phrase_word *next)
{
    char text[DUE_WORD_BYTES];
    int month;

    if (!next || next->p < next->from || next->n < 2 || *next->p < 'A' || *next->p > 'Z')
        return false;
    fold(next, text);
    return !due_read_month(text, &month);
}

/* A full stop behind a short word is an abbreviation's, behind a figure a date's. */
static bool stops_behind(const struct phrase_word *w, const struct phrase_word *next)
{
    for (const char *p = due_marks(w); p < w->to; p++)
        if (strchr(";:!?", *p) ||
            (*p == '.' && (p > w->from && str_is_digit(p[-1]) ? begins_sentence(next) : w->n > 4)))
            return true;
    for (const char *p = w->to; next && p < next->from; p++)
        if (*p == '\n')
            return true;
    return false;
}

void due_line_from(const struct phrase_word *w, size_t n, bool is_whole, struct due_line *ret)
{
    ret->words = w;
    ret->n = n < DUE_WINDOW ? n : DUE_WINDOW;
    ret->is_whole = is_whole;
    for (size_t i = 0; i < ret->n; i++) {
        fold(&w[i], ret->text[i]);
        ret->stops[i] = stops_behind(&w[i], i + 1 < n ? &w[i + 1] : NULL);
    }
}

bool due_value(const struct due_line *l, size_t at, const char *class_name, int *ret)
{
    return at < l->n && due_class_value(l->text[at], class_name, ret);
}

bool due_word_is(const struct due_line *l, size_t at, const char *choices)
{
    return at < l->n && due_is_word(l->text[at], choices);
}

/* ---- patterns ---- */

struct matching {
    const struct due_line *line;
    size_t from;
    struct due_slots *slots;
};

static size_t fits(const struct matching *m, size_t at, const char *pattern, size_t slot);

/* The pattern's word at that place, then the rest, which begins behind the word. */
static size_t fits_word(const struct matching *m, size_t at, const char *word, size_t slot)
{
    bool is_class = *word >= 'A' && *word <= 'Z';
    int v = 0;

    if (at >= m->line->n || (at > m->from && m->line->stops[at - 1]))
        return 0;
    if (is_class ? !due_class_value(m->line->text[at], word, &v) : !due_is_word(m->line->text[at], word))
        return 0;
    if (is_class) {
        m->slots->v[slot] = v;
        m->slots->has[slot] = true;
    }
    return fits(m, at + 1, word + strcspn(word, " "), slot + is_class);
}

static size_t fits(const struct matching *m, size_t at, const char *pattern, size_t slot)
{
    size_t got;

    pattern += *pattern == ' ';
    if (*pattern == '\0')
        return at;
    if (*pattern != '[')
        return fits_word(m, at, pattern, slot);
    got = fits_word(m, at, pattern + 1, slot);
    if (got > 0)
        return got;
    if (pattern[1] >= 'A' && pattern[1] <= 'Z')
        m->slots->has[slot++] = false;
    return fits(m, at, pattern + strcspn(pattern, " "), slot);
}

size_t due_fits(const struct due_line *l, size_t at, const char *pattern, struct due_slots *ret)
{
    struct matching m = { l, at, ret };

    memset(ret, 0, sizeof *ret);
    return fits(&m, at, pattern, 0);
}

/* ---- first words ---- */

static uint32_t hash_of(const char *p, size_t n)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)p[i]) * 16777619u;
    return (h ^ h >> 15) % DUE_START_BITS;
}

static void add_class(struct due_starts *s, const char *name)
{
    size_t n = strcspn(name, " ]");

    for (size_t i = 0; i < s->n; i++)
        if (strcspn(s->classes[i], " ]") == n && strncmp(s->classes[i], name, n) == 0)
            return;
    assert(s->n < COUNT_OF(s->classes));
    s->classes[s->n++] = name;
}

/* A pattern begins with its first word, and with the next one where that is optional. */
void due_starts_add(struct due_starts *s, const char *pattern)
{
    bool is_optional = true;

    for (const char *p = pattern; is_optional && *p != '\0'; p += *p == ' ') {
        is_optional = *p == '[';
        p += is_optional;
        if (*p >= 'A' && *p <= 'Z')
            add_class(s, p);
        while (*p != ' ' && *p != '\0') {
            size_t n = strcspn(p, "| ]");
            uint32_t bit = hash_of(p, n);
            s->words[bit / 64] |= UINT64_C(1) << bit % 64;
            p += n;
            p += *p == '|' || *p == ']';
        }
    }
}

bool due_starts_with(const struct due_starts *s, const struct due_line *l, size_t at)
{
    uint32_t bit;
    int v;

    if (at >= l->n)
        return false;
    bit = hash_of(l->text[at], strlen(l->text[at]));
    if (s->words[bit / 64] >> bit % 64 & 1)
        return true;
    for (size_t i = 0; i < s->n; i++)
        if (due_class_value(l->text[at], s->classes[i], &v))
            return true;
    return false;
}
