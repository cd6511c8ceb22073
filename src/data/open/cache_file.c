/* cache_file.c - blocks, an index, and an end. Writing may fail at any point: the writer remembers it and says so once,
 * since a cache that could not be written is no error of the question that was asked. */
#include "data/open/cache_file.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "grid/columns/columns.h"
#include "sys/file.h"
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "assay columns 1"

/* The end of the file; written as it stands in memory, read by the same program on the same machine. */
struct end {
    uint64_t index_at, index_bytes;
    char index_sha256[SHA256_TEXT_BYTES];
    char magic[sizeof MAGIC];
};

struct cache_writer {
    int fd;
    struct arena *arena;
    struct json *tables;
    uint64_t at; /* where the next block begins */
    bool failed;
};

/* ---- writing ---- */

struct cache_writer *cache_writer_new(int fd)
{
    struct cache_writer *w;

    if (fd < 0)
        return NULL;
    w = calloc(1, sizeof *w);
    if (!w)
        abort();
    w->fd = fd;
    w->arena = arena_new();
    w->tables = json_array(w->arena);
    w->failed = ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0; /* an earlier try may have left something */
    return w;
}

/* Blocks begin where columns_map() wants them. */
static bool align(struct cache_writer *w)
{
    w->at = (w->at + COLUMNS_ALIGN - 1) / COLUMNS_ALIGN * COLUMNS_ALIGN;
    return lseek(w->fd, (off_t)w->at, SEEK_SET) == (off_t)w->at;
}

void cache_add(struct cache_writer *w, const struct cached_table *t)
{
    struct json *v, *notes;
    uint64_t bytes;
    struct err err;

    if (!w || w->failed)
        return;
    if (!align(w) || columns_save(t->columns, w->fd, &bytes, &err)) {
        w->failed = true;
        return;
    }
    v = json_object(w->arena);
    notes = json_array(w->arena);
    for (size_t i = 0; i < t->n_notes; i++)
        json_push(w->arena, notes, json_str(w->arena, t->notes[i]));
    if (t->is_file)
        json_set(w->arena, v, "packed", json_int(w->arena, t->packed));
    else
        json_set(w->arena, v, "name", json_str(w->arena, t->name));
    json_set(w->arena, v, "sheet", json_str(w->arena, t->sheet));
    json_set(w->arena, v, "range", json_str(w->arena, t->range));
    json_set(w->arena, v, "hidden", json_bool(w->arena, t->hidden));
    json_set(w->arena, v, "at", json_int(w->arena, (int64_t)w->at));
    json_set(w->arena, v, "bytes", json_int(w->arena, (int64_t)bytes));
    json_set(w->arena, v, "notes", notes);
    json_push(w->arena, w->tables, v);
    w->at += bytes;
}

static bool write_end(struct cache_writer *w)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct end end = { .magic = MAGIC };
    struct err err;

    json_write(&b, w->tables);
    if (b.failed || !align(w))
        return false;
    end.index_at = w->at;
    end.index_bytes = b.n;
    sha256_text(b.p, b.n, end.index_sha256);
    return file_write_fd(w->fd, b.p, b.n, "the cache", &err) == 0 &&
           file_write_fd(w->fd, &end, sizeof end, "the cache", &err) == 0;
}

bool cache_writer_end(struct cache_writer *w, bool keep)
{
    bool done;

    if (!w)
        return false;
    done = keep && !w->failed && write_end(w);
    if (!done && ftruncate(w->fd, 0) != 0)
        done = false; /* it takes up room until the parent closes it, and nothing else */
    arena_free(w->arena);
    free(w);
    return done;
}

/* ---- reading ---- */

static bool read_at(int fd, void *p, size_t n, uint64_t at)
{
    char *to = p;

    while (n > 0) {
        ssize_t got = pread(fd, to, n, (off_t)at);
        if (got <= 0)
            return false;
        to += got;
        at += (uint64_t)got;
        n -= (size_t)got;
    }
    return true;
}

/* The index, if it is what its writer wrote. */
static int read_index(struct arena *a, int fd, struct json **ret)
{
    char sha256[SHA256_TEXT_BYTES];
    struct stat st;
    struct end end;
    struct err err;
    char *text;

    if (fstat(fd, &st) != 0 || st.st_size < (off_t)sizeof end ||
        !read_at(fd, &end, sizeof end, (uint64_t)st.st_size - sizeof end) ||
        memcmp(end.magic, MAGIC, sizeof end.magic) != 0 || end.index_bytes > JSON_MAX_BYTES ||
        end.index_at != (uint64_t)st.st_size - sizeof end - end.index_bytes)
        return -1;
    text = arena_alloc(a, end.index_bytes + 1);
    if (!read_at(fd, text, end.index_bytes, end.index_at))
        return -1;
    sha256_text(text, end.index_bytes, sha256);
    if (memcmp(sha256, end.index_sha256, sizeof sha256) != 0)
        return -1;
    return json_parse(a, text, end.index_bytes, ret, &err);
}

static int read_table(struct arena *a, int fd, const struct json *v, struct cached_table *t)
{
    const struct json *notes = json_get(v, "notes");
    const char **texts;
    struct err err;

    t->name = json_get_text(v, "name");
    t->is_file = !t->name;
    t->packed = (unsigned)json_get_int(v, "packed", 0);
    t->sheet = json_get_text(v, "sheet");
    t->range = json_get_text(v, "range");
    t->hidden = json_get_truth(v, "hidden");
    t->n_notes = json_len(notes);
    texts = arena_array(a, t->n_notes, sizeof *texts);
    for (size_t i = 0; i < t->n_notes; i++)
        if (!(texts[i] = json_text(json_at(notes, i), NULL)))
            return -1;
    t->notes = texts;
    if (t->packed > DATA_PACKED_LEVELS)
        return -1;
    return columns_map(fd, (uint64_t)json_get_int(v, "at", 0), (uint64_t)json_get_int(v, "bytes", 0), &t->columns,
                       &err);
}

int cache_read(struct arena *a, int fd, struct cached_table **ret, size_t *ret_n)
{
    struct cached_table *tables;
    struct json *index;
    size_t n;

    if (read_index(a, fd, &index))
        return -1;
    n = json_len(index);
    tables = arena_array(a, n, sizeof *tables);
    for (size_t i = 0; i < n; i++)
        if (read_table(a, fd, json_at(index, i), &tables[i])) {
            while (i-- > 0)
                columns_free(tables[i].columns);
            return -1;
        }
    *ret = tables;
    *ret_n = n;
    return n > 0 ? 0 : -1;
}
