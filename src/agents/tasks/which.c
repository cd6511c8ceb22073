/* which.c - places, pronouns and titles. A place means the list that was shown in this conversation, never a task's id,
 * and not once TASK_LIST_STALE messages have been said since. */
#include "agents/tasks/which.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/op.h"
#include "model/tasks.h"
#include "talk/talk.h"
#include <ctype.h>
#include <string.h>

/* ---- words ---- */

static bool next_word(const char **p, const char **ret, size_t *ret_n)
{
    const char *s = *p;

    while (*s && !isalnum((unsigned char)*s) && (unsigned char)*s < 0x80)
        s++;
    *ret = s;
    while (*s && (isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80 || *s == '\''))
        s++;
    *ret_n = (size_t)(s - *ret);
    *p = s;
    return *ret_n > 0;
}

static bool is_in(const char *const *list, const char *p, size_t n)
{
    for (; *list; list++)
        if (strlen(*list) == n && strncasecmp(*list, p, n) == 0)
            return true;
    return false;
}

/* Words that point without naming: "the second one", "task #3", "number 2". */
static const char *const pointers[] = { "the",    "task",  "tasks",  "number", "no",    "one",  "item", "first",
                                        "second", "third", "fourth", "fifth",  "last",  "that", "my",   "todo",
                                        "on",     "list",  "please", "in",     "entry", NULL };
static const char *const pronouns[] = { "it", "this", "that", "one", "task", "the", "same", NULL };

static bool all_digits(const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isdigit((unsigned char)p[i]))
            return false;
    return n > 0;
}

/* A number followed by the letters of an ordinal: "2nd". */
static bool is_place(const char *p, size_t n)
{
    return all_digits(p, n) || (n > 2 && all_digits(p, n - 2) && isalpha((unsigned char)p[n - 1]));
}

static bool only_of(const char *words, const char *const *list, bool places)
{
    const char *p = words, *word;
    bool any = false;
    size_t n;

    while (next_word(&p, &word, &n)) {
        if (!is_in(list, word, n) && !(places && is_place(word, n) && (word == words || word[-1] != '-')))
            return false;
        any = true;
    }
    return any;
}

/* ---- titles ---- */

static const char *const small[] = { "the",  "a",   "an", "task", "about", "to", "my",  "one",
                                     "with", "for", "of", "todo", "item",  "on", "and", NULL };

static bool has_word(const char *title, const char *word, size_t n)
{
    const char *p = title, *w;
    size_t m;

    while (next_word(&p, &w, &m))
        if (m == n && strncasecmp(w, word, n) == 0)
            return true;
    return false;
}

/* Every word that counts is in the title; one at least does count. */
static bool is_about(const char *title, const char *words)
{
    const char *p = words, *word;
    bool any = false;
    size_t n;

    if (str_same(title, words))
        return true;
    while (next_word(&p, &word, &n)) {
        if (is_in(small, word, n))
            continue;
        if (!has_word(title, word, n))
            return false;
        any = true;
    }
    return any;
}

static struct json *with_id(struct arena *a, const struct json *tasks, int64_t id)
{
    struct json *found = json_array(a);

    for (size_t i = 0; i < json_len(tasks); i++)
        if (json_get_int(json_at(tasks, i), "id", 0) == id)
            json_push(a, found, json_copy(a, json_at(tasks, i)));
    return found;
}

/* A title that is exactly that beats those that only have its words; an open task beats a done one. */
static struct json *by_title(struct arena *a, const struct json *tasks, const char *words)
{
    struct json *found[4] = { json_array(a), json_array(a), json_array(a), json_array(a) };

    for (size_t i = 0; i < json_len(tasks); i++) {
        const struct json *task = json_at(tasks, i);
        const char *title = json_get_text(task, "title");
        bool done = json_get_text(task, "completed_at") != NULL;
        if (is_about(title, words))
            json_push(a, found[(str_same(title, words) ? 0 : 2) + done], json_copy(a, task));
    }
    for (size_t i = 0; i < COUNT_OF(found); i++)
        if (json_len(found[i]) > 0)
            return found[i];
    return found[0];
}

/* ---- the list that was shown ---- */

static bool is_stale(const struct talk *t)
{
    const char *shown = json_get_text(t->metadata, "referenced_at");
    int64_t at, said;
    size_t later = 0;

    if (!shown || !time_read(shown, strlen(shown), &at))
        return true;
    for (size_t i = 0; i < json_len(t->before); i++) {
        const char *when = json_get_text(json_at(t->before, i), "created_at");
        later += when && time_read(when, strlen(when), &said) && said > at;
    }
    return later > TASK_LIST_STALE;
}

static enum which one_of(struct json *found, struct json **ret)
{
    *ret = found;
    return json_len(found) == 0 ? WHICH_NONE : json_len(found) == 1 ? WHICH_ONE : WHICH_SEVERAL;
}

bool which_all(const char *words)
{
    static const char *const every[] = { "everything", "all",   "every",     "each", "both",    "of",    "them",
                                         "tasks",      "task",  "the",       "my",   "it",      "todos", "list",
                                         "those",      "these", "completed", "done", "pending", NULL };
    static const char *const said[] = { "everything", "all", "every", "each", "both", NULL };
    const char *p = words, *word;
    bool any = false;
    size_t n;

    while (next_word(&p, &word, &n))
        any |= is_in(said, word, n);
    return any && only_of(words, every, false);
}

enum which which_task(const struct talk *t, const struct json *tasks, const char *words, struct json **ret)
{
    struct arena *a = t->call->arena;
    int64_t id = json_get_int(json_get(t->metadata, "agent_context"), "last_task", 0);

    if (only_of(words, pronouns, false))
        return one_of(with_id(a, tasks, id), ret);
    if (only_of(words, pointers, true)) {
        if (json_len(json_get(t->metadata, "task_references")) == 0)
            return WHICH_NO_LIST;
        if (is_stale(t))
            return WHICH_STALE;
        return tasks_resolve(t->metadata, words, &id) ? one_of(with_id(a, tasks, id), ret) : WHICH_NONE;
    }
    return one_of(by_title(a, tasks, words), ret);
}

void which_shown(struct talk *t, const struct json *tasks)
{
    struct arena *a = t->call->arena;
    struct json *references = json_object(a);
    char now[TIME_TEXT_BYTES];

    for (size_t i = 0; i < json_len(tasks); i++)
        json_set(a, references, arena_printf(a, "%zu", i + 1), json_copy(a, json_get(json_at(tasks, i), "id")));
    time_text(world_now(t->call->world), now);
    json_set(a, t->metadata, "task_references", references);
    json_set(a, t->metadata, "referenced_at", json_str(a, now));
}

void which_last(struct talk *t, int64_t id)
{
    struct arena *a = t->call->arena;

    json_set(a, json_get(t->metadata, "agent_context"), "last_task", json_int(a, id));
}
