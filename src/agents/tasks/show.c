/* show.c - a task is one line: id, whether it is done, how much it matters, title, when, tags.
 *
 *      7  [ ] !!! Pay rent     due tomorrow at 17:00, every month  #home
 *      4  [ ]     Call Anna    overdue, Fri 13 Nov
 *      2  [x]   ! Buy milk
 *
 * Nothing is said by colour. What is overdue and when things are is told by the clock of the result (as_of), in the
 * task's own zone.
 */
#include "agents/tasks/show.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/times.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/zone/zone.h"
#include "model/repeat.h"
#include "sys/zones.h"
#include <string.h>

#define TITLE_COLUMNS 48 /* longer titles push what comes behind them, but are not cut */

static int64_t time_of(const struct json *v, const char *field)
{
    const char *text = json_get_text(v, field);
    int64_t us = 0;

    return text && time_read(text, strlen(text), &us) ? us : 0;
}

static size_t columns_of(const struct json *task)
{
    size_t n;
    const char *title = json_text(json_get(task, "title"), &n);

    return str_columns(title, n);
}

/* The widest title that is not too wide. */
static size_t width_of(const struct json *tasks)
{
    size_t width = 0;

    for (size_t i = 0; i < json_len(tasks); i++) {
        size_t columns = columns_of(json_at(tasks, i));
        if (columns > width && columns <= TITLE_COLUMNS)
            width = columns;
    }
    return width;
}

/* ---- one task ---- */

static void add_when(struct buf *b, const struct json *task, int64_t now_us)
{
    bool is_done = json_get_text(task, "completed_at") != NULL;
    int64_t due_us = time_of(task, "due_at");
    const char *rule = json_get_text(task, "repeat");
    char words[DUE_WORDS_BYTES];
    struct repeat repeat;

    if (when_words(task, "due", now_us, words))
        buf_addf(b, "  %s %s", is_done ? "was due" : due_us < now_us ? "overdue," : "due", words);
    if (rule && repeat_read(rule, strlen(rule), &repeat)) {
        buf_adds(b, ", ");
        repeat_words(&repeat, b);
    }
    if (!is_done && !json_get_text(task, "reminded_at") && when_words(task, "remind", now_us, words))
        buf_addf(b, "  reminder %s", words);
}

static void add_tags(struct buf *b, const struct json *task)
{
    const struct json *tags = json_get(task, "tags");

    for (size_t i = 0; i < json_len(tags); i++)
        buf_addf(b, "%s#%s", i == 0 ? "  " : " ", json_text(json_at(tags, i), NULL));
}

static void add_task(struct buf *b, const struct json *task, size_t width, int64_t now_us)
{
    const char *description = json_get_text(task, "description"), *title = json_get_text(task, "title");
    int marks = (int)task_priority(json_get_text(task, "priority"));
    size_t columns = columns_of(task), end;

    buf_addf(b, "%6lld  [%c] %*s%.*s %s", (long long)json_get_int(task, "id", 0),
             json_get_text(task, "completed_at") ? 'x' : ' ', 3 - marks, "", marks, "!!!", title);
    end = b->n;
    buf_fill(b, ' ', columns < width ? width - columns : 0);
    add_when(b, task, now_us);
    add_tags(b, task);
    if (b->n > end && b->p[b->n - 1] == ' ')
        buf_cut(b, end);
    buf_addc(b, '\n');
    if (description)
        buf_addf(b, "                %s\n", description);
}

static void add_tasks(struct buf *b, const struct json *tasks, size_t width, int64_t now_us)
{
    for (size_t i = 0; i < json_len(tasks); i++)
        add_task(b, json_at(tasks, i), width, now_us);
}

/* ---- results ---- */

void show_said(struct buf *b, const struct json *result)
{
    buf_addf(b, "%s\n", json_get_text(result, "message"));
}

void show_list(struct buf *b, const struct json *result)
{
    const struct json *tasks = json_get(result, "data");

    show_said(b, result);
    add_tasks(b, tasks, width_of(tasks), time_of(result, "as_of"));
}

/* ---- what is due ---- */

static void add_part(struct buf *b, const struct json *result, const char *field, const char *title)
{
    const struct json *tasks = json_get(result, field);

    if (json_len(tasks) == 0)
        return;
    buf_addf(b, "\n%s\n", title);
    add_tasks(b, tasks, width_of(tasks), time_of(result, "as_of"));
}

static void add_day(struct buf *b, const struct json *result, const struct json *day)
{
    int64_t now_us = time_of(result, "as_of");
    const char *name = json_get_text(result, "time_zone"), *date = json_get_text(day, "date");
    const struct zone *zone;
    struct due d = { 0 };
    struct err ignored;
    struct civil now;
    char words[DUE_WORDS_BYTES];

    times_stored(date, &d);
    now = zones_get(name, &zone, &ignored) == 0 ? zone_local(zone, now_us) : civil_from_us(now_us);
    due_words(&d, &now, words);
    if (words[0] >= 'a' && words[0] <= 'z')
        words[0] = (char)(words[0] - 'a' + 'A');
    buf_addf(b, "\n%s\n", words);
    add_tasks(b, json_get(day, "tasks"), width_of(json_get(day, "tasks")), now_us);
}

void show_due(struct buf *b, const struct json *result)
{
    const struct json *days = json_get(result, "upcoming");

    show_said(b, result);
    add_part(b, result, "reminders", "Reminders");
    add_part(b, result, "overdue", "Overdue");
    add_part(b, result, "today", "Today");
    for (size_t i = 0; i < json_len(days); i++)
        add_day(b, result, json_at(days, i));
    if (json_get_truth(result, "more"))
        buf_addf(b, "\nNot all are shown: at most %d of each.\n", TASK_DUE_LIST);
}

/* ---- what was done ---- */

static void add_step(struct buf *b, const struct json *step, const struct zone *zone)
{
    int64_t us = time_of(step, "made_at");
    struct civil at = zone ? zone_local(zone, us) : civil_from_us(us);

    buf_addf(b, "%6lld  %04d-%02d-%02d %02d:%02d  %s%s\n", (long long)json_get_int(step, "step", 0), at.year, at.month,
             at.day, at.hour, at.minute, json_get_text(step, "what"),
             json_get_truth(step, "undone") ? " (undone)" : "");
}

void show_history(struct buf *b, const struct json *result)
{
    const struct json *steps = json_get(result, "data");
    const struct zone *zone = NULL;
    struct err ignored;

    if (zones_get(zones_here(), &zone, &ignored) < 0)
        zone = NULL;
    show_said(b, result);
    for (size_t i = 0; i < json_len(steps); i++)
        add_step(b, json_at(steps, i), zone);
}
