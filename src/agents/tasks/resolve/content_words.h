/* content_words.h - the words of a text that say what it is about, as the index of tasks knows them. For
 * src/agents/tasks only.
 *
 * "The one about Lorna's patch tests" is lorna, patch, tests: small words and the endings of possessives go. Each word
 * has its stem by the index's own rules (store/db/stems.h), so that "mended" is "mend" here as it is in a search.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct turn;

struct content_word {
    const char *said; /* as it stands in the text */
    const char *word; /* the same in small letters */
    const char *stem;
    size_t from;  /* where in the text */
    bool is_slip; /* the stem is that of a word that it was meant to be */
};

struct content {
    struct content_word *words;
    size_t n;
};

/* Whether a text has one of the words "a|b|c". */
bool content_says(const char *text, const char *choices);

/* All of its words when they are all small. */
struct content content_of(struct turn *t, const char *text);

/* Whether it ends as what was done does: "mended". */
bool content_is_past(const struct content_word *w);

/* Whether it says that something was done: "mended", "took"; not "mending". */
bool content_is_done(const struct content_word *w);

/* Whether it is one of these: "a|b". */
bool content_is(const struct content_word *w, const char *choices);

/* Whether two words are forms of one: "meetings", "meeting"; "mended", "mend"; "delivery", "deliver". */
bool content_same(const struct content_word *a, const struct content_word *b);

/* Whether they are so, or words that people use for the same deed: "sent" for what was called "email", "letter" for
 * "write". */
bool content_kin(const struct content_word *a, const struct content_word *b);

/* Whether the first was meant to be the second, by a slip of the finger: a letter too many or too few, two swapped, in
 * long words another one. */
bool content_slip(const struct content_word *said, const struct content_word *own);

/* Whether it may be one at all: short words and common ones are not. */
bool content_may_slip(const struct content_word *said);

/* Whether they are so but for more than that: never enough to do anything. */
bool content_near(const struct content_word *a, const struct content_word *b);

/* Whether a word stands for any matter ("the Jensen business"), or only behind a verb ("sent it off"). */
bool content_is_vague(const struct content_word *w);

typedef bool content_test(const struct content_word *a, const struct content_word *b);

bool content_has(const struct content *c, const struct content_word *w, content_test *like);

/* How many words of `of` have one like them in c. */
size_t content_count(const struct content *c, const struct content *of, content_test *like);
