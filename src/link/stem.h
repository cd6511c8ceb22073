/* stem.h - the stem of an English word, by the rules of Snowball's English stemmer (Porter 2).
 *
 * Stems are kept in the index of values and in the compiled WordNet, and both are made by the same build: the rules may
 * be changed, but a stem of one build means nothing to another.
 */
#pragma once
#include <stddef.h>

/* Longer words are names of something, and stay as they are. */
#define STEM_BYTES 64

/* Stems the n bytes in place; how many are left. Letters are small ones. Anything else counts as a consonant, and a
 * word with a digit is left alone. There must be room for one byte more than n. */
size_t stem_english(char *word, size_t n);
