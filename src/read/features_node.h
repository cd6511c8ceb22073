/* features_node.h - how features are called: a kind and what it is of. For features*.c only.
 *
 * The kinds are numbers of their own, so that the same word in two kinds is two features. Models keep the hashes: a new
 * kind comes last, and whatever changes here makes the models be learned again.
 */
#pragma once
#include "read/question_node.h"

enum feature_kind {
    F_BIAS = 1,
    /* sketches */
    F_WORDS, /* the first of three: raw, shape, bones; each with its lengths */
    F_COUNTS = F_WORDS + 32,
    F_HAS_OPERATOR,
    /* names */
    F_MATCH,
    F_MATCH_OWNED,
    F_TABLE_MATCH,
    F_MATCH_TABLE,
    F_KIND,
    F_KIND_MATCH,
    F_KIND_TABLE,
    F_TRAIT,
    F_RARE,
    F_BEST_TABLE,
    F_VALUES,
    F_WHOLE_COLUMNS,
    F_TABLES,
    F_OPERATOR_MATCH,
    F_OPERATOR_KIND,
    F_FIRST_WORD,
    F_FIRST_WORDS,
    F_BEFORE,
    F_BEFORE_2,
    F_BEFORE_3,
    F_AFTER,
    F_AFTER_2,
    F_AROUND,
    F_NEAR_BEFORE,
    F_NEAR_AFTER,
    F_PLACE,
    F_PLACE_SHARE,
    F_BEHIND_VALUE,
    F_VALUE_AHEAD,
    F_OPERATOR_BEFORE,
    F_OPERATOR_AFTER,
    F_OPERATOR_BESIDE,
    F_PLACES,
    F_UNNAMED_BEFORE,
    F_UNNAMED_AFTER,
    F_UNNAMED_PLACE,
    F_WORD_PAIR,
    F_OPERATOR_PAIR,
    F_HEAD,
    F_SCORE,
    F_UNIT,
    /* tables */
    F_OWN_COLUMNS,
    F_ONLY_COLUMNS,
    F_BRIDGE,
    F_IS_BEST,
    F_NEIGHBOURS,
    F_DEGREE,
    F_BETWEEN,
    F_FIRST_TABLE,
    F_OTHER_TABLES,
    /* conditions */
    F_OP,
    F_FOUND,
    F_FOUND_KIND,
    F_FOUND_OP,
    F_DISTANCE,
    F_DISTANCE_FOUND,
    F_ALIKE,
    F_ALIKE_TABLE,
    F_WORD,
    F_IN_VALUES,
    F_YEAR,
    F_SMALL,
    F_RANGE,
    F_DIGITS,
    F_WHERE,
    F_WHERE_RANK,
    F_IS_NAME,
    F_TEXT_OP,
    F_OP_OPERATOR,
    F_OP_NEAR,
    F_OTHER
};

static inline void add(struct features *f, enum feature_kind kind, uint32_t a, uint32_t b)
{
    feature_add(f, feature_of(feature_of(kind, a), b));
}

static inline void add_three(struct features *f, enum feature_kind kind, uint32_t a, uint32_t b, uint32_t c)
{
    feature_add(f, feature_of(feature_of(feature_of(kind, a), b), c));
}

static inline unsigned at_most(size_t n, unsigned most)
{
    return n < most ? (unsigned)n : most;
}

/* The words beside a span: `as` says what the span is. */
void add_beside(const struct question *q, size_t first, size_t behind, uint32_t as, struct features *ret);

/* The words of a few tokens before and behind a span, and the operators among them. */
void add_around(const struct question *q, size_t first, size_t behind, uint32_t as, struct features *ret);
