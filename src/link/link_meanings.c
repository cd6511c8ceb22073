/* link_meanings.c - values that the question means without naming them, by what the values of a column are.
 *
 * "women" means the female value of a column of genders, "survived" the yes of a column of that name, "French" the
 * value France. All are mentions of values with the score "meaning".
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "link/lexicon.h"
#include "link/link_node.h"
#include "link/values.h"
#include <string.h>

#define GENDER_FIT 0.85F
#define PLACE_FIT 0.85F
#define TRUTH_WORTH 0.9F /* of the fit of the column's name */
#define SAID_FIT 0.7F    /* "yes", "true": of some column of truths */
#define NEGATION 3       /* words before a name in which a negation counts */
#define PLACES 12        /* names of one place */
#define HITS 24

static struct mention *add(struct linking *l, size_t first, size_t n, size_t column, const char *value, float fit)
{
    struct mention *m = linking_add(l, MENTION_VALUE, first, n);

    if (!m)
        return NULL;
    m->column = column;
    m->table = l->schema->columns[column].table;
    m->text = value;
    m->alike = 1;
    m->scores[SCORE_MEANING] = m->scores[SCORE_COVER] = m->scores[SCORE_WORDS] = m->scores[SCORE_TIGHT] = 1;
    m->fit = fit;
    return m;
}

static void add_genders(struct linking *l, size_t token)
{
    const struct token *t = &l->tokens[token];
    bool female = lexicon_means(t->folded, true, "female"), male = lexicon_means(t->folded, true, "male");

    for (size_t i = 0; i < l->schema->n_columns && (female || male); i++) {
        const struct link_column *c = &l->schema->columns[i];
        const char *value = female ? c->female : c->male;
        if (c->traits & LINK_GENDER && value && !str_same(value, t->folded))
            add(l, token, 1, i, value, GENDER_FIT);
    }
}

/* "Y", "true", "no": quoted, in capitals or a word that means nothing else. */
static void add_said(struct linking *l, size_t token)
{
    const struct token *t = &l->tokens[token];
    bool yes = lexicon_means(t->folded, false, "yes"), no = lexicon_means(t->folded, false, "no");
    bool marked = t->quote > 0 || t->capital || t->kind == TOKEN_NUMBER || strlen(t->folded) > 2;

    if ((!yes && !no) || !marked)
        return;
    for (size_t i = 0; i < l->schema->n_columns; i++) {
        const struct link_column *c = &l->schema->columns[i];
        if (c->traits & LINK_TRUTH)
            add(l, token, 1, i, yes ? c->yes : c->no, SAID_FIT);
    }
}

static void add_place(struct linking *l, size_t first, size_t n, const char *place)
{
    struct value_hit hits[HITS];
    struct token *tokens;
    struct err err;
    size_t n_tokens, found;

    if (tokens_read(l->tokenizer, l->arena, place, &tokens, &n_tokens, &err) || n_tokens == 0)
        return;
    found = link_values_find(l->schema->values, tokens, n_tokens, hits, HITS);
    for (size_t i = 0; i < found; i++) {
        struct mention *m =
            hits[i].fit <= VALUE_STEMS ? add(l, first, n, hits[i].column, hits[i].text, PLACE_FIT) : NULL;
        if (m)
            m->scores[SCORE_DERIVED] = 1;
    }
}

/* Adjectives of one or two words: "French", "South Korean". */
static void add_places(struct linking *l, size_t token)
{
    const char *places[PLACES], *folded = l->tokens[token].folded;

    for (size_t n = 1; n <= 2 && token + n <= l->n_tokens; n++) {
        size_t found;
        if (n == 2)
            folded = arena_printf(l->arena, "%s %s", folded, l->tokens[token + 1].folded);
        found = lexicon_places(folded, places, PLACES);
        for (size_t i = 0; i < found; i++)
            add_place(l, token, n, places[i]);
    }
}

static bool negated(const struct linking *l, const struct mention *m)
{
    size_t from = m->first > NEGATION ? m->first - NEGATION : 0;

    for (size_t i = 0; i < l->n_mentions; i++) {
        const struct mention *o = &l->mentions[i];
        if (o->kind == MENTION_OPERATOR && o->op == OPERATOR_NOT && o->first >= from && o->first + o->n <= m->first)
            return true;
    }
    return false;
}

/* A column of truths that is named is asked to be true; behind a negation also to be false. */
static void add_truths(struct linking *l)
{
    size_t n = l->n_mentions;

    for (size_t i = 0; i < n; i++) {
        const struct mention m = l->mentions[i];
        const struct link_column *c;
        if (m.kind != MENTION_COLUMN || !(l->schema->columns[m.column].traits & LINK_TRUTH))
            continue;
        c = &l->schema->columns[m.column];
        add(l, m.first, m.n, m.column, c->yes, m.fit * TRUTH_WORTH);
        if (negated(l, &m))
            add(l, m.first, m.n, m.column, c->no, m.fit);
    }
}

void link_meanings(struct linking *l)
{
    for (size_t i = 0; i < l->n_tokens; i++) {
        if (l->tokens[i].kind == TOKEN_SIGN)
            continue;
        if (l->tokens[i].quote == 0) {
            add_genders(l, i);
            add_places(l, i);
        }
        add_said(l, i);
    }
    add_truths(l);
}
