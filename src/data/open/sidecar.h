/* sidecar.h - files beside a database without which the database file is not whole.
 *
 * SQLite keeps the pages it overwrites in NAME-journal until a transaction is done. While that file is there, the
 * database is half of one state and half of another. DuckDB writes what was committed into NAME.wal, and moves it into
 * the database later. Neither can be read here, so a database with one of them is refused. (SQLite's NAME-wal is read:
 * sqlite_wal.h.)
 */
#pragma once
#include "base/attrs.h"

struct err;
struct location;

enum sidecar { SIDECAR_NONE, SIDECAR_JOURNAL, SIDECAR_LOG };

/* What lies beside the file now, and of DuckDB beside the link that led to it. Only its first bytes, and those of a
 * journal, are looked at. */
enum sidecar sidecar_look(const struct location *at);

/* Sets ERR_DATA_UNREADABLE, saying what to do. Returns -1. */
int sidecar_refuse(enum sidecar what, struct err *err);
