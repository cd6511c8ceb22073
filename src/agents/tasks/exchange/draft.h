/* draft.h - a task on its way in from another program's file. For src/agents/tasks only.
 *
 * A reader of a format fills a draft with what it finds and hands it over; here it becomes a task of ours (tasks.Task,
 * without an id) within our limits. Nothing is lost in silence: what has no place of its own goes to the description,
 * and what was changed or cut is noted with its line. A reader is pure: bytes in, tasks and notes out.
 */
#pragma once
#include "base/buf.h"
#include "model/repeat.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct json;
struct zone;

/* Whose clock a file is read and written by. */
struct wall {
    int64_t now_us;
    const char *name; /* of the person's zone */
    const struct zone *zone;
    const struct zone *(*by_name)(const char *name); /* NULL when there is no such zone */
};

/* What a file gave. */
struct intake {
    struct arena *arena;
    const struct wall *wall;
    struct json *tasks; /* in the order of the file */
    struct json *notes; /* texts: "line 7: ..."; at most TASK_NOTES */
    int64_t noted;      /* how many there were in all */
    size_t folded;      /* tags that had capitals */
};

void intake_init(struct intake *in, struct arena *a, const struct wall *wall);
void intake_note(struct intake *in, size_t line, const char *fmt, ...) PRINTF(3, 4);
/* The same of the file as a whole; always listed. */
void intake_tell(struct intake *in, const char *fmt, ...) PRINTF(2, 3);

/* Fails with what is wrong with the line; nothing of the file can be taken then. */
int intake_refuse(size_t line, const char *what, struct err *err);

enum draft_time_kind { DRAFT_NONE, DRAFT_DAY, DRAFT_LOCAL, DRAFT_INSTANT };

struct draft_time {
    enum draft_time_kind kind;
    int64_t day;      /* a day, or the day of a time on the wall, since 1970 */
    int hour, minute; /* of a time on the wall */
    int64_t us;       /* an instant */
};

#define NO_TIME INT64_MIN

struct draft {
    size_t line;
    struct buf title, text; /* the description's own words */
    struct buf more;        /* lines that follow them: "Location: ..." */
    struct draft_time due, remind;
    const char *zone_name; /* of times on the wall; NULL: the person's */
    const struct zone *zone;
    int64_t created_us, completed_us; /* or NO_TIME */
    bool is_done, repeats;
    struct repeat repeat;
    const char *priority; /* or NULL */
    const char *uid;      /* what the other program knows it by, or NULL */
    struct json *tags;
    bool is_tag_noted;
};

void draft_init(struct draft *d);
void draft_done(struct draft *d);
void draft_begin(struct draft *d, struct intake *in, size_t line); /* empties it for the next one */

/* A tag is one word in small letters, as all of ours are: what it may not have in it becomes a dash. */
void draft_tag(struct draft *d, struct intake *in, const char *p, size_t n);

/* What has no place of its own. The value is put on a line, whatever it is; nothing is added for an empty one. What
 * surely does not fit the description is left out here already: it is told when the description is cut. */
void draft_more(struct draft *d, const char *label, const char *p, size_t n);

/* Hands the task over. ERR_TOO_LARGE when there are too many. */
WARN_UNUSED int draft_take(struct draft *d, struct intake *in, struct err *err);

/* The zone that the draft's times on the wall are in. */
const struct zone *draft_zone(const struct draft *d, const struct intake *in);

/* The moment as an instant: of a day the second it begins with. */
int64_t draft_time_us(const struct draft_time *m, const struct zone *zone);
/* An instant as what the wall says. */
struct draft_time draft_time_at(int64_t us, const struct zone *zone);

/* "2026-11-20" or "2026-11-20T17:00", as a task has them; false when the text is neither. */
bool draft_time_read(const char *p, size_t n, struct draft_time *ret);

/* ---- the other way round ---- */

/* A task's due time or reminder, by the field's name; and the zone it is in, which is the person's where there is none.
 */
struct draft_time task_time(const struct json *task, const char *field);
const struct zone *task_zone(const struct json *task, const struct wall *wall, const char **ret_name);

/* An instant of a task by the field's name; NO_TIME when it has none. */
int64_t task_instant(const struct json *task, const char *field);

/* The task's rule; false when it has none. */
bool task_repeat(const struct json *task, struct repeat *ret);
