/* edit_text.c - both layers, byte by byte; texts are short (a cell has at most 32,767 characters). */
#include "office/edit/edit_text.h"
#include "base/buf.h"
#include "base/text/markup.h"
#include <ctype.h>
#include <stdbool.h>

void text_encode(struct buf *b, const char *p, size_t n)
{
    markup_text(b, p, n);
}

/* "_xHHHH_" at p. */
static bool is_escape(const char *p, size_t n)
{
    if (n < 7 || p[0] != '_' || p[1] != 'x' || p[6] != '_')
        return false;
    for (int i = 2; i < 6; i++)
        if (!isxdigit((unsigned char)p[i]))
            return false;
    return true;
}

/* U+FFFE and U+FFFF, which are no characters. */
static bool is_none(const char *p, size_t n)
{
    return n >= 3 && (unsigned char)p[0] == 0xef && (unsigned char)p[1] == 0xbf && (unsigned char)p[2] >= 0xbe;
}

void text_encode_cell(struct buf *b, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (c < 0x20 && c != '\t' && c != '\n') {
            buf_addf(b, "_x%04X_", c);
        } else if (is_none(p + i, n - i)) {
            buf_adds(b, (unsigned char)p[i + 2] == 0xbe ? "_xFFFE_" : "_xFFFF_");
            i += 2;
        } else if (is_escape(p + i, n - i)) {
            buf_adds(b, "_x005F_");
        } else {
            markup_text(b, p + i, 1);
        }
    }
}

size_t text_fit_units(const char *p, size_t n, size_t units)
{
    size_t i = 0;

    while (i < n) {
        size_t bytes = 1, cost = 1 + ((unsigned char)p[i] >= 0xf0);
        while (i + bytes < n && ((unsigned char)p[i + bytes] & 0xc0) == 0x80)
            bytes++;
        if (cost > units)
            break;
        units -= cost;
        i += bytes;
    }
    return i;
}

size_t text_units(const char *p, size_t n)
{
    size_t units = 0;

    for (size_t i = 0; i < n; i++)
        units += ((unsigned char)p[i] & 0xc0) != 0x80 ? 1 + ((unsigned char)p[i] >= 0xf0) : 0;
    return units;
}

size_t text_significant(const char *digits)
{
    size_t n = 0, zeros = 0;

    for (; *digits && (*digits | 0x20) != 'e'; digits++) {
        if (*digits < '0' || *digits > '9' || (n == 0 && *digits == '0'))
            continue;
        zeros = *digits == '0' ? zeros + 1 : 0;
        n++;
    }
    return n - zeros;
}
