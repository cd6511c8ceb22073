/* slip.h - whether a word is another one mistyped: str_slipped()'s slips, and in a longer word any one letter that is
 * wrong, missing or too many, but the first. */
#pragma once
#include "base/str.h"
#include <string.h>

#define SLIP_LEAST 4 /* letters of a word that may be mistyped: shorter ones are a slip away from everything */
#define SLIP_WRONG 6 /* letters of one that may have any one mistake */

static inline bool slip_of(const char *typed, const char *word)
{
    size_t n = strlen(typed), m = strlen(word), i = 0;

    if (n < SLIP_LEAST || m < SLIP_LEAST || typed[0] != word[0])
        return false;
    if (str_slipped(typed, word))
        return true;
    if (n < SLIP_WRONG || m < SLIP_WRONG || n > m + 1 || m > n + 1)
        return false;
    while (typed[i] == word[i] && typed[i])
        i++;
    return i < (n > m ? n : m) && strcmp(typed + i + (n >= m), word + i + (m >= n)) == 0;
}
