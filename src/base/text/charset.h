/* charset.h - the bytes of a text file as UTF-8 without NUL, whatever they were written in.
 *
 * The encoding is told by a byte order mark; without one by where NULs stand (UTF-16, UTF-32), else it is UTF-8 if all
 * of it is well-formed. Text that is not: UTF-8 with a few damaged bytes (each becomes U+FFFD) where most sequences are
 * sound, else Windows-1252. A NUL here and there is dropped. What is full of control bytes is binary and refused.
 *
 * UTF-8, which is nearly every file, is not copied. Line ends stay what they were, so that the number of a line is the
 * same in the file and in the text.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include <stddef.h>
#include <stdint.h>

struct err;

enum charset {
    CHARSET_UTF8,
    CHARSET_UTF16LE,
    CHARSET_UTF16BE,
    CHARSET_UTF32LE,
    CHARSET_UTF32BE,
    CHARSET_WINDOWS_1252,
};

struct charset_text {
    const char *p; /* the file's own bytes behind its mark, or made.p */
    size_t n;
    enum charset encoding;
    size_t skipped;   /* bytes of the file before p: its mark; 0 where the text was made */
    uint64_t damaged; /* bytes or units that were no characters */
    uint64_t nuls;    /* dropped */
    struct buf made;
};

/* The text borrows the n bytes at p. ERR_DATA_UNREADABLE: binary. ERR_TOO_LARGE: over CHARSET_TEXT_BYTES as UTF-8. */
WARN_UNUSED int charset_open(struct charset_text *t, const char *p, size_t n, struct err *err);
void charset_done(struct charset_text *t);
