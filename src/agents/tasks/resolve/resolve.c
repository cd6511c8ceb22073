/* resolve.c - places and pronouns, held against what this conversation has shown.
 *
 * The seed's task_references say which id stands at a place. Beside them, in agent_context: `shown` the version each
 * had, `marks` what it looked like, `shown_turn` when that was; `focus` the tasks dealt with last, as targets, and
 * `focus_turn`. A page that shows a list of its own gives ids and versions: then there are no marks. A list older than
 * TASK_LIST_STALE messages is not used.
 */
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/parse/intent.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/title_search.h"
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "gate/op.h"
#include <string.h>

#define MARK_CHARS 12 /* of a hash: whether a title is the one that was shown, told among fifty */

/* ---- targets ---- */

static const char *mark_of(struct turn *t, const struct json *task)
{
    const char *title = json_get_text(task, "title"), *status = json_get_text(task, "status");
    const char *text = arena_printf(t->a, "%s %s", status ? status : "", title ? title : "");
    char hash[SHA256_TEXT_BYTES];

    sha256_text(text, strlen(text), hash);
    return arena_dup(t->a, hash, MARK_CHARS);
}

static struct json *target_of(struct turn *t, const struct json *task)
{
    struct json *v = json_push(t->a, json_array(t->a), json_copy(t->a, json_get(task, "id")));

    json_push(t->a, v, json_int(t->a, json_get_int(task, "version", 0)));
    return json_push(t->a, v, json_str(t->a, mark_of(t, task)));
}

struct json *resolve_targets(struct turn *t, const struct json *tasks)
{
    struct json *targets = json_array(t->a);

    for (size_t i = 0; i < json_len(tasks); i++)
        json_push(t->a, targets, target_of(t, json_at(tasks, i)));
    return targets;
}

static bool is_id(const struct json *a, const struct json *b)
{
    return a && b && json_equal(a, b);
}

static struct json *with_id(const struct json *tasks, const struct json *id)
{
    for (size_t i = 0; i < json_len(tasks); i++)
        if (is_id(json_get(json_at(tasks, i), "id"), id))
            return json_at(tasks, i);
    return NULL;
}

/* Whether the task is what the person saw: by its mark; where they saw it on a page of their own, by its version. */
static bool is_as_seen(struct turn *t, const struct json *version, const struct json *mark, const struct json *task)
{
    const char *text = json_text(mark, NULL);

    if (text)
        return strcmp(text, mark_of(t, task)) == 0;
    return version && json_equal(version, json_get(task, "version"));
}

/* The tasks of these ids that there are, as they are now. */
static int look_up(struct turn *t, const struct json *ids, struct json **ret, struct err *err)
{
    struct json *all = json_array(t->a);

    for (size_t i = 0; i < json_len(ids); i += TASK_BULK) {
        struct json *some = json_array(t->a), *parameters = json_object(t->a), *tasks;
        for (size_t k = i; k < json_len(ids) && k < i + TASK_BULK; k++)
            json_push(t->a, some, json_copy(t->a, json_at(ids, k)));
        json_set(t->a, parameters, "limit", json_int(t->a, TASK_BULK));
        if (turn_look(t, json_set(t->a, parameters, "task_ids", some), &tasks, NULL, err) < 0)
            return -1;
        for (size_t k = 0; k < json_len(tasks); k++)
            json_push(t->a, all, json_copy(t->a, json_at(tasks, k)));
    }
    *ret = all;
    return 0;
}

int resolve_now(struct turn *t, const struct json *targets, struct resolved *ret, struct err *err)
{
    struct json *ids = json_array(t->a), *tasks, *found = json_array(t->a);
    bool changed = false, gone = false;

    for (size_t i = 0; i < json_len(targets); i++)
        json_push(t->a, ids, json_copy(t->a, json_at(json_at(targets, i), 0)));
    if (look_up(t, ids, &tasks, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(targets); i++) {
        const struct json *target = json_at(targets, i);
        struct json *task = with_id(tasks, json_at(ids, i));
        gone |= !task;
        changed |= task && !is_as_seen(t, json_at(target, 1), json_at(target, 2), task);
        if (task && !with_id(found, json_at(ids, i))) /* "5 and the last one" may be one */
            json_push(t->a, found, json_copy(t->a, task));
    }
    *ret = (struct resolved){ .how = gone      ? RESOLVED_GONE
                                     : changed ? RESOLVED_CHANGED
                                               : RESOLVED_THESE,
                              .tasks = found };
    return 0;
}

/* ---- what was shown ---- */

/* Messages that came after the turn of that name in the context, each turn being two. */
static bool is_stale(const struct turn *t, const char *name)
{
    return (t->number - json_get_int(t->context, name, 0) - 1) * 2 > TASK_LIST_STALE;
}

static const struct json *references(const struct turn *t)
{
    return json_get(t->talk.metadata, "task_references");
}

bool resolve_has_list(const struct turn *t)
{
    return json_len(references(t)) > 0 && !t->listed && !t->relisted && !is_stale(t, "shown_turn");
}

static struct json *copy_or_null(struct turn *t, const struct json *v)
{
    return v ? json_copy(t->a, v) : json_null(t->a);
}

static struct json *at_place(struct turn *t, size_t place)
{
    const char *key = arena_printf(t->a, "%zu", place);
    const struct json *id = json_get(references(t), key);
    struct json *v;

    if (!id)
        return NULL;
    v = json_push(t->a, json_array(t->a), json_copy(t->a, id));
    json_push(t->a, v, copy_or_null(t, json_get(json_get(t->context, "shown"), key)));
    return json_push(t->a, v, copy_or_null(t, json_get(json_get(t->context, "marks"), key)));
}

struct json *resolve_list(struct turn *t)
{
    struct json *targets = json_array(t->a);

    for (size_t i = 1; i <= json_len(references(t)); i++) {
        struct json *target = at_place(t, i);
        if (target)
            json_push(t->a, targets, target);
    }
    return targets;
}

static struct json *object_in(struct turn *t, struct json *parent, const char *name, bool anew)
{
    if (anew || !json_is(json_get(parent, name), JSON_OBJECT))
        json_set(t->a, parent, name, json_object(t->a));
    return json_get(parent, name);
}

static void set_place(struct turn *t, const char *key, const struct json *task)
{
    json_set(t->a, object_in(t, t->context, "shown", false), key, json_int(t->a, json_get_int(task, "version", 0)));
    json_set(t->a, object_in(t, t->context, "marks", false), key, json_str(t->a, mark_of(t, task)));
}

static void set_focus(struct turn *t, struct json *targets)
{
    json_set(t->a, t->context, "focus", targets);
    json_unset(t->context, "focus_is_list");
    json_set(t->a, t->context, "focus_turn", json_int(t->a, t->number));
    t->reached = true;
}

void resolve_meant(struct turn *t, const struct json *targets)
{
    if (targets)
        set_focus(t, json_copy(t->a, targets));
    else
        json_unset(t->context, "focus");
}

/* The list's own places, emptied where it begins anew; it is shown with this turn. */
static struct json *begin_list(struct turn *t, bool anew)
{
    char now[TIME_TEXT_BYTES];

    object_in(t, t->context, "shown", anew);
    object_in(t, t->context, "marks", anew);
    if (anew)
        json_unset(t->context, "listed"); /* "more" has nothing to go on with, unless whoever shows it says so */
    time_text(world_now(t->call->world), now);
    json_set(t->a, t->talk.metadata, "referenced_at", json_str(t->a, now));
    json_set(t->a, t->context, "shown_turn", json_int(t->a, t->number));
    return object_in(t, t->talk.metadata, "task_references", anew);
}

void resolve_shown(struct turn *t, const struct json *tasks, size_t from)
{
    struct json *ids = begin_list(t, from == 0);

    for (size_t i = 0; i < json_len(tasks); i++) {
        const char *key = arena_printf(t->a, "%zu", from + i + 1);
        json_set(t->a, ids, key, json_copy(t->a, json_get(json_at(tasks, i), "id")));
        set_place(t, key, json_at(tasks, i));
    }
    t->listed = t->reached = true;
    if (!t->touched) {
        set_focus(t, resolve_list(t));
        json_set(t->a, t->context, "focus_is_list", json_bool(t->a, true));
    }
}

/* Whether both lists have the same tasks at the places that both have. */
static bool goes_on(struct turn *t, const struct json *list)
{
    size_t n = json_len(references(t)) < json_len(list) ? json_len(references(t)) : json_len(list);

    for (size_t i = 0; i < n; i++)
        if (!is_id(json_get(references(t), arena_printf(t->a, "%zu", i + 1)), json_get(json_at(list, i), "id")))
            return false;
    return n > 0;
}

void resolve_given(struct turn *t, const struct json *list)
{
    const char *question = json_get_text(json_get(t->context, "waiting"), "ask");
    struct json *listed = goes_on(t, list) ? json_get(t->context, "listed") : NULL; /* what "more" goes on with */
    struct json *kept = listed ? json_copy(t->a, listed) : NULL, *ids = begin_list(t, true);
    struct json *versions = json_get(t->context, "shown");

    if (kept)
        json_set(t->a, t->context, "listed", kept);
    for (size_t i = 0; i < json_len(list); i++) {
        const char *key = arena_printf(t->a, "%zu", i + 1);
        json_set(t->a, ids, key, json_copy(t->a, json_get(json_at(list, i), "id")));
        json_set(t->a, versions, key, json_copy(t->a, json_get(json_at(list, i), "version")));
    }
    if (json_get_truth(t->context, "focus_is_list"))
        json_unset(t->context, "focus");
    t->listed = question && strcmp(question, "which") == 0;
}

/* The mark of a place whose task the person has not seen as it is: it fits nothing. */
static const char unseen[] = "";

static void check_one(struct turn *t, const struct json *task)
{
    const struct json *ids = references(t);
    struct json *marks = json_get(t->context, "marks");

    for (size_t i = 0; i < json_len(ids); i++) {
        const char *key = json_key_at(ids, i, NULL);
        const struct json *version = json_get(json_get(t->context, "shown"), key);
        if (is_id(json_at(ids, i), json_get(task, "id")) && !is_as_seen(t, version, json_get(marks, key), task))
            json_set(t->a, object_in(t, t->context, "marks", false), key, json_str(t->a, unseen));
    }
}

void resolve_check(struct turn *t, const struct json *tasks)
{
    for (size_t i = 0; i < json_len(tasks); i++)
        check_one(t, json_at(tasks, i));
}

int resolve_check_list(struct turn *t, struct err *err)
{
    struct resolved now;

    if (json_len(references(t)) == 0)
        return 0;
    if (resolve_now(t, resolve_list(t), &now, err) < 0)
        return -1;
    resolve_check(t, now.tasks);
    return 0;
}

void resolve_told(struct turn *t, const struct json *task)
{
    const struct json *ids = references(t);

    for (size_t i = 0; i < json_len(ids); i++)
        if (is_id(json_at(ids, i), json_get(task, "id")))
            set_place(t, json_key_at(ids, i, NULL), task);
}

void resolve_touched(struct turn *t, const struct json *tasks, bool gone)
{
    const struct json *ids = references(t), *before = t->touched ? json_get(t->context, "focus") : NULL;
    struct json *focus = json_array(t->a);

    for (size_t i = 0; i < json_len(ids) && !gone; i++) {
        const char *key = json_key_at(ids, i, NULL), *mark = json_get_text(json_get(t->context, "marks"), key);
        const struct json *task = with_id(tasks, json_at(ids, i));
        if (task && (!mark || strcmp(mark, unseen) != 0))
            set_place(t, key, task);
    }
    for (size_t i = 0; i < json_len(before); i++)
        if (!with_id(tasks, json_at(json_at(before, i), 0)))
            json_push(t->a, focus, json_copy(t->a, json_at(before, i)));
    for (size_t i = 0; i < json_len(tasks) && !gone && json_len(focus) < TASK_BULK; i++)
        json_push(t->a, focus, target_of(t, json_at(tasks, i)));
    t->touched = true;
    set_focus(t, focus);
}

/* ---- what is pointed at ---- */

static int found_none(enum resolution how, struct resolved *ret)
{
    *ret = (struct resolved){ .how = how };
    return 0;
}

/* A list that the person has not seen yet cannot be pointed into: it is asked about. */
static int of_unseen(struct turn *t, struct resolved *ret, struct err *err)
{
    if (resolve_now(t, resolve_list(t), ret, err) < 0)
        return -1;
    ret->how = RESOLVED_ONE_OF;
    ret->total = (int64_t)json_len(ret->tasks);
    return 0;
}

static int at_places(struct turn *t, const struct reference *r, struct resolved *ret, struct err *err)
{
    struct json *targets = json_array(t->a);
    int count = (int)json_len(references(t));

    if (count == 0)
        return found_none(RESOLVED_NO_LIST, ret);
    if (t->listed)
        return of_unseen(t, ret, err);
    if (t->relisted || is_stale(t, "shown_turn"))
        return found_none(RESOLVED_STALE, ret);
    for (size_t i = 0; i < r->n; i++) {
        int place = reference_place(r->places[i], count);
        struct json *target = place > 0 && place <= count ? at_place(t, (size_t)place) : NULL;
        if (!target)
            return found_none(RESOLVED_NO_PLACE, ret);
        json_push(t->a, targets, target);
    }
    if (resolve_now(t, targets, ret, err) < 0)
        return -1;
    if (r->n == 1) /* "Number 2 has changed ... It now reads" says which one it is */
        ret->place = arena_printf(t->a, "Number %d", reference_place(r->places[0], count));
    return 0;
}

static int of_these(struct turn *t, struct json *targets, struct resolved *ret, struct err *err)
{
    if (resolve_now(t, targets, ret, err) < 0)
        return -1;
    if (json_len(targets) == 1)
        ret->place = "It";
    return 0;
}

static int ask_among(struct turn *t, struct json *targets, struct resolved *ret, struct err *err)
{
    if (resolve_now(t, targets, ret, err) < 0)
        return -1;
    ret->total = (int64_t)json_len(ret->tasks);
    ret->how = ret->total > 0 ? RESOLVED_ONE_OF : RESOLVED_NO_LIST;
    return 0;
}

/* The other one of two that were shown, when one of them was dealt with since. */
static struct json *other_of(struct turn *t, const struct json *list, const struct json *focus)
{
    struct json *found = json_array(t->a);

    for (size_t i = 0; i < json_len(list); i++)
        if (json_len(focus) == 1 && !is_id(json_at(json_at(list, i), 0), json_at(json_at(focus, 0), 0)))
            json_push(t->a, found, json_copy(t->a, json_at(list, i)));
    return json_len(list) == 2 && json_len(found) == 1 ? found : NULL;
}

/* What was dealt with or shown, where it is as many as was said; else it has to be asked. */
static int by_pronoun(struct turn *t, const struct reference *r, struct resolved *ret, struct err *err)
{
    bool fresh = !is_stale(t, "focus_turn");
    struct json *list = resolve_has_list(t) ? resolve_list(t) : json_array(t->a), *meant = NULL;
    struct json *focus = fresh && json_get(t->context, "focus") ? json_get(t->context, "focus") : json_array(t->a);
    size_t wanted = r->kind == REFERENCE_BOTH ? 2 : (size_t)r->count;

    if (r->kind == REFERENCE_IT && t->listed && json_get_truth(t->context, "focus_is_list"))
        return of_unseen(t, ret, err);
    if (r->kind == REFERENCE_OTHER)
        meant = other_of(t, list, focus);
    else if (r->kind == REFERENCE_IT)
        meant = json_len(focus) == 1 ? focus : NULL;
    else if (json_len(focus) > 1 && (!wanted || json_len(focus) == wanted))
        meant = focus;
    else if (json_len(list) > 0 && (!wanted || json_len(list) == wanted))
        meant = list;
    if (meant && json_len(meant) <= TASK_BULK)
        return of_these(t, meant, ret, err);
    if (json_len(focus) > 1 || json_len(list) > 0)
        return ask_among(t, json_len(focus) > 1 ? focus : list, ret, err);
    return found_none(json_len(references(t)) > 0 ? RESOLVED_STALE : RESOLVED_NO_LIST, ret);
}

/* "Both", where nothing was spoken of and there are but two. */
static int only_two(struct turn *t, enum intent_kind kind, struct resolved *ret, struct err *err)
{
    const struct task_filter filter = { .status = candidate_prefers(kind) };
    struct json *tasks;
    int64_t total;

    if (turn_look(t, json_set(t->a, turn_filter(t, &filter), "limit", json_int(t->a, 2)), &tasks, &total, err) < 0)
        return -1;
    if (total == 2)
        *ret = (struct resolved){ .how = RESOLVED_THESE, .tasks = tasks, .total = total };
    return 0;
}

int resolve_tasks(struct turn *t, const struct task_intent *e, struct resolved *ret, struct err *err)
{
    struct reference r = reference_read(e->about ? e->about : "it");

    switch (r.kind) {
    case REFERENCE_NAME:
        return search_tasks(t, e->about, candidate_prefers(e->kind), ret, err);
    case REFERENCE_PLACE:
        if (e->said && reference_has_sign(e->said))
            return found_none(RESOLVED_NO_PLACE, ret);
        return at_places(t, &r, ret, err);
    case REFERENCE_IT:
    case REFERENCE_THEM:
    case REFERENCE_BOTH:
    case REFERENCE_OTHER:
        break;
    }
    if (by_pronoun(t, &r, ret, err) < 0)
        return -1;
    return r.kind == REFERENCE_BOTH && ret->how == RESOLVED_NO_LIST ? only_two(t, e->kind, ret, err) : 0;
}
