/* alike.h - words of the language that a slip of the finger makes other words of it: "dairy" and "diary". */
#pragma once
#include <stdbool.h>

/* In small letters. Whoever typed such a word may have meant it, whatever it is near to (scripts/generate/alike-words).
 */
bool alike_is_word(const char *word);
