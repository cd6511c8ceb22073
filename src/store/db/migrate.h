/* migrate.h - the tables of the store, brought to the form this program knows. */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stdint.h>

struct db;
struct err;
struct world;

/* Runs the migrations a database lacks, each in a transaction of its own, so that one that is killed goes on where it
 * stopped. What of them concerns the home's other files is done there (scrub.h). A database with migrations this
 * program does not know is refused with ERR_HOME_UNUSABLE and left as it is. Several processes may do it at once.
 * *ret_upgraded says whether an older program's database was brought up to date by this call. */
WARN_UNUSED int migrate(struct db *db, const char *home, const struct world *w, bool *ret_upgraded, struct err *err);

/* The number of the database's last migration; a database that migrate() would refuse is refused here, too. Changes
 * nothing. */
WARN_UNUSED int migrate_look(struct db *db, int64_t *ret_version, struct err *err);
