/* interpret.c - the message as a whole and by its fragments. A reading that can be carried out goes before one that
 * cannot. */
#include "agents/tasks/interpret/interpret.h"
#include "agents/tasks/interpret/change_request.h"
#include "agents/tasks/interpret/correction.h"
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/interpret/note.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/broader_search.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/likely_intent.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/turn/turn.h"
#include "base/json.h"
#include "model/tasks.h"
#include <string.h>

#define PLAIN 0.93      /* an order in so many words */
#define PLAIN_NEW 0.95  /* and to add something: the tasks that are there need not be looked through for that */
#define RULED 0.90      /* by a rule that is hardly ever wrong */
#define DOUBTED 0.55    /* below every threshold */
#define RATHER_NEW 0.50 /* so likely something new is meant where no task is there that could be changed */

/* How likely another reading has to be, to be heard before what the rules read: people say things in more ways than
 * rules know, and what the words are like is right more often than they are where the two differ. */
#define RATHER 0.60
#define RATHER_THAN_RULED 0.80
#define RATHER_THAN_PLAIN 0.90

static double surest(const struct task_intent *e, size_t n)
{
    double most = 0;

    for (size_t i = 0; i < n; i++)
        most = turn_is_sure(&e[i]) && e[i].confidence > most ? e[i].confidence : most;
    return most;
}

static double hear_from(const struct task_intent *e, size_t n)
{
    double ours = surest(e, n);

    return ours >= PLAIN ? RATHER_THAN_PLAIN : ours > 0 ? RATHER_THAN_RULED : RATHER;
}

static void take(const struct likely_intent *s, struct task_intent intents[static MESSAGE_INTENTS], size_t *n)
{
    memcpy(intents, s->intents, s->n * sizeof *s->intents);
    *n = s->n;
}

static bool is_step(enum intent_kind kind)
{
    return kind == INTENT_UNDO || kind == INTENT_REDO;
}

/* Whether a date or a priority was read as a new name: "edit item four, shift to 2 December". */
static bool is_misnamed(const struct likely_intent *s, const struct task_intent *e)
{
    const struct intent_slots *set = &s->intents[0].set;

    return s->n == 1 && s->kind == INTENT_UPDATE && e->set.title && !set->title && (set->due || set->priority) &&
           !content_says(s->intents[0].said,
                         "rename|retitle|reword|rephrase|name|title|call|called|say|says|read|reads");
}

/* What the words are like says of one intent that it is meant so: then the tasks say of which. */
static void confirm(const struct likely_intent *s, struct task_intent *e)
{
    bool sure = turn_is_sure(e);

    e->is_plain |= s->likely >= RATHER_THAN_PLAIN;
    if (is_misnamed(s, e))
        *e = s->intents[0];
    if (!sure && s->n == 1 && s->kind != INTENT_CREATE && !is_step(s->kind))
        *e = s->intents[0];
    else if (!sure && (s->n == 1 || (s->kind == INTENT_CREATE && e->set.title && s->likely >= RATHER_THAN_PLAIN)))
        e->confidence = tasks_intent(intent_type(s->kind))->threshold;
}

static bool is_named(const struct task_intent *e)
{
    return e->about && reference_read(e->about).kind == REFERENCE_NAME;
}

/* Whether a name with a date beside it is mostly of other words than the task's that it is likest to: "milking machine
 * service tomorrow" is not "buy milk". */
static bool is_other_name(struct turn *t, const struct likely_intent *s, const struct task_intent *e)
{
    struct content said, own;
    size_t same = 0;

    if (!e->is_named || e->kind != INTENT_CREATE || !e->set.title || s->kind != INTENT_UPDATE || s->n != 1 ||
        !s->intents[0].about)
        return false;
    said = content_of(t, e->set.title);
    own = content_of(t, s->intents[0].about);
    for (size_t i = 0; i < said.n; i++)
        same += content_has(&own, &said.words[i], content_same);
    return said.n > 2 && same * 3 <= said.n;
}

/* The readings of the rules beside what the words are like. */
static void weigh(struct turn *t, const struct likely_intent *s, struct task_intent intents[static MESSAGE_INTENTS],
                  size_t *n)
{
    bool same = *n > 0 && s->is_kind && s->kind == intents->kind && !interpret_are_mixed(intents, *n);

    if (s->likely < hear_from(intents, *n))
        return;
    if (!same && s->kind == INTENT_CREATE &&
        (*n > 1 || surest(intents, *n) >= RULED)) /* an order to what is not there is no task */
        return;
    if (*n == 1 && is_other_name(t, s, intents))
        return;
    if (!same && s->is_kind && is_step(s->kind) && *n == 1 && is_named(intents)) /* the last one is of another task */
        return;
    if (s->is_none)
        *n = 0;
    else if (s->asks && *n == 1 && intents->confidence < RULED && s->likely >= RATHER_THAN_PLAIN)
        intents->confidence = DOUBTED;
    else if (same && *n == 1)
        confirm(s, intents);
    else if (!same && s->is_kind && s->n > 0 &&
             !(interpret_are_mixed(intents, *n) && interpret_are_ordered(intents, *n, s->kind)))
        take(s, intents, n);
    else if (!same && s->is_kind && *n == 1 && intents->kind == INTENT_CREATE)
        intents->confidence = DOUBTED; /* something of a task that is there, but of which? */
}

/* Whether it is of one kind, whatever its pieces could be by themselves. */
static bool is_one(const struct likely_intent *s)
{
    return s->is_kind && s->n > 0 && s->likely >= RATHER_THAN_RULED;
}

/* What is meant so, but names a task in words that none is called by, or points at nothing: then all that was said
 * tells which it is. */
static int find_task(struct turn *t, const struct likely_intent *s, struct task_intent *e, struct err *err)
{
    struct resolved f;
    size_t reach;

    if (s->n != 1 || !s->is_kind || s->kind != e->kind || !s->intents->about || likely_is_quoted(t, e) ||
        !(is_named(s->intents) || reference_read(s->intents->about).kind == REFERENCE_PLACE) ||
        !(is_named(e) || (interpret_is_pronoun(e) && !e->set.title && !e->set.description)))
        return 0; /* what it is to be called says nothing about which it is */
    if (interpret_reach(t, e, 1, &reach, err) < 0 || (reach > 0 && resolve_tasks(t, e, &f, err) < 0))
        return -1;
    if (reach == 0 || (interpret_is_pronoun(e) && f.how != RESOLVED_THESE))
        *e = s->intents[0];
    return 0;
}

static int listen(struct turn *t, const char *said, struct task_intent intents[static MESSAGE_INTENTS], size_t *n,
                  struct likely_intent *ret, struct err *err)
{
    *ret = (struct likely_intent){ 0 };
    if (*n == 1 &&
        (!intent_type(intents->kind) || (intents->kind == INTENT_CREATE && intents->confidence >= PLAIN_NEW)))
        return 0;
    if (likely_intents(t, said, intents, *n, ret, err) < 0)
        return -1;
    weigh(t, ret, intents, n);
    return *n == 1 ? find_task(t, ret, intents, err) : 0;
}

int interpret_words(struct turn *t, const char *said, struct task_intent intents[static MESSAGE_INTENTS], size_t *n,
                    struct err *err)
{
    struct likely_intent s;

    return *n > 1 ? 0 : listen(t, said, intents, n, &s, err);
}

/* Whether each kind of these is among those. */
static bool has_kinds(const struct task_intent *those, size_t n_those, const struct task_intent *these, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool has = false;
        for (size_t k = 0; k < n_those; k++)
            has |= those[k].kind == these[i].kind;
        if (!has)
            return false;
    }
    return true;
}

static bool has_pronoun(const struct task_intent *intents, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (interpret_is_pronoun(&intents[i]))
            return true;
    return false;
}

/* Whether the pieces say more than the whole, or say of what is there what the whole takes for something new; or what
 * its "it" is. */
static bool says_more(const struct task_intent *apart, size_t n_apart, const struct task_intent *whole, size_t n,
                      size_t reach)
{
    bool named = false;

    if (n_apart > reach)
        return true;
    if (n_apart > n && n_apart == reach && has_pronoun(whole, n) && !has_pronoun(apart, n_apart) &&
        has_kinds(apart, n_apart, whole, n))
        return true;
    if (n > 1 && n_apart == n && interpret_are_mixed(apart, n_apart) &&
        !interpret_are_mixed(whole, n)) /* the same to all of them, where each is something else */
        return true;
    for (size_t i = 0; i < n && n_apart == n; i++) {
        bool same = apart[i].kind == whole[i].kind;
        if (!same && whole[i].kind != INTENT_CREATE)
            return false;
        named |=
            same ? interpret_is_pronoun(&whole[i]) && !interpret_is_pronoun(&apart[i]) : apart[i].kind != INTENT_LIST;
        named |= same && whole[i].kind == INTENT_UNDO && whole[i].about && !apart[i].about; /* the rest is talk */
    }
    return n_apart == n && named;
}

/* What is asked was not told: only what was plainly ordered is left. */
static void forget_told(struct task_intent intents[static MESSAGE_INTENTS], size_t *n)
{
    size_t kept = 0;

    for (size_t i = 0; i < *n; i++)
        if (intents[i].kind != INTENT_COMPLETE || intents[i].confidence >= RULED)
            intents[kept++] = intents[i];
    *n = kept;
}

/* What is not to be added is not new, and what is kept does not go. */
static void forget_denied(struct turn *t, const char *message, struct task_intent intents[static MESSAGE_INTENTS],
                          size_t *n)
{
    bool adds = !negation_new(message), keeps = negation_gone(message);
    size_t kept = 0;

    for (size_t i = 0; i < *n; i++)
        if (!(intents[i].kind == INTENT_CREATE && !adds) && !(intents[i].kind == INTENT_DELETE && keeps))
            intents[kept++] = intents[i];
    t->is_talk |= kept < *n && kept == 0;
    *n = kept;
}

/* A change of nothing that is there, in words that are rather those of something new. */
static int prefer_new(struct turn *t, const struct likely_intent *s, struct task_intent intents[static MESSAGE_INTENTS],
                      size_t *n, struct err *err)
{
    struct resolved f;

    if (*n != 1 || s->n != 1 || s->kind != INTENT_CREATE || s->likely < RATHER_NEW || intents->every ||
        intents->set.title || (intents->about && content_says(intents->about, "one|task|item|entry|todo|list")) ||
        (intents->kind != INTENT_UPDATE && intents->kind != INTENT_COMPLETE))
        return 0;
    if (resolve_tasks(t, intents, &f, err) < 0 || broader_tasks(t, intents, &f, err) < 0)
        return -1;
    if (f.how == RESOLVED_NONE || f.how == RESOLVED_NO_LIST)
        take(s, intents, n);
    return 0;
}

/* A no to nothing that was asked: it may take back what was just done. */
static int take_back(struct turn *t, const char *message, struct task_intent intents[static MESSAGE_INTENTS], size_t *n,
                     struct err *err)
{
    struct likely_intent s;

    if (likely_intents(t, message, intents, *n, &s, err) < 0)
        return -1;
    if (s.n == 1 && (s.kind == INTENT_UNDO || s.kind == INTENT_REDO) && s.likely >= RATHER_THAN_RULED)
        take(&s, intents, n);
    return 0;
}

/* Piece by piece, where that says more. */
static int hear_apart(struct turn *t, const char *message, const struct likely_intent *s,
                      struct task_intent intents[static MESSAGE_INTENTS], size_t *n, struct err *err)
{
    struct task_intent apart[MESSAGE_INTENTS];
    size_t n_apart, reach;
    bool is_finer;

    if (interpret_fragments(t, message, apart, &n_apart, err) < 0)
        return -1;
    t->is_talk |= *n == 0 && s->is_none && s->is_about;
    if (s->is_none && s->likely >= RATHER_THAN_PLAIN && surest(apart, n_apart) < RULED)
        return 0;
    if (n_apart == 1 && is_one(s) && s->kind == INTENT_CREATE && s->likely >= RATHER_THAN_PLAIN) /* and nothing else */
        return 0;
    if (n_apart == 0 ||
        (is_one(s) && interpret_are_mixed(apart, n_apart) && !interpret_are_ordered(apart, n_apart, s->kind)))
        return 0;
    if (interpret_reach(t, intents, *n, &reach, err) < 0 ||
        interpret_is_finer(t, apart, n_apart, intents, *n, &is_finer, err) < 0)
        return -1;
    if (is_finer || says_more(apart, n_apart, intents, *n, reach) ||
        (s->is_several && s->likely >= RATHER && n_apart > *n)) {
        memcpy(intents, apart, n_apart * sizeof *apart);
        *n = n_apart;
    }
    return 0;
}

/* Whether it only says that all is to stay as it is. */
static int is_left(struct turn *t, const char *message, bool *ret, struct err *err)
{
    bool stays = negation_stays(message);
    struct task_candidates m;
    size_t from = 0;

    *ret = negation_left(message);
    if (*ret || !(stays || negation_order(message, &from)))
        return 0;
    if (candidate_begin(t, message, &m, err) < 0)
        return -1;
    for (size_t i = 0; stays && i < json_len(m.tasks); i++)
        *ret |= content_count(&m.words, &m.titles[i], content_same) > 0;
    if (stays)
        return 0;
    *ret = true;
    for (size_t i = 0; i < m.words.n; i++)
        for (size_t k = 0; k < json_len(m.tasks) && m.words.words[i].from == from; k++)
            *ret &= !content_has(&m.titles[k], &m.words.words[i], content_same) ||
                    content_count(&m.words, &m.titles[k], content_same) < 2;
    return 0;
}

/* Something new whose name is a list of things is as many. */
static void part_things(struct turn *t, const char *message, struct task_intent intents[static MESSAGE_INTENTS],
                        size_t *n)
{
    struct task_intent things[MESSAGE_INTENTS];
    size_t found = *n == 1 && intents->kind == INTENT_CREATE && turn_is_sure(intents)
                       ? intents_of_items(t->a, message, &t->now, things)
                       : 0;

    if (found > 0) {
        memcpy(intents, things, found * sizeof *things);
        *n = found;
    }
}

/* What only leads to the name of something new is none of it, in whatever words. */
static void begin_title(struct turn *t, const char *message, struct task_intent *e, size_t n)
{
    const char *rest =
        n == 1 && e->kind == INTENT_CREATE && e->set.title ? title_restart(t->a, message, e->set.title, &t->now) : NULL;

    e->set.title = rest ? rest : e->set.title;
}

/* "I've been to the bank, you can strike it": what is done and then struck off is done. */
static void strike(const struct task_intent *e, size_t *n)
{
    if (*n == 2 && e[0].kind == INTENT_COMPLETE && e[1].kind == INTENT_DELETE && e[0].about && e[1].about &&
        strcmp(e[0].about, e[1].about) == 0 && e[1].said && content_says(e[1].said, "strike|cross|scratch|off") &&
        !content_says(e[1].said, "delete|remove|bin|erase|tick"))
        *n = 1;
}

/* A change that is ordered, where the last sentence does not turn to another task. */
static int order_alone(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it, struct err *err)
{
    bool turns;

    if (request_change(t, message, ret, ret_is_it, err) < 0)
        return -1;
    if (!*ret_is_it)
        return 0;
    if (fragment_turns_last(t, message, &turns, err) < 0)
        return -1;
    *ret_is_it = !turns;
    return 0;
}

int interpret(struct turn *t, const char *message, struct task_intent intents[static MESSAGE_INTENTS], size_t *n,
              struct err *err)
{
    struct task_intent apart[1];
    struct likely_intent s;
    bool is_change, is_same;

    if (negation_asked(message))
        forget_told(intents, n);
    if (is_left(t, message, &is_same, err) < 0)
        return -1;
    if (is_same) {
        t->is_talk = true;
        *n = 0;
        return 0;
    }
    if (t->is_answer || reply_read(message) == REPLY_YES)
        return 0;
    if (reply_read(message) == REPLY_NO)
        return take_back(t, message, intents, n, err);
    if (correction_of_last(t, message, apart, &is_change, err) < 0 ||
        (!is_change && note_for_task(t, message, apart, &is_change, err) < 0) ||
        (!is_change && order_alone(t, message, apart, &is_change, err) < 0))
        return -1;
    if (is_change) {
        intents[0] = apart[0];
        *n = 1;
        return 0;
    }
    if (listen(t, message, intents, n, &s, err) < 0 || hear_apart(t, message, &s, intents, n, err) < 0)
        return -1;
    if (prefer_new(t, &s, intents, n, err) < 0)
        return -1;
    strike(intents, n);
    forget_denied(t, message, intents, n);
    begin_title(t, message, intents, *n);
    part_things(t, message, intents, n);
    return 0;
}
