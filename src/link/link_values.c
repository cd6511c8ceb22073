/* link_values.c - the values that spans of the question name, by the index of values.
 *
 * A span begins and ends with a word that says something, or is quoted, or is a whole value ("The Who"). A word that
 * stands in no value and no name is also asked for as a slip of one that does.
 */
#include "base/arena.h"
#include "base/limits.h"
#include "link/link_node.h"
#include "link/lookup.h"
#include "link/values.h"
#include "link/wordnet.h"
#include <string.h>

#define HITS (4 * LINK_HITS) /* asked for: of one span, before the best are chosen */
#define SLIPS 3              /* words that a mistyped one may be */

static const struct {
    enum link_score score;
    float worth;
} fits[VALUE_FITS] = {
    [VALUE_WHOLE] = { SCORE_EXACT, 1 },  [VALUE_MARKS] = { SCORE_EXACT, 0.92F }, [VALUE_STEMS] = { SCORE_STEM, 0.88F },
    [VALUE_PART] = { SCORE_PART, 0.6F }, [VALUE_SLIP] = { SCORE_SLIP, 0.75F },
};

/* A value's words stand in the question so, capitals and all. */
static bool as_written(const struct linking *l, size_t first, size_t n, const char *value)
{
    const struct token *last = &l->tokens[first + n - 1];
    const char *found = strstr(value, l->tokens[first].text);

    /* the question's bytes between the first and the last word are not kept: the ends must do */
    return found && strstr(found, last->text);
}

static float fit_of(const struct linking *l, const struct value_hit *hit, const struct mention *m)
{
    const struct token *t = &l->tokens[m->first];
    float fit = fits[hit->fit].worth;
    bool marked = m->scores[SCORE_QUOTED] > 0 || (m->scores[SCORE_CASE] > 0 && (t->capital || t->kind == TOKEN_NUMBER));

    if (hit->fit == VALUE_PART)
        fit *= 0.5F + 0.5F * m->scores[SCORE_COVER];
    if (!marked && m->n == 1)
        fit *= 0.85F; /* a common word that happens to be a value */
    return fit;
}

static void add_hit(struct linking *l, size_t first, size_t n, const struct value_hit *hit, size_t words)
{
    struct mention *m = linking_add(l, MENTION_VALUE, first, n);

    if (!m)
        return;
    m->column = hit->column;
    m->table = l->schema->columns[hit->column].table;
    m->text = hit->text;
    m->alike = hit->alike;
    m->scores[SCORE_COVER] = m->scores[SCORE_WORDS] =
        hit->fit == VALUE_PART ? (float)words / (float)(hit->words ? hit->words : 1) : 1;
    m->scores[SCORE_TIGHT] = 1;
    m->scores[fits[hit->fit].score] = 1;
    m->scores[SCORE_HEAD] = hit->fit != VALUE_PART;
    m->scores[SCORE_CASE] = as_written(l, first, n, hit->text);
    m->scores[SCORE_QUOTED] = l->tokens[first].quote > 0 && l->tokens[first].quote == l->tokens[first + n - 1].quote;
    m->fit = fit_of(l, hit, m);
}

static size_t words_in(const struct token *tokens, size_t n)
{
    size_t words = 0;

    for (size_t i = 0; i < n; i++)
        words += tokens[i].kind != TOKEN_SIGN;
    return words;
}

/* The tokens at a span's ends carry it: they are not stop words, or stand out. */
static bool stands_out(const struct linking *l, size_t token)
{
    const struct token *t = &l->tokens[token];

    return !t->stop || t->quote > 0 || t->capitals || (t->capital && token > 0);
}

static void find(struct linking *l, size_t first, size_t n)
{
    struct value_hit hits[HITS];
    bool carried = stands_out(l, first) && stands_out(l, first + n - 1);
    size_t found;

    if (n == 1 && !carried)
        return;
    found = link_values_find(l->schema->values, l->tokens + first, n, hits, HITS);
    for (size_t i = 0; i < found; i++)
        if (carried || hits[i].fit == VALUE_WHOLE)
            add_hit(l, first, n, &hits[i], words_in(l->tokens + first, n));
}

/* Whether a span of these tokens is worth asking for. */
static bool spans(const struct linking *l, size_t first, size_t n)
{
    const struct token *from = &l->tokens[first], *last = &l->tokens[first + n - 1];

    if (from->kind == TOKEN_SIGN || last->kind == TOKEN_SIGN)
        return false;
    if (from->quote != last->quote && from->quote > 0 && last->quote > 0)
        return false;
    return n > 1 || strlen(from->folded) > 1 || from->capital || from->quote > 0 || from->kind == TOKEN_NUMBER;
}

/* ---- slips ---- */

static bool unknown(const struct linking *l, const struct token *t)
{
    size_t n;

    if (t->kind != TOKEN_WORD || t->stop || wordnet_has(t->stem) || link_values_have(l->schema->values, t))
        return false;
    lookup_find(l->schema->lookup, t->stem, &n);
    return n == 0;
}

/* The spans around a mistyped word, with the word that was meant in its place. */
static void find_mended(struct linking *l, size_t token, const char *word)
{
    struct token *mended = arena_array(l->arena, l->n_tokens, sizeof *mended);
    struct value_hit hits[HITS];

    memcpy(mended, l->tokens, l->n_tokens * sizeof *mended);
    mended[token].folded = word;
    mended[token].stem = token_stem(l->tokenizer, l->arena, word);
    for (size_t first = token >= LINK_SPAN ? token + 1 - LINK_SPAN : 0; first <= token; first++)
        for (size_t n = token - first + 1; n <= LINK_SPAN && first + n <= l->n_tokens; n++) {
            size_t found = spans(l, first, n) && stands_out(l, first) && stands_out(l, first + n - 1)
                               ? link_values_find(l->schema->values, mended + first, n, hits, HITS)
                               : 0;
            for (size_t i = 0; i < found; i++) {
                if (hits[i].fit == VALUE_PART && n > 1)
                    continue;
                hits[i].fit = hits[i].fit == VALUE_PART ? VALUE_PART : VALUE_SLIP;
                add_hit(l, first, n, &hits[i], words_in(mended + first, n));
            }
        }
}

static void find_slips(struct linking *l)
{
    for (size_t i = 0; i < l->n_tokens; i++) {
        const char *words[SLIPS];
        size_t n = unknown(l, &l->tokens[i])
                       ? link_values_slips(l->schema->values, l->arena, l->tokens[i].folded, words, SLIPS)
                       : 0;
        for (size_t k = 0; k < n; k++)
            find_mended(l, i, words[k]);
    }
}

void link_values(struct linking *l)
{
    for (size_t first = 0; first < l->n_tokens; first++)
        for (size_t n = 1; n <= LINK_VALUE_SPAN && first + n <= l->n_tokens; n++)
            if (spans(l, first, n))
                find(l, first, n);
    find_slips(l);
}
