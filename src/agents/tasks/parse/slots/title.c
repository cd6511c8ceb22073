/* title.c - the title of a new task, and the slots beside it.
 *
 * Slots (slots.c) are taken from both ends of the words until none is left there. Inside the words only what cannot be
 * part of a title is taken: "#work", and a date between a preposition and another small word ("call Ann on Friday about
 * the party"). The rest is the title, in the person's own bytes; it is never used up.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/patterns.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <string.h>
#include <strings.h>

#define INSIDE_WORDS 60 /* looked through: no title is longer */
#define SLOT_REACH 14   /* words that one of them has at most: "with a reminder the day before at 9 in the morning" */

/* ---- the edges of a name ---- */

/* What is said to whoever reads it, or to where it is put. */
static const char *const tails[] = {
    "please|thanks *please|thanks|thank|you|and|so|very|much|a|lot|in|advance|kindly|again",
    "thank you *please|thanks|and|so|very|much|in|advance|kindly|again",
    (IN_LIST),
    "for me [please]",
    "[and] [also] will|would|can|could you",
    "as well",
    "too",
    "okay",
    "right",
    "if you can|could|would|please|don't [mind]",
    "*and|please|so|but don't|do [not] let me forget *it|that|this|about|please|again",
    "*and|please|so|but do remind me *of|about|it|that|this|please|too",
    "*and|please|so|but remind me *of|about|it|that|this|please|too",
    "*and|but mustn't|can't|don't|shouldn't|won't forget *it|that|this|about|again",
    "*and|but mustn't|can't|don't|shouldn't|won't [let] *it|that|this slip *my|our|mind|away|through",
    "for then",
    "whenever",
    "then|though|anyway|sometime|someday|eventually",
    "some time|day *or|other|another|soon|later",
    "sometime soon|later",
    "i guess|suppose|reckon|think",
    "at some point|stage|time *or|other|another|soon",
    "when|whenever i|we *next|ever|finally have|get|find *some|a|an|the|free|spare|enough time|minute|moment|chance",
    "from now *on",
    "for|on that|the same|very day|date",
    "for|on that day|date",
    "as a [new] task|todo|to-do|reminder|item",
};

static size_t tail_words(struct span w)
{
    if (w.n == 1 && phrase_word_is(w.w, "still")) /* "this week still" */
        return phrase_word_is(&w.w[-1], "today|tonight|week|month|tomorrow|morning|afternoon|evening|weekend");
    for (size_t i = 0; i < COUNT_OF(tails); i++) {
        struct span rest;
        if (span_begins(w, tails[i], &rest) && rest.n == 0)
            return w.n;
    }
    return 0;
}

/* Weekdays that are part of a name: "Black Friday", "my Thursday". */
static bool is_name_before(const struct phrase_word *w)
{
    return phrase_word_is(w,
                          "black|good|cyber|ash|palm|super|giving|casual|easter|whit|shrove|bloody|every|my|our|your|"
                          "his|her|their|the|a|an");
}

/* A comma, a bracket or a dash stands before the word. */
static bool is_apart(const struct phrase_word *w, const struct phrase_word *first)
{
    return w > first && (word_mark(&w[-1]) != '\0' || *w->from == '(' || *w->from == '[');
}

/* One of several days, of which nobody but the person knows which is meant: "on Saturday or Sunday". */
static bool is_choice(const struct slots *s, struct span w, size_t n)
{
    size_t before = w.n - n;

    return before > 2 && phrase_word_is(&w.w[before - 1], "or|and") &&
           slot_words(s, (struct span){ &w.w[before - 2], 1 }, WHERE_EDGE) == 1 &&
           (!word_mark(&w.w[before - 2]) || phrase_word_is(&w.w[before - 1], "or"));
}

/* The hour when something was that is asked about: "find out why the alarm went off at 3 am". */
static bool is_when_it_was(const struct slots *s, struct span w, size_t n)
{
    struct intent_slots aside = { 0 };
    struct slots found = { .r = s->r, .set = &aside };
    size_t before = w.n - n;

    if (!span_has((struct span){ w.w, before }, "why|who|what|how|whether") ||
        slot_at(&found, span_from(w, before), WHERE_EDGE) != n || !found.has_due || !found.due.is_clock)
        return false;
    for (size_t i = before; i > 1 && before - i < 3; i--) {
        const struct phrase_word *last = &w.w[i - 1];
        if (phrase_word_is(last, "went|was|were|came|rang|left|fell|broke|got") ||
            (last->n > 4 && strncasecmp(last->p + last->n - 2, "ed", 2) == 0))
            return true;
    }
    return false;
}

/* Until which day something goes on: "until Sunday". An hour is rather by when it has to be: "tomorrow till 10". */
static bool is_last_day(const struct slots *s, struct span w)
{
    struct intent_slots aside = { 0 };
    struct slots found = { .r = s->r, .set = &aside };

    return w.n > 1 && phrase_word_is(w.w, "until|till|til|through|to|-") && slot_at(&found, w, WHERE_EDGE) == w.n &&
           found.has_due && !found.due.is_clock && !aside.repeat;
}

/* When something ends of which it is said before that when it begins: "Friday 4pm until Sunday". */
static bool is_end_of_it(const struct slots *s, struct span w, size_t n)
{
    size_t before = w.n - n;

    for (size_t m = 1; m < before && m < SLOT_REACH; m++)
        if (slots_are_when(s->r, (struct span){ &w.w[before - m], m }))
            return is_last_day(s, span_from(w, before));
    return false;
}

/* The same where both were read as one. */
static bool is_from_to(const struct slots *s, struct span end)
{
    for (size_t i = 1; i + 1 < end.n; i++)
        if (phrase_word_is(&end.w[i], "until|till|til|through"))
            return is_last_day(s, span_from(end, i)) && slot_words(s, (struct span){ end.w, i }, WHERE_EDGE) == i;
    return false;
}

/* "ask Tobias whether he can sing | on the 13th": when that is, and not when he is to be asked. */
static bool is_asked_inside(struct span w, size_t n)
{
    struct span before = { w.w + 1, w.n - n > 0 ? w.n - n - 1 : 0 };

    for (size_t i = 0; i < before.n; i++) {
        if (!phrase_word_is(&before.w[i], "if|whether"))
            continue;
        return phrase_word_is(w.w, "ask|check|see|find|clarify|enquire|inquire") &&
               word_mark(&w.w[w.n - n - 1]) != ',' &&
               !(i + 1 < before.n && phrase_word_is(&before.w[i + 1], "possible|needed|necessary")) &&
               (phrase_word_is(&w.w[w.n - n], "on|at|in|over|for|this|next") ||
                phrase_word_is(&w.w[w.n - n - 1], "on|at|in|over|for|this|next"));
    }
    return false;
}

/* "tomorrow ask my boss to let me start | in January", "tell her she can start | in January": when something else is.
 */
static bool is_other_month(const struct slots *s, struct span w, size_t n)
{
    size_t before = w.n - 2;
    int month;

    if (w.n < 4 || n > 2 || !phrase_word_is(&w.w[before], "in") ||
        !due_read_month(str_fold(s->r->a, span_text(s->r->a, span_from(w, before + 1))), &month))
        return false;
    if (s->has_due)
        return true;
    for (size_t i = 0; i < before; i++) {
        struct intent_slots aside = { 0 };
        struct slots first = { .r = s->r, .set = &aside };
        size_t taken = slot_at(&first, span_from(w, i), WHERE_EDGE | WHERE_APART);
        if ((taken > 0 && i + taken <= before && first.has_due && !first.due.is_clock) ||
            (phrase_word_is(&w.w[i], "she|he|they|it|we|you") &&
             phrase_word_is(&w.w[i + 1], "can|will|is|are|may|should|must|would")))
            return true;
    }
    return false;
}

/* Cuts one thing off the end; false when there is none. */
static bool cut_end(struct slots *s, struct span *w)
{
    size_t reach = w->n - 1 < SLOT_REACH ? w->n - 1 : SLOT_REACH;

    for (size_t n = reach; n > 0; n--) {
        struct span end = { w->w + w->n - n, n };
        unsigned where = WHERE_EDGE | (is_apart(end.w, w->w) ? WHERE_APART : 0);
        if (phrase_word_is(&end.w[-1], "if|whether") || is_name_before(&end.w[-1]) || is_choice(s, *w, n) ||
            is_when_it_was(s, *w, n) || is_from_to(s, end) ||
            (n > 1 && phrase_word_is(end.w, "till") && word_mark(end.w) == ',') || /* "at the till, Friday" */
            (n > 1 && phrase_word_is(end.w, "on|in|up|off|out|at") &&
             (word_mark(end.w) == ',' || /* "have the tyres put on, Friday", "get the tyres on before Friday" */
              phrase_word_is(&end.w[1], phrase_word_is(end.w, "at") ? "on|before|by" : "before|by|until|till|at"))) ||
            is_other_month(s, *w, n) || is_asked_inside(*w, n) ||
            (phrase_word_is(end.w, "coming") &&
             !phrase_word_is(&end.w[-1], "this|the"))) /* "plasterer coming friday" */
            continue;
        if (tail_words(end) == n ||
            (slot_words(s, end, where) == n && (is_end_of_it(s, *w, n) || slot_at(s, end, where) == n))) {
            w->n -= n;
            return true;
        }
    }
    return false;
}

/* What comes behind something at the beginning, for that not to be a part of the name: "tomorrow call Ann". */
static bool may_follow(struct span taken, struct span rest)
{
    char mark = word_mark(&taken.w[taken.n - 1]);

    return (mark && mark != '.') || span_is(taken, "today|tomorrow|tonight|morning|afternoon|evening") ||
           word_is_hashtag(taken.w) || word_deed(rest.w) != DEED_NONE || rest.w->is_quoted ||
           (rest.n > 1 && phrase_word_is(rest.w, "but|so|and") && word_deed(&rest.w[1]) != DEED_NONE) ||
           phrase_word_is(rest.w, "to|i|we|i've|we've|i'll|we'll|remind|called|named|that|saying|-");
}

/* Whether the words hold a figure, as a date does. */
static bool has_figure(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (strcspn(s.w[i].from, "0123456789") < (size_t)(s.w[i].to - s.w[i].from))
            return true;
    return false;
}

/* What says so much that it is no part of a name, whatever follows: a day with its time, a date, how often; a time
 * where the day is known. "Friday drinks" and "weekly report" are names. */
static bool says_enough(const struct slots *s, const struct slots *found, struct span taken)
{
    const struct due *d = &found->due;

    if (found->set->priority && span_has(taken, "priority"))
        return true;
    if (!found->has_due || d->is_elapsed)
        return false;
    if (!d->is_clock && taken.n > 1 &&
        phrase_word_is(taken.w, "on|by|until|till|in|sometime")) /* "on Friday help Ann move" */
        return true;
    if (d->is_clock)
        return s->has_due && !s->due.has_time;
    if (s->has_due && s->due.is_clock && !d->has_time) /* "Wednesday dentist 10am" */
        return true;
    return s->is_reminder || (taken.n > 1 && (d->has_time || found->set->repeat || phrase_word_is(taken.w, "next"))) ||
           has_figure(taken);
}

/* Who has it to do, behind the day: "every Friday I have to send it", "tomorrow we have the fitting". */
struct span title_without_owner(struct span s)
{
    struct span rest = s;
    struct lead lead;

    if (s.n < 2 || !phrase_word_is(s.w, "i|we|i've|we've|i'll|we'll|i'm|we're"))
        return s;
    lead = lead_read(s);
    if (lead.manner == MANNER_DUTY && !lead.is_void)
        return lead.rest;
    if (phrase_word_is(s.w, "i|we") && s.n > 2 && word_deed(&s.w[1]) != DEED_NONE &&
        !phrase_word_is(&s.w[1], "have|get|need|want"))
        return span_from(s, 1);
    if ((span_begins(s, "i|we have *got|also|a|an|another", &rest) ||
         span_begins(s, "i've|we've [got] *also|a|an|another", &rest)) &&
        rest.n > 0 && !word_done_deed(rest.w) && !phrase_word_is(rest.w, "to|been|no|not|nothing|already|had|done"))
        return rest;
    return s;
}

/* An hour that stands alone: "8pm", "7.30pm", "19:30"; how many words. */
static size_t clock_words(const struct slots *s, struct span w)
{
    struct intent_slots aside = { 0 };
    struct slots found = { .r = s->r, .set = &aside };
    size_t n = has_figure((struct span){ w.w, 1 }) ? slot_at(&found, w, WHERE_EDGE) : 0;
    struct span taken = { w.w, n };

    return n > 0 && found.has_due && found.due.is_clock && !aside.repeat &&
                   !phrase_word_is(&w.w[-1], "at|from|to|the") &&
                   (memchr(w.w->p, ':', w.w->n) || span_has(taken, "am|pm") ||
                    (w.w->n > 2 && strncasecmp(w.w->p + w.w->n - 1, "m", 1) == 0))
               ? n
               : 0;
}

/* Its hour follows the name of what begins with the day: "Thursday choir 8pm bring cake". */
static bool hour_follows(const struct slots *s, const struct slots *day, struct span rest)
{
    if (s->has_due || !day->has_due || day->due.has_time || day->due.is_elapsed || day->set->repeat)
        return false;
    for (size_t i = 1; i < rest.n; i++)
        if (clock_words(s, span_from(rest, i)) > 0)
            return true;
    return false;
}

/* More such things follow, and a mark sets them apart from the name: "important for Wednesday 9am: the inspection". */
static bool more_follows(const struct slots *s, struct span rest)
{
    size_t n = slot_words(s, rest, WHERE_EDGE | WHERE_APART);
    char mark = n > 0 && n < rest.n ? word_mark(&rest.w[n - 1]) : '\0';

    return mark && mark != '.';
}

static bool cut_beginning(struct slots *s, struct span *w)
{
    struct intent_slots aside = { 0 };
    struct slots found = { .r = s->r, .set = &aside };
    size_t n = slot_at(&found, *w, WHERE_EDGE | WHERE_APART);
    struct span taken = { w->w, n }, rest = span_from(*w, n);

    if (n == 0 || rest.n == 0 ||
        !(may_follow(taken, rest) || says_enough(s, &found, taken) || hour_follows(s, &found, rest) ||
          more_follows(s, rest)))
        return false;
    slot_at(s, *w, WHERE_EDGE | WHERE_APART);
    while (
        rest.n > 1 &&
        (phrase_word_is(rest.w, "to|called|named|that|saying|-|and|but|so|todo|to-do") || rest.w->n == 0 ||
         (phrase_word_is(rest.w, "is|are") && phrase_word_is(&rest.w[1], "the|my|our|a|an")))) /* "on Friday is the" */
        rest = span_from(rest, 1);
    *w = title_without_owner(rest);
    return true;
}

/* ---- inside a name ---- */

/* Goes on with a name behind a day. */
static const char parts_it[] = "about|with|re|regarding|because|so|to|from|plus|when|while|otherwise|whether";

/* A day without a word that leads to it, between two parts of a name: "ring Ann monday about the tups"; with a time
 * behind it nothing else can be meant. */
static size_t day_inside(const struct slots *s, struct span w, const char *follows)
{
    size_t n = slot_words(s, (struct span){ w.w, w.n < SLOT_REACH ? w.n : SLOT_REACH }, WHERE_EDGE);

    return n > 0 && n < w.n &&
                   (phrase_word_is(&w.w[n], follows) || *w.w[n].from == '(' ||
                    (n > 1 && phrase_word_is(&w.w[n], "at|in|on|for|@")))
               ? n
               : 0;
}

/* A day with its time, or how often it comes back, is no part of a name wherever it stands: "tyre change fri 7.15 am
 * garage Nowak", "vitamin D every morning after breakfast"; a day alone where a comma closes it. */
static size_t when_inside(const struct slots *s, struct span w)
{
    static const char opens[] = "every|each|twice|next|this|tonight|today|tomorrow|monday|tuesday|wednesday|thursday|"
                                "friday|saturday|sunday|mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|at|on|by|from|"
                                "before|day|end|daily";
    struct intent_slots aside = { 0 };
    struct slots found = { .r = s->r, .set = &aside };
    size_t n;

    if (is_name_before(&w.w[-1]) || phrase_word_is(&w.w[-1], "this|last|next|about|of|and|or|from|all|until|till") ||
        (w.n > 1 && phrase_word_is(w.w, "this") &&
         phrase_word_is(&w.w[1], "morning|afternoon")) || /* which may be over */
        !(phrase_word_is(w.w, opens) || has_figure((struct span){ w.w, 1 })))
        return 0;
    n = slot_at(&found, (struct span){ w.w, w.n < SLOT_REACH ? w.n : SLOT_REACH }, WHERE_EDGE);
    if (n == 0 || n >= w.n || !found.has_due || found.due.is_elapsed || aside.priority || phrase_word_is(&w.w[n], "or"))
        return 0;
    if (n == 1)
        return !found.due.is_clock && word_mark(w.w) == ',' &&
               !phrase_word_is(&w.w[-1], "on|by|at|before|for|due|until");
    return aside.repeat || (!found.due.is_clock && (found.due.has_time || word_mark(&w.w[n - 1]) == ',' ||
                                                    phrase_word_is(&w.w[n], parts_it) || *w.w[n].from == '('))
               ? n
               : 0;
}

/* Whether a verb with what it is done to stands behind the n words of a day: "on Friday | water the plants", and not
 * "for Monday call". */
static bool is_order_behind(struct span w, size_t i, size_t n)
{
    return !phrase_word_is(&w.w[i], "for") && word_deed(&w.w[i + n]) == DEED_SURE && i + n + 1 < w.n &&
           !word_mark(&w.w[i + n]);
}

/* How many words from i on are surely none of it. */
static size_t inside_words(const struct slots *s, struct span w, size_t i)
{
    static const char leads[] = "by|on|at|before|due|for|until|till";
    static const char days[] =
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|"
        "today|tomorrow|tonight";
    static const char follows[] = "about|with|to|for|from|at|in|and|before|after|because|so|regarding|re|via|using|if|"
                                  "or|but|then|on|over|as|plus|"
                                  "when|while|otherwise";
    size_t n;

    if (word_is_hashtag(&w.w[i]) || (phrase_word_is(&w.w[i], "please") && word_mark(&w.w[i]) == ','))
        return 1;
    if ((n = when_inside(s, span_from(w, i))) > 0)
        return n;
    if (s->has_due && !s->due.has_time && !s->due.is_elapsed && (n = clock_words(s, span_from(w, i))) > 0)
        return n;
    if (phrase_word_is(&w.w[i], days))
        return i > 1 &&
                       !phrase_word_is(&w.w[i - 1], "the|this|a|my|our|last|next|every|each|about|of|for|and|or|to|all")
                   ? day_inside(s, span_from(w, i), parts_it)
                   : 0;
    if (!phrase_word_is(&w.w[i], leads))
        return 0;
    n = slot_words(s, (struct span){ w.w + i, w.n - i < SLOT_REACH ? w.n - i : SLOT_REACH }, WHERE_EDGE);
    if (n == 0 || i + n >= w.n)
        return 0;
    if (i + n + 1 < w.n && phrase_word_is(&w.w[i + n], "or|and") &&
        slot_words(s, span_from(w, i + n + 1), WHERE_EDGE) > 0) /* one of several days */
        return 0;
    return phrase_word_is(&w.w[i + n], follows) || is_order_behind(w, i, n) ||
                   (word_mark(&w.w[i + n - 1]) && strchr(",:", w.w[i + n - 1].to[-1]))
               ? n
               : 0;
}

/* What stood behind a comma stays behind one: "dentist, Dr. Weber" of "dentist Thursday 14:30, Dr. Weber". */
static const char *joined(struct arena *a, const char *text, struct span piece)
{
    const char *more = span_text(a, piece);
    bool is_apart =
        more && word_mark(&piece.w[-1]) == ',' && !phrase_word_is(piece.w, "and|or|but|so|to|about|with|whether");

    if (!more)
        return text;
    if (text && word_mark(&piece.w[-1]) == ':')
        return arena_printf(a, "%s: %s", text, more);
    return text ? arena_printf(a, is_apart ? "%s, %s" : "%s %s", text, more) : more;
}

static const char *take_inside(struct slots *s, struct span w)
{
    const char *text = NULL;
    size_t from = 0;

    for (size_t i = 1; i < w.n && i < INSIDE_WORDS;) {
        size_t n = inside_words(s, w, i);
        if (n == 0) {
            i++;
            continue;
        }
        slot_at(s, (struct span){ w.w + i, n }, WHERE_EDGE);
        text = joined(s->r->a, text, (struct span){ w.w + from, i - from });
        from = i += n;
    }
    return joined(s->r->a, text, span_from(w, from));
}

/* ---- descriptions ---- */

static const char *const describes[] = {
    "with|and a|the|this|[as] description|details|detail|note|notes|comment|desc *of|that|saying|says|is|reading",
    "with|and|the description|details|note|notes|comment|desc *of|that|saying|says|is|reading",
};

/* "with the note bring papers", "note: bring papers"; how many words stand before it, w.n where there is none. */
static size_t description_from(struct span w, struct span *ret)
{
    for (size_t i = 1; i + 1 < w.n; i++) {
        if (phrase_word_is(&w.w[i], "description|desc|details|note|notes|comment") && word_mark(&w.w[i]) == ':') {
            *ret = span_from(w, i + 1);
            return i;
        }
        if (word_mark(&w.w[i - 1]) == ',' && phrase_word_is(&w.w[i], "note|description|desc|comment") &&
            !phrase_word_is(&w.w[i + 1], "to|that|it|the|this|my")) { /* "book a room, note near the station" */
            *ret = span_from(w, i + 1);
            return i;
        }
        for (size_t k = 0; k < COUNT_OF(describes); k++)
            if (span_begins(span_from(w, i), describes[k], ret) && ret->n > 0)
                return i;
    }
    return w.n;
}

/* ---- all together ---- */

/* What only led to something that is cut off: "-", "and", "expires" of "..., expires 22 Nov". */
static bool ends_loosely(const struct slots *s, const struct phrase_word *last, bool is_followed)
{
    return phrase_word_is(last, "and|with|of|but|-") ||
           (is_followed && phrase_word_is(last, "tag|tags|tagged|label|labels") && word_is_hashtag(&last[1])) ||
           word_is_dash(last) || (last->n == 1 && *last->p == '|') || (s->is_dated && phrase_word_is(last, "due")) ||
           (s->is_dated && phrase_word_is(last, "is|are") && is_followed && phrase_word_is(&last[1], "due")) ||
           (s->is_dated && (phrase_word_is(last, "maybe|perhaps|ideally|preferably|latest|still") ||
                            (phrase_word_is(last, "expires|deadline|starts|begins") && word_mark(&last[-1]) == ',') ||
                            (is_followed && phrase_word_is(last, "starts|begins") && str_is_digit(*last[1].from))));
}

/* "My appointment | is on Monday": what it is called is before that; not "ask when the train is". */
static bool is_told_when(const struct slots *s, struct span w, const struct phrase_word *end)
{
    return s->is_dated && w.w + w.n < end && phrase_word_is(&w.w[w.n - 1], "is|are") && word_deed(w.w) == DEED_NONE &&
           !span_has(w, "when|where|who|what|how|if|whether|that|which|to");
}

static struct span cut_edges(struct slots *s, struct span w)
{
    const struct phrase_word *end;
    size_t before;

    if (w.n == 0)
        return w;
    end = w.w + w.n;
    do {
        before = w.n;
        while (w.n > 1 && (cut_end(s, &w) || cut_beginning(s, &w)))
            continue;
        while (w.n > 1 && (ends_loosely(s, &w.w[w.n - 1], w.w + w.n < end) || is_told_when(s, w, end)))
            w.n--;
    } while (w.n < before);
    return w;
}

struct span title_core(const struct message_parser *r, struct span w)
{
    struct intent_slots aside = { 0 };

    return cut_edges(&(struct slots){ .r = r, .set = &aside }, w);
}

const char *slots_due_with(const struct slots *when, struct span title)
{
    struct intent_slots set = { .due = when->set->due };
    struct slots s = *when;

    s.set = &set;
    if (title.n > 1)
        (void)take_inside(&s, cut_edges(&s, title));
    return set.due;
}

/* "dinner with Ann" is in the evening, and nobody is woken at 17:45: +12 or -12 hours; 0 where nothing is known. */
static int half_of(struct span name)
{
    static const char evening[] =
        "dinner|supper|drinks|cocktails|party|concert|gig|opera|theatre|theater|cinema|movie|choir";

    while (name.n > 1 && phrase_word_is(name.w, "the|a|our|my|family"))
        name = span_from(name, 1);
    if (phrase_word_is(name.w, evening))
        return name.n == 1 || phrase_word_is(&name.w[1], "with|at|for|on|and|in|night|rehearsal|practice") ? 12 : 0;
    return phrase_word_is(name.w, "wake|wake-up") && !span_has(name, "nap") ? -12 : 0;
}

static void take_half(struct slots *s, struct span name)
{
    int hour = s->due.hour, half = name.n > 0 ? half_of(name) : 0;
    char text[TIME_TEXT_BYTES];

    if (!s->has_due || !s->due.has_time || !s->due.is_open ||
        !((half > 0 && hour >= 5 && hour <= 9) || (half < 0 && hour >= 16 && hour <= 19)))
        return;
    s->due.hour += half;
    if (half < 0 && s->due.is_clock && s->due.day == civil_days(s->r->now->year, s->r->now->month, s->r->now->day))
        s->due.day++; /* the next morning */
    due_text(&s->due, text);
    s->set->due = arena_str(s->r->a, text);
}

bool title_and_slots(const struct message_parser *r, struct span w, bool is_reminder, struct intent_slots *set)
{
    struct slots s = { .r = r, .set = set, .is_reminder = is_reminder };
    struct span note = { 0 };
    size_t n = description_from(w, &note);

    if (n < w.n) {
        set->description = span_text(r->a, note);
        w.n = n;
    }
    w = cut_edges(&s, w);
    set->title = take_inside(&s, w);
    take_half(&s, w);
    if (is_reminder && s.has_due && s.due.has_time)
        slots_set_once(&set->remind, set->due);
    return s.is_dated;
}

bool slots_end_dated(const struct message_parser *r, struct span w)
{
    struct intent_slots aside = { 0 };

    return w.n > 1 && title_and_slots(r, w, false, &aside);
}

bool slots_end_repeats(const struct message_parser *r, struct span w)
{
    struct intent_slots aside = { 0 };

    return w.n > 1 && title_and_slots(r, w, false, &aside) && aside.repeat;
}
