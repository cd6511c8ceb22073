/* cache.c - names, times and room. The time of an entry's file is when it was last used. */
#include "data/cache.h"
#include "base/err.h"
#include "base/hash.h"
#include "readers.inc" /* READERS: a hash of all that reads */
#include "sys/file.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_BYTES (20 + 1 + SHA256_TEXT_BYTES)

static void name_of(struct cache_key key, char out[static NAME_BYTES])
{
    char text[sizeof READERS + SHA256_TEXT_BYTES + 1], hash[SHA256_TEXT_BYTES];

    snprintf(text, sizeof text, READERS " %s", key.sha256);
    sha256_text(text, strlen(text), hash);
    snprintf(out, NAME_BYTES, "%llu-%s", (unsigned long long)key.size, hash);
}

/* The folder, open; -1 when it is not there. */
static int open_folder(const char *folder)
{
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool cache_may_have(const char *folder, uint64_t size)
{
    DIR *d = opendir(folder);
    struct dirent *entry;
    char start[24];
    bool found = false;

    if (!d)
        return false;
    snprintf(start, sizeof start, "%llu-", (unsigned long long)size);
    while (!found && (entry = readdir(d)) != NULL)
        found = strncmp(entry->d_name, start, strlen(start)) == 0;
    closedir(d);
    return found;
}

int cache_open(const char *folder, struct cache_key key)
{
    char name[NAME_BYTES];
    int dir = open_folder(folder), fd;

    if (dir < 0)
        return -1;
    name_of(key, name);
    fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    close(dir);
    if (fd >= 0 && futimens(fd, NULL) != 0) {
        close(fd); /* one that cannot be marked as used would be evicted at random */
        fd = -1;
    }
    return fd;
}

int cache_make(const char *folder)
{
    struct err err;

    if (file_mkdirs(folder, &err) != 0)
        return -1;
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

void cache_remove(const char *folder, struct cache_key key)
{
    char name[NAME_BYTES];
    int dir = open_folder(folder);

    if (dir < 0)
        return;
    name_of(key, name);
    unlinkat(dir, name, 0);
    close(dir);
}

/* ---- room ---- */

struct entry {
    char name[NAME_BYTES];
    uint64_t bytes;
    int64_t used_ns;
};

static int oldest_first(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    if (x->used_ns != y->used_ns)
        return x->used_ns < y->used_ns ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* The entries, up to CACHE_ENTRIES; what is more is left for the next time. */
static size_t list(DIR *d, struct entry *entries)
{
    struct dirent *e;
    size_t n = 0;

    while (n < CACHE_ENTRIES && (e = readdir(d)) != NULL) {
        struct stat st;
        if (strlen(e->d_name) >= NAME_BYTES || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(st.st_mode))
            continue;
        entries[n] = (struct entry){ .bytes = (uint64_t)st.st_blocks * 512,
                                     .used_ns = st.st_mtim.tv_sec * 1000000000LL + st.st_mtim.tv_nsec };
        snprintf(entries[n++].name, NAME_BYTES, "%s", e->d_name);
    }
    return n;
}

/* Removes the oldest until all fit. */
static void evict(const char *folder, uint64_t budget)
{
    struct entry *entries = calloc(CACHE_ENTRIES, sizeof *entries);
    DIR *d = opendir(folder);
    uint64_t total = 0;
    size_t n;

    if (!entries)
        abort();
    if (d) {
        n = list(d, entries);
        qsort(entries, n, sizeof *entries, oldest_first);
        for (size_t i = 0; i < n; i++)
            total += entries[i].bytes;
        for (size_t i = 0; i < n && (total > budget || n - i >= CACHE_ENTRIES); i++) {
            unlinkat(dirfd(d), entries[i].name, 0);
            total -= entries[i].bytes;
        }
        closedir(d);
    }
    free(entries);
}

void cache_keep(const char *folder, int fd, struct cache_key key, uint64_t budget)
{
    char name[NAME_BYTES], self[64];
    int dir = open_folder(folder);

    if (dir < 0)
        return;
    name_of(key, name);
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    /* That it is there already means that another process was faster. */
    if (linkat(AT_FDCWD, self, dir, name, AT_SYMLINK_FOLLOW) == 0)
        evict(folder, budget);
    close(dir);
}
