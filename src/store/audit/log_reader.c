/* log_reader.c - one descriptor, one growing block that never holds more than a line and what was read with it. */
#include "store/audit/log_reader.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/json.h"
#include "base/str.h"
#include "store/store.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK_BYTES (1u << 18) /* one read */

static const char *const what = "read the audit log";

static int open_log(const char *path, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat st;

    if (fd < 0 || fstat(fd, &st) != 0)
        return err_errno(err, errno, what, path);
    if (S_ISREG(st.st_mode))
        return fd;
    close(fd);
    return err_set(err, ERR_AUDIT_BROKEN, "The audit log is not a file.", "%s is no regular file", path);
}

/* Adds up to n bytes at byte `at` to b; fails at the end of the file, which must not come before `to`. */
static int read_block(int fd, uint64_t at, uint64_t to, struct buf *b, struct err *err)
{
    size_t n = to - at < BLOCK_BYTES ? (size_t)(to - at) : BLOCK_BYTES;
    ssize_t got;

    if (!buf_reserve(b, n))
        return buf_check(b, err);
    do
        got = pread(fd, b->p + b->n, n, (off_t)at);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return err_errno(err, errno, what, NULL);
    if (got == 0)
        return err_set(err, ERR_AUDIT_BROKEN, "The audit log is shorter than it should be.",
                       "ends at byte %llu of %llu", (unsigned long long)at, (unsigned long long)to);
    b->n += (size_t)got;
    b->p[b->n] = '\0';
    return 0;
}

/* Hands on the whole lines at the beginning of b and takes them out of it. */
static int hand_on(struct buf *b, log_reader_line *each, void *arg, struct err *err)
{
    size_t done = 0;
    const char *end;
    int status = 0;

    while (status == 0 && (end = memchr(b->p + done, '\n', b->n - done))) {
        size_t n = (size_t)(end - (b->p + done));
        struct chain_line line;
        status = chain_read(b->p + done, n, &line, err);
        if (status == 0)
            status = each(arg, b->p + done, n, &line, err);
        done += n + 1;
    }
    memmove(b->p, b->p + done, b->n - done);
    buf_cut(b, b->n - done);
    return status;
}

int log_reader_read(const char *path, uint64_t from, uint64_t to, const struct cancel *cancel, log_reader_line *each,
                    void *arg, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(AUDIT_LINE_BYTES + BLOCK_BYTES);
    int fd = open_log(path, err), status = 0;

    if (fd < 0)
        return -1;
    while (status == 0 && from < to) {
        size_t before = b.n;
        status = cancel_check(cancel, err);
        if (status == 0)
            status = read_block(fd, from, to, &b, err);
        from += b.n - before;
        if (status == 0)
            status = hand_on(&b, each, arg, err);
    }
    close(fd);
    return status;
}

int log_reader_tail(const char *path, uint64_t to, uint64_t n, uint64_t *ret_from, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(BLOCK_BYTES);
    uint64_t at = to, ends = 0;
    int fd = open_log(path, err), status = 0;

    if (fd < 0)
        return -1;
    while (status == 0 && at > 0 && ends <= n) {
        uint64_t start = at > BLOCK_BYTES ? at - BLOCK_BYTES : 0;
        buf_cut(&b, 0);
        while (status == 0 && b.n < at - start)
            status = read_block(fd, start + b.n, at, &b, err);
        for (size_t i = b.n; status == 0 && i-- > 0 && ends <= n;)
            if (b.p[i] == '\n' && ++ends > n)
                *ret_from = start + i + 1;
        at = start;
    }
    close(fd);
    if (status == 0 && ends <= n)
        *ret_from = 0;
    return status;
}

/* ---- proving ---- */

struct leaves {
    struct arena *arena;
    const char *entry; /* as the person named it */
    uint64_t wanted;   /* its sequence number, or 0 */
    unsigned char (*hash)[SHA256_BYTES];
    uint64_t n, room;
    uint64_t found; /* from 1 */
    const char *line;
};

static bool is_wanted(const struct leaves *l, const struct chain_line *line)
{
    size_t n = strlen(l->entry);

    if (l->wanted)
        return line->sequence == l->wanted;
    return n <= line->entry_id_n && memcmp(line->entry_id, l->entry, n) == 0;
}

static int keep_leaf(void *arg, const char *text, size_t n, const struct chain_line *line, struct err *err)
{
    struct leaves *l = arg;

    if (l->n == l->room)
        return err_set(err, ERR_AUDIT_BROKEN, "The audit log has more entries than it should.", "over %llu lines",
                       (unsigned long long)l->room);
    merkle_leaf(text, n, l->hash[l->n++]);
    if (!is_wanted(l, line))
        return 0;
    if (l->found && !l->wanted)
        return err_say(err, ERR_INVALID_INPUT, "More than one entry begins like that; give more of its id.");
    l->found = l->n;
    l->line = arena_dup(l->arena, text, n);
    return 0;
}

static int leaf_at(void *arg, uint64_t i, unsigned char ret[static SHA256_BYTES], struct err *err)
{
    (void)err;
    memcpy(ret, ((struct leaves *)arg)->hash[i], SHA256_BYTES);
    return 0;
}

static struct json *hex(struct arena *a, const unsigned char hash[static SHA256_BYTES])
{
    char text[SHA256_TEXT_BYTES];

    hex_text(hash, SHA256_BYTES, text);
    return json_str(a, text);
}

static int proof_json(struct arena *a, const struct leaves *l, const struct merkle_proof *p, const char *signed_head,
                      struct json **ret, struct err *err)
{
    struct json *proof = json_object(a), *path = json_array(a), *head;
    unsigned char leaf[SHA256_BYTES], root[SHA256_BYTES];

    if (json_parse(a, signed_head, strlen(signed_head), &head, err) < 0)
        return -1;
    memcpy(leaf, l->hash[p->leaf], sizeof leaf);
    if (!merkle_check(p, leaf, root))
        return err_set(err, ERR_INTERNAL, "The proof could not be made.", "a proof of the wrong length");
    for (size_t i = 0; i < p->n; i++)
        json_push(a, path, hex(a, p->path[i]));
    json_set(a, proof, "leaf_index", json_int(a, (int64_t)p->leaf));
    json_set(a, proof, "tree_size", json_int(a, (int64_t)p->leaves));
    json_set(a, proof, "line", json_str(a, l->line));
    json_set(a, proof, "path", path);
    json_set(a, proof, "root", hex(a, root));
    json_set(a, proof, "head", head);
    *ret = proof;
    return 0;
}

/* A number names an entry by its place, anything else by its id. */
static uint64_t sequence_of(const char *entry)
{
    char *end;
    unsigned long long n = strtoull(entry, &end, 10);

    return *end == '\0' && strlen(entry) < 19 ? n : 0;
}

int log_reader_prove(struct store *s, const char *path, const char *entry, const struct cancel *cancel, struct arena *a,
                     struct json **ret, struct err *err)
{
    struct leaves l = { .arena = a, .entry = entry, .wanted = sequence_of(entry) };
    struct chain chain;
    struct merkle_proof proof;
    const char *signed_head;
    int status;

    if (store_head(s, a, &chain, &signed_head, err) < 0)
        return -1;
    l.room = chain.entries;
    l.hash = calloc(chain.entries ? chain.entries : 1, sizeof *l.hash);
    if (!l.hash)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory for the proof.", "%llu leaves",
                       (unsigned long long)chain.entries);
    status = log_reader_read(path, 0, chain.bytes, cancel, keep_leaf, &l, err);
    if (status == 0 && !l.found) {
        err_say(err, ERR_NOT_FOUND, "There is no such entry in the log.");
        status = err_action(err, "'assay audit show' lists entries with their numbers.");
    }
    if (status == 0)
        status = merkle_prove(l.found - 1, l.n, leaf_at, &l, &proof, err);
    if (status == 0)
        status = proof_json(a, &l, &proof, signed_head, ret, err);
    free(l.hash);
    return status;
}
