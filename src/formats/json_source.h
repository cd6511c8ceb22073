/* json_source.h - JSON and JSON Lines as tables.
 *
 *   [{...}, {...}]              a row each; members are columns, those of inner objects "outer.inner" (json_flat.h)
 *   {...} {...}                 the same, one a line, with blank lines or nothing between them
 *   [["a","b"], [1,2]]          rows by place; the first names the columns when all it holds is text
 *   {"data": [{...}], ...}      the list inside, at any depth down to JSON_SEARCH_DEPTH; each when there are several
 *   {"columns": [..], "data": [[..]]}  the same with its names beside it
 *   {"a": [1,2], "b": [3,4]}    columns
 *   {...}                       one row
 *
 * The text is read one record at a time, so that memory does not grow with the file; an error names the line on which
 * the record begins and nothing of what it says. A byte order mark is skipped; other encodings than UTF-8 are refused.
 */
#pragma once
#include "base/attrs.h"
#include "grid/source.h"

/* Errors: ERR_DATA_UNREADABLE, ERR_DATA_EMPTY, ERR_TOO_LARGE, and cancel's. */
WARN_UNUSED int json_source_open(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                                 struct err *err);

/* True when the bytes begin as a JSON array or object does, and as hardly anything else. */
bool json_source_fits(const char *p, size_t n);
