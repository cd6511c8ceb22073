/* search.h - which passages are about a question, and how surely.
 *
 * The index (SQLite's FTS5, store/records/documents.h) says where each word stands; the scores are made here, over the
 * asking user's passages alone, so that nobody's documents show in another's figures. With, for a word t of the
 * question,
 *
 *     idf(t) = ln(1 + (N - n(t) + 1/2) / (n(t) + 1/2))      N passages, n(t) of them with t
 *     sat(t) = f / (f + k1 (1 - b + b length / mean))       f times in the passage; in a heading it counts
 *                                                           SEARCH_HEADING times
 *
 * a passage's score is the mean of sat over the question's words, weighed by idf: BM25 divided by the most it could be
 * for that question. It lies in 0..1, orders passages as BM25 does, and means the same for every question, so that it
 * can be held against a threshold. A word that is nowhere counts with its full idf: a question about something else
 * stays low. Coverage is the same mean with 1 for every word that is there at all.
 *
 * With `widen` the best passages' own words are looked for, too (pseudo-relevance feedback): they make up a part of the
 * score (SEARCH_WIDEN), where there are enough passages to learn from. Coverage is not touched by it.
 *
 * Words are compared as the index knows them (store/db/stems.h). Words that carry no meaning (stop.h) do not count.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct db;
struct err;
struct stems;

struct search_query {
    const char *user, *text;
    const char *chapter, *section; /* only there, by their ids; NULL: anywhere */
    size_t k;                      /* how many to give at most, 1 to DOCS_K */
    bool widen;
};

struct search_hit {
    const char *id; /* the passage's; passages of one record have one, and the best of them is given */
    const char *document_id, *title, *chapter, *section, *path, *url; /* url may be NULL */
    const char *text;
    double score, coverage;
};

/* A word of the question that counts. */
struct search_term {
    const char *stem;
    size_t times;
    double weight; /* its share of the question: all of them add up to 1 */
    bool known;    /* some passage of the user's has it */
    bool light;    /* it says little by itself: where no passage has it, it does not count */
};

struct search_result {
    const struct search_hit *hits; /* best first; equal ones in the order in which they came */
    size_t n;
    const struct search_term *terms;
    size_t n_terms;
};

/* Everything in *ret lives in the arena. A question without a word that counts finds nothing. */
WARN_UNUSED int search_run(struct db *db, struct arena *a, const struct search_query *q, struct search_result *ret,
                           struct err *err);

/* The words of a question that count, in their order, each once; weights and `known` are not set. */
WARN_UNUSED int search_terms(struct stems *w, struct arena *a, const char *question, struct search_term **ret,
                             size_t *ret_n, struct err *err);

/* How long a passage is, as its length counts in the score. */
WARN_UNUSED int search_length(struct stems *w, const char *heading, const char *text, int64_t *ret, struct err *err);

#define SEARCH_HEADING 2   /* a word in a heading counts so many times */
#define SEARCH_K1 1.2      /* BM25's usual: how soon a word that is repeated stops counting */
#define SEARCH_B 0.75      /* BM25's usual: how much a passage's length counts */
#define SEARCH_WIDEN 0.33  /* what the best passages' words make up of the score */
#define SEARCH_LEARN 10    /* passages that are learnt from */
#define SEARCH_LEARN_OF 50 /* there must be so many passages: of a few the best ten are nearly all */
#define SEARCH_LEARNT 12   /* words that are learnt */
#define SEARCH_TRIED 20    /* words that are looked at for that: each costs what a word of the question costs */
