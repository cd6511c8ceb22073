/* fuzz_sqlite_source.c - any bytes as a SQLite database and, behind a length, as its log. Most bytes are none, so the
 * heads that would stop every input at once are put right first. */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "formats/sqlite_source.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 100

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void load(struct source *s)
{
    for (size_t i = 0; i < s->n_tables && i < 4; i++) {
        struct arena *a = arena_new();
        struct cancel cancel;
        struct loaded loaded = { 0 };
        struct notes notes;
        struct err err;

        cancel_init(&cancel, NULL, 2000);
        notes_init(&notes, a);
        if (s->ops->load(s, i, &cancel, a, &notes, &loaded, &err) == 0)
            columns_free(loaded.columns);
        else if (!*err.message)
            abort();
        arena_free(a);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n = size > 2 ? 2 + (size_t)(data[0] << 8 | data[1]) : 0;
    struct source_bytes bytes = { .name = "x.db", .fd = -1 }, wal = { .name = "x.db-wal", .fd = -1 };
    struct source *s;
    struct err err;
    char *copy;

    if (size < 2 + HEAD)
        return 0;
    n = n > size || n < 2 + HEAD ? size : n;
    n -= (n - 2) % 512; /* whole pages of the smallest size */
    if (n < 2 + 512)
        return 0;
    copy = malloc(n - 2);
    if (!copy)
        abort();
    memcpy(copy, data + 2, n - 2);
    memcpy(copy, "SQLite format 3", 16);
    memcpy(copy + 16, "\2\0", 2);
    memset(copy + 28, 0, 4); /* the count of pages: not known */
    bytes.p = copy;
    bytes.n = n - 2;
    wal.p = (const char *)data + n;
    wal.n = size - n;
    bytes.wal = wal.n ? &wal : NULL;
    if (sqlite_source_open(&bytes, NULL, &s, &err) == 0) {
        load(s);
        s->ops->close(s);
    } else if (!*err.message) {
        abort();
    }
    free(copy);
    return 0;
}
