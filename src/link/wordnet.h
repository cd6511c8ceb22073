/* wordnet.h - what words have to do with each other, from WordNet: which mean the same, which is a kind of which, which
 * is made from which.
 *
 * The table is part of the program and is made when it is built, by wordnet_make.c from Debian's wordnet-base. Where
 * that was not installed the table is empty and nothing is related. Words are stems (stem.h), and of each only the
 * first senses count: the others would relate nearly everything.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum word_relation {
    RELATION_FORM,     /* an irregular form of the same word: "women", "woman" */
    RELATION_SYNONYM,  /* means the same in one of its first senses */
    RELATION_BROADER,  /* what it is a kind of, one step */
    RELATION_NARROWER, /* the other way round */
    RELATION_DERIVED,  /* "sing", "singer"; "tall", "height" */
    RELATIONS          /* how many */
};

struct related {
    const char *stem;
    enum word_relation relation;
};

/* True when there is a table. */
bool wordnet_is_there(void);

bool wordnet_has(const char *stem);

/* The words related to a stem, nearer relations first: at most max. */
size_t wordnet_related(const char *stem, struct related *ret, size_t max);
