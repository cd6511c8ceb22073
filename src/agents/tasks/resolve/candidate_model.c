/* candidate_model.c - see candidate_model.h. */
#include "agents/tasks/resolve/candidate_model.h"
#include "agents/tasks/dates/due.h"
#include "agents/tasks/parse/intent_model.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/str.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WEIGHT_PARTS 16.0
#define INITIALS 2     /* words at least that letters may stand for: "PR" */
#define CUT_CHARS 3    /* left of a word that was cut short */
#define FIT_WORDS 60   /* of a message that are looked at: longer ones are prose */
#define FIT_TASKS 16   /* that are looked at closely */
#define JOINED_CHARS 5 /* of two words that were written as one */

static const struct {
    const char *feature;
    short weights[5]; /* whatever is wanted, and of an update, a completion, a reopening, a deletion */
} table[] = {
#include "candidate_model.inc"
};

/* ---- words ---- */

/* How a word of the title was said. */
enum said {
    SAID_NOT,
    SAID_KIN,  /* by another verb for the same deed */
    SAID_CUT,  /* by its beginning, or its letter */
    SAID_SLIP, /* with a slip of the finger */
    SAID_SAME
};

/* What a word of the message is, beside the words of tasks. */
enum role { ROLE_SMALL, ROLE_KIND, ROLE_DEED, ROLE_NAME, ROLE_NUMBER, ROLE_OTHER };

static bool is_cut(const char *said, const char *word)
{
    size_t n = strlen(said);

    return n >= CUT_CHARS && strlen(word) > n + 1 && strncmp(said, word, n) == 0;
}

/* Two words of one text, one behind the other, that the other text has as one: "hair cut", "haircut". */
static bool is_joined(const struct content *c, size_t i, const char *word)
{
    size_t n = strlen(c->words[i].word);

    return i + 1 < c->n && strlen(word) >= JOINED_CHARS && strncmp(c->words[i].word, word, n) == 0 &&
           strcmp(c->words[i + 1].word, word + n) == 0;
}

/* Whether a short word is the first letters of the title's words from i on; of how many. */
static size_t initials(const char *said, const struct content *title, size_t i)
{
    size_t n = strlen(said);

    if (n < INITIALS || i + n > title->n)
        return 0;
    for (size_t k = 0; k < n; k++)
        if (said[k] != *title->words[i + k].word)
            return 0;
    return n;
}

static enum said said_by(const struct content *words, size_t i, const struct content *title, size_t k)
{
    const struct content_word *w = &words->words[i], *own = &title->words[k];

    if (content_same(w, own))
        return w->is_slip ? SAID_SLIP : SAID_SAME;
    if (is_joined(words, i, own->word) || (i > 0 && is_joined(words, i - 1, own->word)) ||
        is_joined(title, k, w->word) || (k > 0 && is_joined(title, k - 1, w->word)))
        return SAID_SAME;
    if (content_slip(w, own))
        return SAID_SLIP;
    if (is_cut(w->word, own->word))
        return SAID_CUT;
    for (size_t from = k + 1 < strlen(w->word) ? 0 : k + 1 - strlen(w->word); from <= k; from++)
        if (initials(w->word, title, from) > k - from)
            return SAID_CUT;
    return SAID_NOT;
}

/* A month, or a day of one: "the 11th". */
static bool is_date(const struct content_word *w)
{
    size_t digits = strspn(w->word, "0123456789");
    const struct content_word ending = { .word = w->word + digits };
    int month;

    return due_read_month(w->word, &month) || (digits > 0 && digits < 3 && content_is(&ending, "st|nd|rd|th"));
}

static enum role role_of(const struct task_candidates *m, enum wanted wanted, size_t i)
{
    const struct content_word *w = &m->words.words[i];
    bool opens = w->from == 0 || (w->from > 1 && strchr(".!?", m->said[w->from - 2]));

    if (word_is_small(w->word) || content_is_vague(w) || is_date(w) || word_is_date(m->t->a, w->said, &m->t->now))
        return ROLE_SMALL;
    if (strpbrk(w->word, "0123456789"))
        return ROLE_NUMBER;
    if (!opens && isupper((unsigned char)*w->said))
        return ROLE_NAME;
    if (intent_word_speaks_for(w->word, wanted) || (wanted == WANTED_UPDATE && word_is_field(w->word)))
        return ROLE_KIND;
    return content_is_done(w) || word_is_action(w->word) ? ROLE_DEED : ROLE_OTHER;
}

/* ---- what was said of a title ---- */

struct view {
    enum said *how;      /* of each word of the title */
    bool *owns;          /* which words of the message it explains */
    size_t hits, weight; /* words of it that were said; so that a slip counts less */
    size_t counts[SAID_SAME + 1];
    size_t longest;
    bool has_deed, is_run;
};

/* Whether the title begins with a deed, and that was said by another verb. */
static void find_kin(struct task_candidates *m, const struct content *title, struct view *v)
{
    v->has_deed = title->n > 1 && word_is_action(title->words[0].word);
    for (size_t i = 0; v->has_deed && i < m->words.n; i++)
        if (content_kin(&m->words.words[i], title->words)) {
            v->owns[i] = true;
            v->how[0] = v->how[0] == SAID_NOT ? SAID_KIN : v->how[0];
        }
    if (v->has_deed && v->hits == 1 && v->how[0] >= SAID_CUT) /* a deed alone names nothing */
        v->hits = v->how[0] == SAID_SAME ? 1 : 0;
}

static struct view view_of(struct task_candidates *m, const struct content *title)
{
    size_t last = m->words.n;
    struct view v = { 0 };

    v.how = arena_array(m->t->a, title->n + 1, sizeof *v.how);
    v.owns = arena_array(m->t->a, m->words.n + 1, sizeof *v.owns);
    for (size_t k = 0; k < title->n; k++) {
        size_t at = m->words.n, n = strlen(title->words[k].word);
        for (size_t i = 0; i < m->words.n; i++) {
            enum said how = said_by(&m->words, i, title, k);
            v.owns[i] |= how != SAID_NOT;
            at = how > v.how[k] ? i : at;
            v.how[k] = how > v.how[k] ? how : v.how[k];
        }
        if (v.how[k] != SAID_NOT) {
            v.hits++;
            v.weight += v.how[k] == SAID_SAME ? 2 : 1;
            v.longest = n > v.longest ? n : v.longest;
            v.is_run |= k > 0 && v.how[k - 1] != SAID_NOT && at == last + 1;
        }
        last = v.how[k] != SAID_NOT ? at : m->words.n;
    }
    if (v.hits > 0)
        find_kin(m, title, &v);
    for (size_t k = 0; k < title->n; k++)
        v.counts[v.how[k]]++;
    return v;
}

static void add(struct candidate_view *f, const char *name)
{
    if (f->n < CANDIDATE_FEATURES)
        f->names[f->n++] = name;
}

static void count(struct task_candidates *m, struct candidate_view *f, const char *name, size_t n, size_t most)
{
    add(f, arena_printf(m->t->a, "%s %zu%s", name, n < most ? n : most, n >= most ? "+" : ""));
}

static void add_share(struct task_candidates *m, struct candidate_view *f, const struct view *v, size_t n)
{
    const char *share = v->hits == n           ? "all"
                        : v->hits * 3 >= n * 2 ? "most"
                        : v->hits * 2 >= n     ? "half"
                        : v->hits * 3 >= n     ? "third"
                                               : "little";

    add(f, arena_printf(m->t->a, "said %s", share));
    add(f, arena_printf(m->t->a, "said %s of %zu", share, n < 5 ? n : 5));
    count(m, f, "same", v->counts[SAID_SAME], 4);
    count(m, f, "slips", v->counts[SAID_SLIP], 2);
    count(m, f, "cuts", v->counts[SAID_CUT], 2);
    add(f, arena_printf(m->t->a, "longest %s",
                        v->longest <= 3   ? "3"
                        : v->longest <= 5 ? "5"
                        : v->longest <= 8 ? "8"
                                          : "more"));
    if (v->is_run)
        add(f, "run");
}

static bool is_called(const struct content_word *w)
{
    return isupper((unsigned char)*w->said);
}

static void add_parts(struct candidate_view *f, const struct view *v, const struct content *title)
{
    bool no_name = false, no_number = false;

    for (size_t k = 1; k < title->n; k++) {
        no_name |= v->how[k] < SAID_CUT && is_called(&title->words[k]);
        no_number |= v->how[k] < SAID_CUT && strpbrk(title->words[k].word, "0123456789");
    }
    if (v->has_deed)
        add(f, v->how[0] == SAID_SAME  ? "deed same"
               : v->how[0] == SAID_KIN ? "deed kin"
               : v->how[0]             ? "deed near"
                                       : "deed not");
    else
        add(f, "deed none");
    if (title->n > 1)
        add(f, v->how[title->n - 1] >= SAID_CUT ? "last said" : "last not");
    if (title->n > 1)
        add(f, v->how[v->has_deed] >= SAID_CUT ? "first said" : "first not");
    if (no_name)
        add(f, "lacks name");
    if (no_number)
        add(f, "lacks number");
}

/* What was said beside the title's words. */
static void add_rest(struct task_candidates *m, struct candidate_view *f, const struct view *v, const enum role *roles)
{
    size_t counts[ROLE_OTHER + 1] = { 0 };

    for (size_t i = 0; i < m->words.n; i++)
        if (!v->owns[i])
            counts[roles[i]]++;
    count(m, f, "other", counts[ROLE_OTHER], 4);
    count(m, f, "name", counts[ROLE_NAME], 2);
    count(m, f, "number", counts[ROLE_NUMBER], 1);
    count(m, f, "deeds", counts[ROLE_DEED], 2);
    if (counts[ROLE_OTHER] + counts[ROLE_NAME] + counts[ROLE_NUMBER] + counts[ROLE_DEED] == 0)
        add(f, "nothing else");
}

/* Beside the other titles. */
static void add_rank(struct task_candidates *m, struct candidate_view *f, const struct view *views, size_t at)
{
    const struct content *title = &m->titles[at];
    size_t most = 0, shared = 0;

    for (size_t i = 0; i < json_len(m->tasks); i++)
        most = i != at && views[i].weight > most ? views[i].weight : most;
    for (size_t k = 0; k < title->n; k++) {
        bool has = false;
        for (size_t i = 0; i < json_len(m->tasks) && views[at].how[k] >= SAID_CUT; i++)
            has |= i != at && content_has(&m->titles[i], &title->words[k], content_same);
        shared += has;
    }
    add(f, views[at].weight > most + 2   ? "far before"
           : views[at].weight > most     ? "before"
           : views[at].weight == most    ? "beside"
           : views[at].weight + 2 > most ? "behind"
                                         : "far behind");
    add(f, shared == 0 ? "own words" : shared < views[at].hits ? "some own" : "no own");
}

/* Whether nothing but blanks stands between two words of the message that follow each other. */
static bool are_neighbours(const struct task_candidates *m, size_t i)
{
    const struct content_word *w = &m->words.words[i];

    return i + 1 < m->words.n && w[1].from <= w->from + strlen(w->said) + strlen("'s ");
}

/* Whether another word stands beside one of the title's where the title has one of its own: "the KITCHEN door" of
 * "paint the garage door", "staff MEETING" of "staff area". */
static bool is_swapped(const struct task_candidates *m, const struct view *v, const enum role *roles,
                       const struct content *title, bool behind)
{
    for (size_t i = 0; i + 1 < m->words.n; i++) {
        size_t own = behind ? i : i + 1, other = behind ? i + 1 : i;
        if (!v->owns[own] || v->owns[other] || roles[other] < ROLE_DEED || !are_neighbours(m, i))
            continue;
        for (size_t k = v->has_deed; k < title->n; k++) {
            bool has_other =
                behind ? k + 1 < title->n && v->how[k + 1] == SAID_NOT : k > v->has_deed && v->how[k - 1] == SAID_NOT;
            if (has_other && content_same(&m->words.words[own], &title->words[k]))
                return true;
        }
    }
    return false;
}

static void add_foreign(struct task_candidates *m, struct candidate_view *f, const struct content *title)
{
    if (other_owned(m, title))
        add(f, "owned");
    if (other_instead(m, title))
        add(f, "instead");
    if (other_names(m, title))
        add(f, "names");
    if (other_deed(m, title))
        add(f, "another deed");
    if (other_told(m, title))
        add(f, "told");
    count(m, f, "foreign", other_words(m, title, false), 3);
}

/* How much of a title has to have been said, so that no more than some are looked at closely; of many that are as like
 * as each other none is meant. */
static size_t least_weight(struct task_candidates *m, const struct view *views, size_t n)
{
    size_t most = 0, sum = 0, *counts;

    for (size_t i = 0; i < n; i++)
        most = views[i].hits > 0 && views[i].weight > most ? views[i].weight : most;
    counts = arena_array(m->t->a, most + 1, sizeof *counts);
    for (size_t i = 0; i < n; i++)
        if (views[i].hits > 0)
            counts[views[i].weight]++;
    while (most > 0 && sum + counts[most] <= FIT_TASKS)
        sum += counts[most--];
    return most + 1;
}

struct candidate_view *candidate_features(struct task_candidates *m, enum intent_kind kind)
{
    const enum wanted wanted = candidate_wanted(kind);
    size_t n = json_len(m->tasks);
    struct candidate_view *ret = arena_array(m->t->a, n + 1, sizeof *ret);
    struct view *views = arena_array(m->t->a, n + 1, sizeof *views);
    enum role *roles = arena_array(m->t->a, m->words.n + 1, sizeof *roles);
    struct content all = m->words;
    enum wanted kept = m->wanted;
    size_t least;

    m->wanted = wanted;
    m->words.n = all.n < FIT_WORDS ? all.n : FIT_WORDS;
    for (size_t i = 0; i < m->words.n; i++)
        roles[i] = role_of(m, wanted, i);
    for (size_t i = 0; i < n; i++)
        views[i] = view_of(m, &m->titles[i]);
    least = least_weight(m, views, n);
    for (size_t i = 0; i < n; i++) {
        struct candidate_view *f = &ret[i];
        if (views[i].hits == 0 || views[i].weight < least)
            continue;
        add(f, "");
        add_share(m, f, &views[i], m->titles[i].n);
        add_parts(f, &views[i], &m->titles[i]);
        add_rest(m, f, &views[i], roles);
        add_rank(m, f, views, i);
        add_foreign(m, f, &m->titles[i]);
        if (is_swapped(m, &views[i], roles, &m->titles[i], true))
            add(f, "swapped behind");
        if (is_swapped(m, &views[i], roles, &m->titles[i], false))
            add(f, "swapped before");
        add(f, strcmp(json_get_text(json_at(m->tasks, i), "status"), "completed") == 0 ? "done" : "open");
        count(m, f, "words", m->words.n, 6);
    }
    m->wanted = kept;
    m->words = all;
    return ret;
}

/* ---- weights ---- */

static int compare(const void *feature, const void *row)
{
    return strcmp(feature, *(const char *const *)row);
}

static double score(const struct candidate_view *f, size_t column)
{
    double sum = 0;

    for (size_t i = 0; i < f->n; i++) {
        const short *weights = NULL;
        const char *const *row = bsearch(f->names[i], table, COUNT_OF(table), sizeof *table, compare);
        if (row)
            weights = table[(size_t)((const char *)row - (const char *)table) / sizeof *table].weights;
        sum += weights ? (weights[0] + weights[column]) / WEIGHT_PARTS : 0;
    }
    return sum;
}

double *candidate_weigh(struct task_candidates *m, enum intent_kind kind)
{
    size_t n = json_len(m->tasks), column = kind == INTENT_UPDATE     ? 1
                                            : kind == INTENT_COMPLETE ? 2
                                            : kind == INTENT_REOPEN   ? 3
                                                                      : 4;
    struct candidate_view *features = candidate_features(m, kind);
    double *ret = arena_array(m->t->a, n + 1, sizeof *ret), all = 1;

    for (size_t i = 0; i < n; i++) {
        ret[i] = features[i].n > 0 ? exp(score(&features[i], column)) : 0;
        all += ret[i];
    }
    for (size_t i = 0; i < n; i++)
        ret[i] /= all;
    return ret;
}
