/* csv_quote.h - cells and rows of a CSV that we write ourselves (RFC 4180). */
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct buf;
struct json;

/* Puts what was added to the buffer behind `from` into quotes, where it must be: it has a comma, a quote or an end of
 * line. alone: it is the only cell of its line, which must not look empty. */
void csv_quote_from(struct buf *b, size_t from, bool alone);

/* A list of JSON values as one line: null is an empty cell, whatever is no text is written as JSON. */
void csv_add_row(struct buf *b, const struct json *row);
