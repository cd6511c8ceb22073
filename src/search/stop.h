/* stop.h - words that a question is made with, and those that it is about. For src/search. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* What came before the word in the question, for words that only sometimes carry meaning. All zero to begin with. */
struct stop {
    size_t n; /* words so far */
    bool after_how;
};

/* True for a word without meaning of its own: "the", the "long" of "how long", the "tell" of "tell me about". The word
 * is as it stands in the question. */
bool stop_word(struct stop *s, const char *p, size_t n);

/* True for one that never has any. */
bool stop_always(const char *p, size_t n);

/* True for one that says little: "policy" of "returns policy". It counts where a passage has it, and is not missed
 * where none has. */
bool stop_light(const char *p, size_t n);
