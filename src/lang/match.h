/* match.h - which words of a question name a column or a value of the table.
 *
 * The question is small and the table may be wide, so the question is what gets indexed: every run of up to
 * QUESTION_SPAN words has a key (words.h), and the names and values of the table are streamed past that index once. The
 * work is the size of the table's names and values, whatever the question.
 *
 * A run may have several hits; which one is meant is the grammar's to decide. They are ordered by how well they fit.
 */
#pragma once
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct match;
struct roster;
struct table;
struct word;

/* How well a name fits, best first. */
enum match_rank {
    MATCH_WHOLE,   /* all of the name, or all of it before a bracket: "revenue" for "Revenue (USD)" */
    MATCH_END,     /* its last words, which say what it is: "price" for "unit_price" */
    MATCH_PART,    /* other words of it: "unit" for "unit_price" */
    MATCH_MEANING, /* another word for all of it: "sales" for "revenue" */
    MATCH_HINT     /* another word for some of it: "hired" for "hire_date" */
};

struct column_hit {
    size_t column;
    enum match_rank rank;
};

struct value_hit {
    size_t column, value; /* t->columns[column].values[value] */
};

struct match_hits {
    struct column_hit columns[QUESTION_HITS];
    size_t n_columns;
    struct value_hit values[QUESTION_HITS];
    size_t n_values;
    bool more; /* there were more than are kept */
};

/* roster: the columns of all the data's tables; a word that is one of their names is no synonym here. NULL: only this
 * table's count. */
struct match *match_new(struct arena *a, const struct table *t, const struct roster *roster, const struct word *words,
                        size_t n);

/* What the n words from `first` on name, or NULL when they name nothing. n is at most QUESTION_SPAN. */
const struct match_hits *match_at(const struct match *m, size_t first, size_t n);

/* How much of a question a table's names and values account for. */
struct match_fit {
    size_t words;   /* that are part of a column's name or a value */
    size_t quality; /* the better they fit, the more */
};

struct match_fit match_fit(const struct match *m);
