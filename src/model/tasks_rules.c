/* tasks_rules.c - the tasks seed's rules over several fields, and what it computes. */
#include "model/tasks_rules.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "model/tasks.h"
#include <ctype.h>

/* ---- rules ---- */

int tasks_rule_title(const struct json *task, struct err *err)
{
    if (rule_has(task, "title") && !rule_filled(task, "title"))
        return rule_fail(err, "title must not be blank");
    return 0;
}

int tasks_rule_completed(const struct json *task, struct err *err)
{
    if (rule_is(task, "status", "completed") != rule_has(task, "completed_at"))
        return rule_fail(err, "completed_at must be set exactly when the task is completed");
    return 0;
}

static bool all_digits(const char *key, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isdigit((unsigned char)key[i]))
            return false;
    return n > 0;
}

int tasks_rule_reference_keys(const struct json *metadata, struct err *err)
{
    const struct json *references = json_get(metadata, "task_references");

    for (size_t i = 0; i < json_len(references); i++) {
        size_t n;
        const char *key = json_key_at(references, i, &n);
        if (!all_digits(key, n))
            return rule_fail(err, "the keys of task_references must be digits");
    }
    return 0;
}

int tasks_rule_referenced_at(const struct json *metadata, struct err *err)
{
    if (json_len(json_get(metadata, "task_references")) && !rule_has(metadata, "referenced_at"))
        return rule_fail(err, "referenced_at is required when task_references is present");
    return 0;
}

int tasks_rule_confirmed(const struct json *selection, struct err *err)
{
    if (rule_is(selection, "tool_name", "delete_task") && !json_get_truth(selection, "requires_confirmation"))
        return rule_fail(err, "requires_confirmation must be true for a destructive tool");
    return 0;
}

int tasks_rule_update(const struct json *arguments, struct err *err)
{
    static const char *const names[] = { "title",    "description", "due",      "remind",     "repeat",
                                         "priority", "tags",        "add_tags", "remove_tags" };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (json_get(arguments, names[i]))
            return 0;
    return rule_fail(err, "something to change is required: a title, a description, a date, a priority or tags");
}

static bool is_one_word(const char *tag, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)tag[i] <= ' ' || tag[i] == '#' || tag[i] == ',' || tag[i] == 0x7f)
            return false;
    return n > 0;
}

const char *tasks_tag(struct arena *a, const char *text)
{
    const char *tag = str_fold(a, text);
    size_t n = strlen(tag);

    return is_one_word(tag, n) && str_chars(tag, n) <= TASK_TAG_CHARS ? tag : NULL;
}

#define NO_TAG "a tag must be one word, without # and commas; several are given one by one"

int tasks_rule_tags(const struct json *arguments, struct err *err)
{
    static const char *const names[] = { "tags", "add_tags", "remove_tags" };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct json *tags = json_get(arguments, names[i]);
        for (size_t k = 0; k < json_len(tags); k++)
            if (!tasks_tag(a, json_text(json_at(tags, k), NULL)))
                return rule_fail(err, NO_TAG);
    }
    return 0;
}

int tasks_rule_list(const struct json *arguments, struct err *err)
{
    const char *from = json_get_text(arguments, "due_from"), *to = json_get_text(arguments, "due_to");
    const char *tag = json_get_text(arguments, "tag");
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    if (from && to && strcmp(from, to) > 0)
        return rule_fail(err, "due_from must not be after due_to");
    if (rule_has(arguments, "search") && !rule_filled(arguments, "search"))
        return rule_fail(err, "search must not be blank");
    if (tag && !tasks_tag(a, tag))
        return rule_fail(err, NO_TAG);
    return 0;
}

int tasks_rule_bulk(const struct json *arguments, struct err *err)
{
    const struct json *ids = json_get(arguments, "task_ids");

    if (rule_is(arguments, "action", "update") && !rule_has(arguments, "set"))
        return rule_fail(err, "set is required with update: what is to be different");
    if (!rule_is(arguments, "action", "update") && rule_has(arguments, "set"))
        return rule_fail(err, "set goes with update alone");
    for (size_t i = 0; i < json_len(ids); i++)
        for (size_t k = 0; k < i; k++)
            if (json_equal(json_at(ids, i), json_at(ids, k)))
                return rule_fail(err, "a task may be named only once");
    return 0;
}

int tasks_rule_import(const struct json *arguments, struct err *err)
{
    if (rule_has(arguments, "path") == rule_has(arguments, "content"))
        return rule_fail(err, "either path or content is required, and not both");
    return 0;
}

int tasks_rule_result(const struct json *result, struct err *err)
{
    if (json_get_truth(result, "success")) {
        if (!rule_has(result, "data") || !rule_has(result, "message"))
            return rule_fail(err, "data and message are required when success is true");
    } else if (!rule_has(result, "error") || !rule_has(result, "code")) {
        return rule_fail(err, "error and code are required when success is false");
    }
    return 0;
}

/* ---- what the seed computes ---- */

const struct tasks_intent *tasks_intent(const char *name)
{
    static const struct tasks_intent intents[] = {
        { "create", "add_task", 0.80, false },    { "list", "list_tasks", 0.70, false },
        { "update", "update_task", 0.85, false }, { "complete", "complete_task", 0.80, false },
        { "delete", "delete_task", 0.90, true },
    };

    for (size_t i = 0; i < COUNT_OF(intents); i++)
        if (strcmp(intents[i].name, name) == 0)
            return &intents[i];
    return NULL;
}

bool tasks_intent_sure(const struct tasks_intent *intent, double confidence)
{
    return confidence >= intent->threshold;
}

static void trim_field(struct arena *a, struct json *object, const char *field, bool empty_is_null)
{
    size_t n;
    const char *text = json_text(json_get(object, field), &n);

    if (!text)
        return;
    text = str_trim(text, n, &n);
    json_set(a, object, field, n == 0 && empty_is_null ? json_null(a) : json_strn(a, text, n));
}

struct json *tasks_trimmed(struct arena *a, const struct json *arguments)
{
    struct json *copy = json_copy(a, arguments);

    if (json_is(copy, JSON_OBJECT)) {
        trim_field(a, copy, "title", false);
        trim_field(a, copy, "description", true);
    }
    return copy;
}

const char *tasks_error_code(enum err_code code)
{
    switch (err_kind(code)) {
    case ERR_KIND_INVALID:
    case ERR_KIND_USAGE:
    case ERR_KIND_CONFLICT:
    case ERR_KIND_TOO_LARGE:
    case ERR_KIND_DENIED:
    case ERR_KIND_ASK:
        return "VALIDATION_ERROR";
    case ERR_KIND_NOT_FOUND:
        return "NOT_FOUND";
    case ERR_KIND_UNAVAILABLE:
        return "DATABASE_ERROR";
    case ERR_KIND_TIMEOUT:
    case ERR_KIND_CANCELLED:
    case ERR_KIND_INTERNAL:
        break;
    }
    return "INTERNAL_ERROR";
}
