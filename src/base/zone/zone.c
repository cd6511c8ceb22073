/* zone.c - the file, and the way between an instant and the wall.
 *
 * Everything is answered from one question: which offset holds at an instant, and until when. The file's transitions
 * answer it up to the last of them, the footer's rule behind it. The instant of a wall time is found by walking the
 * stretches that can show it, from the earliest on, so that a time that comes twice is its first, and a time that is
 * left out is seen when the next stretch already shows something later.
 *
 * Version 1 of the file has times of 32 bits. The others begin with such a part for old readers, which is skipped, and
 * have a second one with 64 bits and a footer.
 */
#include "base/zone/zone.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/timefmt.h"
#include "base/zone/zone_node.h"
#include <stdbool.h>
#include <string.h>

#define SECOND_US 1000000
#define HEAD_BYTES 44
#define COUNTS_AT 20   /* where the head's six counts begin */
#define KIND_BYTES 6   /* of an offset with its flag and name */
#define KINDS_MOST 256 /* a transition names its kind by one byte */

struct zone {
    struct arena *arena;
    size_t n_times;
    int64_t *times;       /* ascending: from then on, ... */
    unsigned char *kinds; /* ... this of the offsets */
    int offsets[KINDS_MOST];
    bool has_rule;
    struct zone_rule rule; /* from the last of the times on */
};

/* ---- reading ---- */

struct part {
    size_t isut, isstd, leaps, times, kinds, chars; /* in the file's order */
    size_t time_bytes;
};

static uint64_t read_big(const unsigned char *p, size_t n)
{
    uint64_t v = 0;

    for (size_t i = 0; i < n; i++)
        v = v << 8 | p[i];
    return v;
}

static bool read_head(const unsigned char *p, size_t n, size_t time_bytes, struct part *ret)
{
    const unsigned char *counts = p + COUNTS_AT;

    if (n < HEAD_BYTES || memcmp(p, "TZif", 4) != 0)
        return false;
    *ret = (struct part){ read_big(counts, 4),
                          read_big(counts + 4, 4),
                          read_big(counts + 8, 4),
                          read_big(counts + 12, 4),
                          read_big(counts + 16, 4),
                          read_big(counts + 20, 4),
                          time_bytes };
    return true;
}

/* Of what follows the head; counts are of 32 bits, so it cannot overflow. */
static size_t body_bytes(const struct part *h)
{
    return h->times * (h->time_bytes + 1) + h->kinds * KIND_BYTES + h->chars + h->leaps * (h->time_bytes + 4) +
           h->isstd + h->isut;
}

static int64_t read_time(const unsigned char *p, size_t bytes)
{
    uint64_t v = read_big(p, bytes);

    return bytes == 4 ? (int64_t)(int32_t)(uint32_t)v : (int64_t)v;
}

static bool read_kinds(struct zone *z, const struct part *h, const unsigned char *p)
{
    for (size_t i = 0; i < h->kinds; i++, p += KIND_BYTES) {
        int32_t offset = (int32_t)(uint32_t)read_big(p, 4);
        if (offset < -ZONE_OFFSET_MOST || offset > ZONE_OFFSET_MOST || p[4] > 1 || p[5] >= h->chars)
            return false;
        z->offsets[i] = offset;
    }
    return true;
}

/* The body behind a head whose counts are known to fit. */
static bool read_body(struct zone *z, const struct part *h, const unsigned char *p)
{
    const unsigned char *kinds = p + h->times * h->time_bytes;

    if (h->kinds == 0 || h->kinds > KINDS_MOST || h->chars == 0 || h->leaps > 0)
        return false;
    z->n_times = h->times;
    z->times = arena_array(z->arena, h->times, sizeof *z->times);
    z->kinds = arena_alloc(z->arena, h->times);
    for (size_t i = 0; i < h->times; i++) {
        z->times[i] = read_time(p + i * h->time_bytes, h->time_bytes);
        z->kinds[i] = kinds[i];
        if (kinds[i] >= h->kinds || (i > 0 && z->times[i] <= z->times[i - 1]))
            return false;
    }
    return read_kinds(z, h, kinds + h->times);
}

/* A line feed, the rule or nothing, a line feed. */
static bool read_footer(struct zone *z, const unsigned char *p, size_t n)
{
    if (n < 2 || p[0] != '\n' || p[n - 1] != '\n')
        return false;
    z->has_rule = n > 2;
    return n == 2 || zone_rule_read((const char *)p + 1, n - 2, &z->rule);
}

static bool read_file(struct zone *z, const unsigned char *p, size_t n)
{
    const unsigned char *end = p + n;
    struct part h;
    bool is_long;

    if (!read_head(p, n, 4, &h) || body_bytes(&h) > n - HEAD_BYTES)
        return false;
    is_long = p[4] >= '2' && p[4] <= '4';
    if (!is_long)
        return p[4] == '\0' && body_bytes(&h) == n - HEAD_BYTES && read_body(z, &h, p + HEAD_BYTES);
    p += HEAD_BYTES + body_bytes(&h);
    if (!read_head(p, (size_t)(end - p), 8, &h) || body_bytes(&h) > (size_t)(end - p) - HEAD_BYTES ||
        !read_body(z, &h, p + HEAD_BYTES))
        return false;
    p += HEAD_BYTES + body_bytes(&h);
    return read_footer(z, p, (size_t)(end - p));
}

struct zone *zone_utc(void)
{
    struct arena *a = arena_new();
    struct zone *z = arena_alloc(a, sizeof *z);

    z->arena = a;
    return z;
}

int zone_read(const void *p, size_t n, struct zone **ret, struct err *err)
{
    struct zone *z = zone_utc();

    if (n > ZONE_FILE_BYTES || !read_file(z, p, n)) {
        zone_free(z);
        return err_set(err, ERR_INVALID_INPUT, "That is no time zone file.", "%zu bytes that are not TZif", n);
    }
    *ret = z;
    return 0;
}

void zone_free(struct zone *z)
{
    if (z)
        arena_free(z->arena);
}

/* ---- asking ---- */

/* How many of the transitions are at or before the second. */
static size_t times_until(const struct zone *z, int64_t seconds)
{
    size_t low = 0, high = z->n_times;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (z->times[middle] <= seconds)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Before the first transition the first offset holds. */
static struct zone_stretch stretch_at(const struct zone *z, int64_t seconds)
{
    size_t n = times_until(z, seconds);

    if (n == z->n_times && z->has_rule)
        return zone_rule_at(&z->rule, seconds);
    return (struct zone_stretch){ z->offsets[n > 0 ? z->kinds[n - 1] : 0], n < z->n_times ? z->times[n] : INT64_MAX };
}

int zone_offset(const struct zone *z, int64_t us)
{
    return stretch_at(z, us / SECOND_US - (us % SECOND_US < 0)).offset;
}

struct civil zone_local(const struct zone *z, int64_t us)
{
    return civil_from_us(us + zone_offset(z, us) * (int64_t)SECOND_US);
}

int64_t zone_instant(const struct zone *z, const struct civil *local)
{
    int64_t wall = civil_days(local->year, local->month, local->day) * 86400 + local->hour * 3600 + local->minute * 60 +
                   local->second;
    int64_t from = wall - ZONE_OFFSET_MOST; /* no offset shows this wall time before */
    struct zone_stretch s = stretch_at(z, from);
    int64_t at = wall - s.offset;

    while (at >= s.until) {
        from = s.until;
        s = stretch_at(z, from);
        if (wall - s.offset < from) /* left out: the offset from before holds */
            break;
        at = wall - s.offset;
    }
    return at * SECOND_US + local->micros;
}
