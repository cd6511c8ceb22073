/* link_names.c - tables and columns by their names: each word of the question is held against all words of all names,
 * then each name looks for stretches of the question that have its words.
 *
 * A stretch may have stop words, a hyphen, or one coordinated word between the words of a name: "date of birth", "first
 * and last name". Within it each word of the name is found once.
 */
#include "base/arena.h"
#include "base/str.h"
#include "link/lexicon.h"
#include "link/link_node.h"
#include "link/lookup.h"
#include "link/schema_node.h"
#include "link/slip.h"
#include "link/wordnet.h"
#include <stdlib.h>
#include <string.h>

#define MATCHES 16384 /* words of names that a question's words match: "name" in all of a thousand columns */
#define RELATED 96    /* words that WordNet gives for one */
#define BEGINNING 3   /* letters at least of a short form that is a beginning: "desc" */
#define WHOLE_LEAST 5 /* letters at least of what it is short for */
#define SLIPS 8
#define GAP 2          /* tokens between two words of a name */
#define FIT_LEAST 0.1F /* worse mentions say nothing */

enum how { HOW_EXACT, HOW_STEM, HOW_ABBREVIATED, HOW_SLIP, HOW_SYNONYM, HOW_DERIVED, HOW_BROADER, HOWS };

static const struct {
    enum link_score score;
    float worth;
} hows[HOWS] = {
    [HOW_EXACT] = { SCORE_EXACT, 1 },
    [HOW_STEM] = { SCORE_STEM, 0.98F },
    [HOW_ABBREVIATED] = { SCORE_ABBREVIATED, 0.85F },
    [HOW_SLIP] = { SCORE_SLIP, 0.75F },
    [HOW_SYNONYM] = { SCORE_SYNONYM, 0.7F },
    [HOW_DERIVED] = { SCORE_DERIVED, 0.65F },
    [HOW_BROADER] = { SCORE_BROADER, 0.4F },
};

/* Tokens of the question that match words of a reading. */
struct match {
    uint32_t reading;
    uint16_t token, tokens;
    uint8_t word, words;
    uint8_t how;
};

struct matching {
    struct linking *l;
    const struct link_lookup *lookup;
    struct match *matches;
    size_t n, room;
};

static bool written_out(const struct lookup_reading *r, size_t word, size_t n)
{
    for (size_t i = word; i < word + n; i++)
        if (r->written_out[i])
            return true;
    return false;
}

static void more_room(struct matching *m)
{
    struct match *grown;

    m->room = m->room ? m->room * 2 : 256;
    grown = arena_array(m->l->arena, m->room, sizeof *grown);
    if (m->n > 0)
        memcpy(grown, m->matches, m->n * sizeof *grown);
    m->matches = grown;
}

static void add_match(struct matching *m, const struct lookup_entry *e, size_t token, size_t tokens, enum how how)
{
    const struct lookup_reading *r = &m->lookup->readings[e->reading];

    if (m->n == MATCHES) {
        m->l->cut = true;
        return;
    }
    if (written_out(r, e->word, e->n)) {
        if (how > HOW_ABBREVIATED)
            return; /* a guess about a guess */
        how = HOW_ABBREVIATED;
    }
    if (m->n == m->room)
        more_room(m);
    m->matches[m->n++] = (struct match){ .reading = (uint32_t)e->reading,
                                         .token = (uint16_t)token,
                                         .tokens = (uint16_t)tokens,
                                         .word = (uint8_t)e->word,
                                         .words = (uint8_t)e->n,
                                         .how = (uint8_t)how };
}

/* All words with the stem. How well: `how`, or, for the words themselves, whether they are the very ones. */
static size_t match_stem(struct matching *m, const char *stem, const char *folded, size_t token, size_t tokens,
                         enum how how)
{
    size_t n, from = lookup_find(m->lookup, stem, &n);

    for (size_t i = from; i < from + n; i++) {
        const struct lookup_entry *e = &m->lookup->entries[i];
        if (e->broader && how > HOW_ABBREVIATED)
            continue; /* a guess about a guess */
        add_match(m, e, token, tokens,
                  e->broader                                          ? HOW_BROADER
                  : how == HOW_STEM && strcmp(e->folded, folded) == 0 ? HOW_EXACT
                                                                      : how);
    }
    return n;
}

static void match_together(struct matching *m, size_t token)
{
    const struct token *t = &m->l->tokens[token], *next = t + 1;
    const char *joined;

    if (token + 1 >= m->l->n_tokens || t->kind == TOKEN_SIGN || next->kind == TOKEN_SIGN || t->stop)
        return;
    joined = arena_printf(m->l->arena, "%s%s", t->folded, next->folded);
    match_stem(m, token_stem(m->l->tokenizer, m->l->arena, joined), joined, token, 2, HOW_STEM);
}

static void match_long_forms(struct matching *m, size_t token)
{
    const struct token *t = &m->l->tokens[token];
    const char *forms[SLIPS];
    size_t n = lexicon_long(t->folded, forms, COUNT_OF(forms));

    for (size_t i = 0; i < n; i++)
        if (!strchr(forms[i], ' '))
            match_stem(m, token_stem(m->l->tokenizer, m->l->arena, forms[i]), "", token, 1, HOW_ABBREVIATED);
}

/* Words that our own list relates to the token's. */
static void match_listed(struct matching *m, size_t token)
{
    const char *list = lexicon_related(m->l->tokens[token].folded);

    while (list && *list) {
        size_t n = strcspn(list, ",");
        const char *word = arena_dup(m->l->arena, list, n);
        match_stem(m, token_stem(m->l->tokenizer, m->l->arena, word), "", token, 1, HOW_DERIVED);
        list += n;
        list += strspn(list, ", ");
    }
}

static void match_related(struct matching *m, size_t token)
{
    static const enum how how[RELATIONS] = { [RELATION_FORM] = HOW_STEM,
                                             [RELATION_SYNONYM] = HOW_SYNONYM,
                                             [RELATION_BROADER] = HOW_BROADER,
                                             [RELATION_NARROWER] = HOW_BROADER,
                                             [RELATION_DERIVED] = HOW_DERIVED };
    const struct token *t = &m->l->tokens[token];
    struct related related[RELATED];
    size_t n = wordnet_related(t->stem, related, RELATED);

    for (size_t i = 0; i < n; i++)
        match_stem(m, related[i].stem, "", token, 1, how[related[i].relation]);
}

/* A word of a name that is the beginning of the question's word, or the other way round, and no word of its own. */
static void match_beginnings(struct matching *m, size_t token)
{
    const struct link_lookup *l = m->lookup;
    const char *word = m->l->tokens[token].folded;
    size_t bytes = strlen(word);

    for (size_t n = BEGINNING; n < bytes && bytes >= WHOLE_LEAST; n++) {
        char stem[STR_EDIT_CHARS];
        size_t count, from;
        if (n >= sizeof stem)
            break;
        memcpy(stem, word, n);
        stem[n] = 0;
        from = lookup_find(l, stem, &count);
        for (size_t i = from; i < from + count; i++)
            if (!l->entries[i].broader && strncmp(l->entries[i].folded, word, n) == 0 && l->entries[i].folded[n] == 0 &&
                !wordnet_has(stem))
                add_match(m, &l->entries[i], token, 1, HOW_ABBREVIATED);
    }
    if (bytes < BEGINNING || wordnet_has(m->l->tokens[token].stem))
        return;
    for (size_t i = lookup_from(l, word, bytes); i < l->n_entries && str_starts(l->entries[i].stem, word); i++)
        if (!l->entries[i].broader && strlen(l->entries[i].folded) >= WHOLE_LEAST &&
            strcmp(l->entries[i].folded, word) != 0 && l->entries[i].n == 1)
            add_match(m, &l->entries[i], token, 1, HOW_ABBREVIATED);
}

static void match_slips(struct matching *m, size_t token)
{
    const struct link_lookup *l = m->lookup;
    const struct token *t = &m->l->tokens[token];

    if (strlen(t->folded) < SLIP_LEAST)
        return;
    for (size_t i = lookup_from(l, t->folded, 1); i < l->n_entries && l->entries[i].stem[0] == t->folded[0]; i++)
        if (!l->entries[i].broader &&
            (slip_of(t->folded, l->entries[i].folded) || slip_of(t->stem, l->entries[i].stem)))
            add_match(m, &l->entries[i], token, 1, HOW_SLIP);
}

static void match_token(struct matching *m, size_t token)
{
    const struct token *t = &m->l->tokens[token];
    size_t known;

    if (t->kind == TOKEN_SIGN)
        return;
    known = match_stem(m, t->stem, t->folded, token, 1, HOW_STEM);
    match_together(m, token);
    match_listed(m, token);
    if (t->stop || t->kind != TOKEN_WORD)
        return;
    match_long_forms(m, token);
    match_related(m, token);
    match_beginnings(m, token);
    if (known == 0 && !wordnet_has(t->stem) && !link_values_have(m->l->schema->values, t))
        match_slips(m, token);
}

/* ---- stretches ---- */

/* What a stretch has of a reading. */
struct stretch {
    size_t first, end;            /* tokens */
    uint8_t how[LINK_NAME_WORDS]; /* of each word of the reading; HOWS: it is missing */
    bool matched[LINK_SPAN];      /* of each token */
};

static bool small_gap(const struct linking *l, size_t from, size_t to)
{
    size_t words = 0;

    if (to - from > GAP)
        return false;
    for (size_t i = from; i < to; i++) {
        const struct token *t = &l->tokens[i];
        bool joined = t->kind == TOKEN_SIGN && strchr("-/&", t->text[0]);
        words += !t->stop && !joined;
        if (t->kind == TOKEN_SIGN && !joined)
            return false;
    }
    if (words == 0)
        return true;
    return to - from == 2 && (strcmp(l->tokens[from].folded, "and") == 0 || strcmp(l->tokens[from].folded, "or") == 0);
}

/* The best match at a token with words that are still free. */
static const struct match *best_match(const struct match *from, const struct match *end, const struct stretch *s)
{
    const struct match *best = NULL;

    for (const struct match *m = from; m < end && m->token == from->token; m++) {
        bool is_free = true;
        for (size_t w = m->word; w < m->word + m->words; w++)
            is_free = is_free && s->how[w] == HOWS;
        if (is_free && (!best || m->words > best->words || (m->words == best->words && m->how < best->how)))
            best = m;
    }
    return best;
}

static void take(struct stretch *s, const struct match *m)
{
    for (size_t w = m->word; w < m->word + m->words; w++)
        s->how[w] = m->how;
    for (size_t t = m->token; t < m->token + m->tokens; t++)
        s->matched[t - s->first] = true;
    s->end = m->token + m->tokens;
}

/* The stretch that begins at a match. One that begins with a stop word has no gaps: "is a member" is not is_member. */
static struct stretch stretch_from(const struct linking *l, const struct match *from, const struct match *end)
{
    struct stretch s = { .first = from->token, .end = from->token };

    memset(s.how, HOWS, sizeof s.how);
    for (const struct match *m = from; m < end; m++) {
        const struct match *best;
        if (m > from && m->token == m[-1].token)
            continue;
        if (m->token < s.end)
            continue;
        if (m > from && !(l->tokens[from->token].stop ? m->token == s.end : small_gap(l, s.end, m->token)))
            break;
        best = best_match(m, end, &s);
        if (best && best->token + best->tokens - s.first <= LINK_SPAN)
            take(&s, best);
    }
    return s;
}

/* ---- scores ---- */

static bool table_has(const struct link_schema *s, size_t table, const char *stem)
{
    const struct link_name *name = &s->tables[table].name;

    for (size_t i = 0; i < name->n; i++)
        if (strcmp(name->stems[i], stem) == 0)
            return true;
    return false;
}

struct tally {
    float weight, worth, context;
    size_t found, missing, in_table;
};

static struct tally tally_of(const struct linking *l, const struct lookup_reading *r, const struct stretch *s,
                             size_t table, struct mention *m)
{
    struct tally t = { 0 };

    for (size_t w = 0; w < r->n; w++) {
        if (s->how[w] < HOWS) {
            t.found++;
            t.weight += r->weights[w];
            t.worth += r->weights[w] * hows[s->how[w]].worth;
            m->scores[hows[s->how[w]].score]++;
        } else {
            t.missing++;
            if (table != LINK_NONE && table_has(l->schema, table, r->stems[w])) {
                t.in_table++;
                t.context += r->weights[w];
            }
        }
    }
    for (size_t k = 0; k < HOWS; k++)
        m->scores[hows[k].score] /= (float)(t.found ? t.found : 1);
    return t;
}

static void score(const struct linking *l, const struct lookup_reading *r, const struct stretch *s, size_t table,
                  struct mention *m)
{
    struct tally t = tally_of(l, r, s, table, m);
    size_t words = 0, matched = 0;

    for (size_t i = s->first; i < s->end; i++) {
        words += !l->tokens[i].stop && l->tokens[i].kind != TOKEN_SIGN;
        matched += !l->tokens[i].stop && s->matched[i - s->first];
    }
    m->scores[SCORE_COVER] = t.weight / r->weight;
    m->scores[SCORE_WORDS] = (float)t.found / (float)r->n;
    m->scores[SCORE_TIGHT] = words > 0 ? (float)matched / (float)words : 1;
    m->scores[SCORE_HEAD] = s->how[r->n - 1] < HOWS;
    m->scores[SCORE_CONTEXT] = t.missing > 0 ? (float)t.in_table / (float)t.missing : 0;
    m->scores[SCORE_QUOTED] = l->tokens[s->first].quote > 0;
    m->fit = (t.worth + 0.6F * t.context) / r->weight * (0.7F + 0.3F * m->scores[SCORE_TIGHT]);
    if (m->scores[SCORE_QUOTED] > 0)
        m->fit *= 0.7F;
}

/* A stop word alone is a name only where it is all of it. */
static bool says_something(const struct linking *l, const struct lookup_reading *r, const struct stretch *s)
{
    bool all = true;

    for (size_t t = s->first; t < s->end; t++)
        if (s->matched[t - s->first] && !l->tokens[t].stop)
            return true;
    for (size_t w = 0; w < r->n; w++)
        all = all && s->how[w] == HOW_EXACT;
    return all;
}

/* The mention of the name is there already, from another reading: the better one stays. */
static bool better_there(struct linking *l, size_t from, const struct mention *m)
{
    for (size_t i = from; i < l->n_mentions; i++) {
        struct mention *other = &l->mentions[i];
        if (other->first != m->first || other->n != m->n)
            continue;
        if (other->fit < m->fit)
            *other = *m;
        return true;
    }
    return false;
}

static void add_stretch(struct matching *m, const struct lookup_reading *r, const struct stretch *s, size_t from)
{
    const struct link_schema *schema = m->l->schema;
    bool is_table = r->name < schema->n_tables;
    struct mention made = { .kind = is_table ? MENTION_TABLE : MENTION_COLUMN,
                            .first = s->first,
                            .n = s->end - s->first };
    struct mention *added;

    made.column = is_table ? LINK_NONE : r->name - schema->n_tables;
    made.table = is_table ? r->name : schema->columns[made.column].table;
    score(m->l, r, s, is_table ? LINK_NONE : made.table, &made);
    if (made.fit < FIT_LEAST || better_there(m->l, from, &made))
        return;
    added = linking_add(m->l, made.kind, made.first, made.n);
    if (added)
        *added = made;
}

static int by_reading(const void *x, const void *y)
{
    const struct match *a = x, *b = y;

    if (a->reading != b->reading)
        return a->reading < b->reading ? -1 : 1;
    if (a->token != b->token)
        return a->token < b->token ? -1 : 1;
    if (a->word != b->word)
        return a->word < b->word ? -1 : 1;
    return a->how != b->how ? (a->how < b->how ? -1 : 1) : a->words > b->words ? -1 : a->words < b->words;
}

/* The stretches of one reading: one from each token that no stretch before has. */
static void add_stretches(struct matching *m, const struct match *from, const struct match *end, size_t mentions)
{
    const struct lookup_reading *r = &m->lookup->readings[from->reading];
    size_t behind = 0;

    for (const struct match *at = from; at < end; at++) {
        struct stretch s;
        if (at->token < behind || (at > from && at->token == at[-1].token))
            continue;
        s = stretch_from(m->l, at, end);
        if (s.end == s.first)
            continue;
        behind = s.end;
        if (says_something(m->l, r, &s))
            add_stretch(m, r, &s, mentions);
    }
}

void link_names(struct linking *l)
{
    struct matching m = { .l = l, .lookup = l->schema->lookup };
    size_t mentions = 0, name = LINK_NONE;

    for (size_t i = 0; i < l->n_tokens; i++)
        match_token(&m, i);
    if (m.n > 0)
        qsort(m.matches, m.n, sizeof *m.matches, by_reading);
    for (size_t i = 0, n; i < m.n; i += n) {
        for (n = 1; i + n < m.n && m.matches[i + n].reading == m.matches[i].reading;)
            n++;
        if (m.lookup->readings[m.matches[i].reading].name != name) {
            name = m.lookup->readings[m.matches[i].reading].name;
            mentions = l->n_mentions;
        }
        add_stretches(&m, m.matches + i, m.matches + i + n, mentions);
    }
}
