/* entities.c - the characters that HTML writes by name or number.
 *
 * The names people's tools write; a name that is not here stays as it was written, which is what browsers show of one
 * they do not know.
 */
#include "base/attrs.h"
#include "base/str.h"
#include "text/blocks.h"
#include <string.h>

#define ENTITY_BYTES 12 /* "&thetasym;" is as long as they get that people write */

static const struct {
    const char *name;
    uint32_t c;
} names[] = {
    { "amp", '&' },      { "lt", '<' },       { "gt", '>' },       { "quot", '"' },      { "apos", '\'' },
    { "nbsp", ' ' },     { "ensp", ' ' },     { "emsp", ' ' },     { "thinsp", ' ' },    { "shy", 0xad },
    { "ndash", 0x2013 }, { "mdash", 0x2014 }, { "lsquo", 0x2018 }, { "rsquo", 0x2019 },  { "sbquo", 0x201a },
    { "ldquo", 0x201c }, { "rdquo", 0x201d }, { "bdquo", 0x201e }, { "hellip", 0x2026 }, { "bull", 0x2022 },
    { "middot", 0xb7 },  { "laquo", 0xab },   { "raquo", 0xbb },   { "copy", 0xa9 },     { "reg", 0xae },
    { "trade", 0x2122 }, { "euro", 0x20ac },  { "pound", 0xa3 },   { "yen", 0xa5 },      { "cent", 0xa2 },
    { "sect", 0xa7 },    { "para", 0xb6 },    { "deg", 0xb0 },     { "micro", 0xb5 },    { "plusmn", 0xb1 },
    { "times", 0xd7 },   { "divide", 0xf7 },  { "frac12", 0xbd },  { "frac14", 0xbc },   { "frac34", 0xbe },
    { "sup2", 0xb2 },    { "sup3", 0xb3 },    { "iexcl", 0xa1 },   { "iquest", 0xbf },   { "minus", 0x2212 },
    { "le", 0x2264 },    { "ge", 0x2265 },    { "ne", 0x2260 },    { "infin", 0x221e },  { "larr", 0x2190 },
    { "rarr", 0x2192 },  { "uarr", 0x2191 },  { "darr", 0x2193 },  { "alpha", 0x3b1 },   { "beta", 0x3b2 },
    { "gamma", 0x3b3 },  { "delta", 0x3b4 },  { "lambda", 0x3bb }, { "mu", 0x3bc },      { "pi", 0x3c0 },
    { "sigma", 0x3c3 },  { "omega", 0x3c9 },  { "Agrave", 0xc0 },  { "Aacute", 0xc1 },   { "Acirc", 0xc2 },
    { "Atilde", 0xc3 },  { "Auml", 0xc4 },    { "Aring", 0xc5 },   { "AElig", 0xc6 },    { "Ccedil", 0xc7 },
    { "Egrave", 0xc8 },  { "Eacute", 0xc9 },  { "Ecirc", 0xca },   { "Euml", 0xcb },     { "Igrave", 0xcc },
    { "Iacute", 0xcd },  { "Icirc", 0xce },   { "Iuml", 0xcf },    { "Ntilde", 0xd1 },   { "Ograve", 0xd2 },
    { "Oacute", 0xd3 },  { "Ocirc", 0xd4 },   { "Otilde", 0xd5 },  { "Ouml", 0xd6 },     { "Oslash", 0xd8 },
    { "Ugrave", 0xd9 },  { "Uacute", 0xda },  { "Ucirc", 0xdb },   { "Uuml", 0xdc },     { "szlig", 0xdf },
    { "agrave", 0xe0 },  { "aacute", 0xe1 },  { "acirc", 0xe2 },   { "atilde", 0xe3 },   { "auml", 0xe4 },
    { "aring", 0xe5 },   { "aelig", 0xe6 },   { "ccedil", 0xe7 },  { "egrave", 0xe8 },   { "eacute", 0xe9 },
    { "ecirc", 0xea },   { "euml", 0xeb },    { "igrave", 0xec },  { "iacute", 0xed },   { "icirc", 0xee },
    { "iuml", 0xef },    { "ntilde", 0xf1 },  { "ograve", 0xf2 },  { "oacute", 0xf3 },   { "ocirc", 0xf4 },
    { "otilde", 0xf5 },  { "ouml", 0xf6 },    { "oslash", 0xf8 },  { "ugrave", 0xf9 },   { "uacute", 0xfa },
    { "ucirc", 0xfb },   { "uuml", 0xfc },    { "yacute", 0xfd },  { "OElig", 0x152 },   { "oelig", 0x153 },
    { "Scaron", 0x160 }, { "scaron", 0x161 },
};

static int digit_of(char c, uint32_t base)
{
    int v = c >= '0' && c <= '9'   ? c - '0'
            : c >= 'a' && c <= 'f' ? c - 'a' + 10
            : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                   : 99;

    return v < (int)base ? v : -1;
}

/* Of "#8212" or "#x2014"; 0 for what is no character that may stand in a text. */
static uint32_t by_number(const char *p, size_t n)
{
    uint32_t base = n > 1 && (p[1] == 'x' || p[1] == 'X') ? 16 : 10, c = 0;
    size_t i = base == 16 ? 2 : 1;

    if (i == n)
        return 0;
    for (; i < n; i++) {
        int digit = digit_of(p[i], base);
        if (digit < 0 || c > 0x110000)
            return 0;
        c = c * base + (uint32_t)digit;
    }
    return c == 0xa0 ? ' ' : c < 0x20 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : c;
}

static uint32_t by_name(const char *p, size_t n)
{
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (names[i].name[0] == *p && strlen(names[i].name) == n && memcmp(names[i].name, p, n) == 0)
            return names[i].c;
    return 0;
}

size_t entity_read(const char *p, size_t n, struct buf *out)
{
    size_t end = 1;
    char utf8[STR_CHAR_BYTES];
    uint32_t c;

    while (end < n && end < ENTITY_BYTES && p[end] != ';' && p[end] != '&')
        end++;
    if (end >= n || p[end] != ';' || end == 1)
        return 0;
    c = p[1] == '#' ? by_number(p + 1, end - 1) : by_name(p + 1, end - 1);
    if (c == 0)
        return 0;
    if (c != 0xad) /* where a word may be broken is no part of it */
        buf_add(out, utf8, str_put_char(c, utf8));
    return end + 1;
}
