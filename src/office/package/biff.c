/* biff.c - little-endian numbers over pieces of a stream, and texts that may change their width where a piece begins.
 */
#include "office/package/biff.h"
#include "base/attrs.h"
#include "base/buf.h"
#include "base/str.h"
#include <iconv.h>
#include <string.h>

#define RECORD_HEAD 4
#define MACINTOSH 10000

static unsigned at16(const struct biff *b, size_t at)
{
    return b->p[at] | (unsigned)b->p[at + 1] << 8;
}

/* The record that begins at this place; false when it is not whole. */
static bool record_at(const struct biff *b, size_t at, struct biff_record *ret)
{
    if (at > b->n || b->n - at < RECORD_HEAD || b->n - at - RECORD_HEAD < at16(b, at + 2))
        return false;
    *ret = (struct biff_record){ .biff = b, .type = at16(b, at), .from = at + RECORD_HEAD };
    ret->to = ret->from + at16(b, at + 2);
    return true;
}

bool biff_next(struct biff *b, struct biff_record *ret)
{
    do {
        if (!record_at(b, b->at, ret))
            return false;
        b->at = ret->to;
    } while (ret->type == BIFF_CONTINUE);
    return true;
}

/* Goes on with the CONTINUE record behind the piece, if there is one. */
static bool go_on(struct biff_record *r)
{
    struct biff_record piece;

    if (!record_at(r->biff, r->to, &piece) || piece.type != BIFF_CONTINUE) {
        r->failed = true;
        return false;
    }
    r->from = piece.from;
    r->to = piece.to;
    return true;
}

unsigned biff_u8(struct biff_record *r)
{
    while (r->from == r->to)
        if (r->failed || !go_on(r))
            return 0;
    return r->biff->p[r->from++];
}

unsigned biff_u16(struct biff_record *r)
{
    unsigned low = biff_u8(r);

    return low | biff_u8(r) << 8;
}

uint32_t biff_u32(struct biff_record *r)
{
    uint32_t low = biff_u16(r);

    return low | (uint32_t)biff_u16(r) << 16;
}

double biff_double(struct biff_record *r)
{
    uint64_t bits = biff_u32(r);
    double v;

    bits |= (uint64_t)biff_u32(r) << 32;
    memcpy(&v, &bits, sizeof v);
    return v;
}

void biff_skip(struct biff_record *r, uint64_t n)
{
    while (n > 0 && !r->failed) {
        size_t step = r->to - r->from < n ? r->to - r->from : (size_t)n;
        r->from += step;
        n -= step;
        if (n > 0 && !go_on(r))
            return;
    }
}

size_t biff_left(const struct biff_record *r)
{
    return r->to - r->from;
}

/* ---- text ---- */

/* Half of a pair waits for its other half; what has none becomes U+FFFD, and so does NUL. */
struct writer {
    struct buf *out;
    unsigned high;
};

static void put(struct buf *b, uint32_t c)
{
    char utf8[STR_CHAR_BYTES];

    buf_add(b, utf8, str_put_char(c == 0 ? 0xfffd : c, utf8));
}

static void put_unit(struct writer *w, unsigned unit)
{
    bool is_low = unit >= 0xdc00 && unit < 0xe000;

    if (w->high && is_low) {
        put(w->out, 0x10000 + ((w->high - 0xd800) << 10) + (unit - 0xdc00));
        w->high = 0;
        return;
    }
    if (w->high)
        put(w->out, 0xfffd);
    w->high = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
    if (!w->high)
        put(w->out, is_low ? 0xfffd : unit);
}

/* The characters may go on in another record, which then says anew how wide they are. */
static void read_units(struct biff_record *r, size_t n, bool is_wide, struct buf *out)
{
    struct writer w = { .out = out };

    for (size_t i = 0; i < n && !r->failed; i++) {
        if (r->from == r->to) {
            if (!go_on(r))
                break;
            is_wide = biff_u8(r) & 1;
        }
        put_unit(&w, is_wide ? biff_u16(r) : biff_u8(r));
    }
    if (w.high)
        put(out, 0xfffd);
}

void biff_text(struct biff_record *r, unsigned length_bytes, struct buf *out)
{
    size_t n = length_bytes == 1 ? biff_u8(r) : biff_u16(r);
    unsigned flags, runs;
    uint32_t more;

    if (r->biff->version < 8) {
        for (size_t i = 0; i < n && !r->failed; i++) {
            unsigned c = biff_u8(r);
            if (!r->failed)
                put(out, c < 0x80 ? c : r->biff->letters[c - 0x80]);
        }
        return;
    }
    flags = biff_u8(r);
    runs = flags & 8 ? biff_u16(r) : 0;
    more = flags & 4 ? biff_u32(r) : 0;
    read_units(r, n, flags & 1, out);
    biff_skip(r, (uint64_t)4 * runs + more);
}

void biff_letters(unsigned codepage, uint16_t storage[static 128])
{
    static const uint16_t windows[32] = { 0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                          0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
                                          0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                          0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178 };
    char name[16];
    iconv_t converter;

    for (unsigned i = 0; i < 128; i++)
        storage[i] = i < 32 ? windows[i] : (uint16_t)(0x80 + i);
    if (codepage == 1252 || codepage == 0)
        return;
    snprintf(name, sizeof name, codepage == MACINTOSH ? "MACINTOSH" : "CP%u", codepage);
    converter = iconv_open("UTF-16LE", name);
    if (converter == (iconv_t)-1)
        return;
    for (unsigned i = 0; i < 128; i++) {
        char in = (char)(0x80 + i), *from = &in;
        unsigned char out[4] = { 0 };
        char *to = (char *)out;
        size_t left = 1, room = sizeof out;
        bool is_one = iconv(converter, &from, &left, &to, &room) != (size_t)-1 && room == 2;

        iconv(converter, NULL, NULL, NULL, NULL);
        if (is_one)
            storage[i] = (uint16_t)(out[0] | out[1] << 8);
        else
            storage[i] = 0xfffd;
    }
    iconv_close(converter);
}
