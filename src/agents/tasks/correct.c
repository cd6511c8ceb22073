/* correct.c - see correct.h. Every word has to be explained: by the task, by what it is to be, by a date, or as talk
 * about a mistake. So what names anything else is left to the rules. */
#include "agents/tasks/correct.h"
#include "agents/tasks/amend.h"
#include "agents/tasks/content.h"
#include "agents/tasks/denied.h"
#include "agents/tasks/turn.h"
#include "agents/tasks/which.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <ctype.h>
#include <string.h>

/* Whether it says that something was not right: at its beginning, or anywhere in so many words. */
static bool objects(const char *message)
{
    static const char mistakes[] = "wrong|mistake|mistyped|typo|incorrect|misheard|oops|whoops|correction";
    struct phrase p;
    size_t i = 0;

    phrase_split(message, message + strlen(message), &p);
    if (p.asks)
        return false;
    while (i < p.n && phrase_word_is(&p.words[i], "oh|ah|hm|hmm|ugh|argh|but|ok|okay|well"))
        i++;
    return content_says(message, mistakes) ||
           (i + 1 < p.n && phrase_word_is(&p.words[i], "no|nope|wait|sorry|actually|hang|hold"));
}

/* The task that was added or changed last, as it is now; NULL when it is not clear which, or it was something else. */
static int last_changed(struct turn *t, const struct json **ret, struct err *err)
{
    const char *tool = json_get_text(t->talk.metadata, "last_tool_used");
    struct which_found f;

    *ret = NULL;
    if (!tool || (strcmp(tool, "add_task") != 0 && strcmp(tool, "update_task") != 0))
        return 0;
    if (which_tasks(t, &(struct errand){ .kind = ERRAND_UPDATE, .about = "it" }, &f, err) < 0)
        return -1;
    if (f.how == WHICH_THESE && json_len(f.tasks) == 1)
        *ret = json_at(f.tasks, 0);
    return 0;
}

/* Whether a word only says that something was a mistake, or which part of a task it was. */
static bool is_talk(const struct content_word *w)
{
    static const char words[] =
        "wrong|mistake|mistyped|typo|incorrect|misheard|oops|whoops|correction|correct|right|should|say|says|said|read|"
        "meant|mean|bad|not|instead|rather|make|change|fix|put|set|move|number|day|date|time|month|week|hour|amount|"
        "name|title|word|sorry|wait|no|nope|actually|hang|hold|work|works|possible|good|free|be|is|was|due|deadline|"
        "doesn|won|can|isn|wasn|don";

    return content_is(w, words) || errand_is_small(w->word) || errand_is_part(w->word);
}

/* Whether all that was said is explained by the task and what becomes of it. */
static bool is_all_about(struct turn *t, const char *message, const char *title, const struct errand_set *set)
{
    struct content words = content_of(t, message), own = content_of(t, title),
                   given = content_of(t, set->title ? set->title : "");

    for (size_t i = 0; i < words.n; i++) {
        const struct content_word *w = &words.words[i];
        if (!is_talk(w) && !content_has(&own, w, content_same) && !content_has(&given, w, content_same) &&
            !isdigit((unsigned char)*w->word) && !errand_is_when(t->a, w->said, &t->now))
            return false;
    }
    return true;
}

int correct_last(struct turn *t, const char *message, struct errand *ret, bool *ret_is_it, struct err *err)
{
    const struct json *task = NULL;
    struct errand e = { .kind = ERRAND_UPDATE, .about = "it", .said = message };
    struct errand_task now;

    *ret_is_it = false;
    if (!objects(message) || denied_supposed(message))
        return 0;
    if (last_changed(t, &task, err) < 0)
        return -1;
    if (!task)
        return 0;
    now = amend_known(t, task);
    if (!errand_change_of(t->a, message, &now, &t->now, &e.set) || amend_is_so(&e.set, &now) || e.set.description ||
        !is_all_about(t, message, now.title, &e.set))
        return 0;
    e.confidence = tasks_intent(errand_intent(ERRAND_UPDATE))->threshold;
    *ret = e;
    *ret_is_it = true;
    return 0;
}
