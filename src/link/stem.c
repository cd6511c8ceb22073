/* stem.c - Snowball's English stemmer, written from its description: suffixes as tables, each step one longest match.
 *
 * R1 is what follows the first consonant behind a vowel, R2 the same within R1. A y that sounds as a consonant is a Y
 * while the steps run. A suffix is chosen by length before its condition is looked at: that is Snowball's rule, and the
 * order of each table.
 */
#include "link/stem.h"
#include "base/attrs.h"
#include <stdbool.h>
#include <string.h>

struct word {
    char *p;
    size_t n;
    size_t r1, r2;
};

struct suffix {
    const char *end, *put;
    size_t n; /* bytes of the end */
};
#define S(end, put)                                                                                                    \
    {                                                                                                                  \
        end, put, sizeof(end) - 1                                                                                      \
    }

static bool vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

static bool ends_in(const struct word *w, const char *end, size_t n)
{
    return w->n >= n && w->p[w->n - 1] == end[n - 1] && memcmp(w->p + w->n - n, end, n) == 0;
}
#define ENDS(w, end) ends_in(w, end, sizeof(end) - 1)

/* The longest of the suffixes that the word has: the tables have the longer ones first. */
static const struct suffix *suffix_of(const struct word *w, const struct suffix *table, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ends_in(w, table[i].end, table[i].n))
            return &table[i];
    return NULL;
}

static void replace(struct word *w, const struct suffix *s)
{
    size_t put = strlen(s->put);

    w->n -= s->n;
    memcpy(w->p + w->n, s->put, put);
    w->n += put;
}

static bool in_region(const struct word *w, const struct suffix *s, size_t region)
{
    return w->n - s->n >= region;
}

static bool has_vowel(const struct word *w, size_t until)
{
    for (size_t i = 0; i < until; i++)
        if (vowel(w->p[i]))
            return true;
    return false;
}

/* The word's first n letters end in a short syllable. */
static bool short_syllable(const struct word *w, size_t n)
{
    const char *p = w->p;

    if (n == 2)
        return vowel(p[0]) && !vowel(p[1]);
    return n > 2 && !vowel(p[n - 3]) && vowel(p[n - 2]) && !vowel(p[n - 1]) && !strchr("wxY", p[n - 1]);
}

static void mark_consonant_y(struct word *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->p[i] == 'y' && (i == 0 || vowel(w->p[i - 1])))
            w->p[i] = 'Y';
}

static size_t region(const struct word *w, size_t from)
{
    for (size_t i = from; i + 1 < w->n; i++)
        if (vowel(w->p[i]) && !vowel(w->p[i + 1]))
            return i + 2;
    return w->n;
}

static void find_regions(struct word *w)
{
    static const char *const prefixes[] = { "gener", "commun", "arsen", "univers", "later", "emerg", "organ", "inter" };

    w->r1 = region(w, 0);
    for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
        size_t n = strlen(prefixes[i]);
        if (w->n >= n && memcmp(w->p, prefixes[i], n) == 0)
            w->r1 = n;
    }
    w->r2 = region(w, w->r1);
}

/* The plural. */
static void step_1a(struct word *w)
{
    if (ENDS(w, "sses"))
        w->n -= 2;
    else if (ENDS(w, "ied") || ENDS(w, "ies"))
        w->n -= w->n > 4 ? 2 : 1;
    else if (ENDS(w, "s") && !ENDS(w, "us") && !ENDS(w, "ss") && w->n > 2 && has_vowel(w, w->n - 2))
        w->n--;
}

/* What a verb is left with when its ending is gone gets its e back, or loses the doubled letter. */
static void mend_verb(struct word *w)
{
    static const char *const doubles[] = { "bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt" };

    if (ENDS(w, "at") || ENDS(w, "bl") || ENDS(w, "iz")) {
        w->p[w->n++] = 'e';
        return;
    }
    for (size_t i = 0; i < COUNT_OF(doubles); i++)
        if (ends_in(w, doubles[i], 2)) {
            w->n -= w->n == 3 && strchr("aeo", w->p[0]) ? 0 : 1; /* "add", "egg", "odd" */
            return;
        }
    if (w->r1 >= w->n && short_syllable(w, w->n))
        w->p[w->n++] = 'e';
}

static void step_1b(struct word *w)
{
    static const struct suffix table[] = { S("eedly", "ee"), S("ingly", ""), S("edly", ""),
                                           S("eed", "ee"),   S("ing", ""),   S("ed", "") };
    const struct suffix *s = suffix_of(w, table, COUNT_OF(table));

    if (!s)
        return;
    if (*s->put) {
        if (in_region(w, s, w->r1))
            replace(w, s);
    } else if (has_vowel(w, w->n - s->n)) {
        replace(w, s);
        mend_verb(w);
    }
}

static void step_1c(struct word *w)
{
    if (w->n > 2 && (w->p[w->n - 1] == 'y' || w->p[w->n - 1] == 'Y') && !vowel(w->p[w->n - 2]))
        w->p[w->n - 1] = 'i';
}

static void step_2(struct word *w)
{
    static const struct suffix table[] = {
        S("ization", "ize"), S("ational", "ate"), S("fulness", "ful"), S("ousness", "ous"), S("iveness", "ive"),
        S("tional", "tion"), S("biliti", "ble"),  S("lessli", "less"), S("entli", "ent"),   S("ation", "ate"),
        S("alism", "al"),    S("aliti", "al"),    S("ousli", "ous"),   S("iviti", "ive"),   S("fulli", "ful"),
        S("ogist", "og"),    S("enci", "ence"),   S("anci", "ance"),   S("abli", "able"),   S("izer", "ize"),
        S("ator", "ate"),    S("alli", "al"),     S("bli", "ble"),     S("ogi", "og"),      S("li", ""),
    };
    const struct suffix *s = suffix_of(w, table, COUNT_OF(table));
    char before;

    if (!s || !in_region(w, s, w->r1))
        return;
    before = w->n > s->n ? w->p[w->n - s->n - 1] : 'x';
    if (strcmp(s->end, "ogi") == 0 && before != 'l')
        return;
    if (strcmp(s->end, "li") == 0 && !strchr("cdeghkmnrt", before))
        return;
    replace(w, s);
}

static void step_3(struct word *w)
{
    static const struct suffix table[] = {
        S("ational", "ate"), S("tional", "tion"), S("alize", "al"), S("icate", "ic"), S("iciti", "ic"),
        S("ative", ""),      S("ical", "ic"),     S("ness", ""),    S("ful", ""),
    };
    const struct suffix *s = suffix_of(w, table, COUNT_OF(table));

    if (s && in_region(w, s, strcmp(s->end, "ative") == 0 ? w->r2 : w->r1))
        replace(w, s);
}

static void step_4(struct word *w)
{
    static const struct suffix table[] = {
        S("ement", ""), S("ance", ""), S("ence", ""), S("able", ""), S("ible", ""), S("ment", ""),
        S("ant", ""),   S("ent", ""),  S("ism", ""),  S("ate", ""),  S("iti", ""),  S("ous", ""),
        S("ive", ""),   S("ize", ""),  S("ion", ""),  S("al", ""),   S("er", ""),   S("ic", ""),
    };
    const struct suffix *s = suffix_of(w, table, COUNT_OF(table));

    if (!s || !in_region(w, s, w->r2))
        return;
    if (strcmp(s->end, "ion") == 0 && (w->n < 4 || !strchr("st", w->p[w->n - 4])))
        return;
    replace(w, s);
}

static void step_5(struct word *w)
{
    size_t last = w->n - 1;

    if (w->n < 2)
        return;
    if (w->p[last] == 'e') {
        if (last >= w->r2 || (last >= w->r1 && !short_syllable(w, last)))
            w->n--;
    } else if (w->p[last] == 'l' && last >= w->r2 && w->p[last - 1] == 'l') {
        w->n--;
    }
}

/* Words that the rules would join with others, or keep apart from their own forms: Snowball's list. */
static bool irregular(struct word *w)
{
    static const struct suffix table[] = {
        S("skis", "ski"),      S("skies", "sky"),    S("dying", "die"),   S("lying", "lie"),   S("tying", "tie"),
        S("idly", "idl"),      S("gently", "gentl"), S("ugly", "ugli"),   S("early", "earli"), S("only", "onli"),
        S("singly", "singl"),  S("sky", "sky"),      S("news", "news"),   S("howe", "howe"),   S("atlas", "atlas"),
        S("cosmos", "cosmos"), S("bias", "bias"),    S("andes", "andes"),
    };

    for (size_t i = 0; i < COUNT_OF(table) && w->n <= 6; i++) /* none is longer */
        if (w->n == table[i].n && ends_in(w, table[i].end, table[i].n)) {
            replace(w, &table[i]);
            return true;
        }
    return false;
}

static bool finished_plural(const struct word *w)
{
    static const char *const words[] = { "inning",  "outing",  "canning", "herring", "earring",
                                         "evening", "proceed", "exceed",  "succeed" };

    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (ends_in(w, words[i], strlen(words[i])) && w->n == strlen(words[i]))
            return true;
    return false;
}

size_t stem_english(char *word, size_t n)
{
    struct word w = { .p = word, .n = n };

    if (n <= 2 || n >= STEM_BYTES)
        return n;
    for (size_t i = 0; i < n; i++)
        if (word[i] >= '0' && word[i] <= '9')
            return n;
    if (irregular(&w))
        return w.n;
    mark_consonant_y(&w);
    find_regions(&w);
    step_1a(&w);
    if (!finished_plural(&w)) {
        step_1b(&w);
        step_1c(&w);
        step_2(&w);
        step_3(&w);
        step_4(&w);
        step_5(&w);
    }
    for (size_t i = 0; i < w.n; i++)
        if (word[i] == 'Y')
            word[i] = 'y';
    return w.n;
}
