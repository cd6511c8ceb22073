/* scrub.h - removes the passwords of servers from a home that an older program wrote.
 *
 * Until schema version 4 an address such as postgres://user:password@host/db could be kept as it was given: in
 * analyses, conversations and tasks, in the words beside the audit log, in the diary. Each is cleaned in its own way:
 *
 * - A record of ours (a conversation, an analysis, the description of an artifact) stays, with "***" for the password.
 *   Where the audit log has salted hashes of what its request said, those words and salts are erased, as `audit erase`
 *   does it. They are not silently replaced by others.
 * - Words beside the audit log are erased with their salts, and so are the other words of the same request. The lines
 * of the log hold hashes and never an address: they are signed and stay as they are.
 * - Tasks keep their length, which is bounded: the password becomes as many "*".
 * - A recipe is forgotten; it is learned again.
 * - The diary and the files of sessions are overwritten in place.
 *
 * Documents, uploads and made files are a person's own text and data, and are left alone. Nothing stays in the free
 * pages of the store (secure_delete), in its write-ahead log, or in the index of tasks.
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
