/* title_words.c - which of the words for a new task are no part of its title, before the slots are taken out.
 *
 * People hesitate while they type ("I need to, um, what was it, call Ann"), correct themselves ("milk, no wait, oat
 * milk") and explain ("..., I look like a yeti"). None of that is the title. Some words name nothing that anybody else
 * could know
 * ("the usual", "that thing"): then the person is asked.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"

#define VAGUE_WORDS 12 /* whoever says more names something */
#define TOLD_WORDS 5   /* of what is told, before its verb */
#define DATE_WORDS 4   /* of a day before what happens then */
#define ASKING_WORDS 8 /* before a comma: longer ones are no mere asking */

/* ---- before it ---- */

/* Whoever speaks looks for the word. */
static const char *const hesitates[] = {
    "oh|ah yeah|yes|right|that's *it|right",
    "uh|um|er|erm|uhm|hmm|ah|oh|ehm|eh|well|like|yeah|right|okay|ok",
    "how do|you|shall|should *you|i|we say|put *it|this",
    "what was|is|were|are|do|did *it|that|i|you|they *call|want|again|called",
    "what's|whats it|that|the *called|again|word|name",
    "let me think|see *now|again",
    "hang|hold on *a|sec|second|minute|moment",
    "you know *what",
};

/* Said before a name, and none of it. */
static const char *const openings[] = {
    "please|pls",
    "a|an|another|one|new [new] task|todo|to-do|reminder|item|entry|job to|for|about|called|named|saying",
    "for|on|to my|the|our [todo|to-do] list",
    "that i|we *really|still|also should|must|need|have *to",
    "so *that i|we don't|won't|can't forget *to|about",
    "a|an|another|one *more|last|other|quick|new|small|little thing to|about|called|namely",
    "namely *to",
    "*the one|first|second|third|other|last *one|task|is|being to",
    "it's|that's *just|basically|simply|to|about|called|named",
    "it|this|that is *just|basically|simply|to|about|called|named",
};

/* What follows the beginning, where one of the patterns fits and something is left; else all of it. */
static struct span behind_one(struct span s, const char *const *patterns, size_t n)
{
    struct span rest;

    for (size_t i = 0; i < n && s.n > 1; i++)
        if (span_begins(s, patterns[i], &rest) && rest.n < s.n)
            return rest;
    return s;
}

bool title_hesitates(struct span s)
{
    size_t before = 0;

    while (s.n > 0 && s.n != before) {
        before = s.n;
        s = behind_one(s, hesitates, COUNT_OF(hesitates));
        if (s.n == 1 && phrase_word_is(s.w, "uh|um|er|erm|uhm|hmm|ah|oh|ehm|eh"))
            s.n = 0;
    }
    return s.n == 0;
}

/* Where a word could also begin a name ("like", "right", "well"), punctuation tells, or another sign of doubt. */
static bool is_plain_word(struct span s, struct span rest, bool doubted)
{
    return s.n - rest.n == 1 && phrase_word_is(s.w, "like|right|well|okay|ok|yeah") && !doubted && !word_mark(s.w);
}

/* What only asks to note it, or says nothing, and is set apart from what it asks to note: "for me would you, plane the
 * door", "> order paper". */
static struct span without_asking(struct span s)
{
    for (size_t i = 1; i < s.n && i <= ASKING_WORDS; i++) {
        char mark = word_mark(&s.w[i - 1]);
        if (!word_is_stock(&s.w[i - 1]))
            break;
        if ((i > 1 || phrase_word_is(s.w, "do|this|that|it|one|thing")) &&
            (mark == ',' || mark == ':' || mark == '-' || word_is_dash(&s.w[i]))) {
            s = span_from(s, i + (word_is_dash(&s.w[i]) && i + 1 < s.n));
            break;
        }
    }
    while (s.n > 1 && phrase_word_is(s.w, ">|/|+|-|*|=|+=|:="))
        s = span_from(s, 1);
    if (s.n > 3 && phrase_word_is(s.w, "add") && phrase_word_is(&s.w[2], "the|my|our|a|an|his|her|their") &&
        !word_is_stock(&s.w[1]) &&
        !word_joins(&s.w[1])) /* only a verb has an article behind it: "add swap the tyres" */
        return span_from(s, 1);
    return s.n > 2 && phrase_word_is(s.w, "to") && word_deed(&s.w[1]) != DEED_NONE ? span_from(s, 1) : s;
}

/* "that I must call Ann", and "must call Ann" where the rest was asked with. What should have been done, where it is
 * noted all the same, is still to be: "I was supposed to call Ann". */
static struct span without_duty(struct span s)
{
    bool is_own = s.n > 2 && phrase_word_is(s.w, "i|we|i've|we've|i'll|we'll|i'm|we're");
    struct lead lead = { .rest = s };
    struct span rest;

    if (span_begins(s, "i|we was|were *still|also|really|actually supposed|meant|asked|told to", &rest) && rest.n > 0 &&
        word_deed(rest.w) != DEED_NONE)
        return rest;
    if (is_own || (s.n > 2 && phrase_word_is(s.w, "must|should|gotta|ought")))
        lead = lead_read(s);
    if (lead.is_void || (!is_own && (lead.manner != MANNER_DUTY || word_deed(lead.rest.w) == DEED_NONE)))
        return s;
    return is_own ? title_without_owner(s) : lead.rest;
}

static struct span without_opening(const struct message_parser *r, struct span s)
{
    bool goes_on = true, doubted = false;

    s = without_asking(s);
    while (goes_on && s.n > 1) {
        struct span rest = behind_one(s, hesitates, COUNT_OF(hesitates));
        goes_on = rest.n > 0 && rest.n < s.n && !is_plain_word(s, rest, doubted);
        doubted |= goes_on;
        if (!goes_on) {
            rest = behind_one(s, openings, COUNT_OF(openings));
            goes_on = rest.n > 0 && rest.n < s.n && !slots_are_when(r, rest);
        }
        s = goes_on ? rest : s;
        while (goes_on && s.n > 1 && (s.w->n == 0 || phrase_word_is(s.w, "to")))
            s = span_from(s, 1);
    }
    return without_duty(s);
}

/* ---- behind it ---- */

/* Somebody goes on telling, and nothing sets it apart: "... and it's me", "... and that someone is me". */
static bool tells_on(struct span s)
{
    static const char *const tells[] = {
        "and|but|as|since it's|that's|i'm|he's|she's|they're|we're|there's",
        "and|but that|this someone|somebody|person|one is|will|would",
        "and i|we guess|suppose|think|reckon|hope|hate|love|know",
    };
    struct span rest;

    for (size_t i = 0; i < COUNT_OF(tells); i++)
        if (span_begins(s, tells[i], &rest) && rest.n > 0)
            return true;
    return false;
}

/* Why, where no comma sets it apart: "because Ann needs the uniform tomorrow", "otherwise I pay a fine". Its days are
 * none of the task's. */
static bool gives_reason(struct span s)
{
    if (s.n > 3 && phrase_word_is(s.w, "because") && !phrase_word_is(&s.w[1], "of"))
        return true;
    return s.n > 2 && phrase_word_is(s.w, "because|otherwise") &&
           phrase_word_is(&s.w[1], "i|we|he|she|it|they|you|i'm|i've|we're|we've|he's|she's|it's|they're|there|there's|"
                                   "the|my|our|his|her|their|this|that|some|nobody|everyone");
}

/* Whether the words before i end with a day or a time. */
static bool is_dated_up_to(const struct message_parser *r, struct span s, size_t i)
{
    struct intent_slots aside = { 0 };

    for (size_t n = 1; n < i && n <= DATE_WORDS; n++)
        if (slot_words(&(struct slots){ .r = r, .set = &aside }, (struct span){ s.w + i - n, n }, WHERE_EDGE) == n)
            return true;
    return false;
}

/* What happens then, where the day was said before: "tomorrow before they close at noon". Its hour is none of the
 * task's. */
static bool tells_what_then(const struct message_parser *r, struct span s, size_t i)
{
    return i + 2 < s.n && phrase_word_is(&s.w[i], "before|until|till|when|while|as|after") &&
           phrase_word_is(&s.w[i + 1], "they|he|she|it|we|i|you|everyone|everybody|somebody|someone") &&
           is_dated_up_to(r, s, i);
}

/* Only that it is to be done, behind a comma: "..., have to do that", "..., I must get it done". */
static bool says_to_do_it(struct span s)
{
    struct span rest;

    return span_begins(s,
                       "*and|so|i|we|i'll|i've|we've|still|really|got|will have|need|must|should|gotta|ought *to "
                       "do|get|sort|finish that|it|this *done|sorted|today|now|soon|still|too|please",
                       &rest) &&
           rest.n == 0;
}

/* How something is or what comes, behind a comma: "Oma arrives in the evening", "the number is on the fridge", "costs
 * 30 euros", "rang twice on Sunday". */
static bool tells_of(struct span s)
{
    static const char verbs[] = "is|are|was|were|isn't|aren't|has|had|comes|arrives|starts|begins|costs|leaves|closes|"
                                "opens|goes|wants|renews|rang|called|phoned|said|says|came";

    if (s.w->is_quoted || (word_deed(s.w) != DEED_NONE && !(s.n > 1 && phrase_word_is(&s.w[1], "is|are|was|were|has"))))
        return false;
    for (size_t i = 0; i < s.n && i < TOLD_WORDS; i++) {
        if (phrase_word_is(&s.w[i], verbs))
            return i + 1 < s.n && !phrase_word_is(s.w, "there|this|starts|begins|is|are|comes|opens");
        if (phrase_word_is(&s.w[i], "that|which|what|who|how|when|where|why|whether|if|whatever"))
            return false;
        if (word_mark(&s.w[i]) || word_is_dash(&s.w[i]))
            return false;
    }
    return false;
}

/* By when it has to be, where that is only told: "she wants it back by Tuesday", "..., so Friday latest". */
static const char *told_by(const struct message_parser *r, struct span s)
{
    for (size_t i = 1; i < s.n; i++) {
        struct intent_slots found = { 0 };
        struct slots slots = { .r = r, .set = &found };
        struct span when = span_from(s, i);
        size_t n = slot_at(&slots, when, WHERE_EDGE);
        if (n > 0 && found.due && *found.due && !slots_is_past(r, found.due) &&
            (phrase_word_is(&when.w[n - 1], "latest") ||
             (phrase_word_is(when.w, "by") &&
              span_has((struct span){ s.w, i }, "it|them|this|these|those|needs|need"))))
            return found.due;
    }
    return NULL;
}

/* What the task is to have, where it is set apart behind a remark: "..., I'll take that, by Wednesday". */
static void take_behind_remark(const struct message_parser *r, struct span told, struct intent_slots *more)
{
    struct intent_slots found = { 0 };

    for (size_t i = told.n; i-- > 1;)
        if (word_mark(&told.w[i - 1]) == ',') {
            if (slots_are_all(r, span_from(told, i), &found) && !slots_is_past(r, found.due))
                slots_join(more, &found);
            return;
        }
}

/* Whether a bracket that was opened before i is still open: what stands in brackets stays together. */
static bool in_brackets(struct span s, size_t i)
{
    int open = 0;

    for (const char *p = s.w->from; p < s.w[i].from; p++)
        open += (*p == '(') - (*p == ')');
    return open > 0;
}

/* What is only told behind a name: "get a haircut tomorrow, I look like a yeti". More of what the task is to have is
 * none: "..., it's urgent". */
static struct span without_remark(const struct message_parser *r, struct span s)
{
    static const char tells[] = "i|i'm|i've|i'd|i'll|it|it's|it'll|they|they're|they've|he|he's|she|she's|we|we're|we'"
                                "ve|you|you're|you'll|that's|"
                                "who|which|honestly|because|sorry|ugh|lol|haha|though|otherwise|seriously|apparently|"
                                "everything's|everyone|nobody|"
                                "someone|somebody|there's|god|thanks|cheers|much|poor|trust|obviously|sadly|hopefully|"
                                "long|not|no|what|his|their|"
                                "before|as|since|so|if|please|ta|x|would|will";
    struct intent_slots aside;

    for (size_t i = 1; i < s.n; i++) {
        struct span rest = span_from(s, i);
        char mark = word_mark(&s.w[i - 1]);
        bool is_apart = (mark == ',' && !in_brackets(s, i)) || word_is_dash(&s.w[i - 1]) || *s.w[i].from == '(';
        if (mark == ':' && phrase_word_is(&s.w[i - 1], "note|notes|description|desc|details|comment"))
            return s; /* the rest is what is noted */
        if (i > 1 && (gives_reason(rest) || tells_what_then(r, s, i)))
            return (struct span){ s.w, i };
        if (((is_apart && (phrase_word_is(&s.w[i], tells) || tells_of(rest) || says_to_do_it(rest))) ||
             (i > 1 && tells_on(rest))) &&
            !slots_are_all(r, rest, &aside) &&
            slot_words(&(struct slots){ .r = r, .set = &(struct intent_slots){ 0 } }, rest, WHERE_EDGE | WHERE_APART) ==
                0)
            return (struct span){ s.w, i };
    }
    return s;
}

/* ---- corrections ---- */

/* How many words from i on take back what was said before them. */
static size_t takes_back(struct span s, size_t i)
{
    static const char *const always[] = {
        "*no|nope|oops|sorry|wait no|wait|sorry wait|actually|sorry|hang|hold *on|no|wait|sorry|actually|make|that|i|"
        "meant|mean",
        "*no|nope|wait|sorry|actually scratch|strike that *no|sorry|actually|wait|i|meant|mean|make|it",
    };
    static const char *const apart[] = {
        "*no|nope|sorry|wait|actually i mean|meant",
        "*no|sorry|wait|actually make that",
        "or rather",
        "correction",
        "no",
    };
    struct span rest, from = span_from(s, i);

    if (!phrase_word_is(from.w, "no|nope|oops|sorry|wait|actually|scratch|strike|i|make|or|correction"))
        return 0;
    for (size_t k = 0; k < COUNT_OF(always); k++)
        if (span_begins(from, always[k], &rest))
            return from.n - rest.n;
    for (size_t k = 0; k < COUNT_OF(apart) && (word_mark(&s.w[i - 1]) || word_is_dash(&s.w[i - 1])); k++)
        if (span_begins(from, apart[k], &rest) && rest.n > 0 && (from.n - rest.n > 1 || word_mark(&rest.w[-1])))
            return from.n - rest.n;
    return 0;
}

/* What stands behind counts: a day alone for the day, a thing alone for the thing that the same is done to. Where it
 * could be either part, nobody can tell. */
static void correct(const struct message_parser *r, struct title *t)
{
    struct span s = t->words;

    for (size_t i = 1; i + 1 < s.n; i++) {
        size_t n = takes_back(s, i);
        struct span front = { s.w, i }, behind = span_from(s, i + n);
        if (n == 0 || behind.n == 0)
            continue;
        t->is_corrected = true;
        if (slots_are_all(r, behind, &t->more))
            t->words = front;
        else if (word_deed(behind.w) != DEED_NONE || behind.w->is_quoted || word_deed(front.w) == DEED_NONE)
            t->words = behind;
        else if (front.n == 2) {
            t->verb = front.w;
            t->words = behind;
        } else
            t->is_corrected = false;
        return;
    }
}

/* ---- whom it is for ---- */

/* Whether "her" is somebody's: "fix her bike", not "lend her the book", "call her back". */
static bool is_owned(const struct span s, size_t i)
{
    static const char others[] = "the|a|an|my|our|some|this|that|these|those|back|up|about|with|to|at|on|for|in|from|"
                                 "by|home|over|again|off|out|how|what|when|where|if|and|after|before|into|two|three";

    if (phrase_word_is(&s.w[i], "his|their"))
        return true;
    return phrase_word_is(&s.w[i], "her") && i + 1 < s.n && !word_mark(&s.w[i]) && !phrase_word_is(&s.w[i + 1], others);
}

const char *title_naming(struct arena *a, const char *title, struct span whom)
{
    struct span s = words_of(a, title);
    const char *name = span_inner_text(a, whom);

    if (!name || phrase_word_is(whom.w, "him|her|them|everyone|everybody|myself|someone|somebody"))
        return title;
    for (size_t i = 1; i < s.n; i++)
        if (phrase_word_is(&s.w[i], "him|her|them|his|their") && s.w[i].p >= title && s.w[i].p < s.w[i].to)
            return arena_printf(a, "%.*s%s%s%s", (int)(s.w[i].p - title), title, name, is_owned(s, i) ? "'s" : "",
                                s.w[i].p + s.w[i].n);
    return title;
}

/* ---- all together ---- */

/* What was typed as done, and is meant as still to do (parse/words/spelling.c). */
static bool is_done_as_typed(const struct phrase_word *w)
{
    const struct phrase_word typed = { .p = w->from, .n = (size_t)(w->to - w->from) };

    return w->is_mended && word_done_deed(&typed);
}

static bool is_vague(const struct message_parser *r, struct span s)
{
    static const char vague[] =
        "a|an|the|my|our|that|this|those|these|it|them|usual|same|thing|things|stuff|one|ones|other|others|another|"
        "something|anything|whatever|new|to|on|for|again|like|last|time|as|before|always|some|more|do|about|of|entry|"
        "item|task|reminder|todo|to-do|later|sometime|what|we|i|said|discussed|talked|know|you|whatsit|thingy|list|two|"
        "three|four|five|six|few|couple|items|tasks|reminders|"
        "entries";
    struct span name;

    if (s.n > 1 && word_deed(s.w) != DEED_NONE && phrase_word_is(&s.w[1], "something|anything|stuff|things") &&
        (s.n == 2 || span_is(span_from(s, 2), "in|on|from|my|the|our|list|there|here|please")))
        return true; /* "finish something", "edit something in my list" */
    if (s.n > VAGUE_WORDS || !phrase_word_is(s.w, vague) || s.w->is_quoted)
        return false;
    name = title_core(r, s);
    if (name.n == 1) /* "add one", "add later": some name it so */
        return phrase_word_is(name.w, "it|that|this|them|those|these|something|anything|things|same|whatever|do|or|"
                                      "and|but|then|also");
    return span_is(name, vague);
}

/* "start the course, add 'register for it'": what is quoted behind an order to add it is the name, and what the rest
 * says of it is said beside it. */
static void take_quoted(const struct message_parser *r, struct title *t)
{
    const struct phrase_word *quoted = request_quoted_behind(t->words), *end;

    if (t->words.n > 1 && t->words.w->is_quoted) { /* "'renew it' added" */
        size_t n = 1;
        while (n < t->words.n && word_is_stock(&t->words.w[n]))
            n++;
        t->words.n = n == t->words.n ? 1 : t->words.n;
        return;
    }
    if (!quoted || !span_has((struct span){ t->words.w, (size_t)(quoted - t->words.w) },
                             "add|create|note|jot|log|record|register|include|enter")) /* not "put 'sold' signs up" */
        return;
    end = t->words.w + t->words.n;
    for (const struct phrase_word *w = t->words.w; w < end;) {
        struct slots slots = { .r = r, .set = &t->more };
        size_t n = w == quoted ? 1 : slot_at(&slots, (struct span){ w, (size_t)(end - w) }, WHERE_EDGE | WHERE_APART);
        w += n > 0 ? n : 1;
    }
    t->words = (struct span){ quoted, 1 };
}

struct title title_read(const struct message_parser *r, struct span s)
{
    struct title t = { .words = without_opening(r, s) };
    struct span whole;

    t.words.n -= request_at_end(t.words);
    take_quoted(r, &t);
    correct(r, &t);
    whole = t.is_corrected ? without_opening(r, t.words) : t.words;
    t.words = without_remark(r, whole);
    t.by = told_by(r, span_from(whole, t.words.n));
    take_behind_remark(r, span_from(whole, t.words.n), &t.more);
    if (!t.verb && t.words.n > 1 && is_done_as_typed(t.words.w)) {
        t.verb = t.words.w; /* "painted", of "it's time we painted it" */
        t.words = span_from(t.words, 1);
    }
    t.is_vague = t.words.n > 0 && is_vague(r, t.words);
    return t;
}
