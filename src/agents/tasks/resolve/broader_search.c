/* wider.c - by what a task has, and by what was said around. */
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

int wider_tagged(struct turn *t, const char *words, const char *status, struct json **ret, const char **ret_tag,
                 struct err *err)
{
    struct content said = content_of(t, words);
    struct errand_filter filter = { .tag = said.n == 1 ? said.words[0].word : NULL, .status = status };
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
static bool is_unfound(const struct turn *t, const struct errand *e, const struct which_found *f)
{
    enum refer_kind kind = refer_read(e->about ? e->about : "it").kind;

    if (kind == REFER_NAME)
        return f->how == WHICH_NONE || f->how == WHICH_NEAR;
    return kind != REFER_PLACE && (f->how == WHICH_NO_LIST || f->how == WHICH_STALE ||
                                   (f->how == WHICH_ONE_OF && !t->listed && (kind == REFER_IT || kind == REFER_THEM)));
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
static int by_facts(struct turn *t, const struct errand *e, struct which_found *f, struct err *err)
{
    struct errand wanted;
    struct errand_filter *filter = &wanted.filter;
    struct json *tasks;
    const char *words;
    int64_t total, many = counted(e->about, &words);

    if (!(many > 0 || content_says(e->about, "one|ones|task|job|item|thing|whatever")) ||
        !errand_as_list(t->a, words, &t->now, &wanted) || filter->search || turn_filter_is_empty(filter))
        return 0;
    if (!filter->status)
        filter->status = meant_status(e->kind);
    if (turn_look(t, json_set(t->a, turn_filter(t, filter), "limit", json_int(t->a, TASK_CHOICES)), &tasks, &total,
                  err) < 0)
        return -1;
    if (total > 0)
        *f = (struct which_found){ .how = total == (many > 0 ? many : 1) ? WHICH_THESE : WHICH_ONE_OF,
                                   .tasks = tasks,
                                   .total = total };
    return 0;
}

/* "The garden ones": all that have this tag, where a tag is called so. */
static int by_tag(struct turn *t, const struct errand *e, struct which_found *f, struct err *err)
{
    const char *tag, *words;
    int64_t many = counted(e->about, &words);
    struct json *tasks;

    if (!content_says(e->about, "ones|tasks|jobs|items|things|stuff|chores") ||
        (f->how == WHICH_THESE && json_len(f->tasks) == 1 &&
         strcasecmp(json_get_text(json_at(f->tasks, 0), "title"), e->about) == 0))
        return 0;
    if (wider_tagged(t, words, meant_status(e->kind), &tasks, &tag, err) < 0)
        return -1;
    if (tag)
        *f = (struct which_found){ .how = many == 0 || many == (int64_t)json_len(tasks) ? WHICH_THESE : WHICH_ONE_OF,
                                   .tasks = tasks,
                                   .total = (int64_t)json_len(tasks) };
    return 0;
}

/* "Both homework ones": the two that are called so, where the words for them were taken out of all that was said. */
static bool are_both(const struct errand *e, const struct which_found *f)
{
    const char *both = e->said ? strcasestr(e->said, "both ") : NULL, *about;

    if (!both || !e->about || f->how != WHICH_ONE_OF || f->total != 2 || json_len(f->tasks) != 2)
        return false;
    about = strcasestr(both, e->about);
    return about && (size_t)(about - both) <= strlen("both of the ");
}

/* Whether the words of which it is were made of others, or point: then all that was said may tell. */
static bool is_elsewhere(const struct errand *e, bool is_named)
{
    return !is_named ||
           (e->said && !strstr(e->said, e->about) && content_says(e->said, "it|that|this|them|those|these"));
}

/* What was said around it may tell: "the county association is off, remove it". */
static int look_wider(struct turn *t, const struct errand *e, struct which_found *f, struct err *err)
{
    bool is_named = e->about && refer_read(e->about).kind == REFER_NAME;
    const char *about = NULL;
    struct which_found wider;

    if (is_named && by_facts(t, e, f, err) < 0)
        return -1;
    if (f->how == WHICH_THESE || (is_named && f->how == WHICH_ONE_OF))
        return 0;
    if (e->said && sense_task(t, e, e->said, &about, err) < 0)
        return -1;
    if (is_named && (!about || refer_read(about).kind != REFER_NAME) && sense_task(t, e, e->about, &about, err) < 0)
        return -1;
    if (is_elsewhere(e, is_named) && (!about || refer_read(about).kind != REFER_NAME) &&
        sense_task(t, e, t->message, &about, err) < 0)
        return -1;
    if (!about || (refer_read(about).kind != REFER_NAME && refer_read(about).kind != REFER_PLACE))
        return 0;
    if (which_tasks(t, &(struct errand){ .kind = e->kind, .about = about }, &wider, err) < 0)
        return -1;
    if (wider.how == WHICH_THESE || wider.how == WHICH_ONE_OF)
        *f = wider;
    return 0;
}

int wider_tasks(struct turn *t, const struct errand *e, struct which_found *f, struct err *err)
{
    bool is_named = e->about && refer_read(e->about).kind == REFER_NAME;

    if (is_named && by_tag(t, e, f, err) < 0)
        return -1;
    if (is_named && are_both(e, f))
        f->how = WHICH_THESE;
    return is_unfound(t, e, f) ? look_wider(t, e, f, err) : 0;
}

/* ---- why something is to go ---- */

/* The one task that an errand is about; NULL when that is not clear. */
static int the_task(struct turn *t, const struct errand *e, const struct json **ret, struct err *err)
{
    struct which_found f;

    *ret = NULL;
    if (which_tasks(t, e, &f, err) < 0 || wider_tasks(t, e, &f, err) < 0)
        return -1;
    if (f.how == WHICH_THESE && json_len(f.tasks) == 1)
        *ret = json_at(f.tasks, 0);
    return 0;
}

static bool is_of_one(const struct errand *e, enum errand_kind kind)
{
    return e->kind == kind && !e->every && e->about;
}

/* What takes something away from a task, and then "it": that is what was taken away, not the task. */
static bool is_said_again(const struct errand *taken, const struct errand *order)
{
    return taken->kind == ERRAND_UPDATE && amend_takes_away(&taken->set) && is_of_one(order, ERRAND_DELETE) &&
           order->said &&
           (refer_read(order->about).kind == REFER_IT || (taken->about && strcmp(taken->about, order->about) == 0)) &&
           content_says(order->said, "it|that") &&
           content_says(order->said, "clear|remove|drop|take|lose|delete|scrap|erase");
}

static void drop_at(struct errand *errands, size_t *n, size_t i)
{
    memmove(&errands[i], &errands[i + 1], (*n - i - 1) * sizeof *errands);
    (*n)--;
}

int wider_reasons(struct turn *t, struct errand *errands, size_t *n, struct err *err)
{
    for (size_t i = 0; i + 1 < *n; i++) {
        struct errand *told = &errands[i], *order = &errands[i + 1];
        const struct json *task, *gone;
        if (is_said_again(told, order)) {
            drop_at(errands, n, i + 1);
            continue;
        }
        if (!is_of_one(told, ERRAND_COMPLETE) || !is_of_one(order, ERRAND_DELETE) ||
            refer_read(told->about).kind != REFER_NAME)
            continue;
        if (the_task(t, told, &task, err) < 0)
            return -1;
        gone = task;
        if (refer_read(order->about).kind != REFER_IT && the_task(t, order, &gone, err) < 0)
            return -1;
        if (!task || !gone || !json_equal(json_get(task, "id"), json_get(gone, "id")))
            continue;
        order->about = json_get_text(task, "title");
        drop_at(errands, n, i);
    }
    return 0;
}
