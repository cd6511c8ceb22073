/* confusable.h - real words that a typing slip turns into other real words: "dairy" and "diary". */
#pragma once
#include <stdbool.h>

/* In small letters. Whoever typed such a word may have meant it, whatever it is near to (scripts/generate/alike-words).
 */
bool confusable_is_word(const char *word);
