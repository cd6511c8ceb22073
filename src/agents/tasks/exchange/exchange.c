/* exchange.c - importing is one step that can be undone, all of the file or nothing of it; exporting reads the tasks as
 * they are at one moment.
 *
 * Importing never changes a task that is there: what is known already is passed over, so that a file may be imported
 * again and again.
 */
#include "agents/tasks/exchange/exchange.h"
#include "agents/tasks/exchange/draft.h"
#include "agents/tasks/exchange/ical.h"
#include "agents/tasks/exchange/ical_line.h"
#include "agents/tasks/exchange/identity.h"
#include "agents/tasks/exchange/taskwarrior.h"
#include "agents/tasks/exchange/todotxt.h"
#include "agents/tasks/store/journal.h"
#include "agents/tasks/store/result.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/services.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/budget.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/text/charset.h"
#include "base/timefmt.h"
#include "model/fields.h"
#include "model/tasks.h"
#include "store/store.h"
#include "sys/location.h"
#include "sys/zones.h"
#include <string.h>
#include <strings.h>

#define EXPORT_COPIES 3 /* of the file in memory: as bytes, as text of JSON, and as the answer */
#define BATCH 256       /* tasks between two looks at whether to go on, and of the memory that is let go */

/* ---- the clock ---- */

static const struct zone *zone_by_name(const char *name)
{
    const struct zone *zone;
    struct err ignored;

    return zones_get(name, &zone, &ignored) == 0 ? zone : NULL;
}

static int open_wall(struct call *c, const char *zone, struct wall *ret, struct err *err)
{
    struct wall_clock w;

    if (times_open(c, zone, &w, err) < 0)
        return -1;
    *ret = (struct wall){ .now_us = w.now_us, .name = w.name, .zone = w.zone, .by_name = zone_by_name };
    return 0;
}

/* ---- what the file is ---- */

enum format { TEXT_LINES, TASKWARRIOR, ICALENDAR };

static const struct {
    const char *name; /* tasks.ExchangeFormat */
    const char *called;
    const char *type, *file;
    int (*read)(struct intake *in, const char *p, size_t n, struct err *err);
} formats[] = {
    [TEXT_LINES] = { "todo.txt", "todo.txt", "text/plain; charset=utf-8", "todo.txt", todotxt_read },
    [TASKWARRIOR] = { "taskwarrior", "Taskwarrior's JSON", "application/json", "tasks.json", taskwarrior_read },
    [ICALENDAR] = { "icalendar", "iCalendar", "text/calendar; charset=utf-8", "tasks.ics", ical_read },
};

static enum format format_by_name(const char *name)
{
    enum format f = TEXT_LINES;

    while (strcmp(formats[f].name, name) != 0)
        f++;
    return f;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t n = strlen(name), n_ending = strlen(ending);

    return n > n_ending && strcasecmp(name + n - n_ending, ending) == 0;
}

/* By its name, else by how it begins: any text can be a todo.txt. */
static enum format guess(const char *name, const char *p, size_t n)
{
    static const char calendar[] = "BEGIN:VCALENDAR";

    p = str_trim(p, n, &n);
    if (ends_in(name, ".ics") || (n >= strlen(calendar) && strncasecmp(p, calendar, strlen(calendar)) == 0))
        return ICALENDAR;
    if (ends_in(name, ".json") || (n > 0 && *p == '{'))
        return TASKWARRIOR;
    if (n > 0 && *p == '[') {
        p = str_trim(p + 1, n - 1, &n);
        return n > 0 && (*p == '{' || *p == ']') ? TASKWARRIOR : TEXT_LINES;
    }
    return TEXT_LINES;
}

/* ---- importing ---- */

struct importing {
    struct call *call;
    struct wall wall;
    enum format format;
    struct intake in;
    struct json *fresh; /* those that are not here yet */
    int64_t step;
};

static int read_bytes(struct call *c, const struct json *args, struct buf *b, struct err *err)
{
    const char *content = json_get_text(args, "content");
    struct location from;

    if (content)
        buf_adds(b, content);
    else if (call_locate(c, json_get_text(args, "path"), &from, err) < 0 ||
             location_read(&from, "the file", b, err) < 0)
        return -1;
    return buf_check(b, err);
}

static void tell_encoding(struct importing *im, const struct charset_text *t)
{
    if (t->encoding == CHARSET_WINDOWS_1252)
        intake_tell(&im->in, "The file is not UTF-8; it was read as Windows-1252.");
    if (t->damaged > 0)
        intake_tell(&im->in, "%llu damaged %s replaced.", (unsigned long long)t->damaged,
                    t->damaged == 1 ? "character was" : "characters were");
}

static int read_tasks(struct importing *im, const struct json *args, struct err *err)
{
    const char *format = json_get_text(args, "format"), *name = json_get_text(args, "name");
    struct buf raw CLEANUP(buf_done) = BUF(TASK_FILE_BYTES);
    struct charset_text text;
    int status;

    if (!name)
        name = json_get_text(args, "path");
    if (read_bytes(im->call, args, &raw, err) < 0)
        return -1;
    if (!str_is_utf8(raw.p, raw.n) && guess(name ? name : "", raw.p, raw.n) == ICALENDAR)
        ical_mend_folds(raw.p, raw.n);
    if (charset_open(&text, raw.p, raw.n, err) < 0)
        return -1;
    intake_init(&im->in, im->call->arena, &im->wall);
    im->format = format ? format_by_name(format) : guess(name ? name : "", text.p, text.n);
    tell_encoding(im, &text);
    status = formats[im->format].read(&im->in, text.p, text.n, err);
    charset_done(&text);
    return status;
}

/* What is here already stays as it is, also where the other program has gone on with it. */
static void tell_states(struct importing *im, const size_t of[static IDENTITY_OPEN_HERE + 1])
{
    size_t done = of[IDENTITY_DONE_HERE], open = of[IDENTITY_OPEN_HERE];

    if (done > 0)
        intake_tell(&im->in, "%zu that %s pending in the file %s completed here.", done, done == 1 ? "is" : "are",
                    done == 1 ? "is" : "are");
    if (open > 0)
        intake_tell(&im->in, "%zu that %s completed in the file %s pending here.", open, open == 1 ? "is" : "are",
                    open == 1 ? "is" : "are");
}

static int sift(struct importing *im, struct err *err)
{
    struct arena *own CLEANUP(arena_cleanup) = arena_new();
    struct identities *known;
    size_t of[IDENTITY_OPEN_HERE + 1] = { 0 };

    if (identity_load(own, tx_db(im->call->tx), im->call->user, &im->wall, &known, err) < 0)
        return -1;
    im->fresh = json_array(im->call->arena);
    for (size_t i = 0; i < json_len(im->in.tasks); i++) {
        struct json *task = json_at(im->in.tasks, i);
        enum identity_as as = identity_has(known, task);
        of[as]++;
        if (as == IDENTITY_NOT)
            json_push(im->call->arena, im->fresh, task);
    }
    tell_states(im, of);
    return cancel_check(im->call->cancel, err);
}

/* Some of them, with memory that is let go of afterwards. */
static int put_batch(struct importing *im, struct journal *j, size_t from, struct err *err)
{
    struct arena *own CLEANUP(arena_cleanup) = arena_new();
    struct call within = *im->call;
    char now[TIME_TEXT_BYTES];

    within.arena = own;
    j->call = &within;
    time_text(im->wall.now_us, now);
    for (size_t i = from; i < json_len(im->fresh) && i < from + BATCH; i++) {
        struct json *task = json_copy(own, json_at(im->fresh, i));
        if (!json_get_text(task, "created_at"))
            json_set(own, task, "created_at", json_str(own, now));
        if (journal_change(j, NULL, task, err) < 0)
            return -1;
    }
    return cancel_check(im->call->cancel, err);
}

static int put_tasks(struct importing *im, struct err *err)
{
    size_t n = json_len(im->fresh);
    const char *what =
        arena_printf(im->call->arena, "Imported %zu task%s from %s.", n, n == 1 ? "" : "s", formats[im->format].called);
    struct journal j;

    if (n == 0)
        return 0;
    if (journal_begin(im->call, what, &j, err) < 0)
        return -1;
    im->step = j.step;
    for (size_t i = 0; i < n; i += BATCH)
        if (put_batch(im, &j, i, err) < 0)
            return -1;
    return 0;
}

static const char *say(const struct importing *im)
{
    struct arena *a = im->call->arena;
    size_t all = json_len(im->in.tasks), n = json_len(im->fresh), here = all - n;
    const char *text =
        arena_printf(a, "Imported %zu task%s from %s.", n, n == 1 ? "" : "s", formats[im->format].called);

    if (all == 0)
        text = "There are no tasks in it.";
    if (here > 0)
        text = arena_printf(a, "%s %zu %s here already and stay%s as %s.", text, here, here == 1 ? "was" : "were",
                            here == 1 ? "s" : "", here == 1 ? "it is" : "they are");
    return text;
}

static int import_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct importing im = { .call = c };
    struct json *data = json_object(c->arena);

    if (open_wall(c, json_get_text(args, "time_zone"), &im.wall, err) < 0 || read_tasks(&im, args, err) < 0 ||
        sift(&im, err) < 0 || put_tasks(&im, err) < 0)
        return -1;
    if (im.in.noted > TASK_NOTES)
        intake_tell(&im.in, "And %lld more.", (long long)(im.in.noted - TASK_NOTES));
    if (im.in.folded > 0 && json_len(im.fresh) > 0)
        intake_tell(&im.in, "%zu %s written in small letters now, as all tags are here.", im.in.folded,
                    im.in.folded == 1 ? "tag is" : "tags are");
    json_set(c->arena, data, "format", json_str(c->arena, formats[im.format].name));
    json_set(c->arena, data, "read", json_int(c->arena, (int64_t)json_len(im.in.tasks)));
    json_set(c->arena, data, "added", json_int(c->arena, (int64_t)json_len(im.fresh)));
    json_set(c->arena, data, "known", json_int(c->arena, (int64_t)(json_len(im.in.tasks) - json_len(im.fresh))));
    json_set(c->arena, data, "noted", json_int(c->arena, im.in.noted));
    json_set(c->arena, data, "notes", im.in.notes);
    return task_result(c, data, say(&im), im.step, ret);
}

static void import_show(struct buf *b, const struct json *result)
{
    const struct json *notes = json_get(json_get(result, "data"), "notes");
    int64_t step = json_get_int(result, "step", 0);

    buf_addf(b, "%s\n", json_get_text(result, "message"));
    for (size_t i = 0; i < json_len(notes); i++)
        buf_addf(b, "  %s\n", json_text(json_at(notes, i), NULL));
    if (step > 0)
        buf_addf(b, "`assay task undo %lld` takes it back.\n", (long long)step);
}

/* ---- exporting ---- */

struct exporting {
    struct call *call;
    struct wall wall;
    enum format format;
    const char *status; /* NULL: all */
    struct buf text;
    struct ical_out calendar;
    int64_t n;
};

static void put_task(struct exporting *ex, struct arena *a, const struct json *task)
{
    char uuid[ID_TEXT_BYTES];

    switch (ex->format) {
    case TEXT_LINES:
        todotxt_write(&ex->text, &ex->wall, task);
        break;
    case TASKWARRIOR:
        identity_uuid(ex->call->user, task, uuid);
        buf_adds(&ex->text, ex->n > 0 ? ",\n" : "");
        json_write(&ex->text, taskwarrior_object(a, &ex->wall, task, uuid));
        break;
    case ICALENDAR:
        ical_add(&ex->calendar, task, identity_name(ex->call->user, task, uuid));
        break;
    }
    ex->n++;
}

static int take_row(void *arg, const struct db_row *row, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct task_rows rows = TASK_ROWS(a);
    struct exporting *ex = arg;

    if (task_rows_take(&rows, row, err) < 0 || (ex->n % BATCH == 0 && cancel_check(ex->call->cancel, err) < 0))
        return -1;
    put_task(ex, a, json_at(rows.tasks, 0));
    return 0;
}

static int read_all(struct db *db, void *arg, struct err *err)
{
    struct exporting *ex = arg;
    const char *sql = arena_printf(ex->call->arena,
                                   "SELECT %s FROM tasks t WHERE t.user_id = $1 AND t.status = coalesce($2, t.status)"
                                   " ORDER BY t.id",
                                   task_columns);

    return db_query(db, sql, DB_VALUES(DB_S(ex->call->user), DB_S(ex->status)), take_row, ex, err);
}

static int too_large(struct err *err)
{
    err_say(err, ERR_TOO_LARGE, "The tasks do not fit one file of %u MB.", TASK_EXPORT_BYTES >> 20);
    return err_action(err, "Export the pending and the completed ones apart.");
}

static int give(struct exporting *ex, struct json **ret, struct err *err)
{
    struct arena *a = ex->call->arena;
    struct json *v = json_object(a);
    struct err ignored;

    if (ex->format == TASKWARRIOR)
        buf_adds(&ex->text, ex->n > 0 ? "\n]\n" : "]\n");
    if (ex->format == ICALENDAR)
        ical_close(&ex->calendar, &ex->text);
    if (buf_check(&ex->text, &ignored) < 0)
        return too_large(err);
    if (budget_take(a, EXPORT_COPIES * ex->text.n, ex->call->cancel, err) < 0)
        return -1;
    json_set(a, v, "content_type", json_str(a, formats[ex->format].type));
    json_set(a, v, "filename", json_str(a, formats[ex->format].file));
    json_set(a, v, "content", json_strn(a, ex->text.p, ex->text.n));
    *ret = json_set(a, v, "tasks", json_int(a, ex->n));
    return 0;
}

static int export_tasks(struct exporting *ex, enum ical_kind kind, struct json **ret, struct err *err)
{
    const struct tasks *t = ex->call->service;
    int status;

    if (open_wall(ex->call, NULL, &ex->wall, err) < 0)
        return -1;
    buf_init(&ex->text, TASK_EXPORT_BYTES);
    ical_open(&ex->calendar, &ex->wall, kind);
    buf_adds(&ex->text, ex->format == TASKWARRIOR ? "[\n" : "");
    status = store_read(t->store, read_all, ex, err) < 0 ? -1 : give(ex, ret, err);
    buf_done(&ex->text);
    ical_done(&ex->calendar);
    return status;
}

static int export_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct exporting ex = { .call = c,
                            .format = format_by_name(json_get_text(args, "format")),
                            .status = json_get_text(args, "status") };

    return export_tasks(&ex, ICAL_COPY, ret, err);
}

static int feed_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct exporting ex = { .call = c, .format = ICALENDAR, .status = "pending" };

    return export_tasks(&ex, strcmp(json_get_text(args, "as"), "events") == 0 ? ICAL_EVENTS : ICAL_TASKS, ret, err);
}

/* ---- declaration ---- */

static const struct model_enum feed_kind = { "tasks.FeedKind", VALUES("tasks", "events") };

static const struct model_field feed_fields[] = {
    FIELD("as", ENUM, 0, "As tasks, or as events, which calendars that know no tasks show too.", .values = &feed_kind,
          .otherwise = "\"tasks\""),
    END,
};
static const struct model_entity feed_input = ENTITY("tasks.feed", "How a calendar is to have them.", feed_fields);

static const struct model_field file_fields[] = {
    FIELD("content_type", TEXT, REQ, "What the file is."),
    FIELD("filename", TEXT, REQ, "What to call it."),
    FIELD("content", TEXT, REQ, "Its text."),
    FIELD("tasks", INT, REQ, "How many tasks are in it.", .range = AT_LEAST(0)),
    END,
};
static const struct model_entity file_entity = ENTITY("tasks.File", "Tasks for another program.", file_fields);

static const char *const import_examples[] = { "assay task import todo.txt",
                                               "assay task import tasks.json --format taskwarrior",
                                               "assay task import reminders.ics --time-zone Europe/Berlin", NULL };
static const char *const export_examples[] = { "assay task export > todo.txt",
                                               "assay task export taskwarrior | task import",
                                               "assay task export icalendar --status pending > tasks.ics", NULL };

const struct op tasks_exchange_ops[] = {
    { .name = "tasks.import",
      .command = "task import",
      .summary = "Add the tasks of a file: todo.txt, Taskwarrior's JSON or iCalendar.",
      .group = OP_GROUP_TASKS,
      .detail =
          "All of the file or, when something is wrong with it, nothing. What has no place of its own goes to the "
          "description, and is told with its line. A task that is here already stays as it is. The whole import "
          "is one step to undo.",
      .examples = import_examples,
      .input = &tasks_import_input,
      .output = &tasks_tool_result,
      .flags = OP_WRITES | OP_IDEMPOTENT | OP_FOR_AGENTS | OP_RARE,
      .timeout_ms = TASK_EXCHANGE_MS,
      .run = import_run,
      .show = import_show },
    { .name = "tasks.export",
      .command = "task export",
      .summary = "Give all tasks as a file for another program.",
      .group = OP_GROUP_TASKS,
      .detail = "On the command line the file itself is put out. Read back, it gives the same tasks.",
      .examples = export_examples,
      .input = &tasks_export_input,
      .output = &file_entity,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .shape = OP_FILE,
      .timeout_ms = TASK_EXCHANGE_MS,
      .run = export_run },
    { .name = "tasks.feed",
      .summary = "The pending tasks as a calendar to subscribe to.",
      .group = OP_GROUP_TASKS,
      .input = &feed_input,
      .output = &file_entity,
      .flags = OP_FOR_AGENTS | OP_IDEMPOTENT | OP_RARE,
      .shape = OP_FILE,
      .timeout_ms = TASK_EXCHANGE_MS,
      .run = feed_run },
};
const size_t tasks_exchange_count = COUNT_OF(tasks_exchange_ops);
