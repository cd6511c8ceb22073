/* broader_search.c - tasks by what they have, and by the rest of the message. */
#include "agents/tasks/resolve/broader_search.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/likely_intent.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/task_change.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/attrs.h"
#include "base/json.h"
#include "base/limits.h"
#include "lang/phrase.h"
#include <string.h>
#include <strings.h>

int broader_tagged(struct turn *t, const char *words, const char *status, struct json **ret, const char **ret_tag,
                   struct err *err)
{
    struct content said = content_of(t, words);
    struct task_filter filter = { .tag = said.n == 1 ? said.words[0].word : NULL, .status = status };
    int64_t total;

    *ret_tag = NULL;
    if (!filter.tag)
        return 0;
    if (turn_look(t, json_set(t->a, turn_filter(t, &filter), "limit", json_int(t->a, TASK_BULK)), ret, &total, err) < 0)
        return -1;
    if (total > 0 && total <= TASK_BULK)
        *ret_tag = filter.tag;
    return 0;
}

/* Nothing is called so; or "it" was said, and nothing was spoken of before that it could be. */
static bool is_unfound(const struct turn *t, const struct task_intent *e, const struct resolved *f)
{
    enum reference_kind kind = reference_read(e->about ? e->about : "it").kind;

    if (kind == REFERENCE_NAME)
        return f->how == RESOLVED_NONE || f->how == RESOLVED_NEAR;
    return kind != REFERENCE_PLACE &&
           (f->how == RESOLVED_NO_LIST || f->how == RESOLVED_STALE ||
            (f->how == RESOLVED_ONE_OF && !t->listed && (kind == REFERENCE_IT || kind == REFERENCE_THEM)));
}

/* How many are said to be meant, and in *rest which: "both of today's chores", "the two party tasks"; 0 when it is not
 * said. */
static int64_t counted(const char *about, const char **rest)
{
    static const char *const counts[] = { "both|two|2", "three|3", "four|4" };
    struct phrase p;
    size_t i = 0;

    *rest = about;
    phrase_split(about, about + strlen(about), &p);
    while (i < p.n && phrase_word_is(&p.words[i], "the|my|our|all|those|these"))
        i++;
    for (size_t k = 0; i < p.n && k < COUNT_OF(counts); k++) {
        if (!phrase_word_is(&p.words[i], counts[k]))
            continue;
        for (i++; i < p.n && phrase_word_is(&p.words[i], "of|the|my|our|those|these"); i++)
            ;
        *rest = i < p.n ? p.words[i].from : about;
        return i < p.n ? (int64_t)k + 2 : 0;
    }
    return 0;
}

/* The task of a status by what it has rather than what it is called: "the one due Friday", "the urgent one". */
static int by_facts(struct turn *t, const struct task_intent *e, struct resolved *f, struct err *err)
{
    struct task_intent wanted;
    struct task_filter *filter = &wanted.filter;
    struct json *tasks;
    const char *words;
    int64_t total, many = counted(e->about, &words);

    if (!(many > 0 || content_says(e->about, "one|ones|task|job|item|thing|whatever")) ||
        !intent_as_list(t->a, words, &t->now, &wanted) || filter->search || turn_filter_is_empty(filter))
        return 0;
    if (!filter->status)
        filter->status = candidate_status(e->kind);
    if (turn_look(t, json_set(t->a, turn_filter(t, filter), "limit", json_int(t->a, TASK_CHOICES)), &tasks, &total,
                  err) < 0)
        return -1;
    if (total > 0)
        *f = (struct resolved){ .how = total == (many > 0 ? many : 1) ? RESOLVED_THESE : RESOLVED_ONE_OF,
                                .tasks = tasks,
                                .total = total };
    return 0;
}

/* "The garden ones": all that have this tag, where a tag is called so. */
static int by_tag(struct turn *t, const struct task_intent *e, struct resolved *f, struct err *err)
{
    const char *tag, *words;
    int64_t many = counted(e->about, &words);
    struct json *tasks;

    if (!content_says(e->about, "ones|tasks|jobs|items|things|stuff|chores") ||
        (f->how == RESOLVED_THESE && json_len(f->tasks) == 1 &&
         strcasecmp(json_get_text(json_at(f->tasks, 0), "title"), e->about) == 0))
        return 0;
    if (broader_tagged(t, words, candidate_status(e->kind), &tasks, &tag, err) < 0)
        return -1;
    if (tag)
        *f = (struct resolved){ .how = many == 0 || many == (int64_t)json_len(tasks) ? RESOLVED_THESE : RESOLVED_ONE_OF,
                                .tasks = tasks,
                                .total = (int64_t)json_len(tasks) };
    return 0;
}

/* "Both homework ones": the two that are called so, where the words for them were taken out of all that was said. */
static bool are_both(const struct task_intent *e, const struct resolved *f)
{
    const char *both = e->said ? strcasestr(e->said, "both ") : NULL, *about;

    if (!both || !e->about || f->how != RESOLVED_ONE_OF || f->total != 2 || json_len(f->tasks) != 2)
        return false;
    about = strcasestr(both, e->about);
    return about && (size_t)(about - both) <= strlen("both of the ");
}

/* Whether the words of which it is were made of others, or point: then all that was said may tell. */
static bool is_elsewhere(const struct task_intent *e, bool is_named)
{
    return !is_named ||
           (e->said && !strstr(e->said, e->about) && content_says(e->said, "it|that|this|them|those|these"));
}

/* What was said around it may tell: "the county association is off, remove it". */
static int look_wider(struct turn *t, const struct task_intent *e, struct resolved *f, struct err *err)
{
    bool is_named = e->about && reference_read(e->about).kind == REFERENCE_NAME;
    const char *about = NULL;
    struct resolved wider;

    if (is_named && by_facts(t, e, f, err) < 0)
        return -1;
    if (f->how == RESOLVED_THESE || (is_named && f->how == RESOLVED_ONE_OF))
        return 0;
    if (e->said && likely_task(t, e, e->said, &about, err) < 0)
        return -1;
    if (is_named && (!about || reference_read(about).kind != REFERENCE_NAME) &&
        likely_task(t, e, e->about, &about, err) < 0)
        return -1;
    if (is_elsewhere(e, is_named) && (!about || reference_read(about).kind != REFERENCE_NAME) &&
        likely_task(t, e, t->message, &about, err) < 0)
        return -1;
    if (!about || (reference_read(about).kind != REFERENCE_NAME && reference_read(about).kind != REFERENCE_PLACE))
        return 0;
    if (resolve_tasks(t, &(struct task_intent){ .kind = e->kind, .about = about }, &wider, err) < 0)
        return -1;
    if (wider.how == RESOLVED_THESE || wider.how == RESOLVED_ONE_OF)
        *f = wider;
    return 0;
}

int broader_tasks(struct turn *t, const struct task_intent *e, struct resolved *f, struct err *err)
{
    bool is_named = e->about && reference_read(e->about).kind == REFERENCE_NAME;

    if (is_named && by_tag(t, e, f, err) < 0)
        return -1;
    if (is_named && are_both(e, f))
        f->how = RESOLVED_THESE;
    return is_unfound(t, e, f) ? look_wider(t, e, f, err) : 0;
}

/* ---- why something is to go ---- */

/* The one task that an intent is about; NULL when that is not clear. */
static int the_task(struct turn *t, const struct task_intent *e, const struct json **ret, struct err *err)
{
    struct resolved f;

    *ret = NULL;
    if (resolve_tasks(t, e, &f, err) < 0 || broader_tasks(t, e, &f, err) < 0)
        return -1;
    if (f.how == RESOLVED_THESE && json_len(f.tasks) == 1)
        *ret = json_at(f.tasks, 0);
    return 0;
}

static bool is_of_one(const struct task_intent *e, enum intent_kind kind)
{
    return e->kind == kind && !e->every && e->about;
}

/* What takes something away from a task, and then "it": that is what was taken away, not the task. */
static bool is_said_again(const struct task_intent *taken, const struct task_intent *order)
{
    return taken->kind == INTENT_UPDATE && change_takes_away(&taken->set) && is_of_one(order, INTENT_DELETE) &&
           order->said &&
           (reference_read(order->about).kind == REFERENCE_IT ||
            (taken->about && strcmp(taken->about, order->about) == 0)) &&
           content_says(order->said, "it|that") &&
           content_says(order->said, "clear|remove|drop|take|lose|delete|scrap|erase");
}

static void drop_at(struct task_intent *intents, size_t *n, size_t i)
{
    memmove(&intents[i], &intents[i + 1], (*n - i - 1) * sizeof *intents);
    (*n)--;
}

int broader_reasons(struct turn *t, struct task_intent *intents, size_t *n, struct err *err)
{
    for (size_t i = 0; i + 1 < *n; i++) {
        struct task_intent *told = &intents[i], *order = &intents[i + 1];
        const struct json *task, *gone;
        if (is_said_again(told, order)) {
            drop_at(intents, n, i + 1);
            continue;
        }
        if (!is_of_one(told, INTENT_COMPLETE) || !is_of_one(order, INTENT_DELETE) ||
            reference_read(told->about).kind != REFERENCE_NAME)
            continue;
        if (the_task(t, told, &task, err) < 0)
            return -1;
        gone = task;
        if (reference_read(order->about).kind != REFERENCE_IT && the_task(t, order, &gone, err) < 0)
            return -1;
        if (!task || !gone || !json_equal(json_get(task, "id"), json_get(gone, "id")))
            continue;
        order->about = json_get_text(task, "title");
        drop_at(intents, n, i);
    }
    return 0;
}
