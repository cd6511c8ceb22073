/* run_intent.c - an intent from its beginning: which tasks it is about, and whether that is sure enough to go on.
 *
 * Where it is not, the person is asked, with the tasks it could be. The likelier task is never simply taken.
 */
#include "agents/tasks/dialogue/clarify.h"
#include "agents/tasks/dialogue/dialogue.h"
#include "agents/tasks/interpret/fragment.h"
#include "agents/tasks/parse/reference.h"
#include "agents/tasks/resolve/broader_search.h"
#include "agents/tasks/resolve/candidates.h"
#include "agents/tasks/resolve/content_words.h"
#include "agents/tasks/resolve/likely_intent.h"
#include "agents/tasks/resolve/negation.h"
#include "agents/tasks/resolve/resolve.h"
#include "agents/tasks/resolve/statement.h"
#include "agents/tasks/resolve/title_search.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "lang/phrase.h"
#include <string.h>

const char *turn_deed(struct turn *t, const struct task_intent *e, const struct json *task)
{
    const char *verb = e->kind == INTENT_UPDATE     ? "Change"
                       : e->kind == INTENT_COMPLETE ? "Complete"
                       : e->kind == INTENT_REOPEN   ? "Reopen"
                       : e->kind == INTENT_DELETE   ? "Delete"
                                                    : "Undo the last change of";

    return arena_printf(t->a, "%s %s", verb, turn_name(t, task));
}

/* ---- which tasks ---- */

/* The list as it is now, and which of them it is. */
static int ask_from_list(struct turn *t, const struct task_intent *e, const char *lead, struct err *err)
{
    struct json *tasks;

    if (turn_choices(t, e, &tasks, err) < 0)
        return turn_told(t, err);
    if (json_len(tasks) == 0)
        turn_ask(t, "There is nothing to choose from: you have no such tasks. Tell me what you want to do, and I'll "
                    "add it.");
    else
        clarify_which(t, e, tasks, lead);
    return 0;
}

static const char *several_words(struct turn *t, const struct resolved *f)
{
    if (f->total > (int64_t)json_len(f->tasks))
        return arena_printf(t->a, "%lld tasks could be meant. Which one? Here are the newest of them.",
                            (long long)f->total);
    return f->total == 1
               ? "Do you mean this one?"
               : arena_printf(t->a, "I found %lld tasks that could be meant. Which one?", (long long)f->total);
}

/* As many as can be chosen from at a glance. */
static struct json *first_of(struct turn *t, const struct json *tasks)
{
    struct json *some = json_array(t->a);

    for (size_t i = 0; i < json_len(tasks) && i < TASK_CHOICES; i++)
        json_push(t->a, some, json_copy(t->a, json_at(tasks, i)));
    return some;
}

/* A search finds words by their beginnings too, as somebody types; who says a word means that word. */
static struct json *that_fit(struct turn *t, const struct json *tasks, const char *words)
{
    struct json *fit = json_array(t->a);

    for (size_t i = 0; i < json_len(tasks); i++) {
        const struct json *task = json_at(tasks, i), *tags = json_get(task, "tags");
        const char *description = json_get_text(task, "description");
        const char *text = arena_printf(t->a, "%s %s", json_get_text(task, "title"), description ? description : "");
        for (size_t k = 0; k < json_len(tags); k++)
            text = arena_printf(t->a, "%s %s", text, json_text(json_at(tags, k), NULL));
        if (search_fits(t, text, words))
            json_push(t->a, fit, json_copy(t->a, task));
    }
    return fit;
}

static bool is_among(const struct json *tasks, const struct json *task)
{
    for (size_t i = 0; i < json_len(tasks); i++)
        if (json_equal(json_get(json_at(tasks, i), "id"), json_get(task, "id")))
            return true;
    return false;
}

/* Those of the tasks that are not meant, by name or by place; NULL when nobody can tell which these are. */
static int excepted(struct turn *t, const struct task_intent *e, struct json *tasks, struct json **ret, struct err *err)
{
    const struct task_intent but = { .kind = e->kind, .about = e->except };
    struct resolved f;

    *ret = NULL;
    if (reference_read(e->except).kind == REFERENCE_NAME)
        *ret = that_fit(t, tasks, e->except);
    else if (resolve_tasks(t, &but, &f, err) < 0)
        return -1;
    else if (f.how == RESOLVED_THESE)
        *ret = f.tasks;
    for (size_t i = 0; *ret && i < json_len(*ret); i++)
        if (!is_among(tasks, json_at(*ret, i)))
            *ret = NULL;
    if (json_len(*ret) == 0)
        *ret = NULL;
    return 0;
}

int turn_do_most(struct turn *t, const struct task_intent *e, struct json *tasks, struct err *err)
{
    struct json *but, *most = json_array(t->a);

    if (!e->except)
        return turn_do(t, e, tasks, err);
    if (excepted(t, e, tasks, &but, err) < 0)
        return turn_told(t, err);
    for (size_t i = 0; but && i < json_len(tasks); i++)
        if (!is_among(but, json_at(tasks, i)))
            json_push(t->a, most, json_copy(t->a, json_at(tasks, i)));
    if (!but)
        turn_ask(t,
                 "I can't tell which of them '%s' is, so I left them all alone. Please say the numbers of those you "
                 "mean.",
                 e->except);
    else if (json_len(most) == 0)
        turn_say(t, "Then nothing is left to do.");
    else
        return turn_do(t, e, most, err);
    return 0;
}

static int changed_in_list(struct turn *t, const struct task_intent *e, const struct resolved *f, struct err *err)
{
    const struct json *task = json_at(f->tasks, 0);
    const char *place = f->place ? f->place : "One of them";

    if (json_len(f->tasks) > 1) {
        turn_say(t, "Not all of them are what they were when I showed them.");
        return turn_do_most(t, e, f->tasks, err);
    }
    if (e->kind == INTENT_DELETE) {
        turn_say(t, "%s has changed since I showed it.", place);
        return turn_do(t, e, f->tasks, err);
    }
    if (f->place && strcmp(f->place, "It") != 0)
        resolve_told(t, task);
    else
        resolve_check(t, f->tasks);
    clarify_yes(t, e, f->tasks, turn_deed(t, e, task),
                arena_printf(t->a, "%s has changed since I showed it. It now reads %s%s. Shall I go on?", place,
                             turn_name(t, task), turn_details(t, task)));
    return 0;
}

static int found(struct turn *t, const struct task_intent *e, const struct resolved *f, struct err *err)
{
    const char *about = e->about ? e->about : "that";

    switch (f->how) {
    case RESOLVED_THESE:
        return turn_do_most(t, e, f->tasks, err);
    case RESOLVED_CHANGED:
        return changed_in_list(t, e, f, err);
    case RESOLVED_ONE_OF:
        clarify_which(t, e, first_of(t, f->tasks), several_words(t, f));
        return 0;
    case RESOLVED_NEAR:
        clarify_which(t, e, f->tasks,
                      arena_printf(t->a, "I found no task called '%s'. Did you mean %s?", about,
                                   json_len(f->tasks) == 1 ? "this one" : "one of these"));
        return 0;
    case RESOLVED_NONE:
        turn_ask(t, "I couldn't find a task called '%s'. Say \"show my tasks\" to see what is there.", about);
        return 0;
    case RESOLVED_NO_LIST:
        return ask_from_list(t, e, "Which task is that? Here is the list as it is now.", err);
    case RESOLVED_STALE:
        return ask_from_list(t, e, "Other things came since I showed you the list. Here it is again: which one?", err);
    case RESOLVED_NO_PLACE:
        return ask_from_list(t, e, "The list has no such number. Here it is as it is now: which one?", err);
    case RESOLVED_GONE:
        break;
    }
    return ask_from_list(t, e,
                         arena_printf(t->a,
                                      "%s was deleted since I showed it. Here is the list as it is now: which one?",
                                      f->place ? f->place : "One of them"),
                         err);
}

/* ---- all that fit ---- */

/* Too many, or none. */
static void say_amount(struct turn *t, int64_t total)
{
    if (total > TASK_BULK)
        turn_ask(t, "That would be %lld tasks, and I change at most %d at once. Please say it more narrowly.",
                 (long long)total, TASK_BULK);
    else
        turn_say(t, "There is no such task, so there is nothing to do.");
}

/* All that are open, where nothing was shown: what is to become of several is confirmed with each by its name. */
static int every_open(struct turn *t, const struct task_intent *e, struct err *err)
{
    const struct task_filter filter = { .status = candidate_prefers(e->kind) };
    struct json *tasks;
    int64_t total;

    if (turn_look(t, json_set(t->a, turn_filter(t, &filter), "limit", json_int(t->a, TASK_BULK)), &tasks, &total, err) <
        0)
        return turn_told(t, err);
    if (total > 0 && total <= TASK_BULK)
        return turn_do_most(t, e, tasks, err);
    say_amount(t, total);
    return 0;
}

/* Without a filter, everything is what the person has just seen; where that is nothing, what is open. */
static int every_shown(struct turn *t, const struct task_intent *e, struct err *err)
{
    struct resolved f;

    if (!resolve_has_list(t))
        return every_open(t, e, err);
    if (json_len(resolve_list(t)) > TASK_BULK) {
        turn_ask(t, "That is more than the %d tasks I change at once.", TASK_BULK);
        return 0;
    }
    if (resolve_now(t, resolve_list(t), &f, err) < 0)
        return turn_told(t, err);
    if (f.how == RESOLVED_THESE)
        turn_say(t, "By that I take the %zu shown.", json_len(f.tasks));
    return found(t, e, &f, err);
}

static int every(struct turn *t, const struct task_intent *e, struct err *err)
{
    struct task_filter filter = e->filter;
    struct json *parameters, *tasks;
    int64_t total;

    if (turn_filter_is_empty(&filter) && e->about && reference_read(e->about).kind == REFERENCE_NAME)
        filter.search = search_words(t, e->about);
    if (filter.search && !filter.tag) { /* "all the garden tasks" are those with that tag, where there is one */
        if (broader_tagged(t, filter.search, candidate_status(e->kind), &tasks, &filter.tag, err) < 0)
            return turn_told(t, err);
        filter.search = filter.tag ? NULL : filter.search;
    }
    if (turn_filter_is_empty(&filter))
        return every_shown(t, e, err);
    if (!filter.status)
        filter.status = candidate_status(e->kind);
    parameters = json_set(t->a, turn_filter(t, &filter), "limit", json_int(t->a, TASK_BULK));
    if (turn_look(t, parameters, &tasks, &total, err) < 0)
        return turn_told(t, err);
    if (filter.search)
        tasks = that_fit(t, tasks, filter.search);
    if (total > TASK_BULK || json_len(tasks) == 0)
        say_amount(t, total);
    else if (json_len(tasks) == 1 && filter.search &&
             !search_fits(t, json_get_text(json_at(tasks, 0), "title"), filter.search))
        clarify_which(t, e, tasks, "I found one that only mentions it. Did you mean this one?");
    else
        return turn_do_most(t, e, tasks, err);
    return 0;
}

const char *turn_sentence(struct turn *t, const struct task_intent *e)
{
    const char *at = e->said ? strstr(t->message, e->said) : NULL;
    size_t n = at ? strlen(e->said) : 0;

    if (!at)
        return e->said;
    if (n > 0 && strchr(".!?", at[n - 1])) { /* it ends with its sentence; which the next one may take back */
        struct phrase next;
        phrase_split(at + n, at + n + strcspn(at + n, ".!?\n"), &next);
        if (next.n == 0 || !phrase_word_is(next.words, "only|if|unless|no|not|well|or|but|except"))
            return e->said;
    }
    return arena_dup(t->a, at, n + strcspn(at + n, ".!?\n"));
}

/* Whether what is said behind it, in the same sentence, takes it back; of another task it does not. */
static int is_taken_back(struct turn *t, const struct task_intent *e, const char *title, bool *ret, struct err *err)
{
    struct message_piece pieces[MESSAGE_PIECES];
    size_t n;

    *ret = !t->is_chosen && e->said && (negation_after(turn_sentence(t, e)) || negation_unreal(turn_sentence(t, e)));
    n = *ret ? message_pieces(t->a, turn_sentence(t, e), pieces) : 0;
    for (size_t i = 1; i < n; i++) {
        bool is_other;
        if (!pieces[i].contrasts)
            continue;
        if (fragment_turns(t, pieces[i].said, title, &is_other, err) < 0)
            return -1;
        *ret &= !is_other;
    }
    return 0;
}

/* Whether the deed that a title begins with was said, be it by another verb or with a slip of the finger, or any where
 * it begins with none; or what is said of anything that is over. */
static bool says_deed(struct turn *t, const char *said, const char *title)
{
    static const char over[] = "done|finished|complete|completed|sorted|handled|settled|resolved|dealt|over|ticked";
    struct content own = content_of(t, title);
    struct phrase p;
    bool is_thing;

    if (content_says(said, over) || strcasestr(said, "taken care of"))
        return true;
    is_thing = own.n > 0 && !word_is_action(own.words[0].word);
    if (own.n < 2 && !is_thing)
        return false;
    phrase_split(said, said + strlen(said), &p);
    for (size_t i = 0; i < p.n; i++) {
        const char *word = str_fold(t->a, arena_dup(t->a, p.words[i].p, p.words[i].n));
        const struct content_word w = { .said = word, .word = word, .stem = word };
        if (is_thing ? content_is_done(&w) : content_kin(&w, own.words) || content_near(&w, own.words))
            return true;
    }
    return false;
}

/* Whether it says of a task that it names, in whatever words, that it is done; or all that was said can only mean it.
 */
static int is_told_done(struct turn *t, const struct task_intent *e, const struct json *task, bool *ret,
                        struct err *err)
{
    const char *title = json_get_text(task, "title"), *meant;

    *ret = t->is_chosen;
    if (t->is_chosen || statement_by_them(t, title))
        return 0;
    *ret = !e->said || !e->about || reference_read(e->about).kind != REFERENCE_NAME ||
           (e->is_plain && !statement_otherwise(t, e->said, title)) || statement_done(t, e->said, title);
    if (*ret || statement_undone(e->said, title))
        return 0;
    if (likely_task(t, e, e->said, &meant, err) < 0)
        return -1;
    *ret = meant && strcmp(meant, title) == 0 && says_deed(t, e->said, title);
    return 0;
}

/* "Rang the bank but nobody answered": whether that was all of it is the person's to say. */
static int ask_done(struct turn *t, const struct task_intent *e, const struct resolved *f)
{
    const struct json *task = json_at(f->tasks, 0);

    clarify_yes(t, e, f->tasks, turn_deed(t, e, task),
                arena_printf(t->a, "It sounds as if %s is not quite done. Shall I mark it as done all the same?",
                             turn_name(t, task)));
    return 0;
}

/* Whether a task that this message has completed is called so: then no other one is meant, though it is called so too
 * ("Lyon has signed, that agreement is done"). */
static int is_done_here(struct turn *t, const struct task_intent *e, bool *ret, struct err *err)
{
    struct json *parameters = json_object(t->a), *tasks;

    *ret = false;
    if (e->kind != INTENT_COMPLETE || json_len(t->completed) == 0 || !e->about ||
        !content_says(e->about, "it|that|this|them|those|these|they"))
        return 0;
    json_set(t->a, parameters, "limit", json_int(t->a, TASK_BULK));
    if (turn_look(t, json_set(t->a, parameters, "task_ids", json_copy(t->a, t->completed)), &tasks, NULL, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(tasks); i++)
        *ret |= reference_read(e->about).kind == REFERENCE_IT || reference_read(e->about).kind == REFERENCE_THEM ||
                search_fits(t, json_get_text(json_at(tasks, i), "title"), e->about);
    return 0;
}

static int on_tasks(struct turn *t, const struct task_intent *e, struct err *err)
{
    struct resolved f;
    bool is_done;

    if (e->every)
        return every(t, e, err);
    if (is_done_here(t, e, &is_done, err) < 0)
        return turn_told(t, err);
    if (is_done) {
        t->reached = true;
        return 0;
    }
    if (resolve_tasks(t, e, &f, err) < 0 || broader_tasks(t, e, &f, err) < 0)
        return turn_told(t, err);
    if (e->kind == INTENT_COMPLETE && f.how == RESOLVED_THESE && json_len(f.tasks) == 1) {
        const struct json *task = json_at(f.tasks, 0);
        bool undone, told;
        if (is_taken_back(t, e, json_get_text(task, "title"), &undone, err) < 0 ||
            is_told_done(t, e, task, &told, err) < 0)
            return turn_told(t, err);
        if (undone || !told)
            return ask_done(t, e, &f);
    }
    return found(t, e, &f, err);
}

/* ---- any intent ---- */

int turn_run(struct turn *t, const struct task_intent *e, struct err *err)
{
    switch (e->kind) {
    case INTENT_CREATE:
        return turn_create(t, e, err);
    case INTENT_LIST:
        return turn_list(t, e, err);
    case INTENT_UPDATE:
    case INTENT_COMPLETE:
    case INTENT_REOPEN:
    case INTENT_DELETE:
        return on_tasks(t, e, err);
    case INTENT_UNDO:
        return e->about && reference_read(e->about).kind == REFERENCE_PLACE ? on_tasks(t, e, err)
                                                                            : turn_undo(t, e, err);
    case INTENT_REDO:
        return turn_redo(t, e, err);
    case INTENT_MORE:
        return turn_more(t, err);
    case INTENT_HELP:
        turn_help(t);
        return 0;
    case INTENT_COURTESY:
        break;
    }
    turn_courtesy(t, e);
    return 0;
}
