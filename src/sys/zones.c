/* zones.c - a list of the zones that were asked for, each read once under a mutex and never changed again.
 *
 * "UTC" needs no file, so that a machine without the tz database still has one zone. Files with leap seconds ("right/")
 * are refused by base/zone/zone.h and count as none, and so does whatever else lies in the folder.
 */
#include "sys/zones.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/zone/zone.h"
#include "sys/file.h"
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "/usr/share/zoneinfo/"

struct known {
    struct known *next;
    struct zone *zone;
    char name[TASK_ZONE_CHARS + 1];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known *first;

/* No ".", so neither ".." nor a file that is no zone; nothing empty between two slashes. */
static bool is_name(const char *name)
{
    size_t n = strlen(name);

    return n > 0 && n <= TASK_ZONE_CHARS && name[0] != '/' && name[n - 1] != '/' && !strstr(name, "//") &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-/") == n;
}

static int read_zone(const char *name, struct zone **ret, struct err *err)
{
    struct buf bytes CLEANUP(buf_done) = BUF(ZONE_FILE_BYTES), path CLEANUP(buf_done) = BUF(PATH_MAX);

    if (strcmp(name, "UTC") == 0) {
        *ret = zone_utc();
        return 0;
    }
    buf_adds(&path, FOLDER);
    buf_adds(&path, name);
    if (buf_check(&path, err) < 0 || file_read(path.p, "the time zone", &bytes, err) < 0)
        return -1;
    return zone_read(bytes.p, bytes.n, ret, err);
}

/* With the lock held. The name that is kept has the list's life. */
static int find(const char *name, const struct known **ret, struct err *err)
{
    struct known *k = first;
    struct zone *zone;

    while (k && strcmp(k->name, name) != 0)
        k = k->next;
    if (!k) {
        if (read_zone(name, &zone, err) < 0)
            return -1;
        k = calloc(1, sizeof *k);
        if (!k)
            abort();
        k->next = first;
        k->zone = zone;
        memcpy(k->name, name, strlen(name) + 1);
        first = k;
    }
    *ret = k;
    return 0;
}

static int get(const char *name, const struct known **ret, struct err *err)
{
    int status = -1;

    if (is_name(name)) {
        pthread_mutex_lock(&lock);
        status = find(name, ret, err);
        pthread_mutex_unlock(&lock);
    }
    if (status < 0) {
        err_set(err, ERR_INVALID_INPUT, "There is no time zone of that name.", "time zone not found");
        return err_action(err, "Use a name of the tz database, such as Europe/Berlin, America/New_York or UTC.");
    }
    return 0;
}

int zones_get(const char *name, const struct zone **ret, struct err *err)
{
    const struct known *k;

    if (get(name, &k, err) < 0)
        return -1;
    *ret = k->zone;
    return 0;
}

/* ---- this machine's ---- */

static const char *here = "UTC";

/* What is behind "zoneinfo/" of a path; all of it where it is no path. */
static bool take_name(const char *text)
{
    const char *folder = strstr(text, "zoneinfo/");
    const struct known *k;
    struct err err;

    if (get(folder ? folder + strlen("zoneinfo/") : text, &k, &err) < 0)
        return false;
    here = k->name;
    return true;
}

/* An empty TZ is UTC, as the C library has it; one that holds a rule and not a name says nothing here. */
static bool take_variable(void)
{
    const char *tz = getenv("TZ");

    return tz && take_name(*tz == '\0' ? "UTC" : *tz == ':' ? tz + 1 : tz);
}

static bool take_link(void)
{
    char target[PATH_MAX];
    ssize_t n = readlink("/etc/localtime", target, sizeof target - 1);

    if (n < 0)
        return false;
    target[n] = '\0';
    return take_name(target);
}

static bool take_file(void)
{
    struct buf text CLEANUP(buf_done) = BUF(ZONE_FILE_BYTES);
    struct err err;
    size_t n;
    const char *name;

    if (file_read("/etc/timezone", "the time zone", &text, &err) < 0)
        return false;
    name = str_trim(text.p, text.n, &n);
    text.p[name - text.p + (ptrdiff_t)n] = '\0';
    return take_name(name);
}

static void find_here(void)
{
    if (!take_variable() && !take_link())
        (void)take_file();
}

const char *zones_here(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (pthread_once(&once, find_here) != 0)
        abort();
    return here;
}
