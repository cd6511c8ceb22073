/* pii_names.c - words of a name compared with the table, from each word on. */
#include "data/pii/pii_names.h"
#include "base/attrs.h"
#include "base/limits.h"
#include "data/pii/name_words.h"
#include "data/pii/pii_fold.h"
#include "data/pii/pii_kinds.h"
#include <string.h>

enum {
    NAME_EMAIL = PII_EMAIL,
    NAME_PHONE = PII_PHONE,
    NAME_SSN = PII_SSN,
    NAME_CARD = PII_CARD,
    NAME_ACCOUNT = PII_ACCOUNT,
    NAME_IDENTITY = PII_IDENTITY,
    NAME_BIRTH = PII_BIRTH,
    NAME_PASSPORT = PII_PASSPORT,
    NAME_LICENCE = PII_LICENCE,
    NAME_ASKS,
    NAME_ABOUT,
    NAME_OTHER
};

enum { HOW_PART, HOW_WORD, HOW_HINT };

static const struct term {
    uint8_t about, how, n;
    char key[48];
} terms[] = {
#include "personal_columns.inc"
};

/* A name's words, in letters that can be compared. */
struct words {
    char text[PII_NAME_BYTES + 1];
    struct name_word list[PII_WORDS];
    size_t n;
};

static void read_name(const char *name, struct words *w)
{
    size_t used, n = pii_fold(name, strlen(name), w->text, PII_NAME_BYTES, &used);

    w->text[n] = '\0';
    w->n = name_words(w->text, w->list, PII_WORDS);
}

/* The word has the key in it: as a whole, or in the plural, or anywhere. */
static bool has_key(const struct name_word *w, const char *key, size_t n, bool anywhere)
{
    if (w->n == n || (w->n == n + 1 && name_lower(w->p[n]) == 's'))
        return name_same(w->p, key, n);
    for (size_t i = 0; anywhere && i + n <= w->n; i++)
        if (name_same(w->p + i, key, n))
            return true;
    return false;
}

/* How many words, from this one on, make up the key; 0 when they do not. The last may be in the plural. */
static size_t spans(const struct name_word *words, size_t n, const char *key, size_t key_n)
{
    size_t done = 0;

    for (size_t i = 0; i < n; i++) {
        size_t take = words[i].n;
        if (take == key_n - done + 1 && name_lower(words[i].p[take - 1]) == 's')
            take--;
        if (take > key_n - done || !name_same(words[i].p, key + done, take))
            return 0;
        done += take;
        if (done == key_n)
            return i + 1;
    }
    return 0;
}

/* How many words from i on are the term. */
static size_t matches(const struct words *w, size_t i, const struct term *t)
{
    if (has_key(&w->list[i], t->key, t->n, t->how == HOW_PART))
        return 1;
    return name_lower(w->list[i].p[0]) == t->key[0] ? spans(w->list + i, w->n - i, t->key, t->n) : 0;
}

/* The word i is one of those that say what a name is about. */
static bool is_listed(const struct words *w, size_t i, uint8_t about)
{
    const struct name_word *word = &w->list[i];

    for (const struct term *t = terms; t < terms + COUNT_OF(terms); t++) {
        if (t->about != about)
            continue;
        if (about == NAME_OTHER ? word->n >= t->n && name_same(word->p, t->key, t->n)
                                : spans(word, w->n - i, t->key, t->n) > 0)
            return true;
    }
    return false;
}

/* The words around those from `from` to `to` say that the column holds something else. */
static bool means_other(const struct words *w, size_t from, size_t to)
{
    if (is_listed(w, from, NAME_OTHER) || (from > 0 && is_listed(w, 0, NAME_ASKS)))
        return true;
    for (size_t i = to; i < w->n; i++)
        if (is_listed(w, i, NAME_ABOUT))
            return true;
    return false;
}

struct pii_meant pii_name_means(const char *column)
{
    struct pii_meant meant = { 0, 0 };
    struct words w;

    read_name(column, &w);
    for (size_t i = 0; i < w.n; i++)
        for (const struct term *t = terms; t < terms + COUNT_OF(terms) && t->about < PII_CLASSES; t++) {
            uint32_t *to = t->how == HOW_HINT ? &meant.hinted : &meant.sure, bit = 1u << t->about;
            size_t span = *to & bit ? 0 : matches(&w, i, t);
            if (span > 0 && !means_other(&w, i, i + span))
                *to |= bit;
        }
    meant.hinted &= ~meant.sure;
    return meant;
}

bool pii_name_has(const char *pattern, const char *column)
{
    struct words w, parts;
    char key[PII_PATTERN_BYTES];
    size_t n = 0;

    read_name(column, &w);
    read_name(pattern, &parts);
    for (size_t i = 0; i < parts.n; i++)
        for (size_t j = 0; j < parts.list[i].n && n < sizeof key; j++)
            key[n++] = name_lower(parts.list[i].p[j]);
    for (size_t i = 0; n > 0 && i < w.n; i++)
        if (has_key(&w.list[i], key, n, n > PII_SHORT) || spans(w.list + i, w.n - i, key, n) > 0)
            return true;
    return false;
}
