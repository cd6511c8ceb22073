/* completion.c - a recurrence rule goes on to the next occurrence, so a task that is reopened and completed again does
 * not recur twice. */
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
static bool next_day(const struct wall_clock *w, struct repeat *rule, struct due *d)
{
    for (int i = 0; i < TASK_REPEAT_SKIPS && repeat_next(rule, d->day, &d->day) && times_fits(d); i++)
        if (times_instant(w, d) > w->now_us)
            return true;
    return false;
}

static struct json *make_next(struct call *c, const struct wall_clock *w, const struct json *task,
                              const struct repeat *rule, const struct due *was, const struct due *due)
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
    times_set_due(c->arena, next, w, due);
    if (times_stored(json_get_text(task, "remind"), &remind)) {
        remind.day += due->day - was->day;
        times_set_remind(c->arena, next, w, times_fits(&remind) ? &remind : NULL);
    }
    return next;
}

int completion_apply(struct call *c, struct json *task, struct json **ret_next, struct err *err)
{
    const char *rule = json_get_text(task, "repeat");
    char now[TIME_TEXT_BYTES];
    struct repeat repeat;
    struct wall_clock w;
    struct due was, due;

    *ret_next = NULL;
    if (times_stored(json_get_text(task, "due"), &was) && rule && repeat_read(rule, strlen(rule), &repeat)) {
        if (times_open(c, json_get_text(task, "time_zone"), &w, err) < 0)
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

void completion_revert(struct call *c, struct json *task)
{
    json_set(c->arena, task, "status", json_str(c->arena, "pending"));
    json_set(c->arena, task, "completed_at", json_null(c->arena));
}
