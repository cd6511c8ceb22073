/* str.h - text: UTF-8 checked, compared and measured the way people read it.
 *
 * Text inside the program is UTF-8 and was checked where it came in (str_is_utf8). Comparing what a person typed with a
 * name in their data folds case, width and accents' encodings (NFKC), so "Straße", "STRASSE" and "strasse" meet.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* True when the n bytes are well-formed UTF-8 (no overlong forms, no surrogates, nothing past U+10FFFF). */
bool str_is_utf8(const char *p, size_t n);

/* Bytes of the well-formed character at p, which has n > 0 bytes left; 0 when there is none. */
size_t str_char_bytes(const char *p, size_t n);

/* Number of code points of well-formed text. */
size_t str_chars(const char *p, size_t n);

/* Columns the text takes on a terminal: wide characters count two, combining ones none, control characters none. */
size_t str_columns(const char *p, size_t n);

/* The longest prefix of at most max_columns columns that ends on a grapheme boundary, in bytes. */
size_t str_fit_columns(const char *p, size_t n, size_t max_columns);

/* The longest prefix of at most max_chars code points, in bytes. */
size_t str_fit_chars(const char *p, size_t n, size_t max_chars);

/* The longest prefix of at most max_bytes bytes that does not end inside a character. */
size_t str_fit_bytes(const char *p, size_t n, size_t max_bytes);

/* Folded for comparison (NFKC, case folded, default-ignorables dropped). Ill-formed text is returned as it is. */
const char *str_fold(struct arena *a, const char *s);

/* True when both fold to the same text. */
bool str_same(const char *a, const char *b);

/* Writes the character, which is one (no surrogate, at most U+10FFFF); how many bytes it has. Inline for the parser of
 * JSON. */
#define STR_CHAR_BYTES 4
static inline size_t str_put_char(uint32_t c, char out[static STR_CHAR_BYTES])
{
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    if (n == 1) {
        *out = (char)c;
        return 1;
    }
    for (size_t i = n; i-- > 1; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    *out = (char)((0xf00 >> n & 0xff) | c);
    return n;
}

static inline bool str_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ASCII only: for keywords and protocol words, never for people's text. */
bool str_ieq(const char *a, const char *b);
bool str_starts(const char *s, const char *prefix);
bool str_ends(const char *s, const char *suffix);

/* First and last non-blank byte: trims ASCII blanks at both ends without copying. */
const char *str_trim(const char *p, size_t n, size_t *ret_n);

/* Edits (insert, delete, change, swap of neighbours) that turn a into b, counted over folded code points; `most` + 1 as
 * soon as it is clear there are more than `most`. Texts longer than STR_EDIT_CHARS count as too far apart. */
size_t str_edits(const char *a, const char *b, size_t most);

/* Whether the text is the word but for one slip of the finger, bytes as they are: two neighbours swapped, a letter left
 * out, a letter typed twice. Never at the first one, and none left out at the end: "Frida" is no slip for "Friday". */
bool str_slipped(const char *typed, const char *word);

/* The candidate nearest to word, or NULL when none is near enough to be a likely slip of the finger (one edit in
 * four characters, at least one). Ties go to the first. */
const char *str_nearest(const char *word, const char *const *candidates, size_t n);
