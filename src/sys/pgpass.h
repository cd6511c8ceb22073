/* pgpass.h - the password that a person has told the system for a PostgreSQL server.
 *
 * As every program of PostgreSQL's finds it: PGPASSWORD, or the first line of the file that PGPASSFILE names, else of
 * ~/.pgpass, that fits: "host:port:database:user:password", with "*" for whatever and "\" before a ":" or "\" within.
 * A file that others can read is refused, as there.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"

struct err;

/* "" when there is none. Of an address with several hosts only where all of them have the same: one host's password is
 * not for another's eyes. Errors: ERR_DATA_UNREADABLE. The caller wipes it. */
WARN_UNUSED int pgpass_find(const char *address, char ret[static SECRET_BYTES + 1], struct err *err);
