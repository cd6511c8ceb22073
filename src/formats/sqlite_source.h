/* sqlite_source.h - SQLite databases: every ordinary table of one.
 *
 * The bytes are handed to SQLite as a database in memory that cannot be written to; it opens nothing. What a hostile
 * schema could use is switched off: views, triggers and virtual tables are not read (the notes of the first table say
 * how many there are), no module or extension is there to be called, statements other than a plain SELECT are denied,
 * sizes are limited, and the caller's cancel is asked while it works.
 *
 * Values keep the kind that SQLite gives them one by one; text is typed like a text file's (ISO dates become dates), 0
 * and 1 in a column declared as a boolean are truths, and of a binary value the first SOURCE_BLOB_BYTES are told as hex
 * digits. The log beside it (NAME-wal) is applied; a rollback journal left by a crash is not looked at.
 */
#pragma once
#include "base/attrs.h"
#include "grid/source.h"

/* Errors: ERR_DATA_UNREADABLE, ERR_DATA_EMPTY (no tables), ERR_TOO_LARGE, ERR_RESOURCE_EXHAUSTED, and cancel's. */
WARN_UNUSED int sqlite_source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                                   struct err *err);
