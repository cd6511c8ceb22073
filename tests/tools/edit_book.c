/* edit_book.c - changes one cell of a workbook, without a home or a worker: for scripts/ci/check-edits.
 *
 *   edit_book IN OUT CELL VALUE [SHEET]     VALUE is JSON; the first worksheet that can be changed unless one is named
 *
 * Prints what was changed as JSON. Exit status 1 with the error's code and message when it is refused.
 */
#include "office/edit/edit_book.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "office/edit/edit.h"
#include "office/edit/repack.h"
#include "office/package/package.h"
#include "sys/file.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int put(void *arg, const void *p, size_t n, struct err *err)
{
    return file_write_fd(*(int *)arg, p, n, "the changed workbook", err);
}

static const char *first_sheet(struct arena *a, const struct buf *b)
{
    struct package *k;
    struct edit_book book;
    struct err err;
    const char *name = "";

    if (package_open(b->p, b->n, &k, &err) < 0)
        return name;
    if (edit_book_read(&book, a, k, &err) == 0)
        for (size_t i = 0; i < book.n_sheets && !*name; i++)
            if (book.sheets[i].part)
                name = arena_str(a, book.sheets[i].name);
    package_free(k);
    return name;
}

static int edit(struct arena *a, char **argv, int argc, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_FILE_BYTES), out CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *value, *update = json_object(a), *diff;
    int fd = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    struct repack_to to = { put, &fd };
    struct edit_request r = { .updates = json_push(a, json_array(a), update) };

    if (fd < 0 || file_read(argv[1], "the workbook", &b, err) < 0 ||
        json_parse(a, argv[4], strlen(argv[4]), &value, err) < 0)
        return -1;
    json_set(a, update, "cell_address", json_str(a, argv[3]));
    json_set(a, update, "value", value);
    r.worksheet = argc > 5 ? argv[5] : first_sheet(a, &b);
    if (edit_workbook(b.p, b.n, &r, &to, NULL, a, &diff, err) < 0)
        return -1;
    json_write(&out, diff);
    puts(out.p);
    return close(fd);
}

int main(int argc, char **argv)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct err err = { 0 };

    if (argc < 5)
        return 2;
    if (edit(a, argv, argc, &err) == 0)
        return 0;
    printf("%s: %s (%s)\n", err_name(err.code), err.message, err.detail);
    return 1;
}
