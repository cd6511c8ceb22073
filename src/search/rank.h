/* rank.h - scores over one user's passages. For src/search. */
#pragma once
#include "base/attrs.h"
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;

/* Where a word stands: a passage, by its place among the user's, and how often. */
struct posting {
    uint32_t at;
    float times;
};

/* A word and what the index knows of it. */
struct ranked_term {
    const char *stem;
    double times; /* in the question, or its weight among the words learnt */
    double idf;
    struct posting *postings;
    size_t n;
};

struct rank {
    struct arena *a;
    struct db *db;
    int64_t *ids; /* the user's passages, ascending */
    float *norms; /* of each: k1 (1 - b + b length / mean) */
    size_t n;
    double *score, *coverage; /* of each */
};

/* The user's passages, within a chapter and section where they are not NULL. */
WARN_UNUSED int rank_open(struct rank *r, struct db *db, struct arena *a, const char *user, const char *chapter,
                          const char *section, struct err *err);

/* Fills in where the word stands and what that is worth. */
WARN_UNUSED int rank_look_up(struct rank *r, struct ranked_term *t, struct err *err);

/* Adds `share` of the words' weighted mean to every passage's score; to coverage, too, unless it is NULL. */
void rank_add(struct rank *r, const struct ranked_term *terms, size_t n, double share, double *coverage);

/* The places of the passages with a score, best first; *ret_n of them. */
size_t *rank_order(struct rank *r, size_t *ret_n);
