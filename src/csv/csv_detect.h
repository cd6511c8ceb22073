/* csv_detect.h - the dialect of a text, without hints. Internal to csv.
 *
 * Every dialect that the characters in the text allow is tried on a sample of whole lines (its head, middle and tail).
 * The best is the one by which most records have the same number of cells, more than one, and by which most cells are
 * something: a value, a text in quotes, a word, and not text with other separators left in it. This follows van den
 * Burg, Nazabal and Sutton, "Wrangling messy CSV files by detecting row and type patterns" (2019). Between equals the
 * more usual separator wins: comma, tab, semicolon, bar, then the rest. Where none is convincing there is one column.
 *
 * Tried are: as separator any of , tab ; | and less usual punctuation and blanks; as quote " or another character that
 * stands in pairs around cells; as escape the doubled quote, and a backslash where one stands before a quote. A first
 * line "sep=;" decides.
 *
 * A separator may have up to CSV_SEPARATOR_BYTES characters: one of them twice (||), several that separate (~|, ", "),
 * or one between two equal signs (#|#). It takes more to be believed: nearly all of its first character come so, no
 * fewer records agree by it, and the first record, which mostly has the names, has it too. A sign that stands beside
 * every separator ($ % + @ # /) is one of the values. Less usual separators that the first record does not have are
 * believed less, as well: a column of times is no table of hours and minutes.
 */
#pragma once
#include "csv/csv_scan.h"

#define CSV_PIECES 3

/* Whole lines of the text, as many as fit CSV_SAMPLE_BYTES. */
struct csv_sample {
    struct {
        const char *p, *end;
    } pieces[CSV_PIECES];
    size_t n;
};

struct csv_sample csv_sample_of(const char *p, size_t n, char newline);

/* n > 0. *ret_skip is the length of a "sep=" line. */
struct csv_dialect csv_detect(const char *p, size_t n, size_t *ret_skip);
