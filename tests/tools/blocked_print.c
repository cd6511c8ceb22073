/* blocked_print.c - reads files as a source and prints what the default patterns leave out of each table.
 *
 *   blocked_print < LIST_OF_PATHS
 *
 * One JSON object a table and line:
 * {"path","table","rows","columns":[{"name","rule","reason","hidden","values":[..]}]}, where rule is null for a column
 * that may be read, hidden is how many of its values are not, and values are the first few as they stand in the file. A
 * file that cannot be read gives {"path","error"}.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/json.h"
#include "data/open/open.h"
#include "data/pii/column_policy.h"
#include "data/pii/pii.h"
#include "data/policy/blocked_values.h"
#include "data/policy/blocking.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "grid/totals/totals.h"
#include "sys/file.h"
#include <stdio.h>
#include <string.h>

#define VALUES_SHOWN 5
#define PATH_BYTES 4096

static struct cancel cancel;

static void print(const struct json *v)
{
    struct buf b CLEANUP(buf_done) = BUF(64u << 20);

    json_write(&b, v);
    printf("%s\n", b.p);
}

static void print_error(const char *path, const struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *v = json_object(a);

    json_set(a, v, "path", json_str(a, path));
    json_set(a, v, "error", json_str(a, err_name(err->code)));
    print(v);
}

static struct json *values_json(struct arena *a, const struct columns *c, size_t column)
{
    struct buf scratch CLEANUP(buf_done) = BUF(1u << 21);
    struct json *list = json_array(a);
    size_t n;

    for (uint64_t row = 0; row < columns_rows(c) && json_len(list) < VALUES_SHOWN; row++) {
        const char *p = columns_value(c, column, row, &scratch, &n);
        if (p)
            json_push(a, list, json_strn(a, p, n));
    }
    return list;
}

static struct json *columns_json(struct arena *a, const struct columns *columns, const struct blocking *j)
{
    struct json *list = json_array(a);
    const struct column *described;

    columns_describe(columns, &described);
    for (size_t i = 0; i < j->n; i++) {
        struct json *v = json_object(a);
        json_set(a, v, "name", json_str(a, described[i].name));
        json_set(a, v, "type", json_str(a, column_type_name(described[i].type)));
        json_set(a, v, "rule", j->columns[i].rule ? json_str(a, j->columns[i].rule) : NULL);
        json_set(a, v, "reason", j->columns[i].rule ? json_str(a, j->columns[i].reason) : NULL);
        json_set(a, v, "hidden", json_int(a, (int64_t)j->values[i].hidden));
        json_set(a, v, "values", values_json(a, columns, i));
        json_push(a, list, v);
    }
    return list;
}

static int print_table(const char *path, struct source *s, size_t i, struct err *err)
{
    const struct column_policy policy = { .blocked = pii_defaults, .n_blocked = pii_defaults_n };
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *v = json_object(a);
    struct loaded loaded = { 0 };
    struct notes notes;
    struct blocking j;

    notes_init(&notes, a);
    if (totals_load(s, i, &cancel, a, &notes, &loaded, err))
        return -1;
    j = blocking_columns(a, &policy, s->tables[i].name, loaded.columns);
    json_set(a, v, "path", json_str(a, path));
    json_set(a, v, "table", json_str(a, s->tables[i].name));
    json_set(a, v, "rows", json_int(a, (int64_t)columns_rows(loaded.columns)));
    json_set(a, v, "columns", columns_json(a, loaded.columns, &j));
    print(v);
    columns_free(loaded.columns);
    return 0;
}

static void judge_file(const char *path)
{
    struct buf file CLEANUP(buf_done) = BUF(1u << 30);
    struct source_bytes bytes;
    struct source *s;
    struct err err;

    if (file_read(path, "the file", &file, &err)) {
        print_error(path, &err);
        return;
    }
    bytes = (struct source_bytes){ .p = file.p, .n = file.n, .name = file_basename(path), .fd = -1 };
    if (source_open(&bytes, &cancel, &s, &err)) {
        print_error(path, &err);
        return;
    }
    for (size_t i = 0; i < s->n_tables; i++)
        if (print_table(path, s, i, &err))
            print_error(path, &err);
    source_close(s);
}

int main(void)
{
    char path[PATH_BYTES];

    cancel_init(&cancel, NULL, 0);
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = '\0';
        judge_file(path);
    }
    return 0;
}
