/* ical_write.c - tasks as a calendar that other programs read.
 *
 * The same tasks give the same bytes: a task's stamp is when it was made or done, not when it was asked for, so that a
 * program that looks again sees at once that nothing has changed.
 *
 * The changes of a zone's offset are found by asking for the offset day by day and then halving the day; each change in
 * the years that the tasks are in is written by itself, which every reader understands.
 */
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/exchange/ical.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include <stdlib.h>
#include <string.h>

#define SECOND_US INT64_C(1000000)
#define YEAR_US (366 * DAY_US)
#define AHEAD_YEARS 5  /* of a zone's changes behind the last time in it: tasks that repeat go on */
#define MOST_YEARS 100 /* of its changes in all: whoever reads the rest knows the zone by its name */

/* A zone that is used, and from when to when. */
struct ical_span {
    char *name;
    const struct zone *zone;
    int64_t from, to;
};

/* ---- lines ---- */

/* Folded so that no line is longer than it may be, and no character cut. */
static void put_line(struct buf *b, const struct buf *line)
{
    size_t at = 0, room = ICAL_LINE_BYTES;

    while (line->n - at > room) {
        size_t n = str_fit_bytes(line->p + at, line->n - at, room);
        n = n > 0 ? n : room;
        buf_add(b, line->p + at, n);
        buf_adds(b, "\r\n ");
        at += n;
        room = ICAL_LINE_BYTES - 1;
    }
    buf_add(b, line->p + at, line->n - at);
    buf_adds(b, "\r\n");
}

static void put(struct buf *b, const char *name, const char *value)
{
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);

    buf_addf(&line, "%s:%s", name, value);
    put_line(b, &line);
}

static void escape(struct buf *b, const char *text)
{
    for (; *text; text++) {
        if (*text == '\n')
            buf_adds(b, "\\n");
        else if (*text == '\\' || *text == ';' || *text == ',')
            buf_addf(b, "\\%c", *text);
        else if ((unsigned char)*text >= ' ' || *text == '\t')
            buf_addc(b, *text);
    }
}

static void put_text(struct buf *b, const char *name, const char *text)
{
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);

    buf_addf(&line, "%s:", name);
    escape(&line, text);
    put_line(b, &line);
}

/* 20261120T170000 of a civil time. */
static void add_civil(struct buf *b, const struct civil *c)
{
    buf_addf(b, "%04d%02d%02dT%02d%02d%02d", c->year, c->month, c->day, c->hour, c->minute, c->second);
}

static void put_instant(struct buf *b, const char *name, int64_t us)
{
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    struct civil c;

    if (us == NO_TIME)
        return;
    c = civil_from_us(us);
    buf_addf(&line, "%s:", name);
    add_civil(&line, &c);
    buf_addc(&line, 'Z');
    put_line(b, &line);
}

/* ---- zones ---- */

static void use_zone(struct ical_out *o, const char *name, const struct zone *zone, int64_t us)
{
    struct ical_span *more;

    for (size_t i = 0; i < o->n; i++)
        if (strcmp(o->spans[i].name, name) == 0) {
            o->spans[i].from = us < o->spans[i].from ? us : o->spans[i].from;
            o->spans[i].to = us > o->spans[i].to ? us : o->spans[i].to;
            return;
        }
    more = realloc(o->spans, (o->n + 1) * sizeof *more);
    if (!more)
        abort();
    o->spans = more;
    o->spans[o->n++] = (struct ical_span){ .name = strdup(name), .zone = zone, .from = us, .to = us };
    if (!o->spans[o->n - 1].name)
        abort();
}

static void put_offset(struct buf *b, const char *name, int seconds)
{
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    int size = abs(seconds);

    buf_addf(&line, "%s:%c%02d%02d", name, seconds < 0 ? '-' : '+', size / 3600, size / 60 % 60);
    if (size % 60)
        buf_addf(&line, "%02d", size % 60);
    put_line(b, &line);
}

/* From this instant on; it is said by the clock that was right until then. */
static void put_onset(struct buf *b, int64_t us, int from, int to)
{
    const char *kind = to > from ? "DAYLIGHT" : "STANDARD";
    struct civil c = civil_from_us(us + from * SECOND_US);
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);

    put(b, "BEGIN", kind);
    buf_adds(&line, "DTSTART:");
    add_civil(&line, &c);
    put_line(b, &line);
    put_offset(b, "TZOFFSETFROM", from);
    put_offset(b, "TZOFFSETTO", to);
    put(b, "END", kind);
}

/* The instant between two at which the offset changes. */
static int64_t halve(const struct zone *z, int64_t before, int64_t after)
{
    int offset = zone_offset(z, before);

    while (after - before > SECOND_US) {
        int64_t middle = before + (after - before) / 2 / SECOND_US * SECOND_US;
        if (zone_offset(z, middle) == offset)
            before = middle;
        else
            after = middle;
    }
    return after;
}

static void put_zone(struct buf *b, const struct ical_span *s)
{
    int64_t day = (s->from - YEAR_US) / DAY_US * DAY_US, end = s->to + AHEAD_YEARS * YEAR_US;
    int64_t last = day + MOST_YEARS * YEAR_US;
    int offset = zone_offset(s->zone, day);

    put(b, "BEGIN", "VTIMEZONE");
    put(b, "TZID", s->name);
    put_onset(b, day - offset * SECOND_US, offset, offset);
    for (; day < end && day < last; day += DAY_US) {
        int next = zone_offset(s->zone, day + DAY_US);
        if (next != offset)
            put_onset(b, halve(s->zone, day, day + DAY_US), offset, next);
        offset = next;
    }
    put(b, "END", "VTIMEZONE");
}

/* ---- one task ---- */

/* A day, or a time on the wall of its zone: also of UTC, so that it stays there when it is read. */
static void put_moment(struct ical_out *o, const char *name, const struct json *task, const struct draft_time *m)
{
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    struct civil c = civil_from_us(m->day * DAY_US);
    const char *zone_name;
    const struct zone *zone = task_zone(task, o->wall, &zone_name);

    c.hour = m->hour;
    c.minute = m->minute;
    if (m->kind == DRAFT_DAY) {
        buf_addf(&line, "%s;VALUE=DATE:%04d%02d%02d", name, c.year, c.month, c.day);
    } else {
        use_zone(o, zone_name, zone, draft_time_us(m, zone));
        buf_addf(&line, "%s;TZID=%s:", name, zone_name);
        add_civil(&line, &c);
    }
    put_line(&o->body, &line);
}

/* Where the due time has a clock, the rule's last day is told as an instant. */
static void put_rule(struct ical_out *o, const struct json *task, const struct draft_time *due)
{
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    const char *zone_name;
    char text[REPEAT_TEXT_BYTES];
    struct repeat r;
    int64_t until;

    if (!task_repeat(task, &r))
        return;
    until = r.until;
    if (due->kind == DRAFT_LOCAL)
        r.until = 0;
    repeat_text(&r, text);
    buf_addf(&line, "RRULE:%s", text);
    if (until && due->kind == DRAFT_LOCAL) {
        struct draft_time last = { .kind = DRAFT_LOCAL, .day = until, .hour = 23, .minute = 59 };
        struct civil c = civil_from_us(draft_time_us(&last, task_zone(task, o->wall, &zone_name)));
        buf_adds(&line, ";UNTIL=");
        add_civil(&line, &c);
        buf_addc(&line, 'Z');
    }
    put_line(&o->body, &line);
}

static void put_categories(struct buf *b, const struct json *tags)
{
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);

    if (json_len(tags) == 0)
        return;
    buf_adds(&line, "CATEGORIES:");
    for (size_t i = 0; i < json_len(tags); i++) {
        buf_adds(&line, i > 0 ? "," : "");
        escape(&line, json_text(json_at(tags, i), NULL));
    }
    put_line(b, &line);
}

/* So long before, where the task comes back; else at its time. */
static void put_alarm(struct ical_out *o, const struct json *task, const struct draft_time *due)
{
    int64_t remind = task_instant(task, "remind_at"), at = task_instant(task, "due_at");
    struct buf line CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    struct repeat r;
    int64_t before;

    if (remind == NO_TIME || (o->kind != ICAL_COPY && task_instant(task, "reminded_at") != NO_TIME))
        return;
    put(&o->body, "BEGIN", "VALARM");
    put(&o->body, "ACTION", "DISPLAY");
    put_text(&o->body, "DESCRIPTION", json_get_text(task, "title"));
    if (due->kind == DRAFT_LOCAL && at != NO_TIME && task_repeat(task, &r)) {
        before = (at - remind) / SECOND_US;
        buf_addf(&line, o->kind == ICAL_EVENTS ? "TRIGGER:%sPT%lldM" : "TRIGGER;RELATED=END:%sPT%lldM",
                 before >= 0 ? "-" : "", (long long)llabs(before / 60));
        put_line(&o->body, &line);
    } else {
        put_instant(&o->body, "TRIGGER;VALUE=DATE-TIME", remind);
    }
    put(&o->body, "END", "VALARM");
}

static void put_priority(struct buf *b, const char *priority)
{
    if (priority)
        put(b, "PRIORITY", *priority == 'h' ? "1" : *priority == 'm' ? "5" : "9");
}

static void put_number(struct buf *b, const char *name, int64_t n)
{
    struct buf text CLEANUP(buf_done) = BUF(TIME_TEXT_BYTES);

    buf_addf(&text, "%lld", (long long)n);
    put(b, name, text.p);
}

/* What both a task and an event have. */
static void put_common(struct ical_out *o, const struct json *task, const char *uid)
{
    int64_t created = task_instant(task, "created_at"), completed = task_instant(task, "completed_at");
    const char *description = json_get_text(task, "description");

    put_text(&o->body, "UID", uid);
    put_instant(&o->body, "DTSTAMP", completed != NO_TIME ? completed : created);
    put_instant(&o->body, "CREATED", created);
    put_number(&o->body, "SEQUENCE", json_get_int(task, "version", 0));
    put_text(&o->body, "SUMMARY", json_get_text(task, "title"));
    if (description)
        put_text(&o->body, "DESCRIPTION", description);
    put_priority(&o->body, json_get_text(task, "priority"));
    put_categories(&o->body, json_get(task, "tags"));
}

static void add_event(struct ical_out *o, const struct json *task, const char *uid)
{
    struct draft_time due = task_time(task, "due");

    if (due.kind == DRAFT_NONE)
        return;
    put(&o->body, "BEGIN", "VEVENT");
    put_common(o, task, uid);
    put_moment(o, "DTSTART", task, &due);
    put_rule(o, task, &due);
    put(&o->body, "TRANSP", "TRANSPARENT"); /* being due keeps nobody busy */
    put_alarm(o, task, &due);
    put(&o->body, "END", "VEVENT");
}

void ical_add(struct ical_out *o, const struct json *task, const char *uid)
{
    struct draft_time due = task_time(task, "due");
    int64_t completed = task_instant(task, "completed_at");
    struct repeat r;

    if (o->kind == ICAL_EVENTS) {
        add_event(o, task, uid);
        return;
    }
    put(&o->body, "BEGIN", "VTODO");
    put_common(o, task, uid);
    if (due.kind != DRAFT_NONE && task_repeat(task, &r))
        put_moment(o, "DTSTART", task, &due); /* what repeats must begin */
    if (due.kind != DRAFT_NONE)
        put_moment(o, "DUE", task, &due);
    put_rule(o, task, &due);
    put(&o->body, "STATUS", completed != NO_TIME ? "COMPLETED" : "NEEDS-ACTION");
    put_instant(&o->body, "COMPLETED", completed);
    put_alarm(o, task, &due);
    put(&o->body, "END", "VTODO");
}

/* ---- the calendar ---- */

void ical_open(struct ical_out *o, const struct wall *wall, enum ical_kind kind)
{
    *o = (struct ical_out){ .wall = wall, .kind = kind };
    buf_init(&o->body, TASK_EXPORT_BYTES);
}

void ical_close(struct ical_out *o, struct buf *b)
{
    put(b, "BEGIN", "VCALENDAR");
    put(b, "VERSION", "2.0");
    put(b, "PRODID", "-//assay//tasks//EN");
    put(b, "CALSCALE", "GREGORIAN");
    put(b, "X-WR-CALNAME", "Tasks");
    for (size_t i = 0; i < o->n; i++)
        put_zone(b, &o->spans[i]);
    buf_add(b, o->body.p, o->body.n);
    b->failed |= o->body.failed;
    put(b, "END", "VCALENDAR");
}

void ical_done(struct ical_out *o)
{
    for (size_t i = 0; i < o->n; i++)
        free(o->spans[i].name);
    free(o->spans);
    buf_done(&o->body);
}
