/* values_find.c - asking the index: hash, halve, check. */
#include "base/arena.h"
#include "base/mix.h"
#include "base/str.h"
#include "link/slip.h"
#include "link/token.h"
#include "link/values_node.h"
#include <string.h>

struct finding {
    const struct link_values *v;
    struct value_words asked;
    struct value_hit *hits;
    size_t n, max;
};

/* The first entry with the hash, or behind it; and how many have it. */
static size_t entries_find(const struct entry *e, size_t n, uint32_t hash, size_t *ret_n)
{
    size_t low = 0, high = n, from;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (e[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    from = low;
    for (high = n; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (e[middle].hash <= hash)
            low = middle + 1;
        else
            high = middle;
    }
    *ret_n = low - from;
    return from;
}

/* The words of the tokens as values are cut; false when there are too many, or none. */
static bool asked_words(struct value_words *w, const struct token *tokens, size_t n)
{
    char word[TEXT_WORD_BYTES];

    w->n = 0;
    w->more = false;
    for (size_t i = 0; i < n; i++) {
        size_t at = 0, bytes, len = strlen(tokens[i].folded);
        while (tokens[i].kind != TOKEN_SIGN && (bytes = text_word(tokens[i].folded, len, &at, word)) > 0) {
            if (bytes >= TEXT_WORD_BYTES)
                return false;
            word[bytes] = 0;
            value_words_add(w, word);
        }
    }
    return w->n > 0 && !w->more;
}

static bool same_words(char (*a)[TEXT_WORD_BYTES], char (*b)[TEXT_WORD_BYTES], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(a[i], b[i]) != 0)
            return false;
    return true;
}

/* All letters are the same, wherever the words are cut. */
static bool same_letters(const struct value_words *a, const struct value_words *b)
{
    size_t i = 0, k = 0;
    const char *p = a->folded[0], *q = b->folded[0];

    for (;;) {
        while (*p == 0 && ++i < a->n)
            p = a->folded[i];
        while (*q == 0 && ++k < b->n)
            q = b->folded[k];
        if (*p != *q)
            return false;
        if (*p == 0)
            return true;
        p++;
        q++;
    }
}

static bool is_part(struct value_words *value, struct value_words *asked)
{
    for (size_t i = 0; i + asked->n <= value->n; i++)
        if (same_words(value->stems + i, asked->stems, asked->n))
            return true;
    return false;
}

/* How the value is what was asked for; VALUE_FITS: it is not. */
static enum value_fit fit_of(struct finding *f, uint32_t value)
{
    const struct indexed_value *of = &f->v->values[value];
    struct value_words w;

    value_words_of(&w, f->v->texts + of->at, of->n);
    if (!w.more && !of->cut && w.n == f->asked.n) {
        if (same_words(w.folded, f->asked.folded, w.n))
            return VALUE_WHOLE;
        if (same_words(w.stems, f->asked.stems, w.n))
            return VALUE_STEMS;
    }
    if (!w.more && !of->cut && w.n > 0 && same_letters(&w, &f->asked))
        return VALUE_MARKS;
    return is_part(&w, &f->asked) ? VALUE_PART : VALUE_FITS;
}

static size_t words_of(const struct link_values *v, uint32_t value)
{
    const struct indexed_value *of = &v->values[value];
    char word[TEXT_WORD_BYTES];
    size_t at = 0, n = 0;

    while (n < LINK_VALUE_WORDS && text_word(v->texts + of->at, of->n, &at, word) > 0)
        n++;
    return n;
}

/* Adds a hit, or counts it with those of the same column and fit. Hits come column by column. */
static void add_hit(struct finding *f, uint32_t value, enum value_fit fit)
{
    size_t column = value_column(f->v, value), alike = 0;

    for (size_t i = f->n; i-- > 0 && f->hits[i].column == column && f->hits[i].fit == fit;) {
        f->hits[i].alike++;
        alike++;
    }
    if (alike > 0 && f->hits[f->n - 1].alike > LINK_VALUE_HITS)
        return;
    if (f->n == f->max)
        return;
    f->hits[f->n++] = (struct value_hit){ .column = column,
                                          .text = f->v->texts + f->v->values[value].at,
                                          .fit = fit,
                                          .words = words_of(f->v, value),
                                          .alike = alike + 1,
                                          .rows = f->v->values[value].rows };
}

/* The values under a hash that fit so, in order. */
static void find_whole(struct finding *f, uint32_t hash, enum value_fit fit)
{
    size_t n, from = entries_find(f->v->whole, f->v->n_whole, hash, &n);

    for (size_t i = from; i < from + n && i < from + LINK_PART_SCAN; i++)
        if (fit_of(f, f->v->whole[i].value) == fit)
            add_hit(f, f->v->whole[i].value, fit);
}

/* ---- parts ---- */

struct postings {
    const struct entry *p;
    size_t n;
};

static struct postings postings_of(const struct link_values *v, const char *stem)
{
    size_t n, from = entries_find(v->parts, v->n_parts, mix_hash(stem, strlen(stem)), &n);

    return (struct postings){ v->parts + from, n };
}

/* The first posting of a value that is not before it. */
static size_t postings_from(const struct postings *p, size_t low, size_t value)
{
    size_t high = p->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->p[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* One word: the first values of each column, and how many there are. */
static void find_word(struct finding *f, const struct postings *p)
{
    for (size_t i = 0; i < p->n;) {
        size_t column = value_column(f->v, p->p[i].value), end = postings_from(p, i, f->v->first[column + 1]);
        size_t from = f->n;
        for (size_t k = i; k < end && k < i + LINK_VALUE_HITS; k++)
            if (fit_of(f, p->p[k].value) == VALUE_PART)
                add_hit(f, p->p[k].value, VALUE_PART);
        for (size_t k = from; k < f->n; k++)
            f->hits[k].alike = end - i;
        i = end;
    }
}

static void find_words(struct finding *f, const struct postings *all, size_t rarest)
{
    const struct postings *p = &all[rarest];

    for (size_t i = 0; i < p->n && i < LINK_PART_SCAN; i++) {
        bool in_all = true;
        for (size_t k = 0; k < f->asked.n && in_all; k++) {
            size_t at = postings_from(&all[k], 0, p->p[i].value);
            in_all = at < all[k].n && all[k].p[at].value == p->p[i].value;
        }
        if (in_all && fit_of(f, p->p[i].value) == VALUE_PART)
            add_hit(f, p->p[i].value, VALUE_PART);
    }
}

static void find_parts(struct finding *f)
{
    struct postings all[LINK_SPAN];
    size_t rarest = 0;

    if (f->asked.n == 0 || f->asked.n > LINK_SPAN)
        return;
    for (size_t i = 0; i < f->asked.n; i++) {
        all[i] = postings_of(f->v, f->asked.stems[i]);
        if (all[i].n < all[rarest].n)
            rarest = i;
    }
    if (f->asked.n == 1)
        find_word(f, &all[0]);
    else if (all[rarest].n > 0)
        find_words(f, all, rarest);
}

size_t link_values_find(const struct link_values *v, const struct token *tokens, size_t n, struct value_hit *ret,
                        size_t max)
{
    struct finding f = { .v = v, .hits = ret, .max = max };
    uint32_t letters, stems;

    if (!asked_words(&f.asked, tokens, n))
        return 0;
    letters = value_hash_letters(&f.asked);
    stems = value_hash_stems(&f.asked);
    find_whole(&f, letters, VALUE_WHOLE);
    find_whole(&f, letters, VALUE_MARKS);
    find_whole(&f, stems, VALUE_STEMS);
    find_parts(&f);
    return f.n;
}

size_t link_values_number(const struct link_values *v, double number, size_t *ret_columns, size_t max)
{
    size_t low = 0, high = v->n_numbers, found = 0;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (v->numbers[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < v->n_numbers && v->numbers[low].number == number && found < max; low++)
        if (found == 0 || ret_columns[found - 1] != v->numbers[low].column)
            ret_columns[found++] = v->numbers[low].column;
    return found;
}

const char *link_values_text(const struct link_values *v, size_t column, size_t i)
{
    return i < v->first[column + 1] - v->first[column] ? v->texts + v->values[v->first[column] + i].at : NULL;
}

bool link_values_have(const struct link_values *v, const struct token *token)
{
    uint32_t folded = mix_hash(token->folded, strlen(token->folded));
    uint32_t stem = mix_hash(token->stem, strlen(token->stem));
    size_t n;

    if (postings_of(v, token->stem).n > 0)
        return true;
    entries_find(v->whole, v->n_whole, folded, &n);
    if (n == 0)
        entries_find(v->whole, v->n_whole, stem, &n);
    return n > 0;
}

/* ---- slips ---- */

static size_t first_word(const struct link_values *v, char first, size_t n)
{
    size_t low = 0, high = v->n_words;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct indexed_word *w = &v->words[middle];
        if (w->first < first || (w->first == first && w->n < n))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t link_values_slips(const struct link_values *v, struct arena *a, const char *folded, const char **ret, size_t max)
{
    size_t n = strlen(folded), found = 0;

    if (n < SLIP_LEAST)
        return 0;
    for (size_t i = first_word(v, folded[0], n - 1);
         i < v->n_words && v->words[i].first == folded[0] && v->words[i].n <= n + 1 && found < max; i++) {
        char word[TEXT_WORD_BYTES];
        for (size_t k = 0; k < v->words[i].n; k++)
            word[k] = (char)(v->texts[v->words[i].at + k] | 0x20);
        word[v->words[i].n] = 0;
        if (slip_of(folded, word) && (found == 0 || strcmp(ret[found - 1], word) != 0))
            ret[found++] = arena_str(a, word);
    }
    return found;
}
