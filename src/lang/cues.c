/* cues.c - a message as features, and their weights summed up.
 *
 * Each word is a feature, and so is each pair of neighbours, in which a word stands for its class where it has one: a
 * word of the person's tasks, a number, a day, a verb of things to do, the same said to be done. So are words without
 * their endings, three in a row, and two with one between. The table is src/lang/cues.tsv, sorted, in sixteenths of the
 * natural logarithm of the odds.
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

#define CUE_WORDS 40   /* of a message that are looked at: longer ones are prose */
#define CUE_PER_WORD 7 /* the word, its class, its root, the pair, the three and the gap that it ends, a mark */
#define CUE_OTHERS 16  /* features that are of no word */
#define CUE_TITLE_WORDS 24
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

/* ---- the tasks ---- */

/* A title's words that say what it is about, and whether each was said. */
struct named {
    const char *words[CUE_TITLE_WORDS];
    size_t n, hits;
    bool is_done;
};

struct said {
    struct named *titles;
    size_t n;
};

static bool is_owned(const struct said *said, const char *word)
{
    for (size_t i = 0; i < said->n; i++)
        for (size_t k = 0; k < said->titles[i].n; k++)
            if (cue_same_word(word, said->titles[i].words[k]))
                return true;
    return false;
}

static struct named title_of(struct arena *a, const struct cue_task *task, const struct span *message)
{
    struct span s = words_of(a, task->title);
    struct named t = { .is_done = task->is_done };

    for (size_t i = 0; i < s.n && t.n < CUE_TITLE_WORDS; i++) {
        const char *word = lowered(a, &s.w[i]);
        bool hit = false;
        if (strlen(word) < OWNED_CHARS || errand_is_small(word))
            continue;
        for (size_t k = 0; k < message->n && !hit; k++)
            hit = cue_same_word(lowered(a, &message->w[k]), word);
        t.words[t.n++] = word;
        t.hits += hit;
    }
    return t;
}

static struct said titles_of(struct arena *a, const struct cue_scene *scene, const struct span *message)
{
    struct said said = { arena_array(a, scene->n + 1, sizeof *said.titles), scene->n };

    for (size_t i = 0; i < scene->n; i++)
        said.titles[i] = title_of(a, &scene->tasks[i], message);
    return said;
}

/* What a word is one of many of; NULL where it is itself. */
static const char *class_of(const struct phrase_word *w, const char *word, const struct said *said)
{
    static const char days[] =
        "today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|"
        "tues|wed|thu|thurs|fri|sat|sun|weekend|january|february|march|april|june|july|august|"
        "september|october|november|december|noon|am|pm|morning|evening|afternoon";
    size_t n = strlen(word);

    if (w->is_quoted)
        return "<quoted>";
    if (is_owned(said, word))
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
    const char *before, *earlier; /* the class of the word before, or the word; of the one before that */
};

PRINTF(2, 3) static void add(struct gathering *g, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    g->all[g->n++] = arena_vprintf(g->a, fmt, args);
    va_end(args);
}

static void add_pair(struct gathering *g, const char *next)
{
    add(g, "%s %s", g->before, next);
    if (g->earlier) {
        add(g, "%s %s %s", g->earlier, g->before, next);
        add(g, "%s _ %s", g->earlier, next);
    }
    g->earlier = g->before;
    g->before = next;
}

static void add_mark(struct gathering *g, const struct phrase_word *w)
{
    char mark = word_mark(w);

    if (mark == '?' || mark == ':' || mark == '!')
        add(g, "%c", mark);
}

/* How the rules read it, and how surely: what they are worth is learned like everything else. */
static void add_rules(struct gathering *g, const struct errand *errands, size_t n)
{
    static const char *const sure[] = { "guess", "weak", "fair", "sure" };
    bool several = false;

    for (size_t i = 1; i < n; i++)
        several |= errands[i].kind != errands[0].kind;
    if (n == 0)
        add(g, "rules none");
    else if (several)
        add(g, "rules several");
    else {
        double p = errands[0].confidence;
        size_t k = p >= 0.90 ? 3 : p >= 0.80 ? 2 : p >= 0.60 ? 1 : 0;
        add(g, "rules %d", (int)errands[0].kind);
        add(g, "rules %d %s", (int)errands[0].kind, sure[k]);
    }
}

/* What was done just before, in the tool's own word. */
static const char *just_of(const struct cue_scene *scene)
{
    const char *dot = scene->just ? strchr(scene->just, '.') : NULL;

    return !scene->just ? "nothing" : dot ? dot + 1 : scene->just;
}

/* What most was said of: whether that is open or done, one task or several, and how much of its title it was. */
static void add_scene(struct gathering *g, const struct cue_scene *scene, const struct said *said)
{
    size_t most = 0, fits = 0, done = 0, of = 0;
    const char *status, *just = just_of(scene);

    for (size_t i = 0; i < said->n; i++)
        most = said->titles[i].hits > most ? said->titles[i].hits : most;
    for (size_t i = 0; most > 0 && i < said->n; i++)
        if (said->titles[i].hits == most) {
            fits++;
            done += said->titles[i].is_done;
            of = of == 0 || said->titles[i].n < of ? said->titles[i].n : of;
        }
    status = fits == 0 ? "none" : done == 0 ? "open" : done == fits ? "done" : "both";
    add(g, "just %s", just);
    add(g, "fits %s", status);
    add(g, "fits %s %d", status, fits > 1 ? 2 : (int)fits);
    add(g, "just %s fits %s", just, status);
    if (fits > 0)
        add(g, "fits %s", most == of ? "whole" : most * 2 >= of ? "half" : "little");
}

/* How much of what was said is about tasks that are there, and how much it is. */
static void add_share(struct gathering *g, struct arena *a, const struct span *s, const struct said *said)
{
    size_t all = 0, own = 0;

    for (size_t i = 0; i < s->n; i++) {
        const char *word = lowered(a, &s->w[i]);
        bool tells = strlen(word) >= OWNED_CHARS && !errand_is_small(word);
        all += tells;
        own += tells && is_owned(said, word);
    }
    add(g, "share %zu", all == 0 ? 0 : own * 4 / all);
    add(g, "length %zu", s->n / 4 > 6 ? 6 : s->n / 4);
}

static void add_word(struct gathering *g, const struct phrase_word *w, const struct said *said)
{
    const char *word = lowered(g->a, w);
    const char *class = class_of(w, word, said);
    size_t root = root_length(word);

    if (!class || *class != '<' || class[1] == 'd') {
        add(g, "%s", word);
        add(g, "%.*s~", (int)root, word);
    }
    if (class)
        add(g, "%s", class);
    add_pair(g, class ? class : word);
    add_mark(g, w);
}

size_t cue_features(struct arena *a, const char *message, const struct errand *errands, size_t n,
                    const struct cue_scene *scene, const char ***ret)
{
    struct span s = words_of(a, message);
    struct gathering g = { .a = a, .before = "^" };
    struct said said;

    if (s.n > CUE_WORDS)
        s.n = CUE_WORDS;
    said = titles_of(a, scene, &s);
    g.all = arena_array(a, (s.n + 1) * CUE_PER_WORD + CUE_OTHERS, sizeof *g.all);
    add_rules(&g, errands, n);
    add_scene(&g, scene, &said);
    add_share(&g, a, &s, &said);
    for (size_t i = 0; i < s.n; i++)
        if (!word_is_dash(&s.w[i]) && !word_is_symbol(&s.w[i]))
            add_word(&g, &s.w[i], &said);
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
