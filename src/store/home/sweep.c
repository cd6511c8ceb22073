/* sweep.c - rows by two statements in one write, folders by rename and removal, files by their age.
 *
 * Everything is found by looking at what is there, never by a list of our own: so a sweep that was killed needs no
 * memory of it, and one that meets another does no harm.
 */
#include "store/home/sweep.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/id.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/files/home_files.h"
#include "store/files/walk.h"
#include "store/records/artifacts.h"
#include "store/records/uploads.h"
#include "store/store.h"
#include "sys/file.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define GONE ".gone-"
#define SECOND_US 1000000LL

struct sweeping {
    struct arena *a;
    struct store *s;
    const char *home;
    const struct cancel *cancel;
    int64_t now_us;
    int64_t files_now_us; /* what files are old by */
    char now[TIME_TEXT_BYTES], oldest_step[TIME_TEXT_BYTES];
    bool rows_due;
    int left; /* files and folders that may still be removed */
    struct sweep_report report;
};

/* Takes one from what may be removed; false, and more to do, when there is none left. */
static bool may_remove(struct sweeping *w)
{
    if (w->left == 0)
        w->report.more = true;
    else
        w->left--;
    return !w->report.more;
}

/* ---- rows ---- */

/* Changes to tasks that can no longer be undone: those of TASK_STEP_DAYS ago ($1), and of each user those behind the
 * newest TASK_STEPS ($2). One more than is removed at once ($3). */
#define OLD_STEPS                                                                                                      \
    "SELECT id FROM task_steps WHERE made_at < $1 UNION SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY"    \
    " user_id ORDER BY id DESC) AS place FROM task_steps) WHERE place > $2 ORDER BY id LIMIT $3"
#define STEP_VALUES(w) DB_VALUES(DB_S((w)->oldest_step), DB_I(TASK_STEPS), DB_I(SWEEP_STEPS + 1))

static int count_due(struct db *db, void *arg, struct err *err)
{
    struct sweeping *w = arg;
    int64_t conversations = 0, sessions = 0, steps = 0;

    if (db_get_int(db, "SELECT count(*) FROM conversations WHERE expires_at < $1", DB_VALUES(DB_S(w->now)),
                   &conversations, err) < 0 ||
        db_get_int(db, "SELECT count(*) FROM sessions WHERE expires_at < $1", DB_VALUES(DB_S(w->now)), &sessions, err) <
            0 ||
        db_get_int(db, "SELECT count(*) FROM (" OLD_STEPS ")", STEP_VALUES(w), &steps, err) < 0)
        return -1;
    w->report.more = conversations > SWEEP_ITEMS || sessions > SWEEP_ITEMS || steps > SWEEP_STEPS;
    w->rows_due = conversations + sessions + steps > 0;
    return 0;
}

int sweep_words(struct db *db, struct err *err)
{
    return db_run(db, "INSERT INTO task_index (task_index) VALUES ('optimize')", NULL, 0, NULL, err);
}

/* Messages first, by the same choice of conversations: both see one state of the tables. */
static int delete_rows(struct tx *tx, void *arg, struct err *err)
{
    struct sweeping *w = arg;
    struct db *db = tx_db(tx);
    int64_t n;

    if (db_run(db,
               "DELETE FROM messages WHERE conversation_id IN (SELECT id FROM conversations WHERE expires_at < $1"
               " ORDER BY expires_at, id LIMIT $2)",
               DB_VALUES(DB_S(w->now), DB_I(SWEEP_ITEMS)), NULL, err) < 0 ||
        db_run(db,
               "DELETE FROM conversations WHERE id IN (SELECT id FROM conversations WHERE expires_at < $1"
               " ORDER BY expires_at, id LIMIT $2)",
               DB_VALUES(DB_S(w->now), DB_I(SWEEP_ITEMS)), &n, err) < 0)
        return -1;
    w->report.conversations = (uint64_t)n;
    if (db_run(db, "DELETE FROM task_steps WHERE id IN (" OLD_STEPS ")", STEP_VALUES(w), &n, err) < 0 ||
        (n > 0 && sweep_words(db, err) < 0))
        return -1;
    return db_run(db,
                  "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1"
                  " ORDER BY expires_at, id LIMIT $2)",
                  DB_VALUES(DB_S(w->now), DB_I(SWEEP_ITEMS)), NULL, err);
}

static int sweep_rows(struct sweeping *w, struct err *err)
{
    if (store_read(w->s, count_due, w, err) < 0)
        return -1;
    return w->rows_due ? store_write(w->s, delete_rows, w, NULL, err) : 0;
}

/* ---- sessions ---- */

static int64_t changed_us(const struct stat *st)
{
    return st->st_mtim.tv_sec * SECOND_US + st->st_mtim.tv_nsec / 1000;
}

/* Files have their times from the clock of the file system, which may be another machine's and behind ours: what is
 * being written must not seem old. The folder of logs is touched, for its time. */
static int64_t files_now(struct sweeping *w)
{
    const char *logs = arena_printf(w->a, "%s/logs", w->home);
    struct stat st;

    if (utimensat(AT_FDCWD, logs, NULL, 0) != 0 || stat(logs, &st) != 0 || changed_us(&st) > w->now_us)
        return w->now_us;
    return changed_us(&st);
}

/* What metadata.json says; a session without a readable one is given its hours from the folder's last change. */
static bool is_expired(const struct sweeping *w, const char *folder, const struct stat *st)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf text CLEANUP(buf_done) = BUF(SWEEP_METADATA_BYTES);
    struct json *metadata;
    const char *expires_at;
    int64_t expires_us;
    struct err ignored;

    if (file_read(arena_printf(a, "%s/metadata.json", folder), "the session", &text, &ignored) == 0 &&
        json_parse(a, text.p, text.n, &metadata, &ignored) == 0) {
        expires_at = json_get_text(metadata, "expires_at");
        if (expires_at && time_read(expires_at, strlen(expires_at), &expires_us))
            return expires_us < w->now_us;
    }
    return changed_us(st) + METRICS_SESSION_HOURS * 3600 * SECOND_US < w->files_now_us;
}

/* Renamed and synced before anything in it goes. A folder of that name from before goes first. */
static int make_gone(const struct walk_entry *e, const char *gone, struct err *err)
{
    const char *name = file_basename(gone);

    if (file_remove_tree(gone, err) < 0)
        return -1;
    if (renameat(e->dir, e->name, e->dir, name) != 0 && errno != ENOENT)
        return err_errno(err, errno, "remove a session", e->path);
    return fsync(e->dir) == 0 ? 0 : err_errno(err, errno, "remove a session", e->path);
}

static int sweep_session(void *arg, const struct walk_entry *e, struct err *err)
{
    struct sweeping *w = arg;
    const char *path = arena_printf(w->a, "%s/sessions/%s", w->home, e->name), *gone = path;

    if (!S_ISDIR(e->st->st_mode))
        return TREE_PASS;
    if (!str_starts(e->name, GONE)) {
        if (!is_expired(w, path, e->st))
            return TREE_PASS;
        gone = arena_printf(w->a, "%s/sessions/" GONE "%s", w->home, e->name);
    }
    if (!may_remove(w))
        return TREE_STOP;
    if (gone != path && make_gone(e, gone, err) < 0)
        return -1;
    if (file_remove_tree(gone, err) < 0)
        return -1;
    w->report.sessions++;
    return TREE_PASS;
}

/* ---- uploads ---- */

/* A folder without its meta.json is on its way in, or was on its way out. */
static int sweep_upload(void *arg, const struct walk_entry *e, struct err *err)
{
    struct sweeping *w = arg;
    const char *path = arena_printf(w->a, "%s/uploads/%s", w->home, e->name);

    if (!S_ISDIR(e->st->st_mode) || strcmp(e->name, UPLOAD_SPOOL) == 0 ||
        access(arena_printf(w->a, "%s/meta.json", path), F_OK) == 0 ||
        changed_us(e->st) + SWEEP_TEMP_SECONDS * SECOND_US > w->files_now_us)
        return TREE_PASS;
    if (!may_remove(w))
        return TREE_STOP;
    if (file_remove_tree(path, err) < 0)
        return -1;
    w->report.temps++;
    return TREE_PASS;
}

/* ---- artifacts ---- */

static int sweep_artifacts(struct sweeping *w, const struct world *world, struct err *err)
{
    uint64_t removed;

    if (artifact_sweep(w->s, w->home, world, w->cancel, (uint64_t)w->left, &removed, err) < 0)
        return -1;
    w->report.temps += removed;
    w->left -= (int)removed;
    w->report.more |= removed > 0 && w->left == 0;
    return 0;
}

/* ---- files ---- */

static bool is_older(const struct sweeping *w, const struct walk_entry *e, int64_t seconds)
{
    return S_ISREG(e->st->st_mode) && changed_us(e->st) + seconds * SECOND_US < w->files_now_us;
}

static int remove_old(struct sweeping *w, const struct walk_entry *e, uint64_t *count, struct err *err)
{
    if (!may_remove(w))
        return TREE_STOP;
    if (unlinkat(e->dir, e->name, 0) != 0 && errno != ENOENT)
        return err_errno(err, errno, "remove a leftover file", e->path);
    ++*count;
    return TREE_ON;
}

static int sweep_temp(void *arg, const struct walk_entry *e, struct err *err)
{
    struct sweeping *w = arg;

    if (str_starts(e->name, GONE))
        return TREE_PASS;
    if (!temp_name_is(e->name) || !is_older(w, e, SWEEP_TEMP_SECONDS))
        return TREE_ON;
    return remove_old(w, e, &w->report.temps, err);
}

static int sweep_spooled(void *arg, const struct walk_entry *e, struct err *err)
{
    struct sweeping *w = arg;

    return is_older(w, e, SWEEP_TEMP_SECONDS) ? remove_old(w, e, &w->report.temps, err) : TREE_PASS;
}

/* What was read of a file once, and not asked for since. */
static int sweep_cached(void *arg, const struct walk_entry *e, struct err *err)
{
    struct sweeping *w = arg;

    return is_older(w, e, CACHE_DAYS * 86400) ? remove_old(w, e, &w->report.temps, err) : TREE_PASS;
}

static int sweep_confirmation(void *arg, const struct walk_entry *e, struct err *err)
{
    struct sweeping *w = arg;

    if (!id_is_sha256(e->name, strlen(e->name)) || !is_older(w, e, CONFIRM_SECONDS))
        return TREE_PASS;
    return remove_old(w, e, &w->report.confirmations, err);
}

/* ---- the whole ---- */

/* Holds the time of the last sweep that left nothing to do. */
static const char *marker(struct arena *a, const char *home)
{
    return arena_printf(a, "%s/logs/.swept", home);
}

/* Empties the write-ahead log, in which deleted text may still stand. ERR_BUSY when readers are in the way. */
static int settle_store(const char *home, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct db *db;
    int result;

    if (sqlite_open(arena_printf(a, "%s/%s", home, HOME_STORE_FILE), false, &db, err) < 0)
        return -1;
    result = db_settle(db, err);
    db_close(db);
    return result;
}

/* Always, and not only when something was deleted: the sweep that did may have been killed before it came here. */
static int settle(struct sweeping *w, struct err *err)
{
    if (settle_store(w->home, err) == 0)
        w->report.settled = true;
    else if (err->code != ERR_BUSY)
        return -1;
    return 0;
}

static int sweep_files(struct sweeping *w, struct err *err)
{
    const char *sessions = arena_printf(w->a, "%s/sessions", w->home);
    const char *confirm = arena_printf(w->a, "%s/confirm", w->home);
    const char *uploads = arena_printf(w->a, "%s/uploads", w->home);

    if (walk_files(sessions, sweep_session, w, w->cancel, err) < 0 ||
        walk_files(confirm, sweep_confirmation, w, w->cancel, err) < 0 ||
        walk_files(arena_printf(w->a, "%s/cache", w->home), sweep_cached, w, w->cancel, err) < 0 ||
        walk_files(uploads, sweep_upload, w, w->cancel, err) < 0 ||
        walk_files(arena_printf(w->a, "%s/" UPLOAD_SPOOL, uploads), sweep_spooled, w, w->cancel, err) < 0)
        return -1;
    return walk_files(w->home, sweep_temp, w, w->cancel, err);
}

int sweep(struct store *s, const char *home, const struct world *world, const struct cancel *cancel,
          struct sweep_report *ret, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct sweeping w = {
        .a = a, .s = s, .home = home, .cancel = cancel, .now_us = world_now(world), .left = SWEEP_ITEMS
    };
    bool more_rows;

    w.files_now_us = files_now(&w);
    time_text(w.now_us, w.now);
    time_text(w.now_us - TASK_STEP_DAYS * DAY_US, w.oldest_step);
    if (sweep_rows(&w, err) < 0)
        return -1;
    more_rows = w.report.more;
    w.report.more = false;
    if (sweep_files(&w, err) < 0 || sweep_artifacts(&w, world, err) < 0 || settle(&w, err) < 0)
        return -1;
    w.report.more |= more_rows;
    if (!w.report.more && file_write(marker(a, home), w.now, strlen(w.now), "when it was swept", err) < 0)
        return -1;
    *ret = w.report;
    return 0;
}

/* A marker that cannot be read, or lies in the future, means that it is. */
bool sweep_is_due(const char *home, const struct world *world)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf text CLEANUP(buf_done) = BUF(TIME_TEXT_BYTES);
    int64_t then, now = world_now(world);
    struct err ignored;

    if (file_read(marker(a, home), "when it was swept", &text, &ignored) < 0 || !time_read(text.p, text.n, &then))
        return true;
    return then > now || now - then > SWEEP_HOURS * 3600 * SECOND_US;
}
