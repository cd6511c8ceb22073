/* file.h - files: read within a bound, written whole or not at all.
 *
 * Everything this program keeps is written through a spool (spool.h): a reader sees the old file or the new one, and a
 * power cut leaves one of the two.
 * Files are made with mode 0600 and folders with 0700: what is here is private.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;

/* Appends the whole file to b, within b's limit (ERR_TOO_LARGE). Refuses folders and devices. `what` names the thing in
 * messages ("the request"). */
WARN_UNUSED int file_read(const char *path, const char *what, struct buf *b, struct err *err);

/* Reads all of a descriptor (standard input, a pipe) in the same way. */
WARN_UNUSED int file_read_fd(int fd, const char *what, struct buf *b, struct err *err);

/* Replaces path with the n bytes, atomically and durably. On failure path is as it was and no temporary file is left.
 */
WARN_UNUSED int file_write(const char *path, const void *p, size_t n, const char *what, struct err *err);

/* All of p to fd, through short writes and interruptions. */
WARN_UNUSED int file_write_fd(int fd, const void *p, size_t n, const char *what, struct err *err);

/* Makes the folder and those above it. Fine when it is there; ERR_CONFLICT when a file is in its place. */
WARN_UNUSED int file_mkdirs(const char *path, struct err *err);

/* Makes a file that must not exist yet, whole and durably as file_write does; ERR_CONFLICT when it does. */
WARN_UNUSED int file_create_new(const char *path, const void *p, size_t n, const char *what, struct err *err);

/* Removes a file durably; *ret_removed (may be NULL) says whether this call was the one that did, which is true for one
 * caller only. Fine when it is not there. */
WARN_UNUSED int file_remove(const char *path, bool *ret_removed, struct err *err);

/* Removes a folder with all it holds, following no symbolic link: a link in it, or in its place, goes, and what it
 * points to stays. Fine when it is not there. Over FILE_TREE_DEPTH levels it stops with ERR_TOO_LARGE, part of it
 * removed. The path must end in the folder's name, not in a slash, "." or "..". */
WARN_UNUSED int file_remove_tree(const char *path, struct err *err);

struct file_stat {
    uint64_t size;
    int64_t mtime_ns, ctime_ns; /* of the content, and of the file: the second cannot be set back */
    uint64_t device, inode;
    bool is_folder, is_regular, is_link;
};
WARN_UNUSED int file_stat(const char *path, const char *what, struct file_stat *ret, struct err *err);

/* The same of an open one; false when the system does not say. */
bool file_stat_fd(int fd, struct file_stat *ret);

/* What was opened must be an ordinary file: else it is refused, as file_read() does. It stays the caller's. */
WARN_UNUSED int file_check_open(int fd, const char *path, const char *what, struct file_stat *ret, struct err *err);

/* The part behind the last slash. */
const char *file_basename(const char *path);

/* Opens the folder in which that part is; the caller closes it. -1 with errno. */
WARN_UNUSED int file_open_folder(const char *path);
