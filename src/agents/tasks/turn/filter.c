/* filter.c - the filter of an intent as list_tasks' arguments, and in words. */
#include "agents/tasks/turn/turn.h"
#include "base/arena.h"
#include "base/json.h"
#include "base/limits.h"
#include <string.h>

#define OPEN_FROM 0    /* 1970: what is due "before" a day has no first one */
#define OPEN_TO 376200 /* 3000: nor has what is due "after" one a last */

static void put(struct turn *t, struct json *v, const char *name, const char *text)
{
    if (text)
        json_set(t->a, v, name, json_str(t->a, text));
}

static void put_day(struct turn *t, struct json *v, const char *name, int64_t day)
{
    char text[TIME_TEXT_BYTES];

    date_text(day, text);
    put(t, v, name, text);
}

struct json *turn_filter(struct turn *t, const struct task_filter *f)
{
    struct json *v = json_object(t->a);

    put(t, v, "status", f->status);
    put(t, v, "priority", f->priority);
    put(t, v, "tag", f->tag);
    put(t, v, "search", f->search);
    put(t, v, "order", f->order);
    if (f->repeats)
        json_set(t->a, v, "repeats", json_bool(t->a, true));
    if (f->no_due)
        put(t, v, "due", "none");
    if (!f->has_due || f->no_due)
        return v;
    if (f->due.is_overdue) {
        put(t, v, "due", "overdue");
    } else {
        if (f->due.from > OPEN_FROM)
            put_day(t, v, "due_from", f->due.from);
        if (f->due.to < OPEN_TO || f->due.from <= OPEN_FROM)
            put_day(t, v, "due_to", f->due.to);
    }
    put(t, v, "time_zone", t->zone_name);
    if (!f->order)
        put(t, v, "order", "due");
    return v;
}

bool turn_filter_is_empty(const struct task_filter *f)
{
    return !f->status && !f->priority && !f->tag && !f->search && !f->has_due && !f->no_due && !f->repeats;
}

const char *turn_filter_words(struct turn *t, const struct task_filter *f, bool one)
{
    struct buf b CLEANUP(buf_done) = BUF(TASK_ANSWER_BYTES);
    char from[DUE_WORDS_BYTES], to[DUE_WORDS_BYTES];

    buf_addf(&b, "%s%stask%s", f->status ? f->status : "", f->status ? " " : "", one ? "" : "s");
    if (f->priority)
        buf_addf(&b, " of %s priority", f->priority);
    if (f->tag)
        buf_addf(&b, " tagged %s", f->tag);
    if (f->search)
        buf_addf(&b, " about '%s'", f->search);
    if (f->repeats)
        buf_adds(&b, one ? " that repeats" : " that repeat");
    if (f->no_due)
        buf_adds(&b, " without a due date");
    if (f->has_due && f->due.is_overdue)
        buf_adds(&b, " that are overdue");
    if (f->has_due && !f->due.is_overdue) {
        due_words(&(struct due){ .day = f->due.from }, &t->now, from);
        due_words(&(struct due){ .day = f->due.to }, &t->now, to);
        if (f->due.from == f->due.to)
            buf_addf(&b, " due %s", from);
        else if (f->due.from <= OPEN_FROM)
            buf_addf(&b, " due by %s", to);
        else if (f->due.to >= OPEN_TO)
            buf_addf(&b, " due from %s on", from);
        else
            buf_addf(&b, " due between %s and %s", from, to);
    }
    return arena_dup(t->a, b.p, b.n);
}
