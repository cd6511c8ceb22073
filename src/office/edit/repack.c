/* repack.c - local headers with their sizes in front, the packed bytes, then the directory.
 *
 * zlib packs, rather than a faster library, because its output depends on nothing but the input: others choose among
 * code for different processors, which gives other bytes. The file is bounded by DATA_FILE_BYTES (1 GiB), so nothing in
 * it needs zip64's wide fields but the inflated size of a part; such a part (over 4 GiB) is told in a zip64 field.
 */
#include "office/edit/repack.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include <endian.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#define LEVEL 6               /* zlib's own choice between speed and size */
#define LEVEL_FAST 1          /* for what is large: people wait */
#define FLAG_UTF8 (1u << 11)  /* the name is in UTF-8 */
#define FLAGS_KEPT 0x0806u    /* that, and how hard the packer tried; not "encrypted" and "sizes follow" */
#define VERSION_PLAIN 20      /* of zip that is needed: deflate */
#define VERSION_WIDE 45       /* zip64 */
#define TIME_NONE 0x00210000u /* 1 January 1980, as spreadsheets write: a clock would make each file another */
#define WIDE_LOCAL_BYTES 20   /* a zip64 field of two sizes, with its head */
#define ENTRIES_MOST UINT16_MAX

/* An entry of the new file. */
struct entry {
    const char *name;
    uint32_t crc, time;
    uint16_t method, flags;
    uint64_t packed, size, offset;
};

struct writer {
    const struct repack_to *to;
    const struct cancel *cancel;
    struct arena *arena;
    struct entry *entries;
    size_t n;
    uint64_t at; /* bytes written so far */
};

static int put(struct writer *w, const void *p, size_t n, struct err *err)
{
    if (n > DATA_FILE_BYTES - w->at)
        return workbook_too_large(err, "the changed workbook would have over %u bytes", DATA_FILE_BYTES);
    if (n > 0 && w->to->write(w->to->arg, p, n, err) < 0)
        return -1;
    w->at += n;
    return 0;
}

/* ---- headers ---- */

static void add2(struct buf *b, uint64_t v)
{
    uint16_t little = htole16((uint16_t)v);

    buf_add(b, &little, sizeof little);
}

static void add4(struct buf *b, uint64_t v)
{
    uint32_t little = htole32((uint32_t)v);

    buf_add(b, &little, sizeof little);
}

static void add8(struct buf *b, uint64_t v)
{
    uint64_t little = htole64(v);

    buf_add(b, &little, sizeof little);
}

static bool is_wide(const struct entry *e)
{
    return e->size >= UINT32_MAX;
}

/* What a local header and the directory have in common: from the version needed to the length of the extra fields. */
static void add_common(struct buf *b, const struct entry *e)
{
    add2(b, is_wide(e) ? VERSION_WIDE : VERSION_PLAIN);
    add2(b, e->flags);
    add2(b, e->method);
    add4(b, e->time);
    add4(b, e->crc);
    add4(b, is_wide(e) ? UINT32_MAX : e->packed);
    add4(b, is_wide(e) ? UINT32_MAX : e->size);
    add2(b, strlen(e->name));
    add2(b, is_wide(e) ? WIDE_LOCAL_BYTES : 0);
}

static void add_wide(struct buf *b, const struct entry *e)
{
    if (!is_wide(e))
        return;
    add2(b, 1);
    add2(b, WIDE_LOCAL_BYTES - 4);
    add8(b, e->size);
    add8(b, e->packed);
}

static int put_local(struct writer *w, const struct entry *e, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(REPACK_HEADER_BYTES);

    buf_add(&b, "PK\3\4", 4);
    add_common(&b, e);
    buf_adds(&b, e->name);
    add_wide(&b, e);
    return buf_check(&b, err) < 0 ? -1 : put(w, b.p, b.n, err);
}

static int put_directory(struct writer *w, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF((w->n + 1) * REPACK_HEADER_BYTES);
    uint64_t at = w->at;

    for (size_t i = 0; i < w->n; i++) {
        const struct entry *e = &w->entries[i];
        buf_add(&b, "PK\1\2", 4);
        add2(&b, is_wide(e) ? VERSION_WIDE : VERSION_PLAIN); /* made by: MS-DOS, whose attributes are none */
        add_common(&b, e);
        add2(&b, 0); /* comment */
        add2(&b, 0); /* disk */
        add2(&b, 0); /* inner attributes */
        add4(&b, 0); /* outer attributes */
        add4(&b, e->offset);
        buf_adds(&b, e->name);
        add_wide(&b, e);
    }
    size_t n = b.n;
    buf_add(&b, "PK\5\6\0\0\0\0", 8);
    add2(&b, w->n);
    add2(&b, w->n);
    add4(&b, n);
    add4(&b, at);
    add2(&b, 0);
    return buf_check(&b, err) < 0 ? -1 : put(w, b.p, b.n, err);
}

static int put_entry(struct writer *w, const struct entry *e, const void *packed, struct err *err)
{
    if (w->n == ENTRIES_MOST || strlen(e->name) > ZIP_NAME_BYTES)
        return workbook_too_large(err, "%zu entries, a name of %zu bytes", w->n, strlen(e->name));
    w->entries[w->n] = *e;
    w->entries[w->n++].offset = w->at;
    if (put_local(w, e, err) < 0)
        return -1;
    for (uint64_t done = 0; done < e->packed;) {
        uint64_t n = e->packed - done < FILE_CHUNK_BYTES ? e->packed - done : FILE_CHUNK_BYTES;
        if (cancel_check(w->cancel, err) < 0 || put(w, (const char *)packed + done, n, err) < 0)
            return -1;
        done += n;
    }
    return 0;
}

/* ---- packing ---- */

/* Deflates what z has been given into b; ends when there is room left over, so that nothing waits inside z. */
static int drain(z_stream *z, int flush, struct buf *b, struct err *err)
{
    do {
        if (!buf_reserve(b, FILE_CHUNK_BYTES))
            return workbook_too_large(err, "a part packs to over %zu bytes", b->max);
        z->next_out = (unsigned char *)b->p + b->n;
        z->avail_out = FILE_CHUNK_BYTES;
        (void)deflate(z, flush); /* fails only on wrong use */
        b->n += FILE_CHUNK_BYTES - z->avail_out;
    } while (z->avail_out == 0);
    return 0;
}

static int pack_piece(z_stream *z, struct markup_span piece, struct entry *e, struct buf *b,
                      const struct cancel *cancel, struct err *err)
{
    while (piece.n > 0) {
        size_t n = piece.n < REPACK_STEP_BYTES ? piece.n : REPACK_STEP_BYTES;
        /* zlib's interface predates const: it does not write here. */
        memcpy(&z->next_in, &piece.p, sizeof z->next_in);
        z->avail_in = (unsigned)n;
        e->crc = (uint32_t)crc32(e->crc, (const unsigned char *)piece.p, (unsigned)n);
        e->size += n;
        if (cancel_check(cancel, err) < 0 || drain(z, Z_NO_FLUSH, b, err) < 0)
            return -1;
        piece.p += n;
        piece.n -= n;
    }
    return 0;
}

static int pack(const struct repack_change *c, struct entry *e, struct buf *b, const struct cancel *cancel,
                struct err *err)
{
    z_stream z = { 0 };
    uint64_t size = 0;
    int status = 0;

    for (size_t i = 0; i < c->n; i++)
        size += c->pieces[i].n;
    if (deflateInit2(&z, size > REPACK_FAST_BYTES ? LEVEL_FAST : LEVEL, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL - 1,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return err_set(err, ERR_RESOURCE_EXHAUSTED, "There is not enough memory to change this workbook.",
                       "deflateInit2 failed");
    for (size_t i = 0; i < c->n && status == 0; i++)
        status = pack_piece(&z, c->pieces[i], e, b, cancel, err);
    if (status == 0)
        status = drain(&z, Z_FINISH, b, err);
    deflateEnd(&z);
    e->packed = b->n;
    return status;
}

static int put_changed(struct writer *w, const struct repack_change *c, const char *name, struct err *err)
{
    struct buf b CLEANUP(buf_done) = BUF(DATA_FILE_BYTES);
    struct entry e = { .name = name, .method = PART_DEFLATED, .time = TIME_NONE };

    for (const char *p = name; *p; p++)
        if ((unsigned char)*p >= 0x80)
            e.flags |= FLAG_UTF8;
    if (pack(c, &e, &b, w->cancel, err) < 0)
        return -1;
    return put_entry(w, &e, b.p, err);
}

/* ---- the whole ---- */

static int put_copy(struct writer *w, const struct part *part, struct err *err)
{
    struct entry e = { .name = part->name,
                       .crc = part->crc,
                       .time = part->dos_time,
                       .method = part->method,
                       .flags = part->flags & FLAGS_KEPT,
                       .packed = part->packed,
                       .size = part->size };

    if (part->encrypted)
        return workbook_damaged(err, "an entry is encrypted");
    return put_entry(w, &e, part->bytes, err);
}

/* A change takes the place of the part that package_find() gives for its name; a second entry of the same name (a
 * package may have one, if it is the same) is left out. */
static int put_old(struct writer *w, const struct package *old, const struct part *part,
                   const struct repack_change *changes, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        const struct part *changed = package_find(old, changes[i].name);
        if (!changed || strcmp(changed->name, part->name) != 0)
            continue;
        return changed != part || changes[i].is_removed ? 0 : put_changed(w, &changes[i], part->name, err);
    }
    return put_copy(w, part, err);
}

static int put_all(struct writer *w, const struct package *old, const struct repack_change *changes, size_t n,
                   struct err *err)
{
    const struct part *parts;
    size_t n_parts = package_parts(old, &parts);

    w->entries = arena_array(w->arena, n_parts + n, sizeof *w->entries);
    for (size_t i = 0; i < n_parts; i++)
        if (put_old(w, old, &parts[i], changes, n, err) < 0)
            return -1;
    for (size_t i = 0; i < n; i++)
        if (!package_find(old, changes[i].name) && !changes[i].is_removed &&
            put_changed(w, &changes[i], changes[i].name, err) < 0)
            return -1;
    return put_directory(w, err);
}

int repack(const struct package *old, const struct repack_change *changes, size_t n, const struct repack_to *to,
           const struct cancel *cancel, struct err *err)
{
    struct arena *a CLEANUP(arena_cleanup) = arena_new();
    struct writer w = { .to = to, .cancel = cancel, .arena = a };

    return put_all(&w, old, changes, n, err);
}
