/* scrub.h - passwords of servers, out of a home that an older program wrote.
 *
 * Until schema version 4 an address such as postgres://user:password@host/db could be kept as it was given: in
 * analyses, in what was said, in tasks, in the words beside the audit log, in the diary. They all go, each in the way
 * that fits what it is:
 *
 * - A record of ours (a conversation, an analysis, an artifact's description) stays, with "***" for the password. Where
 *   the audit log has salted hashes of what its request said, those words and salts go: they are erased, as `audit
 *   erase` would do it, and not silently others.
 * - Words beside the audit log go, with their salts, and with them the other words of the same request. The log's own
 * lines hold hashes and never an address: they are signed and stay as they are.
 * - Tasks keep their length, which is bounded: the password becomes as many "*".
 * - A recipe is forgotten; it is learned again.
 * - The diary and sessions' own files are overwritten in place.
 *
 * What documents, uploads and made files hold is a person's own text and data; it is left alone. Nothing is left in the
 * store's free pages (secure_delete), in its write-ahead log, or in the words that tasks are found by.
 */
#pragma once
#include "base/attrs.h"

struct db;
struct err;

/* Scrubs the database, which is at version 3, and the home around it. Doing it again is harmless. */
WARN_UNUSED int scrub_home(struct db *db, const char *home, struct err *err);

/* ---- scrub_files.c ---- */

/* The diary, and the files of sessions. */
WARN_UNUSED int scrub_files(const char *home, struct err *err);
