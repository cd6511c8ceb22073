/* load.c - a workbook becomes the one that a conversation is about.
 *
 * The file is copied first and then looked at, so that what was found good is what is kept. A file that cannot be used
 * is no failure of the call: the seed wants a context that says why, and the conversation goes on with the workbook it
 * had. Whatever else goes wrong (a full disk, a deadline) fails the call and leaves no copy.
 *
 * The marker that tells people where the workbook changed is a system message: it is shown, and never looked at for an
 * answer.
 */
#include "agents/workbook/session.h"
#include "agents/workbook/structure.h"
#include "agents/workbook/workbook.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "gate/gate.h"
#include "model/answer.h"
#include "store/records/uploads.h"
#include "sys/file.h"
#include "sys/location.h"
#include "talk/talk.h"
#include <string.h>
#include <unistd.h>

struct loading {
    struct call *call;
    struct arena *a;
    const char *home;
    const char *name, *data;   /* the copy's */
    const char *path, *sha256; /* where it lies below the home, and its hash */
    bool is_ours;              /* made by this call: it goes when it cannot be used */
    struct json *structure;
};

static int refuse(struct err *err, const char *message, const char *action)
{
    err_set(err, ERR_WORKBOOK_LOAD_FAILED, message, "%s", message);
    return err_action(err, "%s", action);
}

static int check_name(const char *name, struct err *err)
{
    size_t n = strlen(name);

    if (n > 5 && str_ieq(name + n - 5, ".xlsx"))
        return 0;
    return refuse(err, "Only Excel workbooks (.xlsx) can be loaded.",
                  "Save it as an .xlsx workbook and load that, or ask about the file with its path.");
}

/* ---- the copy ---- */

static const char *id_of(struct arena *a, const char *data)
{
    const char *id = data + sizeof UPLOAD_SCHEME - 1;

    return arena_dup(a, id, strcspn(id, "/"));
}

/* A file that assay keeps already is used where it is; any other is copied. */
static int bring(struct loading *l, const struct json *args, struct err *err)
{
    const char *given = json_get_text(args, "path"), *name = json_get_text(args, "name");
    struct location from;
    struct upload_file file = { &from, name, json_get_text(args, "description") };
    struct json *item;

    l->is_ours = !str_starts(given, UPLOAD_SCHEME);
    l->name = file_basename(name ? name : given);
    if (l->is_ours) {
        if (check_name(l->name, err) < 0 || call_locate(l->call, given, &from, err) < 0 ||
            uploads_add(l->a, l->home, l->call->user, l->call->world, &file, l->call->cancel, &item, err) < 0)
            return -1;
    } else if (uploads_get(l->a, l->home, l->call->user, id_of(l->a, given), &item, err) < 0) {
        return -1;
    }
    l->name = json_get_text(item, "name");
    l->data = json_get_text(item, "data");
    l->sha256 = json_get_text(item, "sha256");
    return check_name(l->name, err) < 0 ? -1 : uploads_path(l->a, l->home, l->call->user, l->data, &l->path, err);
}

static void drop(struct loading *l)
{
    struct err ignored;

    if (l->is_ours && l->data && uploads_remove(l->a, l->home, l->call->user, id_of(l->a, l->data), &ignored) < 0)
        return; /* it is listed among the files, and can be removed there */
}

/* ---- looking at it ---- */

/* A workbook in the old format can be read, but is none that this seed loads: the new one is a zip archive. */
static int check_format(const struct loading *l, struct err *err)
{
    char start[2] = "";
    struct file_stat st;
    bool is_zip;
    int fd;

    if (location_open_in(l->home, l->path, "the workbook", &fd, &st, err) < 0)
        return -1;
    is_zip = read(fd, start, sizeof start) == sizeof start && memcmp(start, "PK", 2) == 0;
    close(fd);
    return is_zip ? 0
                  : refuse(err, "This workbook is in the old Excel format.",
                           "Save it as an .xlsx workbook in a spreadsheet program, and load that.");
}

static int look(struct loading *l, struct err *err)
{
    struct json *data = json_push(l->a, json_array(l->a), json_str(l->a, l->data));
    struct json *args = json_set(l->a, json_object(l->a), "data", data);

    if (gate_nested(l->call, "excel-list-structure", args, &l->structure, err) < 0)
        return -1;
    return check_format(l, err);
}

/* The file is at fault, not the program nor the machine. */
static bool is_about_file(const struct err *err)
{
    switch (err_kind(err->code)) {
    case ERR_KIND_INVALID:
    case ERR_KIND_NOT_FOUND:
    case ERR_KIND_TOO_LARGE:
        return true;
    case ERR_KIND_USAGE:
    case ERR_KIND_CONFLICT:
    case ERR_KIND_DENIED:
    case ERR_KIND_ASK:
    case ERR_KIND_TIMEOUT:
    case ERR_KIND_CANCELLED:
    case ERR_KIND_UNAVAILABLE:
    case ERR_KIND_INTERNAL:
        break;
    }
    return false;
}

/* ---- telling ---- */

static struct json *result(struct loading *l, const char *id, const char *at, const char *summary)
{
    struct arena *a = l->a;
    struct json *v = json_set(a, json_object(a), "session_id", json_str(a, id));
    bool is_valid = l->structure != NULL;

    json_set(a, v, "workbook_path", json_str(a, is_valid ? arena_printf(a, "%s/%s", l->home, l->path) : NULL));
    json_set(a, v, "workbook_name", json_str(a, l->name));
    json_set(a, v, "loaded_at", json_str(a, at));
    json_set(a, v, "metadata", structure_metadata(a, l->structure));
    json_set(a, v, "is_valid", json_bool(a, is_valid));
    json_set(a, v, "error_message", json_null(a));
    json_set(a, v, "state", json_str(a, is_valid ? "loaded" : "failed"));
    json_set(a, v, "summary", json_str(a, summary));
    json_set(a, v, "suggestions", json_array(a));
    return json_set(a, v, "error", json_null(a));
}

static void tell_failure(struct loading *l, const char *id, const char *at, struct err *err, struct json **ret)
{
    struct arena *a = l->a;
    struct err told;

    err_set(&told, ERR_WORKBOOK_LOAD_FAILED, err->message, "%s", err->detail);
    err_action(&told, "%s", *err->action ? err->action : "Choose another file.");
    l->structure = NULL;
    *ret = result(l, id, at, "The workbook was not loaded.");
    json_set(a, *ret, "error_message", json_str(a, told.message));
    json_set(a, *ret, "error", answer_error(a, l->call->world, &told, l->call->correlation_id));
}

static struct json *kept_context(struct loading *l, const char *at)
{
    struct arena *a = l->a;
    struct json *v = json_set(a, json_object(a), "data", json_str(a, l->data));

    json_set(a, v, "workbook_name", json_str(a, l->name));
    json_set(a, v, "sha256", json_str(a, l->sha256));
    json_set(a, v, "loaded_at", json_str(a, at));
    return json_set(a, v, "metadata", structure_metadata(a, l->structure));
}

static void mark(struct loading *l, struct talk *t)
{
    bool is_first = !json_get(t->metadata, "context");

    talk_say(
        t, "system",
        arena_printf(l->a, is_first ? "Loaded %s." : "Now using %s. Answers come from this workbook only.", l->name),
        json_set(l->a, json_object(l->a), "content_type", json_str(l->a, "system_message")));
}

static int keep(struct loading *l, struct talk *t, const char *at, struct json **ret, struct err *err)
{
    struct json *suggestions, *tables;

    call_step(l->call, 3, 3, "Looking for questions worth asking");
    mark(l, t);
    workbook_replace(t, kept_context(l, at));
    if (workbook_suggest(l->call, json_get(t->metadata, "data"), &suggestions, &tables, err) < 0)
        return -1;
    *ret = result(l, t->id, at, workbook_summary(l->a, l->name, l->structure, tables));
    json_set(l->a, *ret, "suggestions", suggestions);
    return talk_end(t, err);
}

int workbook_load(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    const struct workbook_tools *w = c->service;
    struct loading l = { .call = c, .a = c->arena, .home = w->home };
    struct talk *t = arena_alloc(c->arena, sizeof *t);
    char at[TIME_TEXT_BYTES];
    int status;

    if (call_is_private(c)) {
        err_say(err, ERR_INVALID_INPUT, "A private request keeps nothing, so it cannot load a workbook.");
        return err_action(err, "Name the file with the question instead.");
    }
    if (talk_open(c, w->store, WORKBOOK_AGENT, json_get_text(args, "id"), 0, t, err) < 0)
        return -1;
    time_text(world_now(c->world), at);
    call_step(c, 1, 3, "Copying the workbook");
    status = bring(&l, args, err);
    if (status == 0) {
        call_step(c, 2, 3, "Looking at what it holds");
        status = look(&l, err);
    }
    if (status == 0 && keep(&l, t, at, ret, err) == 0)
        return 0;
    drop(&l);
    if (status == 0 || !is_about_file(err))
        return -1;
    tell_failure(&l, t->id, at, err, ret);
    return 0;
}
