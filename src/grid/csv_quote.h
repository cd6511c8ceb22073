/* csv_quote.h - the one writer of CSV (RFC 4180): cells and rows of every CSV that we make.
 *
 * A CSV is made for a program or for a person. A program gets each cell as it is (CSV_RAW): `assay table --csv`, which
 * is piped and compared byte for byte. A person opens it in a spreadsheet, which takes a cell that begins with =, +, -
 * or @ for a formula and runs it. So in a CSV for people (CSV_SAFE: artifacts, exports of a conversation, `assay table
 * --csv --safe`) an apostrophe stands before a text that would be taken for one, and what nobody would see in a text is
 * made visible (base/text/show.h). Numbers stay as they are, also as text: -5, +3.2e4 and -1,5 are numbers. A dash
 * alone, by which many tables say that there is nothing, stays too.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct json;

enum csv_form { CSV_RAW, CSV_SAFE };

/* True when a spreadsheet would take the text for a formula: behind white space it begins with = + - @, of ASCII or of
 * full width, or it begins with a tab or a carriage return; and it is no number and not only dashes. */
bool csv_is_formula(const char *p, size_t n);

/* Makes a cell of what was added to the buffer behind `from`: for CSV_SAFE made safe, and put into quotes where it must
 * be: it has a comma, a quote or an end of line. alone: it is the only cell of its line, which must not look empty.
 * True when it was a formula. */
bool csv_end_cell(struct buf *b, size_t from, enum csv_form form, bool alone);

/* A list of JSON values as one line: null is an empty cell, whatever is no text is written as JSON. How many of its
 * cells were formulas. */
size_t csv_add_row(struct buf *b, const struct json *row, enum csv_form form);

/* The names and all rows of a table. */
size_t csv_add_table(struct buf *b, const struct json *names, const struct json *rows, enum csv_form form);

/* "3 cells that a spreadsheet would take for formulas were quoted."; NULL for none. */
const char *csv_say_quoted(struct arena *a, size_t n);
