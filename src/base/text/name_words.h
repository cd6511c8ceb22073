/* name_words.h - a column's name as the words it is made of: "customerID", "Customer-ID" and "customer_id" are two
 * each.
 *
 * A word ends at every character that is no letter or digit, between letters and digits, and where a small letter is
 * followed by a capital ("PhoneNo"). Letters beyond ASCII are letters. Words are compared with words in small letters,
 * without regard to the case of ASCII letters.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct name_word {
    const char *p; /* in the name */
    size_t n;
};

/* Cuts the name into at most max words; what comes behind them is not looked at. */
size_t name_words(const char *name, struct name_word *words, size_t max);

/* The character, an ASCII capital made small. */
char name_lower(char c);

/* The first n characters are those of the lowered text. */
bool name_same(const char *p, const char *lowered, size_t n);

bool name_word_is(const struct name_word *w, const char *lowered);
bool name_word_in(const struct name_word *w, const char *const *list, size_t n);
