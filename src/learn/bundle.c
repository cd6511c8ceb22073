/* bundle.c - named parts in one run of bytes, checked before anything in it is believed. */
#include "learn/bundle.h"
#include "base/buf.h"
#include "base/err.h"
#include <errno.h>
#include <isa-l/crc64.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define VERSION 1

static const char magic[8] = { 'a', 's', 's', 'a', 'y', 'l', 'r', 'n' };

struct head {
    char magic[8];
    uint32_t version, parts;
    uint64_t length;
    uint64_t checksum; /* of all bytes but these */
};

struct entry {
    char name[BUNDLE_NAME_BYTES];
    uint64_t offset, length;
};

struct bundle {
    const char *p;
    size_t n;
    const struct entry *entries;
    size_t n_entries;
    bool is_mapped;
};

int bundle_damaged(struct err *err, const char *what, const char *why)
{
    err_set(err, ERR_DATA_UNREADABLE, "What this program has learned is damaged.", "%s: %s", what, why);
    return err_action(err, "Install the program again.");
}

static uint64_t checksum(const char *p, size_t n)
{
    uint64_t crc = crc64_ecma_refl(0, (const unsigned char *)p, offsetof(struct head, checksum));

    return crc64_ecma_refl(crc, (const unsigned char *)p + sizeof(struct head), n - sizeof(struct head));
}

/* ---- opening ---- */

static bool name_fits(const char *name)
{
    size_t n = strnlen(name, BUNDLE_NAME_BYTES);

    for (size_t i = n; i < BUNDLE_NAME_BYTES; i++)
        if (name[i])
            return false;
    return n > 0 && n < BUNDLE_NAME_BYTES;
}

/* Names rise, so each is there once, and a part begins where the one before it ends but for what aligns it. */
static const char *find_wrong_part(const struct bundle *b)
{
    uint64_t at = sizeof(struct head) + b->n_entries * sizeof(struct entry);

    for (size_t i = 0; i < b->n_entries; i++) {
        const struct entry *e = &b->entries[i];
        at = (at + BUNDLE_ALIGN - 1) / BUNDLE_ALIGN * BUNDLE_ALIGN;
        if (!name_fits(e->name) || (i > 0 && strcmp(e[-1].name, e->name) >= 0))
            return "a part's name makes no sense";
        if (e->offset != at || at > b->n || e->length > b->n - at)
            return "a part is not where it should be";
        at += e->length;
    }
    return at == b->n ? NULL : "its length makes no sense";
}

static const char *find_wrong(struct bundle *b)
{
    struct head h;

    if ((uintptr_t)b->p % sizeof(uint64_t) != 0 || b->n < sizeof h || b->n > BUNDLE_BYTES_MOST)
        return "its size makes no sense";
    memcpy(&h, b->p, sizeof h);
    if (memcmp(h.magic, magic, sizeof magic) != 0)
        return "it is none";
    if (h.version != VERSION)
        return "it is of another version";
    if (h.length != b->n || h.checksum != checksum(b->p, b->n))
        return "its checksum is another";
    if (h.parts > BUNDLE_PARTS_MOST || h.parts * sizeof(struct entry) > b->n - sizeof h)
        return "it has too many parts";
    b->entries = (const struct entry *)(const void *)(b->p + sizeof h);
    b->n_entries = h.parts;
    return find_wrong_part(b);
}

int bundle_open(const void *p, size_t n, struct bundle **ret, struct err *err)
{
    struct bundle b = { .p = p, .n = n };
    const char *wrong = find_wrong(&b);

    if (wrong)
        return bundle_damaged(err, "bundle", wrong);
    *ret = malloc(sizeof b);
    if (!*ret)
        abort();
    **ret = b;
    return 0;
}

int bundle_map(int fd, struct bundle **ret, struct err *err)
{
    struct stat st;
    void *p;

    if (fstat(fd, &st))
        return err_errno(err, errno, "read what the program has learned", "bundle");
    if (!S_ISREG(st.st_mode) || st.st_size < (off_t)sizeof(struct head) || st.st_size > (off_t)BUNDLE_BYTES_MOST)
        return bundle_damaged(err, "bundle", "its size makes no sense");
    p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED)
        return err_errno(err, errno, "read what the program has learned", "bundle");
    if (bundle_open(p, (size_t)st.st_size, ret, err)) {
        munmap(p, (size_t)st.st_size);
        return -1;
    }
    (*ret)->is_mapped = true;
    return 0;
}

void bundle_free(struct bundle *b)
{
    if (b && b->is_mapped)
        munmap((void *)(uintptr_t)b->p, b->n);
    free(b);
}

int bundle_part(const struct bundle *b, const char *name, const void **ret, size_t *ret_n, struct err *err)
{
    for (size_t i = 0; i < b->n_entries; i++)
        if (strcmp(b->entries[i].name, name) == 0) {
            *ret = b->p + b->entries[i].offset;
            *ret_n = b->entries[i].length;
            return 0;
        }
    return err_set(err, ERR_NOT_FOUND, "What this program has learned lacks a part.", "bundle: no part '%s'", name);
}

/* ---- making ---- */

static int by_name(const void *a, const void *b)
{
    const struct bundle_part *x = a, *y = b;

    return strcmp(x->name, y->name);
}

static bool names_fit(const struct bundle_part *parts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!*parts[i].name || strlen(parts[i].name) >= BUNDLE_NAME_BYTES ||
            (i > 0 && strcmp(parts[i - 1].name, parts[i].name) == 0))
            return false;
    return n <= BUNDLE_PARTS_MOST;
}

static void align(struct buf *b, size_t begin)
{
    buf_fill(b, 0, (BUNDLE_ALIGN - (b->n - begin) % BUNDLE_ALIGN) % BUNDLE_ALIGN);
}

/* The parts behind a head and entries that are filled in as their places become known. */
static void write_parts(const struct bundle_part *parts, size_t n, struct buf *b)
{
    size_t begin = b->n;
    struct entry e;

    buf_fill(b, 0, sizeof(struct head) + n * sizeof e);
    for (size_t i = 0; i < n && !b->failed; i++) {
        align(b, begin);
        e = (struct entry){ .offset = b->n - begin, .length = parts[i].n };
        memcpy(e.name, parts[i].name, strlen(parts[i].name));
        buf_add(b, parts[i].p, parts[i].n);
        if (!b->failed)
            memcpy(b->p + begin + sizeof(struct head) + i * sizeof e, &e, sizeof e);
    }
}

int bundle_write(const struct bundle_part *parts, size_t n, struct buf *ret, struct err *err)
{
    struct head h = { .version = VERSION, .parts = (uint32_t)n };
    size_t begin = ret->n;
    struct bundle_part *sorted = malloc((n + 1) * sizeof *sorted);

    if (!sorted)
        abort();
    if (n > 0)
        memcpy(sorted, parts, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_name);
    if (!names_fit(sorted, n)) {
        free(sorted);
        return err_set(err, ERR_INVALID_INPUT, "The parts' names are not all different and short.", "bundle: names");
    }
    write_parts(sorted, n, ret);
    free(sorted);
    if (buf_check(ret, err))
        return -1;
    memcpy(h.magic, magic, sizeof magic);
    h.length = ret->n - begin;
    memcpy(ret->p + begin, &h, sizeof h);
    h.checksum = checksum(ret->p + begin, ret->n - begin);
    memcpy(ret->p + begin, &h, sizeof h);
    return 0;
}
