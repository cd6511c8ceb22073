/* biff.h - the records of an .xls stream, and the texts in them ([MS-XLS]). Internal to xls*.c.
 *
 * A record is a number, a length and bytes; one that is longer than its kind allows goes on in CONTINUE records. A
 * reader walks over a record and those that continue it as if they were one, and asks for less than is there or gets
 * nothing: reading past the end sets `failed` and gives zeros.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

enum biff_type {
    BIFF_EOF = 0x000a,
    BIFF_CONTINUE = 0x003c,
    BIFF_DATEMODE = 0x0022,
    BIFF_FILEPASS = 0x002f,
    BIFF_FONT = 0x0031,
    BIFF_INTERFACE = 0x00e1,
    BIFF_REVISION_HEAD = 0x0138,
    BIFF_USERS = 0x0194,
    BIFF_LOCK = 0x0195,
    BIFF_REVISION_INFO = 0x0196,
    BIFF_CODEPAGE = 0x0042,
    BIFF_BOUNDSHEET = 0x0085,
    BIFF_FORMAT = 0x041e,
    BIFF_XF = 0x00e0,
    BIFF_SST = 0x00fc,
    BIFF_BOF = 0x0809,
    BIFF_BOF2 = 0x0009,
    BIFF_BOF3 = 0x0209,
    BIFF_BOF4 = 0x0409,
    /* cells */
    BIFF_INTEGER2 = 0x0002,
    BIFF_NUMBER2 = 0x0003,
    BIFF_LABEL2 = 0x0004,
    BIFF_BOOLERR2 = 0x0005,
    BIFF_FORMULA = 0x0006,
    BIFF_STRING2 = 0x0007,
    BIFF_NUMBER = 0x0203,
    BIFF_LABEL = 0x0204,
    BIFF_BOOLERR = 0x0205,
    BIFF_FORMULA3 = 0x0206,
    BIFF_STRING = 0x0207,
    BIFF_FORMULA4 = 0x0406,
    BIFF_RK = 0x027e,
    BIFF_MULRK = 0x00bd,
    BIFF_RSTRING = 0x00d6,
    BIFF_LABELSST = 0x00fd,
    BIFF_MERGED = 0x00e5,
    BIFF_DIMENSIONS = 0x0200,
};

/* A place in a stream. */
struct biff {
    const unsigned char *p;
    size_t n, at;
    unsigned version;        /* 2, 3, 4, 5 or 8 */
    const uint16_t *letters; /* of the code page: what bytes from 0x80 on mean */
};

/* A record, and a place in it. */
struct biff_record {
    const struct biff *biff;
    unsigned type;
    size_t from, to; /* what is left of the piece being read */
    bool failed;     /* more was asked for than there is */
};

/* The next record; false at the end of the stream, or where it is cut. CONTINUE records are passed over: they are read
 * through the record that they continue. */
bool biff_next(struct biff *b, struct biff_record *ret);

unsigned biff_u8(struct biff_record *r);
unsigned biff_u16(struct biff_record *r);
uint32_t biff_u32(struct biff_record *r);
double biff_double(struct biff_record *r);
void biff_skip(struct biff_record *r, uint64_t n);

/* Bytes left of this piece, without what continues it. */
size_t biff_left(const struct biff_record *r);

/* Appends a text as UTF-8, without NUL. length_bytes: of the count of characters before it, 1 or 2. In versions up to 5
 * it is in the code page; in 8 it says itself how it is written. */
void biff_text(struct biff_record *r, unsigned length_bytes, struct buf *out);

/* What the bytes of a code page mean; Windows-1252 for one that is not known. Its 128 entries live in storage. */
void biff_letters(unsigned codepage, uint16_t storage[static 128]);
