/* source_print.c - opens a file or a server's address as a source, loads its tables, and prints what came of it.
 *
 *   source_print [--cancel MS] PATH_OR_URL
 *
 * One JSON object a line: {"table","rows","columns":[{"name","type"}],"values":[[..]],"sha256","notes":[]}, of the
 * first rows' values as text; or {"error","message","action","detail"}, and exit status 1. With --cancel the work is
 * taken back after so many milliseconds, and how long it took to notice is in "late_ms".
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "base/world.h"
#include "data/open/open.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "sys/file.h"
#include "sys/location.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#define ROWS_SHOWN 10

static struct cancel cancel;
static int64_t fired_us;

static void fire(int signal)
{
    (void)signal;
    fired_us = world_mono_us();
    cancel_fire(&cancel);
}

static void print(const struct json *v)
{
    struct buf b = BUF(64u << 20);

    json_write(&b, v);
    printf("%s\n", b.p);
    buf_done(&b);
}

static int fail(struct arena *a, const struct err *err)
{
    struct json *v = json_object(a);

    json_set(a, v, "error", json_str(a, err_name(err->code)));
    json_set(a, v, "message", json_str(a, err->message));
    json_set(a, v, "action", json_str(a, err->action));
    json_set(a, v, "detail", json_str(a, err->detail));
    if (fired_us)
        json_set(a, v, "late_ms", json_int(a, (world_mono_us() - fired_us) / 1000));
    print(v);
    return 1;
}

static struct json *columns_json(struct arena *a, const struct columns *c)
{
    struct json *list = json_array(a);
    const struct column *columns;
    size_t n = columns_describe(c, &columns);

    for (size_t i = 0; i < n; i++) {
        struct json *v = json_object(a);
        json_set(a, v, "name", json_str(a, columns[i].name));
        json_set(a, v, "type", json_str(a, column_type_name(columns[i].type)));
        json_push(a, list, v);
    }
    return list;
}

static struct json *values_json(struct arena *a, const struct columns *c)
{
    struct json *rows = json_array(a);
    const struct column *columns;
    size_t n = columns_describe(c, &columns), bytes;
    struct buf scratch = BUF(1u << 21);

    for (uint64_t row = 0; row < columns_rows(c) && row < ROWS_SHOWN; row++) {
        struct json *values = json_array(a);
        for (size_t i = 0; i < n; i++) {
            const char *p = columns_value(c, i, row, &scratch, &bytes);
            json_push(a, values, p ? json_strn(a, p, bytes) : NULL);
        }
        json_push(a, rows, values);
    }
    buf_done(&scratch);
    return rows;
}

static int print_table(struct source *s, size_t i)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *v = json_object(a), *told = json_array(a);
    struct loaded loaded = { 0 };
    struct notes notes;
    struct err err;

    notes_init(&notes, a);
    if (s->ops->load(s, i, &cancel, a, &notes, &loaded, &err))
        return fail(a, &err);
    for (size_t k = 0; k < notes.n; k++)
        json_push(a, told, json_str(a, notes.text[k]));
    json_set(a, v, "table", json_str(a, s->tables[i].name));
    json_set(a, v, "rows", json_int(a, (int64_t)columns_rows(loaded.columns)));
    json_set(a, v, "columns", columns_json(a, loaded.columns));
    json_set(a, v, "values", values_json(a, loaded.columns));
    json_set(a, v, "sha256", json_str(a, loaded.sha256));
    json_set(a, v, "notes", told);
    print(v);
    columns_free(loaded.columns);
    return 0;
}

static int open_given(struct arena *a, const char *name, struct buf *file, struct source **ret, struct err *err)
{
    struct source_bytes *bytes = arena_alloc(a, sizeof *bytes);

    if (source_is_url(&(struct location){ .path = name }))
        return source_open_url(name, NULL, &cancel, ret, err);
    if (file_read(name, "the file", file, err))
        return -1;
    *bytes = (struct source_bytes){ .p = file->p, .n = file->n, .name = file_basename(name), .fd = -1 };
    return source_open(bytes, &cancel, ret, err);
}

int main(int argc, char **argv)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf file CLEANUP(buf_done) = BUF(1u << 30);
    struct source *s;
    struct err err;
    int failed = 0;

    cancel_init(&cancel, NULL, 0);
    if (argc == 4 && strcmp(argv[1], "--cancel") == 0) {
        long ms = strtol(argv[2], NULL, 10);
        struct itimerval timer = { .it_value = { .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 } };
        signal(SIGALRM, fire);
        setitimer(ITIMER_REAL, &timer, NULL);
    } else if (argc != 2) {
        fprintf(stderr, "usage: source_print [--cancel MS] PATH_OR_URL\n");
        return 2;
    }
    if (open_given(a, argv[argc - 1], &file, &s, &err))
        return fail(a, &err);
    for (size_t i = 0; i < s->n_tables; i++)
        failed |= print_table(s, i);
    source_close(s);
    return failed;
}
