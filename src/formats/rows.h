/* rows.h - from rows of values to a loaded or a shown table: the half that all sources of this folder share.
 *
 * A format says what its columns are called and gives its rows out, as often as it is asked, the same each time. From
 * that, rows_load() makes typed columns (grid/columns/builder.h), and rows_show() shows them: it reads the rows twice,
 * as the type of a column follows from all of its values.
 */
#pragma once
#include "base/attrs.h"
#include "grid/names.h"
#include "grid/source.h"

/* Where rows go. */
struct rows_to {
    void *arg;
    /* rows x n_columns values, row by row; valid until it returns. */
    int (*rows)(void *arg, const struct datum *values, size_t rows, struct err *err);
};

struct rows_from {
    void *arg;
    const struct name_text *heads; /* as the source spells them; rows_*() make them different from each other */
    size_t n_columns;              /* 1 to DATA_COLUMNS */

    /* Gives out all rows; notes (may be NULL) is told what was assumed. */
    int (*read)(void *arg, const struct rows_to *to, const struct cancel *cancel, struct notes *notes, struct err *err);
};

/* A table of columns without rows is fine. */
WARN_UNUSED int rows_load(const struct rows_from *from, const struct cancel *cancel, struct arena *a,
                          struct notes *notes, struct loaded *ret, struct err *err);

WARN_UNUSED int rows_show(const struct rows_from *from, const char *name, const struct cancel *cancel, struct arena *a,
                          struct notes *notes, const struct show_to *to, struct err *err);

/* Which table a person means by a name (in any case) or a number from 1; NULL is the first. ERR_NOT_FOUND. */
WARN_UNUSED int rows_find(const struct source *s, const char *which, size_t *ret, struct err *err);

/* Gathers rows and hands them on in batches, so that a format can give them out one by one. */
struct row_batch {
    const struct rows_to *to;
    struct datum *values; /* the next row's are at values + n * n_columns, all DATUM_NONE */
    size_t n_columns, n, most;
};

/* Batches are small enough that texts may be kept in scratch memory until the next is handed on. In the arena. */
void batch_init(struct row_batch *b, struct arena *a, const struct rows_to *to, size_t n_columns);

/* The values of the row that is being filled. */
struct datum *batch_row(struct row_batch *b);

/* The row is complete. *ret_sent (may be NULL) says that the batch went out and its texts may go. */
WARN_UNUSED int batch_next(struct row_batch *b, bool *ret_sent, struct err *err);
WARN_UNUSED int batch_end(struct row_batch *b, struct err *err);
