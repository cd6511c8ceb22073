/* csv_source.h - comma-separated text, and all that goes by that name, as a source (grid/source.h).
 *
 * What will happen to a file can be told from these rules; each has its own header:
 *
 *   charset.h      the encoding (base/): by byte order mark, else UTF-8, else Windows-1252; binary is refused
 *   csv_detect.h   the dialect: the separator, quote, escape and line end by which most records agree and most cells
 *                  are something
 *   csv_layout.h   preamble, header and width of the table
 *   csv_reader.c   empty lines, comments, repeated headers, footers, another table below
 *   csv_repair.h   records with too many or too few cells, and quotes out of place
 *
 * Nothing is assumed silently: notes say what was. Loading gives the table typed, under unique names. Showing gives it
 * as text just as it stands in the file, under the header's own words, and records of another table below as they are;
 * raw, every record as the dialect splits it, without names. Line numbers in messages are those of a text editor.
 */
#pragma once
#include "base/attrs.h"
#include <stdbool.h>

struct cancel;
struct err;
struct source;
struct source_bytes;

/* Opens the bytes; an empty file opens, and load() refuses it. Errors: ERR_DATA_UNREADABLE (binary), ERR_TOO_LARGE
 * (columns, recoded text), and cancel's. load() adds ERR_DATA_EMPTY (nothing in it, or a header alone) and
 * ERR_TOO_LARGE (a cell, the table). */
WARN_UNUSED int csv_source(const struct source_bytes *bytes, const struct cancel *cancel, struct source **ret,
                           struct err *err);
