/* remark.c - a remark behind an order: why it is given, or how it went. It changes nothing. */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include <strings.h>

/* Whether it is an order to do away with something. */
static bool does_away(struct span s)
{
    struct span order = lead_read(s).rest, rest;

    return phrase_word_is(order.w, "delete|remove|scrap|bin|drop|erase|ditch|scrub|trash|axe|rm|del|kill|nuke|zap") ||
           span_begins(order, "get rid of", &rest) || span_begins(order, "throw|chuck|toss out|away", &rest);
}

/* Why something is to go, where no comma says it: "delete the lines i got cut from the play". */
static bool is_reason(struct span s, size_t i)
{
    return i > 1 &&
           (phrase_word_is(&s.w[i], "because") ||
            (phrase_word_is(&s.w[i], "i|we|they|he|she|it's|i've|i'm|we've|she's|he's|they're|we're") && does_away(s) &&
             !phrase_word_is(&s.w[i - 1], "one|ones|task|tasks|that|what|which|things|thing|everything|all|items|stuff|"
                                          "and|when|if|so|until|till|before|after|the|reminder|todo|to-do")));
}

/* "get rid of it, they've sent one" */
static bool tells_why(struct span s, size_t start, size_t i)
{
    struct span order = span_from(s, start);

    return word_mark(&s.w[i - 1]) == ',' &&
           (does_away(order) || phrase_word_is(lead_read(order).rest.w, "cancel|get|take|forget")) &&
           phrase_word_is(&s.w[i], "it's|it|they|he|she|they're|he's|she's|they've|that's");
}

/* "smoke alarm's in", "bins are out" */
bool remark_has_happened(struct span s)
{
    for (size_t i = 1; i < s.n; i++)
        if (s.w[i - 1].n > 3 && strncasecmp(s.w[i - 1].p + s.w[i - 1].n - 2, "'s", 2) == 0 &&
            phrase_word_is(&s.w[i], "in|up|on|off|out|away|back|gone|here|there|ready|sorted|over|cancelled|canceled"))
            return true;
    return false;
}

/* What is only told behind an order or a statement: "..., customer cancelled", "..., and it looks amazing". */
bool remark_told(const struct message_parser *r, struct span so_far, struct span rest)
{
    static const char told[] =
        "it|it's|its|i|i'm|i've|i'd|i'll|we|we've|we're|they|they're|he|she|he's|she's|is|was|are|were|has|have|had|"
        "another|won't|don't|doesn't|didn't|isn't|looks|went|fine|good|great|sorry|wrong|cancelled|canceled|same|them|"
        "because|someone|somebody|already|too|that's|there's|who's|not|nobody|happy|lovely|amazing|finally|sadly";
    struct clause left;
    struct intent_slots aside;
    size_t end = boundary_next(rest, 0);

    rest.n = end < rest.n ? end : rest.n;
    return !question_begins(rest) && (span_has(rest, told) || remark_has_happened(rest)) &&
           !slots_are_all(r, rest, &aside) && clause_read(r, so_far, &left) && left.rule &&
           left.intent.confidence >= 0.80 && left.intent.kind != INTENT_CREATE && !left.is_loose;
}

bool remark_goes_back(const struct message_parser *r, struct span s)
{
    struct clause whole;

    return s.n < 20 && clause_read(r, s, &whole) && whole.intent.kind == INTENT_REDO;
}

bool remark_why(struct span s, size_t start, size_t i)
{
    return is_reason(span_from(s, start), i - start) || tells_why(s, start, i);
}
