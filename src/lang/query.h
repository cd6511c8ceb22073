/* query.h - a question in words, understood as one query, without a model.
 *
 * Reading a question ends in a `struct query`: what to compute, of which rows, by what, in which order. It is a plain
 * value that can be shown to the person ("what was understood"), changed piece by piece, and turned into SQL. The
 * values a person typed never enter the SQL's text: they are bound as parameters.
 *
 * Nothing is guessed silently. A word that should be a column and is not gives ERR_MISSING_COLUMN with the nearest
 * name; a question that can be read in two ways gives ERR_CLARIFICATION_NEEDED and the readings to choose from; one
 * that is no question about the table gives ERR_INVALID_QUERY with examples that would work. A word that says something
 * this grammar cannot do ("variance", "last month") is refused by name. Negations, numbers and conditions are never
 * dropped: if one finds no place, the question is refused. So a query that was read stands for every word of its
 * question but those of query_says_nothing() and the name in "Hi Bob, ...".
 *
 * What is not said is filled in by one rule each, and shown by query_restate(): a number column alone means its total,
 * or its average where a total has no meaning (a price, a temperature, an age); "how many" of a text or id column
 * counts its different values; a month or a year needs one date column to be taken from.
 */
#pragma once
#include "base/attrs.h"
#include "base/limits.h"
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct json;
struct scope;
struct table;

#define QUERY_GROUPS 2  /* by at most two columns: more no longer read as a table */
#define QUERY_FILTERS 4 /* conditions, all of which must hold */
#define QUERY_VALUES 8  /* values of one condition ("in West or East") */
#define QUERY_SHOWN 8   /* columns of a list */
#define QUERY_OPTIONS 3 /* readings offered when a question has several */
#define QUERY_TABLES 8  /* tables offered when a question fits several */
#define QUERY_JOINED 32 /* tables of which two are tried together: some thousand readings, a few milliseconds each */

enum query_measure {
    QUERY_ROWS,  /* the rows themselves: all columns, or those in `shown` */
    QUERY_LIST,  /* the different values of the groups, and no figure */
    QUERY_COUNT, /* of rows */
    QUERY_DISTINCT,
    QUERY_SUM,
    QUERY_AVERAGE,
    QUERY_MEDIAN,
    QUERY_MIN,
    QUERY_MAX,
    QUERY_SHARE, /* of the total of all groups, as a fraction; of the rows when `of_rows` is set */
    QUERY_RATIO, /* the total of `column` for one of the total of `under`, over the rows that have both */
    QUERY_PER    /* the same for one of the different values of `under`; of the rows when `of_rows` is set */
};

enum query_compare {
    QUERY_IS,     /* one of the values */
    QUERY_IS_NOT, /* none of the values; empty cells are none of them */
    QUERY_OVER,
    QUERY_UNDER,
    QUERY_AT_LEAST,
    QUERY_AT_MOST,
    QUERY_BETWEEN, /* values[0] to values[1], both included */
    QUERY_OUTSIDE, /* not between them; empty cells are outside */
    QUERY_EMPTY,
    QUERY_NOT_EMPTY
};

/* What part of a date a group is made of. QUERY_EXACT takes the column as it is. */
enum query_unit { QUERY_EXACT, QUERY_DAY, QUERY_WEEK, QUERY_MONTH, QUERY_QUARTER, QUERY_YEAR };

struct query_group {
    size_t column;
    enum query_unit unit;
};

struct query_filter {
    size_t column;
    enum query_compare compare;
    const char *values[QUERY_VALUES]; /* as text in the column's type; a date compares with a time by its day */
    size_t n_values;
    bool any_case; /* text that is no known value: compared without regard to case */
};

/* A condition on a figure of each group: "regions with total revenue over 1000". */
struct query_bound {
    enum query_measure measure; /* QUERY_ROWS: there is no such condition */
    size_t column;              /* unused for QUERY_COUNT */
    enum query_compare compare;
    const char *values[2]; /* the second only for QUERY_BETWEEN and QUERY_OUTSIDE */
};

struct query {
    enum query_measure measure;
    size_t column; /* of the measure; unused for QUERY_LIST and QUERY_COUNT; for QUERY_ROWS what they are ordered by */
    size_t under;  /* of QUERY_RATIO and QUERY_PER */
    bool of_rows;  /* of QUERY_SHARE and QUERY_PER */
    bool of_ids;   /* of QUERY_SHARE: of the different values of `column` */
    bool stepped;  /* the figure is worked out for each `step` of time, and their average is the answer */
    struct query_group step;
    struct query_bound bound; /* of QUERY_DISTINCT without groups: only values that meet it are counted */
    struct query_group groups[QUERY_GROUPS];
    size_t n_groups;
    struct query_filter filters[QUERY_FILTERS];
    size_t n_filters;
    size_t shown[QUERY_SHOWN]; /* of QUERY_ROWS */
    size_t n_shown;            /* 0: all columns */
    bool ordered;              /* by the measure; otherwise groups are in their own order and rows in the file's */
    bool descending;           /* only when ordered */
    size_t limit;              /* 0: all */
    size_t each;               /* the limit holds within each value of groups[0]: 1; of the whole result: 0 */
    bool bare;         /* of QUERY_ROWS: no word asks for rows; there are conditions or an order and nothing else */
    double confidence; /* 0..1: the share of the question's meaningful words that found a place */
};

struct query_options {
    const char *label[QUERY_TABLES]; /* a full question that would be understood in one way */
    size_t n;
};

/* Reads the question against one table. options is filled only with ERR_CLARIFICATION_NEEDED; it has at least one
 * entry then, each of which query_read() understands. Other errors: ERR_MISSING_COLUMN, ERR_TYPE_MISMATCH,
 * ERR_INVALID_QUERY, ERR_INVALID_INPUT (not UTF-8) and ERR_TOO_LARGE (QUESTION_CHARS, QUESTION_WORDS). Messages hold
 * the person's own words and the names of columns, never a value from the data; an option may. */
WARN_UNUSED int query_read(struct arena *a, const struct table *t, const char *question, struct query *ret,
                           struct query_options *options, struct err *err);

/* True when every word of the text is one that a reading passes over: "thanks", "please". */
bool query_says_nothing(struct arena *a, const char *text);

/* True when the words can be left out of a question and the rest still asks for a part of the same: they hold no
 * negation, comparison, condition, number, period, quoted value or grouping. A figure without one of these would be
 * another figure. */
bool query_can_spare(struct arena *a, const char *text);

/* "total revenue by region, where channel is Online, highest first, top 3". It is a question itself: reading it gives
 * the same query, as long as the columns' names are words. */
const char *query_restate(struct arena *a, const struct table *t, const struct query *q);

/* SQL with ? for each of *ret_params (a JSON array of texts). The rows come in one order that depends on the data
 * alone. */
void query_sql(struct arena *a, const struct scope *s, const struct query *q, const char **ret_sql,
               struct json **ret_params);

/* Where a limit may cut between equals ("the highest"): SQL for how many more there are that equal one that is shown.
 * False where it cannot. */
bool query_ties(struct arena *a, const struct scope *s, const struct query *q, const char **ret_sql,
                struct json **ret_params);

/* Where a figure is made of two columns: SQL for how many rows have only one of them and are left out. False where none
 * can be. */
bool query_halves(struct arena *a, const struct scope *s, const struct query *q, const char **ret_sql,
                  struct json **ret_params);

/* SQL for all columns of the table and none of its rows. */
const char *query_no_rows(struct arena *a, const struct table *t);

/* True when words of the question are all of a column's name, or its last words. */
bool query_names(struct arena *a, const char *question, const char *column);

/* A sentence that gives the answer from the rows the query returned, using only figures found in them and the number
 * of rows there are. */
const char *query_sentence(struct arena *a, const struct table *t, const struct query *q, const struct json *columns,
                           const struct json *rows, bool truncated);

/* What becomes of values that do not fit: "3 rows of amount hold no number and are left out."; NULL: there are none. */
const char *query_caution(struct arena *a, const struct table *t, const struct query *q);

/* What was assumed in reading the columns that the answer rests on, in one sentence; NULL: nothing. *ret_doubtful: it
 * could have been read in another way just as well. */
const char *query_assumed(struct arena *a, const struct table *t, const struct query *q, bool *ret_doubtful);

/* Up to three questions worth asking of this table; each is understood by query_read. */
size_t query_suggest(struct arena *a, const struct table *t, const char *ret[static 3]);
