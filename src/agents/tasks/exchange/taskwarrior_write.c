/* taskwarrior_write.c - a task of ours as the other program takes it. */
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/exchange/taskwarrior.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"
#include <string.h>

static void set_instant(struct arena *a, struct json *v, const char *key, int64_t us)
{
    char text[TIME_TEXT_BYTES];

    if (us == NO_TIME)
        return;
    taskwarrior_time_text(us, text);
    json_set(a, v, key, json_str(a, text));
}

static void set_tags(struct arena *a, struct json *v, const struct json *tags)
{
    struct json *others = json_array(a);
    bool has_project = false;

    for (size_t i = 0; i < json_len(tags); i++) {
        const char *tag = json_text(json_at(tags, i), NULL);
        if (!has_project && str_starts(tag, TASKWARRIOR_PROJECT) && tag[strlen(TASKWARRIOR_PROJECT)]) {
            has_project = true;
            json_set(a, v, "project", json_str(a, tag + strlen(TASKWARRIOR_PROJECT)));
        } else {
            json_push(a, others, json_str(a, tag));
        }
    }
    if (json_len(others) > 0)
        json_set(a, v, "tags", others);
}

/* As often as the other program can say it; else in full, where it stays a task like any other there. */
static bool set_rule(struct arena *a, struct json *v, const struct wall *wall, const struct json *task)
{
    char recur[RECUR_TEXT_BYTES];
    const char *name;
    struct repeat r;
    struct draft_time last;

    if (!task_repeat(task, &r))
        return false;
    if (task_instant(task, "due_at") == NO_TIME || task_instant(task, "completed_at") != NO_TIME ||
        !taskwarrior_recur_text(&r, recur)) {
        json_set(a, v, "rrule", json_str(a, json_get_text(task, "repeat")));
        return false;
    }
    json_set(a, v, "recur", json_str(a, recur));
    last = (struct draft_time){ .kind = DRAFT_LOCAL, .day = r.until, .hour = 23, .minute = 59 };
    if (r.until)
        set_instant(a, v, "until", draft_time_us(&last, task_zone(task, wall, &name)));
    return true;
}

struct json *taskwarrior_object(struct arena *a, const struct wall *wall, const struct json *task, const char *uuid)
{
    static const char *const letters[][2] = { { "high", "H" }, { "medium", "M" }, { "low", "L" } };
    const char *description = json_get_text(task, "description"), *priority = json_get_text(task, "priority");
    struct json *v = json_object(a), *note;
    bool is_done = task_instant(task, "completed_at") != NO_TIME, recurs;

    json_set(a, v, "uuid", json_str(a, uuid));
    json_set(a, v, "description", json_str(a, json_get_text(task, "title")));
    set_instant(a, v, "entry", task_instant(task, "created_at"));
    set_instant(a, v, "end", task_instant(task, "completed_at"));
    set_instant(a, v, "due", task_instant(task, "due_at"));
    set_instant(a, v, "reminder", task_instant(task, "remind_at"));
    if (json_get_text(task, "time_zone"))
        json_set(a, v, "timezone", json_str(a, json_get_text(task, "time_zone")));
    recurs = set_rule(a, v, wall, task);
    json_set(a, v, "status", json_str(a, is_done ? "completed" : recurs ? "recurring" : "pending"));
    for (size_t i = 0; priority && i < COUNT_OF(letters); i++)
        if (strcmp(priority, letters[i][0]) == 0)
            json_set(a, v, "priority", json_str(a, letters[i][1]));
    set_tags(a, v, json_get(task, "tags"));
    if (description) {
        note = json_object(a);
        set_instant(a, note, "entry", task_instant(task, "created_at"));
        json_set(a, note, "description", json_str(a, description));
        json_set(a, v, "annotations", json_push(a, json_array(a), note));
    }
    return v;
}
