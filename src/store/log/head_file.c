/* head_file.c - two places of fixed length, each a line of JSON padded with blanks. */
#include "store/log/head_file.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/limits.h"
#include "store/files/file_io.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLACES 2

static int make_room(int fd)
{
    char blank[PLACES * HEAD_PLACE_BYTES];

    memset(blank, ' ', sizeof blank);
    blank[HEAD_PLACE_BYTES - 1] = blank[2 * HEAD_PLACE_BYTES - 1] = '\n';
    return write_at(fd, blank, sizeof blank, 0);
}

/* Its room is on the disk before the first head is written into it, so that a power cut leaves one or the other. */
int head_file_open(const char *folder, int *ret_fd, struct err *err)
{
    char path[PATH_MAX];
    struct stat st;
    int fd, e = 0;

    if (snprintf(path, sizeof path, "%s/data_agent_runs.head", folder) >= PATH_MAX)
        return err_errno(err, ENAMETOOLONG, "open the head of the audit log", folder);
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0 || fstat(fd, &st) != 0)
        e = errno;
    else if (st.st_size < PLACES * HEAD_PLACE_BYTES) {
        e = make_room(fd);
        if (!e && fsync(fd) != 0)
            e = errno;
    }
    if (e) {
        if (fd >= 0)
            close(fd);
        return err_errno(err, e, "open the head of the audit log", path);
    }
    *ret_fd = fd;
    return 0;
}

/* One place; NULL where it holds no head. Only what a head is found by is looked at. */
static struct json *read_place(int fd, struct arena *a, unsigned place, const char **ret_text)
{
    char *text = arena_alloc(a, HEAD_PLACE_BYTES + 1);
    struct json *head;
    struct err ignored;
    size_t n = HEAD_PLACE_BYTES;

    if (read_at(fd, text, HEAD_PLACE_BYTES, (uint64_t)place * HEAD_PLACE_BYTES) != 0)
        return NULL;
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\n'))
        n--;
    text[n] = '\0';
    if (json_parse(a, text, n, &head, &ignored) < 0 || json_get_int(head, "length", -1) < 0 ||
        json_get_int(head, "bytes", -1) < 0)
        return NULL;
    *ret_text = text;
    return head;
}

/* The place with the longer log, or PLACES when none holds a head. */
static unsigned newest_place(int fd, struct arena *a, struct json **ret_head, const char **ret_text)
{
    unsigned newest = PLACES;

    for (unsigned i = 0; i < PLACES; i++) {
        const char *text;
        struct json *head = read_place(fd, a, i, &text);
        if (!head || (newest < PLACES && json_get_int(head, "length", 0) < json_get_int(*ret_head, "length", 0)))
            continue;
        newest = i;
        *ret_head = head;
        *ret_text = text;
    }
    return newest;
}

int head_file_write(int fd, const char *signed_head)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    char place[HEAD_PLACE_BYTES];
    size_t n = strlen(signed_head);
    struct json *head;
    const char *text;
    unsigned newest = newest_place(fd, a, &head, &text);

    if (n >= sizeof place)
        return EFBIG;
    memcpy(place, signed_head, n);
    memset(place + n, ' ', sizeof place - n);
    place[sizeof place - 1] = '\n';
    return write_at(fd, place, sizeof place, newest == 0 ? HEAD_PLACE_BYTES : 0);
}

bool head_file_newest(int fd, uint64_t *ret_entries, uint64_t *ret_bytes)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct json *head;
    const char *text;

    if (newest_place(fd, a, &head, &text) == PLACES)
        return false;
    *ret_entries = (uint64_t)json_get_int(head, "length", 0);
    *ret_bytes = (uint64_t)json_get_int(head, "bytes", 0);
    return true;
}

const char *head_file_text(int fd, struct arena *a)
{
    struct json *head;
    const char *text;

    return newest_place(fd, a, &head, &text) == PLACES ? NULL : text;
}
