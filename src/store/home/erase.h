/* erase.h - removes a home and everything in it.
 *
 * What this does, honestly. Every file is unlinked and every folder removed, the home itself last, and the folder above
 * is synced. No program can open anything of it afterwards. The files that hold secrets (keys/) are overwritten once
 * before. On a magnetic disk with an ordinary file system that destroys the old bytes. On an SSD, on a file system that
 * copies on write (btrfs, ZFS), in snapshots and in backups, old bytes can survive any overwriting; only encryption of
 * the disk helps. The rest of the home is therefore not overwritten: that would wear the disk and promise what cannot
 * be kept.
 */
#pragma once
#include "base/attrs.h"

struct cancel;
struct err;

/* Removes the home. Nobody may have it open. A folder that is not a home, or that holds something assay did not put
 * there, is refused with ERR_INVALID_INPUT and left as it is; a link in its place too. It first gets the name
 * HOME.erasing, so that no half of a home can be taken for one; killed half-way, the next call goes on with that. Fine
 * when there is neither. */
WARN_UNUSED int home_erase(const char *home, const struct cancel *cancel, struct err *err);
