/* todotxt_words.h - the words of a line of todo.txt, as its reader and its writer see them. For src/agents/tasks only.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#define TODOTXT_TITLE_WORDS "titlewords"

struct todotxt_word {
    const char *p;
    size_t n;
};

bool todotxt_is_blank(char c);
const char *todotxt_skip_blanks(const char *p, const char *end);

/* The next word from *p on, which is moved behind it; false when there is none. */
bool todotxt_next(const char **p, const char *end, struct todotxt_word *ret);

/* Whether it is +such or @such. */
bool todotxt_is_tag(const struct todotxt_word *w);

/* The key of a word that has one that we know and a value behind its colon, else NULL. */
const char *todotxt_key(const struct todotxt_word *w);
