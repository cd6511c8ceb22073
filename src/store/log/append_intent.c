/* append_intent.c - the announcement is one line of fixed length, which the next one overwrites. */
#include "store/log/append_intent.h"
#include "base/limits.h"
#include "store/files/file_io.h"
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define APPEND_INTENT_BYTES 96

void boot_read(char ret[static BOOT_BYTES])
{
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, ret, BOOT_BYTES - 1) : 0;

    if (fd >= 0)
        close(fd);
    ret[n > 0 ? n : 0] = '\0';
    ret[strcspn(ret, " \n")] = '\0';
}

int append_intent_announce(int lock, const char *boot, uint64_t at, uint64_t n)
{
    char line[APPEND_INTENT_BYTES];
    int used = snprintf(line, sizeof line, "%.36s %" PRIu64 " %" PRIu64, boot, at, n);

    memset(line + used, ' ', sizeof line - (size_t)used);
    line[sizeof line - 1] = '\n';
    return write_at(lock, line, sizeof line, 0);
}

/* "<boot> <at> <n>  ...\n" taken apart; false when it is something else. */
static bool take_apart(char *line, const char **ret_boot, uint64_t *ret_at, uint64_t *ret_n)
{
    char *place = strchr(line, ' '), *end;

    if (!place)
        return false;
    *place++ = '\0';
    *ret_boot = line;
    *ret_at = strtoull(place, &end, 10);
    if (end == place || *end != ' ')
        return false;
    place = end + 1;
    *ret_n = strtoull(place, &end, 10);
    return end != place && (*end == ' ' || *end == '\n');
}

enum append_intent append_intent_judge(int lock, const char *boot, uint64_t at, uint64_t size)
{
    char line[APPEND_INTENT_BYTES + 1] = "";
    const char *then;
    uint64_t told_at, told_n;

    if (read_at(lock, line, APPEND_INTENT_BYTES, 0) != 0 || !take_apart(line, &then, &told_at, &told_n) ||
        strcmp(then, boot) != 0)
        return APPEND_INTENT_UNKNOWN;
    return told_at == at && size <= told_at + told_n ? APPEND_INTENT_EXPLAINS : APPEND_INTENT_DIFFERS;
}

void append_intent_keep_cut(const char *log, int fd, uint64_t at, uint64_t size)
{
    char path[PATH_MAX + 8], piece[FILE_CHUNK_BYTES];
    struct stat st;
    int to;

    snprintf(path, sizeof path, "%.*s.cut", (int)(strrchr(log, '.') - log), log);
    to = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0600);
    if (to < 0)
        return;
    for (off_t end = fstat(to, &st) == 0 ? st.st_size : LOG_CUT_BYTES; end < LOG_CUT_BYTES && at < size;) {
        size_t n = size - at < sizeof piece ? (size_t)(size - at) : sizeof piece;
        if (read_at(fd, piece, n, at) || write_at(to, piece, n, (uint64_t)end))
            break;
        at += n;
        end += (off_t)n;
    }
    close(to);
}
