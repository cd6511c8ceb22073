/* zip.c - finds the parts of a zip file by its central directory, and believes none of it.
 *
 * The end record is looked for from the end, over a comment or bytes that someone appended. Where the directory stands
 * is worked out from the end record's own place, so that bytes put in front of a zip (a self-extractor, a mail header)
 * move everything by the same amount and do no harm. Zip64 counts where the plain fields are full.
 *
 * The local header of each entry is looked at once, for its length. No two entries may share bytes: overlapping entries
 * are how a small file inflates to terabytes.
 */
#include "office/package/zip.h"
#include "base/arena.h"
#include "base/limits.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include <endian.h>
#include <string.h>

#define END_BYTES 22
#define END_SEARCH (END_BYTES + 65535 + 4096) /* the longest comment, and a page of what somebody appended */
#define LOCATOR_BYTES 20
#define END64_BYTES 56
#define ENTRY_BYTES 46
#define LOCAL_BYTES 30
#define FLAG_ENCRYPTED 1

static const char end_mark[4] = "PK\5\6", locator_mark[4] = "PK\6\7", end64_mark[4] = "PK\6\6";
static const char entry_mark[4] = "PK\1\2", local_mark[4] = "PK\3\4";

struct directory {
    const char *bytes;
    size_t n;
    uint64_t at;      /* where it begins */
    uint64_t size;    /* its bytes */
    uint64_t entries; /* as claimed */
    uint64_t front;   /* bytes before the zip itself */
};

static uint16_t two(const char *p)
{
    uint16_t v;

    memcpy(&v, p, sizeof v);
    return le16toh(v);
}

static uint32_t four(const char *p)
{
    uint32_t v;

    memcpy(&v, p, sizeof v);
    return le32toh(v);
}

static uint64_t eight(const char *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof v);
    return le64toh(v);
}

static bool has_mark(const struct directory *d, uint64_t at, size_t bytes, const char mark[static 4])
{
    return at <= d->n && d->n - at >= bytes && memcmp(d->bytes + at, mark, 4) == 0;
}

/* The end record: the last one whose directory can be where it says. */
static bool find_end(const struct directory *d, uint64_t *ret)
{
    uint64_t lowest = d->n > END_SEARCH ? d->n - END_SEARCH : 0;

    if (d->n < END_BYTES)
        return false;
    for (uint64_t at = d->n - END_BYTES + 1; at-- > lowest;) {
        if (!has_mark(d, at, END_BYTES, end_mark))
            continue;
        uint32_t size = four(d->bytes + at + 12);
        if (size == UINT32_MAX || size <= at) {
            *ret = at;
            return true;
        }
    }
    return false;
}

/* The zip64 end record takes over where there is one. */
static uint64_t read_end64(struct directory *d, uint64_t end)
{
    uint64_t at;

    if (end < LOCATOR_BYTES || !has_mark(d, end - LOCATOR_BYTES, LOCATOR_BYTES, locator_mark))
        return end;
    at = eight(d->bytes + end - LOCATOR_BYTES + 8);
    if (!has_mark(d, at, END64_BYTES, end64_mark)) { /* bytes in front moved it: it stands right before its locator */
        if (end < LOCATOR_BYTES + END64_BYTES)
            return end;
        at = end - LOCATOR_BYTES - END64_BYTES;
        if (!has_mark(d, at, END64_BYTES, end64_mark))
            return end;
    }
    d->entries = eight(d->bytes + at + 32);
    d->size = eight(d->bytes + at + 40);
    d->at = eight(d->bytes + at + 48);
    return at;
}

static int find_directory(struct directory *d, struct err *err)
{
    uint64_t end;

    if (!find_end(d, &end))
        return workbook_damaged(err, "no zip end record in %zu bytes", d->n);
    d->entries = two(d->bytes + end + 10);
    d->size = four(d->bytes + end + 12);
    d->at = four(d->bytes + end + 16);
    end = read_end64(d, end);
    if (d->size > end)
        return workbook_damaged(err, "zip directory of %ju bytes before byte %ju", (uintmax_t)d->size, (uintmax_t)end);
    /* Where it says, or right before its end record with bytes in front of the zip. */
    if (d->at > end - d->size || !(d->size == 0 || has_mark(d, d->at, ENTRY_BYTES, entry_mark))) {
        if (d->at > end - d->size || !has_mark(d, end - d->size, ENTRY_BYTES, entry_mark))
            return workbook_damaged(err, "zip directory not at byte %ju", (uintmax_t)d->at);
        d->front = end - d->size - d->at;
    }
    d->at += d->front;
    return 0;
}

/* The fields that are full in the entry stand in its zip64 field, in this order. */
static bool read_extra64(const char *p, size_t n, struct part *part, uint64_t *offset)
{
    while (n >= 4) {
        size_t bytes = two(p + 2), used = 0;
        const char *field = p + 4;

        if (bytes > n - 4)
            return true; /* what is left is padding of an old tool */
        if (two(p) == 1) {
            uint64_t *full[] = { part->size == UINT32_MAX ? &part->size : NULL,
                                 part->packed == UINT32_MAX ? &part->packed : NULL,
                                 *offset == UINT32_MAX ? offset : NULL };
            for (size_t i = 0; i < COUNT_OF(full); i++) {
                if (!full[i])
                    continue;
                if (bytes - used < 8)
                    return false;
                *full[i] = eight(field + used);
                used += 8;
            }
            return true;
        }
        p += 4 + bytes;
        n -= 4 + bytes;
    }
    return true;
}

/* A name that can be looked up: "/" between its pieces and none in front. */
static const char *part_name(struct arena *a, const char *p, size_t n)
{
    char *name;

    while (n > 0 && (*p == '/' || *p == '\\')) {
        p++;
        n--;
    }
    name = arena_dup(a, p, n);
    for (char *c = name; *c; c++)
        if (*c == '\\')
            *c = '/';
    return name;
}

/* The packed bytes behind the local header, whose own lengths count. */
static int find_bytes(const struct directory *d, uint64_t offset, struct part *part, struct err *err)
{
    uint64_t at = offset + d->front, data;

    if (offset > d->n || !has_mark(d, at, LOCAL_BYTES, local_mark))
        return workbook_damaged(err, "no zip entry at byte %ju", (uintmax_t)at);
    data = at + LOCAL_BYTES + two(d->bytes + at + 26) + two(d->bytes + at + 28);
    if (data > d->n || part->packed > d->n - data)
        return workbook_damaged(err, "zip entry of %ju bytes at %ju of %zu", (uintmax_t)part->packed, (uintmax_t)data,
                                d->n);
    part->bytes = d->bytes + data;
    return 0;
}

/* Reads the entry at p, with `left` bytes of the directory from there on; *ret_bytes is its length. */
static int read_entry(const struct directory *d, struct arena *a, const char *p, uint64_t left, struct part *part,
                      size_t *ret_bytes, struct err *err)
{
    uint64_t offset;
    size_t name, extra;

    if (left < ENTRY_BYTES || memcmp(p, entry_mark, 4) != 0)
        return workbook_damaged(err, "zip directory ends early");
    name = two(p + 28);
    extra = two(p + 30);
    *ret_bytes = ENTRY_BYTES + name + extra + two(p + 32);
    if (*ret_bytes > left)
        return workbook_damaged(err, "zip directory ends inside an entry");
    *part = (struct part){ .name = part_name(a, p + ENTRY_BYTES, name),
                           .packed = four(p + 20),
                           .size = four(p + 24),
                           .crc = four(p + 16),
                           .method = two(p + 10),
                           .flags = two(p + 8),
                           .dos_time = four(p + 12),
                           .encrypted = two(p + 8) & FLAG_ENCRYPTED };
    offset = four(p + 42);
    if (!read_extra64(p + ENTRY_BYTES + name, extra, part, &offset))
        return workbook_damaged(err, "zip64 field cut short");
    return find_bytes(d, offset, part, err);
}

static int by_place(const void *a, const void *b)
{
    const struct part *const *x = a, *const *y = b;

    if ((*x)->bytes != (*y)->bytes)
        return (*x)->bytes < (*y)->bytes ? -1 : 1;
    return ((*x)->packed > (*y)->packed) - ((*x)->packed < (*y)->packed);
}

/* Entries stand behind each other, each with its local header in front. */
static int check_overlap(struct arena *a, const struct part *parts, size_t n, struct err *err)
{
    const struct part **sorted = arena_array(a, n, sizeof *sorted);

    for (size_t i = 0; i < n; i++)
        sorted[i] = &parts[i];
    qsort(sorted, n, sizeof *sorted, by_place);
    for (size_t i = 1; i < n; i++)
        if ((uint64_t)(sorted[i]->bytes - sorted[i - 1]->bytes) < sorted[i - 1]->packed + LOCAL_BYTES)
            return workbook_damaged(err, "zip entries overlap");
    return 0;
}

int zip_parts(struct arena *a, const char *p, size_t n, struct part **ret, size_t *ret_n, struct err *err)
{
    struct directory d = { .bytes = p, .n = n };
    struct part *parts;
    uint64_t used = 0;

    if (find_directory(&d, err) < 0)
        return -1;
    if (d.entries > WORKBOOK_PARTS)
        return workbook_too_large(err, "%ju zip entries", (uintmax_t)d.entries);
    parts = arena_array(a, d.entries, sizeof *parts);
    for (size_t i = 0; i < d.entries; i++) {
        size_t bytes = 0;
        if (read_entry(&d, a, p + d.at + used, d.size - used, &parts[i], &bytes, err) < 0)
            return -1;
        used += bytes;
    }
    if (check_overlap(a, parts, d.entries, err) < 0)
        return -1;
    *ret = parts;
    *ret_n = d.entries;
    return 0;
}
