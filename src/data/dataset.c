/* dataset.c - sources opened here and read elsewhere, and workers kept while what they hold is true.
 *
 * A dataset is a list of open files and a worker that has them. It counts its users; the list of kept ones is one of
 * them, so a dataset that is dropped from the list lives on until the last call over it has ended. The worker is
 * started by the first job, under the dataset's own lock: threads that want the same file at once find the same dataset
 * and wait for one worker.
 *
 * Every dataset has a worker of its own. One for all would be faster to open, and would let a question about one file,
 * or a fault in it, touch another.
 */
#include "data/dataset.h"
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/world.h"
#include "data/dataset_node.h"
#include "data/open/open.h"
#include "data/pii/column_policy.h"
#include "sys/file.h"
#include "sys/secrets.h"
#include <stdlib.h>
#include <string.h>

struct datasets {
    pthread_mutex_t lock;
    char *program, *cache;                   /* the cache's folder; NULL: none */
    struct dataset *kept[DATASETS_OPEN + 1]; /* one more while room is made for it */
    size_t n;
    uint64_t clock; /* counts openings */
    struct secrets *secrets;
};

/* ---- one dataset ---- */

static void dataset_free(struct dataset *ds)
{
    reader_release(ds->reader);
    dataset_close_files(&ds->setup);
    for (size_t i = 0; i < ds->setup.n; i++)
        secret_free(ds->setup.files[i].secret);
    pthread_mutex_destroy(&ds->lock);
    pthread_mutex_destroy(&ds->moment);
    arena_free(ds->held.arena);
    arena_free(ds->arena);
    free(ds);
}

static const char *const *copy_texts(struct arena *a, const char *const *texts, size_t n)
{
    const char **copy = arena_array(a, n, sizeof *copy);

    for (size_t i = 0; texts && i < n; i++)
        copy[i] = arena_str(a, texts[i]);
    return texts ? copy : NULL;
}

static struct dataset *dataset_new(const struct datasets *d, const struct dataset_spec *spec)
{
    struct dataset *ds = calloc(1, sizeof *ds);
    struct dataset_setup *s = &ds->setup;

    if (!ds)
        abort();
    ds->arena = arena_new();
    ds->program = d->program ? arena_str(ds->arena, d->program) : NULL;
    ds->opened_us = world_mono_us();
    s->private = spec->private;
    s->user = spec->user ? arena_str(ds->arena, spec->user) : NULL;
    s->apart = spec->apart;
    s->cache = d->cache && !spec->private ? arena_str(ds->arena, d->cache) : NULL;
    if (spec->policy)
        s->policy = (struct column_policy){
            .allowed = copy_texts(ds->arena, spec->policy->allowed, spec->policy->n_allowed),
            .n_allowed = spec->policy->n_allowed,
            .blocked = copy_texts(ds->arena, spec->policy->blocked, spec->policy->n_blocked),
            .n_blocked = spec->policy->n_blocked,
        };
    pthread_mutex_init(&ds->lock, NULL);
    pthread_mutex_init(&ds->moment, NULL);
    notes_init(&ds->notes, ds->arena);
    atomic_init(&ds->users, 1);
    return ds;
}

static int too_many(struct err *err, size_t n)
{
    err_say(err, ERR_INVALID_INPUT, "A question is about %d files at most, not %zu.", DATA_SOURCES, n);
    return err_action(err, "Name the files that matter.");
}

static int too_long(struct err *err)
{
    err_say(err, ERR_INVALID_INPUT, "The address of a server has at most %d characters.", PG_URL_BYTES);
    return err_action(err, "Check it: it is a name, a database and a few settings.");
}

static struct dataset_file file_at(struct arena *a, const struct location *at, const char *name, bool of_folder)
{
    return (struct dataset_file){ .at = location_copy(a, at),
                                  .name = name ? arena_str(a, name) : NULL,
                                  .is_url = source_is_url(at),
                                  .optional = of_folder,
                                  .fd = -1,
                                  .wal = -1,
                                  .cache_from = -1,
                                  .cache_to = -1 };
}

/* The files that the sources mean. */
static int expand(struct dataset *ds, const struct dataset_spec *spec, struct err *err)
{
    struct dataset_setup *s = &ds->setup;

    s->files = arena_array(ds->arena, DATA_SOURCES, sizeof *s->files);
    for (size_t i = 0; i < spec->n; i++) {
        const char *name = spec->names ? spec->names[i] : NULL;
        const struct location *found;
        bool is_folder;
        size_t n;

        if (source_is_url(&spec->at[i]) && strlen(spec->at[i].path) > PG_URL_BYTES)
            return too_long(err);
        if (sources_expand(ds->arena, &spec->at[i], &ds->notes, &found, &n, &is_folder, err))
            return -1;
        if (n > DATA_SOURCES - s->n)
            return too_many(err, s->n + n);
        for (size_t k = 0; k < n; k++)
            s->files[s->n++] = file_at(ds->arena, &found[k], name, is_folder);
    }
    return 0;
}

/* The passwords of the servers among them, for the whole life of the dataset: another worker may have to be started. */
static int find_secrets(const struct datasets *d, struct dataset_setup *s, struct err *err)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->files[i].is_url &&
            secret_find(s->user ? d->secrets : NULL, s->user, s->files[i].at.path, &s->files[i].secret, err))
            return -1;
    return 0;
}

/* ---- the kept ones; all of it under the list's lock ---- */

static bool same_texts(const char *const *a, size_t n, const char *const *b, size_t n_b)
{
    if (!a || !b)
        return a == b;
    if (n != n_b)
        return false;
    for (size_t i = 0; i < n; i++)
        if (strcmp(a[i], b[i]) != 0)
            return false;
    return true;
}

static bool same_name(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_location(const struct location *a, const struct location *b)
{
    return a->root == b->root && strcmp(a->path, b->path) == 0 && strcmp(location_name(a), location_name(b)) == 0;
}

/* Asked for in the same words: whether the files are still the same is another question. */
static bool same_request(const struct dataset_setup *a, const struct dataset_setup *b)
{
    if (a->n != b->n || a->private != b->private || a->apart != b->apart ||
        !same_texts(a->policy.allowed, a->policy.n_allowed, b->policy.allowed, b->policy.n_allowed) ||
        !same_texts(a->policy.blocked, a->policy.n_blocked, b->policy.blocked, b->policy.n_blocked))
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (!same_location(&a->files[i].at, &b->files[i].at) || a->files[i].optional != b->files[i].optional ||
            !same_name(a->files[i].name, b->files[i].name) || (a->files[i].is_url && !same_name(a->user, b->user)) ||
            !secret_same(a->files[i].secret, b->files[i].secret))
            return false;
    return true;
}

static bool same_files(const struct dataset_setup *a, const struct dataset_setup *b)
{
    for (size_t i = 0; i < a->n; i++)
        if (!dataset_same_file(&a->files[i].stat, &b->files[i].stat) ||
            !dataset_same_file(&a->files[i].wal_stat, &b->files[i].wal_stat) ||
            a->files[i].sidecar != b->files[i].sidecar)
            return false;
    return true;
}

static bool has_worker(struct dataset *ds)
{
    struct reader *r = reader_hold(ds);
    bool alive = r && reader_alive(r);

    reader_release(r);
    return alive;
}

/* A worker may have died while nobody asked it anything, and what a server holds changes without a sign. */
static bool is_usable(struct dataset *ds)
{
    if (atomic_load(&ds->broken) || (atomic_load(&ds->ready) && !has_worker(ds)))
        return false;
    for (size_t i = 0; i < ds->setup.n; i++)
        if (ds->setup.files[i].is_url)
            return world_mono_us() - ds->opened_us < DATA_SERVER_MS * (int64_t)1000;
    return true;
}

/* Takes one out of the list; whoever asked for it releases it, outside the lock: ending a worker takes time. */
static struct dataset *take_out(struct datasets *d, size_t i)
{
    struct dataset *ds = d->kept[i];

    d->kept[i] = d->kept[--d->n];
    return ds;
}

/* The ones that have to go, until the last of them is released. */
struct gone {
    struct dataset *list[DATASETS_OPEN + 3];
    size_t n;
};

/* The kept dataset with the sources of `like`, with one more user; NULL when there is none. One that is out of date, or
 * broken, goes. */
static struct dataset *find(struct datasets *d, const struct dataset *like, struct gone *gone)
{
    for (size_t i = 0; i < d->n; i++) {
        struct dataset *ds = d->kept[i];
        if (!same_request(&ds->setup, &like->setup))
            continue;
        if (!same_files(&ds->setup, &like->setup) || !is_usable(ds)) {
            gone->list[gone->n++] = take_out(d, i);
            return NULL;
        }
        ds->used = ++d->clock;
        atomic_fetch_add(&ds->users, 1);
        return ds;
    }
    return NULL;
}

static uint64_t bytes_of(const struct dataset *ds)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < ds->setup.n; i++)
        bytes += (uint64_t)ds->setup.files[i].stat.size;
    return bytes;
}

static bool is_crowded(const struct datasets *d)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < d->n; i++)
        bytes += bytes_of(d->kept[i]);
    return d->n > DATASETS_OPEN || (d->n > DATASETS_LEAST && bytes > DATASETS_BYTES);
}

/* Adds it to the list; those that were used the longest time ago make room. */
static void keep(struct datasets *d, struct dataset *ds, struct gone *gone)
{
    atomic_fetch_add(&ds->users, 1);
    ds->used = ++d->clock;
    d->kept[d->n++] = ds;
    while (is_crowded(d)) {
        size_t oldest = 0;
        for (size_t i = 1; i < d->n; i++)
            if (d->kept[i]->used < d->kept[oldest]->used)
                oldest = i;
        gone->list[gone->n++] = take_out(d, oldest);
    }
}

/* ---- opening ---- */

struct datasets *datasets_new(const char *program)
{
    struct datasets *d = calloc(1, sizeof *d);

    if (!d || (program && !(d->program = strdup(program))))
        abort();
    pthread_mutex_init(&d->lock, NULL);
    return d;
}

void datasets_home(struct datasets *d, const char *home)
{
    free(d->cache);
    d->cache = NULL;
    if (home && asprintf(&d->cache, "%s/cache", home) < 0)
        abort();
}

void datasets_secrets(struct datasets *d, struct secrets *secrets)
{
    d->secrets = secrets;
}

void datasets_free(struct datasets *d)
{
    if (!d)
        return;
    while (d->n > 0)
        dataset_release(take_out(d, d->n - 1));
    pthread_mutex_destroy(&d->lock);
    free(d->program);
    free(d->cache);
    free(d);
}

/* The kept dataset like mine, or mine, with its files open. */
static int find_or_open(struct datasets *d, struct dataset *mine, struct dataset **ret, struct err *err)
{
    struct gone gone = { .n = 0 };
    struct dataset *ds;
    int rc = 0;

    pthread_mutex_lock(&d->lock);
    ds = find(d, mine, &gone);
    pthread_mutex_unlock(&d->lock);
    if (!ds)
        rc = dataset_open_files(&mine->setup, err);
    if (!ds && rc == 0) {
        pthread_mutex_lock(&d->lock);
        ds = find(d, mine, &gone); /* somebody else may have been faster */
        if (!ds)
            keep(d, mine, &gone);
        pthread_mutex_unlock(&d->lock);
    }
    while (gone.n > 0)
        dataset_release(gone.list[--gone.n]);
    if (rc == 0)
        *ret = ds ? ds : mine;
    return rc;
}

int dataset_open(struct datasets *d, const struct dataset_spec *spec, const struct cancel *cancel, struct dataset **ret,
                 struct err *err)
{
    struct dataset *mine, *ds = NULL;
    int rc;

    if (spec->n > DATA_SOURCES)
        return too_many(err, spec->n);
    if (cancel_check(cancel, err))
        return -1;
    mine = dataset_new(d, spec);
    rc = expand(mine, spec, err) || find_secrets(d, &mine->setup, err) || dataset_look(&mine->setup, err) ||
                 find_or_open(d, mine, &ds, err)
             ? -1
             : 0;
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
