/* question_node.h - what the features of one question share: features*.c's and conditions.c's own.
 *
 * A question is looked at once: the hashes of its stems, the operators and values at each token, for each column and
 * table the mentions that name it and how well. Everything is in the arena and does not change afterwards.
 */
#pragma once
#include "read/features.h"

/* How well a name is mentioned, roughly. */
enum match {
    MATCH_NONE,
    MATCH_PART,    /* some of its words, not the one that says what it is */
    MATCH_HEAD,    /* its last word, and not all of the others */
    MATCH_CONTEXT, /* all but the words that its table's name has */
    MATCH_KIN,     /* all its words, some by other words */
    MATCH_FULL,    /* all its words */
};

/* A column or table as the question mentions it. */
struct view {
    const struct mention *best, *other; /* other: at another place, about as good; NULL where there is none */
    enum match match;
    uint32_t code; /* match with how its words were found and how many there are */
    bool owned;    /* a better mention has its words */
    unsigned rare; /* 0: no other column or table fits the words as well; 3: four or more do */
    unsigned places;
    uint32_t kind;   /* of a column: its traits; of a table: whether it is a bridge */
    unsigned values; /* of a column: mentions of whole values; of a table: those of its columns */
    uint32_t head;   /* the hash of the name's last stem */
};

/* A number that conditions, havings and limits may use. */
struct question_number {
    const struct mention *mention;
    bool in_value;      /* a word of a longer value: "Boeing 747" */
    size_t columns[64]; /* that have it among their values */
    size_t n_columns;
};

struct question {
    struct arena *arena;
    const struct link *link;
    const struct link_schema *schema;
    const struct token *tokens;
    size_t n;       /* tokens */
    uint32_t *stem; /* the hash of each token's stem */
    uint8_t *op;    /* the operator that each token is of, from 1; 0: none */
    bool *value;    /* the token is of a value, almost surely */
    bool *counted;  /* the token is of a number */
    bool *content;  /* a word that means something: no stop word, no operator, no value */
    struct view *columns, *tables;
    struct question_number *numbers;
    size_t n_numbers;
    uint8_t ops[OPERATORS]; /* the operators there are, from 1, each once */
    size_t n_ops;
    uint64_t *near;  /* for each of the first PLAN_TABLES tables: those that a join ties it to */
    uint32_t *shape; /* the question with its mentions in place of their words; values, columns .. once each */
    size_t n_shape;
    uint32_t *bones; /* only what is in place of mentions */
    size_t n_bones;
    unsigned value_spans, whole_columns, whole_tables, quotes;
    double best_table; /* the best cover of any table */
};

/* Outside of the question there is a mark of its own. */
uint32_t question_stem(const struct question *q, ptrdiff_t at);
bool question_has(const struct question *q, enum link_operator o);

/* The operator at a token, from 1; 0: none, also outside of the question. */
unsigned question_op(const struct question *q, ptrdiff_t at);

/* The bucket of a value: how many of the cuts it reaches. */
unsigned bucket(double value, const double *cuts, size_t n);
