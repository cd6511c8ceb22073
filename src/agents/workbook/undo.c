/* undo.c - taking the last change back: the copy made before it takes the workbook's place.
 *
 * Where the workbook is no longer what the change left, that is said, and the person decides. What is there now is
 * copied first, as with every change.
 */
#include "agents/workbook/edits.h"
#include "agents/workbook/history.h"
#include "agents/workbook/replace.h"
#include "agents/workbook/workbook.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "sys/file.h"
#include "sys/location.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define NOT_DROPPED "The list of changes could not be written: the change that was taken back is still in it."

/* Opens the workbook and finds the change to take back. */
static int begin(struct call *c, const struct json *args, struct replace *r, struct history_edit *ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct location at;

    if (!w->home) {
        err_say(err, ERR_NOT_FOUND, "There is no change of yours to take back.");
        return -1;
    }
    if (workbook_locate(c, args, &at, err) < 0 || replace_open(r, &at, c->cancel, err) < 0)
        return -1;
    return history_last(c->arena, w->home, r->path, c->user, ret, err);
}

static int copy_backup(struct call *c, struct replace *r, const char *backup, struct err *err)
{
    char chunk[FILE_CHUNK_BYTES];
    ssize_t n = 1;
    int status = 0, fd = openat(r->folder, backup, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0)
        return err_errno(err, errno, "read the copy beside the workbook", backup);
    while (n > 0 && status == 0) {
        n = read(fd, chunk, sizeof chunk);
        if (n < 0)
            status = err_errno(err, errno, "read the copy beside the workbook", backup);
        else
            status = replace_write(r, chunk, (size_t)n, err);
        if (status == 0)
            status = cancel_check(c->cancel, err);
    }
    close(fd);
    return status;
}

/* The copy must hold what the workbook held: it may have been changed, too. */
static int check_copy(const struct replace *r, const struct history_edit *e, struct err *err)
{
    if (strcmp(r->new_sha256, e->before) == 0)
        return 0;
    err_set(err, ERR_CONFLICT, "The copy that was made before the change is not what it was.", "hashes differ");
    return err_action(err, "Look at it yourself; it lies beside the workbook.");
}

int undo_edit(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct replace r CLEANUP(replace_close) = REPLACE;
    struct history_edit e = { 0 };
    struct arena *a = c->arena;
    struct json *v = json_object(a), *notes = json_array(a);
    const char *version = json_get_text(json_at(c->affected, 0), "version");
    struct err forgotten;

    if (begin(c, args, &r, &e, err) < 0)
        return -1;
    if (version && strcmp(version, r.sha256) != 0)
        return err_set(err, ERR_CONFIRMATION_VOID, "The workbook has changed since you were asked.", "other hash");
    if (replace_begin(&r, DATA_SOURCE_BYTES, err) < 0 || copy_backup(c, &r, e.backup, err) < 0 ||
        replace_end(&r, err) < 0 || check_copy(&r, &e, err) < 0 ||
        replace_backup(&r, world_now(c->world), c->cancel, err) < 0 || replace_commit(&r, err) < 0)
        return -1;
    if (history_drop(a, w->home, r.path, e.after, &forgotten) < 0) /* the workbook is back all the same */
        json_push(a, notes, json_str(a, NOT_DROPPED));
    if (r.st.st_nlink > 1)
        json_push(a, notes, json_str(a, REPLACE_LINKED));
    json_set(a, v, "workbook", json_str(a, file_basename(r.path)));
    json_set(a, v, "restored", json_str(a, e.backup));
    json_set(a, v, "backup", json_str(a, r.backup));
    json_set(a, v, "sha256_before", json_str(a, r.sha256));
    json_set(a, v, "sha256_after", json_str(a, r.new_sha256));
    json_set(a, v, "notes", notes);
    *ret = v;
    return 0;
}

int undo_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    struct replace r CLEANUP(replace_close) = REPLACE;
    struct history_edit e = { 0 };
    struct arena *a = c->arena;
    struct json *row = json_object(a);

    if (begin(c, args, &r, &e, err) < 0)
        return -1;
    json_set(a, row, "id", json_str(a, r.path));
    json_set(a, row, "version", json_str(a, r.sha256));
    json_set(a, row, "restores", json_str(a, e.before));
    ret->rows = json_push(a, json_array(a), row);
    ret->summary = arena_printf(
        a,
        strcmp(r.sha256, e.after) == 0
            ? "Take back the last change of %s, made at %s."
            : "%s was changed by somebody else since assay's change at %s: going back to before it loses that, too.",
        file_basename(r.path), e.at);
    return 0;
}
