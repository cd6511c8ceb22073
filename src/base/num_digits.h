/* num_digits.h - decimal digits, eight at a time in one word. For num_text.c and json_parse.c only.
 *
 * The word is read so that the first byte is the lowest, whatever the machine.
 */
#pragma once
#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define EIGHT 8

static inline uint64_t eight_bytes(const char *p)
{
    uint64_t word;

    memcpy(&word, p, sizeof word);
    return le64toh(word);
}

/* How many of the eight bytes are digits before the first that is not. A digit is what differs from '0' by less than
 * ten; adding 0x76 carries everything else into the byte's top bit, and never out of it. */
static inline size_t eight_count(uint64_t bytes)
{
    uint64_t from_zero = bytes ^ 0x3030303030303030;
    uint64_t other = (((from_zero & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676) | from_zero) & 0x8080808080808080;

    return other ? (size_t)__builtin_ctzll(other) / 8 : EIGHT;
}

/* The number that eight digits are: pairs, then fours, then all. */
static inline uint64_t eight_value(uint64_t bytes)
{
    uint64_t digits = bytes & 0x0f0f0f0f0f0f0f0f;

    digits = (digits * (1 + (10u << 8))) >> 8 & 0x00ff00ff00ff00ff;
    digits = (digits * (1 + (100u << 16))) >> 16 & 0x0000ffff0000ffff;
    return (digits * (1 + ((uint64_t)10000 << 32))) >> 32;
}

/* The eight digits of a number below 10^8, leading zeros and all, as digits and not yet as characters. Each step halves
 * every lane: a multiplication by a rounded-up reciprocal stands for the division, exact for numbers this small. */
static inline uint64_t eight_digits(uint32_t number)
{
    uint64_t fours = number / 10000 | (uint64_t)(number % 10000) << 32;
    uint64_t hundreds = (fours * 10486) >> 20 & 0x0000007f0000007f;
    uint64_t pairs = hundreds | (fours - hundreds * 100) << 16;
    uint64_t tens = (pairs * 103) >> 10 & 0x000f000f000f000f;

    return tens | (pairs - tens * 10) << 8;
}

static inline void eight_put(char *out, uint64_t digits)
{
    uint64_t word = htole64(digits | 0x3030303030303030);

    memcpy(out, &word, sizeof word);
}
