/* backup.h - a whole home in one file, made while others go on writing. It is restored only if every byte is right.
 *
 * The file is a tar archive (tar.h) that any tar program opens. Its first members are manifest.json (manifest.h) and
 * manifest.sha256. Then come the store as of one moment, the audit log up to where the chain stood at that moment, and
 * the keys, sessions, artifacts and uploads. The diary, pending confirmations, temporary files and empty folders are
 * left out. The archive is neither compressed nor encrypted. It holds the key that signs the log and all that the home
 * holds, so it has mode 0600 and must be kept as safe as the home.
 *
 * The manifest settles every byte of the archive, and its sum settles the manifest: damage anywhere is found. This
 * guards against accidents, not against somebody who makes a new archive. What proves the log is its signed head.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stdint.h>

struct cancel;
struct err;
struct location;
struct world;

struct backup_report {
    uint64_t files, bytes; /* in the archive, and the bytes of their content */
    uint64_t entries;      /* of the audit chain */
    char made_at[TIME_TEXT_BYTES];
    uint64_t skipped; /* files that vanished or kept changing; the manifest lists them with the reason */
    char skipped_first[TAR_NAME_BYTES + 1];
    char chain_reason[ERR_MESSAGE_BYTES]; /* of a restore: why the log is not whole, or does not end in the head that
                                             was signed; empty where it does */
};

/* Writes a backup of the home: whole and durable, or not at all, and what was in its place before stays until then.
 * The home's store may be open, in any number of processes; it needs to have been opened once. A place inside the home
 * is refused. Needs room for a copy of the store in the home while it runs. The world gives the time. */
WARN_UNUSED int backup_make(const char *home, const struct location *to, const struct world *world,
                            const struct cancel *cancel, struct backup_report *ret, struct err *err);

/* Reads all of an archive and compares every byte; unpacks nothing, and does not check the chain. ERR_BACKUP_DAMAGED.
 */
WARN_UNUSED int backup_check(const char *path, const struct cancel *cancel, struct backup_report *ret, struct err *err);

/* Unpacks an archive beside the home, checks it as backup_check does, opens its store, verifies the log against the
 * signed head, and only then gives it the home's name. ERR_CONFLICT when the home holds anything (empty folders do not
 * count, a diary does: nobody may have it open). A log that is not whole fails with ERR_AUDIT_BROKEN, unless
 * `broken_too`, by which a person gets at least the data; the report then has the reason. On any failure the home is as
 * it was and nothing else is left; after a kill, the next restore removes what is. */
WARN_UNUSED int backup_restore(const char *path, const char *home, bool broken_too, const struct world *world,
                               const struct cancel *cancel, struct backup_report *ret, struct err *err);
