/* exchange_testing.h - what the tests of the exchange formats share: a clock in Berlin, and tasks made up from a seed.
 *
 * A made-up task has whatever a task can have, in the hardest form that a format can still hold; what one format cannot
 * hold is left out by its own test.
 */
#pragma once
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include "sys/zones.h"
#include <stdio.h>
#include <string.h>

#define NOW_US (INT64_C(1768500000) * 1000000) /* 2026-01-15T18:00:00Z */

static inline const struct zone *zone_named(const char *name)
{
    const struct zone *zone;
    struct err err;

    return zones_get(name, &zone, &err) == 0 ? zone : NULL;
}

static inline struct wall berlin(void)
{
    struct wall w = { .now_us = NOW_US, .name = "Europe/Berlin", .by_name = zone_named };

    w.zone = zone_named(w.name);
    assert_non_null(w.zone);
    return w;
}

typedef int reader(struct intake *in, const char *p, size_t n, struct err *err);

/* What a file gives; the bytes are copied to where one too far is noticed. */
static inline struct intake taken(struct arena *a, const struct wall *w, reader *read, const char *text)
{
    struct intake in;
    struct err err;

    intake_init(&in, a, w);
    if (read(&in, text, strlen(text), &err) < 0)
        fail_msg("%s (%s)", err.message, err.detail);
    return in;
}

/* The only task that a file gives. */
static inline struct json *one(struct arena *a, const struct wall *w, reader *read, const char *text)
{
    struct intake in = taken(a, w, read, text);

    assert_int_equal(json_len(in.tasks), 1);
    return json_at(in.tasks, 0);
}

static inline void refused(reader *read, const char *text, const char *message)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct wall w = berlin();
    struct intake in;
    struct err err;

    intake_init(&in, a, &w);
    if (read(&in, text, strlen(text), &err) == 0)
        fail_msg("taken: %.80s", text);
    assert_int_equal(err.code, ERR_INVALID_INPUT);
    if (!strstr(err.message, message))
        fail_msg("\"%s\" says nothing of \"%s\"", err.message, message);
}

static inline void has(const struct json *task, const char *field, const char *text)
{
    const char *is = json_get_text(task, field);

    if (!text ? is != NULL : !is || strcmp(is, text) != 0)
        fail_msg("%s is \"%s\" and not \"%s\"", field, is ? is : "null", text ? text : "null");
}

static inline void notes(const struct intake *in, size_t i, const char *text)
{
    const char *is = json_text(json_at(in->notes, i), NULL);

    if (!is || !strstr(is, text))
        fail_msg("note %zu is \"%s\" and not \"%s\"", i, is ? is : "", text);
}

/* ---- tasks made up ---- */

struct dice {
    uint64_t state;
};

static inline unsigned roll(struct dice *d, unsigned sides)
{
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return (unsigned)(d->state >> 33) % sides;
}

static const char *const made_words[] = { "call",
                                          "Zo\xc3\xab",
                                          "buy",
                                          "milk,",
                                          "50%",
                                          "a;b",
                                          "back\\slash",
                                          "\"quoted\"",
                                          "\xe6\x9d\xb1\xe4\xba\xac",
                                          "\xf0\x9f\x98\x80",
                                          "x",
                                          "(A)",
                                          "2026-01-01",
                                          "key\xc3\xa4:value",
                                          "a:",
                                          ":b",
                                          "--",
                                          "+1",
                                          "@anna",
                                          "due:2026-01-01",
                                          "{}" };

static inline const char *made_text(struct arena *a, struct dice *d, unsigned words, const char *between)
{
    const char *text = made_words[roll(d, COUNT_OF(made_words))];

    while (words-- > 1)
        text = arena_printf(a, "%s%s%s", text, roll(d, 8) ? " " : between, made_words[roll(d, COUNT_OF(made_words))]);
    return text;
}

static inline struct json *made_tags(struct arena *a, struct dice *d)
{
    static const char *const names[] = { "home",
                                         "work",
                                         "@phone",
                                         ("\xc3\xbc"
                                          "ber"),
                                         "a/b",
                                         "two.three" };
    struct json *tags = json_array(a);
    unsigned first = roll(d, COUNT_OF(names)), n = roll(d, 4);

    for (unsigned i = 0; i < n; i++)
        json_push(a, tags, json_str(a, names[(first + i) % COUNT_OF(names)]));
    return tags;
}

/* A time that the wall really shows: one that a change of its clock leaves out is the one after it. */
static inline struct due shown(const struct wall_clock *w, const struct due *d)
{
    struct civil c = zone_local(w->zone, times_instant(w, d));

    return d->has_time ? (struct due){ .day = civil_days(c.year, c.month, c.day),
                                       .has_time = true,
                                       .hour = c.hour,
                                       .minute = c.minute }
                       : *d;
}

static inline void made_times(struct arena *a, struct dice *d, struct json *task)
{
    static const char *const zones[] = { "Europe/Berlin", "America/New_York", "UTC", "Asia/Kolkata",
                                         "Australia/Lord_Howe" };
    static const char *const rules[] = { "FREQ=DAILY",
                                         "FREQ=WEEKLY",
                                         "FREQ=WEEKLY;INTERVAL=3",
                                         "FREQ=WEEKLY;BYDAY=MO,TH",
                                         "FREQ=MONTHLY;BYDAY=-1FR",
                                         "FREQ=MONTHLY;BYMONTHDAY=-1",
                                         "FREQ=YEARLY",
                                         "FREQ=DAILY;COUNT=5",
                                         "FREQ=MONTHLY;UNTIL=20280131" };
    struct wall_clock w = { .name = zones[roll(d, COUNT_OF(zones))] };
    struct due due = {
        .day = 20000 + roll(d, 2000), .has_time = roll(d, 2), .hour = (int)roll(d, 24), .minute = 1 + (int)roll(d, 59)
    };
    struct due remind = { .day = due.day - 3 + roll(d, 3), .has_time = true, .hour = (int)roll(d, 24), .minute = 30 };
    struct repeat r;
    const char *rule = rules[roll(d, COUNT_OF(rules))];
    char text[REPEAT_TEXT_BYTES];

    w.zone = zone_named(w.name);
    assert_non_null(w.zone);
    due = shown(&w, &due);
    remind = shown(&w, &remind);
    times_set_due(a, task, &w, &due);
    if (roll(d, 2))
        times_set_remind(a, task, &w, &remind);
    if (!roll(d, 2))
        return;
    assert_true(repeat_read(rule, strlen(rule), &r));
    repeat_text(&r, text);
    json_set(a, task, "repeat", json_str(a, text));
}

/* Made at a whole second, so that a format without fractions can hold it. */
static inline struct json *made_task(struct arena *a, struct dice *d, int64_t id)
{
    static const char *const priorities[] = { NULL, "low", "medium", "high" };
    char when[TIME_TEXT_BYTES];
    struct json *task;

    time_text(NOW_US - (int64_t)roll(d, 100000) * 1000000, when);
    task = task_new(a, made_text(a, d, 1 + roll(d, 8), " "), when);
    json_set(a, task, "id", json_int(a, id));
    if (roll(d, 2))
        json_set(a, task, "description", json_str(a, made_text(a, d, 1 + roll(d, 30), "\n")));
    if (roll(d, 3))
        made_times(a, d, task);
    if (!roll(d, 4)) {
        time_text(NOW_US - (int64_t)roll(d, 1000) * 1000000, when);
        json_set(a, task, "status", json_str(a, "completed"));
        json_set(a, task, "completed_at", json_str(a, when));
    }
    json_set(a, task, "priority", json_str(a, priorities[roll(d, 4)]));
    json_set(a, task, "tags", made_tags(a, d));
    return task;
}

/* All that two tasks have in common when one is the other's copy by way of a file. */
static inline void same_task(const struct json *was, const struct json *is, const char *const *but, const char *file)
{
    static const char *const fields[] = { "title",  "description", "status",  "created_at", "completed_at",
                                          "due",    "due_at",      "remind",  "remind_at",  "time_zone",
                                          "repeat", "tags",        "priority" };

    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        bool is_left_out = false;
        for (const char *const *b = but; b && *b; b++)
            is_left_out |= strcmp(*b, fields[i]) == 0;
        if (!is_left_out && !json_equal(json_get(was, fields[i]), json_get(is, fields[i]))) {
            struct buf both CLEANUP(buf_done) = BUF(1u << 20);
            json_write(&both, json_get(was, fields[i]));
            buf_adds(&both, " became ");
            json_write(&both, json_get(is, fields[i]));
            fail_msg("%s: %s\n%s", fields[i], both.p, file);
        }
    }
}
