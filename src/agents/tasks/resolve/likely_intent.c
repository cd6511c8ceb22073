/* likely_intent.c - the likeliest kind of intent, and what it is about. */
#include "agents/tasks/resolve/likely_intent.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

#define EVIDENT                                                                                                        \
    0.25 /* so likely a change has to be where it can be read of the very task that was named; then it is so: */
#define EVIDENTLY 0.89
#define UNCLEAR 0.50 /* where nothing is likelier than that, so little will do: */
#define EVIDENT_LEAST 0.08
#define SENSE_SURE 0.90  /* so likely a kind is hardly ever another one */
#define SENSE_LEAST 0.40 /* so likely it is rather meant than nothing, where the rules read it too; */
#define SENSE_NEW 0.50   /* and where they do not */
#define PERHAPS 0.10     /* so likely a deletion is asked about */
#define TOLD 0.50        /* so likely it is done where just that was told of a task */

/* How likely a kind has to be, by what it costs to be wrong: a deletion is asked about, a list changes nothing. */
static const struct {
    enum intent_kind kind;
    double least;
} senses[WANTED_ASK] = {
    [WANTED_CREATE] = { INTENT_CREATE, 0.80 }, [WANTED_LIST] = { INTENT_LIST, 0.55 },
    [WANTED_UPDATE] = { INTENT_UPDATE, 0.60 }, [WANTED_COMPLETE] = { INTENT_COMPLETE, 0.65 },
    [WANTED_REOPEN] = { INTENT_REOPEN, 0.60 }, [WANTED_DELETE] = { INTENT_DELETE, 0.50 },
    [WANTED_UNDO] = { INTENT_UNDO, 0.60 },     [WANTED_REDO] = { INTENT_REDO, 0.60 },
};

/* ---- the kind ---- */

/* The tasks that were spoken of, and what was done just before. */
static struct message_scene scene_of(const struct task_candidates *s)
{
    size_t n = json_len(s->tasks);
    struct scene_task *tasks = arena_array(s->t->a, n + 1, sizeof *tasks);

    for (size_t i = 0; i < n; i++) {
        const struct json *task = json_at(s->tasks, i);
        tasks[i].title = json_get_text(task, "title");
        tasks[i].is_done = strcmp(json_get_text(task, "status"), "completed") == 0;
    }
    return (struct message_scene){ tasks, n, json_get_text(s->t->talk.metadata, "last_tool_used") };
}

static enum wanted likeliest(struct task_candidates *s, const struct task_intent *ours, size_t n_ours,
                             double p[static WANTED_KINDS], double *ret)
{
    struct message_scene scene = scene_of(s);
    const char **features;
    size_t n = intent_features(s->t->a, s->said, ours, n_ours, &scene, &features);
    enum wanted best = WANTED_CREATE;

    intent_weigh(features, n, p);
    for (enum wanted k = WANTED_CREATE; k < WANTED_KINDS; k++)
        best = p[k] > p[best] ? k : best;
    *ret = p[best];
    return best;
}

/* Whether nothing but words of one title was said, as it has them: then nobody said what becomes of it. */
static bool is_name_alone(const struct task_candidates *s, const struct phrase *p)
{
    for (size_t i = 0; i < json_len(s->tasks); i++) {
        struct phrase title;
        const char *text = json_get_text(json_at(s->tasks, i), "title");
        size_t own = 0;
        phrase_split(text, text + strlen(text), &title);
        for (size_t k = 0; k < p->n; k++) {
            bool is_own = phrase_word_is(&p->words[k], "the|my|our|a|an|both|and|that|this|also");
            for (size_t j = 0; j < title.n && !is_own; j++)
                is_own = p->words[k].n > 0 && p->words[k].n == title.words[j].n &&
                         strncasecmp(p->words[k].p, title.words[j].p, title.words[j].n) == 0;
            own += is_own;
        }
        if (p->n > 0 && own == p->n)
            return true;
    }
    return false;
}

/* Whether a kind can be meant, for all that was said: where it is in doubt nothing that is supposed or told of others
 * is; and what is denied or left out never is done. */
static bool may_be(const struct task_candidates *s, enum intent_kind kind)
{
    bool asked_for = false;
    size_t from, to;
    struct phrase p;

    if (kind == INTENT_CREATE || kind == INTENT_LIST)
        return true;
    phrase_split(s->said, s->said + strlen(s->said), &p);
    if (p.n > 0 && phrase_word_is(p.words, "don't|dont|never")) /* "dont take em off the list" */
        return false;
    for (size_t i = 0; i < p.n; i++)
        asked_for |= phrase_word_is(&p.words[i], "can|could|would|will|please|may|mind");
    if (negation_commands(s->said) || ((kind == INTENT_COMPLETE || !s->is_sure) && p.asks && !asked_for))
        return false;
    if (!s->is_sure && negation_supposed(s->said))
        return false;
    if (kind != INTENT_COMPLETE)
        return true;
    if (is_name_alone(s, &p))
        return false;
    candidate_place(s, kind, &from, &to);
    return !negation_unreal(s->said) && !negation_some(s->said) && !negation_outright(s->said, from, to);
}

/* ---- with what ---- */

/* The same to each of several tasks, or to the one that is meant. */
static size_t on_tasks(struct task_candidates *s, enum intent_kind kind, struct task_intent ret[static LIKELY_INTENTS])
{
    const struct task_intent e = { .kind = kind, .said = s->said };
    size_t at[CANDIDATE_PARTS], n = candidate_tasks(s, kind, at);

    for (size_t i = 0; i < n && n > 1; i++) {
        ret[i] = e;
        ret[i].about = json_get_text(json_at(s->tasks, at[i]), "title");
    }
    if (n < 2) {
        n = 1;
        ret[0] = e;
        ret[0].about = candidate_task(s, kind);
    }
    for (size_t i = 0; i < n; i++)
        if (!ret[i].about ||
            (kind == INTENT_UPDATE && !intent_as_change(s->t->a, s->said, ret[i].about, &s->t->now, &ret[i].set)) ||
            (n > 1 && ret[i].set.title)) /* two are not called the same */
            return 0;
    return n;
}

/* Whether all of these words are of one task's title. */
static bool is_of_task(const struct task_candidates *s, const char *words)
{
    struct content said = content_of(s->t, words);

    for (size_t i = 0; i < json_len(s->tasks); i++)
        if (said.n > 0 && content_count(&s->titles[i], &said, content_same) == said.n)
            return true;
    return false;
}

/* Whether it tells how something was, or that it is not: nobody calls what is to be done so. A verb may begin something
 * to do ("ask what was said"), unless it is a task's name ("book club was fun"). */
static bool is_told(const struct task_candidates *s, const char *title)
{
    struct phrase p;

    phrase_split(title ? title : "", title ? title + strlen(title) : "", &p);
    for (size_t i = 1; i + 1 < p.n && i < 5; i++)
        if (phrase_word_is(&p.words[i], "was|were|wasn't|weren't|isn't|aren't|didn't|hasn't"))
            return !word_is_action(arena_dup(s->t->a, p.words[0].p, p.words[0].n)) ||
                   is_of_task(s, arena_dup(s->t->a, title, (size_t)(p.words[i].from - title)));
    return false;
}

static size_t as_kind(struct task_candidates *s, enum intent_kind kind, struct task_intent ret[static LIKELY_INTENTS])
{
    switch (kind) {
    case INTENT_CREATE: /* a word alone may be anything */
        return strpbrk(s->said, " \n") && intent_as_new(s->t->a, s->said, &s->t->now, s->is_sure, ret) &&
               !is_told(s, ret->set.title);
    case INTENT_LIST:
        return intent_as_list(s->t->a, s->said, &s->t->now, ret);
    case INTENT_UPDATE:
    case INTENT_COMPLETE:
    case INTENT_REOPEN:
    case INTENT_DELETE:
        return on_tasks(s, kind, ret);
    case INTENT_UNDO:
    case INTENT_REDO:
        ret[0] = (struct task_intent){ .kind = kind, .said = s->said };
        return 1;
    case INTENT_MORE:
    case INTENT_HELP:
    case INTENT_COURTESY:
        break;
    }
    return 0;
}

/* What machines write is no way that people talk; but for an arrow. */
static bool is_machine(const char *said)
{
    static const char machine[] = "{}<>_\\|*~";

    if (strchr("!/", *said) && *said && isalpha((unsigned char)said[1])) /* "/delete 1" */
        return true;
    for (const char *p = strpbrk(said, machine); p; p = strpbrk(p + 1, machine))
        if (*p != '>' || p == said || !strchr("-=", p[-1]) || p[1] != ' ')
            return true;
    return false;
}

/* Whether a change was said, in whatever words: one task was named, and what is to be different about it can be read.
 */
static bool is_evident(const struct task_candidates *s)
{
    struct task_candidates m = *s;
    struct intent_slots set;
    const char *about;
    bool is_title = false;

    m.wanted = WANTED_UPDATE;
    if (!may_be(&m, INTENT_UPDATE) || !(about = candidate_task(&m, INTENT_UPDATE)))
        return false;
    for (size_t i = 0; i < json_len(m.tasks); i++) /* and not the words that several share */
        is_title |= strcmp(about, json_get_text(json_at(m.tasks, i), "title")) == 0;
    return is_title && intent_as_change(m.t->a, m.said, about, &m.t->now, &set);
}

/* What is evidently a change is one also where its words are like those of other things. */
static void prefer_change(struct task_candidates *s, const double p[static WANTED_KINDS], double *likely)
{
    bool is_open = s->wanted == WANTED_UPDATE || s->wanted == WANTED_CREATE || s->wanted == WANTED_COMPLETE ||
                   s->wanted == WANTED_NONE;

    if (!is_open || p[WANTED_UPDATE] < (*likely < UNCLEAR ? EVIDENT_LEAST : EVIDENT) ||
        (s->wanted == WANTED_UPDATE && *likely >= EVIDENTLY) || !is_evident(s))
        return;
    s->wanted = WANTED_UPDATE;
    *likely = p[WANTED_UPDATE] >= 0.5 ? EVIDENTLY : senses[WANTED_UPDATE].least;
}

/* What may be to go, of one task that is beyond doubt, is asked about by its name: that is a better question than what
 * is wanted. */
static void prefer_deletion(struct task_candidates *s, const double p[static WANTED_KINDS], double *likely)
{
    struct task_candidates m = *s;
    bool is_open = s->wanted == WANTED_ASK || s->wanted == WANTED_CREATE || s->wanted == WANTED_COMPLETE ||
                   s->wanted == WANTED_UPDATE;

    m.wanted = WANTED_DELETE;
    if (!is_open || *likely >= SENSE_SURE || p[WANTED_DELETE] < PERHAPS || p[WANTED_DELETE] < p[WANTED_COMPLETE] ||
        p[WANTED_DELETE] < p[WANTED_UPDATE] || !may_be(&m, INTENT_DELETE) || !candidate_surely(&m, INTENT_DELETE))
        return;
    s->wanted = WANTED_DELETE;
    *likely = senses[WANTED_DELETE].least;
}

/* How likely it has to be at least: less of a change and of something new, which are easily taken back, where the rules
 * read the same, and of the latter where nothing else can be done; unless it may be meant for this program ("empty the
 * list silently"). */
static double least_of(struct turn *t, enum wanted wanted, const char *said, const struct task_intent *ours,
                       size_t n_ours)
{
    if (wanted == WANTED_UPDATE && n_ours == 1 && ours->kind == INTENT_UPDATE)
        return SENSE_LEAST;
    if (wanted != WANTED_CREATE)
        return senses[wanted].least;
    if (message_is_about_program(t->a, said))
        return 1;
    return n_ours == 1 && ours->kind == INTENT_CREATE ? SENSE_LEAST : SENSE_NEW;
}

int likely_intents(struct turn *t, const char *said, const struct task_intent *ours, size_t n_ours,
                   struct likely_intent *ret, struct err *err)
{
    struct task_candidates s;
    double p[WANTED_KINDS], least;

    *ret = (struct likely_intent){ 0 };
    if (is_machine(said))
        return 0;
    if (candidate_begin(t, said, &s, err) < 0)
        return -1;
    s.wanted = likeliest(&s, ours, n_ours, p, &ret->likely);
    prefer_change(&s, p, &ret->likely);
    prefer_deletion(&s, p, &ret->likely);
    if (s.wanted == WANTED_UPDATE &&
        candidate_tells(&s, NULL)) /* "the room is booked for Thursday" of "book the room" */
        s.wanted = WANTED_COMPLETE;
    if (s.wanted == WANTED_COMPLETE && ret->likely >= TOLD && ret->likely < senses[s.wanted].least &&
        candidate_tells(&s, NULL))
        ret->likely = senses[s.wanted].least;
    ret->asks = s.wanted == WANTED_ASK;
    ret->is_none = s.wanted == WANTED_NONE;
    ret->is_several = s.wanted == WANTED_SEVERAL;
    for (size_t i = 0; i < json_len(s.tasks); i++)
        ret->is_about |= content_count(&s.words, &s.titles[i], content_same) > 0;
    least = s.wanted < WANTED_ASK ? least_of(t, s.wanted, said, ours, n_ours) : 1;
    if (s.wanted >= WANTED_ASK || ret->likely < least)
        return 0;
    s.likely = ret->likely;
    s.is_sure = ret->likely >= SENSE_SURE;
    ret->kind = senses[s.wanted].kind;
    ret->is_kind = may_be(&s, ret->kind) && ret->likely >= senses[s.wanted].least;
    ret->n = may_be(&s, ret->kind) ? as_kind(&s, ret->kind, ret->intents) : 0;
    for (size_t i = 0; i < ret->n; i++) {
        ret->intents[i].confidence = tasks_intent(intent_type(ret->kind))->threshold;
        ret->intents[i].is_plain = s.is_sure;
    }
    return 0;
}

bool likely_is_quoted(const struct turn *t, const struct task_intent *e)
{
    const char *at = e->about ? strstr(t->message, e->about) : NULL;

    return at && at > t->message && strchr("'\"`", at[-1]);
}

/* What only points is no answer to which task is called so; but for a place that was spoken of first ("the first one,
 * done, sorry"). */
static bool is_telling(const struct task_intent *e, const char *said, const char *found)
{
    enum reference_kind kind = reference_read(found).kind;
    bool is_named = e->about && reference_read(e->about).kind == REFERENCE_NAME;

    return kind == REFERENCE_NAME || !is_named || (kind == REFERENCE_PLACE && strncmp(said, found, strlen(found)) == 0);
}

int likely_task(struct turn *t, const struct task_intent *e, const char *said, const char **ret, struct err *err)
{
    bool is_named = e->about && reference_read(e->about).kind == REFERENCE_NAME;
    struct task_candidates s;

    *ret = NULL;
    if (e->set.title || e->set.description) /* what it is to be called says nothing about which it is */
        said = is_named ? e->about : NULL;
    if (!said || likely_is_quoted(t, e))
        return 0;
    if (candidate_begin(t, said, &s, err) < 0)
        return -1;
    s.wanted = candidate_wanted(e->kind);
    /* a deed that was made out of what was told: "vanish the bicycle" */
    s.is_ordered = true;
    s.is_strict = e->kind == INTENT_COMPLETE && is_named && !strstr(t->message, e->about);
    *ret = candidate_task(&s, e->kind);
    if (*ret && !is_telling(e, said, *ret))
        *ret = NULL;
    return 0;
}
