/* fuzz_tasks.h - what the fuzz targets of the formats for tasks share: a clock on which it is always UTC, and what
 * every task that comes out of a file must be.
 */
#pragma once
#include "agents/tasks/exchange/draft.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/charset.h"
#include "base/zone/zone.h"
#include "model/model.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline void must(bool holds)
{
    if (!holds)
        abort();
}

static inline const struct zone *fuzz_zone(const char *name)
{
    static struct zone *utc;

    if (!utc)
        utc = zone_utc();
    return strcmp(name, "UTC") == 0 ? utc : NULL;
}

static inline struct wall fuzz_wall(void)
{
    return (struct wall){
        .now_us = INT64_C(1768500000000000), .name = "UTC", .zone = fuzz_zone("UTC"), .by_name = fuzz_zone
    };
}

/* A time at the beginning of a day, which some formats take for the day. */
static inline bool fuzz_is_midnight(const struct json *task)
{
    const char *due = json_get_text(task, "due");

    return due && str_ends(due, "T00:00");
}

/* What the model says of a task, once it has been put into the store. */
static inline void fuzz_check(struct arena *a, const struct json *task)
{
    struct json *whole = json_copy(a, task);
    struct repeat rule;
    struct err err;

    json_unset(whole, "uid");
    json_set(a, whole, "id", json_int(a, 1));
    json_set(a, whole, "version", json_int(a, 1));
    if (!json_get_text(whole, "created_at"))
        json_set(a, whole, "created_at", json_str(a, "2026-01-15T18:00:00Z"));
    must(model_check(model_entity("tasks.Task"), whole, &err) == 0);
    must(!json_get_text(whole, "repeat") || task_repeat(whole, &rule));
}

/* False when the file is refused, which must say why. */
static inline bool fuzz_read(int (*read)(struct intake *in, const char *p, size_t n, struct err *err), struct arena *a,
                             const struct wall *w, const void *data, size_t size, struct intake *ret)
{
    struct charset_text t;
    struct err err;
    char *exact; /* so that a byte too far is noticed */
    int status;

    if (charset_open(&t, data, size, &err) < 0)
        return false;
    exact = malloc(t.n ? t.n : 1);
    must(exact != NULL);
    memcpy(exact, t.p, t.n);
    intake_init(ret, a, w);
    status = read(ret, exact, t.n, &err);
    must(status == 0 || *err.message);
    for (size_t i = 0; status == 0 && i < json_len(ret->tasks); i++)
        fuzz_check(a, json_at(ret->tasks, i));
    free(exact);
    charset_done(&t);
    return status == 0;
}
