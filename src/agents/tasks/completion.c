/* next.c - the rule goes to the next one: so a task that is reopened and done again does not come back twice. */
#include "agents/tasks/completion.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/op.h"
#include "model/repeat.h"
#include <string.h>

/* The next time that is not over; false when there is none. What was missed is passed by, so that a task nobody did for
 * a month comes back once. */
static bool next_day(const struct when *w, struct repeat *rule, struct due *d)
{
    for (int i = 0; i < TASK_REPEAT_SKIPS && repeat_next(rule, d->day, &d->day) && when_fits(d); i++)
        if (when_instant(w, d) > w->now_us)
            return true;
    return false;
}

static struct json *make_next(struct call *c, const struct when *w, const struct json *task, const struct repeat *rule,
                              const struct due *was, const struct due *due)
{
    struct json *next = json_copy(c->arena, task);
    char text[REPEAT_TEXT_BYTES], now[TIME_TEXT_BYTES];
    struct due remind;

    json_unset(next, "id");
    json_unset(next, "uid");
    json_set(c->arena, next, "status", json_str(c->arena, "pending"));
    json_set(c->arena, next, "completed_at", json_null(c->arena));
    time_text(w->now_us, now);
    json_set(c->arena, next, "created_at", json_str(c->arena, now));
    repeat_text(rule, text);
    json_set(c->arena, next, "repeat", json_str(c->arena, text));
    when_set_due(c->arena, next, w, due);
    if (when_stored(json_get_text(task, "remind"), &remind)) {
        remind.day += due->day - was->day;
        when_set_remind(c->arena, next, w, when_fits(&remind) ? &remind : NULL);
    }
    return next;
}

int next_complete(struct call *c, struct json *task, struct json **ret_next, struct err *err)
{
    const char *rule = json_get_text(task, "repeat");
    char now[TIME_TEXT_BYTES];
    struct repeat repeat;
    struct when w;
    struct due was, due;

    *ret_next = NULL;
    if (when_stored(json_get_text(task, "due"), &was) && rule && repeat_read(rule, strlen(rule), &repeat)) {
        if (when_open(c, json_get_text(task, "time_zone"), &w, err) < 0)
            return -1;
        due = was;
        if (next_day(&w, &repeat, &due)) {
            *ret_next = make_next(c, &w, task, &repeat, &was, &due);
            json_set(c->arena, task, "repeat", json_null(c->arena));
        }
    }
    time_text(world_now(c->world), now);
    json_set(c->arena, task, "status", json_str(c->arena, "completed"));
    json_set(c->arena, task, "completed_at", json_str(c->arena, now));
    return 0;
}

void next_reopen(struct call *c, struct json *task)
{
    json_set(c->arena, task, "status", json_str(c->arena, "pending"));
    json_set(c->arena, task, "completed_at", json_null(c->arena));
}
