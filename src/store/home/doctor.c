/* doctor.c - the checks, each a function that adds one line.
 *
 * Nothing is changed by looking: the store is opened for that alone, and the log is checked by audit_check.h.
 */
#include "store/home/doctor.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "store/audit/attest.h"
#include "store/audit/audit_check.h"
#include "store/db/db.h"
#include "store/db/migrate.h"
#include "store/files/home_files.h"
#include "store/files/quota.h"
#include "store/files/walk.h"
#include "store/records/artifacts.h"
#include "store/store.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static const char *const words[] = { [DOCTOR_OK] = "ok", [DOCTOR_WARN] = "warn", [DOCTOR_BAD] = "bad" };

struct json *doctor_new(struct arena *a)
{
    struct json *report = json_object(a);

    json_set(a, report, "status", json_str(a, words[DOCTOR_OK]));
    return json_set(a, report, "checks", json_array(a));
}

static enum doctor_status status_of(const struct json *report)
{
    const char *word = json_get_text(report, "status");
    enum doctor_status s = DOCTOR_OK;

    while (s < DOCTOR_BAD && strcmp(word, words[s]) != 0)
        s++;
    return s;
}

void doctor_add(struct arena *a, struct json *report, const char *name, enum doctor_status status, const char *message,
                const char *action)
{
    struct json *check = json_object(a);

    json_set(a, check, "name", json_str(a, name));
    json_set(a, check, "status", json_str(a, words[status]));
    json_set(a, check, "message", json_str(a, message));
    if (action && *action)
        json_set(a, check, "action", json_str(a, action));
    json_push(a, json_get(report, "checks"), check);
    if (status > status_of(report))
        json_set(a, report, "status", json_str(a, words[status]));
}

/* ---- one home ---- */

struct visit {
    struct arena *a;
    const char *home;
    const char *settings;
    uint64_t quota;
    const struct world *world;
    const struct cancel *cancel;
    struct json *report;
    struct store *store; /* NULL: there is none, or it does not open */
};

static void say(struct visit *v, const char *name, enum doctor_status status, const char *message, const char *action)
{
    doctor_add(v->a, v->report, name, status, message, action);
}

static void say_err(struct visit *v, const char *name, const struct err *e)
{
    say(v, name, DOCTOR_BAD, e->message, e->action);
}

static const char *in(const struct visit *v, const char *name)
{
    return arena_printf(v->a, "%s/%s", v->home, name);
}

static const char *megabytes(struct arena *a, uint64_t bytes)
{
    return arena_printf(a, "%llu MB", (unsigned long long)((bytes + 999999) / 1000000));
}

/* False when there is no use in looking further. */
static bool check_folder(struct visit *v)
{
    struct stat st;

    if (stat(v->home, &st) != 0 && errno == ENOENT) {
        say(v, "home", DOCTOR_OK, "There is no home yet; the first question makes it.", NULL);
        return false;
    }
    if (stat(v->home, &st) != 0 || !S_ISDIR(st.st_mode))
        say(v, "home", DOCTOR_BAD, "The home is not a folder that can be looked at.", "Name another with --home.");
    else if (st.st_uid != geteuid())
        say(v, "home", DOCTOR_BAD, "The home belongs to somebody else.",
            "Run as its owner, or name another with --home.");
    else if (st.st_mode & (S_IWGRP | S_IWOTH))
        say(v, "home", DOCTOR_BAD, "Other people can write to the home.",
            "Take that right away: chmod 700 on the home.");
    else if (faccessat(AT_FDCWD, v->home, R_OK | W_OK | X_OK, AT_EACCESS) != 0)
        say(v, "home", DOCTOR_BAD, "The home cannot be written to.", "Check its permissions and its disk.");
    else if (st.st_mode & (S_IRWXG | S_IRWXO))
        say(v, "home", DOCTOR_WARN, "Other people can look into the home.",
            "Take that right away: chmod 700 on the home.");
    else
        say(v, "home", DOCTOR_OK, "The home is yours alone and can be written to.", NULL);
    return S_ISDIR(st.st_mode);
}

static void check_disk(struct visit *v)
{
    const char *action = "Make room on the disk that holds the home.";
    struct statvfs fs;
    const char *message;
    uint64_t bytes;

    if (statvfs(v->home, &fs) != 0) {
        say(v, "disk", DOCTOR_WARN, "The disk does not tell how much room is left.", NULL);
        return;
    }
    bytes = (uint64_t)fs.f_bavail * fs.f_frsize;
    message = arena_printf(v->a, "%s are free on the disk.", megabytes(v->a, bytes));
    if (bytes < DOCTOR_SPACE_BAD_BYTES)
        say(v, "disk", DOCTOR_BAD, message, action);
    else if (bytes < DOCTOR_SPACE_WARN_BYTES)
        say(v, "disk", DOCTOR_WARN, message, action);
    else
        say(v, "disk", DOCTOR_OK, message, NULL);
}

/* ---- the store ---- */

struct looked {
    int64_t version;
    char found[ERR_MESSAGE_BYTES]; /* what quick_check says first: "ok" */
};

static int take_found(void *arg, const struct db_row *row, struct err *err)
{
    const char *text = db_text(row, 0, NULL);

    (void)err;
    snprintf(arg, ERR_MESSAGE_BYTES, "%s", text ? text : "");
    return 0;
}

static int look_into(struct db *db, void *arg, struct err *err)
{
    struct looked *l = arg;

    if (db_query(db, "PRAGMA quick_check(1)", NULL, 0, take_found, l->found, err) < 0)
        return -1;
    return migrate_look(db, &l->version, err);
}

static void check_store(struct visit *v)
{
    const char *action = "Restore the home from a backup (assay home restore).";
    struct looked l = { 0 };
    struct err e;

    if (access(in(v, HOME_STORE_FILE), F_OK) != 0) {
        bool has_log = access(in(v, HOME_LOG_FILE), F_OK) == 0;
        say(v, "store", has_log ? DOCTOR_BAD : DOCTOR_OK,
            has_log ? "The store is missing, but its log is there." : "Nothing is stored yet.",
            has_log ? action : NULL);
        return;
    }
    if (store_look(v->home, v->world, &v->store, &e) < 0)
        say_err(v, "store", &e);
    else if (store_read(v->store, look_into, &l, &e) < 0)
        say_err(v, "store", &e);
    else if (strcmp(l.found, "ok") != 0)
        say(v, "store", DOCTOR_BAD, "The store is damaged.", action);
    else
        say(v, "store", DOCTOR_OK, arena_printf(v->a, "The store is whole (version %lld).", (long long)l.version),
            NULL);
}

static void check_key(struct visit *v)
{
    const char *missing = "Restore keys/audit.key, or the whole home, from a backup.";
    struct stat st;

    if (lstat(in(v, "keys/audit.key"), &st) != 0 || !S_ISREG(st.st_mode))
        say(v, "key", DOCTOR_BAD, "The key that signs the audit log is missing.", missing);
    else if (st.st_uid != geteuid() || (st.st_mode & (S_IRWXG | S_IRWXO)))
        say(v, "key", DOCTOR_BAD, "Other people can get at the key that signs the audit log.",
            "Take that right away: chmod 600 on keys/audit.key.");
    else
        say(v, "key", DOCTOR_OK, "The key that signs the audit log is there and yours alone.", NULL);
}

/* What stood behind the last committed entry: see log_file.h. */
static void check_cut(struct visit *v)
{
    if (access(in(v, HOME_LOG_CUT_FILE), F_OK) == 0)
        say(v, "cut", DOCTOR_WARN, "Lines that were never committed were cut off the end of the audit log.",
            "An assay that was killed leaves some. Look at them in logs/data_agent_runs.cut, then delete that file.");
}

/* ---- the log ---- */

static int check_log(struct visit *v, struct err *err)
{
    struct audit_check_spec ask = { .home = v->home, .settings = v->settings };
    struct audit_check found;
    struct err e;

    if (!v->store && access(in(v, HOME_LOG_FILE), F_OK) != 0)
        return 0;
    check_cut(v);
    if (audit_check_run(&ask, v->cancel, v->a, &found, &e) < 0) {
        if (cancel_check(v->cancel, err) < 0)
            return -1;
        say_err(v, "log", &e);
        return 0;
    }
    if (found.log.ok)
        say(v, "log", DOCTOR_OK,
            arena_printf(v->a, "The audit log is whole: %llu entries, as signed.",
                         (unsigned long long)found.log.entries),
            NULL);
    else
        say(v, "log", DOCTOR_BAD,
            arena_printf(v->a, "The audit log is not whole: at entry %llu, %s.",
                         (unsigned long long)found.log.first_bad, found.log.reason),
            found.action);
    for (size_t i = 0; i < json_len(found.notes); i++)
        say(v, "log", DOCTOR_WARN, json_text(json_at(found.notes, i), NULL), NULL);
    return 0;
}

/* ---- the rest ---- */

struct leftovers {
    int64_t before_us;
    uint64_t n;
};

static int count_leftover(void *arg, const struct walk_entry *e, struct err *err)
{
    struct leftovers *l = arg;
    bool old = (int64_t)e->st->st_mtim.tv_sec * 1000000 < l->before_us;

    (void)err;
    if (str_starts(e->name, ".gone-")) {
        l->n++;
        return TREE_PASS;
    }
    l->n += S_ISREG(e->st->st_mode) && old && temp_name_is(e->name);
    return TREE_ON;
}

static int check_leftovers(struct visit *v, struct err *err)
{
    struct leftovers l = { .before_us = world_now(v->world) - SWEEP_TEMP_SECONDS * 1000000LL };
    struct err e;

    if (walk_files(v->home, count_leftover, &l, v->cancel, &e) < 0) {
        if (cancel_check(v->cancel, err) < 0)
            return -1;
        say_err(v, "leftovers", &e);
    } else if (l.n > 0) {
        say(v, "leftovers", DOCTOR_WARN,
            arena_printf(v->a, "%llu unfinished files were left by a program that was stopped.",
                         (unsigned long long)l.n),
            "Nothing to do: they go with the next sweep.");
    } else {
        say(v, "leftovers", DOCTOR_OK, "No unfinished files were left behind.", NULL);
    }
    return 0;
}

static int check_artifacts(struct visit *v, struct err *err)
{
    struct artifact_faults f;
    struct err e;

    if (artifact_check_all(v->store, v->home, v->world, v->cancel, &f, &e) < 0) {
        if (cancel_check(v->cancel, err) < 0)
            return -1;
        say_err(v, "artifacts", &e);
    } else if (f.changed > 0) {
        say(v, "artifacts", DOCTOR_BAD,
            arena_printf(v->a, "%llu of %llu artifacts are gone or not what was made.", (unsigned long long)f.changed,
                         (unsigned long long)f.artifacts),
            "They are refused when asked for: make them again, or restore the home from a backup.");
    } else if (f.unknown > 0) {
        say(v, "artifacts", DOCTOR_WARN,
            arena_printf(v->a, "%llu files among the artifacts belong to no request that ended.",
                         (unsigned long long)f.unknown),
            "Nothing to do: they go with the next sweep.");
    } else {
        say(v, "artifacts", DOCTOR_OK,
            arena_printf(v->a, "All artifacts are what was made: %llu.", (unsigned long long)f.artifacts), NULL);
    }
    return 0;
}

/* What people are shown again, compared with the log. */
static int check_kept(struct visit *v, struct err *err)
{
    struct attest_count n;
    struct err e;

    if (attest_all(v->store, v->cancel, &n, &e) < 0) {
        if (cancel_check(v->cancel, err) < 0)
            return -1;
        say_err(v, "kept", &e);
    } else if (n.other > 0) {
        say(v, "kept", DOCTOR_BAD,
            arena_printf(v->a, "%llu of %llu analyses and artifacts are not what was signed.",
                         (unsigned long long)n.other, (unsigned long long)n.all),
            "They are refused when asked for: make them again, or restore the home from a backup.");
    } else if (n.unknown > 0) {
        say(v, "kept", DOCTOR_WARN,
            arena_printf(v->a, "The audit log knows nothing of %llu of %llu analyses and artifacts.",
                         (unsigned long long)n.unknown, (unsigned long long)n.all),
            "An older assay may have kept them, without signing them: make them again.");
    } else {
        say(v, "kept", DOCTOR_OK,
            arena_printf(v->a, "All analyses and artifacts are what was signed: %llu.", (unsigned long long)n.all),
            NULL);
    }
    return 0;
}

static int check_quota(struct visit *v, struct err *err)
{
    uint64_t limit = v->quota ? v->quota : HOME_QUOTA_BYTES;
    const char *action = "Remove sessions, artifacts or uploads you no longer need, or raise the quota.", *message;
    struct quota q;
    struct err e;

    if (quota_measure(v->home, v->cancel, &q, &e) < 0) {
        if (cancel_check(v->cancel, err) < 0)
            return -1;
        say_err(v, "quota", &e);
        return 0;
    }
    message = arena_printf(v->a, "The home takes %s of its %s.", megabytes(v->a, q.total), megabytes(v->a, limit));
    if (q.total > limit)
        say(v, "quota", DOCTOR_BAD, message, action);
    else if (q.total > limit / 100 * DOCTOR_QUOTA_WARN_PERCENT)
        say(v, "quota", DOCTOR_WARN, message, action);
    else
        say(v, "quota", DOCTOR_OK, message, NULL);
    return 0;
}

/* Today's file, if it is there, and the folder. */
static void check_diary(struct visit *v)
{
    const char *logs = in(v, "logs"), *today;
    char day[TIME_TEXT_BYTES];
    struct stat st;

    date_text(world_now(v->world) / 86400000000LL, day);
    today = arena_printf(v->a, "%s/agent-%s.log", logs, day);
    if (stat(logs, &st) != 0 && errno == ENOENT)
        say(v, "diary", DOCTOR_OK, "There is no diary yet.", NULL);
    else if (!S_ISDIR(st.st_mode) || faccessat(AT_FDCWD, logs, W_OK | X_OK, AT_EACCESS) != 0 ||
             (stat(today, &st) == 0 && (!S_ISREG(st.st_mode) || faccessat(AT_FDCWD, today, W_OK, AT_EACCESS) != 0)))
        say(v, "diary", DOCTOR_BAD, "The diary cannot be written to.", "Check the permissions of logs/ in the home.");
    else
        say(v, "diary", DOCTOR_OK, "The diary can be written to.", NULL);
}

static int check_all(struct visit *v, struct err *err)
{
    if (!check_folder(v))
        return 0;
    check_disk(v);
    check_store(v);
    if (cancel_check(v->cancel, err) < 0)
        return -1;
    if (v->store)
        check_key(v);
    if (check_log(v, err) < 0 || (v->store && (check_artifacts(v, err) < 0 || check_kept(v, err) < 0)))
        return -1;
    if (check_leftovers(v, err) < 0 || check_quota(v, err) < 0)
        return -1;
    check_diary(v);
    return 0;
}

int doctor_check_home(struct arena *a, const char *home, const char *settings, uint64_t quota,
                      const struct world *world, const struct cancel *cancel, struct json *report, struct err *err)
{
    struct visit v = {
        .a = a, .home = home, .settings = settings, .quota = quota, .world = world, .cancel = cancel, .report = report
    };
    int result = check_all(&v, err);

    store_close(v.store);
    return result;
}
