/* dataset.c - loading sources, and keeping what was loaded while it is true.
 *
 * A dataset is immutable once loaded and counts its users; the cache is one of them, so a dataset that is dropped from
 * the cache lives on until the last query over it has ended. Loading happens outside the lock: two threads that want
 * the same file at once may both load it, and the second gives its own up for the first's.
 *
 * Every dataset has an engine of its own. One engine for all would be faster to open, and would let a question about
 * one file see another's.
 */
#include "data/dataset.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/str.h"
#include "data/csv.h"
#include "data/engine.h"
#include "data/notes.h"
#include "data/records.h"
#include "data/table.h"
#include "sys/file.h"
#include <pthread.h>
#include <stdatomic.h>

#define READ_TRIES 3 /* of a file that changes while it is read */
#define WHAT "the data file"

struct source {
    const char *path;
    struct file_stat stat;
};

struct dataset {
    atomic_uint users;
    atomic_bool broken; /* the engine failed; it is not given out again */
    struct arena *arena;
    struct engine *engine;
    struct source *sources; /* one a table */
    struct table *tables;
    size_t n;
    uint64_t used; /* when it was last asked for, under the cache's lock */
};

struct datasets {
    pthread_mutex_t lock;
    struct dataset *kept[DATASETS_OPEN];
    size_t n;
    uint64_t clock; /* counts openings */
};

/* ---- loading ---- */

static bool same_file(const struct file_stat *a, const struct file_stat *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size && a->mtime_ns == b->mtime_ns;
}

/* Reads the file as it was at one time: what is asked of it before and after must agree. */
static int read_source(struct source *s, struct buf *bytes, struct err *err)
{
    for (int i = 0; i < READ_TRIES; i++) {
        struct file_stat after;
        buf_cut(bytes, 0);
        if (file_read(s->path, WHAT, bytes, err) || file_stat(s->path, WHAT, &after, err))
            return -1;
        if (same_file(&s->stat, &after) && after.size == bytes->n)
            return 0;
        s->stat = after;
    }
    err_set(err, ERR_DATA_UNREADABLE, "The file keeps changing while it is read.", "%s", s->path);
    return err_action(err, "Wait until the program that writes it is done.");
}

/* The first n bytes of a file's name as well-formed text on one line. */
static const char *clean_name(struct arena *a, const char *name, size_t n)
{
    char *copy = arena_dup(a, name, n);
    bool utf8 = str_is_utf8(copy, n);

    for (char *p = copy; *p; p++)
        if ((unsigned char)*p < 0x20 || *p == 0x7f || (!utf8 && (unsigned char)*p > 0x7f))
            *p = '_';
    copy[str_fit_bytes(copy, n, DATA_NAME_BYTES / 2)] = '\0'; /* leaves room for a number */
    return copy;
}

static bool is_taken(const struct dataset *ds, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_same(ds->tables[i].name, name))
            return true;
    return false;
}

/* The names of table i, which is not like those before it. */
static void name_table(struct dataset *ds, size_t i)
{
    const char *base = file_basename(ds->sources[i].path), *dot = strrchr(base, '.');
    size_t stem = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    const char *name = clean_name(ds->arena, base, stem);

    ds->tables[i].source = clean_name(ds->arena, base, strlen(base));
    ds->tables[i].name = name;
    for (int k = 2; is_taken(ds, i, ds->tables[i].name); k++)
        ds->tables[i].name = arena_printf(ds->arena, "%s_%d", name, k);
}

static int load_source(struct dataset *ds, size_t i, const struct cancel *cancel, struct err *err)
{
    struct arena *scratch CLEANUP(arena_cleanup) = arena_new();
    struct buf bytes CLEANUP(buf_done);
    struct table *t = &ds->tables[i];
    struct records *records;
    struct notes notes;

    buf_init(&bytes, DATA_FILE_BYTES);
    notes_init(&notes, ds->arena);
    name_table(ds, i);
    if (read_source(&ds->sources[i], &bytes, err) || cancel_check(cancel, err))
        return -1;
    sha256_text(bytes.p, bytes.n, t->sha256);
    if (csv_open(scratch, bytes.p, bytes.n, &records, err))
        return -1;
    if (!ds->engine && engine_open(0, &ds->engine, err))
        return -1;
    if (engine_load(ds->engine, records, cancel, ds->arena, &notes, t, err))
        return -1;
    t->assumptions = notes_end(&notes, &t->n_assumptions);
    return 0;
}

static void dataset_free(struct dataset *ds)
{
    engine_close(ds->engine);
    arena_free(ds->arena);
    free(ds);
}

static struct dataset *dataset_new(size_t n)
{
    struct dataset *ds = calloc(1, sizeof *ds);

    if (!ds)
        abort();
    ds->arena = arena_new();
    ds->n = n;
    ds->sources = arena_array(ds->arena, n, sizeof *ds->sources);
    ds->tables = arena_array(ds->arena, n, sizeof *ds->tables);
    atomic_init(&ds->users, 1);
    return ds;
}

static int load(struct dataset *ds, const struct cancel *cancel, struct err *err)
{
    for (size_t i = 0; i < ds->n; i++)
        if (load_source(ds, i, cancel, err))
            return -1;
    return 0;
}

/* ---- the cache; all of it under the lock ---- */

static bool same_paths(const struct dataset *a, const struct dataset *b)
{
    for (size_t i = 0; a->n == b->n && i < a->n; i++)
        if (strcmp(a->sources[i].path, b->sources[i].path) != 0)
            return false;
    return a->n == b->n;
}

static bool same_files(const struct dataset *a, const struct dataset *b)
{
    for (size_t i = 0; i < a->n; i++)
        if (!same_file(&a->sources[i].stat, &b->sources[i].stat))
            return false;
    return true;
}

static void drop(struct datasets *d, size_t i)
{
    dataset_release(d->kept[i]);
    d->kept[i] = d->kept[--d->n];
}

/* The kept dataset with the sources of `like`, with one more user; NULL when there is none. One that is out of date, or
 * whose engine broke, goes. */
static struct dataset *find(struct datasets *d, const struct dataset *like)
{
    for (size_t i = 0; i < d->n; i++) {
        struct dataset *ds = d->kept[i];
        if (!same_paths(ds, like))
            continue;
        if (!same_files(ds, like) || atomic_load(&ds->broken)) {
            drop(d, i);
            return NULL;
        }
        ds->used = ++d->clock;
        atomic_fetch_add(&ds->users, 1);
        return ds;
    }
    return NULL;
}

static void keep(struct datasets *d, struct dataset *ds)
{
    size_t oldest = 0;

    if (d->n == DATASETS_OPEN) {
        for (size_t i = 1; i < d->n; i++)
            if (d->kept[i]->used < d->kept[oldest]->used)
                oldest = i;
        drop(d, oldest);
    }
    atomic_fetch_add(&ds->users, 1);
    ds->used = ++d->clock;
    d->kept[d->n++] = ds;
}

/* ---- public ---- */

struct datasets *datasets_new(void)
{
    struct datasets *d = calloc(1, sizeof *d);

    if (!d)
        abort();
    pthread_mutex_init(&d->lock, NULL);
    return d;
}

void datasets_free(struct datasets *d)
{
    if (!d)
        return;
    while (d->n > 0)
        drop(d, d->n - 1);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

/* What the system says of each path now. */
static int look(struct dataset *ds, const char *const *paths, struct err *err)
{
    for (size_t i = 0; i < ds->n; i++) {
        ds->sources[i].path = arena_str(ds->arena, paths[i]);
        if (file_stat(paths[i], WHAT, &ds->sources[i].stat, err))
            return -1;
    }
    return 0;
}

/* The kept dataset like mine, or mine, loaded. */
static int find_or_load(struct datasets *d, struct dataset *mine, const struct cancel *cancel, struct dataset **ret,
                        struct err *err)
{
    struct dataset *ds;

    pthread_mutex_lock(&d->lock);
    ds = find(d, mine);
    pthread_mutex_unlock(&d->lock);
    if (!ds) {
        if (load(mine, cancel, err))
            return -1;
        pthread_mutex_lock(&d->lock);
        ds = find(d, mine); /* somebody else may have been faster */
        if (!ds)
            keep(d, mine);
        pthread_mutex_unlock(&d->lock);
    }
    *ret = ds ? ds : mine;
    return 0;
}

int dataset_open(struct datasets *d, const char *const *paths, size_t n, const struct cancel *cancel,
                 struct dataset **ret, struct err *err)
{
    struct dataset *mine, *ds = NULL;
    int rc;

    if (n == 0 || n > DATA_SOURCES) {
        err_say(err, ERR_INVALID_INPUT, "A question is about 1 to %d files, not %zu.", DATA_SOURCES, n);
        return err_action(err, "Name the files that matter.");
    }
    mine = dataset_new(n);
    rc = look(mine, paths, err) || find_or_load(d, mine, cancel, &ds, err) ? -1 : 0;
    if (ds != mine)
        dataset_free(mine);
    if (rc == 0)
        *ret = ds;
    return rc;
}

void dataset_release(struct dataset *ds)
{
    if (ds && atomic_fetch_sub(&ds->users, 1) == 1)
        dataset_free(ds);
}

size_t dataset_tables(const struct dataset *ds, const struct table **ret)
{
    *ret = ds->tables;
    return ds->n;
}

int dataset_query(struct dataset *ds, const struct dataset_query *q, const struct cancel *cancel, struct arena *a,
                  struct dataset_rows *ret, struct err *err)
{
    if (engine_query(ds->engine, ds->tables, ds->n, q, cancel, a, ret, err) == 0)
        return 0;
    if (err->code == ERR_INTERNAL)
        atomic_store(&ds->broken, true);
    return -1;
}
