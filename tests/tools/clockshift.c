/* clockshift.c - a library that is loaded before a program, for which it is another time: so many seconds from now
 * (CLOCK_SHIFT). What measures waiting goes on as it is: libfaketime changes that, too, and then neither Python nor the
 * server can wait. The times of files stay as they are: the process that reads data loads nothing, and would take a
 * file for another one whose time is not the one it was told. For scripts/test-often. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift;

/* These look at how old files are that they have just made. */
static const char *const ages_of_files[] = { "test_artifacts", "test_doctor", "test_uploads" };

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("CLOCK_SHIFT");

    for (size_t i = 0; text && i < sizeof ages_of_files / sizeof *ages_of_files; i++)
        if (strcmp(program_invocation_short_name, ages_of_files[i]) == 0)
            text = NULL;
    shift = text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *ret)
{
    int rc = (int)syscall(SYS_clock_gettime, clock, ret);

    if (rc == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        ret->tv_sec += shift;
    return rc;
}

int gettimeofday(struct timeval *restrict ret, void *restrict zone)
{
    struct timespec now;
    int rc = clock_gettime(CLOCK_REALTIME, &now);

    (void)zone;
    if (rc == 0)
        *ret = (struct timeval){ .tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000 };
    return rc;
}

time_t time(time_t *ret)
{
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    if (ret)
        *ret = now.tv_sec;
    return now.tv_sec;
}

int timespec_get(struct timespec *ret, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, ret) == 0 ? base : 0;
}
