/* ical_task.c - the lines of a VTODO come in any order: what depends on others is settled at its end. */
#include "agents/tasks/exchange/ical_task.h"
#include "agents/tasks/exchange/ical_zone.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include <string.h>

/* ---- times ---- */

#define ENDINGS 8 /* of a zone's name that are looked for */

/* The system's zone of that name, or of an ending of it: "/citadel.org/20210210_1/Europe/Berlin". */
static const struct zone *zone_by_name(struct ical_task *t, const char *p, size_t n, const char **ret_name)
{
    const char *name = n <= 4 * TASK_ZONE_CHARS ? arena_dup(t->in->arena, p, n) : NULL;

    for (int i = 0; name && i < ENDINGS; i++) {
        const struct zone *zone = strlen(name) <= TASK_ZONE_CHARS ? t->in->wall->by_name(name) : NULL;
        if (zone) {
            *ret_name = name;
            return zone;
        }
        name = strchr(name, '/');
        if (name)
            name++;
    }
    return NULL;
}

/* In which zone a time on the wall is; where only the calendar knows the zone it becomes an instant. */
static void place(struct ical_task *t, const struct ical_line *l, struct dated *w)
{
    const char *id, *location;
    int64_t offset;
    size_t n;

    if (w->at.kind == DRAFT_INSTANT || !ical_param(l, "TZID", &id, &n))
        return;
    w->zone = zone_by_name(t, id, n, &w->zone_name);
    location = w->zone ? NULL : ical_zone_location(t->zones, id, n);
    if (location)
        w->zone = zone_by_name(t, location, strlen(location), &w->zone_name);
    if (w->zone || w->at.kind == DRAFT_DAY)
        return;
    if (ical_zone_offset(t->zones, id, n, w->at.us / 1000000, &offset)) {
        w->at.kind = DRAFT_INSTANT;
        w->at.us -= offset * 1000000;
    } else {
        intake_note(t->in, l->number, "its time zone is not known; the time is taken as yours");
    }
}

static bool read_dated(struct ical_task *t, const struct ical_line *l, const char *label, struct dated *ret)
{
    struct dated w = { .zone = NULL };

    if (!ical_moment(l->value, l->n_value, &w.at)) {
        intake_note(t->in, l->number, "the date cannot be read; it stands in the description");
        draft_more(&t->draft, label, l->value, l->n_value);
        return false;
    }
    place(t, l, &w);
    *ret = w;
    return true;
}

static void read_instant(struct ical_task *t, const struct ical_line *l, int64_t *ret)
{
    struct dated w;

    if (read_dated(t, l, "Date", &w))
        *ret = draft_time_us(&w.at, w.zone ? w.zone : t->in->wall->zone);
}

/* ---- properties of a task ---- */

static void take_status(struct ical_task *t, const struct ical_line *l)
{
    if (ical_says(l, "COMPLETED")) {
        t->draft.is_done = true;
    } else if (ical_says(l, "CANCELLED")) {
        t->draft.is_done = true;
        intake_note(t->in, l->number, "the task was cancelled; here it is completed");
        draft_more(&t->draft, "Status", "cancelled", strlen("cancelled"));
    } else if (!ical_says(l, "NEEDS-ACTION")) {
        intake_note(t->in, l->number, "its status has no place here; it stands in the description");
        draft_more(&t->draft, "Status", l->value, l->n_value);
    }
}

static void take_priority(struct ical_task *t, const struct ical_line *l)
{
    size_t n;
    const char *p = str_trim(l->value, l->n_value, &n);

    if (n != 1 || !str_is_digit(*p)) {
        intake_note(t->in, l->number, "its priority cannot be read; it stands in the description");
        draft_more(&t->draft, "Priority", p, n);
    } else if (*p != '0') {
        t->draft.priority = *p < '5' ? "high" : *p == '5' ? "medium" : "low";
    }
}

static void take_percent(struct ical_task *t, const struct ical_line *l)
{
    t->is_percent_done = ical_says(l, "100");
    if (t->is_percent_done || ical_says(l, "0"))
        return;
    intake_note(t->in, l->number, "how much is done has no place here; it stands in the description");
    draft_more(&t->draft, "Percent complete", l->value, l->n_value);
}

/* Texts parted by commas, each with its escapes. */
static void take_categories(struct ical_task *t, const struct ical_line *l)
{
    struct buf tag CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    const char *p = l->value, *end = l->value + l->n_value;

    while (p < end) {
        const char *stop = p;
        while (stop < end && *stop != ',')
            stop += *stop == '\\' && stop + 1 < end ? 2 : 1;
        buf_cut(&tag, 0);
        ical_text(&tag, p, (size_t)(stop - p));
        draft_tag(&t->draft, t->in, tag.p, tag.n);
        p = stop + (stop < end);
    }
}

/* Its name as a word of a line: "Percent-complete". */
static void take_other(struct ical_task *t, const struct ical_line *l)
{
    struct buf text CLEANUP(buf_done) = BUF(TASK_LINE_BYTES), label CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    const char *encoding;
    size_t n;

    if (ical_param(l, "ENCODING", &encoding, &n) && n == strlen("BASE64")) {
        intake_note(t->in, l->number, "an attachment is no text and was left out");
        return;
    }
    if (l->n_name > 2 && l->name[1] == '-' && (*l->name == 'X' || *l->name == 'x')) {
        t->others++;
        return;
    }
    for (size_t i = 0; i < l->n_name; i++)
        buf_addc(&label,
                 (char)(i > 0 && l->name[i] >= 'A' && l->name[i] <= 'Z' ? l->name[i] + ('a' - 'A') : l->name[i]));
    ical_text(&text, l->value, l->n_value);
    intake_note(t->in, l->number, "a property has no place here; it stands in the description");
    draft_more(&t->draft, label.p, text.p, text.n);
}

static void take_times(struct ical_task *t, const struct ical_line *l)
{
    if (ical_is(l, "DUE")) {
        (void)!read_dated(t, l, "Due", &t->due);
    } else if (ical_is(l, "DTSTART")) {
        (void)!read_dated(t, l, "Starts", &t->start);
    } else if (ical_is(l, "DURATION")) {
        t->has_duration = ical_duration(l->value, l->n_value, &t->duration);
        if (!t->has_duration)
            take_other(t, l);
    } else if (ical_is(l, "COMPLETED")) {
        t->draft.is_done = true;
        read_instant(t, l, &t->draft.completed_us);
    } else if (ical_is(l, "CREATED")) {
        read_instant(t, l, &t->draft.created_us);
    } else if (ical_is(l, "DTSTAMP")) {
        read_instant(t, l, &t->stamp_us);
    } else if (ical_is(l, "LAST-MODIFIED")) {
        read_instant(t, l, &t->changed_us);
    }
}

static bool is_one_of(const struct ical_line *l, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (ical_is(l, names[i]))
            return true;
    return false;
}

void ical_task_property(struct ical_task *t, const struct ical_line *l)
{
    static const char *const times[] = { "DUE",     "DTSTART", "DURATION",     "COMPLETED",
                                         "CREATED", "DTSTAMP", "LAST-MODIFIED" };
    static const char *const passed[] = { "SEQUENCE", "TRANSP" }; /* of the calendar's own workings */

    if (is_one_of(l, times, COUNT_OF(times))) {
        take_times(t, l);
    } else if (ical_is(l, "SUMMARY")) {
        ical_text(&t->draft.title, l->value, l->n_value);
    } else if (ical_is(l, "DESCRIPTION")) {
        ical_text(&t->draft.text, l->value, l->n_value);
    } else if (ical_is(l, "STATUS")) {
        take_status(t, l);
    } else if (ical_is(l, "PRIORITY")) {
        take_priority(t, l);
    } else if (ical_is(l, "PERCENT-COMPLETE")) {
        take_percent(t, l);
    } else if (ical_is(l, "CATEGORIES")) {
        take_categories(t, l);
    } else if (ical_is(l, "UID")) {
        buf_cut(&t->uid, 0);
        ical_text(&t->uid, l->value, l->n_value);
    } else if (ical_is(l, "RECURRENCE-ID")) {
        t->recurrence = arena_dup(t->own, l->value, l->n_value);
    } else if (ical_is(l, "RRULE") && t->rule.n == 0) {
        buf_add(&t->rule, l->value, l->n_value);
        t->rule_line = l->number;
    } else if (!is_one_of(l, passed, COUNT_OF(passed)) && !(ical_is(l, "CLASS") && ical_says(l, "PUBLIC"))) {
        take_other(t, l);
    }
}

/* ---- alarms ---- */

void ical_task_trigger(struct ical_task *t, const struct ical_line *l)
{
    struct alarm a = { .is_relative = true };
    const char *related;
    size_t n;

    if (!ical_is(l, "TRIGGER"))
        return; /* how it rings is the reader's own affair */
    a.of_start = !ical_param(l, "RELATED", &related, &n) || n != 3;
    if (!ical_duration(l->value, l->n_value, &a.seconds)) {
        a.is_relative = false;
        if (!ical_moment(l->value, l->n_value, &a.at)) {
            intake_note(t->in, l->number, "a reminder cannot be read; it stands in the description");
            draft_more(&t->draft, "Reminder", l->value, l->n_value);
            return;
        }
    }
    if (t->n_alarms < ICAL_ALARMS)
        t->alarms[t->n_alarms++] = a;
    else
        intake_note(t->in, l->number, "there are more than %d reminders; this one was left out", ICAL_ALARMS);
}

/* When an alarm rings; NO_TIME when there is nothing that it could be relative to. */
static int64_t alarm_us(const struct ical_task *t, const struct alarm *a)
{
    const struct dated *base = a->of_start && t->start.at.kind != DRAFT_NONE ? &t->start : &t->due;

    if (!a->is_relative)
        return draft_time_us(&a->at, draft_zone(&t->draft, t->in));
    if (base->at.kind == DRAFT_NONE)
        return NO_TIME;
    return draft_time_us(&base->at, base->zone ? base->zone : t->in->wall->zone) + a->seconds * 1000000;
}

/* A task has one reminder: the first. */
static void settle_alarms(struct ical_task *t)
{
    int64_t first = NO_TIME;

    for (size_t i = 0; i < t->n_alarms; i++) {
        int64_t us = alarm_us(t, &t->alarms[i]);
        if (us != NO_TIME && (first == NO_TIME || us < first))
            first = us;
    }
    if (first == NO_TIME) {
        if (t->n_alarms > 0)
            intake_note(t->in, t->draft.line,
                        "a reminder counts from a date that the task does not have; it was left out");
        return;
    }
    t->draft.remind = (struct draft_time){ .kind = DRAFT_INSTANT, .us = first };
    for (size_t i = 0; i < t->n_alarms; i++) {
        int64_t us = alarm_us(t, &t->alarms[i]);
        char text[TIME_TEXT_BYTES];
        if (us == NO_TIME || us == first)
            continue;
        time_text(us, text);
        draft_more(&t->draft, "Reminder", text, strlen(text));
        intake_note(t->in, t->draft.line, "a task has one reminder; another stands in the description");
    }
}

/* ---- the end of a task ---- */

/* Our rules end with a day: that on the wall of the task's zone. */
static bool read_rule(struct ical_task *t, struct repeat *ret)
{
    struct buf plain CLEANUP(buf_done) = BUF(TASK_LINE_BYTES);
    const char *p = t->rule.p, *end = t->rule.p + t->rule.n;
    struct draft_time until;
    char day[TIME_TEXT_BYTES];

    while (p < end) {
        const char *stop = memchr(p, ';', (size_t)(end - p));
        size_t n = (size_t)((stop ? stop : end) - p);
        bool is_until = n > 6 && memcmp(p, "UNTIL=", 6) == 0 && ical_moment(p + 6, n - 6, &until);
        if (n > 0) {
            buf_adds(&plain, plain.n > 0 ? ";" : "");
            if (is_until && until.kind == DRAFT_INSTANT)
                until = draft_time_at(until.us, draft_zone(&t->draft, t->in));
            if (is_until) {
                date_text(until.day, day);
                buf_addf(&plain, "UNTIL=%.4s%.2s%.2s", day, day + 5, day + 8);
            } else {
                buf_add(&plain, p, n);
            }
        }
        p += n + (stop != NULL);
    }
    return !plain.failed && repeat_read(plain.p, plain.n, ret);
}

static void settle_rule(struct ical_task *t)
{
    if (t->rule.n == 0)
        return;
    t->draft.repeats = read_rule(t, &t->draft.repeat);
    if (t->draft.repeats)
        return;
    intake_note(t->in, t->rule_line, "how it repeats has no place here; it stands in the description");
    draft_more(&t->draft, "Repeats", t->rule.p, t->rule.n);
}

static bool same_moment(const struct draft_time *a, const struct draft_time *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == DRAFT_INSTANT)
        return a->us == b->us;
    return a->day == b->day && (a->kind == DRAFT_DAY || (a->hour == b->hour && a->minute == b->minute));
}

/* A task is due at its end, or when it begins where it only repeats; any other beginning is told. */
static void settle_due(struct ical_task *t)
{
    const struct dated *start = &t->start;
    char text[TIME_TEXT_BYTES];

    if (t->due.at.kind == DRAFT_NONE && start->at.kind != DRAFT_NONE && (t->has_duration || t->rule.n > 0)) {
        t->due = *start;
        if (t->has_duration && start->at.kind == DRAFT_DAY && t->duration % 86400 == 0)
            t->due.at.day += t->duration / 86400;
        else if (t->has_duration)
            t->due.at =
                (struct draft_time){ .kind = DRAFT_INSTANT,
                                     .us = draft_time_us(&start->at, start->zone ? start->zone : t->in->wall->zone) +
                                           t->duration * 1000000 };
    }
    if (t->has_duration && start->at.kind == DRAFT_NONE)
        intake_note(t->in, t->draft.line,
                    "how long it takes counts from a date that the task does not have; it was left out");
    t->draft.due = t->due.at;
    t->draft.zone = t->due.zone ? t->due.zone : t->due.at.kind == DRAFT_NONE ? start->zone : NULL;
    t->draft.zone_name = t->due.zone ? t->due.zone_name : t->draft.zone ? start->zone_name : NULL;
    if (start->at.kind == DRAFT_NONE || same_moment(&start->at, &t->due.at) || (t->rule.n > 0 && t->has_duration))
        return;
    time_text(draft_time_us(&start->at, start->zone ? start->zone : t->in->wall->zone), text);
    draft_more(&t->draft, "Starts", text, strlen(text));
    intake_note(t->in, t->draft.line, "when it starts has no place here; it stands in the description");
}

int ical_task_end(struct ical_task *t, struct err *err)
{
    struct draft *d = &t->draft;

    if (t->is_percent_done)
        d->is_done = true;
    if (t->uid.n > 0 && t->recurrence)
        buf_addf(&t->uid, "/%s", t->recurrence);
    if (str_chars(t->uid.p, t->uid.n) > TASK_UID_CHARS)
        return intake_refuse(d->line, "its UID is too long", err);
    d->uid = t->uid.n > 0 ? arena_str(t->in->arena, t->uid.p) : NULL;
    if (d->is_done && d->completed_us == NO_TIME)
        d->completed_us = t->changed_us != NO_TIME ? t->changed_us : t->stamp_us;
    if (d->created_us == NO_TIME)
        d->created_us = t->stamp_us;
    settle_due(t);
    settle_rule(t);
    settle_alarms(t);
    return draft_take(d, t->in, err);
}

void ical_task_begin(struct ical_task *t, size_t line)
{
    draft_begin(&t->draft, t->in, line);
    t->due = t->start = (struct dated){ .zone = NULL };
    t->has_duration = t->is_percent_done = false;
    t->stamp_us = t->changed_us = NO_TIME;
    t->recurrence = NULL;
    t->n_alarms = 0;
    buf_cut(&t->rule, 0);
    buf_cut(&t->uid, 0);
}
