/* feed.c - a ring of blocks between the thread that unpacks and the one that reads.
 *
 * A block has room in front of its bytes for what the reader left over of the one before, so the two are joined by
 * copying a few bytes. The ring is small enough to stay in the processor's cache. A part of FEED_ALONE_BYTES or less is
 * unpacked by the reading thread itself: starting another would take longer.
 */
#include "office/package/feed.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/package/encoding.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES (256u << 10) /* four of them fit a small second-level cache */
#define BLOCKS 4                 /* one read, one filled, and two for when one of the threads is held up */

struct block {
    char *room; /* WORKBOOK_TOKEN_BYTES for what is left over, then BLOCK_BYTES */
    size_t n;   /* 0: the end */
};

struct feed {
    struct part_stream *stream;
    struct encoding encoding;
    struct block blocks[BLOCKS];
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t filled, read; /* blocks filled and done with; under the lock */
    bool stopped;        /* the reader wants no more; under the lock */
    bool failed;         /* err holds why; under the lock */
    struct err err;
};

static char *block_bytes(const struct block *b)
{
    return b->room + WORKBOOK_TOKEN_BYTES;
}

static int fill(struct feed *f, struct block *b, struct err *err)
{
    return encoding_next(&f->encoding, f->stream, block_bytes(b), BLOCK_BYTES, &b->n, err);
}

/* ---- the thread that unpacks ---- */

/* Waits for a free block; false when the reader wants no more. */
static bool wait_free(struct feed *f)
{
    bool go;

    pthread_mutex_lock(&f->lock);
    while (!f->stopped && f->filled - f->read == BLOCKS)
        pthread_cond_wait(&f->changed, &f->lock);
    go = !f->stopped;
    pthread_mutex_unlock(&f->lock);
    return go;
}

static void *unpack(void *arg)
{
    struct feed *f = arg;
    size_t at = 0;
    bool more = true;

    while (more && wait_free(f)) {
        struct block *b = &f->blocks[at++ % BLOCKS];
        int done = fill(f, b, &f->err);
        more = done == 0 && b->n > 0;
        pthread_mutex_lock(&f->lock);
        f->failed = done < 0;
        f->filled++;
        pthread_cond_signal(&f->changed);
        pthread_mutex_unlock(&f->lock);
    }
    return NULL;
}

/* ---- the one that reads ---- */

/* Waits for block number `at`. */
static int wait_filled(struct feed *f, size_t at, struct err *err)
{
    bool failed;

    pthread_mutex_lock(&f->lock);
    while (f->filled <= at)
        pthread_cond_wait(&f->changed, &f->lock);
    failed = f->failed && f->filled == at + 1;
    pthread_mutex_unlock(&f->lock);
    if (failed)
        *err = f->err;
    return failed ? -1 : 0;
}

/* So many blocks are done with. */
static void let_go(struct feed *f, size_t blocks, bool stop)
{
    pthread_mutex_lock(&f->lock);
    f->read = blocks;
    f->stopped = stop;
    pthread_cond_signal(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

/* Hands on the block's bytes behind what is left over, which is moved into its room. */
static int hand_on(struct block *b, const char **left, size_t *left_n, feed_fn *fn, void *arg, struct err *err)
{
    char *p = block_bytes(b) - *left_n;
    size_t n = *left_n + b->n, used = 0;
    int go;

    memmove(p, *left, *left_n);
    go = fn(arg, p, n, b->n == 0, &used, err);
    *left = p + used;
    *left_n = n - used;
    if (go == 0 && *left_n > WORKBOOK_TOKEN_BYTES)
        return workbook_long_cell(err);
    return go;
}

static int read_threaded(struct feed *f, const struct cancel *cancel, feed_fn *fn, void *arg, struct err *err)
{
    const char *left = "";
    size_t left_n = 0, at = 0;
    bool ended = false;
    int go = 0;

    while (go == 0 && !ended) {
        struct block *b = &f->blocks[at % BLOCKS];
        go = wait_filled(f, at, err);
        if (go == 0)
            go = cancel_check(cancel, err);
        if (go == 0) {
            ended = b->n == 0;
            go = hand_on(b, &left, &left_n, fn, arg, err);
        }
        let_go(f, at++, go != 0 || ended); /* not this one: what is left over stands in it */
    }
    return go;
}

static int read_alone(struct feed *f, const struct cancel *cancel, feed_fn *fn, void *arg, struct err *err)
{
    const char *left = "";
    size_t left_n = 0, at = 0;
    int go = 0;
    struct block *b;

    do {
        b = &f->blocks[at++ % 2];
        if (cancel_check(cancel, err) < 0 || fill(f, b, err) < 0)
            return -1;
        go = hand_on(b, &left, &left_n, fn, arg, err);
    } while (go == 0 && b->n > 0);
    return go;
}

static int read_with_thread(struct feed *f, const struct cancel *cancel, feed_fn *fn, void *arg, struct err *err)
{
    pthread_t thread;
    int go;

    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->changed, NULL);
    if (pthread_create(&thread, NULL, unpack, f) == 0) {
        go = read_threaded(f, cancel, fn, arg, err);
        pthread_join(thread, NULL);
    } else {
        go = read_alone(f, cancel, fn, arg, err);
    }
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
    return go;
}

int feed_part(const struct part *part, const struct cancel *cancel, feed_fn *fn, void *arg, struct err *err)
{
    struct feed f = { 0 };
    bool alone = part->size <= FEED_ALONE_BYTES;
    int go = 0;

    if (part_stream_open(part, &f.stream, err) < 0)
        return -1;
    for (size_t i = 0; i < (alone ? 2 : BLOCKS); i++) {
        f.blocks[i].room = malloc(WORKBOOK_TOKEN_BYTES + BLOCK_BYTES);
        if (!f.blocks[i].room)
            go = workbook_too_large(err, "no memory for a block");
    }
    if (go == 0)
        go = alone ? read_alone(&f, cancel, fn, arg, err) : read_with_thread(&f, cancel, fn, arg, err);
    for (size_t i = 0; i < BLOCKS; i++)
        free(f.blocks[i].room);
    encoding_done(&f.encoding);
    part_stream_close(f.stream);
    return go;
}
