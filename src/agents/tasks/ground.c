/* ground.c - an unsure completion is held against the one pending task its words fit.
 *
 * Where the words were read as a completion, two of them have to be the title's, or all of the title has to be said.
 * Where they were read as a name that could be anything, one has to be the past form of a word in the title besides:
 * "floorboards sanded" of "sand the floorboards". That form is what makes a statement of it.
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
    return found && e->about && e->said && !e->every && refer_read(e->about).kind == REFER_NAME;
}

int ground_errand(struct turn *t, const struct errand *e, struct errand *ret, bool *ret_found, struct err *err)
{
    struct which_found f;
    const struct json *task;

    *ret_found = false;
    if (!may_complete(e) || is_doubted(e->said))
        return 0;
    if (seek_tasks(t, e->about, "pending", &f, err) < 0)
        return -1;
    task = json_at(f.tasks, 0);
    if (f.how != WHICH_THESE || json_len(f.tasks) != 1 || strcmp(json_get_text(task, "status"), "pending") != 0 ||
        !bears_out(t, e, task))
        return 0;
    *ret = (struct errand){
        .kind = ERRAND_COMPLETE, .confidence = tasks_intent("complete")->threshold, .about = e->about, .said = e->said
    };
    *ret_found = true;
    return 0;
}
