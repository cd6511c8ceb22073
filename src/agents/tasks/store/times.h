/* times.h - a task's times: what the clock on the wall of its zone says, and the instants that are. For
 * src/agents/tasks only.
 *
 * `due` and `remind` are kept as they are said, in the zone they were said in, and beside them the instants they stand
 * for: of a whole day its last second. So a time stays what it is on the wall when daylight saving begins, and what is
 * overdue is one comparison.
 */
#pragma once
#include "agents/tasks/dates/due.h"
#include "base/attrs.h"
#include "base/timefmt.h"
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct buf;
struct call;
struct err;
struct json;
struct zone;

struct wall_clock {
    const struct zone *zone;
    const char *name; /* of the zone */
    int64_t now_us;
    struct civil now; /* on its wall */
};

/* The clock of a zone; NULL is this machine's. ERR_INVALID_INPUT when there is no such zone. */
WARN_UNUSED int times_open(struct call *c, const char *zone, struct wall_clock *ret, struct err *err);

/* A date that a person or a program gave: ISO 8601, with an offset too, or words. `what` is what could not be read:
 * "The due date". */
WARN_UNUSED int times_given(const struct wall_clock *w, const char *text, const char *what, struct due *ret,
                            struct err *err);

/* "2026-11-20" or "2026-11-20T17:00", as a task has it; false when it is NULL or neither. */
bool times_stored(const char *text, struct due *ret);

/* Whether a day is one that a task can have: from 1970 on, and so that its instant has a year of four digits. */
bool times_fits(const struct due *d);

int64_t times_instant(const struct wall_clock *w, const struct due *d); /* of a day that fits */
int64_t times_midnight(const struct wall_clock *w, int64_t day);        /* the instant at which the day begins */
int64_t times_today(const struct wall_clock *w);                        /* the day that it is, since 1970 */

/* On the wall in minutes, so that times can be moved by the clock; a whole day counts as its morning. */
int64_t times_wall(const struct due *d);
struct due times_from_wall(int64_t minutes);

/* Sets a task's times, or takes them away when d is NULL. The zone stays as long as it has one of them. */
void times_set_due(struct arena *a, struct json *task, const struct wall_clock *w, const struct due *d);
void times_set_remind(struct arena *a, struct json *task, const struct wall_clock *w, const struct due *d);

/* For people, as seen from an instant: ", due tomorrow at 17:00, every Monday, with a reminder today at 16:00". */
void times_add_words(struct buf *b, const struct json *task, int64_t now_us);

/* "tomorrow at 17:00": one of its two times, by the name of its field; false when the task has none. */
bool when_words(const struct json *task, const char *field, int64_t now_us, char out[static DUE_WORDS_BYTES]);
