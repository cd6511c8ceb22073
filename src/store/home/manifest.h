/* manifest.h - what a backup says about itself: its first member, as JSON.
 *
 * {"format": "assay-backup", "version": 1, "made_at", "assay", "audit": {"entries", "bytes", "head"}, "files":
 * [{"name", "size", "sha256"}], "skipped": [{"name", "why"}]}. The files are listed in the order of the archive's
 * members, which is manifest_order's; `head` is the chain's signed head as it was at that moment.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct json;

#define MANIFEST_NAME "manifest.json"
#define MANIFEST_SUM_NAME "manifest.sha256" /* its SHA-256 as sha256sum prints it, right behind it */
#define MANIFEST_SUM_BYTES 80
#define MANIFEST_VERSION 1

struct manifest_file {
    const char *name; /* in the home, with slashes */
    uint64_t size;
    char sha256[SHA256_TEXT_BYTES];
    const char *why; /* it was left out, and why; NULL when it is in the archive */
};

struct manifest {
    int64_t made_s; /* seconds since 1970; the time of every member */
    const char *program;
    uint64_t entries, bytes; /* of the chain */
    struct json *head;       /* NULL when nothing was ever signed */
    struct manifest_file *files;
    size_t n;
};

/* The folders of a home, and those of them that are backed up whole; NULL ends each list. */
extern const char *const manifest_home_folders[];
extern const char *const manifest_folders[];
bool manifest_is_home_folder(const char *name);

/* A name that a backup may hold: one of the three files above, or a safe one below one of the folders. */
bool manifest_name_is_known(const char *name, size_t n);

/* The store first, then the recipes, the log, and the rest by name. For qsort(). */
int manifest_order(const void *a, const void *b);

WARN_UNUSED int manifest_write(const struct manifest *m, struct buf *b, struct err *err);

/* Everything is checked: version, names, order (so that none comes twice), bounds. ERR_BACKUP_DAMAGED when something is
 * wrong, ERR_CONFLICT when a newer program wrote it. */
WARN_UNUSED int manifest_read(struct arena *a, const char *text, size_t n, struct manifest *ret, struct err *err);

/* Fills err for an archive that is not what it should be. */
int manifest_damaged(struct err *err, const char *detail, ...) PRINTF(2, 3);

/* The line of MANIFEST_SUM_NAME. */
void manifest_sum(const void *text, size_t n, char ret[static MANIFEST_SUM_BYTES + 1]);
