/* replace.c - the order of the calls is the point: see replace.h. */
#include "agents/workbook/replace.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/timefmt.h"
#include "sys/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BACKUP_TRIES_MOST 100 /* copies within one second */

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

static int open_file(struct replace *r, const char *path, struct err *err)
{
    char folder[PATH_MAX];

    if (!realpath(path, r->path))
        return err_errno(err, errno, "open the workbook", path);
    snprintf(folder, sizeof folder, "%.*s", (int)(name_of(r) - r->path), r->path);
    r->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    r->fd = r->folder < 0 ? -1 : openat(r->folder, name_of(r), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (r->fd < 0 || fstat(r->fd, &r->st) != 0)
        return err_errno(err, errno, "open the workbook to change it", path);
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
            status = file_write_fd(to, chunk, (size_t)n, "the copy of the workbook", err);
        if (status == 0)
            status = cancel_check(cancel, err);
    }
    sha256_end_text(hash, out);
    return status;
}

int replace_open(struct replace *r, const char *path, const struct cancel *cancel, struct err *err)
{
    *r = (struct replace){ .fd = -1, .folder = -1, .made = -1 };
    if (open_file(r, path, err) < 0 || check_lock(r, "~$", "", err) < 0 || check_lock(r, ".~lock.", "#", err) < 0 ||
        lock_file(r, err) < 0 || hash_file(r, -1, r->sha256, cancel, err) < 0) {
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
    if (*r->temporary)
        (void)unlinkat(r->folder, r->temporary, 0);
    *r->temporary = '\0';
    close_fd(&r->made);
    close_fd(&r->fd); /* the lock goes with it */
    close_fd(&r->folder);
}

/* ---- the new file ---- */

/* Owner and mode of the old file. Only root may give files away, so the owner is kept where that is possible. */
static int make_alike(const struct replace *r, int fd, struct err *err)
{
    if (fchown(fd, r->st.st_uid, r->st.st_gid) != 0 && fchown(fd, (uid_t)-1, r->st.st_gid) != 0 && errno != EPERM)
        return err_errno(err, errno, "keep the file's owner", r->path);
    if (fchmod(fd, r->st.st_mode & 0777) != 0)
        return err_errno(err, errno, "keep the file's mode", r->path);
    return 0;
}

int replace_begin(struct replace *r, struct err *err)
{
    r->made = openat(r->folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (r->made < 0) { /* some file systems have no files without a name */
        snprintf(r->temporary, sizeof r->temporary, ".assay-%.16s-%d.tmp", r->sha256, (int)getpid());
        r->made = openat(r->folder, r->temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    }
    if (r->made < 0)
        return err_errno(err, errno, "write beside the workbook", r->path);
    r->hash = sha256_new();
    return make_alike(r, r->made, err);
}

int replace_write(void *replace, const void *p, size_t n, struct err *err)
{
    struct replace *r = replace;

    sha256_add(r->hash, p, n);
    return file_write_fd(r->made, p, n, "the changed workbook", err);
}

int replace_end(struct replace *r, struct err *err)
{
    sha256_end_text(r->hash, r->new_sha256);
    r->hash = NULL;
    return fsync(r->made) == 0 ? 0 : err_errno(err, errno, "write the changed workbook", r->path);
}

/* ---- the copy, and the change ---- */

/* "book.xlsx" at a time: "book.20260131-140509.bak.xlsx", with a number when there is one of that second already. */
static int backup_name(struct replace *r, int64_t now_us, int number, struct err *err)
{
    struct civil t = civil_from_us(now_us);
    const char *name = name_of(r), *dot = strrchr(name, '.');
    size_t stem = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    struct buf b CLEANUP(buf_done) = BUF(NAME_MAX);

    buf_add(&b, name, stem);
    buf_addf(&b, ".%04d%02d%02d-%02d%02d%02d", t.year, t.month, t.day, t.hour, t.minute, t.second);
    if (number > 1)
        buf_addf(&b, "-%d", number);
    buf_addf(&b, ".bak%s", name + stem);
    if (buf_check(&b, err) < 0)
        return err_action(err, "Give the workbook a shorter name.");
    memcpy(r->backup, b.p, b.n + 1);
    return 0;
}

static int make_backup(struct replace *r, int64_t now_us, int *ret_fd, struct err *err)
{
    for (int number = 1; number <= BACKUP_TRIES_MOST; number++) {
        if (backup_name(r, now_us, number, err) < 0)
            return -1;
        *ret_fd = openat(r->folder, r->backup, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (*ret_fd >= 0)
            return 0;
        if (errno != EEXIST)
            break;
    }
    return err_errno(err, errno, "make a copy of the workbook beside it", r->path);
}

int replace_backup(struct replace *r, int64_t now_us, const struct cancel *cancel, struct err *err)
{
    char copied[SHA256_TEXT_BYTES];
    int fd, status;

    if (make_backup(r, now_us, &fd, err) < 0)
        return -1;
    status = hash_file(r, fd, copied, cancel, err);
    if (status == 0 && strcmp(copied, r->sha256) != 0)
        status = err_set(err, ERR_CONFLICT, "The file was changed at the same moment.", "hashes differ");
    if (status == 0)
        status = make_alike(r, fd, err);
    if (status == 0 && (fsync(fd) != 0 || fsync(r->folder) != 0))
        status = err_errno(err, errno, "make a copy of the workbook beside it", r->path);
    close(fd);
    if (status < 0)
        (void)unlinkat(r->folder, r->backup, 0);
    return status;
}

/* A rename needs a name to begin with. */
static int name_made(struct replace *r, struct err *err)
{
    char descriptor[32];

    if (*r->temporary)
        return 0;
    snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", r->made);
    snprintf(r->temporary, sizeof r->temporary, ".assay-%.16s-%d.tmp", r->new_sha256, (int)getpid());
    (void)unlinkat(r->folder, r->temporary, 0); /* of one of us that was killed here, and had the same number */
    if (linkat(AT_FDCWD, descriptor, r->folder, r->temporary, AT_SYMLINK_FOLLOW) == 0)
        return 0;
    return err_errno(err, errno, "write beside the workbook", r->path);
}

int replace_commit(struct replace *r, struct err *err)
{
    if (name_made(r, err) < 0)
        return -1;
    if (renameat(r->folder, r->temporary, r->folder, name_of(r)) != 0)
        return err_errno(err, errno, "replace the workbook", r->path);
    *r->temporary = '\0';
    return fsync(r->folder) == 0 ? 0 : err_errno(err, errno, "replace the workbook", r->path);
}
