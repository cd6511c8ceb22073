/* passive.c - tasks said in the passive ("the gutters must be cleared"), or for somebody else to do. */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"

#define PASSIVE_WORDS 10 /* of what something has to be done to */
#define ASKER_WORDS 5    /* of who wants it */
#define PASSIVE 0.83
#define CAUSED 0.85
#define LISTED 0.92 /* "... needs to go on the list" */

/* "the gutters must be cleared by Friday" is the task "clear the gutters". */
static bool fill_passive(const struct message_parser *r, struct span name, struct span deed, struct clause *ret)
{
    const char *verb = word_participle(r->a, deed.w), *thing = span_inner_text(r->a, name);
    struct intent_slots set = { 0 };

    verb = verb ? verb : word_been(deed.w);
    if (!verb || !thing ||
        phrase_word_is(deed.w, "done|finished|completed|sorted|ready|moved|changed|deleted|removed|ticked|marked|"
                               "crossed|tagged|renamed|reopened"))
        return false;
    if (!word_done_deed(deed.w) && !word_been(deed.w)) { /* a verb that only its ending shows: its spelling is unsure */
        *ret = (struct clause){ .is_deed = true, .is_loose = true };
        fill_create(r, (struct span){ name.w, (size_t)(deed.w + deed.n - name.w) }, PASSIVE, false, ret);
        return ret->intent.set.title != NULL;
    }
    if (deed.n > 1 && !slots_are_all(r, span_from(deed, 1), &set))
        title_and_slots(r, span_from(deed, 1), false, &set);
    *ret = (struct clause){ .is_deed = true, .is_loose = true, .is_dated = set.due != NULL };
    ret->intent = (struct task_intent){ .kind = INTENT_CREATE, .confidence = PASSIVE, .set = set };
    ret->intent.set.title =
        set.title ? arena_printf(r->a, "%s %s %s", verb, thing, set.title) : arena_printf(r->a, "%s %s", verb, thing);
    return true;
}

/* What somebody else has to do by a day: "the plumber has to come today". Whoever it is belongs to the name. */
static bool fill_others(const struct message_parser *r, struct span name, struct span s, struct clause *ret)
{
    struct span rest;

    if (!span_begins(span_from(s, name.n), "*still|also|really|urgently must|needs|need|has|have *to come|go|ring|call",
                     &rest) ||
        phrase_word_is(name.w, "something|someone|somebody|nothing|nobody|everyone|everything|time|all") ||
        !slots_end_dated(r, s))
        return false;
    *ret = (struct clause){ .is_deed = true, .is_loose = true };
    fill_create(r, s, PASSIVE, false, ret);
    return ret->intent.set.title != NULL;
}

/* What somebody wants to have done: "Coach wants us to bring 5 euros on Friday". Whoever it is may be pointed at. */
static bool read_asked(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct span rest;

    for (size_t i = 1; i + 3 < s.n && i <= ASKER_WORDS; i++) {
        struct span who = { s.w, i };
        if (word_mark(&s.w[i - 1]) || phrase_word_is(&s.w[i - 1], "i|we|you|they|it|nobody|no|if|and|or"))
            return false;
        if (!span_begins(span_from(s, i), "wants|wanted|asked|expects|needs|told|reminded me|us to", &rest))
            continue;
        if (rest.n < 2 || word_deed(rest.w) != DEED_SURE || fallback_says_more(who) || words_own_matters(rest) ||
            span_has(rest, "but|not|refused|won't|already|yesterday"))
            return false;
        *ret = (struct clause){ .is_deed = true, .is_loose = true };
        fill_create(r, rest, PASSIVE, false, ret);
        if (ret->intent.set.title)
            ret->intent.set.title = title_naming(r->a, ret->intent.set.title, who);
        return ret->intent.set.title != NULL;
    }
    return false;
}

/* ---- by somebody else ---- */

/* What is done to tasks themselves: then it is an order, and nothing new. */
static const char own_deeds[] =
    "done|finished|completed|sorted|ready|ticked|removed|deleted|moved|changed|renamed|added|noted|"
    "postponed|rescheduled|marked|cancelled|closed|crossed|reopened|listed|shown|pushed|taken|"
    "scratched|struck|put|tagged|list|tasks";

static bool is_name(const struct phrase_word *w)
{
    return *w->p >= 'A' && *w->p <= 'Z' && w->n > 1;
}

/* What is to come about, or to be told: "make sure the float is counted", "let Ann know about it". */
static bool is_seen_to(struct span s)
{
    struct span rest;

    if (span_begins(s, "make sure|certain *that", &rest) || span_begins(s, "see *to|it that", &rest) ||
        span_begins(s, "ensure *that", &rest))
        return rest.n > 2 && !rule_is_ref((struct span){ rest.w, 1 }) && !span_has(rest, own_deeds);
    if (!phrase_word_is(s.w, "let") || phrase_word_is(&s.w[1], "me|us|it|that"))
        return false;
    for (size_t i = 2; i + 1 < s.n && i <= ASKER_WORDS; i++)
        if (phrase_word_is(&s.w[i], "know"))
            return true;
    return false;
}

/* Where it says what is to be done to it: "get the boiler | fixed by Ann", "have a plumber | look at the sink", "have
 * lunch | with Ann"; 0 where it does not. */
static size_t cause_at(const struct message_parser *r, struct span name)
{
    static const char behind[] =
        "at|on|in|by|out|up|off|over|before|for|from|again|with|to|down|professionally|properly";
    bool has = phrase_word_is(name.w, "have"), is_led = phrase_word_is(&name.w[1], "the|my|our|a|an|his|her|their");

    for (size_t i = 2; i < name.n && i <= PASSIVE_WORDS; i++) {
        const struct phrase_word *w = &name.w[i], *next = i + 1 < name.n ? w + 1 : NULL;
        if (phrase_word_is(w, "been|to|and|or|who|that|which|not|i|we|you|if") || word_mark(&w[-1]) ||
            phrase_word_is(w, own_deeds))
            return 0;
        if ((word_been(w) || word_participle(r->a, w)) && (!next || phrase_word_is(next, behind)))
            return i;
        if (has && phrase_word_is(w, "with") && next)
            return phrase_word_is(&w[-1], "fun|trouble|problem|problems|issue|issues|patience|nothing|time|look") ||
                           phrase_word_is(next, "you|me|us") || span_has(span_from(name, i), own_deeds)
                       ? 0
                       : i;
        if (has && i > (is_led ? 2 : 1) && next && (word_deed(w) == DEED_SURE || (i == 2 && is_name(&w[-1]))) &&
            phrase_word_is(next, "the|a|an|my|our|his|her|their|at|me|us|them|up|out|off|all|some"))
            return i;
    }
    return 0;
}

bool passive_cause(const struct message_parser *r, struct span s, struct clause *ret)
{
    static const char others[] =
        "i|you|we|they|he|she|it|that|this|them|these|those|rid|to|got|been|any|no|not|all|both|"
        "everything|nothing|anything|something|done|ready|back|up|out|on|in|me|us";
    struct span name = s.n > 2 && word_mark(&s.w[s.n - 1]) != '?' ? title_core(r, s) : (struct span){ 0 };

    if (name.n < 3 || word_mark(name.w))
        return false;
    if (!is_seen_to(name) &&
        (!phrase_word_is(name.w, "get|have") || phrase_word_is(&name.w[1], others) || cause_at(r, name) == 0))
        return false;
    *ret = (struct clause){ .is_deed = true, .is_loose = true };
    fill_create(r, s, CAUSED, false, ret);
    return ret->intent.set.title != NULL;
}

bool passive_read(const struct message_parser *r, struct span s, struct clause *ret)
{
    static const char modal[] = "must|should|needs|need|has|have|ought|wants|want|gotta|is|are|to";
    static const char listed[] = "*to|still|also|really|go|be|put|added|written|noted|down on|onto|to|in *my|the|our|"
                                 "to|do|todo|to-do|task|shopping list|todos|agenda";
    struct span rest;

    if (span_begins(s, "*please|kindly|also record|note|log|register that", &rest) && rest.n > 2)
        s = rest; /* "record that the jackets have to be inspected" */
    if (roundabout_gerund(r, s, ret) || read_asked(r, s, ret))
        return true;
    for (size_t i = 1; i + 1 < s.n && i <= PASSIVE_WORDS; i++) {
        struct span name = { s.w, i > 1 && phrase_word_is(&s.w[i - 1], "still|also|really|urgently") ? i - 1 : i };
        if (!phrase_word_is(&s.w[i], modal) ||
            (phrase_word_is(&s.w[i], "is|are") && !span_begins(span_from(s, i + 1), "*still|all to be", &rest)) ||
            (phrase_word_is(&s.w[i], "to") && !phrase_word_is(&s.w[i + 1], "be")))
            continue;
        if (fallback_says_more(name) || rule_is_ref(name) ||
            span_has(name, "write|note|jot|add|put|remind|remember|enter"))
            return false;
        if (span_begins(span_from(s, i + 1), listed, &rest) && rest.n == 0) {
            *ret = (struct clause){ .is_loose = true };
            fill_create(r, name, LISTED, false, ret);
            return ret->intent.set.title != NULL;
        }
        if (span_begins(span_from(s, i + 1), "*to|still|also|really|urgently|all be *properly|all", &rest) &&
            rest.n > 0 && fill_passive(r, name, rest, ret))
            return true;
        if (phrase_word_is(&s.w[i], "needs|need|wants|want") &&
            (word_gerund(r->a, &s.w[i + 1]) || phrase_word_is(&s.w[i + 1], "doing")) && !rule_is_ref(name)) {
            *ret = (struct clause){ .is_deed = true, .is_loose = true };
            fill_create(r, s, PASSIVE, false, ret); /* "the hedge wants cutting" */
            return ret->intent.set.title != NULL;
        }
        return phrase_word_is(&s.w[i], "must|needs|need|has|have") && fill_others(r, name, s, ret);
    }
    return false;
}
