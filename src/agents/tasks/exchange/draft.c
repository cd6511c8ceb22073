/* draft.c - what other programs' tasks become: within our limits, with nothing lost in silence.
 *
 * A time is kept as our tasks have it: what the wall of a zone says, and the instant that is. A reminder that lies in
 * the past has rung elsewhere and does not ring again here.
 */
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include <stdarg.h>
#include <string.h>

/* ---- what is told ---- */

void intake_init(struct intake *in, struct arena *a, const struct wall *wall)
{
    *in = (struct intake){ .arena = a, .wall = wall, .tasks = json_array(a), .notes = json_array(a) };
}

void intake_note(struct intake *in, size_t line, const char *fmt, ...)
{
    va_list args;

    if (in->noted++ >= TASK_NOTES)
        return;
    va_start(args, fmt);
    json_push(in->arena, in->notes,
              json_str(in->arena, arena_printf(in->arena, "line %zu: %s", line, arena_vprintf(in->arena, fmt, args))));
    va_end(args);
}

void intake_tell(struct intake *in, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    json_push(in->arena, in->notes, json_str(in->arena, arena_vprintf(in->arena, fmt, args)));
    va_end(args);
}

int intake_refuse(size_t line, const char *what, struct err *err)
{
    err_say(err, ERR_INVALID_INPUT, "Line %zu: %s. Nothing was imported.", line, what);
    return err_action(err, "Mend that line, or say which format the file has.");
}

/* ---- moments ---- */

static struct due due_of(const struct draft_time *m)
{
    return (struct due){ .day = m->day, .has_time = m->kind == DRAFT_LOCAL, .hour = m->hour, .minute = m->minute };
}

int64_t draft_time_us(const struct draft_time *m, const struct zone *zone)
{
    struct wall_clock w = { .zone = zone };
    struct due d = due_of(m);

    if (m->kind == DRAFT_INSTANT)
        return m->us;
    return m->kind == DRAFT_LOCAL ? times_instant(&w, &d) : times_midnight(&w, m->day);
}

struct draft_time draft_time_at(int64_t us, const struct zone *zone)
{
    struct civil c = zone_local(zone, us);

    return (struct draft_time){
        .kind = DRAFT_LOCAL, .day = civil_days(c.year, c.month, c.day), .hour = c.hour, .minute = c.minute
    };
}

bool draft_time_read(const char *p, size_t n, struct draft_time *ret)
{
    char text[TIME_TEXT_BYTES] = "";
    struct due d;

    if (n >= sizeof text)
        return false;
    memcpy(text, p, n);
    if (!times_stored(text, &d))
        return false;
    *ret = (struct draft_time){
        .kind = d.has_time ? DRAFT_LOCAL : DRAFT_DAY, .day = d.day, .hour = d.hour, .minute = d.minute
    };
    return true;
}

/* ---- filling ---- */

void draft_init(struct draft *d)
{
    *d = (struct draft){ .created_us = NO_TIME, .completed_us = NO_TIME };
    buf_init(&d->title, TASK_LINE_BYTES);
    buf_init(&d->text, TASK_LINE_BYTES);
    buf_init(&d->more, TASK_LINE_BYTES);
}

void draft_done(struct draft *d)
{
    buf_done(&d->title);
    buf_done(&d->text);
    buf_done(&d->more);
}

void draft_begin(struct draft *d, struct intake *in, size_t line)
{
    struct draft empty = { .line = line,
                           .title = d->title,
                           .text = d->text,
                           .more = d->more,
                           .created_us = NO_TIME,
                           .completed_us = NO_TIME,
                           .tags = json_array(in->arena) };

    *d = empty;
    buf_cut(&d->title, 0);
    buf_cut(&d->text, 0);
    buf_cut(&d->more, 0);
}

void draft_more(struct draft *d, const char *label, const char *p, size_t n)
{
    p = str_trim(p, n, &n);
    if (n == 0 || d->more.n > 4u * TASK_DESCRIPTION_CHARS)
        return;
    n = str_fit_chars(p, n, TASK_DESCRIPTION_CHARS + 1);
    if (d->more.n > 0)
        buf_addc(&d->more, '\n');
    buf_addf(&d->more, "%s: ", label);
    for (size_t i = 0; i < n; i++)
        buf_addc(&d->more, p[i] == '\n' || p[i] == '\r' ? ' ' : p[i]);
}

static bool has_tag(const struct draft *d, const char *p, size_t n)
{
    for (size_t i = 0; i < json_len(d->tags); i++) {
        size_t n_tag;
        const char *tag = json_text(json_at(d->tags, i), &n_tag);
        if (n_tag == n && memcmp(tag, p, n) == 0)
            return true;
    }
    return false;
}

/* The tag as it may be; *ret_n is 0 when nothing is left of it. */
static const char *clean_tag(struct intake *in, const char *p, size_t n, size_t *ret_n, bool *ret_is_dashed)
{
    const char *given, *folded;
    char *tag;

    p = str_trim(p, n, &n);
    while (n > 0 && *p == '#')
        p++, n--;
    given = arena_dup(in->arena, p, n);
    folded = str_fold(in->arena, given);
    in->folded += strcmp(given, folded) != 0;
    folded = str_trim(folded, strlen(folded), ret_n);
    tag = arena_dup(in->arena, folded, *ret_n);
    *ret_is_dashed = false;
    for (size_t i = 0; i < *ret_n; i++)
        if ((unsigned char)tag[i] <= ' ' || tag[i] == '#' || tag[i] == ',' || tag[i] == 0x7f) {
            tag[i] = '-';
            *ret_is_dashed = true;
        }
    return tag;
}

void draft_tag(struct draft *d, struct intake *in, const char *p, size_t n)
{
    size_t n_tag, fits;
    bool is_dashed;
    const char *tag = clean_tag(in, p, n, &n_tag, &is_dashed);

    fits = str_fit_chars(tag, n_tag, TASK_TAG_CHARS);
    if (fits < n_tag) {
        intake_note(in, d->line, "a tag is longer than %d characters; it was cut, and stands whole in the description",
                    TASK_TAG_CHARS);
        draft_more(d, "Tag", p, n);
    }
    if (n_tag == 0 || has_tag(d, tag, fits))
        return;
    if (json_len(d->tags) >= TASK_TAGS) {
        draft_more(d, "Tag", p, n);
        if (!d->is_tag_noted)
            intake_note(in, d->line, "there are more than %d tags; the others stand in the description", TASK_TAGS);
        d->is_tag_noted = true;
        return;
    }
    if (is_dashed)
        intake_note(in, d->line, "a tag had blanks, commas or # in it, which became dashes");
    json_push(in->arena, d->tags, json_strn(in->arena, tag, fits));
}

/* ---- handing over ---- */

const struct zone *draft_zone(const struct draft *d, const struct intake *in)
{
    return d->zone ? d->zone : in->wall->zone;
}

/* Bytes that a line of ours may not hold become blanks. */
static void plain(struct buf *b, bool keep_lines)
{
    for (size_t i = 0; i < b->n; i++)
        if (((unsigned char)b->p[i] < ' ' && !(keep_lines && (b->p[i] == '\n' || b->p[i] == '\t'))) || b->p[i] == 0x7f)
            b->p[i] = ' ';
}

static struct json *text_json(struct intake *in, const char *p, size_t n)
{
    p = str_trim(p, n, &n);
    return n > 0 ? json_strn(in->arena, p, n) : json_null(in->arena);
}

static void add_part(struct buf *all, const char *p, size_t n)
{
    p = str_trim(p, n, &n);
    if (n == 0)
        return;
    if (all->n > 0)
        buf_addc(all, '\n');
    buf_add(all, p, n);
}

/* The title, and in the description what did not fit there, its own words, and what had no place. */
static void set_words(struct draft *d, struct intake *in, struct json *task)
{
    struct buf all CLEANUP(buf_done) = BUF(4u * TASK_LINE_BYTES);
    const char *title;
    size_t n, fits;

    plain(&d->title, false);
    plain(&d->text, true);
    plain(&d->more, true);
    title = str_trim(d->title.p, d->title.n, &n);
    if (n == 0) {
        intake_note(in, d->line, "the task has no title and is called 'Untitled'");
        title = "Untitled";
        n = strlen(title);
    }
    fits = str_fit_chars(title, n, TASK_TITLE_CHARS);
    if (fits < n)
        intake_note(in, d->line, "the title is longer than %d characters; its end stands in the description",
                    TASK_TITLE_CHARS);
    json_set(in->arena, task, "title", text_json(in, title, fits));
    add_part(&all, title + fits, n - fits);
    add_part(&all, d->text.p, d->text.n);
    add_part(&all, d->more.p, d->more.n);
    fits = str_fit_chars(all.p, all.n, TASK_DESCRIPTION_CHARS);
    if (fits < all.n)
        intake_note(in, d->line, "the description is longer than %d characters and was cut", TASK_DESCRIPTION_CHARS);
    json_set(in->arena, task, "description", text_json(in, all.p, fits));
}

static void set_time(struct intake *in, struct json *task, const char *key, int64_t us)
{
    char text[TIME_TEXT_BYTES];

    if (us != NO_TIME)
        time_text(us, text);
    json_set(in->arena, task, key, us == NO_TIME ? json_null(in->arena) : json_str(in->arena, text));
}

static bool is_possible(const struct draft_time *m)
{
    return m->day >= 0 && m->day < LAST_DAY - 366;
}

static void set_moments(struct draft *d, struct intake *in, struct json *task)
{
    struct wall_clock w = { .zone = draft_zone(d, in), .name = d->zone ? d->zone_name : in->wall->name };
    struct due due = due_of(&d->due), remind = due_of(&d->remind);
    int64_t rings = d->remind.kind != DRAFT_NONE ? times_instant(&w, &remind) : NO_TIME;

    if (d->due.kind != DRAFT_NONE)
        times_set_due(in->arena, task, &w, &due);
    if (d->remind.kind != DRAFT_NONE)
        times_set_remind(in->arena, task, &w, &remind);
    set_time(in, task, "reminded_at", rings != NO_TIME && rings < in->wall->now_us ? rings : NO_TIME);
}

/* A due time and a reminder as the wall of the draft's zone has them; whatever is beyond the calendar is left out. */
static void settle(struct draft *d, struct intake *in)
{
    const struct zone *zone = draft_zone(d, in);
    struct draft_time *both[] = { &d->due, &d->remind };
    int64_t *instants[] = { &d->created_us, &d->completed_us };
    size_t beyond = 0;

    for (size_t i = 0; i < COUNT_OF(both); i++) {
        struct draft_time *m = both[i];
        if (m->kind == DRAFT_INSTANT || (m == &d->remind && m->kind == DRAFT_DAY))
            *m = draft_time_at(draft_time_us(m, zone), zone);
        if (m->kind != DRAFT_NONE && !is_possible(m)) {
            beyond++;
            m->kind = DRAFT_NONE;
        }
    }
    for (size_t i = 0; i < COUNT_OF(instants); i++)
        if (*instants[i] != NO_TIME && (*instants[i] < 0 || *instants[i] / DAY_US >= LAST_DAY - 366)) {
            beyond++;
            *instants[i] = NO_TIME;
        }
    if (beyond > 0)
        intake_note(in, d->line, "a date is before 1970 or after 9998 and was left out");
    if (d->repeats && d->due.kind == DRAFT_NONE) {
        char rule[REPEAT_TEXT_BYTES];
        repeat_text(&d->repeat, rule);
        draft_more(d, "Repeats", rule, strlen(rule));
        intake_note(in, d->line, "it repeats but is never due; the rule stands in the description");
        d->repeats = false;
    }
}

static void set_rest(const struct draft *d, struct intake *in, struct json *task)
{
    char rule[REPEAT_TEXT_BYTES];

    json_set(in->arena, task, "priority", json_str(in->arena, d->priority));
    json_set(in->arena, task, "tags", d->tags);
    if (d->repeats)
        repeat_text(&d->repeat, rule);
    json_set(in->arena, task, "repeat", json_str(in->arena, d->repeats ? rule : NULL));
    if (d->uid)
        json_set(in->arena, task, "uid", json_str(in->arena, d->uid));
}

int draft_take(struct draft *d, struct intake *in, struct err *err)
{
    struct json *task = task_new(in->arena, NULL, NULL);

    if (json_len(in->tasks) >= TASK_IMPORT) {
        err_say(err, ERR_TOO_LARGE, "The file has more than %d tasks. Nothing was imported.", TASK_IMPORT);
        return err_action(err, "Split it and import the parts.");
    }
    if (buf_check(&d->title, err) < 0 || buf_check(&d->text, err) < 0 || buf_check(&d->more, err) < 0)
        return -1;
    settle(d, in);
    set_words(d, in, task);
    json_set(in->arena, task, "status", json_str(in->arena, d->is_done ? "completed" : "pending"));
    set_time(in, task, "created_at", d->created_us);
    if (d->is_done && d->completed_us == NO_TIME)
        d->completed_us = in->wall->now_us;
    set_time(in, task, "completed_at", d->is_done ? d->completed_us : NO_TIME);
    set_moments(d, in, task);
    set_rest(d, in, task);
    json_push(in->arena, in->tasks, task);
    return 0;
}

/* ---- the other way round ---- */

struct draft_time task_time(const struct json *task, const char *field)
{
    struct draft_time m = { .kind = DRAFT_NONE };
    const char *text = json_get_text(task, field);

    if (text && !draft_time_read(text, strlen(text), &m))
        m.kind = DRAFT_NONE;
    return m;
}

const struct zone *task_zone(const struct json *task, const struct wall *wall, const char **ret_name)
{
    const char *name = json_get_text(task, "time_zone");
    const struct zone *zone = name ? wall->by_name(name) : NULL;

    *ret_name = zone ? name : wall->name;
    return zone ? zone : wall->zone;
}

int64_t task_instant(const struct json *task, const char *field)
{
    const char *text = json_get_text(task, field);
    int64_t us;

    return text && time_read(text, strlen(text), &us) ? us : NO_TIME;
}

bool task_repeat(const struct json *task, struct repeat *ret)
{
    const char *rule = json_get_text(task, "repeat");

    return rule && repeat_read(rule, strlen(rule), ret);
}
