/* log.c - a day's file, held open and written to in whole lines.
 *
 * Before each line the open file is looked at (fstat): other processes write to it too, so only the file itself knows
 * how full it is, and whether somebody has removed it. No lock is held between processes: two that find room for one
 * more line at the same moment may overrun the limit by a line, which harms nobody.
 *
 * A line that was cut short (a full disk, a power cut) must not swallow the next one: whoever finds a file that does
 * not end in a newline begins with one.
 *
 * Invariant: fd is -1 or an open regular file of the day `day`; all fields but `dropped` are guarded by `lock`.
 */
#include "base/log.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "base/world.h"
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "agent-"
#define SUFFIX ".log"
#define DATE_CHARS 10 /* YYYY-MM-DD */

struct log {
    pthread_mutex_t lock;
    const struct world *world;
    int dir, fd;
    int64_t day; /* since 1970-01-01, of the open file */
    bool torn;   /* the open file does not end in a newline */
    uint64_t stop_at;
    atomic_ulong dropped;
};

static int64_t day_of(int64_t us)
{
    return us / DAY_US - (us % DAY_US < 0);
}

/* ---- files ---- */

/* The day in a name of our own, agent-YYYY-MM-DD[.N].log; false for every other name. */
static bool read_name(const char *name, int64_t *ret_day)
{
    const char *rest;
    size_t digits;

    if (!str_starts(name, PREFIX) || strlen(name) < strlen(PREFIX) + DATE_CHARS + strlen(SUFFIX))
        return false;
    if (!date_read(name + strlen(PREFIX), DATE_CHARS, ret_day))
        return false;
    rest = name + strlen(PREFIX) + DATE_CHARS;
    if (rest[0] == '.') {
        digits = strspn(rest + 1, "0123456789");
        if (digits > 0)
            rest += 1 + digits;
    }
    return strcmp(rest, SUFFIX) == 0;
}

static void remove_old(const struct log *log, int64_t today)
{
    int fd = openat(log->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    int64_t day;

    while (d && (entry = readdir(d)) != NULL)
        if (read_name(entry->d_name, &day) && today - day > LOG_KEEP_DAYS)
            unlinkat(log->dir, entry->d_name, 0);
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
}

static void close_file(struct log *log)
{
    if (log->fd >= 0)
        close(log->fd);
    log->fd = -1;
}

static bool ends_in_newline(int fd)
{
    struct stat st;
    char last;

    return fstat(fd, &st) == 0 && (st.st_size == 0 || (pread(fd, &last, 1, st.st_size - 1) == 1 && last == '\n'));
}

/* True when the file ends in half a line. Another process's write can be seen half done, so it gets time to finish. */
static bool is_torn(int fd)
{
    const struct timespec moment = { .tv_nsec = 1000000 };

    for (int ms = 0; !ends_in_newline(fd); ms++) {
        if (ms == LOG_SETTLE_MS)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

/* Opens one of the day's files. O_NONBLOCK and the look at its type are for a FIFO that somebody put in its place. */
static int open_part(struct log *log, unsigned part)
{
    char date[TIME_TEXT_BYTES], name[64];
    struct stat st;
    int e = 0;

    date_text(log->day, date);
    if (part == 0)
        snprintf(name, sizeof name, PREFIX "%s" SUFFIX, date);
    else
        snprintf(name, sizeof name, PREFIX "%s.%u" SUFFIX, date, part);
    close_file(log);
    log->fd = openat(log->dir, name, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (log->fd < 0)
        return errno;
    if (fstat(log->fd, &st) != 0)
        e = errno;
    else if (!S_ISREG(st.st_mode))
        e = EINVAL;
    if (e) {
        close_file(log);
        return e;
    }
    log->torn = is_torn(log->fd);
    return 0;
}

/* True when the open file is still there and takes n more bytes. An empty file takes a line of any length. */
static bool has_room(const struct log *log, size_t n)
{
    struct stat st;

    if (log->fd < 0 || fstat(log->fd, &st) != 0 || st.st_nlink == 0)
        return false;
    return st.st_size == 0 || (uint64_t)st.st_size + log->torn + n <= log->stop_at;
}

/* Sees to it that fd takes a line of n bytes of that day. The parts are gone through from the first: one that was
 * removed is made again, and one that other processes filled is passed by. */
static int ready_file(struct log *log, int64_t day, size_t n)
{
    int e;

    if (day != log->day) {
        close_file(log);
        log->day = day;
        remove_old(log, day);
    }
    if (has_room(log, n))
        return 0;
    for (unsigned part = 0; part < LOG_PARTS; part++) {
        e = open_part(log, part);
        if (e)
            return e;
        if (has_room(log, n))
            return 0;
    }
    close_file(log);
    return EFBIG;
}

/* ---- lines ---- */

/* A text of at most max bytes; NULL is null. An error's detail may hold the name of a file, which can be any bytes:
 * json_strn makes what is no character U+FFFD. */
static struct json *text(struct arena *a, const char *s, size_t max)
{
    return s ? json_strn(a, s, strnlen(s, max)) : json_null(a);
}

static void add_details(struct arena *a, struct buf *line, const struct json *details)
{
    struct buf b CLEANUP(buf_done) = BUF(JSON_MAX_BYTES);
    struct json *cut;

    json_write(&b, details ? details : json_object(a));
    if (!b.failed && b.n + strlen("}\n") <= line->max - line->n) {
        buf_add(line, b.p, b.n);
        return;
    }
    cut = json_set(a, json_object(a), "cut", json_bool(a, true));
    json_set(a, cut, "bytes", json_int(a, (int64_t)b.n));
    json_set(a, cut, "start", json_strn(a, b.p, str_fit_bytes(b.p, b.n, LOG_START_BYTES)));
    json_write(line, cut);
}

/* The line, with a newline before it as well, for a file that is torn. */
static void make_line(struct arena *a, struct buf *line, int64_t now, const char *event, const char *correlation_id,
                      const struct json *details)
{
    struct json *head = json_object(a);
    char time[TIME_TEXT_BYTES];

    time_text(now, time);
    json_set(a, head, "timestamp", json_str(a, time));
    json_set(a, head, "correlationId", text(a, correlation_id, LOG_WORD_BYTES));
    json_set(a, head, "event", text(a, event, LOG_WORD_BYTES));
    buf_addc(line, '\n');
    json_write(line, head);
    buf_cut(line, line->n - 1); /* the details go inside the brace; they are not ours to put into another object */
    buf_adds(line, ",\"details\":");
    add_details(a, line, details);
    buf_adds(line, "}\n");
}

static bool write_line(struct log *log, const struct buf *line)
{
    size_t skip = log->torn ? 0 : 1, n = line->n - skip;
    ssize_t put;

    assert(!line->failed); /* words and cut details are bounded far below a line */
    do
        put = write(log->fd, line->p + skip, n);
    while (put < 0 && errno == EINTR);
    if (put > 0)
        log->torn = (size_t)put < n;
    return put == (ssize_t)n;
}

/* ---- the diary ---- */

int log_open(const char *dir, const struct world *world, struct log **ret, struct err *err)
{
    struct log *log = calloc(1, sizeof *log);
    int e;

    if (!log || pthread_mutex_init(&log->lock, NULL) != 0)
        abort();
    log->world = world;
    log->fd = -1;
    log->day = INT64_MIN; /* no day at all: the first one is new */
    log->stop_at = LOG_FILE_BYTES;
    log->dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    e = log->dir < 0 ? errno : ready_file(log, day_of(world_now(world)), 0);
    if (e) {
        log_close(log);
        return err_errno(err, e, "open the log", dir);
    }
    *ret = log;
    return 0;
}

void log_close(struct log *log)
{
    if (!log)
        return;
    close_file(log);
    if (log->dir >= 0)
        close(log->dir);
    pthread_mutex_destroy(&log->lock);
    free(log);
}

/* The time is asked for under the lock, so that the lines of a file are in its order. */
void log_event(struct log *log, const char *event, const char *correlation_id, const struct json *details)
{
    struct arena *a CLEANUP(arena_cleanup) = NULL;
    struct buf line CLEANUP(buf_done) = BUF(LOG_LINE_BYTES + 1);
    int64_t now;

    if (!log)
        return;
    a = arena_new();
    pthread_mutex_lock(&log->lock);
    now = world_now(log->world);
    make_line(a, &line, now, event, correlation_id, details);
    if (ready_file(log, day_of(now), line.n - 1) != 0 || !write_line(log, &line))
        atomic_fetch_add(&log->dropped, 1);
    pthread_mutex_unlock(&log->lock);
}

void log_error(struct log *log, const struct err *e)
{
    struct arena *a CLEANUP(arena_cleanup) = NULL;
    struct json *details;

    if (!log)
        return;
    a = arena_new();
    details = json_object(a);
    json_set(a, details, "code", json_str(a, err_name(e->code)));
    json_set(a, details, "message", text(a, e->message, sizeof e->message));
    json_set(a, details, "detail", text(a, e->detail, sizeof e->detail));
    log_event(log, "Error", e->correlation_id[0] ? e->correlation_id : NULL, details);
}

unsigned long log_dropped(const struct log *log)
{
    return log ? atomic_load(&log->dropped) : 0;
}

void log_stop_files_at(struct log *log, uint64_t bytes)
{
    pthread_mutex_lock(&log->lock);
    log->stop_at = bytes;
    pthread_mutex_unlock(&log->lock);
}
