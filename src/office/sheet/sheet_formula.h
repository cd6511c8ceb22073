/* sheet_formula.h - formulas that many cells share.
 *
 * A column of like formulas is written once, in its first cell, with a number; the other cells give the number alone,
 * and mean the formula with its relative references moved as far as they are from that cell.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct buf;
struct scan_cell;
struct sheet_formulas;

struct sheet_formulas *sheet_formulas_new(void);
void sheet_formulas_free(struct sheet_formulas *f);

/* Remembers the formula of a cell that others share, and gives a cell that shares one its own; it lives until the next
 * call. A cell whose first one has not been seen keeps an empty formula. Cells in any order in which the first is
 * first.
 */
void sheet_formula(struct sheet_formulas *f, struct scan_cell *cell);

/* Appends a formula with its relative references moved; one that leaves the sheet becomes #REF!. */
void formula_move(struct buf *b, const char *p, size_t n, int64_t rows, int64_t columns);
