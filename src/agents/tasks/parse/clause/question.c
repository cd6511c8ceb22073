/* question.c - questions and orders to see tasks that no rule fits.
 *
 * In a conversation about tasks, a question asks for a list. Words with a known sense filter the list. The rest may be
 * what the tasks are about, or only talk: the words cannot tell, the tasks themselves do (task_filter's is_guess).
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/attrs.h"

#define ASKED_WORDS 20 /* longer ones are prose */
#define SHOWN_WORDS 12 /* of an order: it is short, or orders something else */

#define SOMEBODY "i|we|he|she|they|it|you|any|anyone|those|these|tasks"

bool question_begins(struct span s)
{
    static const char *const questions[] = {
        "what|what's|which|why|who|who's|whose|where|where's|when|when's|how|how's",
        "do i|we|they|you|any|anyone|tasks", /* "do it", "do these" order */
        "does|doesn't the|my|our|anything|everything|something",
        "does|did|should|shall|am|didn't|doesn't|would|could|might|can|will|may|must " SOMEBODY,
        "is|are|was|were|has|have|had|isn't|aren't|haven't|hasn't|wasn't|weren't " SOMEBODY
        "|the|my|there|this|that|your|our|task|everything|anything",
        "any|anything|anyone",
        "got any|anything",
    };
    struct span rest;

    if (phrase_word_is(s.w, "do") && span_is(s, "do|it|that|this|them")) /* nobody knows what */
        return true;
    if (s.n > 2 && phrase_word_is(s.w, "have") && phrase_word_is(&s.w[1], "the|my|our|this|that") &&
        word_mark(&s.w[s.n - 1]) != '?' && !span_has(s, "been|gone|come|got|arrived|happened|changed|any|yet|already"))
        return false; /* "have the chimney swept" */
    if (s.n > 1 && s.w[1].is_quoted && phrase_word_is(s.w, "is|are|was|were|has|hasn't|isn't|wasn't"))
        return true;
    for (size_t i = 0; i < COUNT_OF(questions); i++)
        if (span_begins(s, questions[i], &rest))
            return true;
    return false;
}

/* Where the question itself begins behind talk that is set apart: "coffee in hand, what's due today?". What it is
 * about may be named first as well: "for the trip, what's left?" */
static struct span without_talk(struct span w)
{
    for (size_t i = w.n; i-- > 1;)
        if (word_mark(&w.w[i - 1]) && question_begins(span_from(w, i)) &&
            !span_has(span_from(w, i), "it|that|this|they|them|these|those") &&
            !phrase_word_is(w.w, "for|about|regarding|concerning|re|with|on|as|in|the|my|our|that"))
            return span_from(w, i);
    return w;
}

bool filter_question(const struct message_parser *r, struct span w, struct task_intent *ret)
{
    struct task_intent e = { .kind = INTENT_LIST };
    struct span rest;
    unsigned saw;

    w = without_talk(w);
    if (w.n > ASKED_WORDS || w.n < 2 || span_begins(w, "what a|an", &rest) || span_begins(w, "is|was it|that", &rest) ||
        span_begins(w, "do|did it|that|this|these|those|them", &rest) ||
        phrase_word_is(w.w, "should|shall|may|might|can|could|would|will|why|must") ||
        !filter_loosely(r, w, &e.filter, &saw))
        return false;
    if (phrase_word_is(w.w, "how|does|didn't|doesn't|am") && !(saw & SAW_NOUN) &&
        (!(saw & (SAW_SPAN | SAW_DUE)) || e.filter.is_guess))
        return false; /* "how many orders were there in May?": of something else */
    e.confidence = (saw & SAW_NOUN) || ((saw & SAW_DUE) && (saw & SAW_SPAN)) ? 0.85 : 0;
    *ret = e;
    return true;
}

/* "run me through my tasks": the list is asked for, in whatever words. Nothing is put on it or taken off it, and no new
 * one is asked for. */
bool filter_shows(const struct message_parser *r, struct span w, struct task_intent *ret)
{
    struct task_intent e = { .kind = INTENT_LIST, .confidence = 0.80 };
    bool is_named = false;
    struct span rest;
    unsigned saw;

    if (w.n < 2 || w.n > SHOWN_WORDS ||
        !(phrase_word_is(&w.w[1], "me|us") || phrase_word_is(w.w, "show|list|see|display|view|to") ||
          span_begins(w, "pull|bring|call up everything|anything|all|stuff|my", &rest) ||
          span_begins(w, "run|go|walk|talk|read|look|skim through|over|down *the|all|of my|our|everything", &rest)))
        return false;
    for (size_t i = 1; i < w.n; i++) {
        bool is_noun = phrase_word_is(&w.w[i], "tasks|todos|to-dos|list|agenda|reminders|chores|errands|schedule");
        if (phrase_word_is(&w.w[i], "off|from|onto|into|not|don't|if|another|new|add|put"))
            return false;
        is_named |= is_noun && phrase_word_is(&w.w[i - 1], "my|our|the|that|this|these|those|all|of|open|pending|full");
        is_named |= i < 3 && phrase_word_is(&w.w[i], "everything|anything|stuff");
    }
    if (!is_named || !filter_loosely(r, span_from(w, 1), &e.filter, &saw))
        return false;
    *ret = e;
    return true;
}
