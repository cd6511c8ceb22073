/* match.c - an open-addressed table from keys to hits, filled from the question and probed with the table's names.
 *
 * Each different run of words has one entry; runs that say the same share it. A word that has synonyms, or is a verb
 * form ("hired"), adds entries for those which pass their hits on to it, so that one stream over the names finds
 * everything.
 */
#include "lang/match.h"
#include "base/arena.h"
#include "grid/table.h"
#include "lang/reader.h"
#include "lang/roster.h"
#include "lang/vocab.h"
#include "lang/words.h"
#include <stdint.h>

#define NAME_WORDS 24   /* of a column's name; what is behind them is seldom said */
#define WORD_ALIASES 12 /* synonyms and verb forms of one word, at most */

struct alias {
    struct entry *to;
    struct alias *next;
};

struct entry {
    const char *key;
    size_t n;
    struct match_hits *hits; /* NULL until there is one */
    struct alias *aliases;   /* entries whose words mean this key too */
    bool said;               /* the question has these very words */
};

struct match {
    struct arena *a;
    const struct table *t;
    const struct roster *roster;
    size_t n_words;
    struct entry **spans; /* [first * QUESTION_SPAN + n - 1], NULL where there is no such run */
    struct entry **slots;
    size_t mask;
    bool starts[256]; /* first bytes of the question's words: a value that begins with none of them is not in it */
};

static uint64_t hash(const char *p, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u; /* FNV-1a */

    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)p[i]) * 0x100000001b3u;
    return h ^ h >> 29;
}

static struct entry **slot_of(const struct match *m, const char *key, size_t n)
{
    size_t i = hash(key, n) & m->mask;

    while (m->slots[i] && (m->slots[i]->n != n || memcmp(m->slots[i]->key, key, n) != 0))
        i = (i + 1) & m->mask;
    return &m->slots[i];
}

static struct entry *entry_for(struct match *m, const char *key, size_t n)
{
    struct entry **slot = slot_of(m, key, n);

    if (!*slot) {
        *slot = arena_alloc(m->a, sizeof **slot);
        (*slot)->key = arena_dup(m->a, key, n);
        (*slot)->n = n;
    }
    return *slot;
}

static void add_alias(struct match *m, const char *key, size_t n, struct entry *to)
{
    struct entry *e = entry_for(m, key, n);
    struct alias *alias;

    if (e == to)
        return;
    for (alias = e->aliases; alias; alias = alias->next)
        if (alias->to == to)
            return;
    alias = arena_alloc(m->a, sizeof *alias);
    alias->to = to;
    alias->next = e->aliases;
    e->aliases = alias;
}

/* "hired" may be about hire_date, "shipped" about ship_date: the forms the verb can have come from. */
static void add_verb(struct match *m, const char *w, struct entry *to)
{
    size_t n = strlen(w), cut = 0;

    if (n > 4 && memcmp(w + n - 2, "ed", 2) == 0)
        cut = 2;
    else if (n > 5 && memcmp(w + n - 3, "ing", 3) == 0)
        cut = 3;
    if (cut == 0)
        return;
    add_alias(m, w, n - cut, to);
    if (cut == 2)
        add_alias(m, w, n - 1, to);
    if (w[n - cut - 1] == w[n - cut - 2])
        add_alias(m, w, n - cut - 1, to);
}

static void add_aliases(struct match *m, const struct word *w, struct entry *e)
{
    const char *synonym;
    size_t n;

    if (w->kind != WORD_TEXT)
        return;
    for (size_t i = 0; i < WORD_ALIASES - 3 && (synonym = vocab_synonym(w->stem, i, &n)); i++)
        add_alias(m, synonym, n, e);
    add_verb(m, w->folded, e);
}

static void index_question(struct match *m, const struct word *words)
{
    char key[WORDS_KEY_BYTES];

    for (size_t first = 0; first < m->n_words; first++) {
        size_t used = 0;
        for (size_t n = 1; n <= QUESTION_SPAN && first + n <= m->n_words; n++) {
            const struct word *w = &words[first + n - 1];
            size_t len = strlen(w->stem);
            struct entry *e;
            if (n > 1 && strcmp(w->folded, "&") == 0)
                continue; /* "R&D" is one name */
            if (w->kind == WORD_SYMBOL || (w->kind == WORD_QUOTED && n > 1) || len >= sizeof key - used)
                break;
            memcpy(key + used, w->stem, len);
            used += len;
            if (used == 0)
                break;
            m->starts[(unsigned char)key[0]] = true;
            e = entry_for(m, key, used);
            e->said = true;
            m->spans[first * QUESTION_SPAN + n - 1] = e;
            if (n == 1)
                add_aliases(m, w, e);
            if (w->kind == WORD_QUOTED)
                break;
        }
    }
}

static struct match_hits *hits_of(struct match *m, struct entry *e)
{
    if (!e->hits)
        e->hits = arena_alloc(m->a, sizeof *e->hits);
    return e->hits;
}

/* Keeps the best QUESTION_HITS columns, the better before the worse, equals in the table's order, none twice. */
static void add_column(struct match_hits *h, struct column_hit hit)
{
    size_t at;

    for (at = 0; at < h->n_columns; at++)
        if (h->columns[at].column == hit.column) {
            if (h->columns[at].rank <= hit.rank)
                return;
            h->n_columns--;
            memmove(&h->columns[at], &h->columns[at + 1], (h->n_columns - at) * sizeof hit);
            break;
        }
    for (at = h->n_columns; at > 0 && h->columns[at - 1].rank > hit.rank; at--)
        ;
    if (h->n_columns == QUESTION_HITS) {
        h->more = true;
        if (at == QUESTION_HITS)
            return;
        h->n_columns--;
    }
    memmove(&h->columns[at + 1], &h->columns[at], (h->n_columns - at) * sizeof hit);
    h->columns[at] = hit;
    h->n_columns++;
}

static void column_found(struct match *m, const char *key, size_t n, struct column_hit hit)
{
    struct entry *e = *slot_of(m, key, n);

    if (!e)
        return;
    if (e->said)
        add_column(hits_of(m, e), hit);
    for (struct alias *alias = e->aliases; alias; alias = alias->next)
        if (!roster_has(m->roster, alias->to->key))
            add_column(hits_of(m, alias->to),
                       (struct column_hit){ hit.column, hit.rank == MATCH_WHOLE ? MATCH_MEANING : MATCH_HINT });
}

static void value_found(struct match *m, const char *key, size_t n, struct value_hit hit)
{
    struct entry *e = *slot_of(m, key, n);
    struct match_hits *h;

    if (!e || !e->said)
        return;
    h = hits_of(m, e);
    if (h->n_values < QUESTION_HITS)
        h->values[h->n_values++] = hit;
    else
        h->more = true;
}

/* Words that cannot be said for a column all by themselves, and must not begin or end a part of its name: "of" and
 * "total" of total_of_sales. Nouns that happen to be in the vocabulary can. */
static bool is_function_word(const char *stem)
{
    enum vocab_kind kind = vocab_word(stem).kind;

    return kind != VOCAB_NONE && kind != VOCAB_ROWS && kind != VOCAB_UNIT && kind != VOCAB_BEYOND &&
           kind != VOCAB_MONTH && kind != VOCAB_EMPTY;
}

/* Words before the first opening bracket, all of them when there is none or it comes first. */
static size_t before_bracket(struct arena *a, const char *name, size_t all)
{
    size_t n = strcspn(name, "([");
    const char *words[NAME_WORDS];

    if (name[n] == '\0')
        return all;
    n = words_of_name(a, arena_dup(a, name, n), true, words, NAME_WORDS);
    return n > 0 && n < all ? n : all;
}

/* A part of a name must begin and end with a word of its own and have no word of the grammar inside, so that "orders by
 * region" is never taken for a piece of one long name. */
static bool can_be_said(const char *const *words, size_t n, size_t key_n)
{
    if (key_n < 2 || is_function_word(words[0]) || is_function_word(words[n - 1]))
        return false;
    for (size_t i = 1; i + 1 < n; i++)
        if (is_function_word(words[i]) && strcmp(words[i], "of") != 0)
            return false;
    return true;
}

/* Every run of the name's words is looked up, and only one that the question has is looked at more closely. */
static void stream_column(struct match *m, struct arena *scratch, size_t column, const char *name)
{
    const char *words[NAME_WORDS];
    char key[WORDS_KEY_BYTES];
    size_t n = words_of_name(scratch, name, true, words, NAME_WORDS), whole = before_bracket(scratch, name, n);
    size_t joined = words_key(name, key), written = column_written(m->t, column);

    if (joined > 0)
        column_found(m, key, joined, (struct column_hit){ column, MATCH_WHOLE });
    if (written < strlen(name) && (joined = words_key(arena_dup(scratch, name, written), key)) > 0)
        column_found(m, key, joined, (struct column_hit){ column, MATCH_WHOLE });
    for (size_t first = 0; first < n; first++)
        for (size_t end = first, used = 0; end < n && end - first < QUESTION_SPAN; end++) {
            size_t len = strlen(words[end]);
            bool last = end + 1 == n || end + 1 == whole, all = first == 0 && last;
            enum match_rank rank = all ? MATCH_WHOLE : last ? MATCH_END : MATCH_PART;
            if (len >= sizeof key - used)
                break;
            memcpy(key + used, words[end], len);
            used += len;
            if (*slot_of(m, key, used) && (all || can_be_said(words + first, end + 1 - first, used)))
                column_found(m, key, used, (struct column_hit){ column, rank });
        }
}

/* False when the value's first letter or digit is no word's in the question. Only ASCII is told so quickly: other
 * letters may fold to anything. */
static bool can_begin(const struct match *m, const char *value)
{
    unsigned char c;

    for (; (c = (unsigned char)*value) != 0 && c < 0x80; value++) {
        if (c >= 'A' && c <= 'Z')
            return m->starts[c - 'A' + 'a'];
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            return m->starts[c];
        if (c == '-')
            return true; /* it may be a minus, which belongs to its number */
    }
    return c != 0;
}

static void stream_values(struct match *m, size_t column, const struct column *c)
{
    char key[WORDS_KEY_BYTES];

    for (size_t i = 0; i < c->n_values; i++) {
        size_t n = can_begin(m, c->values[i]) ? words_key(c->values[i], key) : 0;
        if (n > 0)
            value_found(m, key, n, (struct value_hit){ column, i });
    }
}

struct match *match_new(struct arena *a, const struct table *t, const struct roster *roster, const struct word *words,
                        size_t n)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct match *m = arena_alloc(a, sizeof *m);
    size_t slots = 64;

    while (slots < n * (QUESTION_SPAN + WORD_ALIASES) * 2)
        slots *= 2;
    m->a = a;
    m->t = t;
    m->roster = roster;
    m->n_words = n;
    m->mask = slots - 1;
    m->slots = arena_array(a, slots, sizeof(struct entry *));
    m->spans = arena_array(a, n * QUESTION_SPAN, sizeof(struct entry *));
    index_question(m, words);
    for (size_t i = 0; i < t->n_columns; i++) {
        stream_column(m, scratch, i, t->columns[i].name);
        stream_values(m, i, &t->columns[i]);
    }
    return m;
}

const struct match_hits *match_at(const struct match *m, size_t first, size_t n)
{
    struct entry *e =
        first + n <= m->n_words && n > 0 && n <= QUESTION_SPAN ? m->spans[first * QUESTION_SPAN + n - 1] : NULL;

    return e ? e->hits : NULL;
}

/* A name said whole, and a value, count most; another word for part of a name counts least. A column that tells the
 * rows of its table apart is at home there, and elsewhere only refers to it. */
static size_t quality_of(const struct match *m, const struct match_hits *h)
{
    const struct column *c = h->n_columns > 0 ? &m->t->columns[h->columns[0].column] : NULL;
    size_t rank = h->n_values > 0 ? MATCH_WHOLE : h->columns[0].rank;
    bool names = c && (c->type == COLUMN_TEXT || column_is_id(m->t, h->columns[0].column));

    return 2 * (MATCH_HINT + 1 - rank) + (names && c->distinct > 1 && c->distinct == m->t->rows);
}

struct match_fit match_fit(const struct match *m)
{
    struct match_fit fit = { 0 };
    size_t end = 0;

    for (size_t first = 0; first < m->n_words; first++) {
        for (size_t n = QUESTION_SPAN; n > 0; n--) {
            const struct match_hits *h = match_at(m, first, n);
            size_t fresh = first + n > end ? first + n - (end > first ? end : first) : 0;
            if (!h || fresh == 0)
                continue;
            fit.words += fresh;
            fit.quality += fresh * quality_of(m, h);
            end = first + n;
            break;
        }
    }
    return fit;
}
