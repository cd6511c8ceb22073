/* show.h - what people read: figures, and texts of data that must not do anything.
 *
 * Figures are shown with their thousands apart: 1234567.5 as 1,234,567.5. Work is done on the digits, never through a
 * binary number, so what is shown is the figure itself or, past SHOW_DECIMALS decimals, its correct rounding.
 *
 * A text that came from data or people may hold characters that nobody sees: escapes that move a terminal's cursor,
 * overrides that turn the order of the text around, blanks without a width that make two words look like one. Where it
 * is put before people, on a terminal, in a report or in a file for a spreadsheet, U+FFFD stands in their place, so
 * that it shows. JSON, SQL and the evidence keep the text as it was.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;

/* Appends a JSON number's text with its thousands separated and at most SHOW_DECIMALS decimals, half rounded away from
 * zero. One with an exponent is left as it is. */
void show_number(struct buf *b, const char *digits);

/* Bytes of the character that the text begins with, when that is one that nobody should see: a control character (tabs
 * and line ends, too), C1, a direction mark or override, a line separator, a mark without a width, a tag; else 0.
 * Joiners are none: emoji and many scripts need them. */
size_t show_harmful(const char *text, size_t n);

/* Appends a text on one line: tabs and line ends become blanks, what is harmful U+FFFD, and so do joiners that join
 * nothing: beside a letter of ASCII, or at an end. At most SHOW_GROWTH times its length. */
#define SHOW_GROWTH 3 /* a byte becomes the three of U+FFFD at most */
void show_text(struct buf *b, const char *p, size_t n);

/* The same of a text with lines, which stay as they are, as do tabs. */
void show_lines(struct buf *b, const char *p, size_t n);

/* True for the name of a column whose numbers name something and are no quantities: "year", "order_id". They are shown
 * without separators, 2024 and not 2,024, and nobody adds them up. */
bool show_is_label(const char *column);

/* The plain decimal times ten to the power: ("1.5", 3) gives "1500", ("10", -2) gives "0.1". */
const char *show_scaled(struct arena *a, const char *decimal, int power);

/* "2025", "June 2025" or "Q2 2025" when the two days are the first and the last of one; the day when they are the same;
 * else NULL. */
const char *show_period(struct arena *a, const char *from, const char *to);
