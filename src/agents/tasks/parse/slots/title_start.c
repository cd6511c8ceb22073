/* title_start.c - the word at which the title of a new task begins, by a learned model.
 *
 * The rules remove the lead-ins they know, and people use more of them than that. Here each word has a score, the sum
 * of the weights of its features (title_start.tsv, which scripts/train/train-starts learns from messages and their
 * expected titles). The model decides only where it is beyond doubt and the rules' own choice is very unlikely.
 */
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

#define START_SURE 0.95
#define START_HARDLY 0.03
#define WEIGHT_PARTS 16.0 /* that the table's numbers are of */
#define FEATURE_BYTES 38  /* the longest has 25 */

static const struct weighed {
    char feature[FEATURE_BYTES]; /* in the row, so that nothing is relocated at a start */
    short weight[1];
} table[] = {
#include "title_start.inc"
};

/* ---- what can be seen ---- */

struct seen {
    struct arena *a;
    const char **all;
    size_t n;
};

PRINTF(2, 3) static void add(struct seen *s, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    s->all[s->n++] = arena_vprintf(s->a, fmt, args);
    va_end(args);
}

/* The word, `back` words before i; with `as_class`, what it is one of. */
static const char *before(struct arena *a, struct span s, size_t i, size_t back, bool as_class)
{
    const char *text, *class;

    if (back > i)
        return "^";
    text = word_lowered(a, &s.w[i - back]);
    class = as_class || s.w[i - back].is_quoted ? word_class(&s.w[i - back], text) : NULL;
    return class ? class : text;
}

static const char *behind(struct arena *a, struct span s, size_t i)
{
    return i + 1 < s.n ? before(a, s, i + 1, 0, true) : "$";
}

/* How the message begins, as far as that is before i. */
static void add_opening(struct seen *seen, struct span s, size_t i)
{
    const char *first = i > 0 ? before(seen->a, s, 0, 0, true) : "^";
    const char *second = i > 1 ? before(seen->a, s, 1, 0, true) : "^";

    add(seen, "b=%s", first);
    add(seen, "b=%s_%s", first, second);
    add(seen, "b=%s_%s_%s", first, second, i > 2 ? before(seen->a, s, 2, 0, true) : "^");
}

static size_t deeds_before(struct span s, size_t i)
{
    size_t n = 0;

    for (size_t k = 0; k < i; k++)
        n += word_deed(&s.w[k]) == DEED_SURE;
    return n < 2 ? n : 2;
}

size_t start_features(struct arena *a, struct span s, size_t i, const char *ret[static START_FEATURES])
{
    struct seen seen = { a, ret, 0 };
    const char *word = before(a, s, i, 0, false), *class = before(a, s, i, 0, true);
    const char *last = before(a, s, i, 1, false), *earlier = before(a, s, i, 2, false);
    char mark = i > 0 && word_mark(&s.w[i - 1]) ? word_mark(&s.w[i - 1]) : '0';

    add(&seen, "p=%s", last);
    add(&seen, "p=%s_%s", earlier, last);
    add(&seen, "p=%s_%s_%s", before(a, s, i, 3, false), earlier, last);
    add(&seen, "c=%s", class);
    add(&seen, "w=%s", word);
    add(&seen, "pc=%s_%s", before(a, s, i, 1, true), class);
    add(&seen, "cn=%s_%s", class, behind(a, s, i));
    add(&seen, "m=%c", mark);
    add(&seen, "m=%c_%s", mark, class);
    add(&seen, "i=%zu", i < 4 ? i : 4);
    add(&seen, "do=%zu", deeds_before(s, i));
    add(&seen, "left=%zu", s.n - i < 5 ? s.n - i : 5);
    add_opening(&seen, s, i);
    if (isupper((unsigned char)*s.w[i].p))
        add(&seen, "C");
    return seen.n;
}

/* ---- the likeliest ---- */

static int compare(const void *feature, const void *row)
{
    return strcmp(feature, ((const struct weighed *)row)->feature);
}

static double score(struct arena *a, struct span s, size_t i)
{
    const char *features[START_FEATURES];
    size_t n = start_features(a, s, i, features);
    double sum = 0;

    for (size_t k = 0; k < n; k++) {
        const struct weighed *row = bsearch(features[k], table, COUNT_OF(table), sizeof *table, compare);
        sum += row ? row->weight[0] / WEIGHT_PARTS : 0;
    }
    return sum;
}

/* How likely a name begins with each of the first n words; the likeliest. */
static size_t weigh(struct arena *a, struct span s, size_t n, double *p)
{
    double all = 0;
    size_t best = 0;

    for (size_t i = 0; i < n; i++) {
        p[i] = exp(score(a, s, i));
        all += p[i];
        best = p[i] > p[best] ? i : best;
    }
    for (size_t i = 0; i < n; i++)
        p[i] /= all;
    return best;
}

/* The word that the title begins with; n when it is not in so many words. */
static size_t place_of(struct span s, size_t n, const char *title)
{
    size_t first = strcspn(title, " "), two = first + strcspn(title + first + (title[first] == ' '), " ") + 1;
    size_t length = strlen(title) < two ? strlen(title) : two;

    for (size_t i = 0; i < n; i++)
        if (!s.w[i].is_quoted && strncmp(s.w[i].p, title, length) == 0)
            return i;
    return n;
}

/* The rest of the title from this word on; NULL when it is not there by itself. */
static const char *title_from(const char *title, const struct phrase_word *w)
{
    for (const char *p = strchr(title, ' '); p; p = strchr(p + 1, ' '))
        if (strncmp(p + 1, w->p, w->n) == 0 && (p[1 + w->n] == ' ' || p[1 + w->n] == ','))
            return p + 1;
    return NULL;
}

const char *title_restart(struct arena *a, const char *message, const char *title, const struct civil *now)
{
    const struct message_parser r = { .a = a, .now = now };
    struct span s = words_of(a, message);
    size_t n = s.n < START_WORDS ? s.n : START_WORDS, at = place_of(s, n, title), best;
    double p[START_WORDS];

    if (at == n || n < 3 || request_is_own_deed(&r, span_from(s, at)))
        return NULL;
    best = weigh(a, s, n, p);
    if (best <= at || p[best] < START_SURE || p[at] > START_HARDLY || s.w[best].is_quoted)
        return NULL;
    return title_from(title, &s.w[best]);
}
