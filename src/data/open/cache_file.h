/* cache_file.h - the tables of one source in one file, as the worker writes and reads it.
 *
 * First come the columns of each table (grid/columns/columns.h), then an index of them as JSON, then an end of fixed
 * size that says where the index is and holds its SHA-256. The file is written to a descriptor that the parent made and
 * is complete or is not kept; it never changes afterwards. Reading believes nothing: the index is compared with its
 * hash, each block checks itself, and a file of another version of the program does not fit (cache.h names it
 * differently).
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct cache_writer;
struct columns;

struct cached_table {
    const char *name;          /* as the source calls it; NULL once it was read back, if it is called as its file */
    bool is_file;              /* which it is: an entry is found by bytes, and another file may have them */
    unsigned packed;           /* then: how often the file was compressed */
    const char *sheet, *range; /* as source_table has them */
    bool hidden;
    const char *sha256;       /* of a server's table; NULL: the file's own hash holds */
    struct columns *columns;  /* owned by whoever read it */
    const char *const *notes; /* what was assumed */
    size_t n_notes;
};

/* Writes to the descriptor; -1: nothing is written, and the calls below do nothing. */
struct cache_writer *cache_writer_new(int fd);
void cache_add(struct cache_writer *w, const struct cached_table *t);

/* Ends the file and frees the writer. True when keep was and everything is in the file; otherwise it is worth nothing.
 */
bool cache_writer_end(struct cache_writer *w, bool keep);

/* The tables in the file; names and notes in the arena, the columns are the caller's to free. -1 when it is damaged. */
WARN_UNUSED int cache_read(struct arena *a, int fd, struct cached_table **ret, size_t *ret_n);
