/* negation.c - negations, by the clause that they stand in. */
#include "agents/tasks/resolve/negation.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <ctype.h>
#include <string.h>

#define SLIPPED_BYTES 12 /* of a word that is looked at for slips */

static void split(const char *said, struct phrase *ret)
{
    phrase_split(said, said + strlen(said), ret);
}

static bool is_slipped(const struct phrase_word *w, const char *word)
{
    char typed[SLIPPED_BYTES + 1] = { 0 };

    if (w->n > SLIPPED_BYTES || w->n + 1 < strlen(word))
        return false;
    for (size_t i = 0; i < w->n; i++)
        typed[i] = (char)tolower((unsigned char)w->p[i]);
    return str_slipped(typed, word);
}

/* "some of it", "half done": not all, and nobody knows which. */
static bool is_part(const struct phrase *p, size_t i)
{
    return phrase_word_is(&p->words[i], "some|half") &&
           (i + 1 == p->n || phrase_word_is(&p->words[i + 1], "of|are|is|were|was|done|finished|way|the|my|a|them"));
}

/* "Carla said yes", "she says hi", "earlier than we said": what was said, and no report of what is or should be. */
static bool is_answer(const struct phrase *p, size_t i)
{
    if (i > 1 && phrase_word_is(&p->words[i], "said|told|asked|thinking") &&
        phrase_word_is(&p->words[i - 1], "i|we|you") && phrase_word_is(&p->words[i - 2], "than|as|like"))
        return true;
    return phrase_word_is(&p->words[i], "said|says") && i + 1 < p->n &&
           phrase_word_is(&p->words[i + 1], "yes|yeah|yep|no|nope|nah|okay|ok|sure|hi|hello|thanks|goodbye|fine");
}

bool negation_some(const char *said)
{
    struct phrase p;

    split(said, &p);
    for (size_t i = 0; i < p.n; i++)
        if (phrase_word_is(&p.words[i], "except|excluding|besides") || is_slipped(&p.words[i], "except") ||
            is_part(&p, i))
            return true;
    return false;
}

bool negation_supposed(const char *said)
{
    static const char supposed[] =
        "if|unless|said|says|told|asked|maybe|perhaps|suppose|imagine|wish|might|whether|almost|nearly|"
        "hopefully|would've|should've|wonder|wondering|either|or|why|how|thinking|thinks|thought|reckons|reckon|"
        "believes|"
        "believed|assumed|claims";
    struct phrase p;

    split(said, &p);
    for (size_t i = 0; i < p.n; i++)
        if (phrase_word_is(&p.words[i], supposed) && !is_answer(&p, i))
            return true;
    return negation_some(said) || negation_commands(said);
}

static bool has_word(const char *said, const char *words)
{
    struct phrase p;

    split(said, &p);
    for (size_t i = 0; i < p.n; i++)
        if (phrase_word_is(&p.words[i], words))
            return true;
    return false;
}

bool negation_unreal(const char *said)
{
    struct phrase p;

    split(said, &p);
    for (size_t i = 0; i < p.n; i++) {
        bool is_asked = i > 0 && phrase_word_is(&p.words[i], "if|whether") && /* "asked if he paid" was done */
                        phrase_word_is(&p.words[i - 1], "asked|checked|seen|verified");
        if (!is_asked &&
            phrase_word_is(&p.words[i], "if|unless|hopefully|maybe|perhaps|suppose|imagine|wish|might|whether|"
                                        "almost|nearly|would've|should've|wonder|wondering"))
            return true;
    }
    return false;
}

bool negation_commands(const char *said)
{
    return has_word(said, "ignore|pretend|admin|system|instructions|override");
}

static const char denials[] =
    "not|no|never|none|nobody|nothing|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|hasn't|hasnt|haven't|havent|hadn't|"
    "didn't|didnt|doesn't|doesnt|don't|dont|won't|wont|can't|cant|cannot|couldn't|couldnt|werent|hadnt|still|yet|need|"
    "needs|want|should|"
    "must|will|failed|forgot|forget|tried|almost|partly|mostly|except";

/* ---- clauses ---- */

/* Whether a clause begins with word i: behind a mark, or with a word that joins sentences. */
static bool begins(const struct phrase *p, size_t i)
{
    const struct phrase_word *before = &p->words[i - 1];

    return phrase_word_is(&p->words[i], "but|so|and|because|cos|cause|since|though|although|however|before|after|when|"
                                        "until|till|while|which|-") ||
           (before->to > before->from && strchr(",;.!?:", before->to[-1]));
}

/* The words of the clause that word i stands in: from *ret_from to before the result. */
static size_t clause_of(const struct phrase *p, size_t i, size_t *ret_from)
{
    size_t from = i, to = i + 1;

    while (from > 0 && !begins(p, from))
        from--;
    while (to < p->n && !begins(p, to))
        to++;
    *ret_from = from;
    return to;
}

static bool has(const struct phrase *p, size_t from, size_t to, const char *words)
{
    for (size_t i = from; i < to; i++)
        if (phrase_word_is(&p->words[i], words))
            return true;
    return false;
}

/* What is said so often beside what was done that it denies nothing: "no further action needed", "forgot to tell you".
 */
static bool is_number(const struct phrase_word *w)
{
    return w->n > 0 && strspn(w->p, "0123456789") >= w->n;
}

static bool is_phrase(const struct phrase *p, size_t i, size_t to)
{
    if (phrase_word_is(&p->words[i], "forgot"))
        return i + 2 < to && phrase_word_is(&p->words[i + 1], "to") &&
               phrase_word_is(&p->words[i + 2], "tell|say|mention|tick|mark|cross|update|check|let");
    if (phrase_word_is(&p->words[i], "need|needs"))
        return i > 0 && phrase_word_is(&p->words[i - 1], "no");
    if (phrase_word_is(&p->words[i], "no") && i + 1 < p->n && is_number(&p->words[i + 1]))
        return true; /* "no. 3" */
    return phrase_word_is(&p->words[i], "no") && i + 1 < to &&
           phrase_word_is(&p->words[i + 1], "further|more|need|problem|problems|worries|issue|issues|drama|hassle|rush|"
                                            "hurry|doubt|thanks|trouble|sweat|complaints|less");
}

/* Whether a clause that does not name the task speaks of it, or of all that was said. */
static bool is_of_it(const struct phrase *p, size_t from, size_t to)
{
    return to - from < 3 || has(p, from, to,
                                "it|it's|that|that's|this|them|those|these|they|one|ones|any|all|done|finished|finish|"
                                "complete|completed|ready|sorted|wait|actually|kidding|joking|really|yet|still");
}

/* ---- what is denied ---- */

/* The words that stand in from..to of the text: *ret_first to before the result. */
static size_t words_at(const struct phrase *p, const char *said, size_t from, size_t to, size_t *ret_first)
{
    size_t first = p->n, end = 0;

    for (size_t i = 0; i < p->n; i++)
        if (p->words[i].to > said + from && p->words[i].from < said + to) {
            first = first < i ? first : i;
            end = i + 1;
        }
    *ret_first = first;
    return end;
}

/* "Have to be bought": what has to be done is not. */
static bool is_to_be(const struct phrase *p, size_t i, size_t to)
{
    return phrase_word_is(&p->words[i], "have|has|ought|yet|still|are|is") && i + 2 < to &&
           phrase_word_is(&p->words[i + 1], "to") && phrase_word_is(&p->words[i + 2], "be|get");
}

/* Whether the clause of word i is one of those that name the task. */
static bool is_within(const struct phrase *p, size_t i, size_t first, size_t end)
{
    size_t from, to = clause_of(p, i, &from);

    return from < end && to > first;
}

bool negation_asked(const char *said)
{
    static const char asks[] =
        "have|has|had|did|does|is|are|was|were|am|isn't|aren't|didn't|haven't|hasn't|when|why|who";
    struct phrase p;

    split(said, &p);
    return p.asks && p.n > 0 && phrase_word_is(p.words, asks);
}

/* How many words of the phrase from i on fit a pattern; 0 when they do not. */
static size_t fit_at(const struct phrase *p, size_t i, const char *pattern)
{
    size_t n = 0;

    return i < p->n && phrase_begins(p->words + i, p->n - i, pattern, &n) ? n : 0;
}

bool negation_after(const char *said)
{
    static const char fails[] = "nobody|noone|none|no|not|never|nothing|couldn't|didn't|didnt|wasn't|wasnt|isn't|isnt|"
                                "hasn't|haven't|can't|cant|won't|wont|closed|busy|engaged|voicemail|failed|bounced|"
                                "still|only|half|again|tomorrow|later|forgot|wrong|out|need|needs|must|missing|weren't|"
                                "couldnt|havent|hasnt|werent|hadnt";
    struct phrase p;

    split(said, &p);
    for (size_t i = 1; i + 1 < p.n; i++)
        if (phrase_word_is(&p.words[i], "but|though|although|however|only|except") && has(&p, i + 1, p.n, fails) &&
            !has(&p, i + 1, p.n, "sorted|done|finished|whatever|anyway"))
            return true;
    for (size_t i = 1; i + 1 < p.n; i++) /* "the dentist was closed, so I could not go" */
        if (fit_at(&p, i,
                   "so i|we *just|sadly couldn't|couldnt|could|can't|cant|didn't *not go|do|get|make|reach|see|finish|"
                   "start|pick|collect|talk|speak|call|ring") > 0)
            return !has(&p, i, p.n, "have|need|mark|tick");
    return false;
}

bool negation_outright(const char *said, size_t from, size_t to)
{
    static const char nots[] =
        "not|never|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|werent|hasn't|hasnt|haven't|havent|"
        "hadn't|hadnt|didn't|didnt|doesn't|doesnt|don't|dont|won't|wont|couldn't|couldnt|should|must|"
        "no|nobody|none|partly|mostly|almost|nearly|until|till|when|once|yet";
    struct phrase p;
    size_t first, end;

    split(said, &p);
    end = words_at(&p, said, from, to, &first);
    for (size_t i = 0; i < p.n; i++)
        if (phrase_word_is(&p.words[i], nots) && !is_phrase(&p, i, p.n) && is_within(&p, i, first, end))
            return true;
    return false;
}

bool negation_done(const char *said, size_t from, size_t to)
{
    struct phrase p;
    size_t first, end;

    split(said, &p);
    end = words_at(&p, said, from, to, &first);
    for (size_t i = 0; i < p.n; i++) {
        size_t begin, stop = clause_of(&p, i, &begin);
        bool is_own = is_within(&p, i, first, end);
        if (phrase_word_is(&p.words[i], "until|when|till"))
            return true;
        if (is_own && (phrase_word_is(&p.words[i], "before|after") || is_to_be(&p, i, stop)))
            return true;
        if (!phrase_word_is(&p.words[i], denials) || is_phrase(&p, i, stop))
            continue;
        if (is_own || is_of_it(&p, begin, stop))
            return true;
    }
    return negation_after(said);
}

/* ---- orders that are not given ---- */

bool negation_new(const char *said)
{
    static const char not_added[] =
        "don't|dont|not|never|without *need|to|please add|adding|note|noting|put|putting|write|"
        "save|list it|that|this|them|these|those *down|to|on|onto|in|my|the|list|yet|please|"
        "now|though|here|okay|thanks";
    struct phrase p;

    split(said, &p);
    for (size_t i = 1; i < p.n; i++)
        if (fit_at(&p, i, not_added) == p.n - i &&
            (p.words[i - 1].to[-1] == ',' || phrase_word_is(&p.words[i - 1], "but|and|please|so")))
            return true;
    return false;
}

bool negation_gone(const char *said)
{
    static const char kept[] =
        "but|no|nah|rather|actually|instead *no|nah|rather|please|i'll|we'll|let's|just|i|we|will|better "
        "keep|leave it|that|this|them *in|on|there|as|is|it|please|then|after|all|be|alone|for|now";
    static const char goes[] = "delete|remove|scrap|cancel|drop|off|bin|strike|forget|erase|rid|list|ditch|clear|trash|"
                               "scratch|wipe|axe|dump|discard|kill|lose|toss";
    struct phrase p;

    split(said, &p);
    for (size_t i = 1; i < p.n; i++)
        if (fit_at(&p, i, kept) == p.n - i)
            return true;
    for (size_t i = 0; i + 1 < p.n; i++)
        if (phrase_word_is(&p.words[i], "couldn't|couldnt|unable") ||
            (phrase_word_is(&p.words[i], "could") && phrase_word_is(&p.words[i + 1], "not")))
            return !has(&p, 0, p.n, goes);
    return false;
}

bool negation_order(const char *said, size_t *ret_from)
{
    static const char talk[] = "*please|ok|okay|no|well|so|actually|there's|there|is|it's|i|we|you|and";
    static const char orders[] =
        "move|postpone|reschedule|rename|retitle|tag|untag|delete|remove|tick|snooze|push|shift|"
        "delay|mark|moving|postponing|rescheduling|renaming|tagging|deleting|removing|"
        "ticking|pushing|shifting|delaying|marking";
    struct phrase p;
    size_t i, n;

    split(said, &p);
    i = fit_at(&p, 0, talk);
    if (i > 0 && phrase_word_is(&p.words[i - 1], "no")) /* "no need": it is no answer there */
        i--;
    n = fit_at(&p, i, "no need|reason|point to|in|of");
    n = n > 0 ? n : fit_at(&p, i, "needn't|don't|dont|won't|wont|shan't *need|have|want|bother|to|with");
    i += n;
    if (n == 0 || i + 1 >= p.n || !phrase_word_is(&p.words[i], orders) || p.asks)
        return false;
    for (size_t k = i; k + 1 < p.n; k++)
        if (begins(&p, k + 1) || phrase_word_is(&p.words[k], "instead|rather|until|till"))
            return false; /* something else is said there */
    *ret_from = (size_t)(p.words[i].p - said);
    return true;
}

bool negation_left(const char *said)
{
    struct phrase p;
    size_t i;

    split(said, &p);
    i = fit_at(&p, 0, "*please|ok|okay|no|just|then");
    if (i + 3 >= p.n || !phrase_word_is(&p.words[i], "leave|keep") || p.asks)
        return false;
    for (i += 2; i < p.n; i++) {
        size_t n = begins(&p, i) ? fit_at(&p, i,
                                          "*and|so|but|please don't|dont|never move|change|touch|shift|reschedule|"
                                          "delete|remove|postpone|alter|edit it|that|this|them|anything *please|at|all")
                                 : 0;
        if (n > 0 && i + n == p.n)
            return true;
        if (begins(&p, i))
            return false; /* something else is said there */
    }
    return false;
}

/* Whether another clause begins behind word i. */
static bool goes_on(const struct phrase *p, size_t i)
{
    for (size_t k = i + 1; k < p->n; k++)
        if (begins(p, k))
            return true;
    return false;
}

bool negation_stays(const char *said)
{
    struct phrase p;

    split(said, &p);
    for (size_t i = 1; i < p.n && !p.asks; i++) {
        if (begins(&p, i))
            return false; /* something else is said there */
        if (phrase_word_is(&p.words[i], "stays|remains|stay|remain") && i + 1 < p.n &&
            phrase_word_is(&p.words[i + 1], "on|at|as|where|the|put|unchanged|how"))
            return !goes_on(&p, i + 1) && (i + 2 < p.n || phrase_word_is(&p.words[i + 1], "put|unchanged"));
        if (phrase_word_is(&p.words[i], "should|could|can|must|may|to|not|if"))
            return false;
    }
    return false;
}
