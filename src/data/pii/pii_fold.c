/* pii_fold.c - utf8proc knows the forms of a character; here are those that it keeps apart on purpose. */
#include "data/pii/pii_fold.h"
#include "base/attrs.h"
#include "base/str.h"
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

#define MOST_FORMS 18 /* code points that one character may decompose into */

/* Letters that Unicode takes for letters of their own, and the letters that people type instead. */
static const struct {
    int32_t c;
    const char *as;
} letters[] = {
    { 0x00c6, "AE" }, { 0x00d8, "O" }, { 0x00d0, "D" },  { 0x00de, "TH" }, { 0x00df, "ss" }, { 0x00e6, "ae" },
    { 0x00f8, "o" },  { 0x00f0, "d" }, { 0x00fe, "th" }, { 0x0110, "D" },  { 0x0111, "d" },  { 0x0131, "i" },
    { 0x0141, "L" },  { 0x0142, "l" }, { 0x0152, "OE" }, { 0x0153, "oe" }, { 0x2212, "-" },  { 0x1e9e, "SS" },
    { 0x00b7, "." },  { 0x2022, "." }, { 0x2044, "/" },  { 0x2215, "/" },  { 0x3002, "." },  { 0x30fc, "-" },
};

bool pii_is_plain(const char *p, size_t n)
{
    unsigned char all = 0;

    for (size_t i = 0; i < n; i++)
        all |= (unsigned char)p[i];
    return all < 0x80;
}

/* The digits of a script stand in a row that begins at a multiple of 16, or six behind one. */
static char digit_of(int32_t c)
{
    int32_t low = c & 0xf;

    if (utf8proc_category(c - low) == UTF8PROC_CATEGORY_ND)
        return low < 10 ? (char)('0' + low) : 0;
    return low >= 6 ? (char)('0' + low - 6) : 0;
}

/* What the character is written as: NULL when it has no ASCII form; "" when it is not seen. */
static const char *ascii_of(int32_t c, char one[2])
{
    utf8proc_category_t kind = utf8proc_category(c);
    utf8proc_int32_t forms[MOST_FORMS];
    utf8proc_ssize_t n;
    int last = 0;

    for (size_t i = 0; i < COUNT_OF(letters); i++)
        if (letters[i].c == c)
            return letters[i].as;
    one[1] = '\0';
    one[0] = 0;
    if (c == 0xad || kind == UTF8PROC_CATEGORY_CF || kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_ME)
        return "";
    if (kind == UTF8PROC_CATEGORY_ZS || kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP)
        return " ";
    if (kind == UTF8PROC_CATEGORY_PD)
        return "-";
    if (kind == UTF8PROC_CATEGORY_ND && (one[0] = digit_of(c)) != 0)
        return one;
    n = utf8proc_decompose_char(c, forms, MOST_FORMS, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, &last);
    if (n < 1 || n > MOST_FORMS || forms[0] >= 0x80 || forms[0] <= ' ')
        return NULL;
    one[0] = (char)forms[0];
    return one;
}

size_t pii_fold(const char *p, size_t n, char *to, size_t size, size_t *ret_used)
{
    size_t used = 0, out = 0;

    while (used < n) {
        size_t bytes = (unsigned char)p[used] < 0x80 ? 1 : str_char_bytes(p + used, n - used);
        const char *as = NULL, *from = p + used;
        char one[2];
        utf8proc_int32_t c;
        size_t len;

        if (bytes > 1 && utf8proc_iterate((const utf8proc_uint8_t *)from, (utf8proc_ssize_t)bytes, &c) > 0)
            as = ascii_of(c, one);
        bytes = bytes ? bytes : 1;
        len = as ? strlen(as) : bytes;
        if (out + len > size)
            break;
        memcpy(to + out, as ? as : from, len);
        out += len;
        used += bytes;
    }
    *ret_used = used;
    return out;
}
