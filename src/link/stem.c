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
};

static bool vowel(char c)
{
    return c != 0 && strchr("aeiouy", c) != NULL;
}

static bool ends(const struct word *w, const char *end)
{
    size_t n = strlen(end);

    return w->n >= n && w->p[w->n - 1] == end[n - 1] && memcmp(w->p + w->n - n, end, n) == 0;
}

/* The longest of the suffixes that the word has: the tables have the longer ones first. */
static const struct suffix *suffix_of(const struct word *w, const struct suffix *table, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ends(w, table[i].end))
            return &table[i];
    return NULL;
}

static void replace(struct word *w, const struct suffix *s)
{
    size_t put = strlen(s->put);

    w->n -= strlen(s->end);
    memcpy(w->p + w->n, s->put, put);
    w->n += put;
}

static bool in_region(const struct word *w, const char *end, size_t region)
{
    return w->n - strlen(end) >= region;
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
    if (ends(w, "sses"))
        w->n -= 2;
    else if (ends(w, "ied") || ends(w, "ies"))
        w->n -= w->n > 4 ? 2 : 1;
    else if (ends(w, "s") && !ends(w, "us") && !ends(w, "ss") && w->n > 2 && has_vowel(w, w->n - 2))
        w->n--;
}

/* What a verb is left with when its ending is gone gets its e back, or loses the doubled letter. */
static void mend_verb(struct word *w)
{
    static const char *const doubles[] = { "bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt" };

    if (ends(w, "at") || ends(w, "bl") || ends(w, "iz")) {
        w->p[w->n++] = 'e';
        return;
    }
    for (size_t i = 0; i < COUNT_OF(doubles); i++)
        if (ends(w, doubles[i])) {
            w->n -= w->n == 3 && strchr("aeo", w->p[0]) ? 0 : 1; /* "add", "egg", "odd" */
            return;
        }
    if (w->r1 >= w->n && short_syllable(w, w->n))
        w->p[w->n++] = 'e';
}

static void step_1b(struct word *w)
{
    static const struct suffix table[] = { { "eedly", "ee" }, { "ingly", "" }, { "edly", "" },
                                           { "eed", "ee" },   { "ing", "" },   { "ed", "" } };
    const struct suffix *s = suffix_of(w, table, COUNT_OF(table));

    if (!s)
        return;
    if (*s->put) {
        if (in_region(w, s->end, w->r1))
            replace(w, s);
    } else if (has_vowel(w, w->n - strlen(s->end))) {
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
        { "ization", "ize" }, { "ational", "ate" }, { "fulness", "ful" }, { "ousness", "ous" }, { "iveness", "ive" },
        { "tional", "tion" }, { "biliti", "ble" },  { "lessli", "less" }, { "entli", "ent" },   { "ation", "ate" },
        { "alism", "al" },    { "aliti", "al" },    { "ousli", "ous" },   { "iviti", "ive" },   { "fulli", "ful" },
        { "ogist", "og" },    { "enci", "ence" },   { "anci", "ance" },   { "abli", "able" },   { "izer", "ize" },
        { "ator", "ate" },    { "alli", "al" },     { "bli", "ble" },     { "ogi", "og" },      { "li", "" },
    };
    const struct suffix *s = suffix_of(w, table, COUNT_OF(table));
    char before;

    if (!s || !in_region(w, s->end, w->r1))
        return;
    before = w->n > strlen(s->end) ? w->p[w->n - strlen(s->end) - 1] : 'x';
    if (strcmp(s->end, "ogi") == 0 && before != 'l')
        return;
    if (strcmp(s->end, "li") == 0 && !strchr("cdeghkmnrt", before))
        return;
    replace(w, s);
}

static void step_3(struct word *w)
{
    static const struct suffix table[] = {
        { "ational", "ate" }, { "tional", "tion" }, { "alize", "al" }, { "icate", "ic" }, { "iciti", "ic" },
        { "ative", "" },      { "ical", "ic" },     { "ness", "" },    { "ful", "" },
    };
    const struct suffix *s = suffix_of(w, table, COUNT_OF(table));

    if (s && in_region(w, s->end, strcmp(s->end, "ative") == 0 ? w->r2 : w->r1))
        replace(w, s);
}

static void step_4(struct word *w)
{
    static const struct suffix table[] = {
        { "ement", "" }, { "ance", "" }, { "ence", "" }, { "able", "" }, { "ible", "" }, { "ment", "" },
        { "ant", "" },   { "ent", "" },  { "ism", "" },  { "ate", "" },  { "iti", "" },  { "ous", "" },
        { "ive", "" },   { "ize", "" },  { "ion", "" },  { "al", "" },   { "er", "" },   { "ic", "" },
    };
    const struct suffix *s = suffix_of(w, table, COUNT_OF(table));

    if (!s || !in_region(w, s->end, w->r2))
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
        { "skis", "ski" },      { "skies", "sky" },    { "dying", "die" },   { "lying", "lie" },   { "tying", "tie" },
        { "idly", "idl" },      { "gently", "gentl" }, { "ugly", "ugli" },   { "early", "earli" }, { "only", "onli" },
        { "singly", "singl" },  { "sky", "sky" },      { "news", "news" },   { "howe", "howe" },   { "atlas", "atlas" },
        { "cosmos", "cosmos" }, { "bias", "bias" },    { "andes", "andes" },
    };

    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (w->n == strlen(table[i].end) && ends(w, table[i].end)) {
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
        if (w->n == strlen(words[i]) && ends(w, words[i]))
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
