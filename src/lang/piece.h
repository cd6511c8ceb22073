/* piece.h - a question cut into the pieces the grammar works with.
 *
 * A piece is one or more words that mean one thing: a wording from the vocabulary, a column, a value, a number, a
 * period, or something unknown. Words that say nothing are left out. Where words can be taken in two ways the longer
 * run wins, and a piece keeps every reading of the run it stands for: "sales" may be the table's rows and the column
 * revenue, "2025" a number, a year and a value of a text column. The grammar picks by what it needs in that place.
 */
#pragma once
#include "lang/match.h"
#include "lang/vocab.h"
#include "lang/when.h"
#include "lang/words.h"

struct scope;

struct piece {
    enum vocab_kind kind; /* VOCAB_NONE for what is not about asking */
    int arg;
    size_t first, n;        /* words */
    enum word_break before; /* between it and the piece before */
    struct match_hits hits; /* columns and values it may name */
    const char *number;     /* or NULL */
    bool percent;
    bool has_period;
    struct period period;
    bool quoted;
    bool implied; /* the column in "oldest" or "older than"; the rest of it is the piece beside */
    bool plural;  /* its last word */
    bool is_name; /* of the table: "sales" for sales.csv */
    bool used;    /* the grammar has given it a place */
};

/* The pieces of the words, in order; at most two a word. */
size_t pieces_read(struct arena *a, const struct scope *s, const struct roster *roster, const char *question,
                   const struct word *words, size_t n, struct piece **ret);

/* True when it names nothing and says nothing. */
bool piece_is_unknown(const struct piece *p);
