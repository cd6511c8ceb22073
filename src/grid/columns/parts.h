/* parts.h - making parts of columns: values, rows without one, misfits. For the files that build columns. */
#pragma once
#include "grid/columns/columns_node.h"
#include "grid/types/types.h"
#include "grid/types/values.h"

struct notes;

/* Room for `rows` values of the plan's type, all zero and all there. Not for text. */
void part_open(struct part *p, const struct type_plan *plan, uint64_t rows);

/* Takes the value of a row away; rows: how many the part has. */
void part_null(struct part *p, uint64_t rows, uint64_t row);

static inline void part_put(struct part *p, enum column_type type, uint64_t row, const union value *v)
{
    if (type == COLUMN_DECIMAL) {
        if (p->width == 2)
            ((int16_t *)p->values)[row] = (int16_t)v->decimal;
        else if (p->width == 4)
            ((int32_t *)p->values)[row] = (int32_t)v->decimal;
        else if (p->width == 8)
            ((int64_t *)p->values)[row] = (int64_t)v->decimal;
        else
            ((int128 *)p->values)[row] = v->decimal;
    } else if (type == COLUMN_FLOAT) {
        ((double *)p->values)[row] = v->real;
    } else if (type == COLUMN_DATE) {
        ((int32_t *)p->values)[row] = (int32_t)v->integer;
    } else if (type == COLUMN_BOOLEAN) {
        ((unsigned char *)p->values)[row] = (unsigned char)v->integer;
    } else {
        ((int64_t *)p->values)[row] = v->integer;
    }
}

void part_done(struct part *p);

/* Misfits, while they are gathered. All zero is empty. */
struct misfit_list {
    struct misfits m;
    size_t rows_cap, at_cap, bytes_cap;
    bool has_digits; /* one of them holds a digit */
};

void misfit_add(struct misfit_list *l, uint64_t row, const char *p, size_t n);
void misfits_done(struct misfits *m);

/* Joins b's misfits, whose rows count from `first`, to a's. */
void misfit_join(struct misfit_list *a, const struct misfits *b, uint64_t first);

/* True when the column's whole numbers are all different, those without a value apart; the first COLUMN_ID_ROWS rows
 * are looked at. */
bool columns_are_ids(const struct columns *c, size_t column);

/* Describes the columns whose values stand, as the plans say, counts them, and says what was assumed. */
void columns_finish(struct columns *c, const char *const *names, const struct type_guess *guesses,
                    const struct type_plan *plans, struct notes *notes);
