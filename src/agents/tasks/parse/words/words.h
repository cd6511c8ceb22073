/* words.h - the words of a message. For parse/ only. */
#pragma once
#include "agents/tasks/parse/parser.h"

/* ---- words.c ---- */

/* A word in small letters; and what it is one of many of, for the models: "<day>", "<do>"; NULL where it is itself. */
const char *word_lowered(struct arena *a, const struct phrase_word *w);
const char *word_class(const struct phrase_word *w, const char *text);

/* Whether a word that stands before an article is no verb: it joins, points or counts. */
bool word_joins(const struct phrase_word *w);

/* Whether it speaks of the list, of deleting or of how this program works. */
bool words_own_matters(struct span s);

/* The words of a message; blanks, lines and punctuation are found again by the words' own places in it. Before the
 * first stands an empty one, so that each has one before it. */
struct span words_of(struct arena *a, const char *message);

/* What closes a word: ',' of "milk,"; '\0' when nothing does. */
char word_mark(const struct phrase_word *w);
bool word_is_symbol(const struct phrase_word *w); /* a pictogram: no word of a language */
bool word_is_number(const struct phrase_word *w); /* "2", "#2" */
bool word_is_dash(const struct phrase_word *w);   /* a mark that stands alone, between words */

/* The words' own text, trimmed of what punctuates the sentence; the inside alone of what is one quotation. NULL when
 * nothing is left. */
const char *span_text(struct arena *a, struct span s);

/* The same as it stands inside of a name: "the" for "The" where it begins with such a small word. */
const char *span_inner_text(struct arena *a, struct span s);

bool span_has(struct span s, const char *choices);                      /* one of its words is one of them */
bool span_is(struct span s, const char *choices);                       /* each is, and there is one */
bool span_begins(struct span s, const char *pattern, struct span *ret); /* what follows the beginning */
struct span span_part(const struct phrase_part *part);
struct span span_from(struct span s, size_t n);

/* ---- spelling.c ---- */

void word_spell(struct phrase_word *w);                      /* by itself: "tmrw" */
void word_spell_behind(struct phrase_word *words, size_t n); /* words[n], by those before it: "need 2 call" */
void words_spell_days(struct arena *a, struct phrase_word *words, size_t n); /* "wed", "25.11." */

/* Whether a text begins with a day and a month as "25.11.", the last dot included. */
bool word_dotted(const char *text, int *ret_day, int *ret_month);

/* ---- verbs.c ---- */

/* Things people put on lists begin with such a verb: "call", "buy". A weak one begins other things as well: "make". */
enum deed { DEED_NONE, DEED_WEAK, DEED_SURE };
enum deed word_deed(const struct phrase_word *w);

/* The verb that is said to have been done: "call" of "called"; NULL when it is none. */
const char *word_done_deed(const struct phrase_word *w);

/* The verb, as far as its ending shows it, of a word that says something was done to something: "sand" of "sanded";
 * NULL when it is none, or says something else than done ("cancelled"). */
const char *word_participle(struct arena *a, const struct phrase_word *w);

/* The same behind "been", where also a form that could be said now ("cut", "run") is one. */
const char *word_been(const struct phrase_word *w);

/* The deed, or its form of what was done, that a word is a slip of the finger for: "write" of "wirte"; else NULL. */
const char *word_slipped_deed(const struct phrase_word *w);

/* ---- typos.c ---- */

/* A word of nothing but ASCII letters, in small ones; false when it is none, or does not fit. */
bool word_letters(const struct phrase_word *w, size_t size, char *out);

/* The word of a date that it is a clear slip for: "thursday" of "thrusday"; NULL when it is none. */
const char *word_slipped_day(const struct phrase_word *w);

/* The same of any word that the reader knows: "priority" of "prioriy", "search" of "serach". */
const char *word_slipped(struct span s, size_t i);

/* Where a word is a likely slip for one that orders something, the word it is a slip for; the bytes stay. False when
 * there is none to mend. Before its words stand the one that was before them, and an empty one. */
bool words_mended(struct arena *a, struct span s, struct span *ret);

/* ---- request_words.c ---- */

/* Whether a word says nothing about what a task is: "the", "please". */
bool word_is_filler(const struct phrase_word *w);

/* Whether it says that something is to be noted: "add", "list"; and whether one of them does. */
bool word_asks_note(const struct phrase_word *w);
bool span_asks_note(struct span s);

/* Either of the two: "please", "list". */
bool word_is_stock(const struct phrase_word *w);

bool word_is_mark(const struct phrase_word *w); /* a mark that stands alone */

/* Whether the words only ask to note what was said before: "stick that on the list, would you". */
bool request_only_notes(struct span s);

/* How many words at the end are an order to note what stands before them: "whack it on the list"; 0 when none are. */
size_t request_at_end(struct span s);

/* Whether the words only ask to add something, and do not say what: "I'd like to add a task"; perhaps several. */
bool request_unnamed(struct span s, bool *ret_many);

/* Whether the verb that it begins with is what is to be done, though one notes things with it, too: "write a card",
 * "record the song", "put the coats in the attic". */
bool request_is_own_deed(const struct message_parser *r, struct span s);

/* Whether the words ask to note what stands behind them: "one more for the list, I'm afraid". */
bool request_opens(struct span s);

/* What is quoted, where everything around it only asks to note it, perhaps with a date; NULL else. */
const struct phrase_word *request_quoted(const struct message_parser *r, struct span s);

/* What is quoted and put on a list by that, whatever else is said: "lob 'gloves' on the pile"; NULL when nothing is. */
const struct phrase_word *request_quoted_placed(struct span s);

/* What is quoted right behind an order to add it, whatever else is said; NULL when nothing is. */
const struct phrase_word *request_quoted_behind(struct span s);
