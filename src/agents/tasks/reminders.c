/* reminders.c - each list is a stretch of one index: by due date, or by the time of the reminder.
 *
 * A reminder rings from its time on until it is dismissed, its task is done or it is moved; whoever looks sees it (the
 * page, a terminal, a calendar). Nothing is marked by looking, so a look that was lost loses no reminder.
 */
#include "agents/tasks/reminders.h"
#include "agents/tasks/store/journal.h"
#include "agents/tasks/store/result.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/services.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/world.h"
#include "base/zone/zone.h"
#include "store/store.h"
#include <string.h>

/* ---- looking ---- */

struct looking {
    struct call *call;
    struct wall_clock when;
    int64_t days;
    struct json *reminders, *overdue, *today, *later;
    struct json *next; /* when the next reminder rings, or null */
    bool more;
};

#define DUE "coalesce(t.due_at, '~')"
#define RINGING                                                                                                        \
    " FROM tasks t WHERE t.user_id = $1 AND t.status = 'pending' AND t.remind_at IS NOT NULL AND t.reminded_at IS"     \
    " NULL AND t.remind_at"

static const char *instant(struct call *c, int64_t us)
{
    char *text = arena_alloc(c->arena, TIME_TEXT_BYTES);

    time_text(us, text);
    return text;
}

/* At most a list's length; whether there is more is found out by asking for one more. */
static int take_list(struct looking *l, struct db *db, const char *sql, const struct db_value *values, size_t n,
                     struct json **ret, struct err *err)
{
    struct task_rows rows = TASK_ROWS(l->call->arena);
    const char *all = arena_printf(l->call->arena, "SELECT %s%s LIMIT %d", task_columns, sql, TASK_DUE_LIST + 1);

    if (db_query(db, all, values, n, task_rows_take, &rows, err) < 0)
        return -1;
    *ret = rows.tasks;
    if (json_len(rows.tasks) <= TASK_DUE_LIST)
        return 0;
    l->more = true;
    *ret = json_array(l->call->arena);
    for (size_t i = 0; i < TASK_DUE_LIST; i++)
        json_push(l->call->arena, *ret, json_at(rows.tasks, i));
    return 0;
}

static int take_due(struct looking *l, struct db *db, const char *from, const char *to, struct json **ret,
                    struct err *err)
{
    return take_list(l, db,
                     " FROM tasks t WHERE t.user_id = $1 AND t.status = 'pending' AND " DUE " >= $2 AND " DUE
                     " < $3 ORDER BY " DUE ", t.id DESC",
                     DB_VALUES(DB_S(l->call->user), DB_S(from), DB_S(to)), ret, err);
}

static int take_next(void *arg, const struct db_row *row, struct err *err)
{
    struct looking *l = arg;

    (void)err;
    l->next = json_str(l->call->arena, db_text(row, 0, NULL));
    return 0;
}

static int read_lists(struct db *db, void *arg, struct err *err)
{
    struct looking *l = arg;
    struct call *c = l->call;
    int64_t day = times_today(&l->when);
    const char *now = instant(c, l->when.now_us - l->when.now_us % 1000000);
    const char *tomorrow = instant(c, times_midnight(&l->when, day + 1));
    const char *end = instant(c, times_midnight(&l->when, day + l->days));

    if (take_list(l, db, RINGING " <= $2 ORDER BY t.remind_at, t.id", DB_VALUES(DB_S(c->user), DB_S(now)),
                  &l->reminders, err) < 0 ||
        db_query(db, "SELECT min(t.remind_at)" RINGING " > $2", DB_VALUES(DB_S(c->user), DB_S(now)), take_next, l,
                 err) < 0)
        return -1;
    return take_due(l, db, "", now, &l->overdue, err) < 0 || take_due(l, db, now, tomorrow, &l->today, err) < 0 ||
                   take_due(l, db, tomorrow, end, &l->later, err) < 0
               ? -1
               : 0;
}

/* Tasks in the order of their due dates, put under their days. */
static struct json *by_day(const struct looking *l)
{
    struct arena *a = l->call->arena;
    struct json *days = json_array(a), *tasks = NULL;
    char date[TIME_TEXT_BYTES], last[TIME_TEXT_BYTES] = "";

    for (size_t i = 0; i < json_len(l->later); i++) {
        const char *at = json_get_text(json_at(l->later, i), "due_at");
        int64_t us = 0;
        struct civil local;

        time_read(at, strlen(at), &us);
        local = zone_local(l->when.zone, us);
        date_text(civil_days(local.year, local.month, local.day), date);
        if (strcmp(date, last) != 0) {
            struct json *day = json_set(a, json_object(a), "date", json_str(a, date));
            json_push(a, days, json_set(a, day, "tasks", tasks = json_array(a)));
            memcpy(last, date, sizeof last);
        }
        json_push(a, tasks, json_at(l->later, i));
    }
    return days;
}

static const char *told(const struct looking *l)
{
    size_t rings = json_len(l->reminders), late = json_len(l->overdue), today = json_len(l->today);

    if (rings + late + today + json_len(l->later) == 0)
        return "Nothing is due.";
    return arena_printf(l->call->arena, "%zu reminder%s, %zu overdue, %zu due today, %zu later.", rings,
                        rings == 1 ? "" : "s", late, today, json_len(l->later));
}

int task_due(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct tasks *t = c->service;
    struct looking l = { .call = c, .days = json_get_int(args, "days", 1) };
    struct json *v = json_object(c->arena);

    if (times_open(c, json_get_text(args, "time_zone"), &l.when, err) < 0 ||
        store_read(t->store, read_lists, &l, err) < 0)
        return -1;
    json_set(c->arena, v, "reminders", l.reminders);
    json_set(c->arena, v, "overdue", l.overdue);
    json_set(c->arena, v, "today", l.today);
    json_set(c->arena, v, "upcoming", by_day(&l));
    json_set(c->arena, v, "more", json_bool(c->arena, l.more));
    json_set(c->arena, v, "message", json_str(c->arena, told(&l)));
    json_set(c->arena, v, "next_remind_at", l.next);
    json_set(c->arena, v, "time_zone", json_str(c->arena, l.when.name));
    *ret = json_set(c->arena, v, "as_of", json_str(c->arena, instant(c, l.when.now_us)));
    return 0;
}

/* ---- seen, or to come again ---- */

/* *ret is NULL when no time is given. */
static const char *until_of(const struct json *args)
{
    const char *text = json_get_text(args, "until");

    return text && *text && !str_ieq(text, "none") ? text : NULL;
}

static int snooze(struct call *c, const struct json *args, struct json *task, struct err *err)
{
    const char *zone = json_get_text(args, "time_zone");
    struct wall_clock w;
    struct due d;

    if (times_open(c, zone ? zone : json_get_text(task, "time_zone"), &w, err) < 0 ||
        times_given(&w, until_of(args), "The time", &d, err) < 0)
        return -1;
    if (!d.has_time)
        d = times_from_wall(times_wall(&d));
    if (times_instant(&w, &d) <= w.now_us)
        return err_say(err, ERR_INVALID_INPUT, "That time is over.");
    times_set_remind(c->arena, task, &w, &d);
    return 0;
}

int task_dismiss(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct json *before, *after;
    const char *message, *title;
    char words[DUE_WORDS_BYTES] = "";
    int64_t step;

    if (task_get(tx_db(c->tx), c->arena, c->user, json_get_int(args, "task_id", 0), &before, err) < 0)
        return -1;
    title = json_get_text(before, "title");
    after = json_copy(c->arena, before);
    if (until_of(args)) {
        if (json_get_text(before, "completed_at"))
            return err_say(err, ERR_CONFLICT, "That task is done; its reminder would not ring.");
        if (snooze(c, args, after, err) < 0)
            return -1;
        when_words(after, "remind", world_now(c->world), words);
        message = arena_printf(c->arena, "The reminder of '%s' will come again %s.", title, words);
    } else {
        if (!json_get_text(before, "remind_at"))
            return err_say(err, ERR_CONFLICT, "That task has no reminder.");
        if (json_get_text(before, "reminded_at"))
            return task_result(c, before, arena_printf(c->arena, "The reminder of '%s' is off already.", title), 0,
                               ret);
        json_set(c->arena, after, "reminded_at", json_str(c->arena, instant(c, world_now(c->world))));
        message = arena_printf(c->arena, "The reminder of '%s' is off.", title);
    }
    if (journal_one(c, message, before, after, &step, err) < 0)
        return -1;
    return task_result(c, after, message, step, ret);
}
