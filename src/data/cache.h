/* cache.h - typed columns of large sources, kept in the home so that they need not be read again.
 *
 * An entry is one file (cache_file.h) for one source, in the home's folder "cache". Its name is the source's size and
 * the SHA-256 of the source's own SHA-256 and a hash of the readers' code, so it can never be taken for another
 * content's or for what an older program made of it, and a copy of a file under another name finds it, too. Whether
 * there could be an entry is seen from the size; only then is the source hashed first.
 *
 * Entries are made nameless, filled by a worker, and named here when they are whole; they do not change afterwards, and
 * a worker cannot choose the name. All of them together have a bound: the ones that were not used for the longest
 * time go. A cache that does not work is no error: the source is read, as if there were none.
 */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stdint.h>

/* What an entry is about. */
struct cache_key {
    uint64_t size; /* of the source */
    const char *sha256;
};

/* Whether there are entries for sources of this size. folder: the cache's; it need not be there. */
bool cache_may_have(const char *folder, uint64_t size);

/* The entry, open for reading, and used just now; -1 when there is none. */
int cache_open(const char *folder, struct cache_key key);

/* An empty file without a name in the folder, which is made if it is not there; -1 when that cannot be had. */
int cache_make(const char *folder);

/* Names it, and makes room for it: all entries together have at most budget bytes on the disk. */
void cache_keep(const char *folder, int fd, struct cache_key key, uint64_t budget);

void cache_remove(const char *folder, struct cache_key key);
