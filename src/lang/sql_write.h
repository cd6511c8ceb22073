/* sql_write.h - what the files that write a query's SQL share. */
#pragma once
#include "base/buf.h"
#include "base/sql.h"
#include "lang/reader.h"
#include "lang/scope.h"

struct json;

struct writer {
    struct arena *a;
    const struct scope *s;
    const struct table *t; /* the scope's */
    const struct flat *q;
    struct buf b;
    struct json *params; /* one text for each ? */
};

/* ---- sql_where.c ---- */

/* " WHERE ..." with all conditions; nothing when there are none. */
void sql_where(struct writer *w);

/* The right side of a comparison with the column or a figure of it: a number as a parameter. */
void sql_number(struct writer *w, size_t column, const char *digits);

/* ---- sql_figure.c ---- */

/* What a group is made of. */
void sql_group(struct writer *w, const struct flat_group *g);

/* One aggregate of one column; the column is not used for FLAT_COUNT. */
void flat_aggregate(struct writer *w, enum flat_measure measure, size_t column);

/* The query's figure. */
void sql_figure(struct writer *w);

/* ---- flat_from.c ---- */

/* The tables, behind " FROM ". */
void flat_from(struct writer *w);

/* The column as a term. */
void sql_column(struct writer *w, size_t column);

/* The terms that put rows in the order of their files. */
void sql_row_order(struct writer *w);
