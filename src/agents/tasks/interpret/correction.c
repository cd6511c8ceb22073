/* correction.c - see correction.h. Every word must be explained: by the task, by its new value, by a date, or as talk
 * about a mistake. A message that names anything else is left to the rules.
 */
#include "agents/tasks/interpret/correction.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/task_change.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/json.h"
#include "lang/phrase.h"
#include "model/tasks.h"
#include <ctype.h>
#include <string.h>

#define CORRECTION_WORDS 30 /* of a message that puts a name right: a longer one is a story */

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
           (i + 1 < p.n && (phrase_word_is(&p.words[i], "no|nope|not|wait|sorry|actually|hang|hold") ||
                            (phrase_word_is(&p.words[i], "i|we") && phrase_word_is(&p.words[i + 1], "meant|mean"))));
}

/* The task that was added or changed last, as it is now; NULL when it is not clear which, or it was something else. */
static int last_changed(struct turn *t, const struct json **ret, struct err *err)
{
    const char *tool = json_get_text(t->talk.metadata, "last_tool_used");
    struct resolved f;

    *ret = NULL;
    if (!tool || (strcmp(tool, "add_task") != 0 && strcmp(tool, "update_task") != 0))
        return 0;
    if (resolve_tasks(t, &(struct task_intent){ .kind = INTENT_UPDATE, .about = "it" }, &f, err) < 0)
        return -1;
    if (f.how == RESOLVED_THESE && json_len(f.tasks) == 1)
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
        "doesn|won|can|isn|wasn|don|mixed|digits|figures|letters|swapped|spelled|spelt|spelling|wrote|typed|bad|then|"
        "digit|letter|too|early|late|where|who|whom|which|need|needs|dear|task";

    return content_is(w, words) || word_is_small(w->word) || word_is_field(w->word);
}

/* Whether all that was said is explained by the task and what becomes of it. */
static bool is_all_about(struct turn *t, const char *message, const char *title, const struct intent_slots *set)
{
    struct content words = content_of(t, message), own = content_of(t, title),
                   given = content_of(t, set->title ? set->title : "");

    for (size_t i = 0; i < words.n; i++) {
        const struct content_word *w = &words.words[i];
        if (!is_talk(w) && !content_has(&own, w, content_same) && !content_has(&given, w, content_same) &&
            !isdigit((unsigned char)*w->word) && !word_is_date(t->a, w->said, &t->now))
            return false;
    }
    return true;
}

/* ---- what was just added ---- */

/* Whether it only says what something is to have, and of what was spoken of: "with tag flat", "low for that one". */
static bool only_adds(struct turn *t, const char *message, struct intent_slots *ret)
{
    struct phrase p;
    size_t from = 0, to;
    bool points = false, is_with;

    phrase_split(message, message + strlen(message), &p);
    to = p.n;
    while (from < to &&
           phrase_word_is(&p.words[from], "oh|and|also|btw|plus|please|it|that|this|one|one's|it's|that's|is"))
        points |= phrase_word_is(&p.words[from++], "it|that|this|one|one's|it's|that's");
    is_with = from < to && phrase_word_is(&p.words[from], "with");
    from += is_with;
    while (to > from && phrase_word_is(&p.words[to - 1], "btw|please|too|that|this|one|it|for|on|though|thanks|also|"
                                                         "actually|then|instead|now"))
        points |= phrase_word_is(&p.words[--to], "that|this|one|it");
    if (p.asks || from >= to || !(points || is_with) || phrase_word_is(p.words, "is")) /* "is it tomorrow" asks */
        return false;
    return message_slots(t->a, arena_dup(t->a, p.words[from].from, (size_t)(p.words[to - 1].to - p.words[from].from)),
                         &t->now, ret);
}

static int correct_touched(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it,
                           struct err *err)
{
    const struct json *task = NULL;
    struct task_intent e = { .kind = INTENT_UPDATE, .about = "it", .said = message };
    bool adds = only_adds(t, message, &e.set);
    struct known_task now;

    if (!adds && !objects(message))
        return 0;
    if (last_changed(t, &task, err) < 0)
        return -1;
    if (!task)
        return 0;
    now = change_known_task(t, task);
    if (!adds && (!intent_change_of(t->a, message, &now, &t->now, &e.set) || e.set.description ||
                  !is_all_about(t, message, now.title, &e.set)))
        return 0;
    if (change_is_so(&e.set, &now))
        return 0;
    e.confidence = tasks_intent(intent_type(INTENT_UPDATE))->threshold;
    *ret = e;
    *ret_is_it = true;
    return 0;
}

/* ---- any task ---- */

/* Whether it says that something in a name is to be another: then one task has to explain all the rest. */
static bool may_rename(const char *message)
{
    struct phrase p;

    phrase_split(message, message + strlen(message), &p);
    return content_says(message, "not|instead|wrong|mistake|typo|mixed|mistyped|misspelled|misspelt|sorry|bad|meant|"
                                 "wrote|oops|whoops|correction|digits");
}

/* Whether a day is said as well: then more is wanted than another name. */
static bool says_when(struct turn *t, const char *message, const char *title)
{
    struct content words = content_of(t, message), own = content_of(t, title);

    for (size_t i = 0; i < words.n; i++)
        if (!isdigit((unsigned char)*words.words[i].word) && !content_has(&own, &words.words[i], content_same) &&
            word_is_date(t->a, words.words[i].said, &t->now))
            return true;
    return false;
}

static int correct_named(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it, struct err *err)
{
    struct task_intent e = { .kind = INTENT_UPDATE, .said = message };
    struct task_candidates m;
    size_t found = 0;
    struct phrase p;

    phrase_split(message, message + strlen(message), &p);
    if (p.n > CORRECTION_WORDS || (p.asks && !content_says(message, "would|could|can|will")) || !may_rename(message))
        return 0;
    if (candidate_begin(t, message, &m, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(m.tasks); i++) {
        struct known_task now = change_known_task(t, json_at(m.tasks, i));
        struct intent_slots set;
        if (content_count(&m.words, &m.titles[i], content_near) == 0 ||
            strcmp(json_get_text(json_at(m.tasks, i), "status"), "pending") != 0 ||
            !intent_change_of(t->a, message, &now, &t->now, &set) || !set.title || !*set.title || set.description ||
            !is_all_about(t, message, now.title, &set) || says_when(t, message, now.title))
            continue;
        e.about = now.title;
        e.set = set;
        found++;
    }
    if (found != 1)
        return 0;
    e.confidence = tasks_intent(intent_type(INTENT_UPDATE))->threshold;
    *ret = e;
    *ret_is_it = true;
    return 0;
}

int correction_of_last(struct turn *t, const char *message, struct task_intent *ret, bool *ret_is_it, struct err *err)
{
    *ret_is_it = false;
    if (negation_supposed(message))
        return 0;
    if (correct_touched(t, message, ret, ret_is_it, err) < 0)
        return -1;
    return *ret_is_it ? 0 : correct_named(t, message, ret, ret_is_it, err);
}
