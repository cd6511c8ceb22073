/* sentence.c - the clauses of one sentence: where one intent ends and the next begins.
 *
 * Behind a comma, "and", "then" or "but" a new clause begins only where an order of its own follows: "buy milk and
 * bread" stays whole. A task may go on with any verb ("remind me to print the form and complete it"), so there the new
 * order must point at tasks. A condition, and what somebody else said, cover the rest of their sentence.
 */
#include "agents/tasks/parse/clause/clause.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include <string.h>
#include <strings.h>

#define SENTENCE_JOINTS 14 /* looked at in one sentence: longer ones are prose */
#define REASONS 6          /* of these, where something may only be told: behind that it is a story */
#define WEAK 0.70          /* a new task that something said of it makes sure, */
#define SAID_MORE 0.82     /* so sure */
#define ASKS 0.74          /* and a question that asks for nothing else than tasks */
#define JOINT_REACH 3 /* joints that a following order may itself have: "and move the milk and eggs task to Friday" */

/* ---- orders ---- */

/* How an order of its own begins here, if one does: it may point at tasks, only be an order, or state something whose
 * beginning may stand before ("1, 2 and 3 are done"). */
enum order { ORDER_NONE, ORDER_STATES, ORDER_PLAIN, ORDER_POINTED };

/* "note: ask for Ms Brandl" */
static bool is_note(struct span s)
{
    return phrase_word_is(s.w, "note|notes|description|details|detail|comment") && word_mark(s.w) == ':';
}

/* A question that asks for nothing but tasks: "..., and what's on today?" */
static bool asks_tasks(const struct task_intent *e, struct span s)
{
    return e->kind == INTENT_LIST && e->confidence >= ASKS && !e->filter.search && question_begins(s) &&
           word_mark(&s.w[s.n - 1]) == '?';
}

static enum order order_at(const struct message_parser *r, struct span s)
{
    struct intent_slots aside = { 0 };
    size_t end = 0;

    if (is_note(s) || (s.n < SPLIT_DATE_WORDS && slots_are_when(r, s)) ||            /* "..., sometime next week" */
        slot_words(&(struct slots){ .r = r, .set = &aside }, s, WHERE_APART) == s.n) /* "..., please add #work" */
        return ORDER_NONE;
    for (size_t reach = 0; reach < JOINT_REACH && end < s.n; reach++) {
        struct clause follows;
        end = boundary_next(s, end);
        if (!clause_read(r, (struct span){ s.w, end }, &follows))
            continue;
        if (asks_tasks(&follows.intent, (struct span){ s.w, end }))
            return ORDER_POINTED;
        if (follows.is_loose || follows.intent.confidence < 0.80)
            continue;
        if (follows.rule ? reach > 0 && *follows.rule->pattern == '<' : lead_read(s).manner != MANNER_DUTY)
            continue;
        if (follows.rule && *follows.rule->pattern == '<')
            return ORDER_STATES;
        if (phrase_word_is(s.w, "i|i've|we|we've|i'll|we'll") || /* whoever speaks begins anew, or asks */
            (follows.intent.kind == INTENT_LIST && question_begins(s)))
            return ORDER_POINTED;
        return follows.is_pointed && !boundary_is_pronoun(follows.intent.about) ? ORDER_POINTED : ORDER_PLAIN;
    }
    return ORDER_NONE;
}

/* "don't", but not "don't forget". */
static bool is_negated(struct span s, struct span *ret_rest)
{
    struct span rest;

    if (span_begins(s, "*please|and|but don't|never let|forget", &rest))
        return false;
    return (span_begins(s, "*please|and|but don't|never|not", ret_rest) ||
            span_begins(s, "*please|and|but do not", ret_rest)) &&
           ret_rest->n > 0;
}

/* Something else is denied here; not "..., not urgent", nor in a note: "notes: the big set, not the small one". */
static bool denies(const struct message_parser *r, struct span so_far, struct span s)
{
    struct intent_slots aside = { 0 };
    struct span rest;

    for (size_t i = 0; i < so_far.n; i++)
        if (is_note(span_from(so_far, i)))
            return false;
    return is_negated(s, &rest) && slot_words(&(struct slots){ .r = r, .set = &aside }, s, WHERE_EDGE) == 0;
}

static void keep_all(struct splitting *c, const struct clause *clause)
{
    if (clause->is_row)
        c->n += row_read(c->r, clause, c->ret + c->n, MESSAGE_INTENTS - c->n);
    else
        split_keep(c, clause);
}

/* ---- clauses ---- */

/* "It" is what was spoken of before in the same message, where that was a task that is there. */
static void bind_pronoun(struct splitting *c, struct task_intent *e)
{
    if (e->kind == INTENT_CREATE)
        c->before = NULL;
    else if (boundary_is_pronoun(e->about) && c->before)
        e->about = c->before;
    else if (e->about && !boundary_is_pronoun(e->about) && e->confidence >= 0.60)
        c->before = e->about;
}

static bool becomes(struct task_intent *e, enum intent_kind kind, const char *about)
{
    e->kind = kind;
    e->about = about;
    return true;
}

/* "The bloods are sent off, tick that": what only says the same again of the task before is one intent with that. */
static bool says_again(struct splitting *c, const struct task_intent *e)
{
    struct task_intent *before = c->n > 0 ? &c->ret[c->n - 1].intent : NULL;
    bool is_same = before && before->kind == e->kind;

    if (!before || (before->kind == INTENT_REOPEN && e->kind == INTENT_UNDO && !e->about))
        is_same = before != NULL;
    else if (before->kind == INTENT_DELETE && boundary_is_pronoun(before->about) && e->kind == INTENT_UNDO && !e->about)
        is_same = becomes(before, INTENT_UNDO, NULL); /* "cancel that, bring it back" */
    else if (!before->about || !boundary_is_pronoun(e->about))
        return false;
    else if (before->kind == INTENT_UNDO && e->kind == INTENT_REOPEN)
        is_same = becomes(before, INTENT_REOPEN, before->about);
    if (!is_same || (e->kind == INTENT_UPDATE && e->set.title))
        return false;
    if (e->kind == INTENT_UPDATE)
        slots_join(&before->set, &e->set);
    intent_confirm(before, e);
    return true;
}

/* Something new that much else is said like. */
static bool is_loose_new(const struct clause *c)
{
    return c->intent.kind == INTENT_CREATE && c->rule && c->is_loose && c->intent.confidence < 0.80;
}

/* Several new things, in words that say nothing as one: "the vet on Friday, ask Jo if she can drive us". */
static bool read_row(const struct message_parser *r, struct span s, struct clause *ret)
{
    struct lead lead = lead_read(s);
    struct span first = { lead.rest.w, boundary_next(lead.rest, 0) };

    if (lead.is_void || question_begins(lead.rest) || word_mark(&s.w[s.n - 1]) == '?' || span_asks_note(first) ||
        span_has(first, "must|should|needs|wants|will") || /* "my sister must pay tomorrow, poor her" */
        !(word_deed(first.w) != DEED_NONE || slots_end_dated(r, first)) ||
        !row_is(r, lead.rest, lead.manner == MANNER_DUTY))
        return false;
    *ret = (struct clause){ .is_row = true, .title = lead.rest };
    ret->intent = (struct task_intent){ .kind = INTENT_CREATE, .confidence = SAID_MORE, .said = span_text(r->a, s) };
    return true;
}

static void read_piece(struct splitting *c, const struct message_parser *r, struct span s)
{
    struct clause clause;
    struct span rest;
    bool reads;

    if (s.n > 1 && c->n > 0 && c->ret[c->n - 1].intent.kind != INTENT_CREATE &&
        phrase_word_is(&s.w[s.n - 1], "instead"))
        s.n--; /* "delete the talk. Put a walk on Friday instead." */
    if (s.n == 0)
        return;
    if (is_negated(s, &rest) && clause_read(r, rest, &clause) && clause.rule && clause.intent.about)
        c->before = clause.intent.about;
    reads = clause_read(r, s, &clause);
    if ((!reads || is_loose_new(&clause)) && read_row(r, s, &clause)) {
        keep_all(c, &clause);
        return;
    }
    if (!reads && s.n > 2 && !is_negated(s, &rest) && !span_has(s, "it|it's|that|that's|this|them|they|he|she"))
        c->before = NULL; /* something else was spoken of: "Tom does the dishes, so get that off my list" */
    if (!reads)
        return;
    if (says_again(c, &clause.intent))
        return;
    bind_pronoun(c, &clause.intent);
    clause.is_row = clause.intent.kind == INTENT_CREATE && clause.title.n > 0 &&
                    ((clause.rule && (clause.rule->flags & RULE_SEVERAL)) || row_is(r, clause.title, clause.is_deed));
    keep_all(c, &clause);
}

/* What is named before an order about it. Where the order changes it, it may also be new. */
static void keep_topic(struct splitting *c, const struct message_parser *r, struct span name, bool changes)
{
    struct clause topic = { .is_pointed = true };

    if (!changes) {
        c->before = span_text(r->a, name);
        return;
    }
    fill_create(r, name, 0.85, false, &topic);
    topic.intent.about = topic.intent.said = span_text(r->a, name);
    topic.intent.is_topic = true;
    c->before = NULL;
    split_keep(c, &topic);
}

/* What somebody else said or wants, and what is only supposed. */
static bool is_void(struct span s)
{
    static const char speech[] =
        "said|says|told|thinks|claims|claimed|suggested|wrote|joked|keeps|mentioned|asks|saying";
    struct span behind = { s.w + 1, s.n - 1 < 4 ? s.n - 1 : 4 };

    struct lead lead = lead_read(s);

    return lead.is_void || (!lead.whom.w && span_has(behind, speech));
}

/* In a note, what was done is a part of it: "note for the boiler: an old one, built 1998". */
static bool is_noted(const struct message_parser *r, const struct task_intent *so_far, struct span rest)
{
    struct clause told;

    return so_far->kind == INTENT_UPDATE && so_far->set.description && clause_read(r, rest, &told) &&
           told.intent.kind == INTENT_COMPLETE && !told.is_pointed && !boundary_is_pronoun(told.intent.about);
}

/* Whether a new order may begin behind what was said so far. What somebody is to do may go on with any verb. */
static bool may_follow(const struct message_parser *r, struct span so_far, struct span rest, enum order order,
                       bool then)
{
    struct clause left;
    bool reads = clause_read(r, so_far, &left);
    struct span one = lead_read(so_far).rest, other;

    if (title_hesitates(one) ||
        (reads && left.intent.kind == INTENT_CREATE && span_begins(rest, "scratch|strike that", &other) && other.n > 0))
        return false; /* whoever speaks has not said it yet, or says it anew */
    if (reads && is_noted(r, &left.intent, rest))
        return false;
    other = lead_read(rest).rest;
    if (reads && left.rule && one.w->n == other.w->n && strncasecmp(one.w->p, other.w->p, one.w->n) == 0)
        return true; /* "add this and add that" */

    if (order == ORDER_STATES)
        return reads && (left.rule || left.intent.confidence >= 0.80) && !left.is_loose;
    if (then || !reads || left.intent.kind != INTENT_CREATE || left.title.n == 0)
        return true;
    if (left.is_opened)
        return false;
    return order == ORDER_POINTED || !(left.is_deed || word_deed(left.title.w) != DEED_NONE);
}

/* "Interview with Ann went fine, tick it": what stands before that is no name of something new, whatever it begins
 * with. */
static bool is_ticked(const struct message_parser *r, struct span so_far, struct span rest)
{
    struct clause left;
    struct span more;

    return span_begins(rest, "*please|you|can|could|so|just tick|untick|uncheck it|that|this|them *off|please|then|now",
                       &more) &&
           more.n == 0 && clause_read(r, so_far, &left) && left.intent.kind == INTENT_CREATE && !left.rule;
}

/* ---- sentences ---- */

/* "Add the screed. Urgent, by Friday.": more of what was said last. */
static bool adds_to_last(struct splitting *c, struct span s)
{
    struct task_intent *last = c->n > 0 ? &c->ret[c->n - 1].intent : NULL;
    struct intent_slots more = { 0 };
    struct span rest;

    if (last && last->kind == INTENT_CREATE && last->set.title &&
        request_only_notes(s)) { /* "Exam on Monday. Add that." */
        last->confidence = 0.93;
        return true;
    }
    if (last && (last->kind == INTENT_CREATE || last->kind == INTENT_UPDATE) && s.n > 1 && is_note(s)) {
        last->set.description = span_text(c->r->a, span_from(s, 1));
        return true;
    }
    if (last && last->kind == INTENT_CREATE && last->set.title &&
        span_begins(s, "*i|we|i'll|will|really need|want|must|have *to|it|that|this|them|have|do|be|done", &rest) &&
        rest.n > 0 && (rest.n + 1 < s.n || phrase_word_is(rest.w, "by|before|until")) &&
        slots_are_when(c->r, rest)) { /* "stencil paper!! need it by Friday" */
        last->confidence = last->confidence < 0.82 ? 0.82 : last->confidence;
        s = rest;
    }
    if (s.n > 2 && phrase_word_is(&s.w[s.n - 2], "for") && phrase_word_is(&s.w[s.n - 1], "me|us"))
        s.n -= 2;                    /* "Very urgent for me!" */
    for (size_t i = 1; i < s.n; i++) /* "Top priority, otherwise it renews" */
        if (phrase_word_is(&s.w[i], "otherwise|because"))
            s.n = i;
    if (!last || (last->kind != INTENT_CREATE && last->kind != INTENT_UPDATE) || !slots_are_all(c->r, s, &more))
        return false;
    slots_join(&last->set, &more);
    if (last->kind == INTENT_CREATE && last->confidence >= WEAK && last->confidence < SAID_MORE)
        last->confidence = SAID_MORE;
    return true;
}

/* Whether something that a sentence says is sure. */
static bool is_settled(const struct splitting *c, size_t from)
{
    for (size_t i = from; i < c->n; i++)
        if (c->ret[i].intent.confidence >= 0.80 || !intent_type(c->ret[i].intent.kind) ||
            (c->ret[i].rule && c->ret[i].intent.kind == INTENT_LIST))
            return true;
    return false;
}

/* Whether what was said so far ends at this joint; what follows may then only be told, in *told. */
static bool ends_clause(const struct message_parser *r, struct span so_far, struct span joint, struct span rest,
                        bool reasons, bool *told)
{
    bool is_why = reasons && lead_read((struct span){ joint.w, joint.n + rest.n }).manner != MANNER_DUTY;
    enum order order = is_why ? ORDER_NONE : order_at(r, rest);
    bool then = span_has(joint, "then|also|but|plus|afterwards");

    if (*told) {
        *told = order == ORDER_NONE;
        return !*told;
    }
    if (order == ORDER_NONE && remark_told(r, so_far, rest) &&
        !remark_goes_back(r, (struct span){ so_far.w, so_far.n + joint.n + rest.n })) {
        *told = true;
        return true;
    }
    return order == ORDER_NONE ? denies(r, so_far, rest) : may_follow(r, so_far, rest, order, then);
}

/* The clauses that follow one another in a sentence. */
static void read_clauses(struct splitting *c, const struct message_parser *r, struct span s)
{
    bool told = false, wishes = lead_read(s).manner == MANNER_WISH;
    size_t start = 0, skip, joints = 0;

    for (size_t i = 1; i < s.n && c->n < MESSAGE_INTENTS && joints < SENTENCE_JOINTS; i++) {
        struct span so_far = { s.w + start, i - start };
        bool reasons = joints < REASONS && remark_why(s, start, i), was_told = told;
        if ((!boundary_at(s, i, &skip) && !reasons) || i + skip >= s.n)
            continue;
        joints++;
        if (wishes && i + skip + 2 < s.n && phrase_word_is(&s.w[i + skip], "to"))
            skip++; /* "I want to see ... and to delete ..." */
        if (!told && is_ticked(r, so_far, span_from(s, i + skip)))
            c->before = span_text(r->a, so_far);
        else if (!ends_clause(r, so_far, (struct span){ s.w + i, skip }, span_from(s, i + skip), reasons, &told))
            continue;
        else if (!was_told)
            read_piece(c, r, so_far);
        start = i = i + skip;
    }
    if (!told)
        read_piece(c, r, span_from(s, start));
}

void split_sentence(struct splitting *c, struct span s)
{
    struct message_parser r = *c->r;
    size_t before = c->n;
    bool changes, is_hence;
    struct clause left;
    struct span name;

    is_hence = reason_read(&r, s, &left);
    if (!is_hence && ((is_void(s) && !(topic_opened(&r, s, &left) && left.rule)) || adds_to_last(c, s)))
        return;
    if (is_hence || row_of_all(&r, s, &left) || topic_told(&r, s, &left) || topic_opened(&r, s, &left)) {
        keep_all(c, &left);
        return;
    }
    if (topic_cut(&r, &s, &name, &changes))
        keep_topic(c, &r, name, changes);
    r.is_polite = lead_read(s).manner == MANNER_POLITE;
    read_clauses(c, &r, s);
    if (!is_settled(c, before) && topic_embedded_order(&r, s, &left)) {
        c->n = before;
        bind_pronoun(c, &left.intent);
        split_keep(c, &left);
    }
}
