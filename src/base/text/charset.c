/* charset.c - finding the encoding, and making UTF-8 of it.
 *
 * Text is recoded one character at a time into a bounded buffer; a damaged character becomes U+FFFD, so nothing shifts
 * and nothing is lost unseen.
 */
#include "base/text/charset.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include <stdbool.h>
#include <string.h>

#define LOOKED_AT 65536     /* bytes from the beginning that tell text from the rest */
#define CONTROL_SHARE 32    /* one control byte in so many is text that met with an accident; more is binary */
#define SOUND_SHARE 4       /* sound sequences for each damaged one: then it is UTF-8 all the same */
#define REPLACEMENT 0xfffdu /* the character for what is none */

/* ---- telling encodings apart ---- */

/* Length of the ASCII without NUL at p, a word at a time. */
static size_t ascii_bytes(const char *p, size_t n)
{
    const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    size_t i = 0;

    for (uint64_t word; n - i >= sizeof word; i += sizeof word) {
        memcpy(&word, p + i, sizeof word);
        if ((word | (word - ones)) & tops)
            break;
    }
    while (i < n && p[i] > 0)
        i++;
    return i;
}

/* All of it is well-formed and without NUL. */
static bool is_clean(const char *p, size_t n)
{
    for (size_t i = ascii_bytes(p, n); i < n; i += ascii_bytes(p + i, n - i)) {
        size_t bytes = str_char_bytes(p + i, n - i);

        if (bytes == 0 || p[i] == '\0')
            return false;
        i += bytes;
    }
    return true;
}

static bool is_control(unsigned char c)
{
    return (c < 0x20 && !(c >= '\t' && c <= '\r') && !(c >= 0x1b && c <= 0x1f)) || c == 0x7f;
}

static bool is_binary(const char *p, size_t n)
{
    size_t looked = n < LOOKED_AT ? n : LOOKED_AT, controls = 0;

    for (size_t i = 0; i < looked; i++)
        controls += is_control((unsigned char)p[i]);
    return controls > looked / CONTROL_SHARE;
}

/* Where NULs stand among each four bytes, of the beginning: Latin text has one or three at fixed places. */
static enum charset by_nuls(const char *p, size_t n)
{
    size_t looked = (n < LOOKED_AT ? n : LOOKED_AT) / 4 * 4, at[4] = { 0 };

    for (size_t i = 0; i < looked; i++)
        at[i % 4] += p[i] == '\0';
    /* Thirds: most of the characters there are must be Latin, and hardly any NUL may stand elsewhere. */
    size_t many = looked / 4 * 2 / 3, few = looked / 4 / 20;
    if (looked < 4 || many == 0)
        return CHARSET_UTF8;
    if (at[0] <= few && at[1] >= many && at[2] >= many && at[3] >= many)
        return CHARSET_UTF32LE;
    if (at[3] <= few && at[0] >= many && at[1] >= many && at[2] >= many)
        return CHARSET_UTF32BE;
    if (at[0] + at[2] <= 2 * few && at[1] + at[3] >= 2 * many)
        return CHARSET_UTF16LE;
    if (at[1] + at[3] <= 2 * few && at[0] + at[2] >= 2 * many)
        return CHARSET_UTF16BE;
    return CHARSET_UTF8;
}

/* The encoding a byte order mark names; *ret_mark is its length, 0 when there is none. */
static enum charset by_mark(const char *p, size_t n, size_t *ret_mark)
{
    static const struct {
        const char *mark;
        size_t n;
        enum charset encoding;
    } marks[] = {
        { "\xef\xbb\xbf", 3, CHARSET_UTF8 },    { "\xff\xfe\0\0", 4, CHARSET_UTF32LE },
        { "\0\0\xfe\xff", 4, CHARSET_UTF32BE }, { "\xff\xfe", 2, CHARSET_UTF16LE },
        { "\xfe\xff", 2, CHARSET_UTF16BE },
    };

    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        if (n >= marks[i].n && memcmp(p, marks[i].mark, marks[i].n) == 0) {
            *ret_mark = marks[i].n;
            return marks[i].encoding;
        }
    }
    *ret_mark = 0;
    return by_nuls(p, n);
}

/* Ill-formed text is still UTF-8 when most of what is not ASCII in it is sound. */
static bool is_mostly_utf8(const char *p, size_t n)
{
    size_t sound = 0, damaged = 0;

    for (size_t i = ascii_bytes(p, n); i < n; i += ascii_bytes(p + i, n - i)) {
        size_t bytes = str_char_bytes(p + i, n - i);

        sound += bytes > 1;
        damaged += bytes == 0;
        i += bytes > 0 ? bytes : 1;
    }
    return damaged == 0 || sound >= SOUND_SHARE * damaged;
}

/* ---- recoding ---- */

static void put(struct charset_text *t, uint32_t c)
{
    char utf8[STR_CHAR_BYTES];

    if (c == 0) {
        t->nuls++;
        return;
    }
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
        t->damaged++;
        c = REPLACEMENT;
    }
    buf_add(&t->made, utf8, str_put_char(c, utf8));
}

static uint32_t unit16(const char *p, bool big)
{
    const unsigned char *b = (const unsigned char *)p;

    return big ? (uint32_t)(b[0] << 8 | b[1]) : (uint32_t)(b[1] << 8 | b[0]);
}

static void from_utf16(struct charset_text *t, const char *p, size_t n, bool big)
{
    size_t i = 0;

    while (n - i >= 2) {
        uint32_t c = unit16(p + i, big), low;

        i += 2;
        if (c >= 0xd800 && c < 0xdc00 && n - i >= 2) {
            low = unit16(p + i, big);
            if (low >= 0xdc00 && low < 0xe000) {
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
                i += 2;
            }
        }
        put(t, c);
    }
    if (i < n)
        put(t, UINT32_MAX);
}

static void from_utf32(struct charset_text *t, const char *p, size_t n, bool big)
{
    size_t i = 0;

    for (; n - i >= 4; i += 4) {
        uint32_t first = unit16(p + i, big), second = unit16(p + i + 2, big);
        put(t, big ? first << 16 | second : second << 16 | first);
    }
    if (i < n)
        put(t, UINT32_MAX);
}

static void from_utf8(struct charset_text *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t plain = ascii_bytes(p + i, n - i), bytes;

        buf_add(&t->made, p + i, plain);
        i += plain;
        if (i == n)
            break;
        bytes = str_char_bytes(p + i, n - i);
        if (bytes > 1)
            buf_add(&t->made, p + i, bytes);
        else
            put(t, p[i] == '\0' ? 0 : UINT32_MAX);
        i += bytes > 0 ? bytes : 1;
    }
}

/* What Windows has where Latin-1 has control characters; the five it leaves open stay those. */
static const uint16_t windows[32] = {
    0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8d,   0x017d, 0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178,
};

static void from_windows(struct charset_text *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t plain = ascii_bytes(p + i, n - i);
        unsigned char c;

        buf_add(&t->made, p + i, plain);
        i += plain;
        if (i == n)
            break;
        c = (unsigned char)p[i];
        put(t, c >= 0x80 && c < 0xa0 ? windows[c - 0x80] : c);
    }
}

static void recode(struct charset_text *t, const char *p, size_t n)
{
    switch (t->encoding) {
    case CHARSET_UTF8:
        from_utf8(t, p, n);
        break;
    case CHARSET_UTF16LE:
    case CHARSET_UTF16BE:
        from_utf16(t, p, n, t->encoding == CHARSET_UTF16BE);
        break;
    case CHARSET_UTF32LE:
    case CHARSET_UTF32BE:
        from_utf32(t, p, n, t->encoding == CHARSET_UTF32BE);
        break;
    case CHARSET_WINDOWS_1252:
        from_windows(t, p, n);
        break;
    }
}

/* ---- opening ---- */

static int binary(struct err *err)
{
    err_set(err, ERR_DATA_UNREADABLE, "The file is binary, not text.", "too many control bytes");
    return err_action(err, "Name a text file, or export one from the program that made this file.");
}

int charset_open(struct charset_text *t, const char *p, size_t n, struct err *err)
{
    size_t mark;
    struct charset_text made = { .encoding = by_mark(p, n, &mark), .skipped = mark };

    buf_init(&made.made, CHARSET_TEXT_BYTES);
    p += mark;
    n -= mark;
    if (made.encoding == CHARSET_UTF8 && is_binary(p, n))
        return binary(err);
    if (made.encoding == CHARSET_UTF8 && is_clean(p, n)) {
        made.p = p;
        made.n = n;
        *t = made;
        return 0;
    }
    if (made.encoding == CHARSET_UTF8 && mark == 0 && !is_mostly_utf8(p, n))
        made.encoding = CHARSET_WINDOWS_1252;
    recode(&made, p, n);
    if (made.made.failed || is_binary(made.made.p, made.made.n)) {
        bool failed = made.made.failed;
        buf_done(&made.made);
        if (!failed)
            return binary(err);
        err_set(err, ERR_TOO_LARGE, "The file is too large to be recoded.", "over %llu bytes of UTF-8",
                (unsigned long long)CHARSET_TEXT_BYTES);
        return err_action(err, "Save it as UTF-8, or split it.");
    }
    made.p = made.made.p;
    made.n = made.made.n;
    made.skipped = 0;
    *t = made;
    return 0;
}

void charset_done(struct charset_text *t)
{
    buf_done(&t->made);
}
