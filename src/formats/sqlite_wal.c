/* sqlite_wal.c - the log is walked twice: once to find the last whole transaction, once to copy pages.
 *
 * The image is a private mapping: of the file itself where there is a descriptor, so that only pages that are written
 * to take memory, with room behind it for pages that the log adds.
 */
#include "formats/sqlite_wal.h"
#include "base/err.h"
#include "base/limits.h"
#include "grid/source.h"
#include <string.h>
#include <sys/mman.h>

#define DB_HEAD 100
#define WAL_HEAD 32
#define FRAME_HEAD 24
#define WAL_MAGIC 0x377f0682u /* the last bit: checksums are over big-endian words */
#define WAL_VERSION 3007000u

struct wal {
    const unsigned char *p;
    size_t n, frame; /* bytes of a frame with its head */
    uint32_t page;   /* bytes of a page */
    bool is_big;     /* the order of the checksums' words */
};

struct sums {
    uint32_t a, b;
};

/* What the log holds that counts. */
struct committed {
    size_t frames;  /* up to and with the last that ends a transaction */
    uint64_t pages; /* of the database after it */
};

static uint32_t be32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t le32(const unsigned char *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/* Two sums, each fed by the other, over pairs of words; n is a multiple of eight. */
static struct sums sum(const struct wal *w, struct sums s, const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        s.a += (w->is_big ? be32(p + i) : le32(p + i)) + s.b;
        s.b += (w->is_big ? be32(p + i + 4) : le32(p + i + 4)) + s.a;
    }
    return s;
}

static bool are(struct sums s, const unsigned char *p)
{
    return s.a == be32(p) && s.b == be32(p + 4);
}

/* False when it is no log of a database with that page size: SQLite then goes on without it, and so do we. */
static bool wal_begin(struct wal *w, const struct source_bytes *bytes, uint32_t page)
{
    const unsigned char *p = (const unsigned char *)bytes->p;

    *w = (struct wal){ .p = p, .n = bytes->n, .frame = FRAME_HEAD + (size_t)page, .page = page };
    if (bytes->n < WAL_HEAD || (be32(p) & ~1u) != WAL_MAGIC || be32(p + 4) != WAL_VERSION || be32(p + 8) != page)
        return false;
    w->is_big = be32(p) & 1;
    return are(sum(w, (struct sums){ 0 }, p, 24), p + 24);
}

static struct committed wal_committed(const struct wal *w)
{
    struct committed found = { 0 };
    struct sums s = { .a = be32(w->p + 24), .b = be32(w->p + 28) };

    for (size_t i = 0; WAL_HEAD + (i + 1) * w->frame <= w->n; i++) {
        const unsigned char *frame = w->p + WAL_HEAD + i * w->frame;

        if (memcmp(frame + 8, w->p + 16, 8) != 0 || be32(frame) == 0)
            break;
        s = sum(w, sum(w, s, frame, 8), frame + FRAME_HEAD, w->page);
        if (!are(s, frame + 16))
            break;
        if (be32(frame + 4) != 0)
            found = (struct committed){ .frames = i + 1, .pages = be32(frame + 4) };
    }
    return found;
}

/* ---- the image ---- */

static int unusable(struct err *err, const char *why)
{
    err_set(err, ERR_DATA_UNREADABLE, "The database is damaged.", "%s", why);
    return err_action(err, "Make a new copy of it with the program it comes from.");
}

static int too_large(struct err *err)
{
    err_set(err, ERR_TOO_LARGE, "The database is larger than this program reads.", "over %u bytes", DATA_FILE_BYTES);
    return err_action(err, "Export the tables you need.");
}

/* Private memory of n bytes that begins with the source's. */
static unsigned char *map_private(const struct source_bytes *bytes, size_t n)
{
    void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t kept = bytes->n < n ? bytes->n : n;

    if (p == MAP_FAILED)
        return NULL;
    if (bytes->fd < 0 || mmap(p, kept, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, bytes->fd, 0) == MAP_FAILED)
        memcpy(p, bytes->p, kept);
    return p;
}

static void apply(const struct wal *w, struct committed c, struct sqlite_image *image)
{
    for (size_t i = 0; i < c.frames; i++) {
        const unsigned char *frame = w->p + WAL_HEAD + i * w->frame;
        uint64_t at = ((uint64_t)be32(frame) - 1) * w->page;

        if (at + w->page <= image->n)
            memcpy(image->p + at, frame + FRAME_HEAD, w->page);
    }
    image->frames = c.frames;
}

/* A power of two from 512 to 65536, which is written as 1; 0 when it is none. */
static uint32_t page_size(const unsigned char *head)
{
    uint32_t n = (uint32_t)head[16] << 8 | head[17];

    n = n == 1 ? 65536 : n;
    return n >= 512 && (n & (n - 1)) == 0 ? n : 0;
}

/* True when the file ends before its last page: SQLite would read what is missing as zeros. The header's count of pages
 * holds if it was written together with the last change. */
static bool is_cut(const unsigned char *head, size_t n)
{
    bool is_counted = be32(head + 24) == be32(head + 92) && be32(head + 28) != 0;

    return n % page_size(head) != 0 || (is_counted && (uint64_t)be32(head + 28) * page_size(head) > n);
}

int sqlite_image_make(const struct source_bytes *bytes, struct sqlite_image *ret, struct err *err)
{
    const unsigned char *head = (const unsigned char *)bytes->p;
    struct sqlite_image image = { .n = bytes->n };
    struct committed c = { 0 };
    struct wal wal;

    if (bytes->n < DB_HEAD || !page_size(head))
        return unusable(err, "no header");
    if (bytes->wal && wal_begin(&wal, bytes->wal, page_size(head)))
        c = wal_committed(&wal);
    if (c.frames)
        image.n = c.pages * page_size(head);
    else if (is_cut(head, bytes->n))
        return unusable(err, "the file ends too early");
    if (image.n > DATA_FILE_BYTES)
        return too_large(err);
    if (!c.frames && head[18] != 2 && head[19] != 2) {
        image.p = (unsigned char *)(uintptr_t)bytes->p; /* SQLite is told not to write */
        *ret = image;
        return 0;
    }
    image.p = map_private(bytes, image.n);
    image.is_owned = true;
    if (!image.p)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory for the database.", "%zu bytes",
                       image.n);
    if (c.frames)
        apply(&wal, c, &image);
    image.p[18] = image.p[19] = 1;
    *ret = image;
    return 0;
}

void sqlite_image_done(struct sqlite_image *i)
{
    if (i->is_owned && i->p)
        munmap(i->p, i->n);
    i->p = NULL;
}
