/* name.h - the name of a column or table as words.
 *
 * Words end at signs and blanks, between letters and digits, and in camelCase; "GNPOld" is gnp, old. What is written
 * together in small letters ("clubname", "stuid") is split where the pieces are words of data/link/words.tsv,
 * terms.tsv or abbreviations.tsv, or of the tables at hand, and the whole is not: each piece costs by how rare it is.
 */
#pragma once
#include "link/schema.h"

struct name_splitter;

struct name_splitter *name_splitter_new(void);
void name_splitter_free(struct name_splitter *s);

/* Takes note of the words of a name that its signs and capitals split: words of the tables at hand. */
void name_splitter_learn(struct name_splitter *s, const char *name);

/* The name's words, at most LINK_NAME_WORDS, and their stems. The text is borrowed. */
struct link_name name_split(const struct name_splitter *s, struct arena *a, const char *text);
