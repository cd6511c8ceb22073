/* restore.c - an archive read back: each byte compared with what the manifest says it must be.
 *
 * Nothing in the archive is parsed but the manifest, and that only after its sum was right. The sizes must add up to
 * the archive's own before a byte is unpacked, so a restore takes no more room than the archive did.
 *
 * Unpacking happens in HOME.restoring, beside the home, under a lock in that folder that ends with the process: a
 * folder nobody has locked was left by a restore that was killed, and is removed. The rename at the end succeeds only
 * where the home is absent or empty, so a home that was filled meanwhile stays.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/timefmt.h"
#include "store/files/home_files.h"
#include "store/files/lock.h"
#include "store/files/walk.h"
#include "store/home/backup.h"
#include "store/home/manifest.h"
#include "store/home/tar.h"
#include "store/log/signed_head.h"
#include "store/log/verify.h"
#include "store/store.h"
#include "sys/file.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct restore {
    struct arena *a;
    const struct cancel *cancel;
    int fd;
    uint64_t size, at; /* of the archive; how much of it was read */
    struct manifest m;
    const char *temp; /* the folder it is unpacked in; NULL: it is only checked */
    int lock;         /* the lock in it, which is ours; -1: none */
    struct backup_report report;
};

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static void restore_done(struct restore *r)
{
    struct err ignored;
    bool left = r->lock >= 0 && file_remove_tree(r->temp, &ignored) < 0;

    (void)left; /* the next restore removes it */
    close_fd(&r->lock);
    close_fd(&r->fd);
    arena_free(r->a);
}

/* ---- reading ---- */

static int get(struct restore *r, void *p, size_t n, struct err *err)
{
    char *to = p;

    while (n > 0) {
        ssize_t got = read(r->fd, to, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return err_errno(err, errno, "read the backup", NULL);
        if (got == 0)
            return manifest_damaged(err, "it ends at byte %llu", (unsigned long long)r->at);
        to += got;
        n -= (size_t)got;
        r->at += (uint64_t)got;
    }
    return 0;
}

static int expect_zeros(struct restore *r, size_t n, struct err *err)
{
    static const char zeros[TAR_END_BYTES];
    char padding[TAR_END_BYTES];

    if (get(r, padding, n, err) < 0)
        return -1;
    if (memcmp(padding, zeros, n) != 0)
        return manifest_damaged(err, "something in the padding before byte %llu", (unsigned long long)r->at);
    return 0;
}

/* `have` bytes of the header were read already, into `start`. */
static int expect_header(struct restore *r, const char *name, uint64_t size, const void *start, size_t have,
                         struct err *err)
{
    unsigned char wanted[TAR_HEADER_BYTES], found[TAR_HEADER_BYTES];
    size_t n = tar_header(name, size, r->m.made_s, wanted);

    memcpy(found, start, have);
    if (get(r, found + have, n - have, err) < 0)
        return -1;
    if (memcmp(wanted, found, n) != 0)
        return manifest_damaged(err, "another header than that of %s before byte %llu", name,
                                (unsigned long long)r->at);
    return 0;
}

/* The first two members. The manifest is parsed when its sum is right. */
static int read_manifest(struct restore *r, struct err *err)
{
    unsigned char block[TAR_BLOCK];
    struct buf text CLEANUP(buf_done) = BUF(BACKUP_MANIFEST_BYTES);
    char wanted[MANIFEST_SUM_BYTES + 1], found[MANIFEST_SUM_BYTES];
    uint64_t size;
    int64_t time_s;

    if (get(r, block, sizeof block, err) < 0)
        return -1;
    if (!tar_first(block, &size, &time_s) || size > BACKUP_MANIFEST_BYTES || !buf_reserve(&text, (size_t)size))
        return manifest_damaged(err, "it does not begin with a manifest");
    r->m.made_s = time_s;
    if (expect_header(r, MANIFEST_NAME, size, block, sizeof block, err) < 0 || get(r, text.p, (size_t)size, err) < 0 ||
        expect_zeros(r, tar_padding(size), err) < 0 ||
        expect_header(r, MANIFEST_SUM_NAME, MANIFEST_SUM_BYTES, "", 0, err) < 0 ||
        get(r, found, sizeof found, err) < 0 || expect_zeros(r, tar_padding(sizeof found), err) < 0)
        return -1;
    manifest_sum(text.p, (size_t)size, wanted);
    if (memcmp(wanted, found, sizeof found) != 0)
        return manifest_damaged(err, "the manifest's sum is wrong");
    if (manifest_read(r->a, text.p, (size_t)size, &r->m, err) < 0)
        return -1;
    return r->m.made_s == time_s ? 0 : manifest_damaged(err, "the manifest is of another time");
}

/* The archive must be exactly as long as its manifest makes it. */
static int check_length(struct restore *r, struct err *err)
{
    unsigned char header[TAR_HEADER_BYTES];
    uint64_t total = r->at + TAR_END_BYTES;

    for (size_t i = 0; i < r->m.n; i++) {
        const struct manifest_file *f = &r->m.files[i];
        if (f->size > r->size || total > r->size)
            break;
        total += tar_header(f->name, f->size, r->m.made_s, header) + f->size + tar_padding(f->size);
        r->report.bytes += f->size;
    }
    if (total != r->size)
        return manifest_damaged(err, "%llu bytes, the manifest says %llu", (unsigned long long)r->size,
                                (unsigned long long)total);
    return 0;
}

/* Copies the content to `to` (-1: nowhere) and compares its hash. */
static int read_content(struct restore *r, const struct manifest_file *f, int to, struct err *err)
{
    struct sha256 *hash = sha256_new();
    char chunk[FILE_CHUNK_BYTES], sum[SHA256_TEXT_BYTES];
    int result = 0;

    for (uint64_t left = f->size; result == 0 && left > 0;) {
        size_t n = left < sizeof chunk ? (size_t)left : sizeof chunk;
        result = cancel_check(r->cancel, err);
        if (result == 0)
            result = get(r, chunk, n, err);
        if (result == 0) {
            sha256_add(hash, chunk, n);
            left -= n;
            result = to >= 0 ? file_write_fd(to, chunk, n, "a file of the backup", err) : 0;
        }
    }
    sha256_end_text(hash, sum);
    if (result < 0)
        return -1;
    if (strcmp(sum, f->sha256) != 0)
        return manifest_damaged(err, "%s has another hash", f->name);
    return 0;
}

/* A new file for a member, with the folders above it; -1 with err set. */
static int open_member(struct restore *r, const struct manifest_file *f, struct err *err)
{
    const char *path = arena_printf(r->a, "%s/%s", r->temp, f->name);
    const char *folder = arena_dup(r->a, path, (size_t)(file_basename(path) - path) - 1);
    int fd;

    if (file_mkdirs(folder, err) < 0)
        return -1;
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    return fd >= 0 ? fd : err_errno(err, errno, "write a file of the backup", path);
}

static int read_member(struct restore *r, const struct manifest_file *f, struct err *err)
{
    int to CLEANUP(close_fd) = -1;

    if (expect_header(r, f->name, f->size, "", 0, err) < 0)
        return -1;
    if (r->temp && (to = open_member(r, f, err)) < 0)
        return -1;
    if (read_content(r, f, to, err) < 0)
        return -1;
    return expect_zeros(r, tar_padding(f->size), err);
}

static int open_archive(struct restore *r, const char *path, struct err *err)
{
    struct stat st;

    r->fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (r->fd < 0 || fstat(r->fd, &st) != 0)
        return err_errno(err, errno, "read the backup", path);
    if (!S_ISREG(st.st_mode))
        return manifest_damaged(err, "%s: no ordinary file", path);
    r->size = (uint64_t)st.st_size;
    if (read_manifest(r, err) < 0 || check_length(r, err) < 0)
        return -1;
    r->report.files = r->m.n;
    r->report.entries = r->m.entries;
    time_text(r->m.made_s * 1000000, r->report.made_at);
    return 0;
}

static int read_members(struct restore *r, struct err *err)
{
    for (size_t i = 0; i < r->m.n; i++)
        if (read_member(r, &r->m.files[i], err) < 0)
            return -1;
    return expect_zeros(r, TAR_END_BYTES, err);
}

int backup_check(const char *path, const struct cancel *cancel, struct backup_report *ret, struct err *err)
{
    struct restore r CLEANUP(restore_done) = { .a = arena_new(), .cancel = cancel, .fd = -1, .lock = -1 };

    if (open_archive(&r, path, err) < 0 || read_members(&r, err) < 0)
        return -1;
    *ret = r.report;
    return 0;
}

/* ---- unpacking ---- */

static int not_empty(struct err *err, const char *home)
{
    err_set(err, ERR_CONFLICT, "There is something in the assay home already, and a restore replaces nothing.",
            "%s is not empty", home);
    return err_action(err, "Name another folder with --home, or erase this one first (assay home erase).");
}

/* Stops at the first thing that is not an empty folder of a home. */
static int look_for_content(void *arg, const struct walk_entry *e, struct err *err)
{
    (void)err;
    if (S_ISDIR(e->st->st_mode) && manifest_is_home_folder(e->path))
        return TREE_ON;
    *(bool *)arg = true;
    return TREE_STOP;
}

static int check_home(const char *home, const struct cancel *cancel, struct err *err)
{
    bool found = false;
    struct stat st;

    if (lstat(home, &st) != 0 && errno == ENOENT)
        return 0;
    if (!S_ISDIR(st.st_mode))
        return not_empty(err, home);
    if (walk_files(home, look_for_content, &found, cancel, err) < 0)
        return -1;
    return found ? not_empty(err, home) : 0;
}

/* Takes away the empty folders that a first start makes. Nothing with a content can go this way. */
static void clear_home(const char *home)
{
    int fd CLEANUP(close_fd) = open(home, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    for (size_t i = 0; fd >= 0 && manifest_home_folders[i]; i++)
        unlinkat(fd, manifest_home_folders[i], AT_REMOVEDIR);
}

/* Locks the folder that has the name now: another restore may have removed the one that was opened. */
static int lock_folder(struct restore *r, struct err *err)
{
    const char *path = arena_printf(r->a, "%s/%s", r->temp, HOME_RESTORING_FILE);
    struct stat opened, named;
    int fd;

    if (lock_open(path, &fd, err) < 0)
        return -1;
    if (lock_take(fd, 0, err) == 0 && fstat(fd, &opened) == 0 && lstat(path, &named) == 0 &&
        opened.st_ino == named.st_ino) {
        r->lock = fd;
        return 0;
    }
    close(fd);
    return err_set(err, ERR_BUSY, "Another restore of this home is running.", "%s is locked", r->temp);
}

/* An empty, locked folder beside the home; what a killed restore left in its place goes. */
static int make_temp(struct restore *r, const char *home, struct err *err)
{
    const char *parent = arena_dup(r->a, home, (size_t)(file_basename(home) - home));

    r->temp = arena_printf(r->a, "%s.restoring", home);
    if (*parent && file_mkdirs(parent, err) < 0)
        return -1;
    if (mkdir(r->temp, 0700) != 0) {
        if (errno != EEXIST)
            return err_errno(err, errno, "make a folder to unpack into", r->temp);
        if (lock_folder(r, err) < 0 || file_remove_tree(r->temp, err) < 0)
            return -1;
        close(r->lock);
        r->lock = -1;
        if (mkdir(r->temp, 0700) != 0)
            return err_errno(err, errno, "make a folder to unpack into", r->temp);
    }
    return lock_folder(r, err);
}

/* ---- the chain ---- */

static int broken(struct restore *r, bool broken_too, const char *reason, struct err *err)
{
    snprintf(r->report.chain_reason, sizeof r->report.chain_reason, "%s", reason);
    if (broken_too)
        return 0;
    err_set(err, ERR_AUDIT_BROKEN, "The backup's audit log is not whole, so it was not restored.", "%s", reason);
    return err_action(err, "Use an earlier backup, or restore it all the same and keep in mind that it proves less.");
}

/* Opening the store appends the lines that were still in its outbox; the head is then the one that was signed. Returns
 * what is wrong with it in *ret_why, or "". */
static int open_store(struct restore *r, const struct world *world, struct chain *ret, const char **ret_why,
                      struct err *err)
{
    const char *signed_head;
    struct json *head = NULL;
    struct store *s;
    int result;

    if (store_open(r->temp, world, &s, err) < 0)
        return -1;
    if (store_check(s, err) < 0) {
        *ret_why = arena_str(r->a, err->message);
        store_close(s);
        return 0;
    }
    result = store_head(s, r->a, ret, &signed_head, err);
    store_close(s);
    if (result < 0 || json_parse(r->a, signed_head, strlen(signed_head), &head, err) < 0)
        return -1;
    *ret_why = "";
    if (!signed_head_is_good(signed_head, ret))
        *ret_why = "the signature of its head is wrong";
    else if (ret->entries != r->m.entries || ret->bytes != r->m.bytes || !json_equal(head, r->m.head))
        *ret_why = "its signed head is not the one in the manifest";
    return 0;
}

static int check_chain(struct restore *r, bool broken_too, const struct world *world, struct err *err)
{
    const char *log = arena_printf(r->a, "%s/%s", r->temp, HOME_LOG_FILE), *why;
    struct verify_result found;
    struct chain chain;

    if (open_store(r, world, &chain, &why, err) < 0)
        return -1;
    if (*why)
        return broken(r, broken_too, why, err);
    if (verify_log(log, &chain, 0, r->cancel, &found, err) < 0)
        return -1;
    if (!found.ok)
        return broken(r, broken_too, found.reason, err);
    return 0;
}

/* One sync of the file system instead of one for each file. */
static int publish(struct restore *r, const char *home, struct err *err)
{
    const char *parent = arena_dup(r->a, home, (size_t)(file_basename(home) - home));
    int above CLEANUP(close_fd) = open(*parent ? parent : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (above < 0 || syncfs(r->lock) != 0)
        return err_errno(err, errno, "write the restored home", home);
    clear_home(home);
    if (rename(r->temp, home) != 0)
        return errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR ? not_empty(err, home)
                                                                         : err_errno(err, errno, "restore", home);
    unlink(arena_printf(r->a, "%s/%s", home, HOME_RESTORING_FILE));
    close(r->lock);
    r->lock = -1;
    if (fsync(above) != 0)
        return err_set(err, ERR_IO, "It was restored, but may not survive a power cut.", "%s: errno %d", home, errno);
    return 0;
}

int backup_restore(const char *path, const char *home, bool broken_too, const struct world *world,
                   const struct cancel *cancel, struct backup_report *ret, struct err *err)
{
    struct restore r CLEANUP(restore_done) = { .a = arena_new(), .cancel = cancel, .fd = -1, .lock = -1 };

    if (check_home(home, cancel, err) < 0 || open_archive(&r, path, err) < 0 || make_temp(&r, home, err) < 0 ||
        read_members(&r, err) < 0 || check_chain(&r, broken_too, world, err) < 0 || publish(&r, home, err) < 0)
        return -1;
    *ret = r.report;
    return 0;
}
