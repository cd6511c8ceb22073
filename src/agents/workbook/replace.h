/* replace.h - a person's file replaced by a new version of it.
 *
 * At every moment, also when the power goes, there is the old file or the new one under its name, and never less than
 * one copy of the old one: the new bytes go into a spool (spool.h) in the same folder, which takes the old file's place
 * once a copy of that one stands beside it. Both keep its owner, mode, access list and other attributes
 * (file_attributes.h), or nothing is done. A link is followed to the file that it leads to; of a file with several
 * names (hard links) only the one that was given leads to the new version.
 *
 * While a replacement is open the file is locked (an open file description's lock, which also meets the ones of
 * programs that lock what they have open), so that two cannot change it at once: the second is told so. A file that
 * another program says it has open (~$NAME of Excel, .~lock.NAME# of LibreOffice) is left alone. A program that does
 * neither and saves all the same keeps what it saved: the new version replaces the file that was opened, and no other.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include "sys/spool.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct cancel;
struct err;
struct location;
struct sha256;

struct replace {
    char path[PATH_MAX]; /* with all links followed */
    char sha256[SHA256_TEXT_BYTES];
    char new_sha256[SHA256_TEXT_BYTES]; /* after replace_end() */
    char backup[NAME_MAX + 1];          /* after replace_backup(): its name in the same folder */
    struct stat st;
    int fd, folder;      /* the file and its folder; -1: not open */
    struct spool out;    /* the new file */
    struct sha256 *hash; /* of what was written so far */
    uint64_t left;       /* bytes that may still be written */
};

/* For a declaration: struct replace r CLEANUP(replace_close) = REPLACE; */
#define REPLACE                                                                                                        \
    {                                                                                                                  \
        .fd = -1, .folder = -1, .out = SPOOL                                                                           \
    }

/* To be said of a file with several names (st.st_nlink). */
#define REPLACE_LINKED "The file has other names (hard links): under those it is as it was."

/* Opens and locks the file, and hashes it. ERR_CONFLICT when another program has it, ERR_NOT_FOUND, ERR_IO. */
WARN_UNUSED int replace_open(struct replace *r, const struct location *at, const struct cancel *cancel,
                             struct err *err);

/* Gives everything up that was not committed. Harmless after any failure, and twice. Fits CLEANUP. */
void replace_close(struct replace *r);

/* The new file: begun, written, ended (synced). More than `most` bytes are refused (ERR_TOO_LARGE): who writes may not
 * be trusted to stop. The writing fits struct worker_output. */
WARN_UNUSED int replace_begin(struct replace *r, uint64_t most, struct err *err);
WARN_UNUSED int replace_write(void *replace, const void *p, size_t n, struct err *err);
WARN_UNUSED int replace_end(struct replace *r, struct err *err);

/* Copies the old file beside it, whole and durably (backup_name.h). ERR_CONFLICT when it changed since it was opened.
 */
WARN_UNUSED int replace_backup(struct replace *r, int64_t now_us, const struct cancel *cancel, struct err *err);

/* The new file takes the old one's place. After a failure what was there is there, as with spool_publish_over();
 * ERR_CONFLICT when that is no longer the file that was opened: the copy goes again then. */
WARN_UNUSED int replace_commit(struct replace *r, struct err *err);
