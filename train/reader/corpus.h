/* corpus.h - questions with their databases, and what is known of the right answer.
 *
 * A folder has questions.jsonl and databases/NAME/ (spider's layout): {"db","question","reworded","sql","rows",
 * "ordered"}. Each wording is an item of its own. The gold SQL becomes a query, and the query a plan, where it has one.
 *
 * Items are sorted by fold, then by database, then as they stand in the file: what one fold learns from is one stretch.
 */
#pragma once
#include "base/attrs.h"
#include "read/plan.h"
#include "train/reader/database.h"
#include <stdbool.h>

struct arena;
struct engine;
struct json;

struct item {
    size_t db, line; /* of the file */
    const char *text;
    bool is_reworded;
    const char *sql;          /* gold */
    const struct query *gold; /* NULL: the form cannot say it */
    struct plan plan;
    bool has_plan;
    const char *why;      /* there is no plan */
    struct result answer; /* gold rows */
    struct result own;    /* what our own run of the gold query gave */
    bool has_own, ordered;
};

struct corpus_db {
    struct arena *arena; /* what is known of its items */
    const char *name;
    struct database *database;
    unsigned fold; /* 0 or 1; 2: held out, to measure on */
};

struct corpus {
    struct arena *arena;
    struct corpus_db *dbs;
    size_t n_dbs;
    struct item *items;
    size_t n;
    size_t fold[4]; /* where the items of each fold begin, and the end */
};

/* share: every how many-th database is taken, to try things out quickly; 1: all. held: every how many-th of these is
 * held out; 0: none. */
struct corpus_options {
    size_t share, held;
    bool reworded;
    unsigned threads;
};

WARN_UNUSED int corpus_open(const char *folder, const struct corpus_options *o, struct engine *parser,
                            struct corpus **ret, struct err *err);
void corpus_close(struct corpus *c);

/* True when rows are what was asked for. */
bool item_is_right(const struct item *i, const struct run *run);

/* Counts of what has a query, a plan, and rows of its own that are the gold ones, and the commonest reasons why not. */
void corpus_report(const struct corpus *c);
