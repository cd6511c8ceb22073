/* part.c - a part's bytes, unpacked in pieces.
 *
 * Inflating is ISA-L's. Measured on a sheet of 399 MB it takes less than half of zlib's time, and unlike libdeflate,
 * which is as fast, it does not want the whole result in memory. It also has the CRC by the CPU's own instructions.
 *
 * Bounds hold while inflating: never more than the part claims, never more than WORKBOOK_PART_BYTES, and past
 * WORKBOOK_RATIO_FROM never more than WORKBOOK_RATIO times what was read. So a bomb costs what it is: small.
 */
#include "base/limits.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

struct part_stream {
    const struct part *part;
    uint64_t taken; /* packed bytes handed to the inflater, or copied */
    uint64_t given; /* bytes put out */
    uint32_t crc;
    bool done;
    struct inflate_state inflate;
};

int part_stream_open(const struct part *part, struct part_stream **ret, struct err *err)
{
    struct part_stream *s;

    if (part->encrypted)
        return workbook_damaged(err, "an encrypted zip entry");
    if (part->method != PART_STORED && part->method != PART_DEFLATED)
        return workbook_damaged(err, "zip method %u", part->method);
    if (part->size > WORKBOOK_PART_BYTES)
        return workbook_too_large(err, "a part of %ju bytes", (uintmax_t)part->size);
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->part = part;
    isal_inflate_init(&s->inflate);
    *ret = s;
    return 0;
}

void part_stream_close(struct part_stream *s)
{
    free(s);
}

static int check_end(const struct part_stream *s, struct err *err)
{
    if (s->given != s->part->size)
        return workbook_damaged(err, "a part of %ju bytes claims %ju", (uintmax_t)s->given, (uintmax_t)s->part->size);
    if (s->crc != s->part->crc)
        return workbook_damaged(err, "a part's CRC is wrong");
    return 0;
}

static int check_bounds(const struct part_stream *s, struct err *err)
{
    if (s->given > s->part->size)
        return workbook_damaged(err, "a part is larger than the %ju bytes it claims", (uintmax_t)s->part->size);
    if (s->given > WORKBOOK_RATIO_FROM && s->given / WORKBOOK_RATIO > s->taken)
        return workbook_too_large(err, "a part inflates to over %d times its size", WORKBOOK_RATIO);
    return 0;
}

static size_t copy_stored(struct part_stream *s, char *out, size_t room)
{
    uint64_t left = s->part->packed - s->taken;
    size_t n = left < room ? (size_t)left : room;

    memcpy(out, s->part->bytes + s->taken, n);
    s->taken += n;
    s->done = s->taken == s->part->packed;
    return n;
}

/* Gives the inflater the next packed bytes: few enough that what it put out can be held against what it took. */
static void refill(struct part_stream *s)
{
    uint64_t left = s->part->packed - s->taken;
    uint32_t n = left < WORKBOOK_TAKE_BYTES ? (uint32_t)left : WORKBOOK_TAKE_BYTES;

    /* The library does not write to its input; its interface has no const. */
    s->inflate.next_in = (uint8_t *)(uintptr_t)(s->part->bytes + s->taken);
    s->inflate.avail_in = n;
    s->taken += n;
}

static int inflate_some(struct part_stream *s, char *out, size_t room, size_t *ret_n, struct err *err)
{
    uint32_t want = room < WORKBOOK_GIVE_BYTES ? (uint32_t)room : WORKBOOK_GIVE_BYTES;

    s->inflate.next_out = (uint8_t *)out;
    s->inflate.avail_out = want;
    while (s->inflate.avail_out > 0 && !s->done) {
        uint32_t before = s->inflate.avail_out;
        if (s->inflate.avail_in == 0)
            refill(s);
        bool starved = s->inflate.avail_in == 0;
        if (isal_inflate(&s->inflate) != ISAL_DECOMP_OK)
            return workbook_damaged(err, "a part does not inflate");
        s->done = s->inflate.block_state == ISAL_BLOCK_FINISH;
        if (starved && !s->done && s->inflate.avail_out == before)
            return workbook_damaged(err, "a part ends early");
    }
    *ret_n = want - s->inflate.avail_out;
    return 0;
}

int part_stream_next(struct part_stream *s, char *out, size_t room, size_t *ret_n, struct err *err)
{
    size_t n = 0;

    if (!s->done) {
        if (s->part->method == PART_STORED)
            n = copy_stored(s, out, room);
        else if (inflate_some(s, out, room, &n, err) < 0)
            return -1;
        s->crc = crc32_gzip_refl(s->crc, (const unsigned char *)out, n);
        s->given += n;
        if (check_bounds(s, err) < 0)
            return -1;
    }
    if (n == 0 && check_end(s, err) < 0)
        return -1;
    *ret_n = n;
    return 0;
}
