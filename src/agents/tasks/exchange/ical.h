/* ical.h - tasks as calendars have them: iCalendar's VTODO, RFC 5545. For src/agents/tasks only.
 *
 * Read: SUMMARY, DESCRIPTION, DUE, DTSTART and DURATION, STATUS, COMPLETED, PRIORITY, CATEGORIES, RRULE, VALARM, UID
 * and CREATED; what else says something goes to the description. A time zone is the system's of that name; where it has
 * none, the calendar's own rules (VTIMEZONE) say what instant is meant. Events and journals are no tasks: they are left
 * out, and told.
 *
 * Written: the same, each zone with its VTIMEZONE. A reminder is an alarm at its time, or so long before the due time
 * where the task repeats. As events, a task that is due is a VEVENT at that time, for calendars that show nothing else.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include <stdbool.h>
#include <stddef.h>

struct err;
struct intake;
struct json;
struct wall;

WARN_UNUSED int ical_read(struct intake *in, const char *p, size_t n, struct err *err);

enum ical_kind {
    ICAL_COPY,  /* all that a task has */
    ICAL_TASKS, /* what is to be shown and to ring elsewhere: not a reminder that has rung */
    ICAL_EVENTS /* the same as events, of tasks that are due */
};

/* A calendar while it is written. */
struct ical_out {
    const struct wall *wall;
    enum ical_kind kind;
    struct buf body; /* the entries; the zones they need come first, and are known last */
    struct ical_span *spans;
    size_t n;
};

void ical_open(struct ical_out *o, const struct wall *wall, enum ical_kind kind);
/* A task (tasks.Task) by its name for other programs. */
void ical_add(struct ical_out *o, const struct json *task, const char *uid);
/* Appends the whole calendar to b. */
void ical_close(struct ical_out *o, struct buf *b);
void ical_done(struct ical_out *o); /* frees it */
