/* ranking.h - what the files of ranking share: the question and each candidate as sets. Nobody else includes it.
 *
 * All features come from three views, made once for a list: what the question names (struct view, question_node.h),
 * which of its words a candidate explains (struct plan_use), and what a plan has, as bits (plan facts) that are held
 * against the operators that the question has.
 */
#pragma once
#include "base/limits.h"
#include "read/question_node.h"
#include "read/rank.h"
#include "read/rank_features.h"

/* ---- tokens as bits ---- */

#define TOKEN_WORDS ((LINK_TOKENS + 63) / 64)
struct token_set {
    uint64_t bits[TOKEN_WORDS];
};

static inline void token_set_add(struct token_set *s, size_t first, size_t n)
{
    for (size_t i = first; i < first + n && i < LINK_TOKENS; i++)
        s->bits[i / 64] |= (uint64_t)1 << i % 64;
}

static inline bool token_set_has(const struct token_set *s, size_t i)
{
    return s->bits[i / 64] >> i % 64 & 1;
}

static inline void token_set_join(struct token_set *s, const struct token_set *more)
{
    for (size_t i = 0; i < TOKEN_WORDS; i++)
        s->bits[i] |= more->bits[i];
}

bool token_set_touches(const struct token_set *s, size_t first, size_t n); /* has one of these */
size_t token_set_count(const struct token_set *s);

/* ---- plan facts ---- */

/* What a plan has; X(name). */
#define PLAN_FACTS(X)                                                                                                  \
    X(EQUAL)                                                                                                           \
    X(UNEQUAL)                                                                                                         \
    X(LESS)                                                                                                            \
    X(LESS_EQUAL)                                                                                                      \
    X(MORE)                                                                                                            \
    X(MORE_EQUAL)                                                                                                      \
    X(BETWEEN)                                                                                                         \
    X(CONTAINS)                                                                                                        \
    X(STARTS)                                                                                                          \
    X(ENDS)                                                                                                            \
    X(LACKS)                                                                                                           \
    X(EMPTY)                                                                                                           \
    X(FILLED)                                                                                                          \
    X(PERIOD)                                                                                                          \
    X(WITHOUT)     /* not in, except */                                                                                \
    X(EITHER)      /* or, union */                                                                                     \
    X(BOTH)        /* intersect */                                                                                     \
    X(CONDITIONS)  /* two or more */                                                                                   \
    X(OUTPUTS)     /* two or more */                                                                                   \
    X(COUNT)       /* a count in an output */                                                                          \
    X(COUNT_ASIDE) /* a count in the order or in having */                                                             \
    X(DISTINCT)                                                                                                        \
    X(DIFFERENT) /* a count of different values */                                                                     \
    X(SUM)                                                                                                             \
    X(AVERAGE)                                                                                                         \
    X(MEDIAN)                                                                                                          \
    X(MIN)                                                                                                             \
    X(MAX)                                                                                                             \
    X(RANGE)                                                                                                           \
    X(SPREAD)                                                                                                          \
    X(GROUP)                                                                                                           \
    X(HAVING)                                                                                                          \
    X(FIRST_UP)   /* ascending, and cut */                                                                             \
    X(FIRST_DOWN) /* descending, and cut */                                                                            \
    X(SORT_UP)    /* ascending, all */                                                                                 \
    X(SORT_DOWN)                                                                                                       \
    X(ROWS_UP) /* by a number of rows */                                                                               \
    X(ROWS_DOWN)                                                                                                       \
    X(PLACE) /* by the place in the file */                                                                            \
    X(LIMIT)                                                                                                           \
    X(IN)                                                                                                              \
    X(THAN)                                                                                                            \
    X(NEXT)                                                                                                            \
    X(PREVIOUS)                                                                                                        \
    X(DIFFERENCE)                                                                                                      \
    X(SHARE)                                                                                                           \
    X(YES_NO)

enum plan_fact {
#define X(name) FACT_##name,
    PLAN_FACTS(X)
#undef X
};
#define FACT(name) ((uint64_t)1 << FACT_##name)

uint64_t plan_facts(const struct plan *p);

/* ---- what the question names ---- */

/* Named by all its words, or all but its table's. */
static inline bool is_named(const struct view *v)
{
    return v->match >= MATCH_CONTEXT;
}

#define OPERATOR(name) ((uint64_t)1 << OPERATOR_##name)

/* What the question word asks for. */
enum expected { EXPECT_ANY, EXPECT_COUNT, EXPECT_AMOUNT, EXPECT_WHO, EXPECT_WHEN, EXPECT_WHERE, EXPECT_YES_NO };

/* What a candidate uses, and which words that explains. */
struct plan_use {
    size_t *columns; /* of both queries, each once */
    size_t n_columns;
    uint64_t tables; /* in FROM, of both queries */
    uint64_t needed; /* those that have a column that is used */
    uint64_t facts;
    struct token_set parts;                 /* words of columns, tables, conditions and limits */
    struct token_set explained;             /* those, and operators that the plan has something for */
    size_t first_condition;                 /* token; the number of tokens where there is none */
    size_t conditions[PLAN_CONDITIONS * 2]; /* in read_scores.conditions; LINK_NONE */
    size_t n_conditions;
    double tables_share, shown_share, where_share; /* of candidates with the same tables, outputs, conditions */
    size_t rivals;                                 /* candidates that differ in their tables alone */
    size_t rivals_joins;
    double rivals_table; /* the best of these */
};

/* The best by their scores, best first: more than a plan can use, so one of them is not used. */
#define BEST_FIRST 64
struct best_first {
    size_t *at, n;
};

struct ranking {
    struct arena *arena;
    const struct question *q;
    const struct reading *r;
    const struct link *l;
    const struct link_schema *s;
    struct token_set *columns, *tables; /* the words that name each: of all mentions that are nearly as good */
    struct token_set content;           /* words that have a meaning of their own, and numbers */
    struct token_set in_names;          /* of a column or table named in full */
    struct token_set listing;           /* "and" and commas */
    uint64_t asked;                     /* operators, as bits */
    size_t head_table, head_column;     /* named first; LINK_NONE */
    bool head_plural;
    enum expected expected;
    struct best_first by_role[ROLES]; /* columns */
    struct best_first by_table;
    double *rival_condition;  /* of each condition proposed: the best other one of its words; -INFINITY */
    size_t likely_conditions; /* of words apart from each other */
    double *share;            /* of each candidate: of the list's probability */
    double total;             /* of exp(score - best) over all candidates */
    double best_sketch;
    double best_part[SKETCH_PARTS];
    size_t *sketch_before; /* of each candidate: those of the same sketch before it */
    double *sketch_score;
    struct plan_use *uses; /* of each candidate */
};

/* Whether the table is one of the set's: schemas may have more tables than sets have bits. */
static inline bool tables_have(uint64_t set, size_t table)
{
    return table < PLAN_TABLES && set >> table & 1;
}

static inline size_t column_table(const struct ranking *g, size_t column)
{
    return column < g->s->n_columns ? g->s->columns[column].table : LINK_NONE;
}

bool plan_use_has(const struct plan_use *u, size_t column);

/* Tokens between a span and the nearest token of a set; -1: the set is empty. */
double token_set_distance(const struct token_set *s, size_t first, size_t n);

/* ---- ranking_use.c ---- */
void ranking_uses(struct ranking *g);

/* ---- the dense features, by their groups: rank_fit.c, rank_tables.c, rank_words.c, rank_asked.c, rank_shape.c ---- */
void rank_fit(const struct ranking *g, size_t i, float *row);
void rank_tables(const struct ranking *g, size_t i, float *row);
void rank_words(const struct ranking *g, size_t i, float *row);
void rank_asked(const struct ranking *g, size_t candidate, float *row);
void rank_shape(const struct ranking *g, size_t i, float *row);

/* The operators that may stand for some of these facts, as bits. */
uint64_t facts_explain(uint64_t facts);
