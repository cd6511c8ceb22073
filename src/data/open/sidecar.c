/* sidecar.c - two names to look for. Whatever cannot be looked at is taken for what its name says: a figure that is not
 * told is better than a wrong one. */
#include "data/open/sidecar.h"
#include "base/arena.h"
#include "base/err.h"
#include "sys/file.h"
#include "sys/location.h"
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define START_BYTES 16

/* The first bytes of a file; how many there are, or -1 when it cannot be read. */
static ssize_t start_of(const struct location *at, char start[static START_BYTES])
{
    struct file_stat st;
    struct err none;
    ssize_t n;
    int fd;

    memset(start, 0, START_BYTES);
    if (location_open(at, "the data file", &fd, &st, &none) < 0)
        return -1;
    n = pread(fd, start, START_BYTES, 0);
    close(fd);
    return n;
}

/* A link cannot be looked at: it may lead anywhere. */
static bool has_bytes(const struct location *at)
{
    struct file_stat st;
    struct err none;

    return location_stat(at, "the data file", &st, &none) == 0 && (st.is_link || (st.is_regular && st.size > 0));
}

static bool has_beside(struct arena *a, const struct location *at, const char *ending)
{
    struct location file = location_beside(a, at, ending);

    return has_bytes(&file);
}

/* By its name as it was given, which may be a link's: the engine puts its log beside that. */
static bool has_beside_name(struct arena *a, const struct location *at, const char *ending)
{
    struct location file = { .path = arena_printf(a, "%s%s", at->path, ending) };

    if (at->root)
        return at->link && has_beside(a, at->link, ending);
    return has_bytes(&file);
}

/* A journal counts when it was not wiped, as it is where it is kept for the next transaction, and says that there are
 * pages in it. */
static bool is_hot(const struct location *at)
{
    static const unsigned char magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
    static const char no_pages[4] = { 0 };
    char start[START_BYTES];

    if (!has_bytes(at))
        return false;
    if (start_of(at, start) < 0)
        return true;
    return memcmp(start, magic, sizeof magic) == 0 && memcmp(start + sizeof magic, no_pages, sizeof no_pages) != 0;
}

enum sidecar sidecar_look(const struct location *at)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct location journal;
    char start[START_BYTES];

    if (start_of(at, start) != START_BYTES)
        return SIDECAR_NONE;
    if (memcmp(start, "SQLite format 3", START_BYTES) == 0) {
        journal = location_beside(a, at, "-journal");
        return is_hot(&journal) ? SIDECAR_JOURNAL : SIDECAR_NONE;
    }
    if (memcmp(start + 8, "DUCK", 4) == 0 && (has_beside(a, at, ".wal") || has_beside_name(a, at, ".wal")))
        return SIDECAR_LOG;
    return SIDECAR_NONE;
}

int sidecar_refuse(enum sidecar what, struct err *err)
{
    if (what == SIDECAR_JOURNAL) {
        err_set(err, ERR_DATA_UNREADABLE, "A change to the database was begun and not ended.", "a hot journal");
        return err_action(err, "Wait until the program that writes it is done; if none does, open the database once "
                               "with SQLite, which undoes what was begun.");
    }
    err_set(err, ERR_DATA_UNREADABLE, "Changes to the database are not in its file yet.", "a log beside it");
    return err_action(err, "Close the program that has it open, or run CHECKPOINT there.");
}
