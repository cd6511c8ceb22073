/* spool.h - a large file in the making: seen whole under its name, or not at all.
 *
 * As file_write() does for what fits in memory. Where the file system can, the file has no name until it is complete,
 * so that a program that is killed leaves nothing; elsewhere it has a temporary one.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct err;

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

WARN_UNUSED int spool_open(struct spool *s, const char *path, const char *what, struct err *err);

/* Syncs it and gives it its name, in place of what had it before. */
WARN_UNUSED int spool_publish(struct spool *s, const char *what, struct err *err);

/* Drops what was not published. */
void spool_done(struct spool *s);
