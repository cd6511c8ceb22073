/* backup.c - making the archive, in one pass over the home.
 *
 * The manifest comes first but is known last. So room is kept for it: the list of files is made beforehand, the
 * manifest is written once with the largest numbers to learn its length, and the real one, filled up with blanks, goes
 * into that room at the end. A file is read once; its hash is of the very bytes that went into the archive.
 *
 * The store is copied first and the log after it: lines that the copy of the store no longer holds in its outbox are in
 * the log by then, and what the log has beyond the copy's own position is cut off. So store and log of an archive
 * always belong together, however many processes write meanwhile.
 *
 * Invariant: `at` is the archive's length, and all members before it are whole.
 */
#include "store/home/backup.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include "store/db/db.h"
#include "store/db/dbcopy.h"
#include "store/files/home_files.h"
#include "store/files/walk.h"
#include "store/home/manifest.h"
#include "store/home/tar.h"
#include "sys/file.h"
#include "sys/location.h"
#include "sys/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#define WHAT "the backup"

struct backup {
    struct arena *a;
    const char *home;
    const struct cancel *cancel;
    struct spool out;
    uint64_t at;
    struct manifest m;
    size_t room;        /* for files in m.files */
    int store, recipes; /* the copies, without names; -1: none */
    struct backup_report report;
};

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static void backup_done(struct backup *b)
{
    close_fd(&b->store);
    close_fd(&b->recipes);
    spool_done(&b->out);
    arena_free(b->a);
}

/* ---- what there is ---- */

/* Where the chain stands, by the copy of the store. */
static int take_position(void *arg, const struct db_row *row, struct err *err)
{
    struct backup *b = arg;
    size_t n;
    const char *head = db_text(row, 2, &n);

    b->m.entries = (uint64_t)db_int(row, 0);
    b->m.bytes = (uint64_t)db_int(row, 1);
    return n == 0 ? 0 : json_parse(b->a, head, n, &b->m.head, err);
}

static int read_position(struct backup *b, const char *copy, struct err *err)
{
    struct db *db;
    int result;

    if (sqlite_open(copy, true, &db, err) < 0)
        return -1;
    result = db_query(db, "SELECT entries, bytes, signed_head FROM audit_state", NULL, 0, take_position, b, err);
    db_close(db);
    return result;
}

/* Copies a database to a file that has no name any more when this returns. */
static int copy_database(struct backup *b, const char *name, int *ret_fd, struct err *err)
{
    const char *from = arena_printf(b->a, "%s/%s", b->home, name), *copy;
    char temp[TEMP_NAME_BYTES];
    int fd, result;

    temp_name(temp);
    copy = arena_printf(b->a, "%s/%s", b->home, temp);
    fd = open(copy, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return err_errno(err, errno, "write a copy of the store", copy);
    *ret_fd = fd;
    result = dbcopy_make(from, copy, b->cancel, err);
    if (result == 0 && strcmp(name, HOME_STORE_FILE) == 0)
        result = read_position(b, copy, err);
    unlink(copy);
    return result;
}

static int list_file(struct backup *b, const char *name, struct err *err)
{
    if (b->m.n == BACKUP_FILES) {
        err_set(err, ERR_TOO_LARGE, "The assay home has too many files for one backup.", "more than %d", BACKUP_FILES);
        return err_action(err, "Remove sessions and artifacts you no longer need.");
    }
    if (b->m.n == b->room) {
        struct manifest_file *more = arena_array(b->a, 2 * b->room + 64, sizeof *more);
        if (b->m.n > 0)
            memcpy(more, b->m.files, b->m.n * sizeof *more);
        b->m.files = more;
        b->room = 2 * b->room + 64;
    }
    /* The largest values there are, for the manifest that measures the room. */
    b->m.files[b->m.n++] = (struct manifest_file){ .name = arena_str(b->a, name), .size = INT64_MAX };
    memset(b->m.files[b->m.n - 1].sha256, '0', SHA256_TEXT_BYTES - 1);
    return 0;
}

struct listing {
    struct backup *b;
    const char *folder;
};

static bool is_leftover(const char *name)
{
    return temp_name_is(name) || str_starts(name, ".gone-");
}

static int list_entry(void *arg, const struct walk_entry *e, struct err *err)
{
    struct listing *l = arg;

    if (is_leftover(e->name))
        return TREE_PASS;
    if (S_ISDIR(e->st->st_mode))
        return TREE_ON;
    return list_file(l->b, arena_printf(l->b->a, "%s/%s", l->folder, e->path), err);
}

static bool is_there(struct backup *b, const char *name)
{
    return access(arena_printf(b->a, "%s/%s", b->home, name), F_OK) == 0;
}

static int list_home(struct backup *b, struct err *err)
{
    if (list_file(b, HOME_STORE_FILE, err) < 0 || (b->recipes >= 0 && list_file(b, HOME_RECIPES_FILE, err) < 0) ||
        (is_there(b, HOME_LOG_FILE) && list_file(b, HOME_LOG_FILE, err) < 0))
        return -1;
    for (size_t i = 0; manifest_folders[i]; i++) {
        struct listing l = { b, manifest_folders[i] };
        const char *path = arena_printf(b->a, "%s/%s", b->home, l.folder);
        if (walk_files(path, list_entry, &l, b->cancel, err) < 0)
            return -1;
    }
    qsort(b->m.files, b->m.n, sizeof *b->m.files, manifest_order);
    return 0;
}

/* ---- members ---- */

static int put(struct backup *b, const void *p, size_t n, struct err *err)
{
    if (file_write_fd(b->out.fd, p, n, WHAT, err) < 0)
        return -1;
    b->at += n;
    return 0;
}

static int go_to(struct backup *b, uint64_t at, struct err *err)
{
    if (lseek(b->out.fd, (off_t)at, SEEK_SET) < 0)
        return err_errno(err, errno, "write " WHAT, b->out.path);
    b->at = at;
    return 0;
}

static int put_header(struct backup *b, const char *name, uint64_t size, struct err *err)
{
    unsigned char header[TAR_HEADER_BYTES];

    return put(b, header, tar_header(name, size, b->m.made_s, header), err);
}

static int put_padding(struct backup *b, uint64_t size, struct err *err)
{
    static const char zeros[TAR_BLOCK];

    return put(b, zeros, tar_padding(size), err);
}

/* Copies `size` bytes of fd and hashes them. 1 when the file ended before; 0; -1. */
static int put_content(struct backup *b, int fd, uint64_t size, struct sha256 *hash, struct err *err)
{
    char chunk[FILE_CHUNK_BYTES];

    for (uint64_t done = 0; done < size;) {
        size_t want = size - done < sizeof chunk ? (size_t)(size - done) : sizeof chunk;
        ssize_t got = pread(fd, chunk, want, (off_t)done);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return err_errno(err, errno, "read a file of the assay home", "-");
        if (got == 0)
            return 1;
        if (cancel_check(b->cancel, err) < 0 || put(b, chunk, (size_t)got, err) < 0)
            return -1;
        sha256_add(hash, chunk, (size_t)got);
        done += (uint64_t)got;
    }
    return 0;
}

/* A whole member. When the file turns out shorter, returns 1 and the archive is as it was. */
static int put_member(struct backup *b, struct manifest_file *f, int fd, uint64_t size, struct err *err)
{
    struct sha256 *hash = sha256_new();
    uint64_t start = b->at;
    int result = put_header(b, f->name, size, err);

    if (result == 0)
        result = put_content(b, fd, size, hash, err);
    if (result == 0)
        result = put_padding(b, size, err);
    sha256_end_text(hash, f->sha256);
    f->size = size;
    if (result == 1 && go_to(b, start, err) < 0)
        return -1;
    return result;
}

static bool changed(const struct stat *x, const struct stat *y)
{
    return x->st_size != y->st_size || x->st_mtim.tv_sec != y->st_mtim.tv_sec ||
           x->st_mtim.tv_nsec != y->st_mtim.tv_nsec;
}

/* One try: 1 when the file changed while it was read, with the archive as it was. */
static int try_file(struct backup *b, struct manifest_file *f, int fd, struct err *err)
{
    uint64_t start = b->at;
    struct stat before, after;
    int result;

    if (fstat(fd, &before) != 0)
        return err_errno(err, errno, "read a file of the assay home", f->name);
    if (!S_ISREG(before.st_mode)) {
        f->why = "it is no ordinary file";
        return 0;
    }
    result = put_member(b, f, fd, (uint64_t)before.st_size, err);
    if (result != 0)
        return result;
    if (fstat(fd, &after) != 0)
        return err_errno(err, errno, "read a file of the assay home", f->name);
    if (!changed(&before, &after))
        return 0;
    return go_to(b, start, err) < 0 ? -1 : 1;
}

static int add_file(struct backup *b, struct manifest_file *f, struct err *err)
{
    const char *path = arena_printf(b->a, "%s/%s", b->home, f->name);

    if (!manifest_name_is_known(f->name, strlen(f->name))) {
        f->why = "its name cannot be kept";
        return 0;
    }
    for (int tries = 0; tries < BACKUP_TRIES; tries++) {
        int fd CLEANUP(close_fd) = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        int result;

        if (fd < 0 && (errno == ENOENT || errno == ENOTDIR)) {
            f->why = "it was removed meanwhile";
            return 0;
        }
        if (fd < 0 && (errno == ELOOP || errno == ENXIO)) {
            f->why = "it is no ordinary file";
            return 0;
        }
        if (fd < 0)
            return err_errno(err, errno, "read a file of the assay home", path);
        result = try_file(b, f, fd, err);
        if (result <= 0)
            return result;
    }
    f->why = "it kept changing";
    return 0;
}

/* A copy that nobody else has: it cannot change. */
static int add_copy(struct backup *b, struct manifest_file *f, int fd, struct err *err)
{
    struct stat st;
    int result;

    if (fstat(fd, &st) != 0)
        return err_errno(err, errno, "read the copy of the store", f->name);
    result = put_member(b, f, fd, (uint64_t)st.st_size, err);
    return result == 1 ? err_errno(err, EIO, "read the copy of the store", f->name) : result;
}

/* The log is only ever appended to: what it has up to the chain's position stays as it is. The one exception is an
 * append that failed and is taken back; the lines are in the store's outbox then, and a second look finds it shorter.
 */
static int add_log(struct backup *b, struct manifest_file *f, struct err *err)
{
    const char *path = arena_printf(b->a, "%s/%s", b->home, f->name);
    int fd CLEANUP(close_fd) = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC), result = 1;
    struct stat st;

    for (int tries = 0; result == 1 && tries < BACKUP_TRIES; tries++) {
        if (fd < 0 || fstat(fd, &st) != 0)
            return err_errno(err, errno, "read the audit log", path);
        result = put_member(b, f, fd, (uint64_t)st.st_size < b->m.bytes ? (uint64_t)st.st_size : b->m.bytes, err);
    }
    if (result == 1)
        return err_set(err, ERR_IO, "The audit log kept changing while it was copied.", "%s: cut %d times", path,
                       BACKUP_TRIES);
    return result;
}

static int add_member(struct backup *b, struct manifest_file *f, struct err *err)
{
    if (strcmp(f->name, HOME_STORE_FILE) == 0)
        return add_copy(b, f, b->store, err);
    if (strcmp(f->name, HOME_RECIPES_FILE) == 0)
        return add_copy(b, f, b->recipes, err);
    if (strcmp(f->name, HOME_LOG_FILE) == 0)
        return add_log(b, f, err);
    return add_file(b, f, err);
}

/* ---- the whole ---- */

/* The manifest and its sum, at the archive's beginning; b->at is behind them afterwards. */
static int put_manifest(struct backup *b, struct buf *text, struct err *err)
{
    char sum[MANIFEST_SUM_BYTES + 1];

    manifest_sum(text->p, text->n, sum);
    if (go_to(b, 0, err) < 0 || put_header(b, MANIFEST_NAME, text->n, err) < 0 || put(b, text->p, text->n, err) < 0 ||
        put_padding(b, text->n, err) < 0 || put_header(b, MANIFEST_SUM_NAME, MANIFEST_SUM_BYTES, err) < 0 ||
        put(b, sum, MANIFEST_SUM_BYTES, err) < 0)
        return -1;
    return put_padding(b, MANIFEST_SUM_BYTES, err);
}

/* The real manifest into the room of the first one. A file that was left out takes less than one that is in. */
static int finish_manifest(struct backup *b, size_t room, struct err *err)
{
    struct buf text CLEANUP(buf_done) = BUF(BACKUP_MANIFEST_BYTES);

    if (manifest_write(&b->m, &text, err) < 0)
        return -1;
    if (text.n + 1 > room)
        return err_set(err, ERR_INTERNAL, "The backup could not be made.", "manifest of %zu bytes, room for %zu",
                       text.n, room);
    buf_fill(&text, ' ', room - text.n - 1);
    buf_addc(&text, '\n');
    return buf_check(&text, err) < 0 ? -1 : put_manifest(b, &text, err);
}

static void count(struct backup *b)
{
    struct backup_report *r = &b->report;

    r->entries = b->m.entries;
    time_text(b->m.made_s * 1000000, r->made_at);
    for (size_t i = 0; i < b->m.n; i++) {
        const struct manifest_file *f = &b->m.files[i];
        if (!f->why) {
            r->files++;
            r->bytes += f->size;
        } else if (r->skipped++ == 0)
            snprintf(r->skipped_first, sizeof r->skipped_first, "%s", f->name);
    }
}

static int write_archive(struct backup *b, struct err *err)
{
    static const char zeros[TAR_END_BYTES];
    struct buf first CLEANUP(buf_done) = BUF(BACKUP_MANIFEST_BYTES);
    size_t room;

    if (manifest_write(&b->m, &first, err) < 0)
        return -1;
    buf_addc(&first, '\n');
    room = first.n;
    if (buf_check(&first, err) < 0 || put_manifest(b, &first, err) < 0)
        return -1;
    for (size_t i = 0; i < b->m.n; i++)
        if (add_member(b, &b->m.files[i], err) < 0)
            return -1;
    if (put(b, zeros, sizeof zeros, err) < 0)
        return -1;
    count(b);
    if (ftruncate(b->out.fd, (off_t)b->at) != 0)
        return err_errno(err, errno, "write " WHAT, b->out.path);
    return finish_manifest(b, room, err);
}

/* A backup in the home would go with the home. */
static int refuse_inside(struct backup *b, const struct location *to, struct err *err)
{
    const char *path = to->root ? location_real(b->a, to) : to->path;
    char home[PATH_MAX], folder[PATH_MAX];
    size_t n = (size_t)(file_basename(path) - path), home_n;
    const char *above = n ? arena_dup(b->a, path, n) : ".";

    if (!realpath(b->home, home))
        return err_errno(err, errno, "find the assay home", b->home);
    if (!realpath(above, folder))
        return err_errno(err, errno, "find the folder for " WHAT, path);
    home_n = strlen(home);
    if (strncmp(folder, home, home_n) != 0 || (folder[home_n] != '/' && folder[home_n] != '\0'))
        return 0;
    err_set(err, ERR_INVALID_INPUT, "A backup inside the assay home would be lost with it.", "%s is in %s", path, home);
    return err_action(err, "Name a place outside of it, best on another disk.");
}

int backup_make(const char *home, const struct location *to, const struct world *world, const struct cancel *cancel,
                struct backup_report *ret, struct err *err)
{
    struct backup b CLEANUP(backup_done) = { .a = arena_new(), .home = home, .cancel = cancel, .out = SPOOL };

    b.store = b.recipes = -1;
    b.m.made_s = tar_time(world_now(world) / 1000000);
    b.m.program = ASSAY_VERSION;
    if (refuse_inside(&b, to, err) < 0 || copy_database(&b, HOME_STORE_FILE, &b.store, err) < 0)
        return -1;
    if (is_there(&b, HOME_RECIPES_FILE) && copy_database(&b, HOME_RECIPES_FILE, &b.recipes, err) < 0)
        return -1;
    if (list_home(&b, err) < 0 || location_spool(to, &b.out, WHAT, err) < 0 || write_archive(&b, err) < 0 ||
        spool_publish(&b.out, WHAT, err) < 0)
        return -1;
    *ret = b.report;
    return 0;
}
