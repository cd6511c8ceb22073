/* grounding.c - an unsure intent is held against the one task its words fit.
 *
 * Where the words were read as a completion, two of them have to be the title's, or all of the title has to be said.
 * Where they were read as a name that could be anything, one has to be the past form of a word in the title besides:
 * "floorboards sanded" of "sand the floorboards". That form is what makes a statement of it.
 *
 * An order that could be one for the program or a task of its own ("drop the dialect query") is one for the program
 * where there is such a task; and a name with a date set apart from it ("haze fluid: by Wednesday") is a change of the
 * task of that name.
 */
#include "agents/tasks/interpret/grounding.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/likely_intent.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/title_search.h"
#include "agents/tasks/turn/turn.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <string.h>

#define ORDERED 0.70 /* so sure at least is an order by its words; below that it is a guess */
#define PLAIN 0.86   /* as sure as a deletion in so many words */
#define DOUBTED 0.60 /* the same of one that does not say what it is about */

/* What says that it is not so, not yet so, or not known. */
static const char doubts[] = "not|no|never|none|nobody|nothing|without|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|"
                             "werent|hasn't|hasnt|haven't|havent|hadn't|hadnt|didn't|didnt|doesn't|doesnt|don't|dont|"
                             "won't|wont|can't|cant|cannot|couldn't|couldnt|wouldn't|wouldnt|shouldn't|shouldnt|if|"
                             "unless|when|until|till|before|after|once|should|would|could|might|may|must|will|shall|"
                             "wish|hope|maybe|perhaps|probably|almost|nearly|half|partly|mostly|still|yet|who|what|"
                             "which|where|why|how|need|needs|want|wants|supposed|needed|wanted|forgot|failed|cancelled|"
                             "canceled|said|says|told|asked|gonna|going|let's|lets";

static bool is_doubted(const char *said)
{
    struct phrase p;

    phrase_split(said, said + strlen(said), &p);
    for (size_t i = 0; i < p.n; i++)
        if (p.words[i].is_quoted || phrase_word_is(&p.words[i], doubts))
            return true;
    return p.asks;
}

/* A word that the title has in another form than that of the past. */
static bool says_done(const struct content *said, const struct content *title)
{
    for (size_t i = 0; i < said->n; i++)
        for (size_t k = 0; k < title->n; k++)
            if (content_is_past(&said->words[i]) && !content_is_past(&title->words[k]) &&
                content_same(&said->words[i], &title->words[k]))
                return true;
    return false;
}

static bool bears_out(struct turn *t, const struct task_intent *e, const struct json *task)
{
    struct content said = content_of(t, e->said), title = content_of(t, json_get_text(task, "title"));
    struct content about = content_of(t, e->about);
    size_t shared = content_count(&about, &title, content_kin);

    if (shared < 2 && shared < title.n)
        return false;
    return e->kind == INTENT_COMPLETE || says_done(&said, &title);
}

/* Whether it was read as a completion, or could be one. */
static bool could_complete(const struct task_intent *e)
{
    bool found = e->kind == INTENT_COMPLETE;

    for (size_t i = 0; e->kind == INTENT_CREATE && i < e->n_others; i++)
        found |= e->others[i].kind == INTENT_COMPLETE;
    return found;
}

static bool may_complete(const struct task_intent *e)
{
    return could_complete(e) && !is_doubted(e->said);
}

/* What is told to be off or no longer needed, rather than ordered to be deleted. */
static bool is_called_off(const struct task_intent *e)
{
    return e->kind == INTENT_DELETE && e->confidence < PLAIN;
}

static bool may_be_ordered(const struct task_intent *e)
{
    return (e->kind == INTENT_UPDATE || e->kind == INTENT_REOPEN || e->kind == INTENT_DELETE) &&
           e->confidence >= ORDERED && !is_doubted(e->said);
}

/* An order that does not say itself what it is about ("tick", "remove it"), and nothing else is in doubt. */
static bool is_bare_order(const struct task_intent *e)
{
    return (e->kind == INTENT_COMPLETE || e->kind == INTENT_DELETE) && e->said && !e->every &&
           e->confidence >= DOUBTED && (!e->about || reference_read(e->about).kind == REFERENCE_IT) &&
           !is_doubted(e->said);
}

/* What was told of a task that is there. */
static void become(const struct task_intent *e, enum intent_kind kind, struct task_intent *ret)
{
    *ret = *e;
    ret->kind = kind;
    ret->confidence = tasks_intent(intent_type(kind))->threshold;
    ret->n_others = 0;
    if (kind != INTENT_UPDATE)
        ret->set = (struct intent_slots){ 0 };
    else if (e->kind == INTENT_CREATE)
        ret->set.title = NULL;
    if (ret->set.repeat && !strstr(ret->set.repeat, "BY") && ret->set.due && !strchr(ret->set.due, 'T') &&
        !content_says(e->said ? e->said : "", "from|starting|beginning|on"))
        ret->set.due = NULL; /* "fortnightly" names no day: the task keeps its own */
}

bool grounding_may(const struct task_intent *e, bool unsure)
{
    if (e->is_named && !e->is_topic && e->kind == INTENT_CREATE && e->set.title)
        return true;
    if (unsure && is_bare_order(e))
        return true;
    return e->about && e->said && !e->every && reference_read(e->about).kind == REFERENCE_NAME &&
           (e->is_topic || is_called_off(e) || (unsure && (could_complete(e) || may_be_ordered(e))));
}

/* "The orchids are dead. Remove." is about the orchids, where there is one task that is. */
static int ground_bare(struct turn *t, const struct task_intent *e, struct task_intent *ret, bool *ret_found,
                       struct err *err)
{
    const char *about;

    if (likely_task(t, e, t->message, &about, err) < 0)
        return -1;
    if (!about || reference_read(about).kind != REFERENCE_NAME || negation_supposed(t->message))
        return 0;
    become(e, e->kind, ret);
    ret->about = about;
    *ret_found = true;
    return 0;
}

/* "My dad mended the fence for us": the deed of one task, told in other words. */
static int ground_told(struct turn *t, const struct task_intent *e, struct task_intent *ret, bool *ret_found,
                       struct err *err)
{
    const char *about;

    if (candidate_told(t, e->said, &about, err) < 0)
        return -1;
    if (about) {
        become(e, INTENT_COMPLETE, ret);
        ret->about = about;
        *ret_found = true;
    }
    return 0;
}

/* What is no longer meant to be done is deleted, once that is confirmed: "not doing the mower after all". */
static int ground_off(struct turn *t, const struct task_intent *e, struct task_intent *ret, bool *ret_found,
                      struct err *err)
{
    const char *about;

    if (content_says(e->said, "what|which|why|how|who") || negation_supposed(e->said))
        return 0;
    if (likely_task(t, e, e->said, &about, err) < 0)
        return -1;
    if (about && reference_read(about).kind == REFERENCE_NAME) {
        become(e, INTENT_DELETE, ret);
        ret->about = about;
        *ret_found = true;
    }
    return 0;
}

/* "Spotify is cancelled" says that it is done where the task is to cancel it. */
static bool is_own_deed(struct turn *t, const struct task_intent *e, const struct json *task)
{
    struct content said = content_of(t, e->said), title = content_of(t, json_get_text(task, "title"));

    return is_called_off(e) && title.n > 1 && says_done(&said, &title);
}

/* Whether what was named is this task: all of its words, or two of them, or what something is to be done with. */
static bool is_named(struct turn *t, const struct task_intent *e, const struct json *task)
{
    struct content name = content_of(t, e->set.title), title = content_of(t, json_get_text(task, "title"));
    size_t shared = content_count(&name, &title, content_same);

    return shared > 1 || shared == title.n ||
           (shared == 1 && title.n == 2 && content_has(&name, &title.words[1], content_same));
}

/* "boiler man Thursday", where there is "let the boiler man in". */
static int ground_named(struct turn *t, const struct task_intent *e, struct task_intent *ret, bool *ret_found,
                        struct err *err)
{
    struct resolved f;
    const struct json *task;

    if (search_tasks(t, e->set.title, "pending", &f, err) < 0)
        return -1;
    task = json_at(f.tasks, 0);
    if (f.how != RESOLVED_THESE || json_len(f.tasks) != 1 || json_get_text(task, "completed_at") ||
        !is_named(t, e, task) || reference_read(json_get_text(task, "title")).kind != REFERENCE_NAME)
        return 0;
    become(e, INTENT_UPDATE, ret);
    ret->about = json_get_text(task, "title");
    *ret_found = true;
    return 0;
}

int grounding_intent(struct turn *t, const struct task_intent *e, struct task_intent *ret, bool *ret_found,
                     struct err *err)
{
    const char *status = candidate_prefers(e->kind);
    struct resolved f;
    const struct json *task;

    *ret_found = false;
    if (e->is_named && !e->is_topic && e->kind == INTENT_CREATE)
        return ground_named(t, e, ret, ret_found, err);
    if (is_bare_order(e))
        return ground_bare(t, e, ret, ret_found, err);
    if (search_tasks(t, e->about, status, &f, err) < 0)
        return -1;
    if (e->is_topic && (f.how == RESOLVED_ONE_OF || f.how == RESOLVED_NEAR)) { /* which one is asked */
        become(e, INTENT_UPDATE, ret);
        *ret_found = true;
        return 0;
    }
    if ((f.how == RESOLVED_NEAR || f.how == RESOLVED_NONE) && could_complete(e))
        return ground_told(t, e, ret, ret_found, err);
    if (is_called_off(e) && f.how != RESOLVED_THESE)
        return ground_off(t, e, ret, ret_found, err);
    task = json_at(f.tasks, 0);
    if (f.how != RESOLVED_THESE || json_len(f.tasks) != 1 ||
        (e->kind != INTENT_DELETE && strcmp(json_get_text(task, "status"), status) != 0))
        return 0;
    if (e->is_topic)
        become(e, INTENT_UPDATE, ret);
    else if (is_own_deed(t, e, task))
        become(e, INTENT_COMPLETE, ret);
    else if (is_called_off(e))
        return ground_off(t, e, ret, ret_found, err);
    else if (may_be_ordered(e))
        become(e, e->kind, ret);
    else if (may_complete(e) && bears_out(t, e, task))
        become(e, INTENT_COMPLETE, ret);
    else
        return 0;
    *ret_found = true;
    return 0;
}
