/* words_known.h - the words of values with their stems, each worked out once: the same words come again and again. */
#pragma once
#include "link/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word_stem {
    const char *p; /* until the next word is asked for */
    size_t n;
    uint32_t hash;
    bool is_word; /* the word is its own stem */
    bool is_new;  /* the word was not asked for before; only while there is room for it */
};

/* At most LINK_SLIP_WORDS words; more are worked out each time. All zero is empty. */
struct words_known {
    struct known_word *words;
    size_t n, room;
    uint32_t *slots; /* open addressing: a word's number and 1 */
    size_t n_slots;  /* a power of two */
    char *texts;     /* of each word: its bytes, and those of its stem */
    size_t text_bytes, text_room;
    char stem[TEXT_WORD_BYTES + 1]; /* of one that is not kept */
};

void words_known_done(struct words_known *k);

/* The stem of a folded word of n bytes, less than TEXT_WORD_BYTES; hash: the word's. */
struct word_stem word_stem_of(struct words_known *k, const char *word, size_t n, uint32_t hash);
