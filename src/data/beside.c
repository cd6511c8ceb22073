/* beside.c - two names to look for. Whatever cannot be looked at is taken for what its name says: a figure that is not
 * told is better than a wrong one. */
#include "data/beside.h"
#include "base/arena.h"
#include "base/err.h"
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define START_BYTES 16

/* The first bytes of a file; how many there are, or -1 when it cannot be read. */
static ssize_t start_of(const char *path, char start[static START_BYTES])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    ssize_t n = -1;

    memset(start, 0, START_BYTES);
    if (fd < 0)
        return -1;
    n = pread(fd, start, START_BYTES, 0);
    close(fd);
    return n;
}

static bool has_bytes(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
}

/* A journal counts when it was not wiped, as it is where it is kept for the next transaction, and says that there are
 * pages in it. */
static bool is_hot(const char *path)
{
    static const unsigned char magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
    static const char no_pages[4] = { 0 };
    char start[START_BYTES];

    if (!has_bytes(path))
        return false;
    if (start_of(path, start) < 0)
        return true;
    return memcmp(start, magic, sizeof magic) == 0 && memcmp(start + sizeof magic, no_pages, sizeof no_pages) != 0;
}

enum beside beside_look(const char *path)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char start[START_BYTES], *real = realpath(path, NULL);
    enum beside found = BESIDE_NOTHING;

    if (real && start_of(real, start) == START_BYTES) {
        if (memcmp(start, "SQLite format 3", START_BYTES) == 0 && is_hot(arena_printf(a, "%s-journal", real)))
            found = BESIDE_JOURNAL;
        if (memcmp(start + 8, "DUCK", 4) == 0 &&
            (has_bytes(arena_printf(a, "%s.wal", real)) || has_bytes(arena_printf(a, "%s.wal", path))))
            found = BESIDE_LOG;
    }
    free(real);
    return found;
}

int beside_refuse(enum beside what, struct err *err)
{
    if (what == BESIDE_JOURNAL) {
        err_set(err, ERR_DATA_UNREADABLE, "A change to the database was begun and not ended.", "a hot journal");
        return err_action(err, "Wait until the program that writes it is done; if none does, open the database once "
                               "with SQLite, which undoes what was begun.");
    }
    err_set(err, ERR_DATA_UNREADABLE, "Changes to the database are not in its file yet.", "a log beside it");
    return err_action(err, "Close the program that has it open, or run CHECKPOINT there.");
}
