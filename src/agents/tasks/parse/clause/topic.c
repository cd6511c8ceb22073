/* topic.c - sentences that name their topic first, and orders in the middle of talk.
 *
 * A task is named and then spoken of ("uniform order: tag it admin"), or something is told and then asked to be noted
 * ("exam on Monday, put that on my list"). People also talk around what they want: "Right, coffee in hand, what's due
 * today?". Where the whole sentence has no sure reading, its longest part that fits a rule is taken as the order and
 * the rest as talk, unless the rest takes the order back, makes it conditional or reports it as somebody else's.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include <string.h>

#define TOPIC_WORDS 10  /* of a name before something is said of it */
#define TOLD_WORDS 30   /* before it is asked to be noted */
#define ISLAND_WORDS 40 /* of a sentence that is looked through: longer ones are prose */
#define ISLAND_EDGES 8  /* where its order may begin, and where it may end */
#define OPENING_WORDS 8 /* before a dash that is like a colon */
#define ISLAND_SURE 0.80
#define TOLD_SURE 0.93

/* ---- topics ---- */

/* Whether the words are a name, of which something can be said. */
static bool is_name(const struct message_parser *r, struct span s)
{
    struct phrase_part parts[PHRASE_PARTS];
    struct clause c;

    if (span_has(s, "came|went|was|were|is|are|has|had|have|got|rang|left|did|does|will|won't"))
        return false;
    return lead_read(s).rest.n == s.n && !rule_for(r, s, MODE_ORDER, parts) && !question_begins(s) &&
           clause_read(r, s, &c) && !c.rule && c.intent.kind == INTENT_CREATE;
}

/* Whether an order begins here that is about what was named before: "make it high priority". Where more of what a task
 * is to have follows, it is all said of something new: "order paper, tag it office, by Friday". */
static bool comments(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct intent_slots aside;
    bool reads = false;
    size_t end = 0;

    while (end < s.n && !reads) {
        end = boundary_next(s, end);
        reads = clause_read(r, (struct span){ s.w, end }, ret) && ret->rule && ret->intent.confidence >= ISLAND_SURE;
    }
    return reads && !(end < s.n && slots_are_all(r, s, &aside)) && boundary_is_pronoun(ret->intent.about) &&
           (ret->intent.set.description || span_has(s, "it|that|this|them|those|these|it's|that's|its")) &&
           (ret->intent.kind == INTENT_UPDATE || ret->intent.kind == INTENT_COMPLETE ||
            ret->intent.kind == INTENT_REOPEN || ret->intent.kind == INTENT_DELETE);
}

bool topic_cut(const struct message_parser *r, struct span *s, struct span *ret_name, bool *ret_changes)
{
    for (size_t i = 1; i < s->n && i <= TOPIC_WORDS && s->n <= ISLAND_WORDS; i++) {
        struct span rest = span_from(*s, i), head = { s->w, i };
        char mark = word_mark(&s->w[i - 1]);
        struct clause comment;
        if (mark != ':' && mark != ',' && mark != '-' && !word_is_dash(&s->w[i]))
            continue;
        rest = span_from(rest, boundary_words(rest));
        if (rest.n == 0 || rest.n == s->n || !comments(r, rest, &comment) || !is_name(r, head))
            continue;
        *ret_changes = comment.intent.kind == INTENT_UPDATE;
        *ret_name = head;
        *s = rest;
        return true;
    }
    return false;
}

/* ---- told, and to be noted ---- */

/* A new task from words that only something around them asks to note. */
static bool note_down(const struct message_parser *r, struct span s, struct span title, struct clause *ret)
{
    struct lead lead = lead_read(title);

    if (title.n > 2 && clause_read(r, title, ret) && ret->rule && ret->is_pointed && ret->intent.set.title &&
        ret->intent.kind == INTENT_CREATE && ret->intent.confidence >= ISLAND_SURE) {
        ret->intent.said = span_text(r->a, s); /* "there should be a task to call Ann, please make one" */
        return true;
    }
    if (lead.is_void || rule_is_ref(title) || lead.rest.n == 0 ||
        (title.n > 1 && phrase_word_is(title.w, "i|we|i've|we've") && word_done_deed(&title.w[1])) || /* it is done */
        (title.n < 4 && phrase_word_is(title.w, "not|no|really|seriously|honestly|promise"))) /* "not joking, ..." */
        return false;
    *ret = (struct clause){ .is_pointed = true };
    fill_create(r, lead.rest, TOLD_SURE, false, ret);
    ret->intent.said = span_text(r->a, s);
    return ret->intent.set.title != NULL;
}

/* Where an order to note what was said may begin though no mark says so: "exam on Monday please add it". */
static bool may_note(struct span s, size_t i)
{
    static const char puts[] = "add|note|jot|log|record|write|stick|pop|whack|chuck|bung|put|pencil|scribble|save";
    struct span tail = span_from(s, i);

    if (i < 2 || tail.n < 2)
        return false;
    if (phrase_word_is(tail.w, "so|can|could|please"))
        return true;
    return phrase_word_is(tail.w, puts) && phrase_word_is(&tail.w[1], "it|that|this|them") &&
           (span_has(tail, "list|agenda|todo|todos|to-do|reminders") ||
            (!phrase_word_is(tail.w, "put|stick|pop|chuck|bung") && span_has(tail, "down|please")));
}

bool topic_told(const struct message_parser *r, struct span s, struct clause *ret)
{
    const struct phrase_word *quoted = s.n <= ISLAND_WORDS ? request_quoted(r, s) : NULL;

    if (s.n > ISLAND_WORDS)
        return false;
    if (roundabout_short(r, s, ret))
        return true;
    if (!quoted && !question_begins(s) && !span_has(s, "to|on|from|of|as|with|rename|change|replace|then"))
        quoted = request_quoted_behind(s);

    if (question_begins(s) && lead_read(s).manner != MANNER_POLITE)
        quoted = NULL;
    if (!quoted)
        quoted = request_quoted_placed(s);
    if (quoted) {
        const struct phrase_word *from = quoted;
        struct intent_slots more = { 0 };
        if (!note_down(r, s, (struct span){ quoted, 1 }, ret))
            return false;
        while (from > s.w && !word_mark(&from[-1])) /* "sorry to ask on a Monday, but add 'call Ann'" */
            from--;
        for (const struct phrase_word *w = from; w < s.w + s.n;) {
            struct slots slots = { .r = r, .set = &more };
            struct span rest = { w, (size_t)((w < quoted ? quoted : s.w + s.n) - w) };
            size_t n = w == quoted ? 1 : slot_at(&slots, rest, w < quoted ? WHERE_EDGE : WHERE_EDGE | WHERE_APART);
            if (rest.n > 1 && word_mark(w) == ':' && phrase_word_is(w, "description|desc|details|note|notes|comment")) {
                more.description = span_text(r->a, span_from(rest, 1)); /* "create 'plan' desc: two of them" */
                break;
            }
            w += n > 0 ? n : 1;
        }
        slots_join(&ret->intent.set, &more);
        return true;
    }
    for (size_t i = s.n < TOLD_WORDS ? s.n - 1 : TOLD_WORDS; i > 0 && s.n > 1; i--) {
        char mark = word_mark(&s.w[i - 1]);
        struct span tail = span_from(s, i);
        if (mark != ',' && mark != '-' && mark != ';' && mark != ':' && !word_is_dash(&s.w[i]) && !may_note(s, i))
            continue;
        tail = span_from(tail, boundary_words(tail));
        if (tail.n > 0 && request_only_notes(tail))
            return note_down(r, s, (struct span){ s.w, i }, ret);
    }
    return false;
}

/* ---- behind a colon ---- */

/* "stick this on the list, ": what follows is what. */
static bool leads_on(struct span head)
{
    struct span order = lead_read(head).rest, rest;

    if (word_mark(&head.w[head.n - 1]) != ',' || !span_has(head, "this|these|another|one"))
        return false;
    if (span_begins(order,
                    "my|the|our list needs|gets|lacks|misses *is|still|one|another|more|a|new thing|item|entry|task",
                    &rest) &&
        rest.n == 0)
        return true;
    if (span_begins(order, "another|one *more|new|next|quick task|todo|to-do|reminder|thing", &rest) && rest.n == 0)
        return true;
    if (span_begins(
            order, "save|keep|add|log|note|put|take *down this|these as a|an|another|new *new task|todo|to-do|reminder",
            &rest))
        return rest.n == 0;
    return phrase_word_is(&head.w[head.n - 1], "list|agenda|todo|to-do|todos|to-dos|reminders") && request_opens(order);
}

/* Where the last colon stands, or a dash behind few words, or what leads on; 0 where none does. */
static size_t opening(struct span s)
{
    for (size_t i = s.n; i-- > 1;)
        if (word_mark(&s.w[i - 1]) == ':' || (i < OPENING_WORDS && i + 1 < s.n && word_is_dash(&s.w[i])))
            return i;
    for (size_t i = 2; i < s.n && i < OPENING_WORDS; i++)
        if (leads_on((struct span){ s.w, i }))
            return i;
    return 0;
}

/* Somebody else's words follow: "she said: delete it". */
static bool reports(struct span head)
{
    struct span end = span_from(head, head.n > 3 ? head.n - 3 : 0);

    return span_has(end, "said|says|told|asked|asks|wrote|writes|text|texted|message|email|mail|quote|read|"
                         "reads|shouted|replied|answered|thinks|dreamt|dreamed|joke");
}

/* The next time that it is this hour; NULL when the words say none. */
static const char *time_of_day(const struct message_parser *r, struct span s)
{
    const char *text = s.n > 0 ? span_text(r->a, s) : NULL;
    char at[TIME_TEXT_BYTES];
    struct due due;

    if (!text || !due_read(arena_printf(r->a, "at %s", text), r->now, &due) || !due.is_clock)
        return NULL;
    due_text(&due, at);
    return arena_str(r->a, at);
}

/* Whether a time is the next such: then only the hour was said. */
static bool is_next_time(const struct message_parser *r, const char *text)
{
    const char *clock = text ? strchr(text, 'T') : NULL;
    char at[TIME_TEXT_BYTES];
    struct due due;

    if (!clock || clock == text || !due_read(arena_printf(r->a, "at %s", clock + 1), r->now, &due))
        return false;
    due_text(&due, at);
    return strcmp(at, text) == 0;
}

/* A time that was said with the name is one of the day that was said before: "reminder for Friday: dentist at 10". */
void topic_join_day(const struct message_parser *r, const char *before, struct span title, struct intent_slots *set)
{
    struct intent_slots day = { .due = before && strlen(before) >= DATE_CHARS ? arena_dup(r->a, before, DATE_CHARS)
                                                                              : NULL };
    struct slots when = { .r = r, .set = &day };
    const char *joined;

    when.has_due = day.due && due_read(day.due, r->now, &when.due);
    if (!when.has_due)
        return;
    if (is_next_time(r, set->remind) &&
        (!set->due || strcmp(set->due, set->remind) == 0)) /* "Wednesday: remind me at 7 to ..." */
        set->due = set->remind = arena_printf(r->a, "%s%s", day.due, strchr(set->remind, 'T'));
    joined = set->due ? slots_due_with(&when, title) : "";
    if (strlen(joined) > DATE_CHARS)
        set->due = joined;
}

/* What was said of it before it was named: "for 12 December at 19:30:". */
static void join_head(const struct message_parser *r, struct span head, struct span title, struct intent_slots *set)
{
    struct intent_slots found = { 0 };

    for (size_t i = 0; i < head.n;) {
        struct slots slots = { .r = r, .set = &found };
        size_t n = slot_at(&slots, span_from(head, i), WHERE_EDGE);
        if (n == 0 && !found.due && phrase_word_is(&head.w[i], "for|at")) /* "reminder for 13:00:" */
            found.due = time_of_day(r, span_from(head, i + 1));
        i += n > 0 ? n : 1;
    }
    topic_join_day(r, found.due ? found.due : found.remind, title, set);
    slots_set_once(&set->due, found.due || !found.remind || *found.remind == 'P' ? found.due : found.remind);
    slots_set_once(&set->remind, found.remind); /* "reminder for tomorrow:" */
    slots_set_once(&set->repeat, found.repeat);
    slots_set_once(&set->priority, found.priority);
}

/* What comes next, or in the place of what was spoken of: "next up:", "instead:", "new job:". */
static bool says_next(struct span head)
{
    static const char *const nexts[] = {
        "*and|but|so|now|okay|then|what's|here's|the|my next|instead|afterwards|also|plus|then "
        "*up|one|job|task|thing|item|step|is|on|"
        "the|list|things|tasks|jobs",
        "*and|but|so|now|okay|then|a|one|the new|another *one|job|task|thing|item|order",
        "*and|but|so|now|okay|what's|here's still|left|remaining|missing *to|left|remaining|open|missing|do|is|are",
    };
    struct span rest;

    for (size_t i = 0; i < COUNT_OF(nexts); i++)
        if (span_begins(head, nexts[i], &rest) && rest.n == 0)
            return true;
    return false;
}

/* A list by its name, perhaps with what it is for: "quick list for today", "tasks for the move". */
static bool heads_tasks(struct span head)
{
    struct span rest;

    return span_begins(
               head,
               "*my|our|a|the|quick|short|little|some|new|next|today's|tomorrow's list|tasks|todos|to-dos|things|"
               "jobs|errands|reminders|chores",
               &rest) &&
           (rest.n == 0 || phrase_word_is(rest.w, "for|before|after|to|on|this|today|tomorrow"));
}

/* Several of them: "two things before lunch: ...", "tomorrow: ..., then ...". */
static bool opens_row(const struct message_parser *r, struct span head, struct span tail, struct clause *ret)
{
    struct intent_slots found = { 0 };
    bool is_when = slots_are_all(r, head, &found);

    if (!(heads_tasks(head) ? row_listed(r, tail) : row_is(r, tail, false)) ||
        !(is_when || request_opens(head) || says_next(head) || heads_tasks(head) ||
          (span_has(head, "things|tasks|items|jobs|errands|ones|bits|reminders|todos|to-dos") &&
           span_has(head, "two|three|four|five|six|couple|few|several|new|more|some|following|add"))))
        return false;
    *ret = (struct clause){ .is_pointed = true, .is_row = true, .title = tail };
    join_head(r, head, (struct span){ 0 }, &ret->ahead);
    ret->intent.confidence = TOLD_SURE;
    ret->intent.said = span_text(r->a, tail);
    return true;
}

/* Whether something was added before the colon, and another follows it: "add milk, and another one: bread". */
static bool adds_another(const struct message_parser *r, struct span head)
{
    struct clause first;
    struct span rest;

    for (size_t i = 2; i < head.n; i++)
        if (span_begins(span_from(head, i), "*and|then|also another|one|next *more|one|task|thing|item|todo|reminder",
                        &rest) &&
            rest.n == 0)
            return (word_mark(&head.w[i - 1]) == ',' || boundary_words(span_from(head, i)) > 0) &&
                   clause_read(r, (struct span){ head.w, i }, &first) && first.rule &&
                   first.intent.kind == INTENT_CREATE && first.intent.set.title;
    return false;
}

/* "buy fondant on Saturday, note: the 15 kg box, not the small ones" */
static bool notes_behind(const struct message_parser *r, struct span s, size_t i, struct clause *ret)
{
    size_t n = i > 0 ? i - 1 : 0;

    while (n > 1 && phrase_word_is(&s.w[n - 1], "with|and|the|a|this|as"))
        n--;
    if (n < 2 || !phrase_word_is(&s.w[i - 1], "note|notes|description|details|comment") || !word_mark(&s.w[n - 1]))
        return false;
    if (!clause_read(r, (struct span){ s.w, n }, ret) || ret->intent.kind != INTENT_CREATE || !ret->intent.set.title ||
        ret->intent.set.description || ret->intent.confidence < 0.80)
        return false;
    ret->intent.set.description = span_text(r->a, span_from(s, i));
    return true;
}

/* "high priority task for me:", "urgent:": what kind of thing it is, and nothing else. */
static bool names_kind(const struct message_parser *r, struct span head)
{
    struct intent_slots aside = { 0 };
    size_t things = 0;

    for (size_t i = 0; i < head.n;) {
        struct slots slots = { .r = r, .set = &aside };
        size_t n = slot_words(&slots, span_from(head, i), WHERE_EDGE);
        bool is_thing = phrase_word_is(&head.w[i], "task|todo|to-do|reminder");
        if (n == 0 && !is_thing && !phrase_word_is(&head.w[i], "a|an|one|new|another|my|next|for|me|us|please|quick"))
            return false;
        things += is_thing;
        i += n > 0 ? n : 1;
    }
    return things == 1;
}

bool topic_opened(const struct message_parser *r, struct span s, struct clause *ret)
{
    static const char nothing[] = "none|nothing|done|finished|completed";
    static const char talk[] = "please|thanks|thank|cheers|it|its|it's|i|we|you|they|that|this|that's|okay|would|could|"
                               "can|will|what|what's|whats|is|are|do|does|did|have|has|"
                               "when|where|who|how|why|which|help|was|were|show|list";
    size_t i = s.n > 2 && s.n <= ISLAND_WORDS ? opening(s) : 0;
    struct span head = { s.w, i }, tail = span_from(s, i);
    bool is_kind = i > 0 && word_mark(&s.w[i - 1]) == ':' && names_kind(r, head) && !span_is(tail, nothing);
    bool is_talk = i > 0 && word_mark(&s.w[i - 1]) == ',' && tail.n > 0 && phrase_word_is(tail.w, talk);
    bool opens = is_kind || (i > 0 && !is_talk && (request_opens(lead_read(head).rest) || leads_on(head)));
    struct clause whole;

    while (tail.n > 0 && word_is_dash(tail.w))
        tail = span_from(tail, 1);
    if (i == 0 || tail.n == 0 || lead_read(head).is_void || reports(head) ||
        (rule_is_place(head) && !says_next(head)) || question_begins(lead_read(head).rest) || adds_another(r, head))
        return false;
    if (!is_kind && clause_read(r, s, &whole) && whole.rule && whole.intent.kind != INTENT_CREATE &&
        !(opens && whole.intent.kind == INTENT_COMPLETE) && whole.intent.confidence >= ISLAND_SURE)
        return false;
    if (opens_row(r, head, tail, ret) || notes_behind(r, s, i, ret))
        return true;
    if (word_mark(&s.w[i - 1]) == ':' && i > 1 && !span_has(head, "note|notes|comment|description|details|detail") &&
        clause_read(r, tail, ret) && ret->intent.kind == INTENT_CREATE && ret->intent.set.title &&
        ret->intent.confidence > 0.82 && !row_is(r, ret->title, ret->is_deed) &&
        (ret->rule ? ret->is_pointed : lead_read(tail).manner == MANNER_DUTY)) {
        join_head(r, head, ret->title, &ret->intent.set);
        return true;
    }
    if (says_next(head) && !is_kind && word_mark(&s.w[i - 1]) == ':' && clause_read(r, tail, ret) && ret->rule &&
        ret->intent.kind != INTENT_CREATE && ret->intent.confidence >= ISLAND_SURE)
        return true; /* "next: delete the old one" */
    if (!(opens || (says_next(head) && word_mark(&s.w[i - 1]) == ':')) || !note_down(r, s, tail, ret))
        return false;
    join_head(r, head, ret->title, &ret->intent.set);
    return true;
}

/* ---- an order in the middle of talk ---- */

/* What takes an order back, makes it depend on something, or puts it into somebody's mouth. */
static bool is_against(struct span s)
{
    return span_has(s, "don't|not|never|no|if|unless|whether|suppose|imagine|pretend|said|says|told|asked|asks|"
                       "thinks|reckons|claims|wrote|wonder|wondering|why|how|who|wish|hope|should've|would've|"
                       "couldn't|wouldn't|shouldn't|can't|won't|didn't|isn't|stop|instead|until|except|nobody|"
                       "almost|nearly|maybe|perhaps|or|thinking|considering|think|guess|believe|reckon|feel|say|saying|"
                       "tells|telling|dreamed|dreamt|imagined|pretended");
}

/* Words that an order begins with, wherever it stands. */
static bool opens(struct span s, size_t i)
{
    char mark = i > 0 ? word_mark(&s.w[i - 1]) : ',';

    return mark == ',' || mark == ':' || mark == '-' || mark == ';' || mark == '.' || word_is_dash(&s.w[i - 1]) ||
           (phrase_word_is(&s.w[i - 1], "so|and|then|but|hear|that|because|therefore|hence") &&
            !phrase_word_is(&s.w[i], "it|that|is|was")) ||
           phrase_word_is(&s.w[i], "could|can|please|kindly|would|i|we|i've|we've|let's|mark|delete|remove|add|show|"
                                   "remind|complete|tick|cross|reopen|undo|move|change");
}

/* Where what was wanted is over. */
static bool closes(struct span s, size_t i)
{
    char mark = i < s.n ? word_mark(&s.w[i - 1]) : ',';

    return mark == ',' || mark == '-' || mark == ';' || mark == ':' || word_is_dash(&s.w[i]) ||
           phrase_word_is(&s.w[i], "so|because|before|as|since|while|when|please|would|will|okay|thanks|and|but|if|"
                                   "already|or");
}

/* An order by a rule; of what was done also what is less sure: the tasks tell (INTENT_COMPLETE in intent.h). */
static bool is_order(const struct clause *c, bool asks, bool is_duty)
{
    if (!c->rule && c->is_deed && c->intent.kind == INTENT_CREATE && c->intent.set.title) /* "..., so I need to call" */
        return is_duty && !asks && c->intent.confidence >= ISLAND_SURE;
    if (c->intent.every && c->intent.kind != INTENT_LIST) /* nobody says that by the way */
        return false;
    if (!c->rule || !intent_type(c->intent.kind) || c->intent.kind == INTENT_MORE ||
        (asks && c->intent.kind != INTENT_LIST))
        return false;
    if (c->intent.kind == INTENT_COMPLETE && c->intent.about)
        return c->intent.confidence >= 0.70;
    return c->intent.confidence >= ISLAND_SURE && (!c->is_loose || c->intent.kind == INTENT_LIST) &&
           (c->intent.kind != INTENT_CREATE || c->intent.set.title);
}

static size_t edges(struct span s, bool (*is_edge)(struct span s, size_t i), size_t from, size_t to,
                    size_t ret[static ISLAND_EDGES])
{
    size_t n = 0;

    for (size_t i = from; i < to && n < ISLAND_EDGES; i++)
        if (is_edge(s, i))
            ret[n++] = i;
    return n;
}

bool topic_embedded_order(const struct message_parser *r, struct span s, struct clause *ret)
{
    size_t starts[ISLAND_EDGES + 1] = { 0 }, ends[ISLAND_EDGES + 1], longest = 0;
    size_t n_starts, n_ends;
    struct lead lead = lead_read(s);
    bool asks = lead.manner == MANNER_PLAIN && question_begins(lead.rest);

    if (s.n > ISLAND_WORDS || s.n < 2)
        return false;
    for (size_t i = 0; i < s.n; i++)
        if (s.w[i].n > 2 && strncmp(s.w[i].from, "--", 2) == 0) /* what a machine is told */
            return false;
    n_starts = 1 + edges(s, opens, 1, s.n, starts + 1);
    n_ends = edges(s, closes, 1, s.n, ends);
    ends[n_ends++] = s.n;
    for (size_t i = 0; i < n_starts; i++)
        for (size_t k = 0; k < n_ends; k++) {
            struct span part = { s.w + starts[i], ends[k] > starts[i] ? ends[k] - starts[i] : 0 };
            struct span before = { s.w, starts[i] }, behind = span_from(s, ends[k]);
            struct clause c;
            if (part.n <= longest || part.n == s.n || is_against(before) ||
                (ends[k] < s.n && is_against((struct span){ behind.w, behind.n < 3 ? behind.n : 3 })))
                continue;
            if (clause_read(r, part, &c) && is_order(&c, asks, lead_read(part).manner == MANNER_DUTY)) {
                *ret = c;
                longest = part.n;
            }
        }
    return longest > 0;
}
