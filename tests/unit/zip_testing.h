/* zip_testing.h - zip files made in memory, right ones and wrong ones, for tests of what reads them. */
#pragma once
#include "base/buf.h"
#include <assert.h>
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct zip_made {
    struct buf bytes, directory;
    unsigned n;
};

/* What to get wrong, or to do in an unusual way. */
struct zip_twist {
    bool deflated;
    uint32_t crc_off, size_off, packed_off, place_off; /* added to the field of the directory */
    uint16_t flags;
    uint16_t method; /* instead of the right one; 0: none */
    bool zip64;      /* the directory's fields are full, and stand in the extra field */
};

static inline void zip_init(struct zip_made *z)
{
    buf_init(&z->bytes, 1u << 30);
    buf_init(&z->directory, 1u << 30);
    z->n = 0;
}

static inline void zip_done(struct zip_made *z)
{
    buf_done(&z->bytes);
    buf_done(&z->directory);
}

static inline void zip_two(struct buf *b, unsigned v)
{
    buf_addc(b, (char)(v & 0xff));
    buf_addc(b, (char)(v >> 8 & 0xff));
}

static inline void zip_four(struct buf *b, uint32_t v)
{
    zip_two(b, v & 0xffff);
    zip_two(b, v >> 16);
}

static inline void zip_eight(struct buf *b, uint64_t v)
{
    zip_four(b, (uint32_t)v);
    zip_four(b, (uint32_t)(v >> 32));
}

/* Raw deflate of the n bytes; the caller frees it. */
static inline char *zip_deflate(const void *p, size_t n, size_t *ret_n)
{
    struct isal_zstream s;
    size_t room = n + n / 8 + 4096;
    char *out = malloc(room);

    isal_deflate_stateless_init(&s);
    s.next_in = (uint8_t *)(uintptr_t)p;
    s.avail_in = (uint32_t)n;
    s.next_out = (uint8_t *)out;
    s.avail_out = (uint32_t)room;
    s.end_of_stream = 1;
    if (!out || isal_deflate_stateless(&s) != COMP_OK)
        abort();
    *ret_n = s.total_out;
    return out;
}

static inline void zip_add_twisted(struct zip_made *z, const char *name, const void *p, size_t n,
                                   const struct zip_twist *t)
{
    uint32_t crc = crc32_gzip_refl(0, p, n), at = (uint32_t)z->bytes.n;
    unsigned method = t->method ? t->method : t->deflated ? 8 : 0;
    size_t packed_n = n;
    char *packed = t->deflated ? zip_deflate(p, n, &packed_n) : NULL;

    buf_add(&z->bytes, "PK\3\4\24\0", 6);
    zip_two(&z->bytes, t->flags);
    zip_two(&z->bytes, method);
    zip_four(&z->bytes, 0x5a21);
    zip_four(&z->bytes, t->flags & 8 ? 0 : crc);
    zip_four(&z->bytes, t->flags & 8 ? 0 : (uint32_t)packed_n);
    zip_four(&z->bytes, t->flags & 8 ? 0 : (uint32_t)n);
    zip_two(&z->bytes, (unsigned)strlen(name));
    zip_two(&z->bytes, 0);
    buf_adds(&z->bytes, name);
    buf_add(&z->bytes, packed ? packed : p, packed_n);
    if (t->flags & 8) {
        buf_add(&z->bytes, "PK\7\10", 4);
        zip_four(&z->bytes, crc);
        zip_four(&z->bytes, (uint32_t)packed_n);
        zip_four(&z->bytes, (uint32_t)n);
    }
    free(packed);
    buf_add(&z->directory, "PK\1\2\24\0\24\0", 8);
    zip_two(&z->directory, t->flags);
    zip_two(&z->directory, method);
    zip_four(&z->directory, 0x5a21);
    zip_four(&z->directory, crc + t->crc_off);
    zip_four(&z->directory, t->zip64 ? UINT32_MAX : (uint32_t)packed_n + t->packed_off);
    zip_four(&z->directory, t->zip64 ? UINT32_MAX : (uint32_t)n + t->size_off);
    zip_two(&z->directory, (unsigned)strlen(name));
    zip_two(&z->directory, t->zip64 ? 28 : 0);
    buf_add(&z->directory, "\0\0\0\0\0\0\0\0\0\0", 10);
    zip_four(&z->directory, t->zip64 ? UINT32_MAX : at + t->place_off);
    buf_adds(&z->directory, name);
    if (t->zip64) {
        zip_two(&z->directory, 1);
        zip_two(&z->directory, 24);
        zip_eight(&z->directory, n);
        zip_eight(&z->directory, packed_n);
        zip_eight(&z->directory, at);
    }
    z->n++;
}

static inline void zip_add(struct zip_made *z, const char *name, const char *text)
{
    zip_add_twisted(z, name, text, strlen(text), &(struct zip_twist){ .deflated = true });
}

/* Puts the directory and the end record behind the parts. */
static inline void zip_end(struct zip_made *z, bool zip64)
{
    uint64_t at = z->bytes.n;
    size_t size = z->directory.n;

    buf_add(&z->bytes, z->directory.p, size);
    if (zip64) {
        uint64_t record = z->bytes.n;
        buf_add(&z->bytes, "PK\6\6", 4);
        zip_eight(&z->bytes, 44);
        zip_four(&z->bytes, 0x2d002d);
        zip_eight(&z->bytes, 0);
        zip_eight(&z->bytes, z->n);
        zip_eight(&z->bytes, z->n);
        zip_eight(&z->bytes, size);
        zip_eight(&z->bytes, at);
        buf_add(&z->bytes, "PK\6\7", 4);
        zip_four(&z->bytes, 0);
        zip_eight(&z->bytes, record);
        zip_four(&z->bytes, 1);
    }
    buf_add(&z->bytes, "PK\5\6\0\0\0\0", 8);
    zip_two(&z->bytes, zip64 ? 0xffff : z->n);
    zip_two(&z->bytes, zip64 ? 0xffff : z->n);
    zip_four(&z->bytes, zip64 ? UINT32_MAX : (uint32_t)size);
    zip_four(&z->bytes, zip64 ? UINT32_MAX : (uint32_t)at);
    zip_two(&z->bytes, 0);
    assert(!z->bytes.failed);
}
