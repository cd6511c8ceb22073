/* csv_lane.h - one column of one block of a CSV, being read. Internal to the loader.
 *
 * A lane is opened with the plan that a sample of the file suggests, converts cells as that plan says, and learns at
 * the same time what the column's type really is (its guess). When all lanes of a column are done and its plan is
 * settled, a lane whose values are what the plan says becomes a part of the column; else its block is read once more
 * for this column.
 */
#pragma once
#include "csv/csv_split.h"
#include "grid/columns/parts.h"
#include "grid/columns/texts.h"

struct buf;

enum lane_kind {
    LANE_TEXT,
    LANE_WHOLE, /* integers, and decimals of up to 18 digits, as 64 bits */
    LANE_DATE,  /* ISO dates first */
    LANE_TIME,  /* ISO times first */
    LANE_REAL,
    LANE_PLAN /* all else, by the plan */
};

struct lane {
    enum lane_kind kind;
    struct type_plan plan;
    struct type_guess guess; /* not of text: text_guess() makes it afterwards */
    bool is_learning;        /* the guess is kept up; not when the plan is final */
    bool is_broken;          /* values do not fit what there is room for; only the guess goes on */
    int scale;               /* of LANE_WHOLE: places of the values so far */
    uint32_t most_digits;    /* of LANE_WHOLE: before the point */
    void *values;            /* width bytes each */
    uint32_t width;
    size_t rows, cap;
    uint64_t *nulls; /* a bit for each row without a value */
    size_t nulls_cap;
    bool has_nulls;
    struct misfit_list misfits; /* rows within the block */
    struct texts texts;
};

void lane_open(struct lane *l, const struct type_plan *plan, bool is_learning);
void lane_done(struct lane *l);

/* Adds n cells; scratch is for those with doubled quotes. */
void lane_take(struct lane *l, const struct csv_span *cells, size_t n, struct buf *scratch);

/* True when the lane holds what the plan says. */
bool lane_suits(const struct lane *l, const struct type_plan *plan);

/* Moves the values into a part, as the plan says, which they suit. */
void lane_end(struct lane *l, const struct type_plan *plan, struct part *ret);

/* Adds the part's texts to the guess, until it is clear that among so many rows the column is text. */
void text_guess(const struct lane *l, uint64_t rows, struct type_guess *g);
