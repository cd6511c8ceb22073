/* json_scan.h - how many of the next bytes of a string need no attention. For json_parse.c, json_write.c and canon.c
 * only.
 *
 * Most of JSON is plain text in strings, so this is where the time goes. A byte is plain when it is no quote, no
 * backslash, no control byte, and below a bound: SCAN_ASCII for reading, SCAN_PRINTABLE for what Python prints as it
 * is, SCAN_UNICODE for what JSON lets stand as it is. The bound is a constant wherever this is inlined.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define SCAN_BYTES 16

enum scan_bound { SCAN_PRINTABLE = 0x7f, SCAN_ASCII = 0x80, SCAN_UNICODE = 0x100 };

static inline bool scan_is_plain(char c, enum scan_bound bound)
{
    return (unsigned char)(c - 0x20) < bound - 0x20u && c != '"' && c != '\\';
}

/* How many of the SCAN_BYTES bytes at p are plain before the first that is not. The fast form is for x86-64; the other
 * says the same and serves everywhere else. */
static inline size_t scan_plain(const char *p, enum scan_bound bound)
{
#ifdef __SSE2__
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(0x20));
    __m128i outside = _mm_cmpeq_epi8(_mm_max_epu8(above, _mm_set1_epi8((char)(bound - 0x20))), above);
    int found = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), outside));

    return (size_t)__builtin_ctz((unsigned)found | 1u << SCAN_BYTES);
#else
    size_t n = 0;

    while (n < SCAN_BYTES && scan_is_plain(p[n], bound))
        n++;
    return n;
#endif
}

/* True when all eight bytes are plain. Each subtraction leaves a byte's top bit set, or borrows from the next, only
 * where the byte is one it looks for; bytes past ASCII have that bit themselves and are told apart by it. */
static inline bool scan_word_is_plain(uint64_t bytes, enum scan_bound bound)
{
    const uint64_t each = 0x0101010101010101, tops = 0x8080808080808080;
    uint64_t control = bytes - 0x20 * each, quote = (bytes ^ '"' * each) - each, slash = (bytes ^ '\\' * each) - each;
    uint64_t found = (control | quote | slash) & ~bytes;

    if (bound <= SCAN_ASCII)
        found |= bytes;
    if (bound <= SCAN_PRINTABLE)
        found |= bytes + each;
    return (found & tops) == 0;
}
