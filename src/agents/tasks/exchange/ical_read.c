/* ical_read.c - a calendar's tasks: the file is read twice, first for its time zones, which may stand behind the tasks
 * that need them.
 *
 * A calendar that is not whole is refused: an entry that is cut off in the middle would be half a task.
 */
#include "agents/tasks/exchange/ical.h"
#include "agents/tasks/exchange/ical_line.h"
#include "agents/tasks/exchange/ical_task.h"
#include "agents/tasks/exchange/ical_zone.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include <string.h>

struct calendar {
    struct ical_task task;
    char depth_names[ICAL_DEPTH]; /* 't' a task, 'a' its alarm, 'c' the calendar, 'o' another */
    size_t depth, begun;          /* the line on which the outermost began */
    size_t events;                /* entries that are no tasks */
};

/* ---- components ---- */

static char kind_of(const struct calendar *c, const struct ical_line *l)
{
    if (c->depth == 0)
        return ical_says(l, "VCALENDAR") ? 'c' : '\0';
    if (c->depth_names[c->depth - 1] == 'c' && ical_says(l, "VTODO"))
        return 't';
    return c->depth_names[c->depth - 1] == 't' && ical_says(l, "VALARM") ? 'a' : 'o';
}

static int begin_component(struct calendar *c, const struct ical_line *l, struct err *err)
{
    char kind = kind_of(c, l);

    if (kind == '\0')
        return intake_refuse(l->number, "a calendar begins with BEGIN:VCALENDAR", err);
    if (c->depth == ICAL_DEPTH)
        return intake_refuse(l->number, "it is nested too deep", err);
    if (c->depth == 0)
        c->begun = l->number;
    c->depth_names[c->depth++] = kind;
    if (kind == 't')
        ical_task_begin(&c->task, l->number);
    if (kind == 'o' && (ical_says(l, "VEVENT") || ical_says(l, "VJOURNAL")))
        c->events++;
    return 0;
}

static int end_component(struct calendar *c, const struct ical_line *l, struct err *err)
{
    static const struct {
        char kind;
        const char *name;
    } names[] = { { 'c', "VCALENDAR" }, { 't', "VTODO" }, { 'a', "VALARM" } };
    char kind = c->depth > 0 ? c->depth_names[c->depth - 1] : '\0';
    bool is_right = kind == 'o';

    for (size_t i = 0; i < COUNT_OF(names); i++)
        is_right |= kind == names[i].kind && ical_says(l, names[i].name);
    if (!is_right)
        return intake_refuse(l->number, "something ends here that did not begin", err);
    c->depth--;
    return kind == 't' ? ical_task_end(&c->task, err) : 0;
}

static int take_line(struct calendar *c, const struct ical_line *l, struct err *err)
{
    if (ical_is(l, "BEGIN"))
        return begin_component(c, l, err);
    if (ical_is(l, "END"))
        return end_component(c, l, err);
    if (c->depth == 0)
        return intake_refuse(l->number, "a calendar begins with BEGIN:VCALENDAR", err);
    if (c->depth_names[c->depth - 1] == 't')
        ical_task_property(&c->task, l);
    else if (c->depth_names[c->depth - 1] == 'a')
        ical_task_trigger(&c->task, l);
    return 0;
}

static int read_lines(struct calendar *c, const char *p, size_t n, struct err *err)
{
    struct ical_lines lines CLEANUP(ical_lines_done);
    struct ical_line line;
    int more;

    ical_lines_init(&lines, p, n);
    while ((more = ical_next(&lines, &line, err)) > 0)
        if (take_line(c, &line, err) < 0)
            return -1;
    if (more == 0 && c->depth > 0)
        return intake_refuse(c->begun, "the calendar that begins here does not end", err);
    return more;
}

int ical_read(struct intake *in, const char *p, size_t n, struct err *err)
{
    struct arena *own CLEANUP(arena_cleanup) = arena_new();
    struct calendar *c = arena_alloc(own, sizeof *c);
    struct ical_zones *zones;
    int status;

    if (ical_zones_read(own, p, n, &zones, err) < 0)
        return -1;
    c->task = (struct ical_task){ .in = in, .own = own, .zones = zones };
    draft_init(&c->task.draft);
    buf_init(&c->task.rule, TASK_LINE_BYTES);
    buf_init(&c->task.uid, TASK_LINE_BYTES);
    status = read_lines(c, p, n, err);
    draft_done(&c->task.draft);
    buf_done(&c->task.rule);
    buf_done(&c->task.uid);
    if (status < 0)
        return -1;
    if (c->events > 0)
        intake_tell(in, "%zu %s left out.", c->events,
                    c->events == 1 ? "event is no task and was" : "events are no tasks and were");
    if (c->task.others > 0)
        intake_tell(in, "%zu %s of another program's own (X-...) left out.", c->task.others,
                    c->task.others == 1 ? "property" : "properties");
    return 0;
}
