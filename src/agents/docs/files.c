/* files.c - folders looked through, in an order that does not depend on the file system. */
#include "agents/docs/files.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "gate/op.h"
#include "store/uploads.h"
#include "sys/file.h"
#include "text/text.h"
#include <dirent.h>
#include <errno.h>
#include <limits.h>
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
static int names_in(struct finding *f, const char *folder, const char ***ret, size_t *ret_n, struct err *err)
{
    struct arena *a = f->call->arena;
    DIR *d = opendir(folder);
    const char **names = NULL;
    size_t n = 0, cap = 0;

    if (!d)
        return err_errno(err, errno, "read the folder", folder);
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

static int add_folder(struct finding *f, const char *folder, int depth, struct err *err)
{
    struct arena *a = f->call->arena;
    const char **names = NULL;
    enum text_kind kind;
    size_t n = 0;

    if (depth > DOCS_FOLDER_DEPTH)
        return 0;
    if (cancel_check(f->call->cancel, err) < 0 || names_in(f, folder, &names, &n, err) < 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        const char *path = arena_printf(a, "%s/%s", folder, names[i]);
        struct docs_file file = { .path = path, .name = names[i], .source = path, .of_folder = true };
        if (str_ends(names[i], "/")) {
            if (add_folder(f, arena_dup(a, path, strlen(path) - 1), depth + 1, err) < 0)
                return -1;
        } else if (text_kind(names[i], &kind) && add(f, &file, err) < 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- what was named ---- */

/* An uploaded file has a name of its own, by which it is known again. */
static int add_named(struct finding *f, const char *given, const char *name, struct err *err)
{
    struct arena *a = f->call->arena;
    struct docs_file file = { 0 };
    char real[PATH_MAX];
    struct file_stat st;
    const char *path, *known;

    if (call_source(f->call, given, &path, &known, err) < 0 || file_stat(path, "the document", &st, err) < 0)
        return -1;
    if (!realpath(path, real))
        return err_errno(err, errno, "read the document", path);
    if (st.is_folder) {
        size_t before = f->files->n;
        if (add_folder(f, arena_str(a, real), 1, err) < 0)
            return -1;
        return f->files->n > before ? 0 : err_say(err, ERR_DATA_EMPTY, "There are no documents in that folder.");
    }
    file.path = arena_str(a, real);
    file.name = name ? name : known ? known : arena_str(a, file_basename(real));
    file.source =
        name || known || str_starts(given, UPLOAD_SCHEME) ? arena_printf(a, "upload:%s", file.name) : file.path;
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

    *ret = (struct docs_files){ 0 };
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
    struct file_stat st;
    int fd, status;

    if ((f->of_folder ? file_open_no_link(f->path, "the document", &fd, &st, err)
                      : file_open(f->path, "the document", &fd, &st, err)) < 0)
        return -1;
    status = file_read_fd(fd, "the document", b, err);
    close(fd);
    return status;
}
