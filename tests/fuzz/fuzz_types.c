/* fuzz_types.c - any lines as the cells of a column: it gets a type, and every cell is a value, none, or a misfit.
 *
 * The first byte says how often the lines are repeated, so that columns with few misfits come about.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "grid/columns/builder.h"
#include "grid/columns/columns.h"
#include "grid/datum.h"
#include "grid/notes.h"
#include "grid/table.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void add_lines(struct builder *b, const char *p, const char *end)
{
    struct err err;

    while (p < end) {
        const char *line = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)((line ? line : end) - p);
        struct datum d = { .kind = n ? DATUM_TEXT : DATUM_NONE, .n = (uint32_t)n, .p = p };
        if (builder_add(b, &d, 1, &err))
            abort();
        p += n + 1;
    }
}

static void check(const struct columns *c)
{
    struct buf scratch CLEANUP(buf_done) = BUF(1 << 20);
    const struct column *column;
    uint64_t values = 0;
    size_t n;

    columns_describe(c, &column);
    for (uint64_t row = 0; row < columns_rows(c); row++)
        values += columns_value(c, 0, row, &scratch, &n) != NULL;
    if (values + column->nulls + column->misfits != columns_rows(c))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const name = "date";
    struct arena *a;
    struct builder *b;
    struct columns *c;
    struct notes notes;
    struct err err;

    if (size == 0 || memchr(data, 0, size) || !str_is_utf8((const char *)data, size))
        return 0;
    a = arena_new();
    b = builder_new(1);
    notes_init(&notes, a);
    for (unsigned i = 0; i <= data[0] % 32u; i++)
        add_lines(b, (const char *)data + 1, (const char *)data + size);
    if (builder_end(b, &name, NULL, &notes, &c, &err))
        abort();
    check(c);
    columns_free(c);
    builder_free(b);
    arena_free(a);
    return 0;
}
