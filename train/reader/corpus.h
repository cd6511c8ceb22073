/* corpus.h - questions with their databases, and what is known of the right answer.
 *
 * A folder has questions.jsonl and, in databases/NAME/ or tables/FILE, what they are about. Three kinds of lines:
 *   Spider               {"db","question","reworded","sql","rows","ordered"}
 *   WikiSQL              {"table","question","aggregate","column","where":[[column, comparison, value]],"values"}
 *   WikiTableQuestions   {"table","question","answer":[..]}: a reading is right that gives the answer
 * Each wording is an item of its own. Gold becomes a query, and the query a plan, where it has one.
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
    size_t db, number; /* of its database, and of all lines */
    const char *text;
    bool is_reworded;
    bool is_ranked;           /* rankers learn from it */
    const struct json *line;  /* of the file */
    const char *sql;          /* gold; NULL: there is none */
    const struct query *gold; /* NULL: the form cannot say it */
    struct plan plan;
    bool has_plan;
    const char *why;            /* there is no plan */
    bool has_rows, has_answer;  /* what is known: gold rows, or an answer */
    struct result rows, answer; /* the answer: one column, each cell plain (result.h) */
    struct result own;          /* what our own run of the gold query gave */
    bool has_own, ordered;
};

struct corpus_db {
    struct arena *arena; /* what is known of its items */
    const char *name, *path;
    struct database *database; /* NULL: it is not taken, or could not be read */
    unsigned fold;             /* 0 or 1; 2: held out, to measure on; 3: not taken */
    bool is_ranked;
};

struct corpus {
    struct arena *arena;
    struct corpus_db *dbs;
    size_t n_dbs;
    struct item *items;
    size_t n;
    size_t fold[4]; /* where the items of each fold begin, and the end */
};

struct corpus_folder {
    const char *path;
    size_t share;  /* every how many-th database is taken; 1: all */
    size_t held;   /* every how many-th of these is held out; 0: none */
    size_t ranked; /* from every how many-th of these rankers learn, too; 0: none */
    bool reworded; /* second wordings are items, too */
};

WARN_UNUSED int corpus_open(const struct corpus_folder *folders, size_t n, struct engine *parser, unsigned threads,
                            struct corpus **ret, struct err *err);
void corpus_close(struct corpus *c);

/* True when rows are what was asked for. */
bool item_is_right(const struct item *i, const struct run *run);

/* The same by what the file says alone, not by our own run of its query. */
bool item_is_strictly_right(const struct item *i, const struct run *run);

/* Counts of what has a query, a plan, and rows of its own that are the gold ones, and the commonest reasons why not. */
void corpus_report(const struct corpus *c);
