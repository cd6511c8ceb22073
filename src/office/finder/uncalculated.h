/* uncalculated.h - formulas whose results no program has saved: nothing is computed here, so their cells are empty.
 *
 * Workbooks that a program wrote without ever opening them in a spreadsheet are full of them. A column that is empty
 * for this reason must not look like one that nobody filled in, nor may rows disappear that hold nothing else.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;
struct fill_area;
struct notes;
struct uncalculated_column;

/* Of one sheet; all zero to begin with. */
struct uncalculated {
    struct uncalculated_column *columns; /* by the sheet's number of each, from 1; NULL: there is none */
    uint64_t n;                          /* of all */
};

void uncalculated_add(struct uncalculated *u, struct arena *a, uint32_t row, uint32_t column);

/* Tells of a part of the sheet. */
void uncalculated_say(const struct uncalculated *u, uint32_t top, uint32_t left, uint32_t bottom, uint32_t right,
                      struct notes *notes);

/* A table: its data, its columns' names, and the rows it has with headers and totals. */
struct uncalculated_table {
    const struct fill_area *area;
    const char *const *names;
    uint32_t header_row; /* the last header row; 0: none */
    uint32_t bottom;
};

/* Tells of the table's columns, of names that such formulas would give, and of rows below the table that hold nothing
 * else. */
void uncalculated_say_table(const struct uncalculated *u, const struct uncalculated_table *t, struct notes *notes);

/* Fails with ERR_DATA_EMPTY: a workbook without a table, which has such cells. */
int uncalculated_fail(struct err *err);
