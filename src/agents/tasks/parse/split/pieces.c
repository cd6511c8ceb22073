/* pieces.c - a message cut at every boundary, for callers who know the tasks and decide which pieces stand by
 * themselves.
 *
 * A quotation stays whole. An order that names its task first ("the essay please move to Friday") is put in the usual
 * order.
 */
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <stdlib.h>
#include <string.h>

static bool breaks_line(const struct phrase_word *before, const struct phrase_word *w)
{
    return memchr(before->to, '\n', (size_t)(w->from - before->to)) != NULL;
}

/* Words that only join, from i on: "and", "while you're at it". */
static size_t joining(struct span s, size_t i)
{
    static const char *const asides[] = { "while you're|youre|i'm|im|we're *there|here|about at it", "by the way",
                                          "while i think of|about it", "while i remember", "one more thing" };
    size_t n = boundary_words(span_from(s, i));
    struct span rest;

    if (i + n + 1 < s.n && word_mark(&s.w[i + n]) == ',' &&
        phrase_word_is(&s.w[i + n], "first|firstly|second|secondly|third|thirdly|fourth")) /* "Second, I need to ..." */
        n++;

    while (i + n < s.n && phrase_word_is(&s.w[i + n], "&|+|while|whereas|oh|and|then|also|plus|but|meanwhile|btw") &&
           !(phrase_word_is(&s.w[i + n], "while") && i + n + 1 < s.n))
        n++;
    for (size_t k = 0; k < sizeof asides / sizeof *asides; k++)
        if (span_begins(span_from(s, i + n), asides[k], &rest) && rest.n > 0)
            return s.n - i - rest.n + boundary_words(rest);
    if (i + n + 1 < s.n && phrase_word_is(&s.w[i + n], "while"))
        n++;
    return n;
}

static const char becomes[] = "done|finished|complete|completed|sorted|delete|remove|scrap|bin|drop|cancel|✘|✖|❌";

/* A mark that ticks or crosses off what stands before it: "2 ✔ 4 ✘". A word that says the same goes with it. */
static bool marks_off(struct span s, size_t i)
{
    bool is_glyph = (unsigned char)*s.w[i - 1].from == 0xe2; /* its own byte: it is spelt as a word already */

    return i > 1 && is_glyph && phrase_word_is(&s.w[i - 1], "done|✘|✖|❌") && (unsigned char)*s.w[i].from < 0xe2 &&
           !phrase_word_is(&s.w[i], becomes);
}

/* "1 done 2 done 3 tomorrow": the next place, behind what becomes of the one before. */
static bool counts_on(struct span s, size_t from, size_t i)
{
    return i == from + 2 && i + 1 < s.n && word_is_number(&s.w[from]) && word_is_number(&s.w[i]) &&
           phrase_word_is(&s.w[i - 1], becomes) &&
           !phrase_word_is(&s.w[i + 1], "day|days|week|weeks|hour|hours|minute|minutes|times|of");
}

/* "1) gloves: done 2) register: to Friday": the number of a piece, where it is the n-th. */
static bool is_numbered(const struct phrase_word *w, size_t n)
{
    return word_is_number(w) && w->to > w->from && w->to[-1] == ')' && strtoul(w->p, NULL, 10) == n;
}

static bool is_arrow(const struct phrase_word *w)
{
    static const char *const arrows[] = { "->", "=>", "-->", "\xe2\x86\x92", "\xe2\x9e\xa1" };
    size_t n = (size_t)(w->to - w->from);

    for (size_t i = 0; i < COUNT_OF(arrows); i++)
        if (n == strlen(arrows[i]) && memcmp(w->from, arrows[i], n) == 0)
            return true;
    return false;
}

/* Whether something else may begin at i, behind the piece that began at `from`. */
static bool begins(struct span s, size_t from, size_t i, bool *ret_ends)
{
    size_t skip;

    if (phrase_word_is(&s.w[i], "but") && phrase_word_is(&s.w[i - 1], "last")) /* "the last but one" */
        return false;
    if (is_arrow(&s.w[i]) || is_arrow(&s.w[i - 1])) /* "gym -> Thursday" */
        return false;
    *ret_ends = boundary_ends_sentence(&s.w[i - 1]) || breaks_line(&s.w[i - 1], &s.w[i]);
    *ret_ends |= marks_off(s, i) || counts_on(s, from, i);
    return *ret_ends || boundary_at(s, i, &skip) || phrase_word_is(&s.w[i], "&|+|while|whereas");
}

#define NUMBERED_WORDS 3 /* fewer behind a number name nothing: the number is what they are said of, "1) done" */

size_t message_pieces(struct arena *a, const char *message, struct message_piece ret[static MESSAGE_PIECES])
{
    struct span s = words_of(a, message);
    size_t n = 0, from = joining(s, 0);
    bool opens = true, contrasts = false, numbered = from < s.n && is_numbered(&s.w[from], 1);

    from += numbered;
    for (size_t i = from + 1; i <= s.n; i++) {
        bool ends = true, is_next = numbered && i < s.n && is_numbered(&s.w[i], n + 2);
        bool is_short = numbered && from > 0 && i - from < NUMBERED_WORDS && word_mark(&s.w[from]) != ':';
        size_t at = is_short && is_numbered(&s.w[from - 1], n + 1) ? from - 1 : from;
        if (i < s.n && (numbered ? !is_next : !begins(s, from, i, &ends)))
            continue;
        if (n == MESSAGE_PIECES)
            return 0;
        ret[n++] = (struct message_piece){
            .said = arena_dup(a, s.w[at].from, (size_t)(s.w[i - 1].to - s.w[at].from)),
            .opens = opens,
            .contrasts = contrasts,
        };
        opens = ends || (i < s.n && span_has((struct span){ s.w + i, joining(s, i) }, "also|plus"));
        contrasts = i < s.n && phrase_word_is(&s.w[i], "but|whereas|then|next|now");
        i += is_next;
        from = i + (i < s.n ? joining(s, i) : 0);
        i = from;
    }
    return n;
}

#define TOPIC_WORDS 7 /* of what an order is about, where that is said first */

const char *message_reordered(struct arena *a, const char *said)
{
    static const char *const asks[] = { "you can|could|may|should *please|now|just|go|ahead|and",
                                        "please|pls|plz|kindly *you", "can|could|would you *please",
                                        "i|we want|need|would *like you to" };
    static const char verbs[] = "delete|remove|drop|scrap|bin|cancel|complete|close|tick|mark|move|push|shift|postpone|"
                                "reschedule|change|rename|set|put|make|reopen|tag|delay|cross|strike";
    struct span s = words_of(a, said), rest;

    for (size_t i = 1; i < s.n && i <= TOPIC_WORDS; i++)
        for (size_t k = 0; k < sizeof asks / sizeof *asks; k++)
            if (span_begins(span_from(s, i), asks[k], &rest) && rest.n > 0 && phrase_word_is(rest.w, verbs) &&
                !(rest.n > 1 && phrase_word_is(&rest.w[1], "it|that|this|them|the|my|these|those")))
                return arena_printf(a, "%s %s %s", span_text(a, (struct span){ rest.w, 1 }),
                                    span_text(a, (struct span){ s.w, i }),
                                    rest.n > 1 ? span_text(a, span_from(rest, 1)) : "");
    return NULL;
}

bool message_slots(struct arena *a, const char *said, const struct civil *now, struct intent_slots *ret)
{
    const struct message_parser r = { .a = a, .now = now };
    struct span s = words_of(a, said);

    *ret = (struct intent_slots){ 0 };
    return s.n > 0 && slots_are_all(&r, s, ret) && !ret->title;
}
