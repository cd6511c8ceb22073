/* times.c - see times.h. */
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/world.h"
#include "base/zone/zone.h"
#include "gate/op.h"
#include "model/repeat.h"
#include "sys/zones.h"
#include <string.h>

#define DAY_MINUTES 1440
#define SECOND_US INT64_C(1000000)
#define MINUTE_US (60 * SECOND_US)
#define LAST_YEAR 9998 /* whatever the zone's offset, an instant then still has a year of four digits */

int times_open(struct call *c, const char *zone, struct wall_clock *ret, struct err *err)
{
    struct wall_clock w = { .name = zone ? zone : zones_here(), .now_us = world_now(c->world) };

    if (zones_get(w.name, &w.zone, err) < 0)
        return -1;
    w.now = zone_local(w.zone, w.now_us);
    *ret = w;
    return 0;
}

/* ---- reading ---- */

static int two_digits(const char *p)
{
    return p[0] >= '0' && p[0] <= '9' && p[1] >= '0' && p[1] <= '9' ? (p[0] - '0') * 10 + p[1] - '0' : 99;
}

bool times_stored(const char *text, struct due *ret)
{
    size_t n = text ? strlen(text) : 0;
    struct due d = { .has_time = n == 16 };

    if ((n != 10 && n != 16) || !date_read(text, 10, &d.day))
        return false;
    if (d.has_time) {
        d.hour = two_digits(text + 11);
        d.minute = two_digits(text + 14);
        if (text[10] != 'T' || text[13] != ':' || d.hour > 23 || d.minute > 59)
            return false;
    }
    *ret = d;
    return true;
}

static struct due due_of(const struct wall_clock *w, int64_t us)
{
    struct civil c = zone_local(w->zone, us);

    return (
        struct due){ .day = civil_days(c.year, c.month, c.day), .has_time = true, .hour = c.hour, .minute = c.minute };
}

bool times_fits(const struct due *d)
{
    return d->day >= 0 && d->day <= civil_days(LAST_YEAR, 12, 31);
}

int times_given(const struct wall_clock *w, const char *text, const char *what, struct due *ret, struct err *err)
{
    struct due d;
    int64_t us;

    if (time_read(text, strlen(text), &us)) {
        d = due_of(w, us);
    } else if (!times_stored(text, &d) && !due_read(text, &w->now, &d)) {
        err_say(err, ERR_INVALID_INPUT, "%s cannot be read.", what);
        return err_action(err, "Say it like \"2026-11-20\", \"2026-11-20T17:00\", \"friday 5pm\" or \"in two weeks\".");
    } else if (d.is_elapsed) {
        d = due_of(w, w->now_us + d.minutes * MINUTE_US);
    }
    if (!times_fits(&d))
        return err_say(err, ERR_INVALID_INPUT, "%s must be between the years 1970 and %d.", what, LAST_YEAR);
    *ret = d;
    return 0;
}

/* ---- instants ---- */

static struct civil civil_of(int64_t day, int hour, int minute)
{
    struct civil c = civil_from_us(day * DAY_US);

    c.hour = hour;
    c.minute = minute;
    return c;
}

int64_t times_midnight(const struct wall_clock *w, int64_t day)
{
    struct civil local = civil_of(day, 0, 0);

    return zone_instant(w->zone, &local);
}

/* The last second of a day is the one before the next begins: where the clock is put back at midnight, the day has a
 * second 23:59:59. */
int64_t times_instant(const struct wall_clock *w, const struct due *d)
{
    struct civil local = civil_of(d->day, d->hour, d->minute);

    return d->has_time ? zone_instant(w->zone, &local) : times_midnight(w, d->day + 1) - SECOND_US;
}

int64_t times_today(const struct wall_clock *w)
{
    return civil_days(w->now.year, w->now.month, w->now.day);
}

int64_t times_wall(const struct due *d)
{
    return d->day * DAY_MINUTES + (d->has_time ? d->hour * 60 + d->minute : TASK_MORNING_HOUR * 60);
}

struct due times_from_wall(int64_t minutes)
{
    int64_t day = minutes / DAY_MINUTES - (minutes % DAY_MINUTES < 0);
    int rest = (int)(minutes - day * DAY_MINUTES);

    return (struct due){ .day = day, .has_time = true, .hour = rest / 60, .minute = rest % 60 };
}

/* ---- a task's fields ---- */

static void set_time(struct arena *a, struct json *task, const struct wall_clock *w, const struct due *d,
                     const char *const names[2])
{
    char text[TIME_TEXT_BYTES];

    json_set(a, task, names[0], json_null(a));
    json_set(a, task, names[1], json_null(a));
    if (d) {
        due_text(d, text);
        json_set(a, task, names[0], json_str(a, text));
        time_text(times_instant(w, d), text);
        json_set(a, task, names[1], json_str(a, text));
        json_set(a, task, "time_zone", json_str(a, w->name));
    } else if (!json_get_text(task, "due") && !json_get_text(task, "remind")) {
        json_set(a, task, "time_zone", json_null(a));
    }
}

void times_set_due(struct arena *a, struct json *task, const struct wall_clock *w, const struct due *d)
{
    set_time(a, task, w, d, (const char *const[]){ "due", "due_at" });
}

void times_set_remind(struct arena *a, struct json *task, const struct wall_clock *w, const struct due *d)
{
    json_set(a, task, "reminded_at", json_null(a));
    set_time(a, task, w, d, (const char *const[]){ "remind", "remind_at" });
}

/* ---- for people ---- */

bool when_words(const struct json *task, const char *field, int64_t now_us, char out[static DUE_WORDS_BYTES])
{
    const char *name = json_get_text(task, "time_zone");
    const struct zone *zone;
    struct err ignored;
    struct civil now;
    struct due d;

    if (!times_stored(json_get_text(task, field), &d))
        return false;
    now = name && zones_get(name, &zone, &ignored) == 0 ? zone_local(zone, now_us) : civil_from_us(now_us);
    due_words(&d, &now, out);
    return true;
}

void times_add_words(struct buf *b, const struct json *task, int64_t now_us)
{
    const char *rule = json_get_text(task, "repeat");
    char words[DUE_WORDS_BYTES];
    struct repeat repeat;

    if (when_words(task, "due", now_us, words))
        buf_addf(b, ", due %s", words);
    if (rule && repeat_read(rule, strlen(rule), &repeat)) {
        buf_adds(b, ", ");
        repeat_words(&repeat, b);
    }
    if (when_words(task, "remind", now_us, words))
        buf_addf(b, ", with a reminder %s", words);
}
