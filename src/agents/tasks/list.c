/* list.c - one question, put together from fixed pieces; values are always bound.
 *
 * First the ids of a page are found, mostly from an index alone, then its rows are read. Each order has an index of its
 * own, so a page is read and not sorted. How many there are is known without counting when nothing but the status is
 * asked for (task_counts); otherwise it is counted by the same conditions. Words are looked for in the full-text index:
 * all of them, the last one as a beginning, for it may still be being typed. A tag alone is looked for in task_tags.
 */
#include "agents/tasks/list.h"
#include "agents/tasks/store/result.h"
#include "agents/tasks/store/rows.h"
#include "agents/tasks/store/services.h"
#include "agents/tasks/store/times.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "model/page.h"
#include "model/tasks.h"
#include "store/store.h"
#include <string.h>

#define SQL_BYTES 4096   /* every piece at once is a third of it */
#define FILTER_VALUES 14 /* and binds eleven */
#define DUE "coalesce(t.due_at, '~')"

/* What leads to the tasks: tables with the tasks as t, or without them where nothing else is asked about a task; and
 * where its id, status and user stand. The index of words has status and user as words. */
struct way {
    const char *from, *without;
    const char *id, *status, *user;
};
static const struct way by_row = { "tasks t", "tasks t", "t.id", "t.status = ?", "t.user_id = ?" };
static const struct way by_tag = { "task_tags g CROSS JOIN tasks t ON t.id = g.task_id", "task_tags g", "g.task_id",
                                   "g.status = ?", "g.user_id = ?" };
static const struct way by_words = { "task_index i CROSS JOIN tasks t ON t.id = i.rowid", "task_index i", "i.rowid",
                                     NULL, NULL };

struct finding {
    struct call *call;
    const struct json *args;
    struct buf where; /* " AND ..." */
    struct db_value values[FILTER_VALUES];
    size_t n;
    const struct way *way;
    bool of_rows; /* something is asked that only the task's row says */
    bool by_due;  /* through a stretch of the index of due dates */
    const char *status;
    struct page page;
    int64_t total;
    struct task_rows rows;
};

/* A condition with one value, for which the "?" stands. */
static void add(struct finding *f, const char *condition, struct db_value v)
{
    f->values[f->n++] = v;
    buf_adds(&f->where, " AND ");
    for (const char *p = condition; *p; p++)
        if (*p == '?')
            buf_addf(&f->where, "$%zu", f->n);
        else
            buf_addc(&f->where, *p);
}

/* ---- words and tags ---- */

/* A tag that the index of words surely has as one word or several. */
static bool is_indexed(const char *tag)
{
    return tag[strspn(tag, "abcdefghijklmnopqrstuvwxyz0123456789")] == 0;
}

/* Each word quoted, so that none is taken for an operator. */
static const char *match_of(struct finding *f, const char *text, const char *tag)
{
    struct buf b CLEANUP(buf_done) = BUF(SQL_BYTES);
    const char *blanks = " \t\r\n";

    buf_adds(&b, "{title description tags} : (");
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        size_t n = strcspn(text, blanks);
        buf_adds(&b, " \"");
        for (; n > 0; n--, text++)
            buf_adds(&b, *text == '"' ? "\"\"" : (const char[]){ *text, 0 });
        buf_addc(&b, '"');
    }
    buf_addf(&b, "*) AND owner : \"%s\"", task_owner(f->call->arena, f->call->user));
    if (f->status)
        buf_addf(&b, " AND status : %s", f->status);
    if (tag && is_indexed(tag))
        buf_addf(&b, " AND tags : \"%s\"", tag);
    return arena_dup(f->call->arena, b.p, b.n);
}

static void find_words(struct finding *f)
{
    const char *search = json_get_text(f->args, "search"), *tag = json_get_text(f->args, "tag");
    struct arena *a = f->call->arena;

    tag = tag ? tasks_tag(a, tag) : NULL;
    if (search) {
        f->way = &by_words;
        add(f, "task_index MATCH ?", DB_S(match_of(f, search, tag)));
    } else if (tag) {
        f->way = &by_tag;
        add(f, "g.tag = ?", DB_S(tag));
    }
    if (search && tag) { /* the index of words knows stems: the tag is compared whole */
        f->of_rows = true;
        add(f, "instr(t.tags, ?) > 0", DB_S(arena_printf(a, " %s ", tag)));
    }
}

/* ---- when ---- */

static struct db_value instant(struct finding *f, int64_t us)
{
    char *text = arena_alloc(f->call->arena, TIME_TEXT_BYTES);

    time_text(us, text);
    return DB_S(text);
}

/* Days of the zone: from the beginning of one to the end of the other. */
static void find_days(struct finding *f, const struct wall_clock *w, int64_t from, int64_t to)
{
    f->by_due = true;
    add(f, DUE " >= ?", instant(f, times_midnight(w, from)));
    add(f, DUE " < ?", instant(f, times_midnight(w, to + 1)));
}

static void find_due(struct finding *f, const struct wall_clock *w, const char *due)
{
    int64_t today = times_today(w);

    f->by_due = strcmp(due, "overdue") == 0;
    if (f->by_due)
        add(f, "t.status = 'pending' AND " DUE " < ?", instant(f, w->now_us - w->now_us % 1000000));
    else if (strcmp(due, "today") == 0)
        find_days(f, w, today, today);
    else if (strcmp(due, "tomorrow") == 0)
        find_days(f, w, today + 1, today + 1);
    else if (strcmp(due, "week") == 0)
        find_days(f, w, today, today + 6);
    else
        add(f, strcmp(due, "any") == 0 ? DUE " < ?" : DUE " = ?", DB_S("~"));
}

static int find_times(struct finding *f, struct err *err)
{
    const char *due = json_get_text(f->args, "due"), *from = json_get_text(f->args, "due_from");
    const char *to = json_get_text(f->args, "due_to");
    int64_t day;
    struct wall_clock w;

    if (!due && !from && !to)
        return 0;
    f->of_rows = true;
    if (times_open(f->call, json_get_text(f->args, "time_zone"), &w, err) < 0)
        return -1;
    if (due)
        find_due(f, &w, due);
    if (from && date_read(from, strlen(from), &day))
        add(f, DUE " >= ?", instant(f, times_midnight(&w, day)));
    if (to && date_read(to, strlen(to), &day))
        add(f, DUE " < ?", instant(f, times_midnight(&w, day + 1)));
    if (from && !to) /* what is not due at all comes behind */
        add(f, DUE " < ?", DB_S("~"));
    f->by_due |= from || to;
    if (!f->status) /* so that the index by due date, which begins with the status, can be used */
        buf_adds(&f->where, " AND t.status IN ('pending', 'completed')");
    return 0;
}

/* ---- the question ---- */

/* Tasks by their ids, all of them as one value. */
static void find_ids(struct finding *f)
{
    const struct json *ids = json_get(f->args, "task_ids");
    struct buf b CLEANUP(buf_done) = BUF(SQL_BYTES * 4); /* TASK_BULK of them */

    if (!json_is(ids, JSON_ARRAY))
        return;
    json_write(&b, ids);
    f->of_rows = true;
    add(f, "t.id IN (SELECT value FROM json_each(?))", DB_S(arena_dup(f->call->arena, b.p, b.n)));
}

static int collect(struct finding *f, struct err *err)
{
    const char *priority = json_get_text(f->args, "priority");

    find_words(f);
    if (f->way->user)
        add(f, f->way->user, DB_S(f->call->user));
    if (f->way->status && f->status)
        add(f, f->way->status, DB_S(f->status));
    find_ids(f);
    if (priority) {
        f->of_rows = true;
        add(f, "t.priority = ?", DB_I(task_priority(priority)));
        if (!f->status)
            buf_adds(&f->where, " AND t.status IN ('pending', 'completed')");
    }
    if (json_is(json_get(f->args, "repeats"), JSON_BOOL)) {
        f->of_rows = true;
        buf_adds(&f->where, json_get_truth(f->args, "repeats") ? " AND t.repeat IS NOT NULL" : " AND t.repeat IS NULL");
    }
    return find_times(f, err);
}

static bool is_newest(const struct finding *f)
{
    return strcmp(json_get_text(f->args, "order"), "newest") == 0;
}

/* By rows t, or by the id alone. */
static const char *order_of(const struct finding *f, const char *id)
{
    if (is_newest(f))
        return arena_printf(f->call->arena, " ORDER BY %s%s DESC", f->by_due ? "+" : "", id); /* rather sort the few */
    if (strcmp(json_get_text(f->args, "order"), "due") == 0)
        return " ORDER BY t.status DESC, " DUE ", t.id DESC";
    return " ORDER BY t.status DESC, t.priority DESC, " DUE ", t.id DESC";
}

static const char *question(struct finding *f, const char *columns, bool ordered)
{
    bool without = f->way->without && !f->of_rows && (!ordered || is_newest(f));

    return arena_printf(f->call->arena, "SELECT %s FROM %s WHERE %s", columns, without ? f->way->without : f->way->from,
                        f->where.p + strlen(" AND "));
}

static int count(struct finding *f, struct db *db, struct err *err)
{
    if (f->way == &by_row && !f->of_rows)
        return db_get_int(db,
                          "SELECT coalesce(sum(tasks), 0) FROM task_counts WHERE user_id = $1 AND"
                          " status = coalesce($2, status)",
                          DB_VALUES(DB_S(f->call->user), DB_S(f->status)), &f->total, err);
    return db_get_int(db, question(f, "count(*)", false), f->values, f->n, &f->total, err);
}

/* The rows of the page are read by their ids, and once more only if they are the user's. */
static int read_page(struct db *db, void *arg, struct err *err)
{
    struct finding *f = arg;
    struct arena *a = f->call->arena;
    const char *page =
        arena_printf(a, "%s%s LIMIT $%zu OFFSET $%zu", question(f, arena_printf(a, "%s AS id", f->way->id), true),
                     order_of(f, f->way->id), f->n + 1, f->n + 2);

    if (count(f, db, err) < 0)
        return -1;
    f->values[f->n] = DB_I((int64_t)f->page.limit);
    f->values[f->n + 1] = DB_I((int64_t)f->page.offset);
    f->values[f->n + 2] = DB_S(f->call->user);
    return db_query(db,
                    arena_printf(a, "SELECT %s FROM (%s) f CROSS JOIN tasks t ON t.id = f.id AND t.user_id = $%zu%s",
                                 task_columns, page, f->n + 3, order_of(f, "t.id")),
                    f->values, f->n + 3, task_rows_take, &f->rows, err);
}

/* ---- the answer ---- */

static const char *told(const struct finding *f)
{
    struct arena *a = f->call->arena;
    size_t shown = json_len(f->rows.tasks);
    const char *found = arena_printf(a, "%lld%s%s task%s", (long long)f->total, f->status ? " " : "",
                                     f->status ? f->status : "", f->total == 1 ? "" : "s");

    if (shown == 0 && f->total > 0)
        return arena_printf(a, "%s; none of them so far down the list.", found);
    if ((int64_t)shown == f->total)
        return arena_printf(a, "%s.", found);
    if (f->page.offset > 0)
        return arena_printf(a, "%s; here are %zu to %zu.", found, f->page.offset + 1, f->page.offset + shown);
    return arena_printf(a, "%s. The %s %zu %s shown.", found, is_newest(f) ? "newest" : "first", shown,
                        shown == 1 ? "is" : "are");
}

int task_list(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct tasks *t = c->service;
    struct finding f = { .call = c,
                         .args = args,
                         .where = BUF(SQL_BYTES),
                         .way = &by_row,
                         .status = json_get_text(args, "status"),
                         .page = page_of(args),
                         .rows = TASK_ROWS(c->arena) };
    int result = collect(&f, err);

    if (result == 0)
        result = buf_check(&f.where, err);
    if (result == 0)
        result = store_read(t->store, read_page, &f, err);
    buf_done(&f.where);
    if (result < 0)
        return -1;
    task_result(c, f.rows.tasks, told(&f), 0, ret);
    json_set(c->arena, *ret, "total", json_int(c->arena, f.total));
    return 0;
}
