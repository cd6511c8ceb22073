/* encoding.c - the first bytes tell; the rest is turned one character at a time, as it hardly ever happens. */
#include "office/package/encoding.h"
#include "office/package/package.h"
#include "office/package/refusals.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The encoding that an XML declaration names; UTF-8 when it names none. */
static enum encoding_kind declared(const char *p, size_t n)
{
    const char *end = n >= 5 && memcmp(p, "<?xml", 5) == 0 ? memchr(p, '>', n) : NULL;
    const char *name = end ? memmem(p, (size_t)(end - p), "encoding", 8) : NULL;

    if (!name)
        return ENCODING_UTF8;
    for (name += 8; name < end && *name != '"' && *name != '\''; name++)
        ;
    name++;
    if (end - name > 5 && (strncasecmp(name, "utf-8", 5) == 0 || strncasecmp(name, "utf8", 4) == 0))
        return ENCODING_UTF8;
    if (end - name > 8 && strncasecmp(name, "us-ascii", 8) == 0)
        return ENCODING_UTF8;
    if (end - name > 10 && strncasecmp(name, "iso-8859-1", 10) == 0)
        return ENCODING_LATIN1;
    return ENCODING_UNKNOWN;
}

static enum encoding_kind find_kind(const char *p, size_t n)
{
    if (n >= 2 && (memcmp(p, "\xff\xfe", 2) == 0 || memcmp(p, "<\0", 2) == 0))
        return ENCODING_UTF16_LE;
    if (n >= 2 && (memcmp(p, "\xfe\xff", 2) == 0 || memcmp(p, "\0<", 2) == 0))
        return ENCODING_UTF16_BE;
    return declared(p, n);
}

static size_t put_char(char *out, uint32_t c)
{
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(n == 1 ? c : (0xf00 >> n & 0xff) | c);
    return n;
}

static uint32_t unit(const struct encoding *e, size_t at)
{
    unsigned char a = (unsigned char)e->raw[at], b = (unsigned char)e->raw[at + 1];

    return e->kind == ENCODING_UTF16_LE ? a | (uint32_t)b << 8 : b | (uint32_t)a << 8;
}

/* Turns what is whole; the bytes written. Half of a character that XML cannot hold becomes what no text may hold, so
 * that whoever reads it refuses. */
static size_t turn(struct encoding *e, char *out, size_t room)
{
    size_t used = 0, width = e->kind == ENCODING_LATIN1 ? 1 : 2;

    while (room - used >= 4 && e->n - e->at >= width) {
        uint32_t c = width == 1 ? (unsigned char)e->raw[e->at] : unit(e, e->at);
        if (width == 2 && c >= 0xd800 && c < 0xdc00) {
            if (e->n - e->at < 4 && !e->ended)
                break;
            uint32_t low = e->n - e->at < 4 ? 0 : unit(e, e->at + 2);
            if (low >= 0xdc00 && low < 0xe000) {
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
                e->at += 2;
            }
        }
        e->at += width;
        if (c != 0xfeff)
            used += put_char(out + used, c);
    }
    return used;
}

static int refill(struct encoding *e, struct part_stream *s, struct err *err)
{
    size_t n;

    memmove(e->raw, e->raw + e->at, e->n - e->at);
    e->n -= e->at;
    e->at = 0;
    if (part_stream_next(s, e->raw + e->n, e->cap - e->n, &n, err) < 0)
        return -1;
    e->n += n;
    e->ended = n == 0;
    return 0;
}

/* The first piece: into out, where UTF-8 can stay. */
static int first(struct encoding *e, struct part_stream *s, char *out, size_t room, size_t *ret_n, struct err *err)
{
    if (part_stream_next(s, out, room, ret_n, err) < 0)
        return -1;
    e->kind = find_kind(out, *ret_n);
    if (e->kind == ENCODING_UTF8)
        return 0;
    if (e->kind == ENCODING_UNKNOWN)
        return workbook_damaged(err, "XML in an encoding that is not known");
    e->raw = malloc(room);
    if (!e->raw)
        return workbook_too_large(err, "no memory for %zu bytes", room);
    memcpy(e->raw, out, *ret_n);
    e->n = *ret_n;
    e->cap = room;
    return 0;
}

int encoding_next(struct encoding *e, struct part_stream *s, char *out, size_t room, size_t *ret_n, struct err *err)
{
    size_t n = 0;

    if (e->kind == ENCODING_UNKNOWN) {
        if (first(e, s, out, room, ret_n, err) < 0)
            return -1;
        if (e->kind == ENCODING_UTF8)
            return 0;
    } else if (e->kind == ENCODING_UTF8) {
        return part_stream_next(s, out, room, ret_n, err);
    }
    while ((n = turn(e, out, room)) == 0 && !e->ended)
        if (refill(e, s, err) < 0)
            return -1;
    *ret_n = n;
    return 0;
}

void encoding_done(struct encoding *e)
{
    free(e->raw);
}
