/* phrase.h - a sentence held against patterns: for messages that are commands rather than questions about figures.
 *
 * A pattern is words with one blank between them:
 *
 *   a|b      one of these words
 *   [a|b]    perhaps one of them
 *   *a|b     any number of them, also none; as many as it can be
 *   <name>   a part: as few words as it takes for the rest to fit, at least one
 *
 * Words are compared without case and without the punctuation around them. What is taken out of a message is the
 * message's own bytes. Everything borrows from the message, which must stay.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;

#define PHRASE_WORDS 400 /* of one phrase; the rest of a longer one is its last word */
#define PHRASE_MANY 20   /* that "*" takes at most: no one says more words that add nothing */
#define PHRASE_PARTS 32  /* that the patterns of one table can name, at most */

struct phrase_word {
    const char *p; /* as it is compared: without the punctuation around it */
    size_t n;
    const char *from, *to; /* as it stands in the message, with it */
    bool is_quoted;        /* what stood between quotation marks, taken as one: it fits no word of a pattern */
    bool is_mended;        /* `p` is what it was surely meant to be */
};

struct phrase {
    struct phrase_word words[PHRASE_WORDS];
    size_t n;
    bool asks; /* ends with a question mark */
};

/* Words of the phrase that a part took; first is NULL where the pattern has no such part. */
struct phrase_part {
    const struct phrase_word *first, *end; /* end is behind the last */
};

void phrase_split(const char *p, const char *end, struct phrase *ret);

/* Whether all of the phrase fits. `names` are the parts' names, at most PHRASE_PARTS and a NULL; each part is in *ret
 * at its name's place. */
bool phrase_fits(const struct phrase *p, const char *pattern, const char *const *names,
                 struct phrase_part ret[static PHRASE_PARTS]);

/* Patterns whose parts take only some words. `takes` says whether the words can be the part of that place. */
struct phrase_grammar {
    const char *const *names;
    size_t reach; /* words that a part has at most, unless it is the last; 0: any number */
    bool (*takes)(void *arg, size_t part, const struct phrase_word *w, size_t n);
    void *arg;
};

bool phrase_match(const struct phrase_word *w, size_t n, const char *pattern, const struct phrase_grammar *g,
                  struct phrase_part ret[static PHRASE_PARTS]);

/* How many words at the beginning fit a pattern without parts, as many as can be. The pattern may fit no word at all:
 * *ret_n tells how many, the result whether it fits. */
bool phrase_begins(const struct phrase_word *w, size_t n, const char *pattern, size_t *ret_n);

/* The word is one of "a|b|c". */
bool phrase_word_is(const struct phrase_word *w, const char *choices);

/* The part's text without the marks of `trailing` at its end, and without quotation marks around it; NULL when the part
 * is not there or nothing is left. */
const char *phrase_text(struct arena *a, const struct phrase_part *part, const char *trailing);
