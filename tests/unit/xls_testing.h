/* xls_testing.h - makes small .xls files: records, a stream, and the container around it. */
#pragma once
#include "base/buf.h"
#include <stdint.h>
#include <string.h>

static inline void le(struct buf *b, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        buf_addc(b, (char)(v >> 8 * i));
}

/* A record whose bytes are in body, which is emptied. */
static inline void record(struct buf *b, unsigned type, struct buf *body)
{
    le(b, type, 2);
    le(b, body->n, 2);
    buf_add(b, body->p, body->n);
    buf_cut(body, 0);
}

static inline void le_double(struct buf *b, double v)
{
    uint64_t bits;

    memcpy(&bits, &v, sizeof bits);
    le(b, bits, 8);
}

/* A BOF record of version 8: 5 is the book's, 0x10 a sheet's. */
static inline void bof(struct buf *b, unsigned kind)
{
    struct buf body = BUF(64);

    le(&body, 0x0600, 2);
    le(&body, kind, 2);
    buf_fill(&body, '\0', 12);
    record(b, 0x0809, &body);
    buf_done(&body);
}

/* Row, column and style. */
static inline void place(struct buf *body, unsigned row, unsigned column, unsigned style)
{
    le(body, row, 2);
    le(body, column, 2);
    le(body, style, 2);
}

/* A text of version 8 in bytes. */
static inline void text8(struct buf *body, const char *text, unsigned length_bytes)
{
    le(body, strlen(text), length_bytes);
    buf_addc(body, 0);
    buf_adds(body, text);
}

/* The stream as an OLE file: a head, one sector of the table, one of the folder, then the stream, padded so that it is
 * no small one. At most 120 sectors. */
static inline void container(struct buf *out, const struct buf *stream, const char *name)
{
    size_t size = stream->n < 4096 ? 4096 : stream->n, sectors = (size + 511) / 512;

    buf_add(out, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8);
    buf_fill(out, '\0', 16);
    le(out, 0x3e, 2);
    le(out, 3, 2);
    le(out, 0xfffe, 2);
    le(out, 9, 2);
    le(out, 6, 2);
    buf_fill(out, '\0', 10);
    le(out, 1, 4); /* sectors of the table */
    le(out, 1, 4); /* the folder */
    le(out, 0, 4);
    le(out, 4096, 4);
    le(out, 0xfffffffe, 4);
    le(out, 0, 4);
    le(out, 0xfffffffe, 4);
    le(out, 0, 4);
    le(out, 0, 4); /* the table itself */
    buf_fill(out, '\xff', 108 * 4);
    le(out, 0xfffffffd, 4);
    le(out, 0xfffffffe, 4);
    for (size_t i = 0; i < sectors; i++)
        le(out, i + 1 < sectors ? 3 + i : 0xfffffffe, 4);
    buf_fill(out, '\xff', 512 - 4 * (sectors + 2));
    for (int entry = 0; entry < 4; entry++) {
        const char *called = entry == 0 ? "Root Entry" : entry == 1 ? name : "";
        for (size_t i = 0; i < 32; i++)
            le(out, i < strlen(called) ? (unsigned char)called[i] : 0, 2);
        le(out, *called ? 2 * (strlen(called) + 1) : 0, 2);
        buf_addc(out, entry == 0 ? 5 : entry == 1 ? 2 : 0);
        buf_fill(out, '\0', 49);
        le(out, entry == 1 ? 2 : 0xfffffffe, 4);
        le(out, entry == 1 ? size : 0, 8);
    }
    buf_add(out, stream->p, stream->n);
    buf_fill(out, '\0', sectors * 512 - stream->n);
}
