/* known_keys.c - the file is small and written whole, under a lock. */
#include "store/log/known_keys.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/timefmt.h"
#include "store/files/lock.h"
#include "sys/file.h"
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define WHAT "the list of known keys"

/* The home by the name it has with every link followed: two ways to one folder are one home. */
static const char *real_home(struct arena *a, const char *home)
{
    char real[PATH_MAX];

    return arena_str(a, realpath(home, real) ? real : home);
}

static const char *file_in(struct arena *a, const char *folder)
{
    return arena_printf(a, "%s/known_keys", folder);
}

static const char *lock_in(struct arena *a, const char *folder)
{
    return arena_printf(a, "%s/known_keys.lock", folder);
}

static int read_all(struct arena *a, const char *folder, struct buf *b, struct err *err)
{
    struct err cause;

    if (file_read(file_in(a, folder), WHAT, b, &cause) == 0 || cause.code == ERR_NOT_FOUND)
        return 0;
    *err = cause;
    return -1;
}

/* One line taken apart; false when it is none of ours. */
struct line {
    const char *key, *path, *end;
    size_t path_n;
};

static bool next_line(const char **at, const char *end, struct line *ret)
{
    while (*at < end) {
        const char *p = *at, *stop = memchr(p, '\n', (size_t)(end - p)), *blank;
        stop = stop ? stop : end;
        *at = stop < end ? stop + 1 : end;
        blank = memchr(p, ' ', (size_t)(stop - p));
        if (!blank || blank - p != KEY_TEXT_BYTES - 1)
            continue;
        blank = memchr(blank + 1, ' ', (size_t)(stop - blank - 1));
        if (!blank)
            continue;
        *ret = (struct line){ .key = p, .path = blank + 1, .end = stop, .path_n = (size_t)(stop - blank - 1) };
        return true;
    }
    return false;
}

static bool is_of(const struct line *l, const char *home)
{
    return l->path_n == strlen(home) && memcmp(l->path, home, l->path_n) == 0;
}

int known_key_look(const char *folder, const char *home, const char *key, enum known_key *ret,
                   char ret_known[static KEY_TEXT_BYTES], struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct buf b CLEANUP(buf_done) = BUF(KNOWN_KEYS_BYTES);
    const char *at;
    struct line l;

    *ret = KEY_IS_NEW;
    ret_known[0] = '\0';
    if (!folder)
        return 0;
    if (read_all(a, folder, &b, err) < 0)
        return -1;
    home = real_home(a, home);
    for (at = b.p; b.n > 0 && next_line(&at, b.p + b.n, &l);)
        if (is_of(&l, home)) {
            bool same = strncmp(l.key, key, KEY_TEXT_BYTES - 1) == 0;
            if (!ret_known[0]) {
                snprintf(ret_known, KEY_TEXT_BYTES, "%.*s", KEY_TEXT_BYTES - 1, l.key);
                *ret = same ? KEY_IS_KNOWN : KEY_IS_ANOTHER;
            } else if (same && *ret == KEY_IS_ANOTHER) {
                *ret = KEY_IS_LATER;
            }
        }
    return 0;
}

/* What stays: other homes, and of this one all when a key is added. */
static void copy_lines(const struct buf *from, const char *home, bool all, struct buf *to)
{
    const char *at = from->p;
    struct line l;

    while (from->n > 0 && next_line(&at, from->p + from->n, &l))
        if (all || !is_of(&l, home))
            buf_addf(to, "%.*s\n", (int)(l.end - l.key), l.key);
}

/* Without a key the home's line goes. */
static int write_anew(struct arena *a, const char *folder, const char *home, const char *key, const char *now,
                      struct err *err)
{
    struct buf old CLEANUP(buf_done) = BUF(KNOWN_KEYS_BYTES), new CLEANUP(buf_done) = BUF(KNOWN_KEYS_BYTES);

    if (read_all(a, folder, &old, err) < 0)
        return -1;
    if (!key && old.n == 0)
        return 0;
    copy_lines(&old, home, key != NULL, &new);
    if (key)
        buf_addf(&new, "%s %s %s\n", key, now, home);
    else if (new.n == 0) /* who waits for the lock now may write at the same time as another: a line is met anew */
        return file_remove(file_in(a, folder), NULL, err) < 0 ? -1 : file_remove(lock_in(a, folder), NULL, err);
    return buf_check(&new, err) < 0 ? -1 : file_write(file_in(a, folder), new.p ? new.p : "", new.n, WHAT, err);
}

static int change(const char *folder, const char *home, const char *key, int64_t now_us, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char now[TIME_TEXT_BYTES];
    int lock, status;

    if (!folder)
        return 0;
    time_text(now_us, now);
    if (!key && access(file_in(a, folder), F_OK) != 0)
        return 0;
    if (file_mkdirs(folder, err) < 0 || lock_open(lock_in(a, folder), &lock, err) < 0)
        return -1;
    status = lock_take(lock, DB_WAIT_MS, err);
    if (status == 0)
        status = write_anew(a, folder, real_home(a, home), key, now, err);
    close(lock);
    return status;
}

int known_key_keep(const char *folder, const char *home, const char *key, int64_t now_us, struct err *err)
{
    return change(folder, home, key, now_us, err);
}

int known_key_forget(const char *folder, const char *home, struct err *err)
{
    return change(folder, home, NULL, 0, err);
}
