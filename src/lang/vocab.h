/* vocab.h - the words that are about asking, not about the data: their wordings and what each one means.
 *
 * One table, in vocab.c, holds every wording the grammar knows. A new way of saying an old thing is a few letters there
 * and nothing else. A second table holds the words that may stand for another in a column's name.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct word;

enum vocab_kind {
    VOCAB_NONE,
    VOCAB_SKIP,         /* says nothing: please, the, our; arg: VOCAB_GREETS, or 0 */
    VOCAB_MEASURE,      /* total, average, minimum, maximum; arg: enum flat_measure */
    VOCAB_COUNT,        /* how many, number of */
    VOCAB_DIFFERENT,    /* distinct, unique */
    VOCAB_EXTREME,      /* highest, lowest; arg: 1 or -1; 2 or -2 for most and fewest, which may count */
    VOCAB_TIME_EXTREME, /* latest, earliest; arg: 1 or -1 */
    VOCAB_COMMON,       /* most common; arg: 1 or -1 */
    VOCAB_TOP,          /* top, bottom; arg: 1 or -1 */
    VOCAB_FIRST,        /* first */
    VOCAB_LAST,         /* last */
    VOCAB_BY,           /* by, per, for each */
    VOCAB_ALL_OF,       /* across all: one figure, or one for each? */
    VOCAB_WHERE,        /* where, with, whose; arg: VOCAB_LIMITS when a condition always follows, or 0 */
    VOCAB_IN,           /* in, for, from, of: joins a value to what it limits */
    VOCAB_IS,           /* is, are, equals */
    VOCAB_NOT,          /* not, excluding */
    VOCAB_COMPARE,      /* over, at least; arg: enum flat_compare */
    VOCAB_WHEN,         /* before, since: a comparison that is about time; arg: enum flat_compare */
    VOCAB_EMPTY,        /* missing, blank */
    VOCAB_TRUTH,        /* true, yes; arg: 1 or 0 */
    VOCAB_AND,
    VOCAB_OR,
    VOCAB_TO,        /* between the ends of a range */
    VOCAB_WHICH,     /* which, what: a noun that follows is asked for */
    VOCAB_WHO,       /* who, when: a row is asked for */
    VOCAB_LIST,      /* list: the rows are asked for */
    VOCAB_SHOW,      /* show, give me: a figure or rows */
    VOCAB_ROWS,      /* rows, orders: what the table holds; arg: 1 when it may be a quantity too (sales), 2 when it is
                        a row and nothing else (lines) */
    VOCAB_UNIT,      /* day, month; arg: enum flat_unit */
    VOCAB_PERIODIC,  /* daily, monthly; arg: enum flat_unit */
    VOCAB_OVER_TIME, /* over time */
    VOCAB_SORT,      /* sorted by; arg: 1 or -1 when it says so, else 0 */
    VOCAB_DIRECTION, /* descending, highest first; arg: 1 or -1 */
    VOCAB_MONTH,     /* January; arg: 1 to 12 */
    VOCAB_POWER,     /* thousand; arg: the power of ten */
    VOCAB_RELATIVE,  /* today, last month: needs a calendar */
    VOCAB_SHARE,     /* share of, percentage of */
    VOCAB_BEYOND,    /* variance, trend: asks for what this grammar cannot do; arg: VOCAB_VERSUS, or 0 */
};

#define VOCAB_VERSUS 1 /* compare, versus: can be done of two values of one column */
#define VOCAB_GREETS 1 /* hello, thanks: what stands beside it is a person's name */
#define VOCAB_LIMITS 1 /* where, only; "with" may add as well as limit */

/* For sets of kinds: VOCAB_SET(VOCAB_AND) | VOCAB_SET(VOCAB_OR). */
#define VOCAB_SET(kind) (1ull << (kind))

struct vocab {
    enum vocab_kind kind;
    int arg;
    size_t words; /* of the wording */
};

/* The longest wording that begins at words[0], or VOCAB_NONE. Quoted words are never part of one, and a comma ends it.
 */
struct vocab vocab_find(const struct word *words, size_t n);

/* The wording that is exactly this one folded word, or VOCAB_NONE. */
struct vocab vocab_word(const char *folded);

/* The i-th wording of the table, or NULL when there are no more; *ret_n is its length, it has no NUL behind it. */
const char *vocab_wording(size_t i, size_t *ret_n);

/* The i-th word that may be meant where `stem` was said, or NULL when there are no more: "sale" gives "revenue",
 * "amount" and so on; "oldest" gives "age". *ret_n is its length; it has no NUL behind it. */
const char *vocab_synonym(const char *stem, size_t i, size_t *ret_n);
