/* workspace.c - the folder, its lock, and its files as JSON. */
#include "agents/metrics/workspace.h"
#include "agents/metrics/metrics.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/op.h"
#include "model/metrics.h"
#include "model/model.h"
#include "store/files/lock.h"
#include "store/files/walk.h"
#include "store/records/sessions.h"
#include "sys/location.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define META_ENDING "_meta.json"

const char *workspace_path(const struct workspace *d, const char *name)
{
    return arena_printf(d->a, "%s/%s", d->folder, name);
}

/* The same, below the home. */
static const char *path_below(const struct workspace *d, const char *name)
{
    return arena_printf(d->a, "sessions/%s/%s", d->id, name);
}

static int write_bytes(struct workspace *d, const char *name, const char *p, size_t n, struct err *err)
{
    return location_write_in(d->metrics->home, path_below(d, name), p, n, "the session", err);
}

static struct json *time_json(struct arena *a, int64_t us)
{
    char text[TIME_TEXT_BYTES];

    time_text(us, text);
    return json_str(a, text);
}

struct json *workspace_now(const struct workspace *d)
{
    return time_json(d->a, world_now(d->call->world));
}

/* ---- reading and writing ---- */

int workspace_write_text(struct workspace *d, const char *name, const char *text, struct err *err)
{
    return d->folder ? write_bytes(d, name, text, strlen(text), err) : 0;
}

int workspace_check(const char *entity, const struct json *v, struct err *err)
{
    struct err wrong;

    if (model_check(model_entity(entity), v, &wrong) == 0)
        return 0;
    return err_set(err, ERR_INTERNAL, "Something came out that does not belong there, so it was not kept.", "%s: %s",
                   entity, wrong.detail);
}

int workspace_write(struct workspace *d, const char *name, const char *entity, const struct json *v, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    if (entity && workspace_check(entity, v, err) < 0)
        return -1;
    if (!d->folder)
        return 0;
    json_write_pretty(&b, v);
    buf_addc(&b, '\n');
    if (buf_check(&b, err) < 0)
        return -1;
    return write_bytes(d, name, b.p, b.n, err);
}

int workspace_read_text(struct workspace *d, const char *name, const char **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);

    if (!d->folder)
        return err_set(err, ERR_NOT_FOUND, "Nothing is kept here.", "%s", name);
    if (location_read_in(d->metrics->home, path_below(d, name), "the session", &b, err) < 0)
        return -1;
    *ret = arena_dup(d->a, b.p, b.n);
    return 0;
}

int workspace_read(struct workspace *d, const char *name, struct json **ret, struct err *err)
{
    const char *text = "";

    if (workspace_read_text(d, name, &text, err) < 0)
        return -1;
    return json_parse(d->a, text, strlen(text), ret, err);
}

/* ---- files ---- */

struct listing {
    struct workspace *workspace;
    struct json *found[METRICS_FILES + 1]; /* one more than may be there */
    size_t n;
};

/* What is no file of ours is none. */
static int take_file(void *arg, const struct walk_entry *e, struct err *err)
{
    struct listing *l = arg;
    struct json *file;
    struct err ignored;

    (void)err;
    if (!str_ends(e->name, META_ENDING) || l->n == COUNT_OF(l->found))
        return TREE_PASS;
    if (workspace_read(l->workspace, arena_printf(l->workspace->a, "files/%s", e->name), &file, &ignored) == 0 &&
        model_check(model_entity("metrics.UploadedFile"), file, &ignored) == 0)
        l->found[l->n++] = file;
    return TREE_PASS;
}

static int64_t uploaded_us(const struct json *file)
{
    const char *text = json_get_text(file, "uploaded_at");
    int64_t us = 0;

    time_read(text, strlen(text), &us);
    return us;
}

static int oldest_first(const void *a, const void *b)
{
    const struct json *x = *(struct json *const *)a, *y = *(struct json *const *)b;
    int64_t at = uploaded_us(x), other = uploaded_us(y);

    return at != other ? (at > other) - (at < other) : strcmp(json_get_text(x, "file_id"), json_get_text(y, "file_id"));
}

int workspace_files(struct workspace *d, struct json **ret, struct err *err)
{
    struct listing l = { .workspace = d };

    if (walk_files(workspace_path(d, "files"), take_file, &l, d->call->cancel, err) < 0)
        return -1;
    qsort(l.found, l.n, sizeof l.found[0], oldest_first);
    *ret = json_array(d->a);
    for (size_t i = 0; i < l.n; i++)
        json_push(d->a, *ret, l.found[i]);
    return 0;
}

/* ---- the session ---- */

static int write_session(struct workspace *d, struct err *err)
{
    return workspace_write(d, "metadata.json", "metrics.Session", d->session, err);
}

static void set_status(struct workspace *d, const char *status)
{
    json_set(d->a, d->session, "status", json_str(d->a, status));
    json_set(d->a, d->session, "report_ready", json_bool(d->a, strcmp(status, "completed") == 0));
}

int workspace_become(struct workspace *d, const char *status, struct err *err)
{
    if (!d->folder)
        return 0;
    if (model_step(model_machine("metrics.Session"), json_get_text(d->session, "status"), status, err) < 0)
        return -1;
    set_status(d, status);
    return write_session(d, err);
}

int workspace_count(struct workspace *d, struct err *err)
{
    const char *status = json_get_text(d->session, "status");
    struct json *files;
    int64_t n;

    if (workspace_files(d, &files, err) < 0)
        return -1;
    n = (int64_t)json_len(files);
    if (n == json_get_int(d->session, "file_count", 0))
        return 0;
    json_set(d->a, d->session, "file_count", json_int(d->a, n));
    if (strcmp(status, "created") == 0 && n > 0)
        set_status(d, "has_files");
    else if (strcmp(status, "has_files") == 0 && n == 0)
        set_status(d, "created");
    return write_session(d, err);
}

int workspace_fail(struct workspace *d, const struct err *why, struct err *err)
{
    struct json *reason = json_object(d->a);

    json_set(d->a, reason, "code", json_str(d->a, err_name(why->code)));
    json_set(d->a, reason, "message", json_str(d->a, why->message));
    json_set(d->a, reason, "failed_at", workspace_now(d));
    if (workspace_write(d, "failure.json", NULL, reason, err) < 0)
        return -1;
    return workspace_become(d, "failed", err);
}

/* ---- opening ---- */

static int gone(const char *id, struct err *err)
{
    return err_set(err, ERR_SESSION_NOT_FOUND, "There is no such session. It may have expired.", "session %s", id);
}

/* What a kill left. */
static int mend(struct workspace *d, struct err *err)
{
    struct err why;

    if (strcmp(json_get_text(d->session, "status"), "running") == 0) {
        if (runner_lives(&d->metrics->runners, workspace_path(d, ".runner")))
            return 0;
        err_say(&why, ERR_IO, "The program ended while the investigation ran.");
        return workspace_fail(d, &why, err);
    }
    return workspace_count(d, err);
}

int workspace_again(struct workspace *d, struct err *err)
{
    int fd;

    if (lock_open(workspace_path(d, ".lock"), &fd, err) < 0)
        return err->code == ERR_NOT_FOUND ? gone(d->id, err) : -1;
    if (lock_take(fd, METRICS_LOCK_MS, err) < 0) {
        close(fd);
        return err->code == ERR_BUSY ? err_say(err, ERR_BUSY, "The session is busy. Please try again.") : -1;
    }
    d->lock = fd;
    if (workspace_read(d, "metadata.json", &d->session, err) < 0 ||
        model_check(model_entity("metrics.Session"), d->session, err) < 0) {
        workspace_close(d);
        return gone(d->id, err);
    }
    return 0;
}

int workspace_open(struct workspace *d, struct call *c, const char *id, struct err *err)
{
    struct metrics *m = c->service;
    struct session_owner owner = { m->store, c->user, world_now(c->world) };

    *d = (struct workspace){ .call = c, .a = c->arena, .metrics = m, .id = id, .lock = -1 };
    if (session_find(&owner, id, err) < 0)
        return -1;
    d->folder = session_folder(c->arena, m->home, id);
    if (workspace_again(d, err) < 0)
        return -1;
    if (metrics_session_expired(d->session, owner.now_us) || mend(d, err) < 0) {
        workspace_close(d);
        return metrics_session_expired(d->session, owner.now_us) ? gone(id, err) : -1;
    }
    return 0;
}

int workspace_make(struct workspace *d, struct call *c, struct err *err)
{
    struct metrics *m = c->service;
    struct arena *a = c->arena;
    int64_t now = world_now(c->world) / 1000 * 1000; /* as its text has it */
    char id[ID_TEXT_BYTES];
    int files;

    world_id(c->world, id);
    *d = (struct workspace){ .call = c, .a = a, .metrics = m, .id = arena_str(a, id), .lock = -1 };
    d->folder = session_folder(a, m->home, d->id);
    d->session = json_set(a, json_object(a), "session_id", json_str(a, id));
    json_set(a, d->session, "status", json_str(a, "created"));
    json_set(a, d->session, "created_at", time_json(a, now));
    json_set(a, d->session, "expires_at", time_json(a, metrics_expires_us(now)));
    json_set(a, d->session, "file_count", json_int(a, 0));
    json_set(a, d->session, "report_ready", json_bool(a, false));
    if (location_make_in(m->home, path_below(d, "files"), &files, err) < 0)
        return -1;
    close(files);
    return write_session(d, err);
}

void workspace_blank(struct workspace *d, struct call *c)
{
    char id[ID_TEXT_BYTES];

    world_id(c->world, id);
    *d = (struct workspace){ .call = c, .a = c->arena, .id = arena_str(c->arena, id), .lock = -1 };
}

void workspace_close(struct workspace *d)
{
    if (d->lock >= 0)
        close(d->lock);
    d->lock = -1;
}
