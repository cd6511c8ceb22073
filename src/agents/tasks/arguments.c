/* arguments.c - one function for each part of a task. Dates come before what counts from them: due, repeat, remind. */
#include "agents/tasks/arguments.h"
#include "agents/tasks/dates/due.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/op.h"
#include "model/repeat.h"
#include "model/tasks.h"
#include <string.h>

struct changing {
    struct arena *a;
    const struct json *args;
    struct json *task;
    struct wall_clock when;
    struct due was; /* the due date before */
    bool had_due;   /* whether there was one */
};

/* ---- words ---- */

/* False when nothing is said; *ret is NULL when it is to be taken away. */
static bool said(const struct changing *g, const char *field, const char **ret)
{
    const struct json *v = json_get(g->args, field);
    size_t n;
    const char *text = json_text(v, &n);

    if (!v)
        return false;
    if (text)
        text = str_trim(text, n, &n);
    *ret = text && n > 0 ? arena_dup(g->a, text, n) : NULL;
    if (*ret && str_ieq(*ret, "none"))
        *ret = NULL;
    return true;
}

static void set_words(struct changing *g)
{
    static const char *const names[] = { "title", "description" };
    const struct json *given = tasks_trimmed(g->a, g->args);

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (json_get(given, names[i]))
            json_set(g->a, g->task, names[i], json_copy(g->a, json_get(given, names[i])));
}

static void set_priority(struct changing *g)
{
    const char *priority;

    if (said(g, "priority", &priority))
        json_set(g->a, g->task, "priority", json_str(g->a, priority));
}

/* ---- tags ---- */

/* The place of a tag in a list, or the list's length. */
static size_t tag_at(const struct json *tags, const char *tag)
{
    size_t i = 0;

    while (i < json_len(tags) && strcmp(json_text(json_at(tags, i), NULL), tag) != 0)
        i++;
    return i;
}

static void add_tags(struct changing *g, struct json *tags, const char *field)
{
    const struct json *given = json_get(g->args, field);

    for (size_t i = 0; i < json_len(given); i++) {
        const char *tag = tasks_tag(g->a, json_text(json_at(given, i), NULL));
        if (tag_at(tags, tag) == json_len(tags))
            json_push(g->a, tags, json_str(g->a, tag));
    }
}

/* "none", alone, where all the tags are said. */
static bool says_none(const struct json *tags)
{
    return json_len(tags) == 1 && str_ieq(json_text(json_at(tags, 0), NULL), "none");
}

static int set_tags(struct changing *g, struct err *err)
{
    struct json *removed = json_array(g->a), *tags = json_array(g->a), *left = json_array(g->a);
    const struct json *had = json_get(g->task, "tags");

    for (size_t i = 0; !json_get(g->args, "tags") && i < json_len(had); i++)
        json_push(g->a, tags, json_copy(g->a, json_at(had, i)));
    if (!says_none(json_get(g->args, "tags")))
        add_tags(g, tags, "tags");
    add_tags(g, tags, "add_tags");
    add_tags(g, removed, "remove_tags");
    for (size_t i = 0; i < json_len(tags); i++) {
        const char *tag = json_text(json_at(tags, i), NULL);
        if (tag_at(removed, tag) == json_len(removed))
            json_push(g->a, left, json_str(g->a, tag));
    }
    if (json_len(left) > TASK_TAGS)
        return err_say(err, ERR_INVALID_INPUT, "A task has at most %d tags.", TASK_TAGS);
    json_set(g->a, g->task, "tags", left);
    return 0;
}

/* ---- when ---- */

/* A task that is looked at from another zone: a day stays that day, a time stays that instant. */
static void move_zone(struct changing *g)
{
    static const char *const names[] = { "due", "remind" };
    const char *zone = json_get_text(g->task, "time_zone");
    struct json *reminded = json_get(g->task, "reminded_at");

    if (!zone || strcmp(zone, g->when.name) == 0)
        return;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *at = json_get_text(g->task, i == 0 ? "due_at" : "remind_at");
        struct due d;
        struct err ignored;
        if (!times_stored(json_get_text(g->task, names[i]), &d))
            continue;
        if (d.has_time && times_given(&g->when, at, "", &d, &ignored) < 0)
            continue;
        (i == 0 ? times_set_due : times_set_remind)(g->a, g->task, &g->when, &d);
    }
    json_set(g->a, g->task, "reminded_at", reminded);
}

/* A task that keeps its own time, or is moved by so much, is so where it is: in its own zone. */
static bool stays_in_zone(const struct changing *g)
{
    const char *text;
    struct due_move m;
    struct due own;

    if (!said(g, "due", &text) || !text || !due_move_read(text, &m) ||
        !times_stored(json_get_text(g->task, "due"), &own))
        return false;
    return m.step != DUE_TO_TIME && (own.has_time || m.step != DUE_TO_DAY);
}

/* A task without a date is due on the day, or the next time that it is so late. Where its own time is over by now, it
 * keeps only the day. */
static int move_due(struct changing *g, const struct due_move *m, struct due *ret, struct err *err)
{
    bool is_next = false;
    struct due d;

    if (!times_stored(json_get_text(g->task, "due"), &d)) {
        if (m->step != DUE_TO_DAY && m->step != DUE_TO_TIME)
            return err_say(err, ERR_INVALID_INPUT, "'%s' has no due time that could be moved.",
                           json_get_text(g->task, "title"));
        d = (struct due){ .day = times_today(&g->when) };
        is_next = m->step == DUE_TO_TIME;
    }
    if (!due_moved(m, &d))
        return err_say(err, ERR_INVALID_INPUT, "'%s' is due on a whole day, which has no time to move.",
                       json_get_text(g->task, "title"));
    if (is_next && times_instant(&g->when, &d) <= g->when.now_us)
        d.day++;
    if (!times_fits(&d))
        return err_say(err, ERR_INVALID_INPUT, "The due date must be one that fits a calendar.");
    if (m->step == DUE_TO_DAY && d.day == times_today(&g->when) && times_instant(&g->when, &d) <= g->when.now_us)
        d.has_time = false;
    *ret = d;
    return 0;
}

static int set_due(struct changing *g, struct err *err)
{
    struct due_move m;
    const char *text;
    struct due d;

    if (!said(g, "due", &text))
        return 0;
    if (text && due_move_read(text, &m)) {
        if (m.step == DUE_TO_NO_TIME && !json_get_text(g->task, "due"))
            return 0;
        if (move_due(g, &m, &d, err) < 0)
            return -1;
    } else if (text && times_given(&g->when, text, "The due date", &d, err) < 0) {
        return -1;
    }
    times_set_due(g->a, g->task, &g->when, text ? &d : NULL);
    if (!text) /* a rule counts from the due date: without one it has nothing to come back from */
        json_set(g->a, g->task, "repeat", json_null(g->a));
    return 0;
}

/* The first day of a rule that was given without words: today, or the first day from today on that it names. */
static struct due first_day(const struct changing *g, const struct repeat *r)
{
    struct due d = { .day = times_today(&g->when) };
    struct repeat once = *r;

    once.interval = 1;
    if (r->weekdays || r->month_day || r->month || r->nth)
        repeat_next(&once, d.day - 1, &d.day);
    return d;
}

static int read_repeat(struct changing *g, const char *text, struct repeat *ret, struct due *ret_first, struct err *err)
{
    if (repeat_read(text, strlen(text), ret)) {
        *ret_first = first_day(g, ret);
        return 0;
    }
    if (due_repeat_read(text, &g->when.now, ret, ret_first))
        return 0;
    err_say(err, ERR_INVALID_INPUT, "How it comes back cannot be read.");
    return err_action(err, "Say it like \"every monday\", \"every 2 weeks\", \"monthly on the 15th\" or "
                           "\"FREQ=MONTHLY\".");
}

static int set_repeat(struct changing *g, struct err *err)
{
    const char *text;
    char rule[REPEAT_TEXT_BYTES];
    struct repeat repeat;
    struct due first, due;

    if (!said(g, "repeat", &text))
        return 0;
    if (!text) {
        json_set(g->a, g->task, "repeat", json_null(g->a));
        return 0;
    }
    if (read_repeat(g, text, &repeat, &first, err) < 0)
        return -1;
    if (!times_stored(json_get_text(g->task, "due"), &due)) {
        due = first;
    } else if (first.has_time && !due.has_time) {
        due = (struct due){ .day = due.day, .has_time = true, .hour = first.hour, .minute = first.minute };
    }
    if (repeat.until && repeat.until < due.day)
        return err_say(err, ERR_INVALID_INPUT, "That would end before the task is due for the first time.");
    times_set_due(g->a, g->task, &g->when, &due);
    repeat_text(&repeat, rule);
    json_set(g->a, g->task, "repeat", json_str(g->a, rule));
    return 0;
}

/* ---- reminders ---- */

/* "PT90M": a duration of minutes, as parse/intent.h has it; -1 when it is none. */
static int64_t minutes_of(const char *text)
{
    int64_t minutes = 0;
    const char *p = text + 2;

    if (!str_starts(text, "PT"))
        return -1;
    while (str_is_digit(*p) && minutes < 10000000)
        minutes = minutes * 10 + (*p++ - '0');
    return p > text + 2 && strcmp(p, "M") == 0 ? minutes : -1;
}

/* *ret_is is false when the words are no time before another. */
static int read_before(const struct changing *g, const char *text, bool *ret_is, struct due *ret, struct err *err)
{
    struct due_before before = { .minutes = minutes_of(text) };
    struct due due;

    *ret_is = before.minutes >= 0 || due_before_read(text, &before);
    if (!*ret_is)
        return 0;
    if (!times_stored(json_get_text(g->task, "due"), &due))
        return err_say(err, ERR_INVALID_INPUT, "A reminder before the due date needs a due date.");
    *ret = times_from_wall(times_wall(&due) - before.minutes);
    if (before.has_time)
        *ret = (struct due){
            .day = due.day - before.minutes / 1440, .has_time = true, .hour = before.hour, .minute = before.minute
        };
    return 0;
}

static int set_remind(struct changing *g, const char *text, struct err *err)
{
    struct due d;
    bool is_before;

    if (!text) {
        times_set_remind(g->a, g->task, &g->when, NULL);
        return 0;
    }
    if (read_before(g, text, &is_before, &d, err) < 0 ||
        (!is_before && times_given(&g->when, text, "The reminder", &d, err) < 0))
        return -1;
    if (!d.has_time)
        d = times_from_wall(times_wall(&d));
    if (!times_fits(&d) || times_instant(&g->when, &d) <= g->when.now_us) {
        err_say(err, ERR_INVALID_INPUT, "That time is over.");
        return err_action(err, "Give a reminder that is still to come.");
    }
    times_set_remind(g->a, g->task, &g->when, &d);
    return 0;
}

/* A reminder keeps its distance from the due date, on the clock; one that would come to no year we have goes. One that
 * was dismissed rings again only when its time is still to come. */
static void move_remind(struct changing *g)
{
    struct json *reminded = json_get(g->task, "reminded_at");
    struct due due, remind;

    if (!g->had_due || !times_stored(json_get_text(g->task, "due"), &due) ||
        !times_stored(json_get_text(g->task, "remind"), &remind) || times_wall(&due) == times_wall(&g->was))
        return;
    remind = times_from_wall(times_wall(&remind) + times_wall(&due) - times_wall(&g->was));
    times_set_remind(g->a, g->task, &g->when, times_fits(&remind) ? &remind : NULL);
    if (times_fits(&remind) && times_instant(&g->when, &remind) <= g->when.now_us)
        json_set(g->a, g->task, "reminded_at", reminded);
}

static int set_times(struct call *c, struct changing *g, struct err *err)
{
    const char *given = json_get_text(g->args, "time_zone"), *own = json_get_text(g->task, "time_zone");
    const char *zone = given && !(own && stays_in_zone(g)) ? given : own, *remind, *ignored;
    bool has_remind = said(g, "remind", &remind);

    if (!given && !has_remind && !said(g, "due", &ignored) && !said(g, "repeat", &ignored))
        return 0;
    if (times_open(c, zone, &g->when, err) < 0)
        return -1;
    move_zone(g);
    g->had_due = times_stored(json_get_text(g->task, "due"), &g->was);
    if (set_due(g, err) < 0 || set_repeat(g, err) < 0)
        return -1;
    if (has_remind)
        return set_remind(g, remind, err);
    move_remind(g);
    return 0;
}

/* ---- the whole ---- */

int arguments_apply(struct call *c, const struct json *args, struct json *task, struct err *err)
{
    struct changing g = { .a = c->arena, .args = args, .task = task };

    set_words(&g);
    set_priority(&g);
    return set_tags(&g, err) < 0 ? -1 : set_times(c, &g, err);
}
