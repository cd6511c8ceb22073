/* csv.h - comma-, semicolon-, tab- and bar-separated text, as RFC 4180 has it and as people write it.
 *
 * A cell may stand in double quotes; within them a quote is written twice, and separators and line ends are text.
 * Blanks between a separator and an opening quote, and after the closing one, are dropped. A cell that goes on after
 * its closing quote ("Big" Jim) is kept as written, quotes and all, and counted. Lines end in LF or CRLF, or in CR
 * where the file has no LF at all. A byte order mark is skipped. Lines without any content are skipped and counted.
 *
 * The first line with content names the columns. A record with fewer cells is filled up with empty ones and counted;
 * one with more is refused unless the surplus is empty. Line numbers in messages are those of a text editor.
 */
#pragma once
#include "base/attrs.h"
#include <stddef.h>

struct arena;
struct err;
struct records;

/* Opens the n bytes. The records live in the arena and borrow the bytes.
 * Errors: ERR_DATA_EMPTY (nothing in it, or a header alone), ERR_NO_HEADERS (the first line is data like the others),
 * ERR_DATA_UNREADABLE (binary, not UTF-8), ERR_TOO_LARGE (columns, a name's length). Reading records adds: a quote that
 * is never closed, a record with too many cells, a cell that is too long. */
WARN_UNUSED int csv_open(struct arena *a, const char *p, size_t n, struct records **ret, struct err *err);
