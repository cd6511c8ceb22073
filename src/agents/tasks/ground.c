/* ground.c - an unsure errand is held against the one task its words fit.
 *
 * Where the words were read as a completion, two of them have to be the title's, or all of the title has to be said.
 * Where they were read as a name that could be anything, one has to be the past form of a word in the title besides:
 * "floorboards sanded" of "sand the floorboards". That form is what makes a statement of it.
 *
 * An order that could be one for the program or a task of its own ("drop the dialect query") is one for the program
 * where there is such a task; and a name with a date set apart from it ("haze fluid: by Wednesday") is a change of the
 * task of that name.
 */
#include "agents/tasks/ground.h"
#include "agents/tasks/content.h"
#include "agents/tasks/refer.h"
#include "agents/tasks/seek.h"
#include "agents/tasks/turn.h"
#include "agents/tasks/which.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <string.h>

#define ORDERED 0.70 /* so sure at least is an order by its words; below that it is a guess */

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

static bool is_past(const char *word)
{
    size_t n = strlen(word);

    return n > 3 && strcmp(word + n - 2, "ed") == 0;
}

/* A word that the title has in another form than that of the past. */
static bool says_done(const struct content *said, const struct content *title)
{
    for (size_t i = 0; i < said->n; i++)
        for (size_t k = 0; k < title->n; k++)
            if (is_past(said->words[i].word) && !is_past(title->words[k].word) &&
                content_same(&said->words[i], &title->words[k]))
                return true;
    return false;
}

static bool bears_out(struct turn *t, const struct errand *e, const struct json *task)
{
    struct content said = content_of(t, e->said), title = content_of(t, json_get_text(task, "title"));
    struct content about = content_of(t, e->about);
    size_t shared = content_count(&about, &title, content_same);

    if (shared < 2 && shared < title.n)
        return false;
    return e->kind == ERRAND_COMPLETE || says_done(&said, &title);
}

/* Whether it was read as a completion, or could be one. */
static bool may_complete(const struct errand *e)
{
    bool found = e->kind == ERRAND_COMPLETE;

    for (size_t i = 0; e->kind == ERRAND_CREATE && i < e->n_others; i++)
        found |= e->others[i].kind == ERRAND_COMPLETE;
    return found && !is_doubted(e->said);
}

static bool may_be_ordered(const struct errand *e)
{
    return (e->kind == ERRAND_UPDATE || e->kind == ERRAND_REOPEN || e->kind == ERRAND_DELETE) &&
           e->confidence >= ORDERED && !is_doubted(e->said);
}

/* What was told of a task that is there. */
static void become(const struct errand *e, enum errand_kind kind, struct errand *ret)
{
    *ret = *e;
    ret->kind = kind;
    ret->confidence = tasks_intent(errand_intent(kind))->threshold;
    ret->n_others = 0;
    if (kind != ERRAND_UPDATE)
        ret->set = (struct errand_set){ 0 };
    else if (e->kind == ERRAND_CREATE)
        ret->set.title = NULL;
}

bool ground_may(const struct errand *e, bool unsure)
{
    return e->about && e->said && !e->every && refer_read(e->about).kind == REFER_NAME &&
           (unsure ? may_complete(e) || may_be_ordered(e) || e->is_topic : e->is_topic);
}

int ground_errand(struct turn *t, const struct errand *e, struct errand *ret, bool *ret_found, struct err *err)
{
    const char *status = e->kind == ERRAND_REOPEN ? "completed" : "pending";
    struct which_found f;
    const struct json *task;

    *ret_found = false;
    if (seek_tasks(t, e->about, status, &f, err) < 0)
        return -1;
    if (e->is_topic && (f.how == WHICH_ONE_OF || f.how == WHICH_NEAR)) { /* which one is asked */
        become(e, ERRAND_UPDATE, ret);
        *ret_found = true;
        return 0;
    }
    task = json_at(f.tasks, 0);
    if (f.how != WHICH_THESE || json_len(f.tasks) != 1 ||
        (e->kind != ERRAND_DELETE && strcmp(json_get_text(task, "status"), status) != 0))
        return 0;
    if (e->is_topic)
        become(e, ERRAND_UPDATE, ret);
    else if (may_be_ordered(e))
        become(e, e->kind, ret);
    else if (may_complete(e) && bears_out(t, e, task))
        become(e, ERRAND_COMPLETE, ret);
    else
        return 0;
    *ret_found = true;
    return 0;
}
