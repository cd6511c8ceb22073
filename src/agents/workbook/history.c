/* history.c - read, changed, and written whole; whoever writes holds the workbook's lock. */
#include "agents/workbook/history.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "sys/file.h"
#include "sys/home.h"
#include <string.h>

static int file_of(struct arena *a, const char *home, const char *path, const char **ret, struct err *err)
{
    char name[SHA256_TEXT_BYTES];
    const char *artifacts, *folder;

    if (home_folder(a, home, HOME_ARTIFACTS, &artifacts, err) < 0)
        return -1;
    folder = arena_printf(a, "%s/edits", artifacts);
    sha256_text(path, strlen(path), name);
    *ret = arena_printf(a, "%s/%s.json", folder, name);
    return file_mkdirs(folder, err);
}

/* The list of changes; empty when there is no file, or when it is no longer readable: then nothing can be undone. */
static int read_edits(struct arena *a, const char *file, struct json **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(EDIT_HISTORY_BYTES);
    struct json *all;
    struct err none;

    *ret = json_array(a);
    if (file_read(file, "the list of changes", &b, err) < 0)
        return err->code == ERR_NOT_FOUND ? 0 : -1;
    if (json_parse(a, b.p, b.n, &all, &none) == 0 && json_is(json_get(all, "edits"), JSON_ARRAY))
        *ret = json_get(all, "edits");
    return 0;
}

static int write_edits(struct arena *a, const char *file, const char *path, struct json *edits, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(EDIT_HISTORY_BYTES);
    struct json *all = json_object(a), *kept = json_array(a);
    size_t n = json_len(edits);

    for (size_t i = n > EDIT_HISTORY ? n - EDIT_HISTORY : 0; i < n; i++)
        json_push(a, kept, json_at(edits, i));
    json_set(a, all, "path", json_str(a, path));
    json_set(a, all, "edits", kept);
    json_write(&b, all);
    return buf_check(&b, err) < 0 ? -1 : file_write(file, b.p, b.n, "the list of changes", err);
}

int history_add(struct arena *a, const char *home, const char *path, const struct history_edit *e, struct err *err)
{
    const char *file;
    struct json *edits, *edit = json_object(a);

    if (file_of(a, home, path, &file, err) < 0 || read_edits(a, file, &edits, err) < 0)
        return -1;
    json_set(a, edit, "user", json_str(a, e->user));
    json_set(a, edit, "at", json_str(a, e->at));
    json_set(a, edit, "backup", json_str(a, e->backup));
    json_set(a, edit, "before", json_str(a, e->before));
    json_set(a, edit, "after", json_str(a, e->after));
    return write_edits(a, file, path, json_push(a, edits, edit), err);
}

int history_last(struct arena *a, const char *home, const char *path, const char *user, struct history_edit *ret,
                 struct err *err)
{
    const char *file;
    struct json *edits;

    if (file_of(a, home, path, &file, err) < 0 || read_edits(a, file, &edits, err) < 0)
        return -1;
    for (size_t i = json_len(edits); i-- > 0;) {
        const struct json *e = json_at(edits, i);
        struct history_edit edit = { .user = json_get_text(e, "user"),
                                     .at = json_get_text(e, "at"),
                                     .backup = json_get_text(e, "backup"),
                                     .before = json_get_text(e, "before"),
                                     .after = json_get_text(e, "after") };
        if (!edit.user || !edit.at || !edit.backup || !edit.before || !edit.after || strchr(edit.backup, '/') ||
            strcmp(edit.user, user) != 0)
            continue;
        *ret = edit;
        return 0;
    }
    return err_say(err, ERR_NOT_FOUND, "There is no change of yours to take back.");
}

int history_drop(struct arena *a, const char *home, const char *path, const char *after, struct err *err)
{
    const char *file;
    struct json *edits, *kept = json_array(a);
    size_t last = SIZE_MAX;

    if (file_of(a, home, path, &file, err) < 0 || read_edits(a, file, &edits, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(edits); i++) {
        const char *left = json_get_text(json_at(edits, i), "after");
        if (left && strcmp(left, after) == 0)
            last = i;
    }
    for (size_t i = 0; i < json_len(edits); i++)
        if (i != last)
            json_push(a, kept, json_at(edits, i));
    return write_edits(a, file, path, kept, err);
}
