/* dataset_files.c - the files of a dataset: opened, hashed, and looked for in the cache.
 *
 * The hash in an answer is taken here, not by the worker: what a worker says may be the work of the file it reads. It
 * is taken of the same open file, and for a large one while the worker parses it. The file is looked at when both are
 * done: unless it is as it was when it was opened, the hash may be of other bytes than those that were read.
 *
 * A SQLite database is two files: what was committed last stands in NAME-wal until somebody moves it. Both are looked
 * at, opened and hashed as one; a log that is there and cannot be read is an error, as the figures would be old ones.
 * So is one that is a symbolic link: SQLite follows none, and what it leads to may be what nobody allowed to be read.
 */
#include "base/arena.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "data/cache.h"
#include "data/dataset_node.h"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WHAT "the data file"

/* ---- opening ---- */

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_cache(struct dataset_setup *s)
{
    for (size_t i = 0; i < s->n; i++) {
        assert(s->files);
        close_one(&s->files[i].cache_from);
        close_one(&s->files[i].cache_to);
    }
}

void dataset_close_files(struct dataset_setup *s)
{
    for (size_t i = 0; i < s->n; i++) {
        assert(s->files);
        close_one(&s->files[i].fd);
        close_one(&s->files[i].wal);
    }
    close_cache(s);
}

bool dataset_same_file(const struct file_stat *a, const struct file_stat *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size && a->mtime_ns == b->mtime_ns &&
           a->ctime_ns == b->ctime_ns;
}

int dataset_look(struct dataset_setup *s, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();

    for (size_t i = 0; i < s->n; i++) {
        struct dataset_file *f = &s->files[i];
        struct location wal;
        struct err none;

        if (f->is_url)
            continue;
        if (location_stat(&f->at, WHAT, &f->stat, err))
            return -1;
        wal = location_beside(a, &f->at, "-wal");
        if (location_stat(&wal, WHAT, &f->wal_stat, &none))
            f->wal_stat = (struct file_stat){ .size = 0 };
        f->sidecar = sidecar_look(&f->at);
    }
    return 0;
}

static bool is_sqlite(int fd)
{
    static const char magic[] = "SQLite format 3"; /* and its NUL */
    char start[sizeof magic];

    return pread(fd, start, sizeof start, 0) == sizeof start && memcmp(start, magic, sizeof magic) == 0;
}

static int check_size(const struct location *at, const struct file_stat *st, struct err *err)
{
    if (st->size <= DATA_SOURCE_BYTES)
        return 0;
    err_set(err, ERR_TOO_LARGE, "Could not read the data file: it is larger than this program handles.",
            "%s: %llu bytes", location_name(at), (unsigned long long)st->size);
    return err_action(err, "Split it, or put it into a database.");
}

/* Opens the log, where there is one that holds something. What is no ordinary file, or has a name longer than one can
 * be, SQLite did not write. */
static int open_wal(struct dataset_file *f, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct location at;

    f->wal_opened = (struct file_stat){ .size = 0 };
    if (!is_sqlite(f->fd))
        return 0;
    at = location_beside(a, &f->at, "-wal");
    if (location_open(&at, WHAT, &f->wal, &f->wal_opened, err)) {
        f->wal = -1;
        return err->code == ERR_NOT_FOUND || err->code == ERR_INVALID_INPUT ? 0 : -1;
    }
    if (f->wal_opened.size == 0)
        close_one(&f->wal);
    return check_size(&at, &f->wal_opened, err);
}

static int open_one(struct dataset_file *f, struct err *err)
{
    f->sha256[0] = '\0';
    if (location_open(&f->at, WHAT, &f->fd, &f->opened, err))
        return -1;
    return check_size(&f->at, &f->opened, err) || open_wal(f, err) ? -1 : 0;
}

int dataset_open_files(struct dataset_setup *s, struct err *err)
{
    dataset_close_files(s);
    for (size_t i = 0; i < s->n; i++)
        if (!s->files[i].is_url && open_one(&s->files[i], err))
            return -1;
    return 0;
}

/* ---- hashing ---- */

/* Adds all bytes of an open file. Their number is what it was, or dataset_unchanged() finds that it is not. */
static int hash_bytes(struct sha256 *h, const char *path, int fd, char *chunk, const struct cancel *cancel,
                      struct err *err)
{
    off_t at = 0;

    for (;;) {
        ssize_t got = pread(fd, chunk, DATA_HASH_BYTES, at);
        if (got < 0 && errno != EINTR)
            return err_errno(err, errno, "read " WHAT, path);
        if (got == 0)
            return 0;
        if (got > 0) {
            sha256_add(h, chunk, (size_t)got);
            at += got;
        }
        if (cancel_check(cancel, err))
            return -1;
    }
}

static int hash_one(struct dataset_file *f, const struct cancel *cancel, struct err *err)
{
    struct sha256 *h = sha256_new();
    char *chunk = malloc(DATA_HASH_BYTES), text[SHA256_TEXT_BYTES];
    int rc;

    if (!chunk)
        abort();
    rc = hash_bytes(h, location_name(&f->at), f->fd, chunk, cancel, err);
    if (rc == 0 && f->wal >= 0)
        rc = hash_bytes(h, location_name(&f->at), f->wal, chunk, cancel, err);
    sha256_end_text(h, text);
    if (rc == 0)
        memcpy(f->sha256, text, sizeof text);
    free(chunk);
    return rc;
}

struct hashing {
    struct dataset_setup *setup;
    const struct cancel *cancel;
    pthread_t thread;
    bool has_thread;
    int rc;
    struct err err;
};

static void *hash_all(void *arg)
{
    struct hashing *h = arg;

    for (size_t i = 0; h->rc == 0 && i < h->setup->n; i++) {
        struct dataset_file *f = &h->setup->files[i];
        if (!f->is_url && !f->sha256[0])
            h->rc = hash_one(f, h->cancel, &h->err);
    }
    return NULL;
}

static bool is_large(const struct dataset_setup *s)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct dataset_file *f = &s->files[i];
        bytes += f->is_url || f->sha256[0] ? 0 : f->opened.size + f->wal_opened.size;
    }
    return bytes > DATA_HASH_ALONE;
}

/* Without a thread it is done at once, which for small files is while the worker starts. */
struct hashing *hashing_start(struct dataset_setup *s, const struct cancel *cancel)
{
    struct hashing *h = calloc(1, sizeof *h);

    if (!h)
        abort();
    h->setup = s;
    h->cancel = cancel;
    h->has_thread = is_large(s) && pthread_create(&h->thread, NULL, hash_all, h) == 0;
    if (!h->has_thread)
        hash_all(h);
    return h;
}

int hashing_end(struct hashing *h, struct err *err)
{
    int rc;

    if (h->has_thread)
        pthread_join(h->thread, NULL);
    rc = h->rc;
    if (rc)
        *err = h->err;
    free(h);
    return rc;
}

static bool is_as_it_was(int fd, const struct file_stat *was)
{
    struct file_stat now;

    return file_stat_fd(fd, &now) && dataset_same_file(&now, was);
}

int dataset_unchanged(const struct dataset_setup *s, struct err *err)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct dataset_file *f = &s->files[i];
        if (!f->is_url && (!is_as_it_was(f->fd, &f->opened) || (f->wal >= 0 && !is_as_it_was(f->wal, &f->wal_opened))))
            return err_set(err, ERR_CONFLICT, "The file changed while it was read.", "source %zu, by its hash", i + 1);
    }
    return 0;
}

/* ---- the cache ---- */

static struct cache_key key_of(const struct dataset_file *f)
{
    return (struct cache_key){ .size = f->opened.size, .sha256 = f->sha256 };
}

int dataset_find_cached(struct dataset_setup *s, const struct cancel *cancel, struct err *err)
{
    close_cache(s);
    for (size_t i = 0; s->cache && i < s->n; i++) {
        struct dataset_file *f = &s->files[i];

        /* An entry's key has the size of one file. */
        if (f->is_url || f->opened.size < CACHE_FROM_BYTES || f->wal >= 0 || f->sidecar)
            continue;
        if (cache_may_have(s->cache, f->opened.size)) {
            if (!f->sha256[0] && hash_one(f, cancel, err))
                return -1;
            f->cache_from = cache_open(s->cache, key_of(f));
        }
        /* A worker with several sources could write of one what it read in another. */
        if (f->cache_from < 0 && s->n == 1)
            f->cache_to = cache_make(s->cache);
    }
    return 0;
}

static struct dataset_file *file_at(struct dataset_setup *s, const struct json *list, size_t i)
{
    int64_t at = -1;

    return json_int64(json_at(list, i), &at) && at >= 0 && at < (int64_t)s->n ? &s->files[at] : NULL;
}

void dataset_keep_cached(struct dataset_setup *s, const struct json *answer)
{
    const struct json *saved = json_get(answer, "saved"), *damaged = json_get(answer, "damaged");

    for (size_t i = 0; i < json_len(damaged); i++) {
        const struct dataset_file *f = file_at(s, damaged, i);
        if (f && f->cache_from >= 0)
            cache_remove(s->cache, key_of(f));
    }
    for (size_t i = 0; i < json_len(saved); i++) {
        const struct dataset_file *f = file_at(s, saved, i);
        if (f && f->cache_to >= 0 && f->sha256[0])
            cache_keep(s->cache, f->cache_to, key_of(f), CACHE_BYTES);
    }
    close_cache(s);
}
