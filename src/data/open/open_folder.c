/* open_folder.c - the files of a folder that can be read, in an order that does not depend on the file system. */
#include "base/arena.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "data/open/open.h"
#include "formats/inflate.h"
#include "grid/notes.h"
#include "sys/backup_name.h"
#include "sys/file.h"
#include "sys/location.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Endings of what source_open() reads; a compressed file's are those of what is inside. */
static const char *const endings[] = { ".csv",     ".tsv",     ".tab",    ".txt",  ".json",   ".jsonl",
                                       ".ndjson",  ".parquet", ".xlsx",   ".xlsm", ".xls",    ".sqlite",
                                       ".sqlite3", ".db",      ".duckdb", ".ddb",  ".geojson" };

struct found {
    const char **names;
    size_t n;
    size_t hidden, links, folders, copies, closed, others;
    bool too_many;
};

static bool is_read(struct arena *a, const char *name)
{
    const char *inner = inflate_name(a, name);
    size_t n = strlen(inner);

    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        size_t length = strlen(endings[i]);
        if (n > length && str_ieq(inner + n - length, endings[i]))
            return true;
    }
    return false;
}

static void look_at(struct arena *a, int folder, const char *name, struct found *f)
{
    struct stat st;

    if (name[0] == '.') {
        f->hidden += strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    } else if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
        f->others++; /* it went away meanwhile */
    } else if (S_ISLNK(st.st_mode)) {
        f->links++;
    } else if (S_ISDIR(st.st_mode)) {
        f->folders++;
    } else if (!S_ISREG(st.st_mode) || !is_read(a, name)) {
        f->others += !str_ends(name, "-wal") && !str_ends(name, "-shm"); /* those belong to a database beside them */
    } else if (backup_name_is(name)) {
        f->copies++; /* of ours: what a workbook held before we changed it */
    } else if (faccessat(folder, name, R_OK, AT_EACCESS) != 0) {
        f->closed++;
    } else if (f->n == DATA_SOURCES) {
        f->too_many = true;
    } else {
        f->names[f->n++] = arena_str(a, name);
    }
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void tell(struct notes *notes, const struct found *f)
{
    const struct {
        size_t n;
        const char *noun, *why;
    } left[] = {
        { f->hidden, "hidden file", "left out" },
        { f->links, "link", "not followed" },
        { f->folders, "folder", "not looked into" },
        { f->copies, "backup", "left out, which assay made before it changed a workbook" },
        { f->closed, "file", "left out: you may not read it" },
        { f->others, "file", "left out: no kind that is read here" },
    };

    for (size_t i = 0; i < COUNT_OF(left); i++)
        if (left[i].n)
            notes_add(notes, "in the folder, %s %s", notes_count(notes, left[i].n, left[i].noun, "was", "were"),
                      left[i].why);
}

static int check_found(const struct found *f, size_t entries, struct err *err)
{
    if (entries > DATA_FOLDER_ENTRIES || f->too_many) {
        err_say(err, ERR_TOO_LARGE, "That folder has more files than one question can be about, which is %d.",
                DATA_SOURCES);
        return err_action(err, "Name the files you need, or put them into a folder of their own.");
    }
    if (f->n > 0)
        return 0;
    err_set(err, ERR_DATA_EMPTY, "There is no file in that folder that can be read.", "of %zu entries", entries);
    return err_action(err, "Give a folder with CSV, JSON, Parquet, Excel or database files.");
}

static int list_folder(struct arena *a, const struct location *at, struct notes *notes, struct found *f,
                       struct err *err)
{
    struct dirent *entry;
    size_t entries = 0;
    DIR *d;
    int fd;

    if (location_open_folder(at, "the folder", &fd, err) < 0)
        return -1;
    d = fdopendir(fd);
    if (!d) {
        close(fd);
        return err_errno(err, errno, "read the folder", location_name(at));
    }
    f->names = arena_array(a, DATA_SOURCES, sizeof *f->names);
    while ((entry = readdir(d)) != NULL && ++entries <= DATA_FOLDER_ENTRIES)
        look_at(a, dirfd(d), entry->d_name, f);
    closedir(d);
    if (check_found(f, entries, err))
        return -1;
    qsort(f->names, f->n, sizeof *f->names, by_bytes);
    tell(notes, f);
    return 0;
}

int sources_expand(struct arena *a, const struct location *at, struct notes *notes, const struct location **ret,
                   size_t *ret_n, bool *ret_is_folder, struct err *err)
{
    struct found f = { .n = 1 };
    struct file_stat st = { 0 };
    struct location *list;

    if (!source_is_url(at) && location_stat(at, "the data file", &st, err))
        return -1;
    if (st.is_folder) {
        f.n = 0;
        if (list_folder(a, at, notes, &f, err))
            return -1;
    }
    list = arena_array(a, f.n, sizeof *list);
    for (size_t i = 0; i < f.n; i++)
        list[i] = st.is_folder ? location_in(a, at, f.names[i]) : *at;
    *ret = list;
    *ret_n = f.n;
    *ret_is_folder = st.is_folder;
    return 0;
}
