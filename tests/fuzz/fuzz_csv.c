/* fuzz_csv.c - any bytes as a CSV file: found out about, shown twice, which must give the same, shown raw, and loaded
 * with as many rows as are shown of the table. */
#include "base/arena.h"
#include "base/err.h"
#include "csv/csv_source.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/source.h"
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct sum {
    uint64_t hash, rows;
    size_t columns;
    bool is_grid;
};

static void add(struct sum *s, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        s->hash = (s->hash ^ (unsigned char)p[i]) * 1099511628211u;
    s->hash = (s->hash ^ 256) * 1099511628211u;
}

static int begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid, struct err *err)
{
    struct sum *s = arg;

    (void)err;
    *s = (struct sum){ .columns = n, .is_grid = is_grid };
    add(s, name, 1);
    for (size_t i = 0; i < n; i++)
        add(s, heads[i].name, 1);
    return 0;
}

static int row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    struct sum *s = arg;

    (void)err;
    if (n > s->columns || (n < s->columns && !s->is_grid))
        abort();
    s->rows++;
    for (size_t i = 0; i < n; i++) {
        if (values[i].kind != DATUM_NONE && values[i].kind != DATUM_TEXT)
            abort();
        if (values[i].kind == DATUM_TEXT)
            add(s, values[i].p, values[i].n);
    }
    return 0;
}

static void check(int rc, const struct err *err)
{
    if (rc && (!*err->message || !*err->action))
        abort();
}

static int show(struct source *s, bool raw, struct arena *a, struct sum *sum)
{
    struct show what = { .raw = raw };
    struct show_to to = { .arg = sum, .begin = begin, .row = row };
    struct notes notes;
    struct err err;
    int rc;

    notes_init(&notes, a);
    rc = s->ops->show(s, &what, NULL, a, &notes, &to, &err);
    check(rc, &err);
    return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source_bytes bytes = { .p = (const char *)data, .n = size, .name = "x.csv", .fd = -1 };
    struct sum first = { 0 }, again = { 0 }, raw = { 0 };
    struct loaded loaded;
    struct arena *a;
    struct source *s;
    struct notes notes;
    struct err err;
    int rc = csv_source(&bytes, NULL, &s, &err);

    check(rc, &err);
    if (rc)
        return 0;
    a = arena_new();
    notes_init(&notes, a);
    rc = show(s, false, a, &first);
    if (show(s, false, a, &again) != rc || first.hash != again.hash || first.rows != again.rows)
        abort();
    (void)show(s, true, a, &raw);
    rc = s->ops->load(s, 0, NULL, a, &notes, &loaded, &err);
    check(rc, &err);
    if (rc == 0) {
        if (columns_rows(loaded.columns) > first.rows)
            abort();
        columns_free(loaded.columns);
    }
    s->ops->close(s);
    arena_free(a);
    return 0;
}
