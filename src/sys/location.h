/* location.h - where a file lies: below a folder that was opened once, or wherever a person's path leads.
 *
 * A path that was looked at can lead elsewhere a moment later: any part of it can become a link, or another folder. So
 * what may only lie below some folder is never opened by its whole name. The folder is opened once (struct root_folder)
 * and held; a location in it is the path from there, in which no link is followed and no ".." is taken. Names with
 * links in them are resolved before (gate/policy.c), as advice: whatever happens to them since, what is opened is below
 * the folder that was opened, or nothing is.
 *
 * The kernel does it (openat2: RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS); where it cannot, the parts are opened one after
 * the other. Then the way back up is looked at: it must lead to the root, and through no folder that the root keeps
 * closed, by device and inode, whatever that is called there.
 *
 * Without a root a location is a path as any program takes it: the command line's own.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct file_stat;
struct spool;

struct root_folder {
    int fd;           /* -1: not open */
    const char *name; /* its path when it was opened, absolute and without links; the caller's */
    uint64_t device, inode;
    const struct root_folder *closed; /* a folder that is not entered from here, unless the root lies in it; or NULL */
};

/* For a declaration: struct root_folder r CLEANUP(root_folder_close) = ROOT_FOLDER; */
#define ROOT_FOLDER                                                                                                    \
    {                                                                                                                  \
        .fd = -1                                                                                                       \
    }

/* Opens it; the name must outlive it. */
WARN_UNUSED int root_folder_open(struct root_folder *r, const char *name, struct err *err);
void root_folder_close(struct root_folder *r);

/* A value: it borrows its root and its texts. */
struct location {
    const struct root_folder *root; /* NULL: the path is taken as it is */
    const char *path;            /* from the root, without links, "." and ".."; "" is the root. Without one: any path */
    const char *name;            /* as it was named, for people and messages; NULL: as the path has it */
    const struct location *link; /* the link that was named, when the path is what it led to; or NULL */
    bool no_link;                /* what lies there must be no link: nobody named one */
    bool is_address;             /* the path is a server's address: there is no file, whatever is called like that */
};

/* As it was named. */
const char *location_name(const struct location *l);

/* A copy of all of it but the root. */
struct location location_copy(struct arena *a, const struct location *l);

/* The absolute path, all links followed. Without a root it is asked for now: NULL with errno. */
const char *location_real(struct arena *a, const struct location *l);

/* A file in the folder that lies there, and one beside the file, whose name has that ending in addition. Neither may be
 * a link. */
struct location location_in(struct arena *a, const struct location *l, const char *name);
struct location location_beside(struct arena *a, const struct location *l, const char *ending);

/* ---- opening; `what` names the thing in messages ----
 *
 * A link in a place that had none when the name was resolved, or a way that leads out, is ERR_POLICY_VIOLATION; where
 * no_link is set, ERR_IO. */

/* Opens an ordinary file to read it; the caller closes it. Folders and devices are refused, as file_read() does. */
WARN_UNUSED int location_open(const struct location *l, const char *what, int *ret_fd, struct file_stat *ret,
                              struct err *err);

/* Appends all of it, within the buffer's limit. */
WARN_UNUSED int location_read(const struct location *l, const char *what, struct buf *b, struct err *err);

/* What lies there. Without a root, and unless no_link is set, a link is followed. */
WARN_UNUSED int location_stat(const struct location *l, const char *what, struct file_stat *ret, struct err *err);

/* Opens the folder that lies there, and the folder in which what lies there is, for reading and syncing. */
WARN_UNUSED int location_open_folder(const struct location *l, const char *what, int *ret_fd, struct err *err);
WARN_UNUSED int location_open_parent(const struct location *l, const char *what, int *ret_fd, struct err *err);

/* Begins a file that is to lie there (spool.h). Its texts must outlive the spool. */
WARN_UNUSED int location_spool(const struct location *l, struct spool *s, const char *what, struct err *err);

/* ---- in a folder of our own: `path` is below `folder`, and no link on the way is followed ---- */

WARN_UNUSED int location_read_in(const char *folder, const char *path, const char *what, struct buf *b,
                                 struct err *err);
WARN_UNUSED int location_open_in(const char *folder, const char *path, const char *what, int *ret_fd,
                                 struct file_stat *ret, struct err *err);

/* Replaces the file, as file_write() does. */
WARN_UNUSED int location_write_in(const char *folder, const char *path, const void *p, size_t n, const char *what,
                                  struct err *err);

/* Opens a folder, and those on the way, each made where it is not there. */
WARN_UNUSED int location_make_in(const char *folder, const char *path, int *ret_fd, struct err *err);
