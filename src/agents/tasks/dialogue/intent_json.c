/* intent_json.c - tables of an intent's texts and truths, so that writing and reading cannot disagree. */
#include "agents/tasks/dialogue/intent_json.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include <string.h>

#define SAID_BYTES 400 /* of the words it was read from: only a question's first words are looked at later */

static const char *const kinds[] = {
    [INTENT_CREATE] = "create",     [INTENT_LIST] = "list",         [INTENT_UPDATE] = "update",
    [INTENT_COMPLETE] = "complete", [INTENT_REOPEN] = "reopen",     [INTENT_DELETE] = "delete",
    [INTENT_UNDO] = "undo",         [INTENT_REDO] = "redo",         [INTENT_MORE] = "more",
    [INTENT_HELP] = "help",         [INTENT_COURTESY] = "courtesy",
};

static const struct {
    const char *name;
    size_t at;
} texts[] = {
    { "about", offsetof(struct task_intent, about) },
    { "except", offsetof(struct task_intent, except) },
    { "said", offsetof(struct task_intent, said) },
    { "status", offsetof(struct task_intent, filter.status) },
    { "with_priority", offsetof(struct task_intent, filter.priority) },
    { "tag", offsetof(struct task_intent, filter.tag) },
    { "search", offsetof(struct task_intent, filter.search) },
    { "order", offsetof(struct task_intent, filter.order) },
    { "title", offsetof(struct task_intent, set.title) },
    { "description", offsetof(struct task_intent, set.description) },
    { "due", offsetof(struct task_intent, set.due) },
    { "remind", offsetof(struct task_intent, set.remind) },
    { "repeat", offsetof(struct task_intent, set.repeat) },
    { "priority", offsetof(struct task_intent, set.priority) },
};

static const struct {
    const char *name;
    size_t at;
} truths[] = {
    { "every", offsetof(struct task_intent, every) },
    { "is_topic", offsetof(struct task_intent, is_topic) },
    { "no_due", offsetof(struct task_intent, filter.no_due) },
    { "repeats", offsetof(struct task_intent, filter.repeats) },
    { "is_guess", offsetof(struct task_intent, filter.is_guess) },
    { "names_tasks", offsetof(struct task_intent, filter.names_tasks) },
};

static void put_list(struct arena *a, struct json *v, const char *name, const char *const *list, size_t n)
{
    struct json *all = json_array(a);

    for (size_t i = 0; i < n; i++)
        json_push(a, all, json_str(a, list[i]));
    if (n > 0)
        json_set(a, v, name, all);
}

static size_t take_list(const struct json *v, const char *name, const char *ret[static TASK_TAGS])
{
    const struct json *all = json_get(v, name);
    size_t n = 0;

    for (size_t i = 0; i < json_len(all) && n < TASK_TAGS; i++) {
        const char *text = json_text(json_at(all, i), NULL);
        if (text)
            ret[n++] = text;
    }
    return n;
}

struct json *intent_to_json(struct arena *a, const struct task_intent *e)
{
    struct json *v = json_set(a, json_object(a), "kind", json_str(a, kinds[e->kind]));

    json_set(a, v, "confidence", json_double(a, e->confidence));
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const char *text;
        memcpy(&text, (const char *)e + texts[i].at, sizeof text);
        if (text)
            json_set(a, v, texts[i].name, json_str(a, text));
    }
    if (e->said)
        json_set(a, v, "said", json_strn(a, e->said, str_fit_bytes(e->said, strlen(e->said), SAID_BYTES)));
    put_list(a, v, "tags", e->set.tags, e->set.n_tags);
    put_list(a, v, "untags", e->set.untags, e->set.n_untags);
    for (size_t i = 0; i < COUNT_OF(truths); i++) {
        bool is_so;
        memcpy(&is_so, (const char *)e + truths[i].at, sizeof is_so);
        if (is_so)
            json_set(a, v, truths[i].name, json_bool(a, true));
    }
    if (e->filter.has_due) {
        struct json *span = json_set(a, json_object(a), "from", json_int(a, e->filter.due.from));
        json_set(a, span, "to", json_int(a, e->filter.due.to));
        json_set(a, span, "part", json_bool(a, e->filter.due.is_part));
        json_set(a, v, "span", json_set(a, span, "overdue", json_bool(a, e->filter.due.is_overdue)));
    }
    return v;
}

struct task_intent intent_from_json(const struct json *v)
{
    const struct json *span = json_get(v, "span");
    const char *kind = json_get_text(v, "kind");
    struct task_intent e = { .kind = INTENT_HELP, .confidence = json_real(json_get(v, "confidence")) };

    for (size_t i = 0; kind && i < COUNT_OF(kinds); i++)
        if (strcmp(kinds[i], kind) == 0)
            e.kind = (enum intent_kind)i;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const char *text = json_get_text(v, texts[i].name);
        memcpy((char *)&e + texts[i].at, &text, sizeof text);
    }
    e.set.n_tags = take_list(v, "tags", e.set.tags);
    e.set.n_untags = take_list(v, "untags", e.set.untags);
    for (size_t i = 0; i < COUNT_OF(truths); i++) {
        bool is_so = json_get_truth(v, truths[i].name);
        memcpy((char *)&e + truths[i].at, &is_so, sizeof is_so);
    }
    e.filter.has_due = span != NULL;
    e.filter.due = (struct due_span){ .from = json_get_int(span, "from", 0),
                                      .to = json_get_int(span, "to", 0),
                                      .is_overdue = json_get_truth(span, "overdue"),
                                      .is_part = json_get_truth(span, "part") };
    return e;
}
