/* world.c - the real clock and the kernel's randomness, and ids made from whatever randomness a world gives.
 *
 * Neither may fail: a result without a time or an id cannot be recorded, and an id that somebody could guess is worse
 * than none. Where the kernel refuses, the program ends.
 */
#include "base/world.h"
#include "base/hash.h"
#include <errno.h>
#include <sys/random.h>

#define SECOND_US 1000000

static int64_t clock_us(clockid_t clock)
{
    struct timespec t;

    if (clock_gettime(clock, &t) != 0)
        abort();
    return (int64_t)t.tv_sec * SECOND_US + t.tv_nsec / 1000;
}

static int64_t system_now(void *state)
{
    (void)state;
    return clock_us(CLOCK_REALTIME);
}

/* getrandom() may give fewer bytes than asked for, and a signal may interrupt it. */
static void system_random(void *state, void *out, size_t n)
{
    unsigned char *p = out;

    (void)state;
    while (n > 0) {
        ssize_t got = getrandom(p, n, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            abort();
        p += got;
        n -= (size_t)got;
    }
}

const struct world *world_system(void)
{
    static const struct world real = { .now_us = system_now, .random = system_random };

    return &real;
}

int64_t world_now(const struct world *w)
{
    return w->now_us(w->state);
}

void world_id(const struct world *w, char out[static ID_TEXT_BYTES])
{
    unsigned char bytes[16];

    w->random(w->state, bytes, sizeof bytes);
    bytes[6] = (unsigned char)((bytes[6] & 0x0f) | 0x40); /* version 4 */
    bytes[8] = (unsigned char)((bytes[8] & 0x3f) | 0x80); /* RFC 4122's variant */
    hex_text(bytes, 4, out);
    hex_text(bytes + 4, 2, out + 9);
    hex_text(bytes + 6, 2, out + 14);
    hex_text(bytes + 8, 2, out + 19);
    hex_text(bytes + 10, 6, out + 24);
    out[8] = out[13] = out[18] = out[23] = '-'; /* over the NULs of the first four groups */
}

int64_t world_mono_us(void)
{
    return clock_us(CLOCK_MONOTONIC);
}

struct timespec world_mono_after(int64_t us)
{
    int64_t at = world_mono_us() + us;

    return (struct timespec){ .tv_sec = at / SECOND_US, .tv_nsec = at % SECOND_US * 1000 };
}
