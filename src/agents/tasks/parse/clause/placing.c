/* placing.c - something put somewhere: a task where that is a place ("put the bins out"), a note where it is a date. */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"

/* What is said with these is put at a place. */
#define PLACES                                                                                                         \
    "in|into|under|behind|over|on|onto|through|up|out|away|together|down|back|off|to|at|by|aside|around|round|it|"     \
    "that|"                                                                                                            \
    "this|them"

/* Something is to be brought to its place, which is none on a list: "put up the shelves", "put the coats in the attic",
 * "put the bins out"; or from there: "get the ladder from Jan's". */
bool placing_away(struct span s)
{
    static const char others[] =
        "list|lists|calendar|agenda|diary|todo|to-do|plan|schedule|hold|ice|top|tasks|back|off|"
        "note|notes|priority|charge|touch|it|that|this|them";

    if (!phrase_word_is(s.w, "put|hang|stick|get") || span_has(s, others))
        return false;
    if (phrase_word_is(s.w, "get"))
        return s.n > 3 && span_has((struct span){ s.w + 2, s.n - 3 }, "from");
    if (s.n > 2 &&
        (phrase_word_is(&s.w[1], "up|out|away|together") || phrase_word_is(&s.w[s.n - 1], "up|out|away|together")))
        return true;
    for (size_t i = 2; i + 1 < s.n; i++)
        if (phrase_word_is(&s.w[i], "in|into|under|behind|over|on|onto"))
            return phrase_word_is(&s.w[i + 1], "the|my|our|a|an");
    return false;
}

/* "put the rehearsal on 12 December": with no place said but that day, it is only to be noted. */
bool placing_on_day(const struct message_parser *r, struct span s, struct span name)
{
    return name.w == s.w && name.n > 1 && name.n < s.n && phrase_word_is(name.w, "put") &&
           phrase_word_is(&name.w[name.n], "on|for|at") && slots_end_dated(r, s) && !span_has(name, PLACES);
}

bool placing_on_days(const struct message_parser *r, struct span s)
{
    if (!phrase_word_is(s.w, "put"))
        return false;
    for (size_t i = 1; i < s.n; i++) {
        struct intent_slots aside = { 0 };
        if (slot_words(&(struct slots){ .r = r, .set = &aside }, span_from(s, i), WHERE_EDGE) > 0)
            return i > 1;
        if (phrase_word_is(&s.w[i], PLACES "|with|from|against|beside|between|inside|outside|for|and"))
            return false;
    }
    return false;
}
