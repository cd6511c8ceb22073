/* log_file.c - appending by position.
 *
 * After a failed write or sync the file is cut back to what it was: the kernel may drop a page it could not write and
 * call the next sync a success, so only writing again makes sure. Lines found in the file are synced before they count,
 * as whoever wrote them may have died in between.
 *
 * A writer puts its lines into the file before it commits them, under the log's lock, after telling so
 * (append_intent.h). So whoever has the lock and finds more in the file than was committed can tell what a dead writer
 * left, which is cut off, from what somebody else added, which is damage. It is damage, too, when the second head
 * (head_file.h) says that the log was signed further than the database knows: then the database was lost or put back,
 * and the lines are good.
 *
 * Where lines of the outbox are in the file already, they are compared and not trusted: after a power cut a file may
 * have its new length and zeros for content. Lines before the outbox's first were synced before they left it; so an
 * empty outbox means that all is on the disk.
 */
#include "store/log/log_file.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "store/db/db.h"
#include "store/files/file_io.h"
#include "store/files/lock.h"
#include "store/files/syncer.h"
#include "store/log/append_intent.h"
#include "store/log/chain.h"
#include "store/log/head_file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

struct log_file {
    char path[PATH_MAX];
    struct db *db;     /* for the outbox; used under m */
    pthread_mutex_t m; /* held while the lock is */
    int lock;
    int heads;               /* the second head's file */
    int fd;                  /* the same number as long as the log is open */
    _Atomic uint64_t synced; /* last sequence number known to be on the disk; changed under m */
    _Atomic bool behind;     /* changed under m */
    uint64_t reserved;       /* byte up to which there is room; the one writer's */
    struct syncer *syncer;   /* used under m */
    char boot[BOOT_BYTES];
    uint64_t ahead; /* bytes written and not yet settled; under m */
    uint64_t ours;  /* where the last lines that we wrote and committed end; under m */
};

static int io_error(struct err *err, int errnum)
{
    return err_errno(err, errnum, "write the audit log", "logs/data_agent_runs.jsonl");
}

PRINTF(2, 3) static int damaged(struct err *err, const char *detail, ...)
{
    va_list args;

    va_start(args, detail);
    err_setv(err, ERR_STORE_DAMAGED, "The audit log is not what the store says it should be.", detail, args);
    va_end(args);
    return err_action(err, "See what is wrong with `assay audit verify`, or restore the home from a backup.");
}

/* ---- opening ---- */

/* The folder too, so that a new file's name survives a power cut. */
static int open_file(const char *path, int *ret_fd)
{
    char folder[PATH_MAX];
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK, 0600), dir, e = 0;

    if (fd < 0)
        return errno;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0 || fsync(dir) != 0)
        e = errno;
    if (dir >= 0)
        close(dir);
    if (e)
        close(fd);
    else
        *ret_fd = fd;
    return e;
}

int log_file_open(const char *folder, struct db *db, struct log_file **ret, struct err *err)
{
    struct log_file *f = calloc(1, sizeof *f);
    char lock_path[PATH_MAX];
    int e;

    if (!f)
        abort();
    f->db = db;
    f->fd = f->lock = f->heads = -1;
    f->syncer = syncer_new();
    boot_read(f->boot);
    pthread_mutex_init(&f->m, NULL);
    if (snprintf(f->path, sizeof f->path, "%s/data_agent_runs.jsonl", folder) >= PATH_MAX ||
        snprintf(lock_path, sizeof lock_path, "%s/data_agent_runs.lock", folder) >= PATH_MAX) {
        io_error(err, ENAMETOOLONG);
        goto failed;
    }
    if (lock_open(lock_path, &f->lock, err) || head_file_open(folder, &f->heads, err))
        goto failed;
    e = open_file(f->path, &f->fd);
    if (e) {
        err_errno(err, e, "open the audit log", f->path);
        goto failed;
    }
    *ret = f;
    return 0;

failed:
    log_file_close(f);
    return -1;
}

void log_file_close(struct log_file *f)
{
    if (!f)
        return;
    db_close(f->db);
    syncer_free(f->syncer);
    if (f->fd >= 0)
        close(f->fd);
    if (f->lock >= 0)
        close(f->lock);
    if (f->heads >= 0)
        close(f->heads);
    pthread_mutex_destroy(&f->m);
    free(f);
}

/* ---- the lock ---- */

/* The file's length under the lock. A file that was moved away or replaced is opened anew: nobody reads the old one. */
static int look(struct log_file *f, uint64_t *ret_size, struct err *err)
{
    struct stat ours, named;

    if (fstat(f->fd, &ours) != 0)
        return io_error(err, errno);
    if (stat(f->path, &named) != 0 || named.st_ino != ours.st_ino || named.st_dev != ours.st_dev) {
        int fd = -1, e = open_file(f->path, &fd);
        if (e)
            return io_error(err, e);
        e = dup3(fd, f->fd, O_CLOEXEC) < 0 ? errno : 0;
        close(fd);
        if (e || fstat(f->fd, &ours) != 0)
            return io_error(err, e ? e : errno);
    }
    *ret_size = (uint64_t)ours.st_size;
    return 0;
}

static int enter(struct log_file *f, uint64_t *ret_size, struct err *err)
{
    pthread_mutex_lock(&f->m);
    if (lock_take(f->lock, DB_WAIT_MS, err) == 0) {
        if (look(f, ret_size, err) == 0)
            return 0;
        lock_drop(f->lock);
    }
    f->behind = true;
    pthread_mutex_unlock(&f->m);
    return -1;
}

static int leave(struct log_file *f, int result)
{
    f->behind = result != 0;
    lock_drop(f->lock);
    pthread_mutex_unlock(&f->m);
    return result;
}

/* ---- appending ---- */

/* Writes at the end, or leaves the file `size` bytes long. */
static int put(struct log_file *f, uint64_t size, const char *p, size_t n, struct err *err)
{
    int e = write_at(f->fd, p, n, size);

    if (!e)
        return 0;
    cut_to(f->fd, size);
    return io_error(err, e);
}

static int sync_from(struct log_file *f, uint64_t size, struct err *err)
{
    int e = sync_data(f->fd);

    if (!e)
        return 0;
    cut_to(f->fd, size);
    return io_error(err, e);
}

static int state_is_older(struct err *err, uint64_t signed_bytes, uint64_t at)
{
    err_set(err, ERR_STORE_DAMAGED, "The store is older than the audit log: entries were signed that it does not know.",
            "signed up to byte %llu, the store knows of %llu", (unsigned long long)signed_bytes,
            (unsigned long long)at);
    return err_action(err, "Put state.db back from a backup, or go on with another home; "
                           "`assay audit verify` says what is there.");
}

/* Also where the log was put back together with the store. */
static bool is_signed_further(struct log_file *f, uint64_t at, struct err *err)
{
    uint64_t entries, signed_bytes;

    if (!head_file_newest(f->heads, &entries, &signed_bytes) || signed_bytes <= at)
        return false;
    state_is_older(err, signed_bytes, at);
    return true;
}

/* Lines that were never committed. Without a second head only the announcement can tell. */
static int cut_off(struct log_file *f, uint64_t at, uint64_t size, struct err *err)
{
    enum append_intent told = append_intent_judge(f->lock, f->boot, at, size);
    uint64_t entries, signed_bytes;
    bool has_head = head_file_newest(f->heads, &entries, &signed_bytes);
    int e;

    if (has_head && signed_bytes > at)
        return state_is_older(err, signed_bytes, at);
    if (told == APPEND_INTENT_DIFFERS || (told == APPEND_INTENT_UNKNOWN && !has_head))
        return damaged(err, "the log has %llu bytes, the store knows of %llu", (unsigned long long)size,
                       (unsigned long long)at);
    append_intent_keep_cut(f->path, f->fd, at, size);
    e = cut_to(f->fd, at);
    return e ? io_error(err, e) : 0;
}

/* A pass over the outbox: where its next line belongs, and how long the file is by then. */
struct pass {
    struct log_file *f;
    bool begun;
    bool waits;     /* there are lines in the outbox */
    uint64_t start; /* the file's length before the pass, or where it was cut */
    uint64_t size;  /* and now, with what is in `more` */
    uint64_t at;    /* where the next line belongs */
    uint64_t entries, bytes;
    struct buf more;  /* lines to append at size - more.n */
    struct buf there; /* what the file has in a line's place */
};

static int flush(struct pass *p, struct err *err)
{
    if (put(p->f, p->size - p->more.n, p->more.p, p->more.n, err))
        return -1;
    buf_cut(&p->more, 0);
    return 0;
}

/* Whether the file has this line in its place. */
static int has_line(struct pass *p, const char *line, size_t n, bool *ret, struct err *err)
{
    int e;

    *ret = false;
    if (p->size < p->at + n)
        return 0;
    buf_cut(&p->there, 0);
    if (!buf_reserve(&p->there, n))
        return buf_check(&p->there, err);
    e = read_at(p->f->fd, p->there.p, n, p->at);
    if (e)
        return io_error(err, e);
    *ret = memcmp(p->there.p, line, n) == 0;
    return 0;
}

/* A line that is there is written again when the last sync failed: the disk may not have it, whatever is read back. */
static int take_line(struct pass *p, const char *line, size_t n, struct err *err)
{
    bool there;
    int e = 0;

    if (has_line(p, line, n, &there, err))
        return -1;
    if (there && p->f->behind)
        e = write_at(p->f->fd, line, n, p->at);
    else if (!there && p->size > p->at) {
        e = cut_to(p->f->fd, p->at);
        p->start = p->size = p->at;
    }
    if (e)
        return io_error(err, e);
    p->at += n;
    if (there)
        return 0;
    buf_add(&p->more, line, n);
    p->size += n;
    if (buf_check(&p->more, err))
        return -1;
    return p->more.n >= AUDIT_LINE_BYTES ? flush(p, err) : 0;
}

/* The first row says where the outbox begins; the file must reach it. */
static int take_row(void *arg, const struct db_row *row, struct err *err)
{
    struct pass *p = arg;
    const char *line;
    size_t n;

    if (!p->begun) {
        p->begun = true;
        p->entries = (uint64_t)db_int(row, 0);
        p->bytes = (uint64_t)db_int(row, 1);
        p->at = p->bytes - (uint64_t)db_int(row, 2);
        if (p->size <= p->bytes && is_signed_further(p->f, p->bytes, err))
            return -1;
        if (p->size < p->at)
            return damaged(err, "the log has %llu bytes; those up to %llu were in it", (unsigned long long)p->size,
                           (unsigned long long)p->at);
        if (p->size > p->bytes) {
            if (cut_off(p->f, p->bytes, p->size, err))
                return -1;
            p->start = p->size = p->bytes;
        }
    }
    line = db_text(row, 3, &n);
    if (!line)
        return 0;
    p->waits = true;
    return take_line(p, line, n, err);
}

static int catch_up(struct pass *p, struct err *err)
{
    static const char sql[] = "SELECT s.entries, s.bytes,"
                              " (SELECT coalesce(sum(length(line)), 0) FROM audit_outbox), o.line"
                              " FROM audit_state s LEFT JOIN audit_outbox o ON 1 = 1 ORDER BY o.seq";

    if (db_query(p->f->db, sql, NULL, 0, take_row, p, err) || flush(p, err) ||
        (p->waits && sync_from(p->f, p->start, err)))
        return -1;
    if (p->entries > p->f->synced)
        p->f->synced = p->entries;
    return 0;
}

/* Under the lock. Lines written before a failure are taken back, so that nothing counts as there that was not synced.
 */
static int catch_up_from(struct log_file *f, uint64_t size, struct err *err)
{
    struct pass p = { .f = f, .start = size, .size = size };
    int result;

    buf_init(&p.more, 2 * AUDIT_LINE_BYTES + 2);
    buf_init(&p.there, AUDIT_LINE_BYTES + 1);
    result = catch_up(&p, err);
    if (result && p.size > p.start)
        cut_to(f->fd, p.start);
    buf_done(&p.more);
    buf_done(&p.there);
    return result;
}

int log_file_catch_up(struct log_file *f, struct err *err)
{
    uint64_t size = 0;

    if (enter(f, &size, err))
        return -1;
    return leave(f, catch_up_from(f, size, err));
}

/* Under the lock and with the database's for writing nobody else is under way: what is behind `at` is a dead writer's,
 * what lacks before it is in the outbox. The file must end at `at`, and with the right line, before anything is
 * committed: a later line of the same length would hide what is wrong. Whoever did not write the last lines itself
 * compares them with the outbox; a commit that failed and came to life after all leaves others' lines in their place.
 */
static int end_at(struct log_file *f, uint64_t at, uint64_t size, struct err *err)
{
    return size == at && f->ours == at ? 0 : catch_up_from(f, size, err);
}

static int announce(struct log_file *f, uint64_t at, size_t n, struct err *err)
{
    int e = append_intent_announce(f->lock, f->boot, at, n);

    return e ? io_error(err, e) : 0;
}

int log_file_ahead(struct log_file *f, uint64_t at, const void *lines, size_t n, struct err *err)
{
    uint64_t size = 0;

    if (enter(f, &size, err))
        return -1;
    if (end_at(f, at, size, err) || announce(f, at, n, err) || put(f, at, lines, n, err))
        return leave(f, -1);
    f->ahead = n;
    syncer_start(f->syncer, f->fd);
    return 0;
}

/* The second head is for whoever loses the first: that it could not be written is no reason to refuse what is
 * committed. The next one brings it up to date. */
int log_file_settle(struct log_file *f, uint64_t at, uint64_t last, const char *signed_head, struct err *err)
{
    int e;

    if (last > 0)
        (void)head_file_write(f->heads, signed_head);
    e = syncer_wait(f->syncer);
    if (e || last == 0)
        cut_to(f->fd, at);
    if (last == 0)
        return leave(f, 0);
    if (e)
        return leave(f, io_error(err, e));
    f->synced = last;
    f->ours = at + f->ahead;
    return leave(f, 0);
}

int log_file_keep_head(struct log_file *f, const char *signed_head, struct err *err)
{
    uint64_t size = 0, entries, bytes;
    int e = 0;

    if (head_file_newest(f->heads, &entries, &bytes))
        return 0;
    if (enter(f, &size, err))
        return -1;
    if (!head_file_newest(f->heads, &entries, &bytes))
        e = head_file_write(f->heads, signed_head);
    return leave(f, e ? io_error(err, e) : 0);
}

/* ---- room ---- */

/* 0 also where the file system has no such promise. */
static int make_room(int fd, uint64_t at, uint64_t n)
{
    while (fallocate(fd, FALLOC_FL_KEEP_SIZE, (off_t)at, (off_t)n) != 0) {
        if (errno == EOPNOTSUPP || errno == ENOSYS)
            return 0;
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

/* Not under the log's lock, so that reserving does not wait for another's sync.
 * More than is needed now, for the next ones; just what is needed when there is no more. */
int log_file_reserve(struct log_file *f, uint64_t at, uint64_t n, struct err *err)
{
    int e = 0;

    if (at + n > f->reserved) {
        uint64_t more = n + STORE_RESERVE_BYTES;
        e = make_room(f->fd, at, more);
        if (e == ENOSPC || e == EDQUOT || e == EFBIG) {
            more = n;
            e = make_room(f->fd, at, more);
        }
        if (!e)
            f->reserved = at + more;
    }
    return e ? io_error(err, e) : 0;
}

/* ---- looking ---- */

/* The last line of the file, without its newline, from its last bytes in b. */
static const char *last_line(const struct buf *b, size_t *ret_n)
{
    const char *end = b->p + b->n - 1, *before;

    if (b->n == 0 || *end != '\n')
        return NULL;
    before = memrchr(b->p, '\n', b->n - 1);
    *ret_n = (size_t)(end - (before ? before + 1 : b->p));
    return end - *ret_n;
}

static int check_last(struct log_file *f, uint64_t size, const struct chain *c, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(AUDIT_LINE_BYTES + 2);
    size_t want = size < AUDIT_LINE_BYTES + 2 ? (size_t)size : AUDIT_LINE_BYTES + 2, n;
    struct chain_line line;
    struct err why;
    const char *text;
    int e;

    if (!buf_reserve(&b, want))
        return buf_check(&b, err);
    e = read_at(f->fd, b.p, want, size - want);
    if (e)
        return err_errno(err, e, "read the audit log", f->path);
    b.n = want;
    text = last_line(&b, &n);
    if (!text)
        return damaged(err, "the log's last line has no end");
    if (chain_read(text, n, &line, &why))
        return damaged(err, "the log's last line: %s", why.detail);
    if (line.sequence != c->entries || memcmp(line.hash, c->head, SHA256_TEXT_BYTES - 1) != 0)
        return damaged(err, "the log ends with entry %llu, the store with %llu, or their hashes differ",
                       (unsigned long long)line.sequence, (unsigned long long)c->entries);
    return 0;
}

int log_file_check_tail(struct log_file *f, const struct chain *c, struct err *err)
{
    struct stat st;

    if (fstat(f->fd, &st) != 0)
        return err_errno(err, errno, "read the audit log", f->path);
    if ((uint64_t)st.st_size < c->bytes)
        return damaged(err, "the log has %lld bytes, the store knows of %llu", (long long)st.st_size,
                       (unsigned long long)c->bytes);
    return c->entries == 0 ? 0 : check_last(f, c->bytes, c, err);
}

uint64_t log_file_synced(struct log_file *f)
{
    return f->synced;
}

bool log_file_is_behind(struct log_file *f)
{
    return f->behind;
}
