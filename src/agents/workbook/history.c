/* history.c - read, changed, and written whole; whoever writes holds the workbook's lock. */
#include "agents/workbook/history.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "sys/location.h"
#include <string.h>
#include <unistd.h>

#define FOLDER "artifacts/edits"

/* Below the home. */
static const char *file_of(struct arena *a, const char *path)
{
    char name[SHA256_TEXT_BYTES];

    sha256_text(path, strlen(path), name);
    return arena_printf(a, FOLDER "/%s.json", name);
}

/* The list of changes; empty when there is no file, or when it is no longer readable: then nothing can be undone. */
static int read_edits(struct arena *a, const char *home, const char *path, struct json **ret, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(EDIT_HISTORY_BYTES);
    struct json *all;
    struct err none;

    *ret = json_array(a);
    if (location_read_in(home, file_of(a, path), "the list of changes", &b, err) < 0)
        return err->code == ERR_NOT_FOUND ? 0 : -1;
    if (json_parse(a, b.p, b.n, &all, &none) == 0 && json_is(json_get(all, "edits"), JSON_ARRAY))
        *ret = json_get(all, "edits");
    return 0;
}

static int write_edits(struct arena *a, const char *home, const char *path, struct json *edits, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(EDIT_HISTORY_BYTES);
    struct json *all = json_object(a), *kept = json_array(a);
    size_t n = json_len(edits);
    int folder;

    for (size_t i = n > EDIT_HISTORY ? n - EDIT_HISTORY : 0; i < n; i++)
        json_push(a, kept, json_at(edits, i));
    json_set(a, all, "path", json_str(a, path));
    json_set(a, all, "edits", kept);
    json_write(&b, all);
    if (buf_check(&b, err) < 0 || location_make_in(home, FOLDER, &folder, err) < 0)
        return -1;
    close(folder);
    return location_write_in(home, file_of(a, path), b.p, b.n, "the list of changes", err);
}

int history_add(struct arena *a, const char *home, const char *path, const struct history_edit *e, struct err *err)
{
    struct json *edits, *edit = json_object(a);

    if (read_edits(a, home, path, &edits, err) < 0)
        return -1;
    json_set(a, edit, "user", json_str(a, e->user));
    json_set(a, edit, "at", json_str(a, e->at));
    json_set(a, edit, "backup", json_str(a, e->backup));
    json_set(a, edit, "before", json_str(a, e->before));
    json_set(a, edit, "after", json_str(a, e->after));
    return write_edits(a, home, path, json_push(a, edits, edit), err);
}

int history_last(struct arena *a, const char *home, const char *path, const char *user, struct history_edit *ret,
                 struct err *err)
{
    struct json *edits;

    if (read_edits(a, home, path, &edits, err) < 0)
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
    struct json *edits, *kept = json_array(a);
    size_t last = SIZE_MAX;

    if (read_edits(a, home, path, &edits, err) < 0)
        return -1;
    for (size_t i = 0; i < json_len(edits); i++) {
        const char *left = json_get_text(json_at(edits, i), "after");
        if (left && strcmp(left, after) == 0)
            last = i;
    }
    for (size_t i = 0; i < json_len(edits); i++)
        if (i != last)
            json_push(a, kept, json_at(edits, i));
    return write_edits(a, home, path, kept, err);
}
