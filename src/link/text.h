/* text.h - characters and words as link compares them: folded, without apostrophes and accents' marks. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Bytes of the character at p, which is not at its end: 1 for a byte that is none. */
size_t text_char(const char *p);

/* True for a letter of any script. What is no letter: ASCII's signs, and the blocks of punctuation and symbols. */
bool text_is_letter(const char *p);

/* True when the character at p is a capital letter. */
bool text_is_capital(const char *p);

/* The n bytes folded (NFKC, case), without apostrophes. */
const char *text_fold(struct arena *a, const char *p, size_t n);

/* A folded word of n bytes as its stem, in place: without accents, by stem.h's rules. How many bytes are left. There
 * must be room for one byte more than n. */
size_t text_stem(char *word, size_t n);

/* The next word of a text as values are cut into: letters and digits. Writes it folded into out, which has room for
 * TEXT_WORD_BYTES, and moves *at behind it; 0 at the end of the text. What does not fit is left out. The same words as
 * tokens_read() has for the text, apart from a possessive's s. */
#define TEXT_WORD_BYTES 64
size_t text_word(const char *p, size_t n, size_t *at, char out[static TEXT_WORD_BYTES]);
