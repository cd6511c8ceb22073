/* flat.h - a question in words, understood as one query, without a model.
 *
 * Reading a question ends in a `struct flat`: what to compute, of which rows, by what, in which order. It is a plain
 * value that can be changed piece by piece, and becomes a request of the typed form (flat_form.h), which is what is
 * shown, checked and run.
 *
 * Nothing is guessed silently. A word that should be a column and is not gives ERR_MISSING_COLUMN with the nearest
 * name; a question that can be read in two ways gives ERR_CLARIFICATION_NEEDED and the readings to choose from; one
 * that is no question about the table gives ERR_INVALID_QUERY with examples that would work. A word that says something
 * this grammar cannot do ("variance", "last month") is refused by name. Negations, numbers and conditions are never
 * dropped: if one finds no place, the question is refused. So a query that was read stands for every word of its
 * question but those of flat_says_nothing() and the name in "Hi Bob, ...".
 *
 * What is not said is filled in by one rule each, and shown by flat_restate(): a number column alone means its total,
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

#define FLAT_GROUPS 2  /* by at most two columns: more no longer read as a table */
#define FLAT_FILTERS 4 /* conditions, all of which must hold */
#define FLAT_VALUES 8  /* values of one condition ("in West or East") */
#define FLAT_SHOWN 8   /* columns of a list */
#define FLAT_OPTIONS 3 /* readings offered when a question has several */
#define FLAT_TABLES 8  /* tables offered when a question fits several */
#define FLAT_JOINED 32 /* tables of which two are tried together: some thousand readings, a few milliseconds each */

enum flat_measure {
    FLAT_ROWS,  /* the rows themselves: all columns, or those in `shown` */
    FLAT_LIST,  /* the different values of the groups, and no figure */
    FLAT_COUNT, /* of rows */
    FLAT_DISTINCT,
    FLAT_SUM,
    FLAT_AVERAGE,
    FLAT_MEDIAN,
    FLAT_MIN,
    FLAT_MAX,
    FLAT_SHARE, /* of the total of all groups, as a fraction; of the rows when `of_rows` is set */
    FLAT_RATIO, /* the total of `column` for one of the total of `under`, over the rows that have both */
    FLAT_PER    /* the same for one of the different values of `under`; of the rows when `of_rows` is set */
};

enum flat_compare {
    FLAT_IS,     /* one of the values */
    FLAT_IS_NOT, /* none of the values; empty cells are none of them */
    FLAT_OVER,
    FLAT_UNDER,
    FLAT_AT_LEAST,
    FLAT_AT_MOST,
    FLAT_BETWEEN, /* values[0] to values[1], both included */
    FLAT_OUTSIDE, /* not between them; empty cells are outside */
    FLAT_EMPTY,
    FLAT_NOT_EMPTY
};

/* What part of a date a group is made of. FLAT_EXACT takes the column as it is. */
enum flat_unit { FLAT_EXACT, FLAT_DAY, FLAT_WEEK, FLAT_MONTH, FLAT_QUARTER, FLAT_YEAR };

struct flat_group {
    size_t column;
    enum flat_unit unit;
};

struct flat_filter {
    size_t column;
    enum flat_compare compare;
    const char *values[FLAT_VALUES]; /* as text in the column's type; a date compares with a time by its day */
    size_t n_values;
    bool any_case; /* text that is no known value: compared without regard to case */
};

/* A condition on a figure of each group: "regions with total revenue over 1000". */
struct flat_bound {
    enum flat_measure measure; /* FLAT_ROWS: there is no such condition */
    size_t column;             /* unused for FLAT_COUNT */
    enum flat_compare compare;
    const char *values[2]; /* the second only for FLAT_BETWEEN and FLAT_OUTSIDE */
};

struct flat {
    enum flat_measure measure;
    size_t column; /* of the measure; unused for FLAT_LIST and FLAT_COUNT; for FLAT_ROWS what they are ordered by */
    size_t under;  /* of FLAT_RATIO and FLAT_PER */
    bool of_rows;  /* of FLAT_SHARE and FLAT_PER */
    bool of_ids;   /* of FLAT_SHARE: of the different values of `column` */
    bool stepped;  /* the figure is worked out for each `step` of time, and their average is the answer */
    struct flat_group step;
    struct flat_bound bound; /* of FLAT_DISTINCT without groups: only values that meet it are counted */
    struct flat_group groups[FLAT_GROUPS];
    size_t n_groups;
    struct flat_filter filters[FLAT_FILTERS];
    size_t n_filters;
    size_t shown[FLAT_SHOWN]; /* of FLAT_ROWS */
    size_t n_shown;           /* 0: all columns */
    bool ordered;             /* by the measure; otherwise groups are in their own order and rows in the file's */
    bool descending;          /* only when ordered */
    size_t limit;             /* 0: all */
    size_t each;              /* the limit holds within each value of groups[0]: 1; of the whole result: 0 */
    bool bare;         /* of FLAT_ROWS: no word asks for rows; there are conditions or an order and nothing else */
    double confidence; /* 0..1: the share of the question's meaningful words that found a place */
};

struct flat_options {
    const char *label[FLAT_TABLES]; /* a full question that would be understood in one way */
    size_t n;
};

/* Reads the question against one table. options is filled only with ERR_CLARIFICATION_NEEDED; it has at least one
 * entry then, each of which flat_read() understands. Other errors: ERR_MISSING_COLUMN, ERR_TYPE_MISMATCH,
 * ERR_INVALID_QUERY, ERR_INVALID_INPUT (not UTF-8) and ERR_TOO_LARGE (QUESTION_CHARS, QUESTION_WORDS). Messages hold
 * the person's own words and the names of columns, never a value from the data; an option may. */
WARN_UNUSED int flat_read(struct arena *a, const struct table *t, const char *question, struct flat *ret,
                          struct flat_options *options, struct err *err);

/* True when every word of the text is one that a reading passes over: "thanks", "please". */
bool flat_says_nothing(struct arena *a, const char *text);

/* True when the words can be left out of a question and the rest still asks for a part of the same: they hold no
 * negation, comparison, condition, number, period, quoted value or grouping. A figure without one of these would be
 * another figure. */
bool flat_can_spare(struct arena *a, const char *text);

/* "total revenue by region, where channel is Online, highest first, top 3". It is a question itself: reading it gives
 * the same query, as long as the columns' names are words. */
const char *flat_restate(struct arena *a, const struct table *t, const struct flat *q);

/* True when words of the question are all of a column's name, or its last words. */
bool flat_names(struct arena *a, const char *question, const char *column);

/* Up to three questions worth asking of this table; each is understood by flat_read. */
size_t flat_suggest(struct arena *a, const struct table *t, const char *ret[static 3]);
