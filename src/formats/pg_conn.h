/* pg_conn.h - a connection to a PostgreSQL server that never waits without a bound.
 *
 * Every wait is a poll of some milliseconds, between which the caller's cancel and a limit on silence are asked;
 * nothing of libpq's that blocks is used but the look-up of a host's name. Errors say what happened by the server's own
 * code (SQLSTATE) and never hold an address, a name, a password or a message of the server's.
 *
 * Only the parts of a URL that say where and as whom to connect are taken (host, port, database, user, password,
 * sslmode, sslrootcert, target_session_attrs, connect_timeout is ours); anything else in it is refused.
 */
#pragma once
#include "base/attrs.h"
#include "formats/pg_api.h"
#include <stddef.h>
#include <stdint.h>

struct cancel;

struct pg_conn {
    const struct pg_api *api;
    PGconn *c;
    const struct cancel *cancel; /* of the call that runs */
};

/* Connects; a password takes the place of the URL's, NULL: that is it. ERR_INVALID_INPUT (no such URL), ERR_IO (not
 * reached), ERR_DATA_UNREADABLE (not let in), ERR_NOT_FOUND (no such database), ERR_QUERY_TIMEOUT (no answer),
 * ERR_ENGINE_UNAVAILABLE, and cancel's. */
WARN_UNUSED int pg_connect(struct pg_conn *p, const char *url, const char *password, struct err *err);
void pg_close(struct pg_conn *p);

/* Runs statements without a result. */
WARN_UNUSED int pg_run(struct pg_conn *p, const char *sql, struct err *err);

/* Runs a query with up to two parameters as text; the caller clears *ret. Its rows must be few. */
WARN_UNUSED int pg_ask(struct pg_conn *p, const char *sql, const char *a, const char *b, PGresult **ret,
                       struct err *err);

/* Runs a COPY TO STDOUT and hands on each row as it came, with its line end; the row may be changed in place. */
typedef int pg_row_fn(void *arg, char *row, size_t n, struct err *err);
WARN_UNUSED int pg_copy(struct pg_conn *p, const char *sql, pg_row_fn *fn, void *arg, struct err *err);
