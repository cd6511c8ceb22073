/* intent.c - the clauses of a message as intents. A clause that completes the one before it is merged into that one,
 * and a greeting beside an intent is dropped. parser.h says how a clause is read.
 */
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/rules/rules.h"
#include "agents/tasks/parse/slots/slots.h"
#include "agents/tasks/parse/split/split.h"
#include "agents/tasks/parse/words/words.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/timefmt.h"
#include <string.h>
#include <strings.h>

#define ASKED_FOR 0.90 /* "I have an exam on Monday, add it" */

const char *intent_type(enum intent_kind kind)
{
    switch (kind) {
    case INTENT_CREATE:
        return "create";
    case INTENT_LIST:
    case INTENT_MORE:
        return "list";
    case INTENT_UPDATE:
    case INTENT_REOPEN:
    case INTENT_UNDO:
    case INTENT_REDO:
        return "update";
    case INTENT_COMPLETE:
        return "complete";
    case INTENT_DELETE:
        return "delete";
    case INTENT_HELP:
    case INTENT_COURTESY:
        break;
    }
    return NULL;
}

/* ---- what belongs together ---- */

static void put(const char **to, const char *from)
{
    if (from)
        *to = from;
}

void slots_join(struct intent_slots *to, const struct intent_slots *from)
{
    put(&to->description, from->description);
    put(&to->due, from->due);
    put(&to->remind, from->remind);
    put(&to->repeat, from->repeat);
    put(&to->priority, from->priority);
    for (size_t i = 0; i < from->n_tags && to->n_tags < TASK_TAGS; i++)
        to->tags[to->n_tags++] = from->tags[i];
}

void intent_confirm(struct task_intent *before, const struct task_intent *again)
{
    if (again->confidence <= before->confidence)
        return;
    before->confidence = again->confidence;
    before->n_others = 0;
}

/* "Add a task to call Ann. It's due on Friday." is one intent. */
static bool continues(const struct task_intent *before, const struct task_intent *e)
{
    return before->kind == INTENT_CREATE && e->kind == INTENT_UPDATE && e->about && e->set.n_untags == 0 &&
           boundary_is_pronoun(e->about) && strcasecmp(e->about, "them") != 0 && strcasecmp(e->about, "those") != 0 &&
           strcasecmp(e->about, "these") != 0;
}

/* "It's time I sorted the loft, I need to sort the loft": said twice. */
static bool repeats_new(struct task_intent *before, const struct task_intent *e)
{
    if (before->kind != INTENT_CREATE || e->kind != INTENT_CREATE || !before->set.title || !e->set.title ||
        strcasecmp(before->set.title, e->set.title) != 0)
        return false;
    slots_join(&before->set, &e->set);
    intent_confirm(before, e);
    return true;
}

/* "what's done and what's not": two lists that are one. */
static bool completes_list(struct task_intent *before, const struct task_intent *e)
{
    const char *a = before->filter.status, *b = e->filter.status;

    if (before->kind != INTENT_LIST || e->kind != INTENT_LIST || !a || !b || strcmp(a, b) == 0 || before->about ||
        e->about || e->filter.search || e->filter.has_due || e->filter.tag || e->filter.priority)
        return false;
    before->filter.status = NULL;
    return true;
}

/* A greeting, and a name that stands alone beside an order, want nothing. */
static bool is_idle(const struct clause *c, bool has_order)
{
    if (!has_order)
        return false;
    return !intent_type(c->intent.kind) || (!c->rule && c->intent.confidence < 0.60);
}

const char *title_unplaced(struct arena *a, const char *words)
{
    static const char instead[] = " instead";
    size_t n = strlen(words), end = sizeof instead - 1, mark = n > 0 && strchr(".!,", words[n - 1]) ? 1 : 0;

    if (n > end && strncasecmp(words, instead + 1, end - 1) == 0 && words[end - 1] == ' ')
        return arena_str(a, words + end);
    return n > end + mark && strncasecmp(words + n - end - mark, instead, end) == 0
               ? arena_dup(a, words, n - end - mark)
               : words;
}

/* Whether what follows may be said to be in its place. */
static bool makes_room(enum intent_kind kind)
{
    return kind == INTENT_DELETE || kind == INTENT_UNDO;
}

/* The day that was spoken of last; NULL when there is none. */
static const char *day_said(struct arena *a, const struct task_intent *e)
{
    char text[TIME_TEXT_BYTES];

    if (e->kind == INTENT_LIST) {
        if (!e->filter.has_due || e->filter.due.is_overdue || e->filter.due.from != e->filter.due.to)
            return NULL;
        date_text(e->filter.due.from, text);
        return arena_str(a, text);
    }
    return e->set.due && *e->set.due >= '0' && *e->set.due <= '9' ? arena_dup(a, e->set.due, strcspn(e->set.due, "T"))
                                                                  : NULL;
}

/* "What's on Friday? And put the vet on that day too." */
static void give_that_day(struct arena *a, const struct task_intent *before, struct task_intent *e)
{
    struct span said;

    if (e->kind != INTENT_CREATE || e->set.due || !e->said)
        return;
    said = words_of(a, e->said);
    for (size_t i = 0; i + 1 < said.n; i++)
        if (phrase_word_is(&said.w[i], "that|same") && phrase_word_is(&said.w[i + 1], "day"))
            e->set.due = day_said(a, before);
}

size_t intents_read(struct arena *a, const char *message, const struct civil *now,
                    struct task_intent ret[static MESSAGE_INTENTS])
{
    const struct message_parser r = { .a = a, .now = now };
    struct clause *clauses = arena_array(a, MESSAGE_INTENTS, sizeof *clauses);
    bool has_order = false;
    size_t found, n = 0;

    split_read(&r, words_of(a, message), clauses, &found);
    for (size_t i = 0; i < found; i++)
        has_order |= intent_type(clauses[i].intent.kind) && (clauses[i].rule || clauses[i].intent.confidence >= 0.60);
    for (size_t i = 0; i < found; i++) {
        const struct task_intent *e = &clauses[i].intent;
        if (is_idle(&clauses[i], has_order))
            continue;
        if (n > 0 && continues(&ret[n - 1], e)) {
            if (e->set.title) /* "a task for the bottles, call it 'swap bottles'" */
                ret[n - 1].set.title = e->set.title;
            slots_join(&ret[n - 1].set, &e->set);
            continue;
        }
        if (n > 0 && ret[n - 1].kind == INTENT_CREATE && e->kind == INTENT_CREATE && !e->set.title) {
            ret[n - 1].confidence = ASKED_FOR;
            continue;
        }
        if (n > 0 && (completes_list(&ret[n - 1], e) || repeats_new(&ret[n - 1], e)))
            continue;
        if (n > 0 && !intent_type(e->kind) && e->kind == ret[n - 1].kind)
            continue;
        ret[n++] = *e;
        if (n > 1 && makes_room(ret[n - 2].kind) && e->set.title)
            ret[n - 1].set.title = title_unplaced(a, e->set.title);
        if (n > 1)
            give_that_day(a, &ret[n - 2], &ret[n - 1]);
    }
    return n;
}
