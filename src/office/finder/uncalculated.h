/* uncalculated.h - formulas without a saved result. Nothing is calculated here, so their cells are empty.
 *
 * Workbooks that a program wrote without ever opening them in a spreadsheet are full of them. A column that is empty
 * for this reason must not look like one that nobody filled in.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct arena;
struct fill_area;
struct notes;

struct uncalculated_column {
    uint64_t n;
    uint32_t first_row, last_row;
};

/* Of one sheet; all zero to begin with. */
struct uncalculated {
    struct uncalculated_column *columns; /* by the sheet's number of each, from 1; NULL: there is none */
};

void uncalculated_add(struct uncalculated *u, struct arena *a, uint32_t row, uint32_t column);

/* Tells of the sheet as a whole. */
void uncalculated_say(const struct uncalculated *u, struct notes *notes);

/* Tells of the columns of a table, whose names are given. */
void uncalculated_say_table(const struct uncalculated *u, const struct fill_area *area, const char *const *names,
                            struct notes *notes);
