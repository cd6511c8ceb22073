/* content_words.c - one pass of the index's own reader over a text; what is small is known by a list. */
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/words/confusable.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "lang/phrase.h"
#include "store/db/stems.h"
#include <string.h>

#define NEAR_CHARS 4   /* a word shorter than this may be any other with a slip */
#define SLIP_CHARS 5   /* of a word with a letter too many or too few, at least */
#define LONG_CHARS 8   /* of one with two slips */
#define ENDING_CHARS 4 /* forms of one word differ by so much: "ship", "shipping"; not "organ", "organization" */
#define SHARED_CHARS 3 /* and they share so much at least */
#define CLITIC_CHARS 2 /* behind an apostrophe: 's, 've, 'll */

static const char small[] =
    "the|a|an|my|our|your|his|her|its|their|this|that|these|those|task|tasks|one|ones|item|items|"
    "entry|todo|do|did|does|reminder|job|called|named|titled|labeled|labelled|about|with|for|of|"
    "to|on|and|from|regarding|concerning|in|at|thing|stuff|says|saying|which|mentions|"
    "mentioning|it|please|i|we|is|are|was|were|be|been|being|has|have|had|now|already|finally|"
    "just|so|too|also|thanks|thank|you|yay|lol|haha|phew|ugh|yeah|yep|hooray|woohoo|wow|okay|oh|hey|um|damn|omg|lmao|"
    "pls|plz|cheers|sorry|myself|himself|herself|themselves|ourselves|yourself|itself|him|them|me|us|he|she|they";

bool content_says(const char *text, const char *choices)
{
    struct phrase p;

    phrase_split(text, text + strlen(text), &p);
    for (size_t i = 0; i < p.n; i++)
        if (phrase_word_is(&p.words[i], choices))
            return true;
    return false;
}

struct gathering {
    struct turn *t;
    const char *text;
    struct content all, some; /* some: without those that are small */
    size_t room;
};

static bool is_behind_apostrophe(const char *text, size_t from)
{
    return (from >= 1 && text[from - 1] == '\'') || (from >= 3 && memcmp(text + from - 3, "\xe2\x80\x99", 3) == 0);
}

static void take(void *arg, const struct stem *s)
{
    struct gathering *g = arg;
    struct content_word w = { .said = arena_dup(g->t->a, g->text + s->from, s->to - s->from), .from = s->from };
    const struct phrase_word as_phrase = { .p = w.said, .n = s->to - s->from };

    if (g->all.n == g->room || (is_behind_apostrophe(g->text, s->from) && s->to - s->from <= CLITIC_CHARS))
        return;
    w.word = str_fold(g->t->a, w.said);
    w.stem = arena_dup(g->t->a, s->stem, s->n);
    g->all.words[g->all.n++] = w;
    if (!phrase_word_is(&as_phrase, small))
        g->some.words[g->some.n++] = w;
}

/* A text that cannot be read has no words: then nothing is found by it, and it is asked about. */
struct content content_of(struct turn *t, const char *text)
{
    size_t n = strlen(text);
    struct gathering g = { .t = t, .text = text, .room = n / 2 + 1 }; /* as many words as it can have */
    struct err untold;

    g.all.words = arena_array(t->a, g.room, sizeof *g.all.words);
    g.some.words = arena_array(t->a, g.room, sizeof *g.some.words);
    if (stems_read(t->stems, text, n, take, &g, &untold) < 0)
        return (struct content){ 0 };
    return g.some.n > 0 ? g.some : g.all;
}

static size_t shared(const char *a, const char *b)
{
    size_t n = 0;

    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* What a word may end in and still be the same word: as it is bent, and as another part of speech. The latter need more
 * of the word before them: "parts" and "party" are no forms of one. */
static bool is_ending(const char *p, size_t before)
{
    static const struct {
        const char *text;
        size_t least;
    } endings[] = {
        { "", 3 },     { "s", 3 },    { "es", 3 },    { "ed", 3 },    { "d", 3 },      { "ing", 3 },
        { "ings", 3 }, { "ment", 3 }, { "ments", 3 }, { "e", 3 },     { "y", 5 },      { "al", 5 },
        { "als", 5 },  { "ion", 5 },  { "ions", 5 },  { "ation", 5 }, { "ations", 5 },
    };

    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (strcmp(p, endings[i].text) == 0)
            return before >= endings[i].least;
    return false;
}

/* A number in letters: 30 of "thirty"; 0 when it is none. */
static int number_of(const char *word)
{
    static const char *const numbers[] = { "two",  "three", "four",   "five",   "six",      "seven",    "eight",
                                           "nine", "ten",   "eleven", "twelve", "thirteen", "fourteen", "fifteen" };
    static const char *const tens[] = { "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety" };

    for (int i = 0; i < (int)COUNT_OF(numbers); i++)
        if (strcmp(word, numbers[i]) == 0)
            return i + 2;
    for (int i = 0; i < (int)COUNT_OF(tens); i++)
        if (strcmp(word, tens[i]) == 0)
            return (i + 2) * 10;
    return 0;
}

/* "thirty" and "30". */
static bool same_number(const char *letters, const char *digits)
{
    int n = number_of(letters);
    const char text[] = { (char)(n < 10 ? '0' + n : '0' + n / 10), (char)(n < 10 ? '\0' : '0' + n % 10), '\0' };

    return n > 0 && strcmp(digits, text) == 0;
}

/* What follows the letters that two words share makes another word of it: "tape", "Jones", "feed". */
static bool is_another(const char *word, size_t n, const char *end, const char *other)
{
    return *other == '\0' && n > 0 &&
           (strcmp(end, "e") == 0 || (strcmp(end, "es") == 0 && !strchr("sxzho", word[n - 1])) ||
            (strcmp(end, "d") == 0 && n < 4));
}

bool content_same(const struct content_word *a, const struct content_word *b)
{
    size_t n = shared(a->word, b->word), x = strlen(a->word), y = strlen(b->word);

    if (strcmp(a->word, b->word) == 0 || same_number(a->word, b->word) || same_number(b->word, a->word))
        return true;
    if (x < SHARED_CHARS || y < SHARED_CHARS) /* "Mr", "Mrs" */
        return false;
    if (is_another(a->word, n, a->word + n, b->word + n) || is_another(a->word, n, b->word + n, a->word + n))
        return false;
    if (strcmp(a->stem, b->stem) == 0)
        return (x > y ? x - y : y - x) <= ENDING_CHARS;
    return is_ending(a->word + n, n) && is_ending(b->word + n, n);
}

/* ---- the same deed ---- */

/* Verbs in their own form, but for what is no deed of its own: "hung up with", "arrived", "letter". */
static const char *const kin[] = {
    "send|email|e-mail|mail|post|forward|text|message|write|submit|share|letter|reply|respond|answer|answered|contact",
    "call|ring|phone|telephone|telephoned|speak|talk|chat|chatted|contact|hung|reach|reached",
    "buy|get|order|purchase|pick|grab|fetch|collect|shop|find|bring",
    "order|arrive|arrived|came|deliver|receive|received",
    "fix|repair|mend|mended|sort|replace|service|serviced|patch|patched",
    "clean|wash|scrub|wipe|wiped|tidy|vacuum|hoover|mop|sweep|dust|clear|cleared",
    "book|reserve|schedule|arrange|organise|organize|sort|booking|reservation|make",
    "finish|complete|do|write|prepare|make|draft|type|typed",
    "check|review|inspect|inspected|look|read|proofread",
    "look|find|found|search|searched|research|researched|google|googled|check|ask",
    "pay|settle|settled|transfer|payment",
    "visit|see|meet|go|been",
    "bring|take|return|drop|deliver|hand|give|gave|given|back|send",
    "submit|hand|turn|upload|file",
    "study|learn|revise|practise|practice|memorise|memorize|read",
    "cancel|ended|terminate|terminated|unsubscribe|quit",
    "water|feed",
    "throw|bin|binned|recycle|chuck|chucked|dump|dumped",
    "hang|put",
    "install|set|put",
};

static bool is_among(const char *words, const char *word, const char *deed)
{
    return phrase_word_is(&(struct phrase_word){ .p = word, .n = strlen(word) }, words) ||
           (deed && phrase_word_is(&(struct phrase_word){ .p = deed, .n = strlen(deed) }, words));
}

bool content_is_past(const struct content_word *w)
{
    size_t n = strlen(w->word);

    return n > 3 && strcmp(w->word + n - 2, "ed") == 0;
}

bool content_is_done(const struct content_word *w)
{
    const char *deed = action_verb(w->word);
    size_t n = strlen(w->word);

    return content_is_past(w) || (deed && n > 2 && strcmp(deed, w->word) != 0 && strcmp(w->word + n - 3, "ing") != 0);
}

bool content_is(const struct content_word *w, const char *choices)
{
    return phrase_word_is(&(struct phrase_word){ .p = w->word, .n = strlen(w->word) }, choices);
}

bool content_kin(const struct content_word *a, const struct content_word *b)
{
    const char *x = action_verb(a->word), *y = action_verb(b->word);

    if (content_same(a, b) || (x && y && strcmp(x, y) == 0))
        return true;
    for (size_t i = 0; i < COUNT_OF(kin); i++)
        if (is_among(kin[i], a->word, x) && is_among(kin[i], b->word, y))
            return true;
    return false;
}

bool content_is_vague(const struct content_word *w)
{
    static const char vague[] = "matter|business|affair|issue|chore|errand|bit|bits|saga|situation|topic|subject|idea|"
                                "plan|assignment|ticket|line|point|off|out|up|away|back|over|down|through|along";

    return content_is(w, vague);
}

/* ---- nearly the same ---- */

/* Somebody, whom a letter makes another: written with a capital, and not only because something begins with it. */
static bool is_name(const struct content_word *w)
{
    return w->from > 0 && strcmp(w->said, w->word) != 0;
}

/* In a name only two letters that are swapped count, as in a short word. */
static bool is_near(const struct content_word *said, const struct content_word *own)
{
    const char *a = said->word, *b = own->word;
    size_t n = strlen(b), m = strlen(a), most = n < LONG_CHARS ? 1 : 2;
    bool names = is_name(own) || is_name(said);

    if (n > m + 2 || m > n + 2 || strpbrk(b, "0123456789"))
        return false;
    if (n < SLIP_CHARS)
        return !names && n + 1 == SLIP_CHARS && n == m && str_slipped(a, b);
    if (m < SLIP_CHARS - 1 || (*a != *b && a[1] != b[1]))
        return false;
    if (names)
        return n == m && n > SLIP_CHARS && str_slipped(a, b);
    if (str_edits(said->stem, own->stem, 1) <= 1 && strlen(said->stem) != strlen(own->stem))
        return true;
    return str_edits(a, b, most) <= most && (n != m || n >= LONG_CHARS || str_slipped(a, b));
}

bool content_may_slip(const struct content_word *said)
{
    return strlen(said->word) >= SLIP_CHARS - 1 && !confusable_is_word(said->word);
}

bool content_slip(const struct content_word *said, const struct content_word *own)
{
    return is_near(said, own) && content_may_slip(said);
}

bool content_near(const struct content_word *a, const struct content_word *b)
{
    size_t n = strlen(a->word), most = n / NEAR_CHARS;

    return content_same(a, b) || (most > 0 && str_edits(a->word, b->word, most) <= most);
}

bool content_has(const struct content *c, const struct content_word *w, content_test *like)
{
    for (size_t i = 0; i < c->n; i++)
        if (like(w, &c->words[i]))
            return true;
    return false;
}

size_t content_count(const struct content *c, const struct content *of, content_test *like)
{
    size_t found = 0;

    for (size_t i = 0; i < of->n; i++)
        found += content_has(c, &of->words[i], like);
    return found;
}
