/* fuzz_json_source.c - any bytes as a JSON file: its tables found, loaded, and shown, which must give as many rows. */
#include "base/arena.h"
#include "base/err.h"
#include "formats/json_source.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid, struct err *err)
{
    (void)arg;
    (void)err;
    if (!name || !heads || n == 0 || is_grid)
        abort();
    return 0;
}

static int row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    (void)values;
    (void)n;
    (void)err;
    ++*(uint64_t *)arg;
    return 0;
}

static void check(struct source *s, size_t i)
{
    struct arena *a = arena_new();
    uint64_t rows = 0;
    struct show_to to = { .arg = &rows, .begin = begin, .row = row };
    struct loaded loaded = { 0 };
    struct notes notes;
    struct err err;
    char number[24];

    notes_init(&notes, a);
    snprintf(number, sizeof number, "%zu", i + 1);
    if (s->ops->load(s, i, NULL, a, &notes, &loaded, &err) < 0) {
        if (!*err.message)
            abort();
    } else {
        if (s->n_tables == 1 && (s->ops->show(s, &(struct show){ .sheet = number }, NULL, a, &notes, &to, &err) < 0 ||
                                 rows != columns_rows(loaded.columns)))
            abort();
        columns_free(loaded.columns);
    }
    arena_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source_bytes bytes = { .p = (const char *)data, .n = size, .name = "x.json", .fd = -1 };
    struct source *s;
    struct err err;

    (void)json_source_fits((const char *)data, size);
    if (json_source_open(&bytes, NULL, &s, &err) < 0) {
        if (!*err.message || !*err.action)
            abort();
        return 0;
    }
    for (size_t i = 0; i < s->n_tables && i < 4; i++)
        check(s, i);
    s->ops->close(s);
    return 0;
}
