/* taskwarrior.c - each object is parsed by itself, so that a large file takes the memory of its largest task, and what
 * is wrong with it has a line.
 */
#include "agents/tasks/exchange/taskwarrior.h"
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/exchange/text_index.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include <string.h>

/* ---- finding the objects ---- */

struct span {
    const char *p;
    size_t n, line;
};

struct finder {
    const char *p, *end;
    size_t line;
};

/* Up to the bracket that closes the object; NULL when it does not end. Lines are counted. */
static const char *end_of(struct finder *f)
{
    size_t depth = 0;

    for (const char *p = f->p; p < f->end; p++) {
        if (*p == '"') {
            for (p++; p < f->end && *p != '"'; p++)
                p += *p == '\\' && p + 1 < f->end;
            if (p >= f->end)
                return NULL;
        } else if (*p == '\n') {
            f->line++;
        } else if (*p == '{' || *p == '[') {
            depth++;
        } else if ((*p == '}' || *p == ']') && --depth == 0) {
            return p + 1;
        }
    }
    return NULL;
}

/* The next object: 1, or 0 at the end. Between them there may be blanks, commas and the brackets of an array. */
static int next_object(struct finder *f, struct span *ret, struct err *err)
{
    const char *end;

    for (; f->p < f->end && strchr(" \t\r\n,[]", *f->p) && *f->p; f->p++)
        f->line += *f->p == '\n';
    if (f->p == f->end)
        return 0;
    if (*f->p != '{')
        return intake_refuse(f->line, "there is no JSON object", err);
    *ret = (struct span){ .p = f->p, .line = f->line };
    end = end_of(f);
    if (!end)
        return intake_refuse(ret->line, "the JSON object does not end", err);
    ret->n = (size_t)(end - f->p);
    f->p = end;
    return 1;
}

static int parse(struct arena *a, const struct span *s, struct json **ret, struct err *err)
{
    struct err wrong;

    if (json_parse(a, s->p, s->n, ret, &wrong) == 0)
        return 0;
    intake_refuse(s->line, "this is no JSON", err);
    return -1;
}

static bool says(const struct json *object, const char *key, const char *value)
{
    const char *text = json_get_text(object, key);

    return text && strcmp(text, value) == 0;
}

/* ---- templates and their instances ---- */

/* A template's last pending instance, by what the template is known by. */
struct series {
    const char *parent, *last;
    double mask; /* its number among them */
};

struct taskwarrior_import {
    struct intake *in;
    struct draft draft;
    struct arena *own; /* the list of series */
    struct series *series;
    size_t n, room;
    struct text_index *places; /* of each in the list, by its parent, from 1 */
    size_t deleted, days;
};

static struct series *series_of(struct taskwarrior_import *r, const char *parent)
{
    int64_t place = parent && r->n > 0 ? *text_index_at(r->places, parent, strlen(parent)) : 0;

    return place > 0 ? &r->series[place - 1] : NULL;
}

static struct series *add_series(struct taskwarrior_import *r, const char *parent)
{
    if (r->n == r->room) {
        struct series *more = arena_array(r->own, r->room = r->room ? 2 * r->room : 16, sizeof *more);
        if (r->n > 0)
            memcpy(more, r->series, r->n * sizeof *more);
        r->series = more;
    }
    r->series[r->n] = (struct series){ .parent = arena_str(r->own, parent), .mask = -1 };
    *text_index_at(r->places, parent, strlen(parent)) = (int64_t)++r->n;
    return &r->series[r->n - 1];
}

static void note_instance(struct taskwarrior_import *r, const struct json *object)
{
    const char *parent = json_get_text(object, "parent"), *uuid = json_get_text(object, "uuid");
    double mask = json_real(json_get(object, "imask"));
    struct series *s = series_of(r, parent);

    if (!parent || !uuid || !(says(object, "status", "pending") || says(object, "status", "waiting")))
        return;
    if (!s)
        s = add_series(r, parent);
    if (!s->last || mask >= s->mask) {
        s->mask = mask;
        s->last = arena_str(r->own, uuid);
    }
}

/* Looks through the whole file for instances; only where there are templates. */
static int find_instances(struct taskwarrior_import *r, const char *p, size_t n, struct err *err)
{
    struct finder f = { p, p + n, 1 };
    struct span s;
    int more;

    if (!memmem(p, n, "\"recurring\"", strlen("\"recurring\"")))
        return 0;
    while ((more = next_object(&f, &s, err)) > 0) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct json *object;
        if (!memmem(s.p, s.n, "\"parent\"", strlen("\"parent\"")))
            continue;
        if (parse(a, &s, &object, err) < 0)
            return -1;
        note_instance(r, object);
    }
    return more;
}

/* ---- one task ---- */

/* A time on the wall, or the whole day where it is the beginning or the end of one. */
static struct draft_time due_of(struct taskwarrior_import *r, int64_t us)
{
    const struct zone *zone = draft_zone(&r->draft, r->in);
    struct civil c = zone_local(zone, us);
    struct draft_time m = draft_time_at(us, zone);

    if (c.hour == 0 && c.minute == 0 && c.second == 0) {
        m.kind = DRAFT_DAY;
        r->days++;
    } else if (c.hour == 23 && c.minute == 59 && c.second == 59) {
        m.kind = DRAFT_DAY;
    }
    return m;
}

/* What an attribute of times becomes: its own place, or a line of the description. */
static void take_when(struct taskwarrior_import *r, const char *key, const char *text)
{
    static const char *const labels[][2] = {
        { "wait", "Waits until" }, { "scheduled", "Scheduled" }, { "start", "Started" }, { "until", "Until" }
    };
    struct draft *d = &r->draft;
    char shown[TIME_TEXT_BYTES];
    int64_t us;

    if (!taskwarrior_time_read(text, &us)) {
        intake_note(r->in, d->line, "a date cannot be read; it stands in the description");
        draft_more(d, key, text, strlen(text));
        return;
    }
    if (strcmp(key, "entry") == 0)
        d->created_us = us;
    else if (strcmp(key, "end") == 0)
        d->completed_us = us;
    else if (strcmp(key, "due") == 0)
        d->due = due_of(r, us);
    else if (strcmp(key, "reminder") == 0)
        d->remind = draft_time_at(us, draft_zone(d, r->in));
    time_text(us, shown);
    for (size_t i = 0; i < COUNT_OF(labels); i++)
        if (strcmp(key, labels[i][0]) == 0) {
            intake_note(r->in, d->line, "'%s' has no place here; it stands in the description", labels[i][0]);
            draft_more(d, labels[i][1], shown, strlen(shown));
        }
}

/* What another program, or a person, has added of their own. */
static void take_other(struct taskwarrior_import *r, const char *key, const struct json *value)
{
    /* Found out anew by that program, or about its own workings. */
    static const char *const passed[] = { "id",   "urgency", "modified", "mask",  "imask",    "rtype", "last",
                                          "uuid", "status",  "parent",   "recur", "timezone", "rrule", "template" };
    size_t n = 0;
    const char *text = json_text(value, &n);
    struct buf whole CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    for (size_t i = 0; i < COUNT_OF(passed); i++)
        if (strcmp(key, passed[i]) == 0)
            return;
    if (!text) {
        json_write(&whole, value);
        text = whole.p;
        n = whole.n;
    }
    if (n == 0)
        return;
    intake_note(r->in, r->draft.line, "an attribute has no place here; it stands in the description");
    draft_more(&r->draft, key, text, n);
}

/* Words that were added later have their day in front. */
static void take_annotations(struct taskwarrior_import *r, const struct json *list)
{
    struct draft *d = &r->draft;

    for (size_t i = 0; i < json_len(list); i++) {
        size_t n;
        const char *text = json_text(json_get(json_at(list, i), "description"), &n);
        const char *entry = json_get_text(json_at(list, i), "entry");
        char shown[TIME_TEXT_BYTES];
        int64_t us;
        if (!text) {
            take_other(r, "annotation", json_at(list, i));
            continue;
        }
        if (d->text.n > 0)
            buf_addc(&d->text, '\n');
        if (entry && taskwarrior_time_read(entry, &us) && us / 1000000 > d->created_us / 1000000) {
            time_text(us, shown);
            buf_addf(&d->text, "%.10s: ", shown);
        }
        buf_add(&d->text, text, n);
    }
}

static void take_priority(struct taskwarrior_import *r, const char *text)
{
    static const char *const names[][2] = { { "H", "high" }, { "M", "medium" }, { "L", "low" } };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(text, names[i][0]) == 0)
            r->draft.priority = names[i][1];
    if (!r->draft.priority && *text) {
        intake_note(r->in, r->draft.line, "the priority is none of H, M and L; it stands in the description");
        draft_more(&r->draft, "Priority", text, strlen(text));
    }
}

/* The rule in full where there is one, else how often. */
static void take_rule(struct taskwarrior_import *r, const struct json *object)
{
    const char *rule = json_get_text(object, "rrule"), *recur = json_get_text(object, "recur");
    const char *until = json_get_text(object, "until");
    struct draft *d = &r->draft;
    int64_t us, last;

    if (!rule && !recur)
        return;
    d->repeats =
        (rule && repeat_read(rule, strlen(rule), &d->repeat)) || (recur && taskwarrior_recur_read(recur, &d->repeat));
    if (!d->repeats) {
        intake_note(r->in, d->line, "how it repeats has no place here; it stands in the description");
        draft_more(d, "Repeats", recur ? recur : rule, strlen(recur ? recur : rule));
    } else if (until && !d->repeat.count && taskwarrior_time_read(until, &us)) {
        last = draft_time_at(us, draft_zone(d, r->in)).day;
        d->repeat.until = last > 0 && last <= LAST_DAY ? last : 0;
    }
}

static void take_zone(struct taskwarrior_import *r, const struct json *object)
{
    const char *name = json_get_text(object, "timezone");

    r->draft.zone = name ? r->in->wall->by_name(name) : NULL;
    r->draft.zone_name = r->draft.zone ? arena_str(r->in->arena, name) : NULL;
}

static bool is_when(const char *key)
{
    static const char *const whens[] = { "entry", "end", "due", "reminder", "wait", "scheduled", "start" };

    for (size_t i = 0; i < COUNT_OF(whens); i++)
        if (strcmp(key, whens[i]) == 0)
            return true;
    return false;
}

static void take_tags(struct taskwarrior_import *r, const struct json *tags)
{
    size_t n;
    const char *text = json_text(tags, &n);

    if (text) /* an older version has them in one text */
        for (size_t k; n > 0; text += k, n -= k) {
            k = strcspn(text, ", ");
            draft_tag(&r->draft, r->in, text, k);
            k += k < n;
        }
    for (size_t i = 0; json_is(tags, JSON_ARRAY) && i < json_len(tags); i++) {
        text = json_text(json_at(tags, i), &n);
        if (text)
            draft_tag(&r->draft, r->in, text, n);
    }
}

static void take_field(struct taskwarrior_import *r, const char *key, const struct json *value)
{
    size_t n;
    const char *text = json_text(value, &n);
    const char *project;

    if (strcmp(key, "description") == 0 && text)
        buf_add(&r->draft.title, text, n);
    else if (text && strcmp(key, "until") == 0 && r->draft.repeats && r->draft.repeat.until)
        return; /* the rule has it */
    else if (text && (is_when(key) || strcmp(key, "until") == 0))
        take_when(r, key, text);
    else if (strcmp(key, "priority") == 0 && text)
        take_priority(r, text);
    else if (strcmp(key, "annotations") == 0 && json_is(value, JSON_ARRAY))
        take_annotations(r, value);
    else if (strcmp(key, "tags") == 0 && (text || json_is(value, JSON_ARRAY)))
        take_tags(r, value);
    else if (strcmp(key, "project") == 0 && text && *text) {
        project = arena_printf(r->in->arena, TASKWARRIOR_PROJECT "%s", text);
        draft_tag(&r->draft, r->in, project, strlen(project));
    } else
        take_other(r, key, value);
}

static int take_task(struct taskwarrior_import *r, const struct json *object, const char *uuid, bool repeats,
                     struct err *err)
{
    struct draft *d = &r->draft;
    const char *entry = json_get_text(object, "entry");

    if (!json_get_text(object, "description"))
        return intake_refuse(d->line, "a task without a description", err);
    d->is_done = says(object, "status", "completed");
    d->uid = uuid && *uuid ? arena_str(r->in->arena, uuid) : NULL;
    take_zone(r, object);
    if (repeats)
        take_rule(r, object);
    if (entry) /* annotations are compared with it */
        take_when(r, "entry", entry);
    for (size_t i = 0; i < json_len(object); i++) {
        const char *key = json_key_at(object, i, NULL);
        if (strcmp(key, "entry") != 0)
            take_field(r, key, json_at(object, i));
    }
    return draft_take(d, r->in, err);
}

/* An instance repeats only together with its template, whose name the two then go by. */
static int take_object(struct taskwarrior_import *r, const struct json *object, struct err *err)
{
    const char *uuid = json_get_text(object, "uuid"), *parent = json_get_text(object, "parent");
    bool is_template = says(object, "status", "recurring");
    const struct series *s = series_of(r, is_template ? uuid : parent);

    if (uuid && strlen(uuid) > TASK_UID_CHARS)
        return intake_refuse(r->draft.line, "the uuid is none", err);
    if (says(object, "status", "deleted")) {
        r->deleted++;
        return 0;
    }
    if (is_template && s)
        return 0; /* the instance stands for both */
    if (s && uuid && strcmp(uuid, s->last) == 0)
        return take_task(r, object, s->parent, true, err);
    return take_task(r, object, uuid, is_template || !parent, err);
}

static int read_objects(struct taskwarrior_import *r, const char *p, size_t n, struct err *err)
{
    struct finder f = { p, p + n, 1 };
    struct span s;
    int more;

    while ((more = next_object(&f, &s, err)) > 0) {
        struct arena *a CLEANUP(arena_cleanup) = arena_new();
        struct json *object;
        if (parse(a, &s, &object, err) < 0)
            return -1;
        draft_begin(&r->draft, r->in, s.line);
        if (take_object(r, object, err) < 0)
            return -1;
    }
    return more;
}

int taskwarrior_read(struct intake *in, const char *p, size_t n, struct err *err)
{
    struct arena *own CLEANUP(arena_cleanup) = arena_new();
    struct taskwarrior_import r = { .in = in, .own = own, .places = text_index_new(own) };
    int status;

    draft_init(&r.draft);
    status = find_instances(&r, p, n, err) < 0 ? -1 : read_objects(&r, p, n, err);
    draft_done(&r.draft);
    if (status < 0)
        return -1;
    if (r.deleted > 0)
        intake_tell(in, "%zu deleted %s left out.", r.deleted, r.deleted == 1 ? "task was" : "tasks were");
    if (r.days > 0)
        intake_tell(in, "%zu due at midnight %s taken as due on that day.", r.days, r.days == 1 ? "was" : "were");
    return 0;
}
