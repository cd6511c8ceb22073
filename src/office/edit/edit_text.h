/* edit_text.h - text as a workbook's parts hold it. Reading it is token.h's.
 *
 * XML has its references (&amp;, &#10;). Cells have a second layer: a character that XML cannot hold is written _x0007_
 * in them, and a text that looks like that by chance begins with an escaped "_".
 */
#pragma once
#include <stddef.h>

struct buf;

/* Appends text so that it can stand in an attribute's value or an element's content. */
void text_encode(struct buf *b, const char *p, size_t n);

/* The same with the second layer. */
void text_encode_cell(struct buf *b, const char *p, size_t n);

/* UTF-16 units, which is what spreadsheet programs count: two for a character past U+FFFF. */
size_t text_units(const char *p, size_t n);

/* The longest prefix of at most so many of them, in bytes. */
size_t text_fit_units(const char *p, size_t n, size_t units);

/* Of a JSON number the digits that count, zeros at both ends aside: spreadsheets keep TEXT_EXACT_DIGITS of them. */
#define TEXT_EXACT_DIGITS 15
size_t text_significant(const char *digits);
