/* reference.c - one pass over the words: each is a filler, a place, a count or a pronoun. Any other word ends it, and
 * the words are a name.
 */
#include "agents/tasks/parse/reference.h"
#include "base/attrs.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

#define DIGITS "0123456789"
#define ORDINAL_BYTES 8 /* of the longest, with a letter too many */
#define ORDINAL_LEAST 5 /* a shorter one is near to too many words */

static const char filler[] = "the|task|tasks|number|numbers|no|nr|item|items|one|ones|entry|entries|my|our|todo|todos|"
                             "to-do|to-dos|on|in|of|from|list|please|and|also|plus|then|as|well|shown|above|listed|"
                             "just|only|reminder|reminders|there|&|at|position|place|#|again|now|too|thing|things|very|"
                             "point|points|line|bullet|spot";
static const char plurals[] = "tasks|items|entries|todos|to-dos|list|reminders|ones";
static const char before_number[] = "task|tasks|number|numbers|item|items|no|nr|entry|position|place|#|job|jobs";
/* Behind a place, where and when: "the second one down", "two and four over lunch". */
static const char behind_place[] =
    "down|today|yesterday|earlier|already|finally|this|morning|afternoon|evening|last|night|"
    "over|lunch|myself|up|done|finished";
static const char range_words[] = "to|through|thru|till|until|-";

static const char *const ordinals[] = { "first", "second",  "third",  "fourth", "fifth",
                                        "sixth", "seventh", "eighth", "ninth",  "tenth" };
static const char *const numbers[] = { "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten" };

struct reader {
    struct phrase phrase;
    size_t at;
    struct reference found;
    bool it, them, both, other; /* what was said */
    bool plural;                /* "my tasks", "the list" */
    bool failed;                /* a word that points at nothing */
};

/* ---- words ---- */

static const struct phrase_word *word_at(const struct reader *r, size_t i)
{
    return i < r->phrase.n ? &r->phrase.words[i] : NULL;
}

static bool is(const struct reader *r, size_t i, const char *choices)
{
    return i < r->phrase.n && phrase_word_is(&r->phrase.words[i], choices);
}

static int named(const struct phrase_word *w, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(names[i]) == w->n && strncasecmp(names[i], w->p, w->n) == 0)
            return (int)i + 1;
    return 0;
}

/* The same of an ordinal with a slip of the finger: "thrid". */
static int slipped(const struct phrase_word *w)
{
    char typed[ORDINAL_BYTES + 1] = { 0 };

    if (w->is_quoted || w->n < ORDINAL_LEAST || w->n > ORDINAL_BYTES)
        return 0;
    for (size_t i = 0; i < w->n; i++)
        typed[i] = (char)tolower((unsigned char)w->p[i]);
    for (size_t i = 0; i < COUNT_OF(ordinals); i++)
        if (str_slipped(typed, ordinals[i]))
            return (int)i + 1;
    return 0;
}

/* The number that the digits at *p are, which is moved behind them; one that no list has is the largest there is. */
static int digits(const char **p, const char *end)
{
    long value = 0;

    for (; *p < end && strchr(DIGITS, **p) && **p; (*p)++)
        value = value > INT_MAX / 100 ? INT_MAX : value * 10 + (**p - '0');
    return value > INT_MAX ? INT_MAX : (int)value;
}

/* "2", "#2", "2nd"; 0 when it is none of them. */
static int number_in(const struct phrase_word *w)
{
    static const char endings[] = "st|nd|rd|th";
    const char *p = w->p, *end = w->p + w->n;
    int value;

    p += p < end && *p == '#';
    if (p == end || !strchr(DIGITS, *p))
        return 0;
    value = digits(&p, end);
    if (p == end || phrase_word_is(&(struct phrase_word){ .p = p, .n = (size_t)(end - p) }, endings))
        return value;
    return 0;
}

/* ---- what is meant ---- */

static void add(struct reader *r, int place)
{
    struct reference *f = &r->found;

    for (size_t i = 0; i < f->n; i++)
        if (f->places[i] == place)
            return;
    if (f->n == REFERENCE_PLACES || place == 0)
        r->failed = true;
    else
        f->places[f->n++] = place;
}

/* From one place to another, both included; the wrong way round it is no range. */
static void add_range(struct reader *r, int from, int to)
{
    if (to < from || (long)to - from >= REFERENCE_PLACES)
        r->failed = true;
    for (int i = from; i <= to && !r->failed; i++)
        add(r, i);
}

/* "2-4" and "1,3" as one word; false when it is no such thing. */
static bool take_joined(struct reader *r)
{
    static const char dash[] = "\xe2\x80\x93"; /* an en dash */
    const struct phrase_word *w = word_at(r, r->at);
    const char *p = w->p + (*w->p == '#' && w->n > 1), *end = w->p + w->n;
    int from = 0;
    bool ranges = false;

    if (w->n == 0 || !strchr(DIGITS, *p) || number_in(w))
        return false;
    while (p < end) {
        int value = *p && strchr(DIGITS, *p) ? digits(&p, end) : 0;
        if (value == 0)
            return false;
        if (ranges)
            add_range(r, from, value);
        else
            add(r, value);
        from = value;
        ranges = p < end && (*p == '-' || (end - p > 3 && memcmp(p, dash, 3) == 0));
        if (p < end && !ranges && *p != ',' && *p != '&' && *p != '+')
            return false;
        p += p == end ? 0 : ranges && *p != '-' ? 3 : 1;
    }
    if (ranges)
        return false; /* "2-" */
    r->at++;
    return true;
}

/* A count behind "first", "last", "all", "those": "two", "3". */
static int count_at(const struct reader *r, size_t i)
{
    const struct phrase_word *w = word_at(r, i);
    int value;

    if (!w || w->n == 0)
        return 0;
    value = strchr(DIGITS, *w->p) && !is(r, i + 1, range_words) ? number_in(w) : named(w, numbers, COUNT_OF(numbers));
    return value > 1 || strchr(DIGITS, *w->p) ? value : 0;
}

static void take_head(struct reader *r)
{
    int count = count_at(r, r->at + 1);

    r->at += count ? 2 : 1;
    add_range(r, 1, count ? count : 1);
}

/* "last but one" */
static bool take_last_but(struct reader *r)
{
    const struct phrase_word *w = word_at(r, r->at + 2);
    int but = w && w->n > 0 && is(r, r->at + 1, "but") ? named(w, numbers, COUNT_OF(numbers)) : 0;

    if (but == 0)
        return false;
    add(r, -1 - but);
    r->at += 3;
    return true;
}

static void take_tail(struct reader *r)
{
    int count = count_at(r, r->at + 1);

    r->at += count ? 2 : 1;
    count = count ? count : 1;
    add_range(r, -count, -1);
}

/* "second to last", "next to last", "third from the end"; the words behind the ordinal. "Second from the top" counts
 * from there. */
static bool is_from(const struct reader *r, const char *side, size_t *ret_next)
{
    size_t i = r->at + 1;

    i += is(r, i, "one") && is(r, i + 1, "to|from");
    if (is(r, i, "to|from"))
        i += is(r, i + 1, "the") ? 2 : 1;
    if (!is(r, i, side) || (i == r->at + 1 && !is(r, i, "last|end")))
        return false;
    *ret_next = i + 1;
    return true;
}

static bool take_ordinal(struct reader *r)
{
    const struct phrase_word *w = word_at(r, r->at);
    int place = named(w, ordinals, COUNT_OF(ordinals));
    size_t next;

    if (!place && w->n > 2 && strchr(DIGITS, *w->p))
        place = number_in(w); /* 2nd */
    if (!place && is(r, r->at, "next") && is_from(r, "last|end", &next))
        place = 2;
    place = place ? place : slipped(w);
    if (!place)
        return false;
    if (is_from(r, "last|end|bottom", &next)) {
        add(r, -place);
        r->at = next;
    } else if (is_from(r, "top|start|beginning", &next)) {
        add(r, place);
        r->at = next;
    } else if (place == 1) {
        take_head(r);
    } else {
        add(r, place);
        r->at++;
    }
    return true;
}

/* One of several that are named together: "two and four". */
static bool is_joined(const struct reader *r)
{
    bool comma = r->phrase.words[r->at].to[-1] == ',';
    const struct phrase_word *next = word_at(r, r->at + (comma ? 1 : 2));

    if (r->at > 0 && r->found.n > 0 && (is(r, r->at - 1, "and|&|plus") || r->phrase.words[r->at - 1].to[-1] == ','))
        return true;
    return (comma || is(r, r->at + 1, "and|&|plus")) && next &&
           (named(next, numbers, COUNT_OF(numbers)) || number_in(next));
}

/* A number, or one in words alone, behind "task" or beside another; from one to another where it says so. */
static bool take_number(struct reader *r)
{
    bool led = r->phrase.n == 1 || (r->at > 0 && is(r, r->at - 1, before_number)) || is_joined(r);
    const struct phrase_word *w = word_at(r, r->at), *to = word_at(r, r->at + 2);
    int value = number_in(w);

    if (!value && led)
        value = named(w, numbers, COUNT_OF(numbers));
    if (!value)
        return false;
    if (to && is(r, r->at + 1, range_words) && number_in(to)) {
        add_range(r, value, number_in(to));
        r->at += 3;
    } else {
        add(r, value);
        r->at++;
    }
    return true;
}

static bool take_pronoun(struct reader *r)
{
    struct {
        const char *words;
        bool *said;
        bool counts; /* a count may follow */
    } const kinds[] = {
        { "it|this|that|same", &r->it, false },
        { "them|those|these|they", &r->them, true },
        { "all|everything|every|each", &r->them, true },
        { "both", &r->both, false },
        { "other", &r->other, false },
    };

    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        int count;
        if (!is(r, r->at, kinds[i].words))
            continue;
        *kinds[i].said = true;
        count = kinds[i].counts ? count_at(r, r->at + 1) : 0;
        r->found.count = count ? count : r->found.count;
        r->at += count ? 2 : 1;
        return true;
    }
    return false;
}

/* "job 2" is a place, though a job is not what a task is called otherwise. */
static bool is_led(const struct reader *r)
{
    const struct phrase_word *next = word_at(r, r->at + 1);

    return is(r, r->at, before_number) && next && next->n > 0 && number_in(next);
}

/* "the first and the last": a place of its own, where "last night" is none. */
static bool is_tail(const struct reader *r)
{
    return is(r, r->at, "last") && !is(r, r->at + 1, "night");
}

static void take_word(struct reader *r)
{
    int count;

    if (r->found.n > 0 && is(r, r->at, behind_place) && !is(r, r->at, filler) && !is_tail(r)) {
        r->at++;
    } else if (is(r, r->at, "last|bottom")) {
        if (!take_last_but(r))
            take_tail(r);
    } else if (is(r, r->at, "top")) {
        take_head(r);
    } else if (is(r, r->at, "middle") && is(r, r->at + 1, "one|task|item|entry|job")) {
        add(r, REFERENCE_MIDDLE);
        r->at++;
    } else if (is(r, r->at, "penultimate")) {
        add(r, -2);
        r->at++;
    } else if (take_ordinal(r) || take_number(r) || take_joined(r) || take_pronoun(r)) {
        return;
    } else if (r->at > 0 && is(r, r->at - 1, "the") && (count = count_at(r, r->at)) > 0) {
        r->them = true; /* "the two of them" */
        r->found.count = count;
        r->at++;
    } else if (is(r, r->at, filler) || word_at(r, r->at)->n == 0 || is_led(r)) {
        r->plural |= is(r, r->at, plurals);
        r->at++;
    } else {
        r->failed = true;
    }
}

/* "-1" is no place, whether or not the sign counts as a part of the word. */
static bool has_sign(const struct phrase_word *w)
{
    return w->to - w->from > 1 && w->from[0] == '-' && w->from[1] && strchr(DIGITS, w->from[1]);
}

bool reference_has_sign(const char *words)
{
    struct phrase p;

    phrase_split(words, words + strlen(words), &p);
    for (size_t i = 0; i < p.n; i++)
        if (has_sign(&p.words[i]))
            return true;
    return false;
}

/* Words without the "is" at their end: "the third one's", "number 5's". */
static void cut_is(struct phrase *p)
{
    static const char mark[] = "\xe2\x80\x99"; /* an apostrophe */

    for (size_t i = 0; i < p->n; i++) {
        struct phrase_word *w = &p->words[i];
        if (w->is_quoted || w->n < 3 || tolower((unsigned char)w->p[w->n - 1]) != 's')
            continue;
        if (w->p[w->n - 2] == '\'')
            w->n -= 2;
        else if (w->n > 4 && memcmp(w->p + w->n - 4, mark, 3) == 0)
            w->n -= 4;
    }
}

int reference_place(int place, int count)
{
    if (place == REFERENCE_MIDDLE)
        return count % 2 ? count / 2 + 1 : 0;
    place = place < 0 ? count + 1 + place : place;
    return place >= 1 && place <= count ? place : 0;
}

struct reference reference_read(const char *words)
{
    struct reader r = { 0 };

    phrase_split(words, words + strlen(words), &r.phrase);
    r.failed = reference_has_sign(words);
    cut_is(&r.phrase);
    if (r.phrase.n == 1 && is(&r, 0, "him|her|he|she")) /* whoever it is about: "remove her" */
        return (struct reference){ .kind = REFERENCE_IT };
    while (r.at < r.phrase.n && !r.failed)
        take_word(&r);
    if (r.failed || r.phrase.n == 0)
        return (struct reference){ .kind = REFERENCE_NAME };
    r.found.kind = r.found.n > 0                   ? REFERENCE_PLACE
                   : r.both                        ? REFERENCE_BOTH
                   : r.other                       ? REFERENCE_OTHER
                   : r.them || (r.plural && !r.it) ? REFERENCE_THEM
                                                   : REFERENCE_IT;
    return r.found;
}
