/* pg_source.h - tables of a PostgreSQL server, by URL.
 *
 *   postgresql://user:password@host:port/database                every table and view of the search path's schemas that
 *                                                                the user may read, at most PG_TABLES
 *   postgresql://user:password@host:port/database#schema.table   this one
 *
 * All are read in one read-only transaction, so that they belong together, and typed by the catalogue: numeric stays
 * exact, timestamptz is UTC, json, arrays and everything else is text, bytea hex digits. A column that the user may not
 * read is left out and said. The hash of a table is that of the bytes that the server sent for it, in their order;
 * there is no file whose change could be noticed, so what was read is never to be kept for another time.
 *
 * Exception to what source.h asks: this one connects to a server (source.opens); the process it runs in needs sockets,
 * the files that say how names are looked up, and the library libpq. When the last table has been loaded it lets the
 * server go, and connects again when it is asked for more. The password is given apart from the URL; NULL: it is the
 * URL's own.
 */
#pragma once
#include "base/attrs.h"
#include "grid/source.h"

/* Errors: those of pg_conn.h, ERR_DATA_EMPTY (no table), ERR_TOO_LARGE. None names a host, a user, a password or a URL.
 */
WARN_UNUSED int pg_source_open(const char *url, const char *password, const struct cancel *cancel, struct source **ret,
                               struct err *err);
