/* sqlite_wal.h - a SQLite database with its write-ahead log applied, as one private image in memory.
 *
 * A program that has a database open in WAL mode leaves what it committed last in the file NAME-wal. The image has the
 * pages of all transactions that were committed whole: frames count as far as their salts and checksums are right and
 * up to the last that ends a transaction, as SQLite itself reads them. The image's header says that there is no log, so
 * that SQLite asks for none. https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct source_bytes;

struct sqlite_image {
    unsigned char *p;
    size_t n;
    bool is_owned;   /* else it is the source's own bytes, which must not be written to */
    uint64_t frames; /* pages taken from the log */
};

/* ERR_DATA_UNREADABLE when the header is none of a database's, ERR_TOO_LARGE past DATA_FILE_BYTES. */
WARN_UNUSED int sqlite_image_make(const struct source_bytes *bytes, struct sqlite_image *ret, struct err *err);
void sqlite_image_done(struct sqlite_image *i);
