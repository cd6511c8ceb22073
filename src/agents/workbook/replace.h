/* replace.h - a person's file replaced by a new version of it.
 *
 * At every moment, also when the power goes, there is the old file or the new one under its name, and never less than
 * one copy of the old one: the new bytes go into a file without a name in the same folder, are synced, get a name, and
 * are renamed over the old file once a copy of that one stands beside it. The file keeps its owner and mode. A link is
 * followed to the file that it leads to.
 *
 * While a replacement is open the file is locked (an open file description's lock, which also meets the ones of
 * programs that lock what they have open), so that two cannot change it at once: the second is told so. A file that
 * another program says it has open (~$NAME of Excel, .~lock.NAME# of LibreOffice) is left alone.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <limits.h>
#include <stdint.h>
#include <sys/stat.h>

struct cancel;
struct err;
struct sha256;

struct replace {
    char path[PATH_MAX]; /* with all links followed */
    char sha256[SHA256_TEXT_BYTES];
    char new_sha256[SHA256_TEXT_BYTES]; /* after replace_end() */
    char backup[NAME_MAX + 1];          /* after replace_backup(): its name in the same folder */
    char temporary[64];                 /* the new file's name while it has one; "" otherwise */
    struct stat st;
    int fd, folder, made; /* the file, its folder, the new file; -1: not open */
    struct sha256 *hash;  /* of what was written so far */
};

/* Opens and locks the file, and hashes it. ERR_CONFLICT when another program has it, ERR_NOT_FOUND, ERR_IO. */
WARN_UNUSED int replace_open(struct replace *r, const char *path, const struct cancel *cancel, struct err *err);

/* Gives everything up that was not committed. Harmless after any failure, and twice. Fits CLEANUP. */
void replace_close(struct replace *r);

/* The new file: begun, written, ended (synced). The writing fits struct worker_output. */
WARN_UNUSED int replace_begin(struct replace *r, struct err *err);
WARN_UNUSED int replace_write(void *replace, const void *p, size_t n, struct err *err);
WARN_UNUSED int replace_end(struct replace *r, struct err *err);

/* Copies the old file, durably, to NAME.YYYYMMDD-HHMMSS.bak.ENDING beside it (UTC). ERR_CONFLICT when it changed since
 * it was opened. */
WARN_UNUSED int replace_backup(struct replace *r, int64_t now_us, const struct cancel *cancel, struct err *err);

/* The new file takes the old one's place. */
WARN_UNUSED int replace_commit(struct replace *r, struct err *err);
