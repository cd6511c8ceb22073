/* intent_model.c - a message as features, and their weights summed up.
 *
 * Each word is a feature, and so is each pair of neighbours, in which a word stands for its class where it has one: a
 * word of the person's tasks, a number, a day, a verb of things to do, the same said to be done. So are words without
 * their endings, three in a row, and two with one between. The table is data/tasks/tables/intent_model.tsv, sorted, in
 * sixteenths of the natural logarithm of the odds.
 */
#include "agents/tasks/parse/intent_model.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define CUE_WORDS 40   /* of a message that are looked at: longer ones are prose */
#define CUE_PER_WORD 7 /* the word, its class, its root, the pair, the three and the gap that it ends, a mark */
#define CUE_OTHERS 16  /* features that are of no word */
#define CUE_TITLE_WORDS 24
#define OWNED_CHARS 4    /* a shorter word says little about what a task is, */
#define NAMED_CHARS 3    /* unless it is no verb: "gym", "van" */
#define SLIP_CHARS 5     /* of a word that may have a slip of the finger */
#define WEIGHT_PARTS 16  /* that the table's numbers are of */
#define FEATURE_BYTES 40 /* the longest has 28 */

/* The features stand in the rows themselves: 50,000 pointers would be relocated at each start. */
static const struct weighed {
    char feature[FEATURE_BYTES];
    signed char weights[WANTED_KINDS];
} table[] = {
#include "intent_model.inc"
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

bool word_same(const char *a, const char *b)
{
    size_t n = root_length(a);

    return strlen(a) >= OWNED_CHARS && n == root_length(b) && strncasecmp(a, b, n) == 0;
}

/* ---- the tasks ---- */

struct word {
    const char *text; /* in small letters */
    size_t n, root;   /* how long it is, and without its endings */
};

/* A title's words that say what it is about, and how many of them were said. */
struct named {
    struct word words[CUE_TITLE_WORDS];
    size_t n, hits;
    bool is_done;
};

/* A message, and the titles it is said to. */
struct said {
    struct span span;
    struct word *words;
    bool *is_owned; /* which of them a title has */
    struct named *titles;
    size_t n_titles;
};

static struct word word_of(struct arena *a, const struct phrase_word *w)
{
    const char *text = word_lowered(a, w);

    return (struct word){ text, strlen(text), root_length(text) };
}

static bool tells(const struct word *w)
{
    return (w->n >= OWNED_CHARS || (w->n == NAMED_CHARS && !word_is_action(w->text))) && !word_is_small(w->text);
}

/* Whether a word of the message is this one of a title: bent, or with a slip of the finger. */
static bool is_same(const struct word *said, const struct word *w)
{
    if (said->root == w->root && strncmp(said->text, w->text, w->root) == 0)
        return said->n >= OWNED_CHARS || said->n == w->n;
    return w->n >= SLIP_CHARS && said->n + 1 >= w->n && said->n <= w->n + 1 && *said->text == *w->text &&
           str_edits(said->text, w->text, 1) <= 1;
}

/* Whether a title's word was said; with `owns`, the words that say it are the title's. */
static bool find(struct said *said, const struct word *w, bool owns)
{
    bool found = false;

    for (size_t i = 0; i < said->span.n; i++) {
        bool is_it = said->words[i].n >= NAMED_CHARS && is_same(&said->words[i], w);
        found |= is_it;
        said->is_owned[i] |= is_it && owns;
    }
    return found;
}

/* Of a title that nothing was said of, nothing. */
static struct named title_of(struct arena *a, const struct scene_task *task, struct said *said)
{
    struct span s = words_of(a, task->title);
    struct named t = { .is_done = task->is_done };
    struct word words[CUE_TITLE_WORDS];
    bool any = false;
    size_t n = s.n < CUE_TITLE_WORDS ? s.n : CUE_TITLE_WORDS;

    for (size_t i = 0; i < n; i++) {
        words[i] = word_of(a, &s.w[i]);
        any |= find(said, &words[i], false);
    }
    for (size_t i = 0; any && i < n; i++) {
        if (!tells(&words[i]))
            continue;
        t.words[t.n++] = words[i];
        t.hits += find(said, &words[i], true);
    }
    return t;
}

static struct said said_to(struct arena *a, const char *message, const struct message_scene *scene)
{
    struct said said = { .span = words_of(a, message), .n_titles = scene->n };

    if (said.span.n > CUE_WORDS)
        said.span.n = CUE_WORDS;
    said.words = arena_array(a, said.span.n + 1, sizeof *said.words);
    said.is_owned = arena_array(a, said.span.n + 1, sizeof *said.is_owned);
    for (size_t i = 0; i < said.span.n; i++)
        said.words[i] = word_of(a, &said.span.w[i]);
    said.titles = arena_array(a, scene->n + 1, sizeof *said.titles);
    for (size_t i = 0; i < scene->n; i++)
        said.titles[i] = title_of(a, &scene->tasks[i], &said);
    return said;
}

/* What a word is one of many of; NULL where it is itself. */
static const char *class_of(const struct said *said, size_t i)
{
    const char *word = said->words[i].text;
    size_t n = said->words[i].n;

    if (said->is_owned[i] && !said->span.w[i].is_quoted)
        return n > 4 && strcmp(word + n - 2, "ed") == 0 ? "<own-ed>" : "<own>";
    return word_class(&said->span.w[i], word);
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
static void add_rules(struct gathering *g, const struct task_intent *intents, size_t n)
{
    static const char *const sure[] = { "guess", "weak", "fair", "sure" };
    bool several = false;

    for (size_t i = 1; i < n; i++)
        several |= intents[i].kind != intents[0].kind;
    if (n == 0)
        add(g, "rules none");
    else if (several)
        add(g, "rules several");
    else {
        double p = intents[0].confidence;
        size_t k = p >= 0.90 ? 3 : p >= 0.80 ? 2 : p >= 0.60 ? 1 : 0;
        add(g, "rules %d", (int)intents[0].kind);
        add(g, "rules %d %s", (int)intents[0].kind, sure[k]);
    }
}

/* What was done just before, in the tool's own word. */
static const char *just_of(const struct message_scene *scene)
{
    const char *dot = scene->just ? strchr(scene->just, '.') : NULL;

    return !scene->just ? "nothing" : dot ? dot + 1 : scene->just;
}

/* What most was said of: whether that is open or done, one task or several, and how much of its title it was. */
static void add_scene(struct gathering *g, const struct message_scene *scene, const struct said *said)
{
    size_t most = 0, fits = 0, done = 0, of = 0;
    const char *status, *just = just_of(scene);

    for (size_t i = 0; i < said->n_titles; i++)
        most = said->titles[i].hits > most ? said->titles[i].hits : most;
    for (size_t i = 0; most > 0 && i < said->n_titles; i++)
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

/* What stands beside the task that most was said of: a day, what was done, what a task has. One thing is wanted of a
 * task that is there by it, and another where there is none. */
static void add_beside(struct gathering *g, const struct said *said)
{
    bool day = false, did = false, does = false, part = false, fits = false;

    for (size_t i = 0; i < said->n_titles; i++)
        fits |= said->titles[i].hits > 0;
    for (size_t i = 0; i < said->span.n; i++) {
        const char *class = class_of(said, i);
        day |= class && (strcmp(class, "<day>") == 0 || strcmp(class, "<number>") == 0);
        did |= class && (strcmp(class, "<did>") == 0 || strcmp(class, "<own-ed>") == 0);
        does |= class && strcmp(class, "<do>") == 0;
        part |= word_is_field(said->words[i].text);
    }
    add(g, "%s with%s%s%s%s", fits ? "task" : "no task", day ? " day" : "", did ? " did" : "", does ? " do" : "",
        part ? " part" : "");
    add(g, "%s %s", fits ? "task" : "no task", day ? "day" : "ever");
    add(g, "%s %s", fits ? "task" : "no task", did ? "did" : does ? "do" : "is");
}

/* How much of what was said is about tasks that are there, and how much it is. */
static void add_share(struct gathering *g, const struct said *said)
{
    size_t all = 0, own = 0, n = said->span.n / 4;

    for (size_t i = 0; i < said->span.n; i++)
        if (tells(&said->words[i])) {
            all++;
            own += said->is_owned[i];
        }
    add(g, "share %zu", all == 0 ? 0 : own * 4 / all);
    add(g, "length %zu", n > 6 ? 6 : n);
}

static void add_word(struct gathering *g, const struct said *said, size_t i)
{
    const struct word *w = &said->words[i];
    const char *class = class_of(said, i);

    if (!class || class[1] == 'd') {
        add(g, "%s", w->text);
        add(g, "%.*s~", (int)w->root, w->text);
    }
    if (class)
        add(g, "%s", class);
    add_pair(g, class ? class : w->text);
    add_mark(g, &said->span.w[i]);
}

size_t intent_features(struct arena *a, const char *message, const struct task_intent *intents, size_t n,
                       const struct message_scene *scene, const char ***ret)
{
    struct said said = said_to(a, message, scene);
    struct gathering g = { .a = a, .before = "^" };

    g.all = arena_array(a, (said.span.n + 1) * CUE_PER_WORD + CUE_OTHERS, sizeof *g.all);
    add_rules(&g, intents, n);
    add_scene(&g, scene, &said);
    add_beside(&g, &said);
    add_share(&g, &said);
    for (size_t i = 0; i < said.span.n; i++)
        if (!word_is_dash(&said.span.w[i]) && !word_is_symbol(&said.span.w[i]))
            add_word(&g, &said, i);
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

static void add_weights(const char *feature, double sums[static WANTED_KINDS])
{
    const struct weighed *row = bsearch(feature, table, COUNT_OF(table), sizeof *table, compare);

    for (size_t k = 0; row && k < WANTED_KINDS; k++)
        sums[k] += (double)row->weights[k] / WEIGHT_PARTS;
}

bool intent_word_speaks_for(const char *word, enum wanted wanted)
{
    const struct weighed *row = bsearch(word, table, COUNT_OF(table), sizeof *table, compare);

    return row && row->weights[wanted] >= WEIGHT_PARTS / 2;
}

void intent_weigh(const char *const *features, size_t n, double ret[static WANTED_KINDS])
{
    double sums[WANTED_KINDS] = { 0 }, most, all = 0;

    add_weights("", sums); /* how often each is wanted, whatever is said */
    for (size_t i = 0; i < n; i++)
        if (!is_repeated(features, i))
            add_weights(features[i], sums);
    most = sums[0];
    for (size_t k = 1; k < WANTED_KINDS; k++)
        most = sums[k] > most ? sums[k] : most;
    for (size_t k = 0; k < WANTED_KINDS; k++)
        all += ret[k] = exp(sums[k] - most);
    for (size_t k = 0; k < WANTED_KINDS; k++)
        ret[k] /= all;
}
