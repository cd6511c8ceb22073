/* files.c - a session's CSV files: taken, listed, described and removed.
 *
 * A file is there once its <id>_meta.json is: that is written last and removed first. What is in the file is found out
 * by data.describe, outside the session's lock, for that takes as long as the file is large.
 */
#include "agents/metrics/metrics.h"
#include "agents/metrics/sessions.h"
#include "agents/metrics/workspace.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/id.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/world.h"
#include "gate/gate.h"
#include "grid/names.h"
#include "model/metrics.h"
#include "model/page.h"
#include "store/files/quota.h"
#include "store/records/sessions.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/spool.h"
#include <errno.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

/* ---- what is brought ---- */

struct file_upload {
    struct call *call;
    struct workspace *workspace;
    struct location from; /* where it lies */
    const char *name;     /* how it is called */
    const char *id;       /* the file's, once it is here */
    const char *path;     /* where it is to lie, below the home */
    uint64_t size;
};

static const char *plain_name(const char *name)
{
    const char *slash = strrchr(name, '/'), *back = strrchr(name, '\\');

    slash = back > slash ? back : slash;
    return slash ? slash + 1 : name;
}

static int check_name(const char *name, struct err *err)
{
    size_t n = strlen(name), chars = str_chars(name, n);

    if (n < 5 || !str_ieq(name + n - 4, ".csv")) {
        err_say(err, ERR_INVALID_FILE_TYPE, "Only .csv files can be investigated.");
        return err_action(err, "Save the table as CSV and upload that.");
    }
    if (chars > METRICS_FILE_NAME_CHARS)
        return err_say(err, ERR_INVALID_INPUT, "A file's name has at most %d characters.", METRICS_FILE_NAME_CHARS);
    return 0;
}

static int too_large(struct err *err)
{
    err_say(err, ERR_FILE_TOO_LARGE, "A file may have at most %d MB.", METRICS_FILE_BYTES >> 20);
    return err_action(err, "Leave out rows or columns that do not matter.");
}

static int copy(int from, int to, const struct cancel *cancel, struct err *err)
{
    uint64_t copied = 0;

    for (;;) {
        ssize_t n = sendfile(to, from, NULL, FILE_CHUNK_BYTES);
        if (n < 0 && errno != EINTR)
            return err_errno(err, errno, "keep the file", NULL);
        if (n == 0)
            return 0;
        copied += n > 0 ? (uint64_t)n : 0;
        if (copied > METRICS_FILE_BYTES)
            return too_large(err);
        if (cancel_check(cancel, err) < 0)
            return -1;
    }
}

static int keep(struct file_upload *b, int fd, struct err *err)
{
    struct spool out CLEANUP(spool_done) = SPOOL;
    struct root_folder home CLEANUP(root_folder_close) = ROOT_FOLDER;
    struct location to = { .root = &home, .path = b->path, .no_link = true };

    if (root_folder_open(&home, b->workspace->metrics->home, err) < 0 ||
        location_spool(&to, &out, "the file", err) < 0 || copy(fd, out.fd, b->call->cancel, err) < 0)
        return -1;
    return spool_publish(&out, "the file", err);
}

static int store_file(struct file_upload *b, struct err *err)
{
    struct file_stat st;
    int fd, status;

    if (location_open(&b->from, "the file", &fd, &st, err) < 0)
        return -1;
    b->size = st.size;
    status = st.size > METRICS_FILE_BYTES ? too_large(err) : 0;
    if (status == 0)
        status = quota_check(b->workspace->metrics->home, 0, st.size, b->call->cancel, err);
    if (status == 0)
        status = keep(b, fd, err);
    close(fd);
    return status;
}

/* ---- what is in it ---- */

static int no_headers(struct err *err)
{
    err_say(err, ERR_NO_HEADERS, "The file has no header row.");
    return err_action(err, "Put the names of the columns into the first line.");
}

static int not_csv(const struct err *why, struct err *err)
{
    err_set(err, ERR_INVALID_FILE_TYPE, "The file is not CSV, whatever its name says.", "%s", why ? why->detail : "");
    return err_action(err, "Save the table as CSV and upload that.");
}

/* Its one table, as data.describe has it. */
static int inspect(struct file_upload *b, struct json **ret, struct err *err)
{
    struct arena *a = b->call->arena;
    const char *ref = session_ref(a, b->workspace->id, b->id, b->name);
    struct json *args = json_object(a), *result, *tables;
    struct err why;

    json_set(a, args, "data", json_push(a, json_array(a), json_str(a, ref)));
    if (gate_nested(b->call, "data.describe", args, &result, err) < 0) {
        why = *err;
        if (why.code == ERR_DATA_EMPTY && b->size == 0)
            return no_headers(err);
        return why.code == ERR_DATA_UNREADABLE || why.code == ERR_WORKBOOK_LOAD_FAILED ? not_csv(&why, err) : -1;
    }
    tables = json_get(result, "tables");
    if (json_len(tables) != 1 || json_get(json_at(tables, 0), "sheet"))
        return not_csv(NULL, err);
    *ret = json_at(tables, 0);
    for (size_t i = 0; i < json_len(json_get(*ret, "assumptions")); i++)
        if (names_no_header_said(json_text(json_at(json_get(*ret, "assumptions"), i), NULL)))
            return no_headers(err);
    return 0;
}

static const char *meta_name(struct arena *a, const char *file_id)
{
    return arena_printf(a, "files/%s_meta.json", file_id);
}

static const char *kept_path(const struct workspace *d, const char *file_id)
{
    return arena_printf(d->a, "%s/%s", d->metrics->home, session_file(d->a, d->id, file_id));
}

static int record(struct file_upload *b, const struct json *table, const struct json *args, struct json **ret,
                  struct err *err)
{
    struct workspace *d = b->workspace;
    struct json *file = json_object(d->a);

    json_set(d->a, file, "file_id", json_str(d->a, b->id));
    json_set(d->a, file, "session_id", json_str(d->a, d->id));
    json_set(d->a, file, "original_name", json_str(d->a, b->name));
    json_set(d->a, file, "description", json_copy(d->a, json_get(args, "description")));
    json_set(d->a, file, "path", json_str(d->a, arena_printf(d->a, "files/%s.csv", b->id)));
    json_set(d->a, file, "row_count", json_copy(d->a, json_get(table, "row_count")));
    json_set(d->a, file, "size_bytes", json_int(d->a, (int64_t)b->size));
    json_set(d->a, file, "uploaded_at", workspace_now(d));
    if (workspace_again(d, err) < 0 || metrics_may_add_file(d->session, err) < 0 ||
        workspace_write(d, meta_name(d->a, b->id), "metrics.UploadedFile", file, err) < 0)
        return -1;
    *ret = file;
    return workspace_count(d, err);
}

static struct json *response(struct arena *a, const struct json *file)
{
    static const char *const names[] = { "file_id", "original_name", "row_count", "size_bytes" };
    struct json *v = json_object(a);

    for (size_t i = 0; i < COUNT_OF(names); i++)
        json_set(a, v, names[i], json_copy(a, json_get(file, names[i])));
    return v;
}

/* Without its description it is no file; the sweep would find it with the session. */
static void drop_file(const struct workspace *d, const char *id)
{
    struct err ignored;

    (void)!file_remove(kept_path(d, id), NULL, &ignored);
}

int sessions_add_file(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    const char *name = json_get_text(args, "name"), *path = json_get_text(args, "path");
    struct file_upload b = { .call = c, .workspace = &d };
    struct json *table = NULL, *file = NULL;
    char id[ID_TEXT_BYTES];
    int status;

    b.name = plain_name(name && *name ? name : path);
    if (sessions_keep(c, err) < 0 || workspace_open(&d, c, json_get_text(args, "id"), err) < 0 ||
        check_name(b.name, err) < 0 || metrics_may_add_file(d.session, err) < 0 ||
        call_locate(c, path, &b.from, err) < 0)
        return -1;
    workspace_close(&d);
    world_id(c->world, id);
    b.id = id;
    b.path = session_file(c->arena, d.id, id);
    status = store_file(&b, err);
    if (status == 0)
        status = inspect(&b, &table, err);
    if (status == 0)
        status = record(&b, table, args, &file, err);
    if (status < 0) {
        drop_file(&d, id);
        return -1;
    }
    *ret = response(c->arena, file);
    return 0;
}

/* ---- those that are there ---- */

int sessions_files(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    struct json *files;

    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0 || workspace_files(&d, &files, err) < 0)
        return -1;
    *ret = page_json(d.a, &(struct page){ 0, METRICS_FILES }, files, (int64_t)json_len(files));
    return 0;
}

static int find_file(struct workspace *d, const char *id, struct json **ret, struct err *err)
{
    if (id_is_uuid4(id, strlen(id)) && workspace_read(d, meta_name(d->a, id), ret, err) == 0)
        return 0;
    return err_set(err, ERR_NOT_FOUND, "There is no such file in the session.", "file %s", id);
}

int sessions_describe_file(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    const char *id = json_get_text(args, "fid");

    if (sessions_keep(c, err) < 0 || workspace_open(&d, c, json_get_text(args, "id"), err) < 0 ||
        find_file(&d, id, ret, err) < 0)
        return -1;
    json_set(d.a, *ret, "description", json_copy(d.a, json_get(args, "description")));
    return workspace_write(&d, meta_name(d.a, id), "metrics.UploadedFile", *ret, err);
}

int sessions_remove_file_affects(struct call *c, const struct json *args, struct affected *ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    struct json *file = NULL, *row = json_object(c->arena);

    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0 ||
        find_file(&d, json_get_text(args, "fid"), &file, err) < 0 || metrics_may_remove_file(d.session, err) < 0)
        return -1;
    json_set(d.a, row, "id", json_copy(d.a, json_get(file, "file_id")));
    json_set(d.a, row, "version", json_copy(d.a, json_get(file, "uploaded_at")));
    ret->rows = json_push(d.a, json_array(d.a), row);
    ret->summary = arena_printf(d.a, "Remove the file '%s' from the session.", json_get_text(file, "original_name"));
    return 0;
}

int sessions_remove_file(struct call *c, const struct json *args, struct json **ret, struct err *err)
{
    struct workspace d CLEANUP(workspace_close) = WORKSPACE;
    const char *id = json_get_text(args, "fid");
    struct json *file;

    if (workspace_open(&d, c, json_get_text(args, "id"), err) < 0 || find_file(&d, id, &file, err) < 0 ||
        metrics_may_remove_file(d.session, err) < 0 ||
        file_remove(workspace_path(&d, meta_name(d.a, id)), NULL, err) < 0 ||
        file_remove(kept_path(&d, id), NULL, err) < 0 || workspace_count(&d, err) < 0)
        return -1;
    *ret = json_set(d.a, json_object(d.a), "file_id", json_str(d.a, id));
    json_set(d.a, *ret, "deleted", json_bool(d.a, true));
    return 0;
}
