/* totals_node.h - what the files of totals.h share. Nobody else includes it. */
#pragma once
#include "base/attrs.h"
#include "grid/totals_words.h"
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
    STATE_CHANCE, /* it is right, but of small numbers, and the label may mean something else */
    STATE_NAME,   /* it is right, but may be a person */
    STATE_PROVED,
};

enum candidate_proof { PROOF_ABOVE, PROOF_BELOW, PROOF_GROUP, PROOF_PLACE };

struct candidate {
    uint64_t row;
    uint32_t column; /* of its label; NO_COLUMN: it has none */
    uint8_t kinds;   /* enum summary, or-ed: what it may be */
    uint8_t kind;    /* what it is, once it is more than open */
    uint8_t state, proof;
    bool is_exact, may_be_name;
    bool is_lonely;  /* the label is the only text of the row, and other columns have some */
    bool in_place;   /* it is the last row's only text, and stands where the others have a number or a date */
    bool has_number; /* there is something to add up */
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

/* Proves what can be proved. */
WARN_UNUSED int totals_prove(struct totals *t, struct err *err);

/* What one label may be by chance, two of a column are not, when all of it are right. */
void totals_promote(struct totals *t);

/* The last word on those that are right and not proved, and on columns that hold categories. */
void totals_settle(struct totals *t);

/* Tells of the rows that are left out and of those that are not. */
void totals_say(const struct totals *t, struct notes *notes);
