/* dataset_files.c - the files of a dataset: opened, hashed, and looked for in the cache.
 *
 * The hash in an answer is taken here, not by the worker: what a worker says may be the work of the file it reads. It
 * is taken of the same open file, which is looked at before and after (workset_unchanged), and for a large file while
 * the worker parses it.
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
#include <unistd.h>

#define WHAT "the data file"

/* ---- opening ---- */

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void dataset_close_files(struct dataset_setup *s)
{
    for (size_t i = 0; i < s->n; i++) {
        assert(s->files);
        close_one(&s->files[i].fd);
        close_one(&s->files[i].wal);
        close_one(&s->files[i].cache_from);
        close_one(&s->files[i].cache_to);
    }
}

static int open_one(struct dataset_file *f, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct file_stat beside;
    struct err none;

    f->sha256[0] = '\0';
    if (file_open(f->path, WHAT, &f->fd, &f->opened, err))
        return -1;
    if (f->opened.size > DATA_SOURCE_BYTES) {
        err_set(err, ERR_TOO_LARGE, "Could not read the data file: it is larger than this program handles.",
                "%s: %llu bytes", f->path, (unsigned long long)f->opened.size);
        return err_action(err, "Split it, or put it into a database.");
    }
    /* SQLite writes what is new beside the file. Where there is nothing, that is fine. */
    if (file_open(arena_printf(a, "%s-wal", f->path), WHAT, &f->wal, &beside, &none))
        f->wal = -1;
    return 0;
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

/* The file's size is what it was, or the worker finds that it is not. */
static int hash_one(struct dataset_file *f, const struct cancel *cancel, struct err *err)
{
    struct sha256 *h = sha256_new();
    char *chunk = malloc(DATA_HASH_BYTES), text[SHA256_TEXT_BYTES];
    off_t at = 0;
    int rc = -1;

    if (!chunk)
        abort();
    for (;;) {
        ssize_t got = pread(f->fd, chunk, DATA_HASH_BYTES, at);
        if (got < 0 && errno != EINTR) {
            err_errno(err, errno, "read " WHAT, f->path);
            break;
        }
        if (got == 0 || (got > 0 && cancel_check(cancel, err))) {
            rc = got == 0 ? 0 : -1;
            break;
        }
        if (got > 0) {
            sha256_add(h, chunk, (size_t)got);
            at += got;
        }
    }
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

    for (size_t i = 0; i < s->n; i++)
        bytes += s->files[i].is_url || s->files[i].sha256[0] ? 0 : s->files[i].opened.size;
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

/* ---- the cache ---- */

static struct cache_key key_of(const struct dataset_file *f)
{
    return (struct cache_key){ .size = f->opened.size, .sha256 = f->sha256 };
}

int dataset_find_cached(struct dataset_setup *s, const struct cancel *cancel, struct err *err)
{
    for (size_t i = 0; s->cache && i < s->n; i++) {
        struct dataset_file *f = &s->files[i];

        /* A file with something beside it is more than its own bytes. */
        if (f->is_url || f->opened.size < CACHE_FROM_BYTES || f->wal >= 0)
            continue;
        if (cache_may_have(s->cache, f->opened.size)) {
            if (!f->sha256[0] && hash_one(f, cancel, err))
                return -1;
            f->cache_from = cache_open(s->cache, key_of(f));
        }
        if (f->cache_from < 0)
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
            cache_keep(s->cache, f->cache_to, key_of(f));
    }
    for (size_t i = 0; i < s->n; i++) {
        assert(s->files);
        close_one(&s->files[i].cache_from);
        close_one(&s->files[i].cache_to);
    }
}
