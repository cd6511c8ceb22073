/* files.c - folders looked through, in an order that does not depend on the file system. */
#include "agents/docs/files.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/op.h"
#include "store/records/uploads.h"
#include "sys/file.h"
#include "text/text.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct finding {
    struct call *call;
    struct docs_files *files;
    bool several; /* things were named, so that a file may be met twice */
};

static int too_many(struct err *err)
{
    err_say(err, ERR_TOO_LARGE, "That folder has more than %d documents.", DOCS_FILES);
    return err_action(err, "Bring its folders one by one.");
}

static int add(struct finding *f, const struct docs_file *file, struct err *err)
{
    struct docs_files *files = f->files;

    for (size_t i = 0; f->several && i < files->n; i++)
        if (strcmp(files->list[i].source, file->source) == 0)
            return 0;
    if (files->n == DOCS_FILES)
        return too_many(err);
    if (files->n == files->cap) {
        size_t cap = files->cap ? files->cap * 2 : 16;
        struct docs_file *more = arena_array(f->call->arena, cap, sizeof *more);
        if (files->n)
            memcpy(more, files->list, files->n * sizeof *more);
        files->cap = cap;
        files->list = more;
    }
    files->list[files->n++] = *file;
    return 0;
}

/* ---- folders ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in a folder, hidden ones and links left out; a folder's ends in a slash. */
static int names_in(struct finding *f, const struct location *folder, const char ***ret, size_t *ret_n, struct err *err)
{
    struct arena *a = f->call->arena;
    const char **names = NULL;
    size_t n = 0, cap = 0;
    DIR *d;
    int fd;

    if (location_open_folder(folder, "the folder", &fd, err) < 0)
        return -1;
    if (!(d = fdopendir(fd))) {
        close(fd);
        return err_errno(err, errno, "read the folder", location_name(folder));
    }
    for (struct dirent *e; n < DATA_FOLDER_ENTRIES && (e = readdir(d));) {
        if (e->d_name[0] == '.' || (e->d_type != DT_REG && e->d_type != DT_DIR) ||
            !str_is_utf8(e->d_name, strlen(e->d_name)))
            continue;
        if (n == cap) {
            const char **more = arena_array(a, cap ? cap * 2 : 64, sizeof *more);
            if (n)
                memcpy(more, names, n * sizeof *more);
            cap = cap ? cap * 2 : 64;
            names = more;
        }
        names[n++] = e->d_type == DT_DIR ? arena_printf(a, "%s/", e->d_name) : arena_str(a, e->d_name);
    }
    closedir(d);
    if (n > 0)
        qsort(names, n, sizeof *names, by_name);
    *ret = names;
    *ret_n = n;
    return 0;
}

/* A folder in the one that was named may be removed while that is looked through, or be closed to us. */
static int skip_folder(struct finding *f, const struct location *folder, const struct err *why)
{
    struct arena *a = f->call->arena;
    struct json *skipped = json_object(a);

    if (why->code == ERR_CANCELLED)
        return -1;
    if (why->code == ERR_NOT_FOUND)
        return 0;
    json_set(a, skipped, "name", json_str(a, file_basename(location_name(folder))));
    json_push(a, f->files->skipped, json_set(a, skipped, "reason", json_str(a, why->message)));
    return 0;
}

static int add_folder(struct finding *f, const struct location *folder, int depth, struct err *err)
{
    struct arena *a = f->call->arena;
    const char **names = NULL;
    enum text_kind kind;
    size_t n = 0;

    if (depth > DOCS_FOLDER_DEPTH)
        return 0;
    if (cancel_check(f->call->cancel, err) < 0)
        return -1;
    if (names_in(f, folder, &names, &n, err) < 0)
        return depth > 1 ? skip_folder(f, folder, err) : -1;
    for (size_t i = 0; i < n; i++) {
        bool is_folder = str_ends(names[i], "/");
        struct docs_file file = { .name = names[i], .of_folder = true };

        file.at = location_in(a, folder, is_folder ? arena_dup(a, names[i], strlen(names[i]) - 1) : names[i]);
        file.source = location_name(&file.at);
        if (is_folder ? add_folder(f, &file.at, depth + 1, err) < 0
                      : text_kind(names[i], &kind) && add(f, &file, err) < 0)
            return -1;
    }
    return 0;
}

/* ---- what was named ---- */

/* An uploaded file has a name of its own, by which it is known again; any other is known by where it lies. */
static int add_named(struct finding *f, const char *given, const char *name, struct err *err)
{
    struct arena *a = f->call->arena;
    struct docs_file file = { 0 };
    struct file_stat st;
    const char *known;

    if (call_source(f->call, given, &file.at, &known, err) < 0 || location_stat(&file.at, "the document", &st, err) < 0)
        return -1;
    file.at.name = location_real(a, &file.at);
    if (!file.at.name)
        return err_errno(err, errno, "read the document", given);
    if (!file.at.root)
        file.at.path = file.at.name;
    if (st.is_folder) {
        size_t before = f->files->n;
        if (add_folder(f, &file.at, 1, err) < 0)
            return -1;
        return f->files->n > before ? 0 : err_say(err, ERR_DATA_EMPTY, "There are no documents in that folder.");
    }
    file.name = name ? name : known ? known : arena_str(a, file_basename(file.at.name));
    file.source =
        name || known || str_starts(given, UPLOAD_SCHEME) ? arena_printf(a, "upload:%s", file.name) : file.at.name;
    return add(f, &file, err);
}

static int check_name(const char *name, struct err *err)
{
    if (name && (strchr(name, '/') || *name == '\0' || *name == '.'))
        return err_say(err, ERR_INVALID_INPUT, "That is no name for a document.");
    return 0;
}

int docs_files_find(struct call *c, const struct json *args, struct docs_files *ret, struct err *err)
{
    const char *path = json_get_text(args, "path"), *name = json_get_text(args, "name");
    const struct json *paths = json_get(args, "paths");
    struct finding f = { c, ret, json_len(paths) + (path != NULL) > 1 };

    *ret = (struct docs_files){ .skipped = json_array(c->arena) };
    if (!path && json_len(paths) == 0) {
        err_say(err, ERR_INVALID_INPUT, "There is no document named.");
        return err_action(err, "Name files or folders.");
    }
    if (check_name(name, err) < 0 || (path && add_named(&f, path, name, err) < 0))
        return -1;
    for (size_t i = 0; i < json_len(paths); i++)
        if (add_named(&f, json_text(json_at(paths, i), NULL), NULL, err) < 0)
            return -1;
    return 0;
}

int docs_file_read(const struct docs_file *f, struct buf *b, struct err *err)
{
    return location_read(&f->at, "the document", b, err);
}
