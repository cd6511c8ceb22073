/* link_operators.c - wordings of data/link/operators.tsv in the question, as a table sorted by first word. */
#include "base/arena.h"
#include "base/attrs.h"
#include "link/lexicon.h"
#include "link/link_node.h"
#include "link/stem.h"
#include "link/text.h"
#include <string.h>

#define STEM_LEAST 4 /* letters from which a wording's word stands for all of its forms */

/* The first of the wordings that begin with the word's first letter or sign. */
static size_t first_of(const struct lexicon_wording *w, size_t n, const char *word)
{
    size_t low = 0;

    while (low < n) {
        size_t middle = low + (n - low) / 2;
        if ((unsigned char)w[middle].text[0] < (unsigned char)word[0])
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

/* The token is the word of n bytes, or another form of it. */
static bool is_word(const struct token *t, const char *word, size_t n)
{
    char stem[STEM_BYTES + 1];

    if (strlen(t->folded) == n && memcmp(t->folded, word, n) == 0)
        return true;
    if (t->kind != TOKEN_WORD || n < STEM_LEAST || n >= STEM_BYTES || strncmp(t->folded, word, STEM_LEAST - 1) != 0)
        return false;
    memcpy(stem, word, n);
    stem[text_stem(stem, n)] = 0;
    return strcmp(t->stem, stem) == 0;
}

/* Tokens that the wording has from `first` on; 0: it is not there. */
static size_t matched(const struct linking *l, size_t first, const char *wording, bool *ret_exact)
{
    size_t at = first;

    *ret_exact = true;
    while (*wording) {
        size_t n = strcspn(wording, " ");
        if (at == l->n_tokens || l->tokens[at].quote > 0 || !is_word(&l->tokens[at], wording, n))
            return 0;
        *ret_exact = *ret_exact && strlen(l->tokens[at].folded) == n;
        at++;
        wording += n;
        wording += strspn(wording, " ");
    }
    return at - first;
}

static bool operator_of(const char *name, enum link_operator *ret)
{
    for (size_t i = 0; i < OPERATORS; i++)
        if (strcmp(link_operator_name((enum link_operator)i), name) == 0) {
            *ret = (enum link_operator)i;
            return true;
        }
    return false;
}

static void add(struct linking *l, size_t first, size_t n, const char *asks, bool exact)
{
    enum link_operator op = OPERATOR_EQ;
    bool is_operator = operator_of(asks, &op);
    struct mention *m = linking_add(l, is_operator ? MENTION_OPERATOR : MENTION_FILLER, first, n);

    if (!m)
        return;
    m->op = op;
    m->scores[SCORE_COVER] = m->scores[SCORE_WORDS] = m->scores[SCORE_TIGHT] = 1;
    m->scores[exact ? SCORE_EXACT : SCORE_STEM] = 1;
    m->fit = exact ? 1 : 0.9F;
}

void link_operators(struct linking *l)
{
    size_t n;
    const struct lexicon_wording *w = lexicon_wordings(&n);

    for (size_t i = 0; i < l->n_tokens; i++) {
        const char *word = l->tokens[i].folded;
        for (size_t k = first_of(w, n, word); k < n && *word && w[k].text[0] == *word; k++) {
            bool exact;
            size_t tokens = matched(l, i, w[k].text, &exact);
            if (tokens > 0)
                add(l, i, tokens, w[k].asks, exact);
        }
    }
}
