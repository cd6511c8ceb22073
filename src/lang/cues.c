/* cues.c - a message as features, and their weights summed up.
 *
 * Each word is a feature, and so is each pair of neighbours, in which a word stands for its class where it has one: a
 * word of the person's tasks, a number, a day, a verb of things to do, the same said to be done. The table is
 * src/lang/cues.tsv, sorted, in sixteenths of the natural logarithm of the odds.
 */
#include "lang/cues.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "lang/errand_parts.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define CUE_WORDS 40    /* of a message that are looked at: longer ones are prose */
#define CUE_PER_WORD 3  /* the word, its class, the pair it begins */
#define OWNED_CHARS 4   /* a shorter word says little about what a task is */
#define WEIGHT_PARTS 16 /* that the table's numbers are of */

static const struct weighed {
    const char *feature;
    signed char weights[CUES];
} table[] = {
#include "cues.inc"
};

/* ---- words ---- */

/* How long a word is without one of these endings. */
static size_t cut_ending(const char *word, size_t n, const char *const *endings, size_t many)
{
    for (size_t i = 0; i < many; i++) {
        size_t k = strlen(endings[i]);
        if (n > k + 2 && strncasecmp(word + n - k, endings[i], k) == 0)
            return n - k;
    }
    return n;
}

/* How much of a word stays the same when it is bent: "meeting" and "meetings", "mopped" and "mop". */
static size_t root_length(const char *word)
{
    static const char *const plurals[] = { "'s", "es", "s" }, *const forms[] = { "ing", "ed", "e" };
    size_t n = cut_ending(word, strlen(word), plurals, COUNT_OF(plurals));

    n = cut_ending(word, n, forms, COUNT_OF(forms));
    while (n > 3 && word[n - 1] == word[n - 2])
        n--;
    return n;
}

bool cue_same_word(const char *a, const char *b)
{
    size_t n = root_length(a);

    return strlen(a) >= OWNED_CHARS && n == root_length(b) && strncasecmp(a, b, n) == 0;
}

static const char *lowered(struct arena *a, const struct phrase_word *w)
{
    char *text = arena_dup(a, w->p, w->n);

    for (char *p = text; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    return text;
}

/* What a word is one of many of; NULL where it is itself. */
static const char *class_of(const struct phrase_word *w, const char *word, cue_owned *owned, void *arg)
{
    static const char days[] =
        "today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|"
        "tues|wed|thu|thurs|fri|sat|sun|weekend|january|february|march|april|june|july|august|"
        "september|october|november|december|noon|am|pm|morning|evening|afternoon";
    size_t n = strlen(word);

    if (w->is_quoted)
        return "<quoted>";
    if (n >= OWNED_CHARS && owned(arg, word))
        return n > 3 && strcmp(word + n - 2, "ed") == 0 ? "<own-ed>" : "<own>";
    if (isdigit((unsigned char)*word) || (*word == '#' && isdigit((unsigned char)word[1])))
        return "<number>";
    if (*word == '#')
        return "<tag>";
    if (phrase_word_is(w, days))
        return "<day>";
    if (word_done_deed(w) && word_deed(w) == DEED_NONE)
        return "<did>";
    return word_deed(w) == DEED_SURE ? "<do>" : NULL;
}

/* ---- features ---- */

struct gathering {
    struct arena *a;
    const char **all;
    size_t n;
    const char *before; /* the class of the word before, or the word */
};

static void add_pair(struct gathering *g, const char *next)
{
    g->all[g->n++] = arena_printf(g->a, "%s %s", g->before, next);
    g->before = next;
}

static void add_mark(struct gathering *g, const struct phrase_word *w)
{
    char mark = word_mark(w);

    if (mark == '?' || mark == ':' || mark == '!')
        g->all[g->n++] = arena_printf(g->a, "%c", mark);
}

/* How the rules read it, and how surely: what they are worth is learned like everything else. */
static void add_rules(struct gathering *g, const struct errand *errands, size_t n)
{
    static const char *const sure[] = { "guess", "weak", "fair", "sure" };
    bool several = false;

    for (size_t i = 1; i < n; i++)
        several |= errands[i].kind != errands[0].kind;
    if (n == 0)
        g->all[g->n++] = "rules none";
    else if (several)
        g->all[g->n++] = "rules several";
    else {
        double p = errands[0].confidence;
        size_t k = p >= 0.90 ? 3 : p >= 0.80 ? 2 : p >= 0.60 ? 1 : 0;
        g->all[g->n++] = arena_printf(g->a, "rules %d", (int)errands[0].kind);
        g->all[g->n++] = arena_printf(g->a, "rules %d %s", (int)errands[0].kind, sure[k]);
    }
}

size_t cue_features(struct arena *a, const char *message, const struct errand *errands, size_t n, cue_owned *owned,
                    void *arg, const char ***ret)
{
    struct span s = words_of(a, message);
    struct gathering g = { .a = a, .before = "^" };

    if (s.n > CUE_WORDS)
        s.n = CUE_WORDS;
    g.all = arena_array(a, (s.n + 1) * (CUE_PER_WORD + 1) + 2, sizeof *g.all);
    add_rules(&g, errands, n);
    for (size_t i = 0; i < s.n; i++) {
        const char *word = lowered(a, &s.w[i]);
        const char *class = class_of(&s.w[i], word, owned, arg);
        if (word_is_dash(&s.w[i]) || word_is_symbol(&s.w[i]))
            continue;
        if (!class || *class != '<' || class[1] == 'd')
            g.all[g.n++] = word;
        if (class)
            g.all[g.n++] = class;
        add_pair(&g, class ? class : word);
        add_mark(&g, &s.w[i]);
    }
    add_pair(&g, "$");
    *ret = g.all;
    return g.n;
}

/* ---- weights ---- */

static int compare(const void *feature, const void *row)
{
    return strcmp(feature, ((const struct weighed *)row)->feature);
}

static bool is_repeated(const char *const *features, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(features[k], features[i]) == 0)
            return true;
    return false;
}

static void add_weights(const char *feature, double sums[static CUES])
{
    const struct weighed *row = bsearch(feature, table, COUNT_OF(table), sizeof *table, compare);

    for (size_t k = 0; row && k < CUES; k++)
        sums[k] += (double)row->weights[k] / WEIGHT_PARTS;
}

bool cue_speaks_for(const char *word, enum cue cue)
{
    const struct weighed *row = bsearch(word, table, COUNT_OF(table), sizeof *table, compare);

    return row && row->weights[cue] >= WEIGHT_PARTS / 2;
}

void cue_weigh(const char *const *features, size_t n, double ret[static CUES])
{
    double sums[CUES] = { 0 }, most, all = 0;

    add_weights("", sums); /* how often each is wanted, whatever is said */
    for (size_t i = 0; i < n; i++)
        if (!is_repeated(features, i))
            add_weights(features[i], sums);
    most = sums[0];
    for (size_t k = 1; k < CUES; k++)
        most = sums[k] > most ? sums[k] : most;
    for (size_t k = 0; k < CUES; k++)
        all += ret[k] = exp(sums[k] - most);
    for (size_t k = 0; k < CUES; k++)
        ret[k] /= all;
}
