/* note.c - the note that a message adds to a task that is known.
 *
 * It stands behind the words that announce it ("a note saying ...", "the description: ..."), before them ("put size 43
 * as a note"), or in the sentence before ("the bow is the Hill bow, put that in the notes"). Without such words it is
 * what is to be written to the task: "add to the roof job that ...", "for the roof job write down: ...".
 */
#include "agents/tasks/parse/change/change.h"
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include <string.h>

#define WHICH_WORDS 8 /* that say which task a note is for */

static const char nouns[] =
    "note|notes|description|comment|comments|detail|details|remark|remarks|annotation|memo|desc";

static bool is_noun(const struct task_edit *m, size_t i)
{
    return phrase_word_is(&m->s.w[i], nouns) && !m->s.w[i].is_quoted && !edit_is_own(m, &m->s.w[i]);
}

/* Words that only say which task it is about: its own, "the", "task". */
static bool says_which(const struct task_edit *m, size_t i)
{
    static const char refs[] = "the|my|our|to|on|for|of|it|in|about|task|one|job|item|entry|thing|with|against|number|"
                               "no|nr|a|an|its|it's|that|this|following|please|under|at|also";

    return edit_is_own(m, &m->s.w[i]) || word_is_dash(&m->s.w[i]) || word_is_number(&m->s.w[i]) ||
           phrase_word_is(&m->s.w[i], refs);
}

/* Where the words end that say which task a note is for: "to the roof job that ..."; what follows is the note. */
static size_t note_begins(const struct task_edit *m, size_t from)
{
    for (; from < m->s.n; from++) {
        const struct phrase_word *w = &m->s.w[from];
        bool names =
            from + 1 < m->s.n && (edit_is_own(m, &w[1]) || phrase_word_is(&w[1], "task|one|job|item|entry|thing"));
        if (phrase_word_is(w, "that|saying|says|reading|reads"))
            return from + 1;
        if (phrase_word_is(w, "the|my|our") ? !names : !says_which(m, from))
            break;
    }
    return from;
}

/* ---- before what says so ---- */

/* How many words before the noun lead to it: "as a", "in the"; 0 when none do. */
static size_t lead_before(struct span s, size_t noun)
{
    size_t n = 0;

    while (n < noun && n < 3 && phrase_word_is(&s.w[noun - 1 - n], "the|a|an|its|it's|my|task|task's"))
        n++;
    return n < noun && phrase_word_is(&s.w[noun - 1 - n], "as|in|into|to|under") ? n + 1 : 0;
}

/* What was told in the clause before: without the task's own name and "is". */
static const char *told_before(const struct task_edit *m, size_t end)
{
    static const char tells[] = "is|are|was|has|have|should|must|needs|need|to|mention|say|says|be|include|know|and|so|"
                                "i|we|note|read|show|please|also|'s|remember|mind";
    size_t i = 0, last = 0;

    while (end > 0 && phrase_word_is(&m->s.w[end - 1], "so|and|please|can|could|you|then|-"))
        end--;
    if (end > 0 && phrase_word_is(&m->s.w[end - 1], "don't|dont|never|not|did|didn't"))
        return NULL; /* it is not to be noted */
    for (size_t k = 0; k + 1 < end; k++)
        if (word_mark(&m->s.w[k]) == ':') /* "aprons: 12 pieces, black" */
            return span_text(m->r->a, (struct span){ m->s.w + k + 1, end - k - 1 });
    while (i < end && (says_which(m, i) || phrase_word_is(&m->s.w[i], tells))) {
        if (phrase_word_is(&m->s.w[i], "is|are|mention|say|says|include|be|has|needs|that"))
            last = i + 1;
        if (i > 0 && i + 2 < end && phrase_word_is(&m->s.w[i], "that") &&
            phrase_word_is(&m->s.w[i + 1], "it|he|she|they|we|there")) /* a sentence follows */
            break;
        i++;
    }
    /* what follows the verb belongs to it, small words too: "at Margaret's", "it's the Hill bow" */
    i = last > 0 ? last : i;
    return i < end ? span_text(m->r->a, (struct span){ m->s.w + i, end - i }) : NULL;
}

/* Where the clause of the word at i begins: before it something else is said. */
static size_t clause_of(const struct task_edit *m, size_t i)
{
    while (i > 0 && !word_mark(&m->s.w[i - 1]) && !phrase_word_is(&m->s.w[i], "and"))
        i--;
    return i;
}

/* "put size 43 as a note", "should say size 16 in the notes", "..., put that in the notes" */
static const char *before_noun(const struct task_edit *m, size_t noun, size_t *ret_before)
{
    static const char verbs[] =
        "put|write|add|stick|pop|jot|have|say|says|mention|read|include|append|save|keep|leave|set|attach|enter|record";
    size_t lead = lead_before(m->s, noun), end = noun - lead, verb = end;

    if (lead == 0)
        return NULL;
    while (verb > 0 && (!phrase_word_is(&m->s.w[verb - 1], verbs) || m->s.w[verb - 1].is_quoted))
        verb--;
    if (verb == 0)
        return NULL;
    if (verb == end) /* "..., please add as a note" */
        return noun + 1 == m->s.n ? told_before(m, verb - 1) : NULL;
    if (end - verb == 1 && phrase_word_is(&m->s.w[verb], "that|this|it|them|those"))
        return told_before(m, verb - 1);
    *ret_before = clause_of(m, verb - 1);
    while (verb < end && phrase_word_is(&m->s.w[verb], "down|that|also"))
        verb++;
    return verb < end ? span_text(m->r->a, (struct span){ m->s.w + verb, end - verb }) : NULL;
}

/* ---- behind it ---- */

/* The first word behind a colon, or one that says so; s.n when there is none. */
static size_t opened(const struct task_edit *m, size_t from)
{
    struct span s = m->s;

    for (size_t i = from; i + 1 < s.n; i++) {
        if (word_mark(&s.w[i]) == ':' && !s.w[i].is_quoted)
            return i + 1;
        if (i > from && phrase_word_is(&s.w[i], "saying|reading|says"))
            return i + 1;
        if (i > from && !says_which(m, i) && word_mark(&s.w[i]) != ':' && word_mark(&s.w[i + 1]) != ':')
            return s.n; /* the note itself, in which a colon is a colon */
    }
    return s.n;
}

static const char *quoted_note(const struct task_edit *m)
{
    for (size_t i = 0; i < m->s.n; i++) {
        const struct phrase_word *w = &m->s.w[i];
        if (w->is_quoted && !title_part_is_all_own(m, w))
            return arena_dup(m->r->a, w->p, w->n);
    }
    return NULL;
}

/* A note says something. */
static const char *note_from(const struct task_edit *m, size_t from)
{
    for (size_t i = from; i < m->s.n; i++)
        if (!word_is_filler(&m->s.w[i]) && !word_is_dash(&m->s.w[i]))
            return span_text(m->r->a, span_from(m->s, from));
    return NULL;
}

/* ---- without a word for it ---- */

static const char writes[] = "write|jot|note|add|put|mention|append|include|scribble|enter|annotate|record";

/* Whether the words say which task it is: by one of its own, or by pointing. */
static bool names_it(const struct task_edit *m, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if ((edit_is_own(m, &m->s.w[i]) && !word_is_filler(&m->s.w[i])) || word_is_number(&m->s.w[i]) ||
            phrase_word_is(&m->s.w[i], "it|task|one|job|entry|item|that"))
            return true;
    return false;
}

/* "add to the roof job that ...", "jot down for the roof job: ..."; where the note begins, s.n when there is none. */
static size_t written_to(const struct task_edit *m, size_t verb)
{
    struct span s = m->s, rest;
    size_t from;

    if (!span_begins(span_from(s, verb + 1), "*down|also|please|in to|for|with|on|in|under|about|against|into", &rest))
        return s.n;
    from = s.n - rest.n;
    for (size_t i = from; i + 1 < s.n && i < from + WHICH_WORDS; i++) {
        if (word_mark(&s.w[i]) == ':')
            return names_it(m, from, i + 1) ? i + 1 : s.n;
        if (phrase_word_is(&s.w[i], "that") && names_it(m, from, i))
            return i + 1;
        if (word_mark(&s.w[i]))
            break;
    }
    return s.n;
}

/* "write down: ...", "note there: ...", "and write that ..." */
static size_t written_down(const struct task_edit *m, size_t verb)
{
    struct span s = m->s, rest;
    bool opens = verb == 0 || word_mark(&s.w[verb - 1]) || phrase_word_is(&s.w[verb - 1], "and|please|also|then");
    size_t i = verb;

    if (opens && phrase_word_is(&s.w[verb], "write|note|mention") &&
        span_begins(span_from(s, verb + 1), "*down|also|there|in that", &rest) && rest.n > 2 &&
        !phrase_word_is(rest.w, "down|on|in|to|there|please|for|as|too"))
        return s.n - rest.n;
    if (phrase_word_is(&s.w[verb], "add|put|enter|include") && word_mark(&s.w[verb]) == ':')
        return s.n; /* something new follows */
    while (i < s.n && word_mark(&s.w[i]) != ':' &&
           (i == verb || phrase_word_is(&s.w[i], "down|also|there|in|that|this|please|the|following|too")))
        i++;
    return i + 1 < s.n && word_mark(&s.w[i]) == ':' ? i + 1 : s.n;
}

/* "..., please write that down there"; a day that was told is no note. */
static bool writes_told(const struct task_edit *m, size_t verb)
{
    struct task_edit told = *m;
    struct intent_slots values = { 0 };
    struct span rest;

    if (verb < 3 || !phrase_word_is(&m->s.w[verb], "write|jot|scribble|record|add|put") ||
        !span_begins(span_from(m->s, verb + 1),
                     "that|this|it *that|this|also|please down|there *down|there|please|too|thanks", &rest) ||
        rest.n > 0)
        return false;
    told.s.n = verb;
    edit_values(&told, &values);
    return !values.due && !values.priority;
}

/* What nobody could do, but know: "add the phone number 030 445566 to the window cleaner". */
static const char *added_fact(const struct task_edit *m, size_t verb)
{
    struct span s = m->s, rest;
    size_t from, to;

    if (!span_begins(span_from(s, verb + 1), "*the|his|her|their|its|a|this|our", &rest))
        return NULL;
    from = s.n - rest.n;
    for (to = from; to < s.n && !(phrase_word_is(&s.w[to], "to|for|on|in") && to + 1 < s.n); to++)
        if (word_mark(&s.w[to]) && word_mark(&s.w[to]) != ':')
            return NULL;
    if (to >= s.n || to - from < 2 || !names_it(m, to + 1, s.n) ||
        !span_has((struct span){ s.w + from, to - from < 4 ? to - from : 4 },
                  "number|phone|telephone|address|code|link|email|password|pin|iban|reference|ref|room|url|mobile"))
        return NULL;
    return span_text(m->r->a, (struct span){ s.w + from, to - from });
}

static const char *written_note(const struct task_edit *m, size_t *ret_before)
{
    for (size_t i = 0; i < m->s.n; i++) {
        size_t from;
        const char *fact;
        if (!phrase_word_is(&m->s.w[i], writes) || edit_is_own(m, &m->s.w[i]))
            continue;
        if (writes_told(m, i))
            return told_before(m, i);
        from = written_to(m, i);
        if (from == m->s.n)
            from = written_down(m, i);
        *ret_before = clause_of(m, i);
        if (from < m->s.n)
            return note_from(m, from);
        if (phrase_word_is(&m->s.w[i], "add|put|note") && (fact = added_fact(m, i)))
            return fact;
    }
    *ret_before = 0;
    return NULL;
}

/* ---- all together ---- */

/* "the note should say ..." */
static size_t behind_noun(const struct task_edit *m, size_t noun)
{
    struct span rest;

    if (span_begins(span_from(m->s, noun + 1),
                    "*should|must|shall|to|now|please|also say|says|read|reads|be|state|mention *that", &rest) &&
        rest.n > 0)
        return m->s.n - rest.n;
    return note_begins(m, noun + 1);
}

const char *edit_note(const struct task_edit *m, size_t *ret_before)
{
    struct span s = m->s;
    size_t noun = 0, from;
    const char *note;

    *ret_before = 0;
    while (noun < s.n && !is_noun(m, noun))
        noun++;
    if ((note = noun < s.n ? quoted_note(m) : NULL))
        return note;
    if ((note = written_note(m, ret_before)))
        return note;
    if (noun == s.n) {
        for (noun = 0; noun < s.n && !phrase_word_is(&s.w[noun], "mention|annotate"); noun++)
            ;
        from = noun < s.n ? note_begins(m, noun + 1) : s.n;
        return note_from(m, from);
    }
    if (noun + 1 < s.n && phrase_word_is(&s.w[noun + 1], "that|this|it") &&
        phrase_word_is(&s.w[noun], "note|comment") &&
        (noun + 2 == s.n || phrase_word_is(&s.w[noun + 2], "down|on|in|to|there|please|too|somewhere")))
        return told_before(m, noun);
    if (noun + 1 == s.n && *s.w[noun - lead_before(s, noun)].from == '(') /* "... (as a note)" */
        return told_before(m, noun - lead_before(s, noun));
    if ((note = before_noun(m, noun, ret_before)))
        return note;
    *ret_before = clause_of(m, noun);
    from = opened(m, noun);
    return from < s.n ? span_text(m->r->a, span_from(s, from)) : note_from(m, behind_noun(m, noun));
}
