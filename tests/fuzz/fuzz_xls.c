/* fuzz_xls.c - any bytes as an .xls: as the whole file when they begin as a container does, else as the stream in it.
 */
#include "base/arena.h"
#include "base/err.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "office/workbook.h"
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid, struct err *err)
{
    (void)heads;
    (void)err;
    if (!name || !is_grid)
        abort();
    *(size_t *)arg = n;
    return 0;
}

static int row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    (void)values;
    (void)err;
    if (n > *(size_t *)arg)
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source_bytes bytes = { .p = (const char *)data, .n = size, .name = "x.xls", .fd = -1 };
    struct arena *a = arena_new();
    size_t width = 0;
    struct show_to to = { .arg = &width, .begin = begin, .row = row };
    struct loaded loaded = { 0 };
    struct source *s;
    struct notes notes;
    struct err err;

    notes_init(&notes, a);
    if (xls_open(&bytes, NULL, &s, &err) == 0) {
        if (s->ops->show(s, &(struct show){ .shown = size % 2 }, NULL, a, &notes, &to, &err) < 0 && !*err.message)
            abort();
        if (s->ops->load(s, 0, NULL, a, &notes, &loaded, &err) == 0)
            columns_free(loaded.columns);
        s->ops->close(s);
    } else if (!*err.message) {
        abort();
    }
    arena_free(a);
    return 0;
}
