/* totals_node.h - what the files of totals.h share. Nobody else includes it. */
#pragma once
#include "base/attrs.h"
#include "grid/totals/totals_words.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct columns;
struct err;
struct notes;

#define NO_COLUMN UINT32_MAX

enum candidate_state {
    STATE_OPEN,
    STATE_ZERO,   /* it is right, but of zeros only */
    STATE_CHANCE, /* it is right, but of small numbers, and the label may mean something else, or there is none */
    STATE_NAME,   /* it is right, but may be a person */
    STATE_PROVED,
};

enum candidate_proof {
    PROOF_ABOVE,
    PROOF_BELOW,
    PROOF_GROUP,
    PROOF_PERIOD, /* a quarter of its months */
    PROOF_FOOTER, /* a total and what is added to it */
    PROOF_PLACE,
};

struct candidate {
    uint64_t row;
    uint32_t column; /* of its label; NO_COLUMN: it has none */
    uint8_t kinds;   /* enum summary, or-ed: what it may be; 0: what is added to a total, as a tax is */
    uint8_t kind;    /* what it is, once it is more than open */
    uint8_t state, proof;
    bool is_exact, may_be_name;
    bool is_lonely;  /* the label is the only text of the row, and other columns have some */
    bool has_text;   /* other columns of its row say something */
    bool in_place;   /* it is the last row's only text, and stands where the others have a number or a date */
    bool has_number; /* there is something to add up */
    bool is_strong;  /* it is right of values that are not all the same */
    bool is_rounded; /* it is right but for rounding */
};

struct totals {
    const struct columns *columns;
    const struct cancel *cancel;
    struct arena *arena;
    struct label_index index;
    struct candidate *list; /* by row, one a row */
    size_t n, cap;
    bool too_many;
    size_t *numbers; /* the number columns that are looked at */
    size_t n_numbers;
};

/* The text that a candidate has for a label; NULL for one without. */
const char *totals_label(const struct totals *t, const struct candidate *c, size_t *ret_n);

/* The text of a row in a column of texts, or the one that does not fit another; NULL: there is none. */
const char *totals_text(const struct totals *t, size_t column, uint64_t row, size_t *ret_n);

/* The candidate of the row; NULL: it is none. */
struct candidate *totals_at(const struct totals *t, uint64_t row);

/* Adds candidates, each of a row that is none yet. */
void totals_add(struct totals *t, const struct candidate *list, size_t n);

/* Quarters, halves and years among what they are the sum of: proved and added. Those that are not are in `kept`, for
 * when the others are proved. */
WARN_UNUSED int totals_periods(struct totals *t, struct candidate **ret_kept, size_t *ret_n, struct err *err);

/* Proves medians and deviations. */
WARN_UNUSED int totals_spread(struct totals *t, struct err *err);

/* What stands between a proved total and a total with it, a tax or shipping, and that total: proved and added. */
void totals_footer(struct totals *t);

/* Proves what can be proved. */
WARN_UNUSED int totals_prove(struct totals *t, struct err *err);

/* What one label may be by chance, two of a column are not, when all of it are right. */
void totals_promote(struct totals *t);

/* The last word on those that are right and not proved, and on columns that hold categories. */
void totals_settle(struct totals *t);

/* Tells of the rows that are left out and of those that are not. */
void totals_say(const struct totals *t, struct notes *notes);
