/* replace.c - the order of the calls is the point: see replace.h. */
#include "agents/workbook/replace.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/timefmt.h"
#include "sys/backup_name.h"
#include "sys/file.h"
#include "sys/file_attributes.h"
#include "sys/location.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WHAT "the changed workbook"
#define COPY "the copy of the workbook"

static const char *name_of(const struct replace *r)
{
    return file_basename(r->path);
}

/* ---- opening ---- */

static int in_use(struct err *err, const char *by)
{
    err_set(err, ERR_CONFLICT, "It is open in another program.", "%s", by);
    return err_action(err, "Close it there and try again.");
}

/* A file of this name beside ours says that a program has it open. */
static int check_lock(const struct replace *r, const char *before, const char *behind, struct err *err)
{
    char name[NAME_MAX + 16];
    struct stat st;

    snprintf(name, sizeof name, "%s%s%s", before, name_of(r), behind);
    return fstatat(r->folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 ? in_use(err, "a lock file is beside it") : 0;
}

static int check_locks(const struct replace *r, struct err *err)
{
    return check_lock(r, "~$", "", err) < 0 ? -1 : check_lock(r, ".~lock.", "#", err);
}

/* The folder is opened first, and all that follows is done in it. Without a root a link is followed to where its file
 * lies. */
static int open_file(struct replace *r, const struct location *at, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    const char *real = location_real(a, at);
    struct location file = *at;

    if (!real || strlen(real) >= sizeof r->path)
        return err_errno(err, real ? ENAMETOOLONG : errno, "open the workbook", location_name(at));
    memcpy(r->path, real, strlen(real) + 1);
    if (!file.root)
        file.path = real;
    if (location_open_parent(&file, "the workbook to change it", &r->folder, err) < 0)
        return -1;
    r->fd = openat(r->folder, name_of(r), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (r->fd < 0 || fstat(r->fd, &r->st) != 0)
        return err_errno(err, errno, "open the workbook to change it", location_name(at));
    if (!S_ISREG(r->st.st_mode))
        return err_say(err, ERR_INVALID_INPUT, "That is no file that can be changed.");
    if (!(r->st.st_mode & 0222)) { /* root may write to it all the same; its owner said that nobody should */
        err_set(err, ERR_CONFLICT, "The file is marked as read-only.", "mode %o", r->st.st_mode);
        return err_action(err, "Lift that mark, or work on a copy.");
    }
    return 0;
}

/* Locked, and still the file of that name: whoever had the lock before may have put another in its place. */
static int lock_file(struct replace *r, struct err *err)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    struct stat now;

    if (fcntl(r->fd, F_OFD_SETLK, &lock) != 0)
        return in_use(err, "locked");
    if (fstatat(r->folder, name_of(r), &now, AT_SYMLINK_NOFOLLOW) != 0 || now.st_dev != r->st.st_dev ||
        now.st_ino != r->st.st_ino)
        return err_set(err, ERR_CONFLICT, "The file was changed at the same moment.", "another inode");
    return 0;
}

/* Hashes the file from its beginning, and copies it to `to` on the way unless that is -1. */
static int hash_file(struct replace *r, int to, char out[static SHA256_TEXT_BYTES], const struct cancel *cancel,
                     struct err *err)
{
    struct sha256 *hash = sha256_new();
    char chunk[FILE_CHUNK_BYTES];
    ssize_t n = 1;
    int status = 0;

    for (off_t at = 0; n > 0 && status == 0; at += n) {
        n = pread(r->fd, chunk, sizeof chunk, at);
        if (n < 0)
            status = err_errno(err, errno, "read the workbook", r->path);
        else
            sha256_add(hash, chunk, (size_t)n);
        if (status == 0 && to >= 0)
            status = file_write_fd(to, chunk, (size_t)n, COPY, err);
        if (status == 0)
            status = cancel_check(cancel, err);
    }
    sha256_end_text(hash, out);
    return status;
}

int replace_open(struct replace *r, const struct location *at, const struct cancel *cancel, struct err *err)
{
    *r = (struct replace)REPLACE;
    if (open_file(r, at, err) < 0 || check_locks(r, err) < 0 || lock_file(r, err) < 0 ||
        hash_file(r, -1, r->sha256, cancel, err) < 0) {
        replace_close(r);
        return -1;
    }
    return 0;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void replace_close(struct replace *r)
{
    char thrown[SHA256_TEXT_BYTES];

    if (r->hash)
        sha256_end_text(r->hash, thrown);
    r->hash = NULL;
    spool_done(&r->out);
    close_fd(&r->fd); /* the lock goes with it */
    close_fd(&r->folder);
}

/* ---- the new file ---- */

static int make_alike(const struct replace *r, int fd, struct err *err)
{
    int e = file_copy_attributes(fd, r->fd, &r->st);

    if (!e)
        return 0;
    err_set(err, ERR_EDIT_REFUSED, "The file's access rights or attributes could not be kept, so it was not changed.",
            "%s: errno %d", r->path, e);
    return err_action(err, "Work on a copy, or ask whoever owns the file.");
}

int replace_begin(struct replace *r, uint64_t most, struct err *err)
{
    if (spool_open_in(&r->out, r->folder, r->path, WHAT, err) < 0)
        return -1;
    r->hash = sha256_new();
    r->left = most;
    return make_alike(r, r->out.fd, err);
}

int replace_write(void *replace, const void *p, size_t n, struct err *err)
{
    struct replace *r = replace;

    if (n > r->left)
        return err_set(err, ERR_TOO_LARGE, "The changed workbook would be larger than the change can make it.",
                       "%zu bytes after the last that may come", n);
    r->left -= n;
    sha256_add(r->hash, p, n);
    return file_write_fd(r->out.fd, p, n, WHAT, err);
}

int replace_end(struct replace *r, struct err *err)
{
    sha256_end_text(r->hash, r->new_sha256);
    r->hash = NULL;
    return fsync(r->out.fd) == 0 ? 0 : err_errno(err, errno, "write " WHAT, r->path);
}

/* ---- the copy, and the change ---- */

static int name_backup(struct replace *r, int64_t now_us, int number, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(NAME_MAX);

    if (backup_name(&b, name_of(r), now_us, number, err) < 0)
        return -1;
    memcpy(r->backup, b.p, b.n + 1);
    return 0;
}

/* Under the first name of this second that is free. */
static int publish_backup(struct replace *r, struct spool *copy, int64_t now_us, struct err *err)
{
    for (int number = 1; number <= BACKUP_NUMBER; number++) {
        if (name_backup(r, now_us, number, err) < 0)
            return -1;
        copy->path = r->backup;
        if (spool_publish_new(copy, COPY, err) == 0)
            return 0;
        if (err->code != ERR_CONFLICT)
            return -1;
    }
    return -1;
}

int replace_backup(struct replace *r, int64_t now_us, const struct cancel *cancel, struct err *err)
{
    struct spool copy CLEANUP(spool_done) = SPOOL;
    char copied[SHA256_TEXT_BYTES];

    if (spool_open_in(&copy, r->folder, r->path, COPY, err) < 0 || hash_file(r, copy.fd, copied, cancel, err) < 0)
        return -1;
    if (strcmp(copied, r->sha256) != 0)
        return err_set(err, ERR_CONFLICT, "The file was changed at the same moment.", "hashes differ");
    return make_alike(r, copy.fd, err) < 0 ? -1 : publish_backup(r, &copy, now_us, err);
}

int replace_commit(struct replace *r, struct err *err)
{
    int status = check_locks(r, err);

    if (status == 0)
        status = spool_publish_over(&r->out, r->fd, &r->st, WHAT, err);
    if (status < 0 && err->code == ERR_CONFLICT)
        unlinkat(r->folder, r->backup, 0);
    return status;
}
