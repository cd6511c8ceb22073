/* totals.h - rows that people put into a table to sum up the others, found so that they are not added up again.
 *
 * A candidate is a row with a label (totals_words.h), wherever it stands, or the first or last row when it has numbers
 * and nothing else. It is believed only when the arithmetic says so:
 *
 *   covers     the rows above it or below it, back to one of the candidates before or to the end of the table, without
 *              those that are summaries themselves; or the rows whose text is what the label names. The rows below
 *              only where the first row of the table is a candidate too
 *   proof      in at least one number column its value is the sum (the average, lowest, highest, count, as its label
 *              says) of values that are not all the same. Other columns may differ then (prices, rates), but not where
 *              the label says more than "Total"
 *   no label   two columns must say it, or one of three rows or more: other columns may differ (a balance). One column
 *              of two rows is left as it is, and told
 *   crosstab   "All, Yes" covers the rows that say "Yes"
 *   one row    or equal values prove it only with a label, and when no column differs
 *   zeros      prove nothing; with a label they do where another row of that column is proved
 *   "Max"      is a person, unless it stands beside another summary or is it in two columns; so is "Count", and the
 *              average of values that are all the same
 *   "Q1"       among months, a half, a year, or one to date: the sum of the rows next to it that it is made of
 *   taxes      behind a proved total, shipping, a discount: with the total that is the first with all of them
 *   a column   in which most rows with labels are not proved holds categories: none of them is taken
 *   in place   of a number or date, as the only text of the last row, "Total" needs no proof: it is no record
 *
 * All else stays in the table. A row that is called a total and was not proved to be one is told.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct cancel;
struct columns;
struct err;
struct loaded;
struct notes;
struct row_list;
struct source;

/* The rows that sum up others, in the arena; what was left out, and what was not though it is called a total, goes to
 * the notes, with rows counted from 1, these among them. Errors: cancel's. */
WARN_UNUSED int totals_find(const struct columns *c, const struct cancel *cancel, struct arena *a, struct notes *notes,
                            struct row_list *ret, struct err *err);

/* Whether a note is one of those: it bears on every figure of the table, whatever column it is of. */
bool totals_said(const char *note);

/* Loads table i of the source, without the rows that sum up others where people may have written such. As such a row
 * can also keep a column from having its type (a word among dates), the table is loaded again without them. */
WARN_UNUSED int totals_load(struct source *s, size_t i, const struct cancel *cancel, struct arena *a,
                            struct notes *notes, struct loaded *ret, struct err *err);
