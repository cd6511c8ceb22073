/* csv_text.h - the bytes of a text file as UTF-8 without NUL, whatever they were written in.
 *
 * The encoding is told by a byte order mark; without one by where NULs stand (UTF-16, UTF-32), else it is UTF-8 if all
 * of it is well-formed. Text that is not: UTF-8 with a few damaged bytes (each becomes U+FFFD) where most sequences are
 * sound, else Windows-1252. A NUL here and there is dropped. What is full of control bytes is binary and refused.
 *
 * UTF-8, which is nearly every file, is not copied. Line ends stay what they were, so that the number of a line is the
 * same in the file and in the text. Internal to csv.
 */
#pragma once
#include "base/attrs.h"
#include "base/buf.h"
#include <stddef.h>
#include <stdint.h>

struct err;
struct notes;

enum csv_encoding {
    CSV_UTF8,
    CSV_UTF16LE,
    CSV_UTF16BE,
    CSV_UTF32LE,
    CSV_UTF32BE,
    CSV_WINDOWS_1252,
};

struct csv_text {
    const char *p; /* the file's own bytes behind its mark, or made.p */
    size_t n;
    enum csv_encoding encoding;
    size_t skipped;   /* bytes of the file before p: its mark; 0 where the text was made */
    uint64_t damaged; /* bytes or units that were no characters */
    uint64_t nuls;    /* dropped */
    struct buf made;
};

/* The text borrows the n bytes at p. ERR_DATA_UNREADABLE: binary. ERR_TOO_LARGE: over CSV_TEXT_BYTES as UTF-8. */
WARN_UNUSED int csv_text_open(struct csv_text *t, const char *p, size_t n, struct err *err);
void csv_text_done(struct csv_text *t);

/* Says the encoding where it is not UTF-8, and what was replaced. */
void csv_text_say(const struct csv_text *t, struct notes *notes);
