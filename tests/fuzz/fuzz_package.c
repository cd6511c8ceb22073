/* fuzz_package.c - any bytes as a workbook: opened, every part read, every sheet shown and every table loaded, or
 * refused in words. */
#include "../unit/zip_testing.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "office/package/package.h"
#include "office/workbook.h"
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void said(const struct err *err)
{
    if (!*err->message)
        abort();
}

static void read_parts(const char *p, size_t n)
{
    struct package *k;
    const struct part *parts;
    struct err err;

    if (package_open(p, n, &k, &err) < 0) {
        said(&err);
        return;
    }
    for (size_t i = 0, count = package_parts(k, &parts); i < count; i++) {
        struct buf b CLEANUP(buf_done) = BUF(1u << 22);
        if (package_find(k, parts[i].name) == NULL && *parts[i].name)
            abort();
        if (package_read(&parts[i], &b, &err) < 0)
            said(&err);
    }
    package_free(k);
}

static int begin(void *arg, const char *name, const struct show_head *heads, size_t n, bool is_grid, struct err *err)
{
    (void)arg;
    (void)name;
    (void)heads;
    (void)n;
    (void)is_grid;
    (void)err;
    return 0;
}

static int row(void *arg, const struct datum *values, size_t n, struct err *err)
{
    size_t *rows = arg;

    (void)values;
    (void)n;
    return ++*rows > 100000 ? err_set(err, ERR_CANCELLED, "enough", "enough") : 0;
}

static void use(struct source *s)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct notes notes;
    struct err err;
    size_t rows = 0;

    notes_init(&notes, a);
    for (size_t i = 0; i < s->n_tables && i < 8; i++) {
        struct loaded l;
        if (s->ops->load(s, i, NULL, a, &notes, &l, &err) < 0)
            said(&err);
        else
            columns_free(l.columns);
    }
    if (s->ops->show(s, &(struct show){ .shown = true }, NULL, a, &notes,
                     &(struct show_to){ .arg = &rows, .begin = begin, .row = row }, &err) < 0)
        said(&err);
}

static void read_workbook(const char *p, size_t n)
{
    struct source_bytes bytes = { .p = p, .n = n, .name = "f.xlsx", .fd = -1 };
    struct source *s;
    struct err err;

    read_parts(bytes.p, bytes.n);
    if (workbook_open(&bytes, NULL, &s, &err) < 0) {
        said(&err);
    } else {
        use(s);
        s->ops->close(s);
    }
}

static void read_made(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "xl/worksheets/sheet1.xml",
                                         "xl/workbook.xml",
                                         "xl/sharedStrings.xml",
                                         "xl/styles.xml",
                                         "xl/tables/table1.xml",
                                         "xl/_rels/workbook.xml.rels",
                                         "xl/worksheets/_rels/sheet1.xml.rels",
                                         "_rels/.rels" };
    struct zip_made z;

    zip_init(&z);
    for (size_t i = 0; i < COUNT_OF(names) && size > 0; i++) {
        const uint8_t *stop = memchr(data, 0xff, size);
        size_t n = stop ? (size_t)(stop - data) : size;
        zip_add_twisted(&z, names[i], data, n, &(struct zip_twist){ .flags = 0 });
        data += n + (stop != NULL);
        size -= n + (stop != NULL);
    }
    zip_end(&z, false);
    read_workbook(z.bytes.p, z.bytes.n);
    zip_done(&z);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == 'P')
        read_workbook((const char *)data, size);
    else
        read_made(data, size);
    return 0;
}
