/* ical_task.h - one VTODO: its lines as they come, and at its end the task they make. For src/agents/tasks only. */
#pragma once
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/exchange/ical_line.h"
#include "base/limits.h"

struct arena;
struct ical_zones;

struct alarm {
    struct draft_time at; /* absolute */
    int64_t seconds;      /* relative */
    bool is_relative, of_start;
};

/* A time of a task with the zone it was given in. */
struct dated {
    struct draft_time at;
    const char *zone_name; /* NULL: the person's, or an instant */
    const struct zone *zone;
};

struct ical_task {
    struct intake *in;
    const struct ical_zones *zones;
    struct arena *own; /* until the file is read */
    struct draft draft;
    struct dated due, start;
    int64_t duration;
    bool has_duration, is_percent_done;
    int64_t stamp_us, changed_us;
    struct buf rule;
    size_t rule_line;
    struct buf uid;
    const char *recurrence;
    struct alarm alarms[ICAL_ALARMS];
    size_t n_alarms;
    size_t others; /* properties of other programs' own, of all tasks */
};

void ical_task_begin(struct ical_task *t, size_t line);
void ical_task_property(struct ical_task *t, const struct ical_line *l);
void ical_task_trigger(struct ical_task *t, const struct ical_line *l); /* a line of its alarm */
WARN_UNUSED int ical_task_end(struct ical_task *t, struct err *err);
