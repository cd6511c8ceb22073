/* token.h - a text as tokens, and a word as its stem: the same way for a question, a name and a value.
 *
 * Words are compared by their stem: folded (case, width, accents' encodings), without apostrophes, accents and a
 * possessive's s, and stemmed by Snowball's rules for English. Both sides of a comparison go through the same rules, so
 * a stem need not be a word.
 *
 * A tokenizer holds a stemmer and is used by one thread at a time.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct tokenizer;

struct tokenizer *tokenizer_new(void);

/* For CLEANUP(tokenizer_cleanup). */
void tokenizer_cleanup(struct tokenizer **t);

enum token_kind {
    TOKEN_WORD,
    TOKEN_NUMBER, /* begins with a digit: 50, 1,000, 2025-03-01, 5k, 3rd, 10:30 */
    TOKEN_SIGN    /* one mark: a comma, a bracket, "<=" */
};

struct token {
    enum token_kind kind;
    size_t at, n;       /* bytes of the text */
    const char *text;   /* as it stands there */
    const char *folded; /* of a word without a possessive's s */
    const char *stem;   /* of a number and a sign: the same as folded */
    bool capital;       /* its first letter is one */
    bool capitals;      /* all of its letters are, and there are two or more */
    bool stop;          /* a word of data/link/stop.tsv: it carries no meaning of its own */
    size_t quote;       /* between quotes: the number of the quotation, from 1; 0: not quoted */
};

/* The tokens of a text, without the quotes themselves; ERR_TOO_LARGE when there are more than LINK_TOKENS. The text is
 * UTF-8 and must outlive nothing: all is in the arena. */
WARN_UNUSED int tokens_read(struct tokenizer *t, struct arena *a, const char *text, struct token **ret, size_t *ret_n,
                            struct err *err);

/* A folded word's stem; in the arena. */
const char *token_stem(struct tokenizer *t, struct arena *a, const char *folded);
