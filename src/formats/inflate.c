/* inflate.c - libisal for gzip (two to three times zlib's speed) and libzstd, each a loop over pieces of output.
 *
 * Between two pieces the bounds are looked at and the caller's cancel is asked.
 */
#include "formats/inflate.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/cancel.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include <isa-l/igzip_lib.h>
#include <stdint.h>
#include <string.h>
#include <zstd.h>

#define PIECE_BYTES (1u << 20) /* some milliseconds of inflating */
#define GZIP_HEAD 10           /* bytes of the shortest head of a member */
#define GZIP_TAIL 8            /* checksum and length behind a member */

static const unsigned char gzip_magic[] = { 0x1f, 0x8b, 0x08 }, zstd_magic[] = { 0x28, 0xb5, 0x2f, 0xfd };

static bool begins(const char *p, size_t n, const unsigned char *magic, size_t length)
{
    return n >= length && memcmp(p, magic, length) == 0;
}

enum packing inflate_kind(const char *p, size_t n)
{
    if (begins(p, n, gzip_magic, sizeof gzip_magic))
        return PACKING_GZIP;
    return begins(p, n, zstd_magic, sizeof zstd_magic) ? PACKING_ZSTD : PACKING_NONE;
}

static int damaged(struct err *err, const char *why)
{
    err_set(err, ERR_DATA_UNREADABLE, "The compressed file is damaged or cut short.", "%s", why);
    return err_action(err, "Get it again from where it came from.");
}

/* Room for another piece (*ret_n bytes, at least one), unless what came out so far is too much for what went in. */
static int make_room(struct buf *out, size_t packed, const struct cancel *cancel, uint32_t *ret_n, struct err *err)
{
    size_t left = out->max - out->n;

    *ret_n = left < PIECE_BYTES ? (uint32_t)left : PIECE_BYTES;
    if (cancel_check(cancel, err))
        return -1;
    if (out->n > DATA_INFLATE_FREE_BYTES && out->n / DATA_INFLATE_RATIO > packed) {
        err_set(err, ERR_TOO_LARGE, "The compressed file holds far more than its size makes believable.",
                "%zu bytes out of %zu", out->n, packed);
        return err_action(err, "If it is to be trusted, decompress it first.");
    }
    if (left > 0 && buf_reserve(out, *ret_n))
        return 0;
    err_set(err, ERR_TOO_LARGE, "What the compressed file holds is more than this program reads.", "over %zu bytes",
            out->max);
    return err_action(err, "Split it into smaller files.");
}

/* ---- gzip ---- */

/* One member; *p moves behind it. */
static int gunzip_member(struct inflate_state *state, const char **p, const char *end, size_t packed,
                         const struct cancel *cancel, struct buf *out, struct err *err)
{
    size_t left = (size_t)(end - *p);

    isal_inflate_init(state);
    state->crc_flag = ISAL_GZIP;
    while (state->block_state != ISAL_BLOCK_FINISH) {
        uint32_t given = left > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)left;
        uint32_t had = given, room;
        int rc;

        if (make_room(out, packed, cancel, &room, err))
            return -1;
        /* the library's input is not const, and is only read */
        state->next_in = (uint8_t *)(uintptr_t)*p;
        state->avail_in = given;
        state->next_out = (uint8_t *)out->p + out->n;
        state->avail_out = room;
        rc = isal_inflate(state);
        if (rc != ISAL_DECOMP_OK && rc != ISAL_END_INPUT)
            return damaged(err, rc == ISAL_INCORRECT_CHECKSUM ? "gzip: checksum" : "gzip: data");
        out->n += room - state->avail_out;
        *p += had - state->avail_in;
        left -= had - state->avail_in;
        if (state->avail_out == room && had == state->avail_in && state->block_state != ISAL_BLOCK_FINISH)
            return damaged(err, "gzip: ends too early");
    }
    out->p[out->n] = '\0';
    return 0;
}

/* Members follow each other; zeros behind the last are padding, as tapes and some programs leave them. */
static int gunzip(const char *p, size_t n, const struct cancel *cancel, struct buf *out, struct err *err)
{
    struct inflate_state *state = malloc(sizeof *state);
    const char *end = p + n;
    int rc = 0;

    if (!state)
        abort();
    while (rc == 0 && p < end) {
        if (*p == '\0') {
            p++;
        } else if (inflate_kind(p, (size_t)(end - p)) == PACKING_GZIP && end - p >= GZIP_HEAD + GZIP_TAIL) {
            rc = gunzip_member(state, &p, end, n, cancel, out, err);
        } else {
            rc = damaged(err, "gzip: something else behind a member");
        }
    }
    free(state);
    return rc;
}

/* ---- Zstandard ---- */

static int unzstd(const char *p, size_t n, const struct cancel *cancel, struct buf *out, struct err *err)
{
    ZSTD_DCtx *context = ZSTD_createDCtx();
    ZSTD_inBuffer in = { .src = p, .size = n };
    size_t left = 1; /* 0: at the end of a frame */
    bool is_full = false;
    int rc = 0;

    if (!context)
        abort();
    while (rc == 0 && (in.pos < in.size || (is_full && left != 0))) {
        ZSTD_outBuffer piece = { 0 };
        uint32_t room;

        rc = make_room(out, n, cancel, &room, err);
        if (rc)
            break;
        piece = (ZSTD_outBuffer){ .dst = out->p + out->n, .size = room };
        left = ZSTD_decompressStream(context, &piece, &in);
        if (ZSTD_isError(left))
            rc = damaged(err, ZSTD_getErrorName(left));
        else
            out->n += piece.pos;
        is_full = piece.pos == piece.size;
    }
    ZSTD_freeDCtx(context);
    if (rc == 0 && left != 0)
        rc = damaged(err, "zstd: ends too early");
    if (rc == 0 && out->cap)
        out->p[out->n] = '\0';
    return rc;
}

int inflate_bytes(enum packing kind, const char *p, size_t n, const struct cancel *cancel, struct buf *out,
                  struct err *err)
{
    return kind == PACKING_GZIP ? gunzip(p, n, cancel, out, err) : unzstd(p, n, cancel, out, err);
}

const char *inflate_name(struct arena *a, const char *name)
{
    static const char *const endings[] = { ".gz", ".gzip", ".zst", ".zstd" };
    size_t n = strlen(name);

    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        size_t length = strlen(endings[i]);
        if (n > length && str_ieq(name + n - length, endings[i]))
            return arena_dup(a, name, n - length);
    }
    return arena_str(a, name);
}
