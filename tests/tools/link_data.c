/* link_data.c - files into a schema, as the worker's sources give them. */
#include "link_data.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "data/open/open.h"
#include "grid/columns/columns.h"
#include "grid/notes.h"
#include "grid/table.h"
#include "link/schema.h"
#include "sys/file.h"
#include "sys/location.h"
#include <stdio.h>
#include <time.h>

struct filling {
    struct arena *arena;
    struct link_schema *schema;
    int64_t us; /* spent on the schema, the cells' texts included */
};

/* Of this thread, so that what else the machine does is not counted. */
static int64_t cpu_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void add_table(struct filling *f, const char *name, const struct columns *c)
{
    struct table t = { .name = name, .rows = columns_rows(c) };
    const struct column *columns;
    int64_t from;

    t.n_columns = columns_describe(c, &columns);
    t.columns = arena_array(f->arena, t.n_columns, sizeof *t.columns);
    for (size_t i = 0; i < t.n_columns; i++)
        t.columns[i] = columns[i];
    from = cpu_us();
    link_schema_table(f->schema, &t);
    link_schema_columns(f->schema, c, NULL, NULL);
    f->us += cpu_us() - from;
}

static int add_file(struct filling *f, const char *path, struct err *err)
{
    struct buf file CLEANUP(buf_done) = BUF(1u << 30);
    struct source_bytes bytes = { .name = file_basename(path), .fd = -1 };
    struct notes notes;
    struct source *s;
    struct err why;

    if (file_read(path, "the file", &file, err))
        return -1;
    bytes.p = file.p;
    bytes.n = file.n;
    if (source_open(&bytes, NULL, &s, &why)) {
        fprintf(stderr, "%s: %s\n", bytes.name, why.message);
        return 0;
    }
    notes_init(&notes, f->arena);
    for (size_t i = 0; i < s->n_tables; i++) {
        struct loaded loaded = { 0 };
        if (s->ops->load(s, i, NULL, f->arena, &notes, &loaded, &why)) {
            fprintf(stderr, "%s: %s\n", s->tables[i].name, why.message);
            continue;
        }
        add_table(f, s->tables[i].name, loaded.columns);
        columns_free(loaded.columns);
    }
    source_close(s);
    return 0;
}

int link_data_folder(const char *path, struct link_schema **ret, double *ret_ms, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct filling f = { .arena = a, .schema = link_schema_new() };
    const struct location at = { .path = path }, *files;
    struct notes notes;
    bool is_folder;
    int64_t from;
    size_t n;

    notes_init(&notes, a);
    if (sources_expand(a, &at, &notes, &files, &n, &is_folder, err))
        goto fail;
    for (size_t i = 0; i < n; i++)
        if (add_file(&f, files[i].path, err))
            goto fail;
    from = cpu_us();
    link_schema_end(f.schema);
    if (ret_ms)
        *ret_ms = (double)(f.us + cpu_us() - from) / 1e3;
    *ret = f.schema;
    return 0;
fail:
    link_schema_free(f.schema);
    return -1;
}
