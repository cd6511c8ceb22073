/* home.c - backs up, restores and erases the home: everything assay keeps. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "ops/admin/admin.h"
#include "ops/admin/admin_ops.h"
#include "store/home/backup.h"
#include "store/home/erase.h"
#include "store/log/known_keys.h"
#include "sys/file.h"
#include "sys/location.h"
#include <inttypes.h>

static struct json *report_json(struct arena *a, const struct backup_report *r, const char *text)
{
    struct json *v = json_object(a);

    json_set(a, v, "files", json_int(a, (int64_t)r->files));
    json_set(a, v, "bytes", json_int(a, (int64_t)r->bytes));
    json_set(a, v, "entries", json_int(a, (int64_t)r->entries));
    json_set(a, v, "skipped", json_int(a, (int64_t)r->skipped));
    json_set(a, v, "text", json_str(a, text));
    return v;
}

/* A person's own older backup may be replaced; behind a door, whatever lies in an allowed folder may not. */
static int refuse_existing(const struct location *to, struct err *err)
{
    struct file_stat st;
    struct err none;

    if (!to->root || location_stat(to, "the backup", &st, &none) < 0)
        return 0;
    err_say(err, ERR_CONFLICT, "That file exists already.");
    return err_action(err, "Name a new one.");
}

int home_backup(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct admin *admin = c->service;
    struct backup_report r;
    struct location to;
    const char *text;

    if (call_target(c, json_get_text(args, "file"), &to, err) < 0 || refuse_existing(&to, err) < 0 ||
        backup_make(admin->home, &to, c->world, c->cancel, &r, err) < 0)
        return -1;
    text = arena_printf(c->arena, "Backed up %" PRIu64 " files, %" PRIu64 " bytes, %" PRIu64 " audit entries.", r.files,
                        r.bytes, r.entries);
    if (r.skipped)
        text = arena_printf(c->arena, "%s %" PRIu64 " changed meanwhile and are not in it.", text, r.skipped);
    *ret = report_json(c->arena, &r, text);
    return 0;
}

int home_restore(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct admin *admin = c->service;
    struct backup_report r;

    if (backup_restore(json_get_text(args, "file"), admin->home, false, c->world, c->cancel, &r, err) < 0 ||
        known_key_forget(admin->settings, admin->home, err) < 0) /* the restored home's own key is met anew */
        return -1;
    *ret = report_json(
        c->arena, &r,
        arena_printf(c->arena, "Restored %" PRIu64 " files of %s; the audit log is whole with %" PRIu64 " entries.",
                     r.files, r.made_at, r.entries));
    return 0;
}

int home_erase_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    struct admin *admin = c->service;

    (void)args;
    (void)err;
    ret->summary = "Erase everything assay keeps here: conversations, tasks, documents, results and the audit log.";
    ret->rows = json_push(c->arena, json_array(c->arena), json_str(c->arena, admin->home));
    return 0;
}

int home_erase_run(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct admin *admin = c->service;
    struct backup_report nothing = { 0 };

    (void)args;
    if (known_key_forget(admin->settings, admin->home, err) < 0 || home_erase(admin->home, c->cancel, err) < 0)
        return -1;
    *ret = report_json(c->arena, &nothing, "Everything is gone.");
    return 0;
}

void home_text(struct buf *b, const struct json *result)
{
    buf_adds(b, json_get_text(result, "text"));
    buf_addc(b, '\n');
}
