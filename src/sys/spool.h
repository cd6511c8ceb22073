/* spool.h - a file in the making: seen whole under its name, or not at all.
 *
 * This is the one way in which the program writes files that last. Where the file system can, the file has no name
 * until it is complete, so that a program that is killed leaves nothing; elsewhere it has a temporary one. It is synced
 * before it gets its name and its folder after: a reader sees the old file or the new one, and a power cut leaves one
 * of the two. Whoever is told "failed" finds what was there before.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct err;
struct stat;

/* ".assay-<16 hex digits>.tmp": the pattern of all temporary files of this program, which the sweep knows. */
#define TEMP_NAME_BYTES 32
void temp_name(char ret[static TEMP_NAME_BYTES]);
bool temp_name_is(const char *name);

struct spool {
    int dir, fd;                /* the folder, and the file: open for reading and writing, mode 0600 */
    char name[TEMP_NAME_BYTES]; /* its temporary name; empty while it has none */
    const char *path;           /* the caller's; must outlive the spool */
};

/* For a declaration: struct spool s CLEANUP(spool_done) = SPOOL; */
#define SPOOL                                                                                                          \
    {                                                                                                                  \
        .dir = -1, .fd = -1                                                                                            \
    }

/* `what` names the thing in messages ("the archive"). ERR_NOT_FOUND when there is no such folder. */
WARN_UNUSED int spool_open(struct spool *s, const char *path, const char *what, struct err *err);

/* The same in a folder that is open already, which stays the caller's; of the path only its last part counts. */
WARN_UNUSED int spool_open_in(struct spool *s, int dir, const char *path, const char *what, struct err *err);

/* Syncs it and gives it its name, in place of what had it before. On failure that is there again, unless the message
 * says that the new one may not survive a power cut: then it could not be put back. */
WARN_UNUSED int spool_publish(struct spool *s, const char *what, struct err *err);

/* The same where nothing may have the name, not even a link that leads nowhere: ERR_CONFLICT, after which it can be
 * tried again with another s->path. */
WARN_UNUSED int spool_publish_new(struct spool *s, const char *what, struct err *err);

/* The same in place of one file that is known: `old` is open on it, `known` what fstat() said of it. Whatever else has
 * the name by then, or the same file with another content, keeps it: ERR_CONFLICT. The two files are exchanged and what
 * came out is looked at, so that there is no moment in which somebody's save could be lost; where the file system
 * cannot exchange, the look comes right before the rename. */
WARN_UNUSED int spool_publish_over(struct spool *s, int old, const struct stat *known, const char *what,
                                   struct err *err);

/* Drops what was not published. */
void spool_done(struct spool *s);
