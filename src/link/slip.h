/* slip.h - whether a word is another one mistyped: str_slipped()'s slips, and one wrong letter in a longer word. */
#pragma once
#include "base/str.h"
#include <string.h>

#define SLIP_LEAST 4 /* letters of a word that may be mistyped: shorter ones are a slip away from everything */
#define SLIP_WRONG 6 /* letters of one that may have a wrong letter */

static inline bool slip_of(const char *typed, const char *word)
{
    size_t n = strlen(typed), wrong = 0;

    if (n < SLIP_LEAST || strlen(word) < SLIP_LEAST)
        return false;
    if (str_slipped(typed, word))
        return true;
    if (n < SLIP_WRONG || strlen(word) != n || typed[0] != word[0])
        return false;
    for (size_t i = 1; i < n; i++)
        wrong += typed[i] != word[i];
    return wrong == 1;
}
