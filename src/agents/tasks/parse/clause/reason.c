/* reason.c - a task whose reason is told before it: "the band fund is empty, collect 30 euros", "the permit expires on
 * Friday, so renew it".
 *
 * The reason is no part of the title. But it names what a pronoun in the order stands for, and it may give the date.
 * Two more forms are read the same way: something not done yet ("I haven't rung the bank yet, I have to do that
 * today"), and something to wait for ("when Ann is back I must give her the key"). An "if" is a condition that may
 * never hold, so a task behind it needs a date of its own.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/str.h"
#include <string.h>
#include <strings.h>

#define HENCE_WORDS 40  /* of a sentence that is looked through: longer ones are prose */
#define SUBJECT_WORDS 6 /* of what something is told of */
#define POINTED_WORDS 3 /* of a verb with its particle, up to "it" */
#define HENCE_SURE 0.85
#define UNDONE_SURE 0.93 /* both halves of it say so */

/* ---- what is told ---- */

static const char tells[] =
    "is|are|was|isn't|aren't|wasn't|has|have|hasn't|haven't|needs|need|wants|want|expires|expire|ends|runs|ran|starts|"
    "begins|comes|arrives|leaks|leak|broke|smells|smell|looks|look|keeps|closes|opens|doesn't|won't|don't|squeaks|"
    "drips|costs|holds|stops|finishes|leaves|says|asked|asks|makes|make|sounds|feels|tastes|gets|loses|lost|rattles|"
    "died|stinks|goes|hurts|come|arrive|shuts|shut|visit|visits";

/* "the sink's blocked", "boiler's leaking" */
static bool is_short_told(const struct phrase_word *w, const struct phrase_word *next)
{
    static const char states[] =
        "blocked|broken|empty|full|out|down|dead|low|stuck|cracked|dirty|filthy|loose|torn|wet|"
        "cold|ill|sick|late|overdue|due|knackered|bust|flat|dull|blunt|mouldy|faulty";

    return !w->is_quoted && w->n > 3 && strncasecmp(w->p + w->n - 2, "'s", 2) == 0 &&
           (phrase_word_is(next, states) || (next->n > 5 && strncasecmp(next->p + next->n - 3, "ing", 3) == 0));
}

/* What something is told of: the words before its verb; nothing where it is somebody who speaks, or an order. */
static struct span told_of(struct span s)
{
    static const char others[] = "i|we|you|he|she|they|it|this|that|these|those|there|what|who|which|how|why|where|"
                                 "please|add|everything|nothing|all|don't|do|not|no|and|or|but|so|as|when|once|after|"
                                 "still|also|just|only|now|"
                                 "before|if|until|while|since|because|although|for";
    const struct span nothing = { 0 };

    if (s.n < 2 || s.w->is_quoted || phrase_word_is(s.w, others) || word_deed(s.w) == DEED_SURE)
        return nothing;
    for (size_t i = 1; i < s.n && i <= SUBJECT_WORDS; i++) {
        struct span thing = { s.w, i };
        if (word_mark(&s.w[i - 1]) ||
            phrase_word_is(&s.w[i], "i|we|you|to|and|or|if|that|which|said|told|thinks|knows"))
            return nothing;
        if (phrase_word_is(&s.w[i], tells) || is_short_told(&s.w[i - 1], &s.w[i]))
            return words_own_matters(thing) || rule_is_ref(thing) ? nothing : thing;
    }
    return nothing;
}

/* Something has come about: that is told for its own sake. */
static bool tells_done(const struct message_parser *r, struct span s)
{
    for (size_t i = 1; i < s.n; i++)
        if (phrase_word_is(&s.w[i], "done|finished|complete|completed|sorted|ready|cancelled|canceled|off") ||
            word_participle(r->a, &s.w[i]) || word_done_deed(&s.w[i]))
            return true;
    return remark_has_happened(s);
}

/* ---- what is to be done ---- */

/* Where the words point at what was told of: "finish it", "pick them up", "order that"; 0 where they do not. */
static size_t points_at(struct span s)
{
    for (size_t i = 1; i < s.n && i < POINTED_WORDS; i++)
        if (phrase_word_is(&s.w[i], "it|them") ||
            (phrase_word_is(&s.w[i], "that|this|one") && word_deed(&s.w[i - 1]) != DEED_NONE &&
             (i + 1 == s.n || (i + 2 == s.n && phrase_word_is(&s.w[i + 1], "out|up|off|in|done|sorted|soon|asap")))))
            return i;
    return 0;
}

/* The day that was told of it: "is due Thursday", "expires on 12 December". */
static void take_told_day(const struct message_parser *r, struct span told, struct intent_slots *set)
{
    for (size_t i = 0; i < told.n && !set->due; i++) {
        struct intent_slots found = { 0 };
        struct slots slots = { .r = r, .set = &found };
        if (slot_at(&slots, span_from(told, i), WHERE_EDGE) > 0 && found.due && !slots_is_past(r, found.due))
            set->due = found.due;
    }
}

/* What "it" is: what is told of, or what somebody wants ("the school wants the form back", "the van needs a new
 * tyre"); nothing where that is not said. */
static struct span pointed_thing(const struct message_parser *r, struct span thing, struct span told)
{
    struct span wanted;

    if (span_has(told, "asking|wanting|waiting"))
        return (struct span){ 0 };
    if (!phrase_word_is(told.w, "wants|want|needs|need|asks|asked|says"))
        return thing;
    wanted = title_core(r, span_from(told, 1));
    while (wanted.n > 2 && phrase_word_is(&wanted.w[wanted.n - 1], "back|again|signed|today|soon"))
        wanted.n--;
    return wanted.n > 1 && wanted.n <= SUBJECT_WORDS &&
                   phrase_word_is(wanted.w, "the|my|our|that|this|these|those|his|her|their|a|an|new|some|more")
               ? wanted
               : (struct span){ 0 };
}

/* "renew it" of "the permit expires on Friday". */
static bool fill_pointed(const struct message_parser *r, struct span thing, struct span told, struct span what,
                         struct clause *ret)
{
    struct span name = title_core(r, what), it = pointed_thing(r, thing, told), behind;
    const char *text = span_inner_text(r->a, it), *owner = span_inner_text(r->a, thing), *more;
    size_t at = points_at(name);

    if (!text || !owner || at == 0 || span_has(what, "him|her"))
        return false;
    more = it.n > 1 ? span_text(r->a, span_from(it, 1)) : NULL;
    if (more && it.w != thing.w && phrase_word_is(it.w, "his|her|their")) /* "Ann wants her file back" */
        text = arena_printf(r->a, "%s's %s", owner, more);
    else if (str_ends(text, "'s") && !phrase_word_is(told.w, tells)) /* "the sink's blocked" */
        text = arena_dup(r->a, text, strlen(text) - 2);
    else if (it.w != thing.w && phrase_word_is(it.w, "a|an|new|some|more"))
        text = arena_printf(r->a, "%s for %s", text, owner);
    *ret = (struct clause){ .is_deed = true, .is_loose = true };
    fill_create(r, what, HENCE_SURE, false, ret);
    behind = span_from(name, at + 1);
    if (span_is(behind, "before|then|now|soon"))
        behind.n = 0;
    more = span_text(r->a, behind);
    ret->intent.confidence = HENCE_SURE;
    if (it.w != thing.w && span_is(behind, "out|up|off|in|down|back")) /* "sort out a new tyre for the van" */
        ret->intent.set.title =
            arena_printf(r->a, "%s %s %s", span_text(r->a, (struct span){ name.w, at }), more ? more : "", text);
    else
        ret->intent.set.title = arena_printf(r->a, "%s %s%s%s", span_text(r->a, (struct span){ name.w, at }), text,
                                             more ? " " : "", more ? more : "");
    if (!ret->intent.set.due)
        take_told_day(r, told, &ret->intent.set);
    if (ret->intent.set.due) { /* of a task that is called so, it may only be told when it is due */
        ret->intent.is_topic = true;
        ret->intent.about = span_text(r->a, it);
    }
    return true;
}

/* "visit him" of "Dad is in hospital". */
static bool fill_named(const struct message_parser *r, struct span thing, struct span what, struct clause *ret)
{
    while (what.n > 2 && phrase_word_is(&what.w[what.n - 1], "before|then"))
        what.n--; /* "get a card before" */
    *ret = (struct clause){ .is_deed = true, .is_loose = true };
    fill_create(r, what, HENCE_SURE, false, ret);
    if (thing.n > 0 && ret->intent.set.title)
        ret->intent.set.title = title_naming(r->a, ret->intent.set.title, thing);
    return ret->intent.set.title != NULL;
}

/* Whether something else is ordered behind a joint: "call Bob and delete the tap task". */
static bool orders_more(const struct message_parser *r, struct span s)
{
    struct clause c;

    for (size_t i = boundary_next(s, 0); i < s.n; i = boundary_next(s, i)) {
        struct span rest = span_from(s, i);
        rest = span_from(rest, boundary_words(rest));
        if (rest.n > 0 && clause_read(r, rest, &c) && c.rule && c.intent.confidence >= 0.80)
            return true;
    }
    return false;
}

/* What can be done by hand, and is no order to this program. */
static bool is_own_deed(const struct message_parser *r, struct span tail, struct span what, bool is_duty)
{
    static const char orders[] = "move|change|update|reschedule|delete|remove|complete|edit|add|put|make|set|do|start";
    static const char others[] = "leave|keep|forget|ignore|skip|love|hate|like|check|see|mark|tick|cross|call";
    static const char weak[] = "get|write|look|throw|cut|build|talk|speak|print|measure|empty|turn";
    struct clause c;
    bool is_deed = what.n > 1 && (word_deed(what.w) == DEED_SURE || (what.n > 2 && phrase_word_is(what.w, weak))) &&
                   !phrase_word_is(&what.w[1], "is|are|was|has|of");

    if (what.n < 2 || orders_more(r, what) || phrase_word_is(what.w, orders) ||
        span_has(what, "not|never|nobody|don't|nothing|anymore"))
        return false;
    if (is_duty)
        return true;
    if (title_core(r, what).n < 2 || (what.n == 2 && phrase_word_is(&what.w[1], "later|soon|again|back|now")))
        return false; /* "call later" */
    if (!is_deed && (points_at(what) != 1 || word_deed(what.w) != DEED_NONE || word_is_stock(what.w) ||
                     word_joins(what.w) || phrase_word_is(what.w, others)))
        return false; /* "the bike has a flat tyre, patch it": any verb */
    return !(clause_read(r, tail, &c) && c.rule);
}

/* What is told is the reason: "the band fund is empty, collect 30 euros". */
static bool read_because(const struct message_parser *r, struct span head, struct span tail, const struct lead *lead,
                         struct clause *ret)
{
    struct span what = lead->rest, thing;
    bool is_duty = lead->manner == MANNER_DUTY;

    if (word_mark(&tail.w[-1]) == ',')
        (void)(span_begins(head, "since|as|because", &head) || span_begins(head, "seeing|given|now as|that", &head));
    thing = told_of(head);
    if (thing.n == 0 || lead_read(head).is_void || tells_done(r, span_from(head, thing.n)) ||
        !is_own_deed(r, tail, what, is_duty))
        return false;
    if (fill_pointed(r, thing, span_from(head, thing.n), what, ret))
        return true;
    if (is_duty || phrase_word_is(&what.w[1], "that|this|these|those|one|some|more"))
        return false; /* which is found without that (topic.c), or points at something else */
    if (!fill_named(r, thing, what, ret))
        return false;
    ret->is_row = row_is(r, ret->title, true);
    return true;
}

/* ---- what it has to wait for ---- */

/* What happens first: "when Ann is back", "after the meeting"; and whether it may never happen. */
static bool waits(struct span head, struct span *ret, bool *ret_may)
{
    static const char persons[] = "i|we|he|she|they|it|i'm|i've|we're|we've|he's|she's|they're|they've|it's";
    static const char things[] = "the|my|our|his|her|their|this|that";

    *ret_may = phrase_word_is(head.w, "if");
    if (!span_begins(head, "when|once|after|before|if", ret) && !span_begins(head, "as soon as", ret) &&
        !span_begins(head, "for", ret))
        return false;
    if (ret->n < 2)
        return false;
    if (phrase_word_is(head.w, "after|before|for") && phrase_word_is(ret->w, things))
        return true;
    return !phrase_word_is(head.w, "for") && (phrase_word_is(ret->w, persons) || told_of(*ret).n > 0);
}

/* On an "if" only what has a day, and is ordered. */
static bool may_wait(const struct message_parser *r, struct span first, struct span tail)
{
    struct intent_slots told = { 0 };

    take_told_day(r, first, &told);
    return (told.due || slots_end_dated(r, tail)) && (told_of(first).n > 0 || phrase_word_is(first.w, "it's"));
}

/* "when Ann is back I must give her the key"; "if the weather holds, paint the fence on Saturday". */
static bool read_waiting(const struct message_parser *r, struct span head, struct span tail, const struct lead *lead,
                         struct clause *ret)
{
    bool is_duty = lead->manner == MANNER_DUTY, may;
    struct span first, thing;

    if (!waits(head, &first, &may) || span_has(head, "upon|was|were|had") ||
        !is_own_deed(r, tail, lead->rest, is_duty) || (!is_duty && word_mark(&tail.w[-1]) != ',') ||
        (may && (is_duty || !may_wait(r, first, tail))))
        return false;
    thing = told_of(first);
    if (!(thing.n > 0 && fill_pointed(r, thing, span_from(first, thing.n), lead->rest, ret)) &&
        !fill_named(r, thing, lead->rest, ret))
        return false;
    if (!ret->intent.set.due)
        take_told_day(r, head, &ret->intent.set);
    return true;
}

/* ---- what was not done yet ---- */

/* The deed of "I haven't called Ann yet" and "the poster isn't printed yet", as it is to be done; NULL where none is
 * told. */
static const char *undone(const struct message_parser *r, struct span s)
{
    static const char *const denials[] = {
        "*i|we|i've|we've|still haven't|hadn't *even|yet|still",
        "*i|we|still have|i've|we've not|never *even|yet|still",
    };
    struct span rest, thing;
    const char *verb, *what;

    while (s.n > 1 && phrase_word_is(&s.w[s.n - 1], "yet|still|either"))
        s.n--;
    for (size_t i = 0; i < COUNT_OF(denials); i++)
        if (span_begins(s, denials[i], &rest) && rest.n > 1) {
            verb = word_done_deed(rest.w) ? word_done_deed(rest.w) : word_been(rest.w);
            what = span_text(r->a, span_from(rest, 1));
            return verb && what ? arena_printf(r->a, "%s %s", verb, what) : NULL;
        }
    for (size_t i = 1; i + 1 < s.n && i <= 2 * SUBJECT_WORDS; i++)
        if (span_begins(span_from(s, i), "isn't|aren't|hasn't|haven't *been|even|yet|still", &rest) && rest.n == 1) {
            thing = (struct span){ s.w, i };
            verb = word_done_deed(rest.w) ? word_done_deed(rest.w) : word_been(rest.w);
            what = span_inner_text(r->a, thing);
            return verb && what && !phrase_word_is(s.w, "i|we|it|that|this|he|she|they")
                       ? arena_printf(r->a, "%s %s", verb, what)
                       : NULL;
        }
    return NULL;
}

/* "I haven't rung the bank yet, I have to do that today" */
static bool read_undone(const struct message_parser *r, struct span head, const struct lead *lead, struct clause *ret)
{
    struct intent_slots set = { 0 };
    struct span rest;
    const char *title;

    if (lead->manner != MANNER_DUTY ||
        !span_begins(lead->rest, "*still|also|really do|get|sort it|that|this|them *done|sorted|still|too", &rest) ||
        (rest.n > 0 && !slots_are_all(r, rest, &set)) || !(title = undone(r, head)))
        return false;
    set.title = title;
    *ret = (struct clause){ .is_deed = true, .is_loose = true, .is_dated = set.due != NULL };
    ret->intent = (struct task_intent){ .kind = INTENT_CREATE, .confidence = UNDONE_SURE, .set = set };
    return true;
}

/* ---- all together ---- */

/* Whether what is to be done may begin at i, behind what is told. */
static bool may_begin(struct span s, size_t i)
{
    char mark = word_mark(&s.w[i - 1]);

    return mark == ',' || mark == ';' || mark == '-' || word_is_dash(&s.w[i]) ||
           phrase_word_is(&s.w[i], "so|and|i|we|i've|we've|i'd|we'd");
}

bool reason_read(const struct message_parser *r, struct span s, struct clause *ret)
{
    if (s.n < 4 || s.n > HENCE_WORDS || word_mark(&s.w[s.n - 1]) == '?')
        return false;
    for (size_t i = 2; i + 1 < s.n; i++) {
        struct span head = { s.w, i }, tail = span_from(s, i);
        struct lead lead;
        if (!may_begin(s, i))
            continue;
        tail = span_from(tail, boundary_words(tail));
        if (tail.n < 2)
            break;
        lead = lead_read(tail);
        if (lead.is_void || lead.is_hedged || (lead.manner != MANNER_PLAIN && lead.manner != MANNER_DUTY))
            continue;
        if (read_undone(r, head, &lead, ret) || read_waiting(r, head, tail, &lead, ret) ||
            read_because(r, head, tail, &lead, ret)) {
            ret->intent.said = span_text(r->a, s);
            return true;
        }
    }
    return false;
}

bool reason_next(const struct message_parser *r, struct span told, struct span s, struct clause *ret)
{
    struct span thing = told.n <= HENCE_WORDS ? told_of(told) : (struct span){ 0 };
    struct lead lead;

    if (thing.n == 0 || s.n < 2 || s.n > HENCE_WORDS || !span_has(s, "it|them"))
        return false;
    lead = lead_read(s);
    if (lead.is_void || lead.is_hedged || (lead.manner != MANNER_PLAIN && lead.manner != MANNER_DUTY) ||
        lead_read(told).is_void || question_begins(told) || word_mark(&told.w[told.n - 1]) == '?' ||
        word_mark(&s.w[s.n - 1]) == '?' || tells_done(r, span_from(told, thing.n)) ||
        !is_own_deed(r, s, lead.rest, lead.manner == MANNER_DUTY) ||
        !fill_pointed(r, thing, span_from(told, thing.n), lead.rest, ret))
        return false;
    ret->intent.said = span_text(r->a, (struct span){ told.w, told.n + s.n });
    return true;
}
