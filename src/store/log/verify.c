/* verify.c - the whole log, checked in blocks by several threads.
 *
 * The file is cut into blocks of VERIFY_BLOCK_BYTES. A block's lines are those that begin in it; the last may end in
 * the next. Each thread claims the next block, reads it, and checks what can be checked alone: every line's form and
 * hash, and that the lines follow each other. As each line tells its number, the thread also builds its part of the
 * hash tree, in pieces cut where the whole tree's full subtrees end. What is known of a block is then joined to what is
 * known of those before it: the first line must follow the last one there, and the pieces are hung behind the tree.
 *
 * Joining goes strictly from the beginning, by whoever finishes the block that is next, and stops at the first bad
 * line, so the result is the same for any number of threads. A thread holds the text of one block and one longest line;
 * blocks checked out of order wait as a few kilobytes each, at most VERIFY_AHEAD of them. Nobody waits for anything but
 * a block being checked, and only when it is that far behind.
 *
 * Only what the file held when it was opened is looked at: it may grow meanwhile. It is read and not mapped, so that a
 * file cut short under our eyes is a result and not a signal.
 */
#include "store/log/verify.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/timefmt.h"
#include "store/log/chain.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#define HASH_CHARS (SHA256_TEXT_BYTES - 1)
/* A byte before the block, the block, a line and its newline. */
#define ROOM_BYTES (1 + VERIFY_BLOCK_BYTES + AUDIT_LINE_BYTES + 1)

/* One subtree of 2^k leaves that is whole in the whole tree. */
struct subtree {
    uint64_t leaves;
    unsigned char root[SHA256_BYTES];
};

/* One block: its lines while a thread has it, and what is known of it afterwards. */
struct block {
    char *room;            /* the thread's, ROOM_BYTES */
    const char *p, *end;   /* the lines, in room; nothing of the last is missing unless the file ends there */
    uint64_t lines, bytes; /* good ones */
    char parent[HASH_CHARS], head[HASH_CHARS];
    uint64_t first;            /* the first line's number */
    struct subtree pieces[64]; /* in order; their sizes grow, so there are no more than bits in a number */
    size_t n_pieces;
    struct merkle rest; /* behind the pieces */
    char first_time[TIME_TEXT_BYTES], last_time[TIME_TEXT_BYTES];
    struct verify_jump jumps[AUDIT_JUMPS]; /* within the block */
    size_t n_jumps;
    bool is_bad;     /* the line behind the good ones is */
    bool has_failed; /* the block could not be read */
    struct err err;  /* why, for either */
    bool is_done;    /* it waits to be joined; under the lock */
};

/* What all threads share. */
struct check {
    int fd;
    const char *path;
    const struct verify_options *options;
    uint64_t file_size;
    uint64_t size;  /* how far the file is looked at */
    bool is_longer; /* there is more, which nobody signed */
    const struct cancel *cancel;
    _Atomic uint64_t claimed; /* blocks, from the first */
    _Atomic bool stopped;     /* the result is known, or something failed */

    pthread_mutex_t lock; /* for all below */
    pthread_cond_t moved; /* joined has changed, or stopped */
    uint64_t joined;      /* blocks, from the first */
    struct chain good;    /* where the chain stands behind the last joined line */
    char last_time[TIME_TEXT_BYTES];
    struct verify_jump jumps[AUDIT_JUMPS];
    size_t n_jumps;
    bool is_bad, has_failed;
    struct err err; /* why the line behind `good` is bad, or what failed */

    struct block blocks[VERIFY_AHEAD]; /* block i at i % VERIFY_AHEAD, from being claimed to being joined */
};

/* ---- reading ---- */

/* Up to n bytes at the offset, fewer only at the end of the file. */
static int read_at(const struct check *c, char *p, size_t n, uint64_t at, size_t *ret_n, struct err *err)
{
    size_t done = 0;

    while (done < n) {
        ssize_t got = pread(c->fd, p + done, n - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return err_errno(err, errno, "read the audit log", c->path);
        if (got == 0)
            break;
        done += (size_t)got;
    }
    *ret_n = done;
    return 0;
}

static size_t least(uint64_t a, uint64_t b)
{
    return (size_t)(a < b ? a : b);
}

/* The rest of the line that the block's last byte may be within; at most a byte more than a line may have. */
static int read_rest_of_line(const struct check *c, struct block *b, uint64_t at, size_t *n, struct err *err)
{
    size_t most = *n + AUDIT_LINE_BYTES + 1;

    while (b->room[*n - 1] != '\n' && *n < most && at + *n < c->size) {
        size_t want = least(least(FILE_CHUNK_BYTES, most - *n), c->size - at - *n), got = 0;
        const char *newline;
        if (read_at(c, b->room + *n, want, at + *n, &got, err) < 0)
            return -1;
        if (got == 0)
            break;
        newline = memchr(b->room + *n, '\n', got);
        *n += newline ? (size_t)(newline - b->room) + 1 - *n : got;
    }
    return 0;
}

/* Reads block i and finds the lines that begin in it. The byte before the block tells whether one begins at its first.
 */
static int read_block(const struct check *c, struct block *b, uint64_t i, struct err *err)
{
    uint64_t at = i * VERIFY_BLOCK_BYTES, before = i > 0;
    size_t want = least(VERIFY_BLOCK_BYTES, c->size - at) + (size_t)before, n;

    at -= before;
    b->p = b->end = b->room;
    if (read_at(c, b->room, want, at, &n, err) < 0)
        return -1;
    if (before) {
        const char *newline = n > 0 ? memchr(b->room, '\n', n) : NULL;
        if (!newline)
            return 0; /* one line from before to behind this block: whoever has its beginning says so */
        b->p = newline + 1;
    }
    if (n == want && n > (size_t)(b->p - b->room) && read_rest_of_line(c, b, at, &n, err) < 0)
        return -1;
    b->end = b->room + n;
    return 0;
}

/* ---- one block ---- */

static void spoil(struct block *b, const char *why)
{
    err_say(&b->err, ERR_AUDIT_BROKEN, "%s", why);
    b->is_bad = true;
}

/* Hangs a line behind the others. Pieces end where the number of leaves before them, which is that of the whole tree,
 * has its lowest bit: up to there they fill a subtree. */
static void add_leaf(struct block *b, const char *line, size_t n)
{
    uint64_t before = b->first - 1 + b->lines - b->rest.leaves;
    unsigned char leaf[SHA256_BYTES];
    struct subtree *piece;

    merkle_leaf(line, n, leaf);
    merkle_add(&b->rest, leaf);
    if (b->rest.leaves != (before & -before))
        return;
    piece = &b->pieces[b->n_pieces++];
    piece->leaves = b->rest.leaves;
    memcpy(piece->root, b->rest.roots[0], SHA256_BYTES);
    b->rest.leaves = 0;
}

/* Times are text of one form, so that text in order is time in order, but for a full second, which has no fraction. */
static void note_time(struct verify_jump *jumps, size_t *n, uint64_t entry, const char *before, const char *now)
{
    int64_t from, to;

    if (*n == AUDIT_JUMPS || !*before || strcmp(now, before) >= 0)
        return;
    if (time_read(before, strlen(before), &from) && time_read(now, strlen(now), &to) && from - to > AUDIT_CLOCK_US)
        jumps[(*n)++] = (struct verify_jump){ entry, from - to };
}

static void keep_time(struct block *b, const struct chain_line *l)
{
    char now[TIME_TEXT_BYTES] = "";

    if (l->timestamp_n < sizeof now)
        memcpy(now, l->timestamp, l->timestamp_n);
    note_time(b->jumps, &b->n_jumps, l->sequence, b->last_time, now);
    if (b->lines == 0)
        memcpy(b->first_time, now, sizeof now);
    memcpy(b->last_time, now, sizeof now);
}

static const char wrong_number[] = "its sequence_number is not one more than the entry before has";
static const char wrong_parent[] = "its parent_hash is not the hash of the entry before";

/* One line with its newline; false when it is bad. */
static bool check_line(struct block *b, const char *line, size_t n)
{
    struct chain_line l;

    if (chain_read(line, n - 1, &l, &b->err) < 0) {
        b->is_bad = true;
        return false;
    }
    if (b->lines == 0) {
        b->first = l.sequence;
        memcpy(b->parent, l.parent, HASH_CHARS);
    } else if (l.sequence != b->first + b->lines) {
        spoil(b, wrong_number);
        return false;
    } else if (memcmp(l.parent, b->head, HASH_CHARS) != 0) {
        spoil(b, wrong_parent);
        return false;
    }
    memcpy(b->head, l.hash, HASH_CHARS);
    keep_time(b, &l);
    add_leaf(b, line, n - 1);
    b->lines++;
    b->bytes += n;
    return true;
}

static void check_block(const struct check *c, struct block *b)
{
    const char *p = b->p;

    while (p < b->end) {
        const char *newline = memchr(p, '\n', (size_t)(b->end - p));
        if (!newline) {
            spoil(b, b->end - p > AUDIT_LINE_BYTES ? "the line is longer than an entry may be"
                     : c->is_longer                ? "no entry ends where the signed log does"
                                                   : "the line has no end");
            return;
        }
        if (!check_line(b, p, (size_t)(newline + 1 - p)))
            return;
        p = newline + 1;
    }
}

static void block_init(struct block *b)
{
    b->lines = b->bytes = 0;
    b->n_pieces = b->n_jumps = 0;
    b->first_time[0] = b->last_time[0] = '\0';
    b->rest.leaves = 0;
    b->is_bad = b->has_failed = false;
}

/* Reads and checks block i, apart from all others. */
static void do_block(const struct check *c, struct block *b, uint64_t i)
{
    block_init(b);
    b->has_failed = cancel_check(c->cancel, &b->err) < 0 || read_block(c, b, i, &b->err) < 0;
    if (!b->has_failed)
        check_block(c, b);
}

/* ---- joining; the lock is held ---- */

static void join_tree(struct merkle *tree, const struct block *b)
{
    struct merkle full;
    bool fits = true;

    for (size_t i = 0; i < b->n_pieces; i++) {
        full.leaves = b->pieces[i].leaves;
        memcpy(full.roots[0], b->pieces[i].root, SHA256_BYTES);
        fits = merkle_join(tree, &full) && fits;
    }
    fits = merkle_join(tree, &b->rest) && fits;
    assert(fits);
}

/* Whether the block's first line follows the last one so far. */
static bool follows(const struct chain *good, struct block *b)
{
    if (b->first != good->entries + 1)
        spoil(b, wrong_number);
    else if (memcmp(b->parent, good->head, HASH_CHARS) != 0)
        spoil(b, wrong_parent);
    else
        return true;
    return false;
}

static void join_times(struct check *c, const struct block *b)
{
    note_time(c->jumps, &c->n_jumps, b->first, c->last_time, b->first_time);
    for (size_t i = 0; i < b->n_jumps && c->n_jumps < AUDIT_JUMPS; i++)
        c->jumps[c->n_jumps++] = b->jumps[i];
    memcpy(c->last_time, b->last_time, sizeof c->last_time);
}

static void join_block(struct check *c, struct block *b)
{
    struct chain *good = &c->good;

    if (b->lines > 0 && follows(good, b)) {
        join_times(c, b);
        join_tree(&good->tree, b);
        good->entries += b->lines;
        good->bytes += b->bytes;
        memcpy(good->head, b->head, HASH_CHARS);
    }
    c->is_bad = b->is_bad;
    c->has_failed = b->has_failed;
    if (b->is_bad || b->has_failed) {
        c->err = b->err;
        c->stopped = true;
    }
}

/* ---- the whole ---- */

/* The place of block i, once the one that had it before is joined; NULL when there is no need to go on. */
static struct block *place_of(struct check *c, uint64_t i)
{
    struct block *b;

    pthread_mutex_lock(&c->lock);
    while (!c->stopped && i >= c->joined + VERIFY_AHEAD)
        pthread_cond_wait(&c->moved, &c->lock);
    b = c->stopped ? NULL : &c->blocks[i % VERIFY_AHEAD];
    pthread_mutex_unlock(&c->lock);
    return b;
}

/* Hands in a block, and joins all that are next. */
static void hand_in(struct check *c, struct block *b)
{
    pthread_mutex_lock(&c->lock);
    b->is_done = true;
    while (!c->stopped && c->blocks[c->joined % VERIFY_AHEAD].is_done) {
        struct block *next = &c->blocks[c->joined % VERIFY_AHEAD];
        join_block(c, next);
        next->is_done = false;
        c->joined++;
    }
    pthread_cond_broadcast(&c->moved);
    pthread_mutex_unlock(&c->lock);
}

static void *work(void *arg)
{
    struct check *c = arg;
    char *room = malloc(ROOM_BYTES);

    if (!room)
        abort();
    for (;;) {
        uint64_t i = c->claimed++;
        struct block *b = i * VERIFY_BLOCK_BYTES < c->size ? place_of(c, i) : NULL;
        if (!b)
            break;
        b->room = room;
        do_block(c, b, i);
        hand_in(c, b);
    }
    free(room);
    return NULL;
}

/* The caller's thread is one of them; one that cannot be started is done without. */
static void work_on_threads(struct check *c, int threads)
{
    uint64_t blocks = (c->size + VERIFY_BLOCK_BYTES - 1) / VERIFY_BLOCK_BYTES;
    pthread_t others[VERIFY_THREADS];
    int n = 0;

    if (threads <= 0)
        threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads > VERIFY_THREADS)
        threads = VERIFY_THREADS;
    while (n + 1 < threads && (uint64_t)n + 1 < blocks && pthread_create(&others[n], NULL, work, c) == 0)
        n++;
    work(c);
    while (n > 0)
        pthread_join(others[--n], NULL);
}

/* The lines that wait, as if they stood in the file. What is there of them already must be the same. */
static int join_waiting(struct check *c, struct err *err)
{
    const struct verify_options *o = c->options;
    size_t there = c->file_size > o->waiting.at ? least(o->waiting.n, c->file_size - o->waiting.at) : 0, n = 0;
    struct block *b = &c->blocks[0];
    char *copy;
    bool same;

    if (c->is_bad || c->good.bytes != o->waiting.at)
        return 0;
    copy = malloc(there + 1);
    if (!copy)
        abort();
    if (there > 0 && read_at(c, copy, there, o->waiting.at, &n, err) < 0) {
        free(copy);
        return -1;
    }
    same = n == there && memcmp(copy, o->waiting.lines, there) == 0;
    free(copy);
    block_init(b);
    b->p = o->waiting.lines;
    b->end = o->waiting.lines + o->waiting.n;
    if (same)
        check_block(c, b);
    else
        spoil(b, "the file's last lines are not the ones that were committed; the next write puts them right");
    join_block(c, b);
    return 0;
}

static int open_log(struct check *c, const struct chain *expected, struct err *err)
{
    struct stat st;

    c->fd = open(c->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (c->fd < 0 || fstat(c->fd, &st) < 0)
        return err_errno(err, errno, "read the audit log", c->path);
    if (!S_ISREG(st.st_mode))
        return err_set(err, ERR_INVALID_INPUT, "The audit log is not a file.", "%s is no regular file", c->path);
    c->file_size = c->options->size ? c->options->size : (uint64_t)st.st_size;
    c->size = c->file_size;
    c->is_longer = expected && c->size > expected->bytes;
    if (c->is_longer)
        c->size = expected->bytes;
    if (c->options->waiting.n > 0 && c->size > c->options->waiting.at)
        c->size = c->options->waiting.at;
    return 0;
}

/* ---- the result ---- */

void verify_failed(struct verify_result *r, uint64_t entry, const char *reason, va_list args)
{
    r->ok = false;
    r->first_bad = entry;
    vsnprintf(r->reason, sizeof r->reason, reason, args);
}

PRINTF(3, 4) static void found(struct verify_result *r, uint64_t entry, const char *reason, ...)
{
    va_list args;

    va_start(args, reason);
    verify_failed(r, entry, reason, args);
    va_end(args);
}

/* The chain holds and yet the tree differs: an entry was changed in what the chain's hash does not cover, or the chain
 * was computed anew. Of the full subtrees, which both trees have alike, the first that differs tells how far it is. */
static void found_other_tree(struct verify_result *r, const struct merkle *ours, const struct merkle *signed_tree)
{
    uint64_t first = 1, left = ours->leaves;

    for (size_t i = 0; left > 0; i++) {
        uint64_t leaves = (uint64_t)1 << (63 - __builtin_clzll(left));
        if (memcmp(ours->roots[i], signed_tree->roots[i], SHA256_BYTES) != 0) {
            found(r, first, "of the entries %" PRIu64 " to %" PRIu64 ", at least one is not as it was signed", first,
                  first + leaves - 1);
            return;
        }
        first += leaves;
        left -= leaves;
    }
}

static void compare(struct verify_result *r, const struct check *c, const struct chain *expected)
{
    if (r->entries < expected->entries)
        found(r, r->entries + 1, "the log ends here, and was signed with %" PRIu64 " entries", expected->entries);
    else if (r->entries > expected->entries)
        found(r, expected->entries + 1, "the log was signed with %" PRIu64 " entries", expected->entries);
    else if (!c->options->root)
        found_other_tree(r, &c->good.tree, &expected->tree);
    else if (strcmp(r->root, c->options->root) != 0)
        found(r, 1, "the entries are not as they were signed");
    if (r->ok && strcmp(r->head, expected->head) != 0)
        found(r, r->entries + 1, "the entry before is not the one that was signed as the last");
    if (r->ok && c->is_longer && !c->options->may_be_longer)
        found(r, r->entries + 1, "the log goes on behind the last entry that was signed");
}

static void conclude(struct check *c, const struct chain *expected, struct verify_result *r)
{
    unsigned char root[SHA256_BYTES];

    *r = (struct verify_result){ .ok = true, .entries = c->good.entries, .bytes = c->good.bytes };
    memcpy(r->head, c->good.head, sizeof r->head);
    merkle_root(&c->good.tree, root);
    hex_text(root, sizeof root, r->root);
    memcpy(r->jumps, c->jumps, sizeof r->jumps);
    r->n_jumps = c->n_jumps;
    if (c->is_bad)
        found(r, r->entries + 1, "%s", c->err.message);
    else if (r->bytes < c->size)
        found(r, r->entries + 1, "the file was changed while it was read");
    else if (expected)
        compare(r, c, expected);
}

int verify_log_as(const char *path, const struct verify_options *options, const struct cancel *cancel,
                  struct verify_result *ret, struct err *err)
{
    struct check *c = calloc(1, sizeof *c);
    int result;

    if (!c || pthread_mutex_init(&c->lock, NULL) != 0 || pthread_cond_init(&c->moved, NULL) != 0)
        abort();
    c->path = path;
    c->options = options;
    c->cancel = cancel;
    chain_init(&c->good);
    result = open_log(c, options->expected, err);
    if (result == 0) {
        work_on_threads(c, options->threads);
        if (c->has_failed)
            *err = c->err;
        result = c->has_failed ? -1 : 0;
    }
    if (result == 0 && options->waiting.n > 0)
        result = join_waiting(c, err);
    if (result == 0)
        conclude(c, options->expected, ret);
    if (c->fd >= 0)
        close(c->fd);
    pthread_cond_destroy(&c->moved);
    pthread_mutex_destroy(&c->lock);
    free(c);
    return result;
}

int verify_log(const char *path, const struct chain *expected, int threads, const struct cancel *cancel,
               struct verify_result *ret, struct err *err)
{
    return verify_log_as(path, &(struct verify_options){ .expected = expected, .threads = threads }, cancel, ret, err);
}
