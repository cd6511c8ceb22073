/* base64.c - three bytes are four letters of six bits each. */
#include "base/text/base64.h"
#include "base/arena.h"
#include <stdint.h>

#define NO_LETTER 64

static const char *const alphabets[] = {
    [BASE64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    [BASE64_URL] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
};

const char *base64_text(struct arena *a, enum base64_form form, const void *p, size_t n)
{
    const unsigned char *bytes = p;
    char *text = arena_alloc(a, (n + 2) / 3 * 4 + 1), *out = text;

    for (size_t i = 0; i < n; i += 3) {
        size_t have = n - i < 3 ? n - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < have ? bytes[i + k] : 0u);
        for (size_t k = 0; k <= have; k++)
            *out++ = alphabets[form][bits >> (18 - 6 * k) & 63];
        for (size_t k = have; k < 3 && form == BASE64; k++)
            *out++ = '=';
    }
    *out = '\0';
    return text;
}

/* The six bits of a letter, or NO_LETTER. */
static unsigned value_of(enum base64_form form, char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        return (unsigned)(letter - 'A');
    if (letter >= 'a' && letter <= 'z')
        return (unsigned)(letter - 'a') + 26;
    if (letter >= '0' && letter <= '9')
        return (unsigned)(letter - '0') + 52;
    if (letter == alphabets[form][62])
        return 62;
    return letter == alphabets[form][63] ? 63 : NO_LETTER;
}

bool base64_read(struct arena *a, enum base64_form form, const char *text, size_t n, const char **ret, size_t *ret_n)
{
    size_t bare = n;
    char *bytes = arena_alloc(a, n / 4 * 3 + 3), *out = bytes;
    uint32_t bits = 0;
    unsigned held = 0;

    while (form == BASE64 && bare > 0 && n - bare < 2 && text[bare - 1] == '=')
        bare--;
    if (bare % 4 == 1 || (form == BASE64 && n % 4 != 0))
        return false;
    for (size_t i = 0; i < bare; i++) {
        unsigned value = value_of(form, text[i]);
        if (value == NO_LETTER)
            return false;
        bits = bits << 6 | value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            *out++ = (char)(bits >> held & 255);
        }
    }
    if (bits & ((1u << held) - 1))
        return false;
    *ret = bytes;
    *ret_n = (size_t)(out - bytes);
    return true;
}
