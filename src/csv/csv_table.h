/* csv_table.h - a text file as one table: what was found out about it, and its records one by one. Internal to csv and
 * to the loader.
 *
 * Opening looks at a bounded sample and learns the shape of the file: encoding, dialect, where the table begins, what
 * its columns are called and look like. Reading then goes through the records in order. A record that has as many cells
 * as the table has columns, and no quote out of place, is taken as it is; any other one is repaired (csv_repair.h) or
 * found to be no part of the table.
 *
 * A loader of its own may read records of a regular table itself, from shape->first on: split at every separator and
 * line end, quotes as in RFC 4180. What it must not decide itself it hands to csv_read(), and goes on where that says:
 * a line without content, a record of another number of cells, one whose first cell is the header's, a quote where text
 * follows or within a cell that is not quoted, a quoted cell with a line end in it, and anything within the last
 * CSV_FOOTER_BYTES of the text.
 */
#pragma once
#include "base/attrs.h"
#include "base/text/charset.h"
#include "csv/csv_scan.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct csv_reader;
struct csv_table;
struct datum;
struct err;
struct name_text;
struct notes;

struct csv_shape {
    struct charset_text text;
    struct csv_dialect dialect;
    size_t first;                  /* where in the text the first record behind the header begins */
    size_t n_columns;              /* 1 to DATA_COLUMNS; 0 where the file is empty */
    const struct name_text *heads; /* the header's cells as written; none where there is no header */
    const char *const *names;      /* of the columns: not empty, different from each other even when folded */
    bool has_header;               /* else the names are column_1, column_2 ... */
    bool regular; /* one-byte separator, the quote is '"' doubled or there is none, lines end in LF or CRLF, and no
                     record of the sample needed a repair */
};

/* Opens the n bytes, which must stay until csv_table_free(). Errors: ERR_DATA_UNREADABLE (binary), ERR_TOO_LARGE
 * (columns, or text to be recoded). An empty file opens, with no columns. */
WARN_UNUSED int csv_table_open(const char *p, size_t n, struct csv_table **ret, struct err *err);
void csv_table_free(struct csv_table *t);
const struct csv_shape *csv_table_shape(const struct csv_table *t);

/* What was assumed about the file as a whole. */
void csv_table_say(const struct csv_table *t, struct notes *notes);

enum csv_step {
    CSV_RECORD,  /* the cells hold it */
    CSV_SKIPPED, /* nothing of the table: an empty line, a comment, the header again */
    CSV_OTHER,   /* a record of another table below; only its own cells are given, see csv_other() */
    CSV_END,     /* no record follows */
};

/* Reads records; several readers may read one table at the same time. */
struct csv_reader *csv_reader_new(const struct csv_table *t);
void csv_reader_free(struct csv_reader *r);

/* The record at offset `at` of the text, repaired: n_columns values, DATUM_NONE for an empty cell, else DATUM_TEXT.
 * They stay valid until csv_reader_forget(). *ret_next is where the next one begins. Errors: ERR_TOO_LARGE (a cell). */
WARN_UNUSED int csv_read(struct csv_reader *r, size_t at, struct datum *cells, size_t *ret_next, enum csv_step *ret,
                         struct err *err);

/* The cells of the last CSV_OTHER record. */
size_t csv_other(const struct csv_reader *r, const struct csv_cell **ret);

/* Lets go of the texts given so far. */
void csv_reader_forget(struct csv_reader *r);

/* Adds up what the readers did, each in its place, and says it. */
void csv_reader_say(const struct csv_reader *const *readers, size_t n, struct notes *notes);
